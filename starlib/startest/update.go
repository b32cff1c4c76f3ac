package startest

// This file rewrites the want sections in the text of a test file, and nothing else of it.

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"devstar/hunkengine"
	"devstar/runtime"
)

// update says what the want sections of one fixture must become.
type update struct {
	at    runtime.Position // of the call of fixture
	files tree
	test  *testing
}

// finishUpdate applies the updates of the file from its end to its start, so that places stay true.
func (f *file) finishUpdate() {
	if len(f.updates) == 0 {
		return
	}
	whole, err := hunkengine.ParseString(string(f.Text))
	if err != nil {
		return // it was compiled before
	}
	src := Source{Name: f.Name, Text: []byte(whole.Normal())} // the scanner takes every line end for "\n"
	text := string(src.Text)
	slices.SortStableFunc(f.updates, func(a, b update) int { return cmp.Or(b.at.Line-a.at.Line, b.at.Column-a.at.Column) })
	seen := map[runtime.Position]bool{}
	for _, u := range f.updates {
		if seen[u.at] {
			f.refuse(u, "the same call of fixture is compared twice: only the first comparison was taken over")
			continue
		}
		seen[u.at] = true
		out, err := rewrite(src, text, u)
		if err != nil {
			f.refuse(u, err.Error())
			continue
		}
		text = out
	}
	if text == string(src.Text) {
		return
	}
	if whole, err = whole.WithNormal(text); err == nil {
		f.report.Updated = []byte(whole.String())
	}
}

// refuse adds a failure to the report of a test whose sections could not be rewritten.
func (f *file) refuse(u update, why string) {
	for i := range f.report.Tests {
		if t := &f.report.Tests[i]; t.Name == u.test.Name {
			t.Failures = append(t.Failures, Failure{At: u.at, Message: "the want sections cannot be updated: " + why})
		}
	}
}

// rewrite replaces the want sections of the literal at a call. The literal is found in src; text is src with later parts
// rewritten already.
func rewrite(src Source, text string, u update) (string, error) {
	if u.at.File != src.Name {
		return "", fmt.Errorf("the fixture is made in %s: make it in the test", u.at.File)
	}
	lit, err := literalAt(src, u.at)
	if err != nil {
		return "", err
	}
	raw := strings.HasPrefix(lit.Raw, "r")
	quote := strings.TrimPrefix(lit.Raw, "r")
	if len(quote) < 6 || quote[0] != quote[1] || quote[1] != quote[2] {
		return "", fmt.Errorf(`write the tree of the fixture as one """...""" text`)
	}
	quote = quote[:3]
	start := offsetOf(src.Text, lit.TokenPos)
	if !strings.HasPrefix(string(src.Text[start:]), lit.Raw) {
		return "", fmt.Errorf("the text of the fixture holds a carriage return")
	}
	open := len(lit.Raw) - len(strings.TrimPrefix(lit.Raw, "r")) + len(quote)
	body := lit.Raw[open : len(lit.Raw)-len(quote)]
	if value, _ := lit.Value.(string); strings.Count(body, "\n") != strings.Count(value, "\n") {
		return "", fmt.Errorf(`write the lines of the tree as lines, without \n`)
	}
	fresh, err := sections(body, quote, raw, u.files)
	if err != nil {
		return "", err
	}
	fresh = lit.Raw[:open] + fresh + quote
	if err := means(lit, fresh, u.files); err != nil {
		return "", err
	}
	return text[:start] + fresh + text[start+len(lit.Raw):], nil
}

// means makes sure that a rewritten literal says just what it should: the files as they were, and those that are wanted.
func means(old *syntax.Literal, fresh string, wanted tree) error {
	odd := fmt.Errorf("the markers or the text of the fixture hold escapes: write them out")
	e, err := (&syntax.FileOptions{}).ParseExpr("", fresh, 0)
	if err != nil {
		return odd
	}
	lit, ok := e.(*syntax.Literal)
	if !ok {
		return odd
	}
	before, _, err := parseTree(starlark.String(old.Value.(string)))
	if err != nil {
		return err
	}
	files, want, err := parseTree(starlark.String(lit.Value.(string)))
	if err != nil || !maps.Equal(files, before) || !maps.Equal(want, wanted) {
		return odd
	}
	return nil
}

