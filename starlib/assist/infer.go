package assist

// This file guesses the type of an expression, for what may stand behind its dot. It guesses only where the text shows it.

import (
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"devstar/starlib/doc"
)

// value is where a variable has its value from.
type value struct {
	expr    syntax.Expr
	element bool // an element of it
}

// unclear marks a variable that has several values.
var unclear = value{}

func (s *Script) assign(n *syntax.AssignStmt) {
	if n.Op == syntax.EQ {
		s.bind(n.LHS, value{expr: n.RHS})
	}
}

func (s *Script) bind(left syntax.Expr, v value) {
	id, ok := left.(*syntax.Ident)
	if !ok {
		return
	}
	first := firstOf(id)
	if first == nil {
		return
	}
	if _, twice := s.assigns[first]; twice {
		v = unclear
	}
	s.assigns[first] = v
}

// firstOf returns the first binding of the variable that id names, nil for builtins and unknown names.
func firstOf(id *syntax.Ident) *syntax.Ident {
	if b, ok := id.Binding.(*resolve.Binding); ok {
		return b.First
	}
	return nil
}

// builtin reports whether id names a builtin, a module, or a word of the language.
func (s *Script) builtin(id *syntax.Ident) bool {
	b, ok := id.Binding.(*resolve.Binding)
	return ok && (b.Scope == resolve.Predeclared || b.Scope == resolve.Universal || b.Scope == resolve.Undefined && s.ofTests(id.Name))
}

// ofTests reports whether a name is one that only files of tests have, and this is such a file.
func (s *Script) ofTests(name string) bool {
	return strings.HasSuffix(s.Name, "_test.star") && isTestName(name)
}

func isTestName(name string) bool { return name == "assert" || name == "fixture" }

// maxGuess bounds how far a guess goes.
const maxGuess = 8

// typeOf returns the type of an expression and that of its elements, "" where they are not clear.
func (s *Script) typeOf(e syntax.Expr, depth int) (kind, elem string) {
	if depth > maxGuess {
		return "", ""
	}
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return s.typeOf(e.X, depth+1)
	case *syntax.Literal:
		return map[syntax.Token]string{syntax.STRING: "string", syntax.BYTES: "bytes"}[e.Token], ""
	case *syntax.ListExpr:
		if len(e.List) > 0 {
			elem, _ = s.typeOf(e.List[0], depth+1)
		}
		return "list", elem
	case *syntax.DictExpr:
		return "dict", ""
	case *syntax.Comprehension:
		return comprehended(e), ""
	case *syntax.BinaryExpr:
		if e.Op == syntax.PLUS || e.Op == syntax.PERCENT {
			return s.typeOf(e.X, depth+1)
		}
	case *syntax.CondExpr:
		return s.typeOf(e.True, depth+1)
	case *syntax.IndexExpr:
		_, kind = s.typeOf(e.X, depth+1)
	case *syntax.CallExpr:
		return s.resultOf(e, depth)
	case *syntax.Ident:
		return s.variableType(e, depth)
	}
	return kind, elem
}

func comprehended(e *syntax.Comprehension) string {
	if e.Curly {
		return "dict"
	}
	return "list"
}

func (s *Script) variableType(id *syntax.Ident, depth int) (kind, elem string) {
	v := s.assigns[firstOf(id)]
	if v == unclear {
		return "", ""
	}
	kind, elem = s.typeOf(v.expr, depth+1)
	if v.element {
		return elem, ""
	}
	return kind, elem
}

// resultOf returns the type of what a call gives.
func (s *Script) resultOf(call *syntax.CallExpr, depth int) (kind, elem string) {
	switch fn := call.Fn.(type) {
	case *syntax.Ident:
		if !s.builtin(fn) {
			return "", ""
		}
		if e, ok := doc.Describe(fn.Name); ok && e.Returns != "" {
			return typeNamed(e.Returns)
		}
		if fn.Name == "sorted" || fn.Name == "list" || fn.Name == "reversed" {
			if len(call.Args) > 0 {
				_, elem = s.typeOf(call.Args[0], depth+1)
			}
			return "list", elem
		}
		return languageResults[fn.Name], ""
	case *syntax.DotExpr:
		if id, ok := fn.X.(*syntax.Ident); ok && s.builtin(id) {
			if e, ok := doc.Describe(id.Name + "." + fn.Name.Name); ok {
				return typeNamed(e.Returns)
			}
		}
		if on, _ := s.typeOf(fn.X, depth+1); on == "string" {
			return stringResult(fn.Name.Name)
		}
	}
	return "", ""
}

// languageResults are the types of what functions of the language give.
var languageResults = map[string]string{"str": "string", "repr": "string", "type": "string", "chr": "string", "dict": "dict", "set": "set",
	"enumerate": "list", "zip": "list", "dir": "list", "bytes": "bytes", "fixture": "fixture"}

// stringResult is the type of what a method of strings gives.
func stringResult(method string) (kind, elem string) {
	switch {
	case strings.HasPrefix(method, "is"), strings.HasSuffix(method, "find"), strings.HasSuffix(method, "index"), strings.HasSuffix(method, "swith"), method == "count":
		return "", ""
	case strings.Contains(method, "split"):
		return "list", "string"
	case strings.Contains(method, "partition"), strings.Contains(method, "elem"), strings.Contains(method, "codepoint"):
		return "", "string"
	}
	return "string", ""
}

// typeNamed returns the type that the table of builtins tells in words.
func typeNamed(words string) (kind, elem string) {
	switch words {
	case "list of paths", "list of strings":
		return "list", "string"
	case "list of matches":
		return "list", "match"
	case "list of changes":
		return "list", "change"
	case "diagnostics":
		return words, "diagnostic"
	case "string", "delta", "Result":
		return words, ""
	case "match or None":
		return "match", ""
	case "the result so far":
		return "result", ""
	}
	return "", ""
}
