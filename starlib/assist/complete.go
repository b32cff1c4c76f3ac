package assist

// This file lists what may stand at an offset.

import (
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"devstar/starlib"
	"devstar/starlib/doc"
)

// Kind is what a completion is.
type Kind string

// The kinds of completions.
const (
	Variable  Kind = "variable"
	Parameter Kind = "parameter" // of the call around it, with = behind
	Function  Kind = "function"
	Module    Kind = "module"
	Field     Kind = "field"
	Method    Kind = "method"
	Constant  Kind = "constant"
	Keyword   Kind = "keyword"
	Choice    Kind = "choice" // a text that a parameter takes
)

// Completion is one thing that may stand at an offset.
type Completion struct {
	Label  string // what it is called, and what is written in place of Completions' span
	Kind   Kind
	Detail string // a signature, a type, or where it comes from; may be empty
	Doc    string // in Markdown; may be empty, then Describe(Name) tells
	Name   string // the full name of a builtin, a member or a word of the language; "" for names of scripts
}

// Complete returns what may stand at an offset, parameters of the call first, and the offset where the name begins that is
// being written. What does not begin with that name is not left out.
func (s *Script) Complete(offset int) (list []Completion, start int) {
	c := s.cursorAt(offset)
	switch {
	case c.mute:
	case c.inText:
		list = s.completeText(c)
	case c.dot >= 0:
		list = s.completeMember(c)
	default:
		list = slices.Concat(s.completeParameters(c), s.completeNames(offset))
		if len(c.open) == 0 {
			list = append(list, keywords(statementWords)...)
		}
		list = append(list, keywords(expressionWords)...)
	}
	return list, c.start
}

var (
	expressionWords = []string{"and", "else", "for", "if", "in", "lambda", "not", "or"}
	statementWords  = []string{"break", "continue", "def", "elif", "load", "pass", "return"}
)

func keywords(words []string) []Completion {
	out := make([]Completion, len(words))
	for i, w := range words {
		out[i] = Completion{Label: w, Kind: Keyword}
	}
	return out
}

// completeText offers the names that a loaded file has, and the texts that a parameter takes.
func (s *Script) completeText(c cursor) []Completion {
	b, direct, ok := c.call()
	if !ok || !direct {
		return nil
	}
	var out []Completion
	if b.callee == "load" {
		if b.commas > 0 {
			for _, t := range s.exports(b.first) {
				out = append(out, t.completion())
			}
		}
		return out
	}
	if call, ok := s.signatureOf(b.callee, c.offset); ok {
		if at := call.active(b); at >= 0 {
			for _, word := range call.Params[at].Enum {
				out = append(out, Completion{Label: word, Kind: Choice})
			}
		}
	}
	return out
}

// completeParameters offers the parameters of the call around the cursor that are not given yet.
func (s *Script) completeParameters(c cursor) []Completion {
	b, direct, ok := c.call()
	if !ok || !direct || b.keyword != "" {
		return nil
	}
	call, ok := s.signatureOf(b.callee, c.offset)
	if !ok {
		return nil
	}
	var out []Completion
	for i, p := range call.Params {
		given := slices.Contains(b.given, p.Name) || !b.stars && i < b.commas-len(b.given)
		if p.Named && !given {
			out = append(out, Completion{Label: p.Name + "=", Kind: Parameter, Detail: b.callee, Doc: p.Doc})
		}
	}
	return out
}

// completeNames offers all names that can be used.
func (s *Script) completeNames(offset int) []Completion {
	var out []Completion
	hidden := map[string]bool{}
	for _, t := range s.visible(offset) {
		hidden[t.name] = true
		out = append(out, t.completion())
	}
	names := starlib.Predeclared()
	if s.ofTests("fixture") {
		names = append(names, "assert", "fixture")
	}
	for _, name := range names {
		if t, ok := known(name); ok && !hidden[name] {
			out = append(out, t.completion())
		}
	}
	return out
}

// completion is a thing as a completion.
func (t thing) completion() Completion {
	c := Completion{Label: t.name, Kind: Variable}
	switch t.role {
	case isFunction:
		c.Kind, c.Detail, c.Doc = Function, t.script.declaration(t.def), documented(t.def)
	case isModule:
		c.Kind, c.Name = Module, t.name
	case isBuiltin:
		c.Kind, c.Name, c.Detail = Function, t.name, t.entry.Signature
		if c.Detail == "" {
			c.Kind = Constant
		}
	}
	return c
}

// completeMember offers what may stand behind a dot: the members of a module, else the fields and methods of the type; of all
// types where the type is not clear.
func (s *Script) completeMember(c cursor) []Completion {
	if t, ok := s.lookup(c.base, c.offset); ok && t.role == isModule {
		return members(c.base)
	}
	if kind := s.typeBefore(c); kind != "" {
		return members(kind)
	}
	var out []Completion
	for _, kind := range doc.Types() {
		for _, m := range members(kind) {
			if !slices.ContainsFunc(out, func(o Completion) bool { return o.Label == m.Label }) {
				out = append(out, m)
			}
		}
	}
	return out
}

func members(of string) []Completion {
	var out []Completion
	for _, member := range doc.Members(of) {
		e, _ := doc.Describe(of + "." + member)
		c := Completion{Label: member, Kind: Method, Detail: e.Signature, Name: e.Name}
		if e.Signature == "" {
			c.Kind, c.Detail = Field, of
		}
		out = append(out, c)
	}
	return out
}

// typeBefore returns the type of what stands before the dot, "" where it is not clear. The tree is asked with a name behind the
// dot, for without one nothing of the statement is in it.
func (s *Script) typeBefore(c cursor) string {
	whole := s
	if c.prefix == "" {
		whole = Read(s.Name, s.Text[:c.offset]+"x"+s.Text[c.offset:], nil)
	}
	if id := whole.name(c.start); id != nil {
		if dot, ok := whole.parent[id].(*syntax.DotExpr); ok {
			kind, _ := whole.typeOf(dot.X, 0)
			return kind
		}
	}
	if c.base != "" && !strings.Contains(c.base, ".") {
		if t, ok := s.lookup(c.base, c.offset); ok && t.id != nil && t.script == s {
			kind, _ := s.variableType(t.id, 0)
			return kind
		}
	}
	return ""
}
