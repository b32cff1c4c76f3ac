// Package locate finds where a value stands in a text of JSON, YAML or TOML, by its key. It gives places and decoded
// values and changes nothing: whoever replaces a place keeps the comments and the layout around it.
package locate

// This file finds a value: the formats, what is found, and the way from the root to the value.

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"devstar/runtime/match"
)

// Found is a value at a key.
type Found struct {
	Span match.Span // of the value
	match.Entry
}

// Error says why a value cannot be located.
type Error struct {
	Word string // syntax, ambiguous, scattered, format
	Line int    // from 1; 0 when it is about no place
	Why  string
	Next string
}

// Error returns the place and what is wrong there.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Why
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Why)
}

// Reason is a stable word.
func (e *Error) Reason() string { return e.Word }

// Hint is the next step.
func (e *Error) Hint() string { return e.Next }

// format is one of the languages.
type format struct {
	extensions, names string // separated by blanks
	find              func(text string, key Key) ([]Found, error)
}

func formats() []format {
	return []format{
		{"json jsonc geojson jsonld webmanifest code-workspace ipynb avsc har tfstate map", "composer.lock Pipfile.lock flake.lock deno.lock bun.lock .babelrc .swcrc .jshintrc", findJSON},
		{"yaml yml cff", "pubspec.lock .clang-format .clang-tidy .eslintrc .prettierrc .yamllint", findYAML},
		{"toml", "Cargo.lock poetry.lock uv.lock pdm.lock Pipfile Gopkg.lock", findTOML},
	}
}

// Find returns the values at a key, at most one a document; none when a document does not have it. name decides about the
// format. It fails with *Error.
func Find(name, text string, key Key) ([]Found, error) {
	base := path.Base(name)
	ext := strings.ToLower(strings.TrimPrefix(path.Ext(base), "."))
	for _, f := range formats() {
		if slices.Contains(strings.Fields(f.names), base) {
			return f.find(text, key)
		}
	}
	for _, f := range formats() {
		if ext != "" && slices.Contains(strings.Fields(f.extensions), ext) {
			return f.find(text, key)
		}
	}
	return nil, &Error{Word: "format", Why: "this is no file of JSON, YAML or TOML by its name", Next: "search(pattern, paths=...) finds places in any text"}
}

// node is a value of JSON or TOML and its place.
type node struct {
	span    match.Span // Start is -1 when the value is written in several places
	key     match.Span // Start is -1 where no key names it
	object  bool
	array   bool
	members []member
	items   []*node
	decode  func() any // of a scalar
}

type member struct {
	name string
	*node
}

// nowhere is the span of what has none.
var nowhere = match.Span{Start: -1, End: -1}

// follow goes from the root to the value at a key; nil when there is none.
func (n *node) follow(text string, key Key) (*node, error) {
	for i, step := range key {
		next, err := n.child(step)
		if err != nil {
			return nil, ambiguous(text, err.(*twiceError), key[:i+1])
		}
		if next == nil {
			return nil, nil
		}
		n = next
	}
	return n, nil
}

// twiceError is a name that an object holds twice.
type twiceError struct{ first, second int }

// Error says so.
func (e *twiceError) Error() string { return "the key stands there twice" }

func ambiguous(text string, e *twiceError, key Key) *Error {
	return &Error{Word: "ambiguous", Line: lineOf(text, e.second), Why: fmt.Sprintf("%s stands there a second time, first in line %d", key, lineOf(text, e.first)),
		Next: "remove one of them first"}
}

func lineOf(text string, offset int) int { return 1 + strings.Count(text[:offset], "\n") }

func (n *node) child(step Step) (*node, error) {
	if !step.Named {
		if n.array && step.Index < len(n.items) {
			return n.items[step.Index], nil
		}
		return nil, nil
	}
	var found *node
	for _, m := range n.members {
		if m.name != step.Name {
			continue
		}
		if found != nil {
			return nil, &twiceError{max(found.key.Start, 0), max(m.key.Start, 0)}
		}
		found = m.node
	}
	return found, nil
}

// value decodes a node.
func (n *node) value() any {
	switch {
	case n.object:
		out := make(match.Members, len(n.members))
		for i, m := range n.members {
			out[i] = match.Member{Name: m.name, Value: m.value()}
		}
		return out
	case n.array:
		out := make([]any, len(n.items))
		for i, e := range n.items {
			out[i] = e.value()
		}
		return out
	}
	return n.decode()
}

// maxDepth bounds how deeply values may nest.
const maxDepth = 1000

// scanner walks a text.
type scanner struct {
	text string
	at   int
}

// fail makes an error about the place the scanner is at.
func (s *scanner) fail(format string, args ...any) error {
	return &Error{Word: "syntax", Line: lineOf(s.text, min(s.at, len(s.text))), Why: fmt.Sprintf(format, args...), Next: "mend the file first: what cannot be read cannot be located"}
}

func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

func (s *scanner) has(prefix string) bool { return strings.HasPrefix(s.text[s.at:], prefix) }

// here shows what stands at the place, for messages.
func (s *scanner) here() string {
	if s.at >= len(s.text) {
		return "the end of the file"
	}
	r, _ := utf8.DecodeRuneInString(s.text[s.at:])
	return fmt.Sprintf("%q", r)
}