// literalAt finds the text that is the first argument of the call of fixture at a place.
func literalAt(src Source, at runtime.Position) (*syntax.Literal, error) {
	parsed, err := parse(src)
	if err != nil {
		return nil, err
	}
	var found *syntax.Literal
	syntax.Walk(parsed, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		if start, _ := call.Span(); int(start.Line) == at.Line && int(start.Col) == at.Column {
			arg := call.Args[0]
			if named, ok := arg.(*syntax.BinaryExpr); ok && named.Op == syntax.EQ {
				arg = named.Y
			}
			found, _ = arg.(*syntax.Literal)
		}
		return true
	})
	if found == nil || found.Token != syntax.STRING {
		return nil, fmt.Errorf(`write the tree as a """...""" text in the call of fixture`)
	}
	return found, nil
}

// offsetOf is the byte offset of a position, whose columns count code points.
func offsetOf(text []byte, at syntax.Position) int {
	offset := 0
	for line := int32(1); line < at.Line; line++ {
		offset += strings.IndexByte(string(text[offset:]), '\n') + 1
	}
	n := int32(1)
	for i := range string(text[offset:]) {
		if n == at.Col {
			return offset + i
		}
		n++
	}
	return len(text)
}

// sections rewrites the want sections of the body of a literal: those that are there keep their places, new ones follow.
func sections(body, quote string, raw bool, files tree) (string, error) {
	var out strings.Builder
	left := maps.Clone(files)
	skipping := false
	for line := range strings.Lines(body) {
		if name, ok := marker(line); ok {
			wanted, isWant := strings.CutPrefix(name, wantPrefix)
			skipping = isWant
			if isWant {
				text, stays := left[wanted]
				if !stays {
					continue
				}
				delete(left, wanted)
				if err := section(&out, wanted, text, quote, raw); err != nil {
					return "", err
				}
				continue
			}
		}
		if !skipping {
			out.WriteString(line)
		}
	}
	if s := out.String(); len(left) > 0 && s != "" && !strings.HasSuffix(s, "\n") {
		out.WriteString("\n")
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		if err := section(&out, name, left[name], quote, raw); err != nil {
			return "", err
		}
	}
	return out.String(), nil
}

// marker reads a line "-- name --".
func marker(line string) (name string, ok bool) {
	line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
	if len(line) < len("-- x --") || !strings.HasPrefix(line, "-- ") || !strings.HasSuffix(line, " --") {
		return "", false
	}
	name = strings.TrimSpace(line[3 : len(line)-3])
	return name, name != ""
}

// section writes one want section as it must stand in the literal.
func section(out *strings.Builder, name, text, quote string, raw bool) error {
	if text != "" && !strings.HasSuffix(text, "\n") {
		return fmt.Errorf("%s does not end in a newline, which a text of files cannot say: write the tree as a dict", name)
	}
	for line := range strings.Lines(text) {
		if _, ok := marker(line); ok {
			return fmt.Errorf("%s holds a line that looks like the start of a file: write the tree as a dict", name)
		}
	}
	if strings.Contains(text, "\r") {
		return fmt.Errorf("%s holds carriage returns: write the tree as a dict", name)
	}
	if raw && strings.Contains(text, quote) {
		return fmt.Errorf("%s holds the quotes that end the literal: leave out its r", name)
	}
	if !raw {
		text = strings.ReplaceAll(text, `\`, `\\`)
		text = strings.ReplaceAll(text, quote, `\`+quote[:1]+`\`+quote[:1]+`\`+quote[:1])
	}
	fmt.Fprintf(out, "-- %s%s --\n%s", wantPrefix, name, text)
	return nil
}
