package starfile

// This file lays one file out, and makes sure that nothing else changes.

import (
	"fmt"
	"strings"

	"github.com/bazelbuild/buildtools/build"
	"go.starlark.net/syntax"

	"devstar/hunkengine"
)

// Format returns the text of a script laid out as buildifier does, or as it is and why. Nothing but the layout changes; line
// ends and a byte order mark stay. The error is a syntax.Error for a file that is no Starlark.
func Format(path, text string) (out, why string, err error) {
	t, err := hunkengine.ParseString(text)
	if err != nil {
		return text, "", err
	}
	out, why, err = settled(path, t.Normal())
	if err != nil || why != "" {
		return text, why, err
	}
	t, err = t.WithNormal(out)
	return t.String(), "", err
}

// settled lays a text out until that changes nothing more: what buildtools makes of odd comments takes a second time.
func settled(path, text string) (out, why string, err error) {
	for range 4 {
		if out, why, err = layout(path, text); err != nil || why != "" || out == text {
			return out, why, err
		}
		text = out
	}
	return text, "its layout does not settle", nil
}

// layout is Format for lines that end in "\n".
func layout(path, text string) (out, why string, err error) {
	before, err := parse(path, text)
	if err != nil {
		return text, "", err
	}
	file, err := build.ParseDefault(path, []byte(text))
	if err != nil {
		return text, "buildtools cannot read it: " + err.Error(), nil
	}
	out = string(build.FormatWithoutRewriting(file))
	after, err := parse(path, out)
	if err != nil || shape(before) != shape(after) {
		return text, "the layout of buildtools would change what it means", nil
	}
	return out, "", nil
}

// shape spells out what a file means: its tree without places, parentheses and comments.
func shape(f *syntax.File) string {
	var b strings.Builder
	var silent []bool // of the nodes on the way: parentheses do not show
	syntax.Walk(f, func(n syntax.Node) bool {
		if n == nil {
			if last := len(silent) - 1; !silent[last] {
				b.WriteByte(')')
			}
			silent = silent[:len(silent)-1]
			return true
		}
		_, paren := n.(*syntax.ParenExpr)
		silent = append(silent, paren)
		switch n := n.(type) {
		case *syntax.ParenExpr:
		case *syntax.Ident:
			fmt.Fprintf(&b, "(%s", n.Name)
		case *syntax.Literal:
			fmt.Fprintf(&b, "(%v %q", n.Token, fmt.Sprint(n.Value))
		case *syntax.BinaryExpr:
			fmt.Fprintf(&b, "(%v", n.Op)
		case *syntax.UnaryExpr:
			fmt.Fprintf(&b, "(%v", n.Op)
		case *syntax.AssignStmt:
			fmt.Fprintf(&b, "(%v", n.Op)
		case *syntax.BranchStmt:
			fmt.Fprintf(&b, "(%v", n.Token)
		default:
			fmt.Fprintf(&b, "(%T", n)
		}
		return true
	})
	return b.String()
}
