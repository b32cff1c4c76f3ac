package starlib

// This file checks names: undefined ones get the nearest known name, and members of modules must exist.

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.starlark.net/syntax"

	"devstar/runtime/spec"
)

// guess matches the hint that the interpreter itself appends to some messages.
var guess = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(` \(did you mean \.?([A-Za-z_0-9]+)\?\)$`)
})

// splitGuess takes the interpreter's own hint off a message.
func splitGuess(message string) (rest, name string) {
	m := guess().FindStringSubmatchIndex(message)
	if m == nil {
		return message, ""
	}
	return message[:m[0]], message[m[2]:m[3]]
}

// maxGuesses bounds how many undefined names are compared with all that are known.
const maxGuesses = 20

const defineFirst = "define it first; devstar doc lists the builtins"

// nameHint offers the nearest name that is known at a place.
func (c *checker) nameHint(name string, at syntax.Position) string {
	if c.guesses++; c.guesses > maxGuesses {
		return defineFirst
	}
	return cmp.Or(spec.Suggest(name, c.visible(at)), c.env.whatIs(name), defineFirst)
}

// visible returns the names known at a place: those of the enclosing functions, of the script and of the language.
func (c *checker) visible(at syntax.Position) []string {
	around := c.index.enclosing(at)
	var names []string
	for v := range c.index.origins {
		if d := c.index.owner[v]; d == nil || slices.Contains(around, d) {
			names = append(names, v.Name)
		}
	}
	slices.Sort(names)
	return append(slices.Compact(names), c.env.names()...)
}

// modules reports members that a module does not have.
func (c *checker) modules() {
	for _, dot := range c.index.dots {
		id, ok := dot.X.(*syntax.Ident)
		if !ok || !isBuiltin(id) {
			continue
		}
		members := c.env.members(id.Name)
		if members == nil || slices.Contains(members, dot.Name.Name) {
			continue
		}
		c.report(problem{at: dot.Name.NamePos, reason: "undefined",
			message: fmt.Sprintf("%s has no %s", id.Name, dot.Name.Name), hint: c.memberHint(id.Name, dot.Name.Name, members, dot)})
	}
}

func (c *checker) memberHint(module, name string, members []string, dot *syntax.DotExpr) string {
	message := fmt.Sprintf("%s has no .%s field or method", module, name)
	return cmp.Or(habitHint(message, c.line(int(dot.Name.NamePos.Line))), spec.Suggest(name, members),
		module+" has "+strings.Join(members, ", "))
}
