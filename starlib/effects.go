package starlib

// This file lists the effects that a script can raise, whatever it does with the functions that raise them.

import (
	"go.starlark.net/syntax"

	"devstar/runtime"
	"devstar/runtime/spec"
)

// Effects lists the effects that the script and the files it loads can raise, with the places that can raise them. Every
// mention of a builtin counts, called or not, in code that runs or not; a mention of a whole module, such as the fs of
// getattr(fs, name), counts for all of its members, and steps of ops that are not spelt out for every step.
func (p *Program) Effects() []runtime.EffectUse {
	m := mentions{env: p.env, uses: runtime.EffectUses{}}
	for _, u := range p.units {
		if u.file != nil {
			m.file(u.file)
		}
	}
	return m.uses.Sorted()
}

// mentions collects what a file mentions.
type mentions struct {
	env  *environment
	uses runtime.EffectUses
}

func (m mentions) file(f *syntax.File) {
	syntax.Walk(f, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			return !m.call(n)
		case *syntax.DotExpr:
			if b, ok := builtinOf(n); ok {
				m.builtin(b, n.Name.NamePos)
				return false
			}
		case *syntax.Ident:
			if isBuiltin(n) {
				m.name(n)
			}
		}
		return true
	})
}

// name notes a mention of a builtin or of a module.
func (m mentions) name(id *syntax.Ident) {
	if b, ok := spec.Find(id.Name); ok {
		m.builtin(b, id.NamePos)
		return
	}
	for _, member := range m.env.members(id.Name) {
		if b, ok := spec.Find(id.Name + "." + member); ok {
			m.builtin(b, id.NamePos)
		}
	}
}

// builtin notes everything that a builtin can raise.
func (m mentions) builtin(b *spec.Builtin, at syntax.Position) {
	m.uses.Add(b, *positionOf(at))
	switch b.Name {
	case "apply_patch":
		m.add("acquire", at)
	case "ops":
		for _, step := range append(spec.Steps(), "acquire") {
			m.add(step, at)
		}
	}
}

// add notes a builtin by its name.
func (m mentions) add(name string, at syntax.Position) {
	if b, ok := spec.Find(name); ok {
		m.uses.Add(b, *positionOf(at))
	}
}

// call notes a call that says more than the mention of its function; false leaves it to the mention.
func (m mentions) call(call *syntax.CallExpr) bool {
	b, ok := builtinOf(call.Fn)
	if !ok {
		return false
	}
	at := calleeStart(call)
	switch {
	case b.Name == "apply_patch" && len(call.Args) == 1 && !isNamed(call.Args[0], "acquire"):
		m.uses.Add(b, *positionOf(at))
	case b.Name == "ops" && m.spelt(call.Args, b):
		m.add("acquire", at)
	default:
		return false
	}
	for _, a := range call.Args {
		m.file(&syntax.File{Stmts: []syntax.Stmt{&syntax.ExprStmt{X: a}}})
	}
	return true
}

// isNamed reports whether an argument is name=..., or is spread and may hold it.
func isNamed(arg syntax.Expr, name string) bool {
	switch arg := arg.(type) {
	case *syntax.UnaryExpr:
		return arg.Op == syntax.STAR || arg.Op == syntax.STARSTAR
	case *syntax.BinaryExpr:
		id, ok := arg.X.(*syntax.Ident)
		return ok && arg.Op == syntax.EQ && id.Name == name
	}
	return false
}

// spelt notes the steps of ops when each of them is spelt out with its name.
func (m mentions) spelt(args []syntax.Expr, b *spec.Builtin) bool {
	steps := elements(argument(b, args, "steps"))
	var rows []*spec.Builtin
	for _, node := range steps {
		name, ok := fold(entry(node, "step")).(string)
		row, known := spec.Find(name)
		if !ok || !known {
			return false
		}
		rows = append(rows, row)
	}
	for i, row := range rows {
		at, _ := steps[i].Span()
		m.uses.Add(row, *positionOf(at))
	}
	return len(rows) > 0
}
