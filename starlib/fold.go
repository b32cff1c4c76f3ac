package starlib

// This file evaluates literals before the run, as far as they are known.

import (
	"math/big"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"devstar/runtime/spec"
)

// lambda stands for a function value in a call that is checked before the run.
type lambda struct{}

// Type returns "function", as for functions while running.
func (lambda) Type() string { return "function" }

// fold returns the neutral value of an expression, with spec.Unknown where it is not a literal.
func fold(e syntax.Expr) any {
	switch e := e.(type) {
	case *syntax.Literal:
		return foldLiteral(e)
	case *syntax.Ident:
		return foldName(e)
	case *syntax.ParenExpr:
		return fold(e.X)
	case *syntax.UnaryExpr:
		return foldUnary(e)
	case *syntax.BinaryExpr:
		return foldBinary(e)
	case *syntax.ListExpr:
		return foldList(e.List)
	case *syntax.TupleExpr:
		return foldList(e.List)
	case *syntax.DictExpr:
		return foldDict(e)
	case *syntax.LambdaExpr:
		return lambda{}
	}
	return spec.Unknown{}
}

func foldLiteral(e *syntax.Literal) any {
	switch v := e.Value.(type) {
	case string:
		if e.Token == syntax.BYTES {
			return starlark.Bytes(v)
		}
		return v
	case int64:
		return v
	case *big.Int:
		return starlark.MakeBigInt(v)
	case float64:
		return v
	}
	return spec.Unknown{}
}

func foldName(id *syntax.Ident) any {
	if !isBuiltin(id) {
		return spec.Unknown{}
	}
	switch id.Name {
	case "None":
		return nil
	case "True":
		return true
	case "False":
		return false
	}
	return spec.Unknown{}
}

func foldUnary(e *syntax.UnaryExpr) any {
	if e.X == nil {
		return spec.Unknown{}
	}
	switch x := fold(e.X).(type) {
	case int64:
		if e.Op == syntax.MINUS {
			return -x
		}
	case float64:
		if e.Op == syntax.MINUS {
			return -x
		}
	case bool:
		if e.Op == syntax.NOT {
			return !x
		}
	}
	return spec.Unknown{}
}

// foldBinary joins strings or lists; a long sum is flattened first, so that its cost is linear.
func foldBinary(e *syntax.BinaryExpr) any {
	var terms []syntax.Expr
	var x syntax.Expr = e
	for {
		b, ok := x.(*syntax.BinaryExpr)
		if !ok || b.Op != syntax.PLUS {
			break
		}
		terms = append(terms, b.Y)
		x = b.X
	}
	terms = append(terms, x)
	slices.Reverse(terms)
	if len(terms) == 1 {
		return spec.Unknown{}
	}
	if _, text := fold(terms[0]).(string); text {
		return foldStrings(terms)
	}
	return foldLists(terms)
}

func foldStrings(terms []syntax.Expr) any {
	var b strings.Builder
	for _, t := range terms {
		s, ok := fold(t).(string)
		if !ok {
			return spec.Unknown{}
		}
		b.WriteString(s)
	}
	return b.String()
}

func foldLists(terms []syntax.Expr) any {
	out := []any{}
	for _, t := range terms {
		l, ok := fold(t).([]any)
		if !ok {
			return spec.Unknown{}
		}
		out = append(out, l...)
	}
	return out
}

func foldList(list []syntax.Expr) any {
	out := make([]any, len(list))
	for i, e := range list {
		out[i] = fold(e)
	}
	return out
}

func foldDict(e *syntax.DictExpr) any {
	out := make(map[string]any, len(e.List))
	for _, entry := range e.List {
		pair := entry.(*syntax.DictEntry)
		key, ok := fold(pair.Key).(string)
		if !ok {
			return spec.Unknown{}
		}
		out[key] = fold(pair.Value)
	}
	return out
}
