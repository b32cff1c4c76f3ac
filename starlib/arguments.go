package starlib

// This file checks the arguments of builtins that the script calls directly, before the run.

import (
	"slices"

	"go.starlark.net/syntax"

	"devstar/hunkengine"
	"devstar/runtime"
	"devstar/runtime/spec"
)

// builtinOf returns the row of the builtin that a call names directly: edit(...), fs.edit(...).
func builtinOf(fn syntax.Expr) (*spec.Builtin, bool) {
	switch fn := fn.(type) {
	case *syntax.Ident:
		if isBuiltin(fn) {
			return spec.Find(fn.Name)
		}
	case *syntax.DotExpr:
		if id, ok := fn.X.(*syntax.Ident); ok && isBuiltin(id) {
			return spec.Find(id.Name + "." + fn.Name.Name)
		}
	}
	return nil, false
}

// arguments reports calls of builtins with unknown, missing or wrong arguments.
func (c *checker) arguments() {
	for _, call := range c.index.calls {
		b, ok := builtinOf(call.Fn)
		if !ok {
			continue
		}
		c.callArguments(b, call, call.Args)
		if b.Name == "attempt" && len(call.Args) > 0 {
			if inner, ok := builtinOf(call.Args[0]); ok {
				c.callArguments(inner, call, call.Args[1:])
			}
		}
	}
}

func (c *checker) callArguments(b *spec.Builtin, call *syntax.CallExpr, args []syntax.Expr) {
	bound, err := b.Bind(foldArguments(b, args))
	if err == nil {
		err = c.wellFormed(b, bound)
	}
	if err == nil {
		if b.Name == "ops" {
			c.opsSteps(b, args)
		}
		return
	}
	at := calleeStart(call)
	if n := argumentNode(b, args, err.Param); n != nil {
		at, _ = n.Span()
	}
	hint := habitHint(err.Error(), c.line(int(at.Line)))
	if hint == "" {
		hint = err.Next
	}
	c.report(problem{at: at, code: runtime.CodeBadArgument, reason: err.Word, step: b.Name, message: err.Error(), hint: hint, cause: err})
}

// foldArguments gives the literal values of the arguments of a call, spec.Unknown for the rest. Arguments that * or **
// may bring are taken as given.
func foldArguments(b *spec.Builtin, args []syntax.Expr) (pos []any, named []spec.Named) {
	spread := false
	for _, a := range args {
		switch a := a.(type) {
		case *syntax.UnaryExpr:
			if a.Op == syntax.STAR || a.Op == syntax.STARSTAR {
				spread = true
				continue
			}
		case *syntax.BinaryExpr:
			if a.Op == syntax.EQ {
				if b.Rest == "" || isParam(b, a.X.(*syntax.Ident).Name) {
					named = append(named, spec.Named{Name: a.X.(*syntax.Ident).Name, Value: fold(a.Y)})
				}
				continue
			}
		}
		pos = append(pos, fold(a))
	}
	if spread {
		named = append(named, absent(b, len(pos), named)...)
	}
	return pos, named
}

func isParam(b *spec.Builtin, name string) bool {
	return slices.ContainsFunc(b.Params, func(p spec.Param) bool { return p.Name == name })
}

// absent returns the parameters that a call does not give outright, as unknown.
func absent(b *spec.Builtin, positional int, named []spec.Named) []spec.Named {
	var out []spec.Named
	for i, p := range b.Params {
		given := slices.ContainsFunc(named, func(n spec.Named) bool { return n.Name == p.Name })
		if i >= positional && !given {
			out = append(out, spec.Named{Name: p.Name, Value: spec.Unknown{}})
		}
	}
	return out
}

