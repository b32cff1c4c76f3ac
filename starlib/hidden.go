package starlib

// This file finds builtins that a name of the script hides where the script then wants the builtin.

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// hidden reports uses of a script variable as the builtin or module of the same name.
func (c *checker) hidden() {
	for _, call := range c.index.calls {
		if id, ok := call.Fn.(*syntax.Ident); ok && c.env.callable(id.Name) {
			c.hiddenName(id, id.Name+"(...)")
		}
	}
	for _, dot := range c.index.dots {
		id, ok := dot.X.(*syntax.Ident)
		if ok && slices.Contains(c.env.members(id.Name), dot.Name.Name) && !dataMethod(dot.Name.Name) {
			c.hiddenName(id, id.Name+"."+dot.Name.Name)
		}
	}
}

// dataMethod reports whether strings, lists, dicts or sets have a method of this name.
func dataMethod(name string) bool {
	for _, v := range []starlark.HasAttrs{starlark.String(""), &starlark.List{}, &starlark.Dict{}, &starlark.Set{}} {
		if slices.Contains(v.AttrNames(), name) {
			return true
		}
	}
	return false
}

func (c *checker) hiddenName(id *syntax.Ident, want string) {
	v := variable(id)
	if v == nil || len(c.index.origins[v]) == 0 {
		return
	}
	for _, o := range c.index.origins[v] {
		if c.mayCall(o, v, 0) {
			return
		}
	}
	at := c.index.origins[v][0].at
	c.report(problem{
		at: id.NamePos, reason: "hidden",
		message: fmt.Sprintf("%s is used here, but line %d makes %s %s, which hides the builtin", want, at.Line, id.Name, c.noun(v)),
		hint:    fmt.Sprintf("give the other one another name, such as %s", freeName(id.Name)),
	})
}

// freeName proposes a name for the variable: found_files for files.
func freeName(name string) string { return "my_" + name }

func (c *checker) noun(v *syntax.Ident) string {
	switch o := c.index.origins[v][0]; {
	case o.kind == fromParam:
		return "a parameter"
	case o.kind == fromElement:
		return "a loop variable"
	case c.index.owner[v] != nil:
		return "a variable of the function"
	}
	return "a variable"
}

// mayCall reports whether a variable that gets its value from o may hold a function.
func (c *checker) mayCall(o origin, v *syntax.Ident, depth int) bool {
	switch o.kind {
	case fromData:
		return false
	case fromExpr:
		return c.mayBeFunction(o.expr, v, depth)
	case fromElement:
		return c.mayHoldFunctions(o.expr, v, depth)
	case fromParam:
		return c.mayGetFunction(o.def, v)
	}
	return true
}

// mayBeFunction reports whether the value of e may be called. v is the variable under suspicion: a call of it is meant
// as a call of the builtin.
func (c *checker) mayBeFunction(e syntax.Expr, v *syntax.Ident, depth int) bool {
	if depth > 20 {
		return true
	}
	switch e := e.(type) {
	case *syntax.Literal, *syntax.ListExpr, *syntax.TupleExpr, *syntax.DictExpr, *syntax.Comprehension,
		*syntax.BinaryExpr, *syntax.UnaryExpr, *syntax.SliceExpr:
		return isChoice(e)
	case *syntax.ParenExpr:
		return c.mayBeFunction(e.X, v, depth+1)
	case *syntax.CondExpr:
		return c.mayBeFunction(e.True, v, depth+1) || c.mayBeFunction(e.False, v, depth+1)
	case *syntax.CallExpr:
		return c.mayReturnFunction(e, v)
	case *syntax.Ident:
		return c.nameMayBe(e, v, depth, c.mayCall)
	}
	return true
}

// isChoice reports whether e is an and or or, whose value is one of its operands.
func isChoice(e syntax.Expr) bool {
	b, ok := e.(*syntax.BinaryExpr)
	return ok && (b.Op == syntax.AND || b.Op == syntax.OR)
}

