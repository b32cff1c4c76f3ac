// Package assist answers what a person who writes a script asks at a place in it: what a name is, which names there are, how a
// call goes on, where something is defined. Its answers are data about byte offsets, for an editor as for a prompt; it runs no
// script, checks none, and knows no protocol. Texts that do not parse are read as far as they go.
package assist

// This file reads a script and finds its way between places in the tree and offsets.

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"go.starlark.net/syntax"

	"devstar/starlib"
)

// Script is a text that was read. It does not change.
type Script struct {
	Name string // as a Loader gives it
	Text string

	loader  starlib.Loader
	starts  []int // of the lines
	tokens  []token
	list    []logical
	file    *syntax.File
	whole   bool            // the file holds all of the text
	names   []*syntax.Ident // all identifiers, by place
	defs    []*syntax.DefStmt
	loads   []*syntax.LoadStmt
	scopes  []scope
	parent  map[*syntax.Ident]syntax.Expr // of a name behind a dot the DotExpr, of a keyword the CallExpr
	assigns map[*syntax.Ident]value       // the values of variables, by their first binding
	loaded  map[string]*Script            // by module; nil for what cannot be loaded
}

// Read reads a script. loader finds what it loads; nil where nothing is to be loaded.
func Read(name, text string, loader starlib.Loader) *Script {
	s := &Script{Name: name, Text: text, loader: loader, starts: LineStarts(text), tokens: scan(text),
		parent: map[*syntax.Ident]syntax.Expr{}, assigns: map[*syntax.Ident]value{}, loaded: map[string]*Script{}}
	s.list = logicals(text, s.tokens)
	s.file, s.whole = parse(name, text)
	s.index()
	return s
}

// Whole reports whether all of the text could be read.
func (s *Script) Whole() bool { return s.whole }

// index collects what questions are about.
func (s *Script) index() {
	syntax.Walk(s.file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Ident:
			s.names = append(s.names, n)
		case *syntax.DefStmt:
			s.defs = append(s.defs, n)
		case *syntax.LoadStmt:
			s.loads = append(s.loads, n)
		case *syntax.DotExpr:
			s.parent[n.Name] = n
		case *syntax.CallExpr:
			s.keywords(n)
		case *syntax.LambdaExpr:
			s.scope(n, n.Params...)
		case *syntax.Comprehension:
			s.comprehension(n)
		case *syntax.AssignStmt:
			s.assign(n)
		case *syntax.ForStmt:
			s.bind(n.Vars, value{n.X, true})
		case *syntax.ForClause:
			s.bind(n.Vars, value{n.X, true})
		}
		return true
	})
	slices.SortStableFunc(s.names, func(a, b *syntax.Ident) int {
		return cmp.Or(cmp.Compare(a.NamePos.Line, b.NamePos.Line), cmp.Compare(a.NamePos.Col, b.NamePos.Col))
	})
}

// Place is a part of a script, in bytes.
type Place struct {
	File       string
	Start, End int
}

// Offset returns the offset of a line and a column, both from 1, the column in characters. What lies outside is moved to the
// nearest end.
func (s *Script) Offset(line, column int) int {
	if line < 1 {
		return 0
	}
	if line > len(s.starts) {
		return len(s.Text)
	}
	at := s.starts[line-1]
	for ; column > 1 && at < len(s.Text) && s.Text[at] != '\n' && s.Text[at] != '\r'; column-- {
		_, size := utf8.DecodeRuneInString(s.Text[at:])
		at += size
	}
	return at
}

func (s *Script) offset(p syntax.Position) int { return s.Offset(int(p.Line), int(p.Col)) }

// line returns the line, from 0, that holds an offset.
func (s *Script) line(offset int) int { return lineAt(s.starts, offset) }

// TokenAt returns the name, number or string that starts at an offset or holds it; one character where there is none.
func (s *Script) TokenAt(offset int) Place {
	p := Place{File: s.Name, Start: offset, End: offset}
	for _, t := range s.tokens {
		if t.start <= offset && offset < t.end && t.kind != newline {
			return Place{s.Name, t.start, t.end}
		}
	}
	if offset < len(s.Text) && s.Text[offset] != '\n' && s.Text[offset] != '\r' {
		_, size := utf8.DecodeRuneInString(s.Text[offset:])
		p.End += size
	}
	return p
}

// span is the place of a name in the tree.
func (s *Script) span(id *syntax.Ident) Place {
	start := s.offset(id.NamePos)
	return Place{s.Name, start, min(start+len(id.Name), len(s.Text))}
}

// name returns the identifier that an offset touches, nil for none.
func (s *Script) name(offset int) *syntax.Ident {
	line := s.line(offset) + 1
	at, _ := slices.BinarySearchFunc(s.names, line, func(id *syntax.Ident, line int) int { return cmp.Compare(int(id.NamePos.Line), line) })
	for _, id := range s.names[at:] {
		if int(id.NamePos.Line) != line {
			break
		}
		if p := s.span(id); p.Start <= offset && offset <= p.End && s.Text[p.Start:p.End] == id.Name {
			return id
		}
	}
	return nil
}