// wellFormed looks at literals further than binding does: it parses an envelope, and refuses a splice that spells out no
// edits, which while running are fine.
func (c *checker) wellFormed(b *spec.Builtin, args spec.Args) *spec.ArgError {
	if edits, ok := args["edits"].([]any); ok && b.Name == "splice" && len(edits) == 0 {
		return &spec.ArgError{Builtin: b.Name, Param: "edits", Word: "empty", Message: "the list is empty", Next: "write " + b.Usage}
	}
	patch, ok := args["patch"].(string)
	if !ok || b.Name != "apply_patch" {
		return nil
	}
	_, err := hunkengine.ParseEnvelope(patch)
	if err == nil {
		return nil
	}
	e := &spec.ArgError{Builtin: b.Name, Param: "patch", Message: err.Error(), Next: "write " + b.Usage}
	if f, ok := err.(interface {
		Reason() string
		Hint() string
	}); ok {
		e.Word, e.Next = f.Reason(), f.Hint()
	}
	return e
}

// argumentNode returns the part of a call that an ArgError is about: "edits[0].find" is looked up as far as the call
// spells it out. For the call as a whole, param "", it is a keyword that the builtin does not have. It is nil when there
// is no such part.
func argumentNode(b *spec.Builtin, args []syntax.Expr, param string) syntax.Expr {
	if param == "" {
		return strangeKeyword(b, args)
	}
	name, rest := cutName(param)
	n := argument(b, args, name)
	for n != nil && rest != "" {
		next, left := element(n, rest)
		if next == nil {
			break
		}
		n, rest = next, left
	}
	return n
}

// strangeKeyword returns the first keyword argument that is no parameter of b.
func strangeKeyword(b *spec.Builtin, args []syntax.Expr) syntax.Expr {
	for _, a := range args {
		if e, ok := a.(*syntax.BinaryExpr); ok && e.Op == syntax.EQ && !isParam(b, e.X.(*syntax.Ident).Name) {
			return e.X
		}
	}
	return nil
}

// argument returns the value that a call gives to a parameter.
func argument(b *spec.Builtin, args []syntax.Expr, name string) syntax.Expr {
	at := slices.IndexFunc(b.Params, func(p spec.Param) bool { return p.Name == name })
	for i, a := range args {
		if e, ok := a.(*syntax.BinaryExpr); ok && e.Op == syntax.EQ {
			if e.X.(*syntax.Ident).Name == name {
				return e.Y
			}
			continue
		}
		if u, ok := a.(*syntax.UnaryExpr); ok && (u.Op == syntax.STAR || u.Op == syntax.STARSTAR) {
			return nil
		}
		if i == at {
			return a
		}
	}
	return nil
}

// cutName splits "edits[0].find" into "edits" and "[0].find".
func cutName(param string) (name, rest string) {
	for i := range len(param) {
		if param[i] == '[' || param[i] == '.' {
			return param[:i], param[i:]
		}
	}
	return param, ""
}

// element returns the part of a display that "[0].find" or ".find" starts with, and what is left of the path.
func element(n syntax.Expr, path string) (syntax.Expr, string) {
	if path[0] == '.' {
		key, rest := cutName(path[1:])
		return entry(n, key), rest
	}
	i, j := 0, 1
	for ; j < len(path) && path[j] != ']'; j++ {
		if path[j] < '0' || path[j] > '9' {
			return nil, ""
		}
		i = i*10 + int(path[j]-'0')
	}
	if list := elements(n); i < len(list) && j < len(path) {
		return list[i], path[j+1:]
	}
	return nil, ""
}

// entry returns the value under a literal key of a dict display.
func entry(n syntax.Expr, key string) syntax.Expr {
	if p, ok := n.(*syntax.ParenExpr); ok {
		return entry(p.X, key)
	}
	d, ok := n.(*syntax.DictExpr)
	if !ok {
		return nil
	}
	for _, e := range d.List {
		pair := e.(*syntax.DictEntry)
		if l, ok := pair.Key.(*syntax.Literal); ok && l.Value == key {
			return pair.Value
		}
	}
	return nil
}