// nameMayBe asks test of every origin of the variable that id names.
func (c *checker) nameMayBe(id, v *syntax.Ident, depth int, test func(origin, *syntax.Ident, int) bool) bool {
	if isBuiltin(id) {
		return !slices.Contains([]string{"None", "True", "False"}, id.Name)
	}
	from := c.index.origins[variable(id)]
	for _, o := range from {
		if test(o, v, depth+1) {
			return true
		}
	}
	return len(from) == 0
}

// mayReturnFunction reports whether a call may give a function: the builtins and the methods of strings give data.
func (c *checker) mayReturnFunction(e *syntax.CallExpr, v *syntax.Ident) bool {
	switch fn := e.Fn.(type) {
	case *syntax.Ident:
		if isBuiltin(fn) || variable(fn) == v {
			return slices.Contains([]string{"getattr", "max", "min"}, fn.Name)
		}
	case *syntax.DotExpr:
		return !slices.Contains(starlark.String("").AttrNames(), fn.Name.Name)
	}
	return true
}

// mayHoldFunctions reports whether an element of the value of e may be called.
func (c *checker) mayHoldFunctions(e syntax.Expr, v *syntax.Ident, depth int) bool {
	if depth > 20 {
		return true
	}
	switch e := e.(type) {
	case *syntax.ListExpr, *syntax.TupleExpr:
		return slices.ContainsFunc(elements(e), func(x syntax.Expr) bool { return c.mayBeFunction(x, v, depth+1) })
	case *syntax.ParenExpr:
		return c.mayHoldFunctions(e.X, v, depth+1)
	case *syntax.Comprehension:
		return c.mayBeFunction(e.Body, v, depth+1)
	case *syntax.CallExpr:
		return c.callMayHold(e, v, depth)
	case *syntax.Ident:
		return c.nameMayBe(e, v, depth, func(o origin, v *syntax.Ident, depth int) bool {
			return o.kind != fromExpr || c.mayHoldFunctions(o.expr, v, depth)
		})
	}
	return true
}

// callMayHold looks through sorted(x), list(x) and their like; the steps and looks give lists of data.
func (c *checker) callMayHold(e *syntax.CallExpr, v *syntax.Ident, depth int) bool {
	fn, ok := e.Fn.(*syntax.Ident)
	if !ok || !isBuiltin(fn) && variable(fn) != v {
		return c.mayReturnFunction(e, v)
	}
	if !slices.Contains([]string{"dict", "enumerate", "list", "reversed", "set", "sorted", "tuple", "zip", "getattr"}, fn.Name) {
		return false
	}
	return slices.ContainsFunc(e.Args, func(a syntax.Expr) bool { return c.mayHoldFunctions(a, v, depth+1) })
}

// mayGetFunction reports whether a parameter may be given a function: the parameters of main and of functions that the
// entry script only calls with data may not.
func (c *checker) mayGetFunction(owner *syntax.DefStmt, v *syntax.Ident) bool {
	if owner == nil || c.library {
		return true
	}
	if owner.Name.Name == "main" {
		return false
	}
	if slices.ContainsFunc(owner.Params, func(p syntax.Expr) bool { return c.defaultMayCall(p, v) }) {
		return true
	}
	for _, use := range c.index.uses[variable(owner.Name)] {
		if use == owner.Name {
			continue
		}
		call := c.index.callee[use]
		if call == nil || slices.ContainsFunc(call.Args, func(a syntax.Expr) bool { return c.argumentMayCall(a, v) }) {
			return true
		}
	}
	return false
}

// defaultMayCall reports whether the default of a parameter may be a function.
func (c *checker) defaultMayCall(p syntax.Expr, v *syntax.Ident) bool {
	b, ok := p.(*syntax.BinaryExpr)
	return ok && c.mayBeFunction(b.Y, v, 1)
}

// argumentMayCall reports whether the argument of a call may be a function, or hold functions to be spread.
func (c *checker) argumentMayCall(a syntax.Expr, v *syntax.Ident) bool {
	switch a := a.(type) {
	case *syntax.UnaryExpr:
		return a.Op == syntax.STAR || a.Op == syntax.STARSTAR
	case *syntax.BinaryExpr:
		if a.Op == syntax.EQ {
			return c.mayBeFunction(a.Y, v, 1)
		}
	}
	return c.mayBeFunction(a, v, 1)
}
