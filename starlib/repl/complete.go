package repl

// This file completes the name at the end of a line.

import (
	"regexp"
	"slices"
	"strings"

	"devstar/starlib"
	"devstar/starlib/assist"
)

// Scope is what the pieces so far have defined.
type Scope interface {
	Names() []string
	Members(name string) []string
}

var dotted = regexp.MustCompile(`([\pL_][\pL\pN_]*)\.([\pL\pN_]*)$`)

// Complete returns what the name at the end of a text may become, sorted, and how much of it is written already.
func Complete(text string, scope Scope, loader starlib.Loader) (names []string, written string) {
	script := assist.Read("<typed>", text, loader)
	list, start := script.Complete(len(text))
	written = text[start:]
	if m := dotted.FindStringSubmatch(text); m != nil && len(list) > 0 {
		if members := scope.Members(m[1]); members != nil {
			return begin(members, written), written
		}
	}
	for _, c := range list {
		names = append(names, c.Label)
	}
	if len(list) > 0 && !dotted.MatchString(text) && list[0].Kind != assist.Choice {
		names = append(names, scope.Names()...)
	}
	return begin(names, written), written
}

// begin returns the names that begin with what is written, sorted, each once.
func begin(names []string, written string) []string {
	out := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !strings.HasPrefix(n, written) })
	slices.Sort(out)
	return slices.Compact(out)
}

// Common returns what all names begin with.
func Common(names []string) string {
	if len(names) == 0 {
		return ""
	}
	first, last := names[0], names[len(names)-1] // the others lie between them
	n := 0
	for n < len(first) && n < len(last) && first[n] == last[n] {
		n++
	}
	return strings.ToValidUTF8(first[:n], "")
}
