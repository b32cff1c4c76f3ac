package starlib

// This file decides whether devstar calls the script's main, calls it, and takes its value.

import (
	"fmt"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"devstar/runtime"
)

// mainDef returns the main that the file defines at top level, nil for none.
func (u *unit) mainDef() *syntax.DefStmt {
	for _, d := range u.index.defs {
		if b := bindingOf(d.Name); d.Name.Name == "main" && b != nil && b.Scope == resolve.Global {
			return d
		}
	}
	return nil
}

// mainToCall returns the main that devstar calls when the top-level code is done: nil where there is none, and where that
// code, or a function it names, mentions main itself.
func (u *unit) mainToCall() *syntax.DefStmt {
	def := u.mainDef()
	if def == nil || u.mentions(def) {
		return nil
	}
	return def
}

// mentions reports whether the top-level code, or a function that it mentions, mentions def.
func (u *unit) mentions(def *syntax.DefStmt) bool {
	seen := map[*syntax.DefStmt]bool{def: true}
	found := false
	var look func(n syntax.Node)
	look = func(n syntax.Node) {
		syntax.Walk(n, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.DefStmt:
				return false
			case *syntax.Ident:
				if v := variable(n); v != nil && v == variable(def.Name) {
					found = true
				}
				if d := u.index.function(n); d != nil && !seen[d] {
					seen[d] = true
					for _, s := range d.Body {
						look(s)
					}
				}
			}
			return true
		})
	}
	for _, s := range u.file.Stmts {
		look(s)
	}
	return found
}

// mainUse returns the line of the top-level code that mentions main, or a function that does; 0 for none.
func (u *unit) mainUse(def *syntax.DefStmt) int {
	line := 0
	for _, s := range u.file.Stmts {
		if _, isDef := s.(*syntax.DefStmt); isDef {
			continue
		}
		syntax.Walk(s, func(n syntax.Node) bool {
			id, ok := n.(*syntax.Ident)
			if ok && line == 0 && (variable(id) == variable(def.Name) || u.index.function(id) != nil) {
				line = int(id.NamePos.Line)
			}
			return true
		})
	}
	return line
}

// callFunction calls a function of the script without arguments.
func (r *run) callFunction(name string, globals starlark.StringDict) error {
	fn, ok := globals[name].(*starlark.Function)
	if !ok {
		return runtime.NewError(runtime.CodeScript, "", "the script defines no function "+name, "")
	}
	_, err := starlark.Call(r.thread, fn, nil, nil)
	return err
}

// callMain calls main and makes what it returns the value of the result.
func (r *run) callMain(u *unit, globals starlark.StringDict) error {
	if u.mainToCall() == nil {
		return nil
	}
	fn, ok := globals["main"].(*starlark.Function)
	if !ok {
		return nil
	}
	args, kwargs, err := callArguments(fn, r.values)
	if err != nil {
		return err
	}
	v, err := starlark.Call(r.thread, fn, args, kwargs)
	if err != nil {
		return err
	}
	value, err := jsonValue(v)
	if err != nil {
		e := runtime.NewError(runtime.CodeScript, "", fmt.Sprintf("main returned what JSON cannot hold: %v", err),
			"return strings, numbers, booleans, None, lists, and dicts with string keys")
		e.Reason, e.Position = "value", positionOf(fn.Position())
		return e
	}
	r.session.SetValue(value)
	return nil
}
