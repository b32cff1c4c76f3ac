package starlib

// This file runs a script piece by piece, as it is typed: names persist, mistakes end the piece and nothing else.

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"devstar/runtime"
	"devstar/starlib/modules"
)

// Interactive is a script that comes in pieces. Each is compiled and run when it comes, on one session.
type Interactive struct {
	r       *run
	env     *environment // what a piece can name
	pieces  int
	seeds   []string // what the names of earlier values were called for the piece
	options Options
}

// lastValue is the name under which the value of the last expression is kept.
const lastValue = "_"

// NewInteractive begins a script. help is told what help(x) has to say; nil leaves help out. Of the options arguments are not
// used, for pieces have no main.
func NewInteractive(s *runtime.Session, o Options, help func(text string)) *Interactive {
	entry := &unit{name: "<interactive>"}
	p := &Program{env: newEnvironment(nil), entry: entry, units: map[string]*unit{}, options: o}
	r := &run{session: s, program: p, loaded: map[*unit]starlark.StringDict{}}
	r.names = newEnvironment(r).predeclared
	i := &Interactive{r: r, env: &environment{predeclared: maps.Clone(r.names), own: map[string]bool{}}, options: o}
	if help != nil {
		i.env.predeclared["help"] = helpBuiltin(help)
	}
	return i
}

// Eval compiles a piece and runs it. The value of an expression at its end is returned as a script would spell it, "" when it is
// None, and kept under the name _. The error, if any, is an *runtime.Error; files in it that are called <1>, <2> are pieces.
func (i *Interactive) Eval(ctx context.Context, text string) (value string, err error) {
	i.pieces++
	u, found := i.compile(fmt.Sprintf("<%d>", i.pieces), text)
	if len(found) > 0 {
		return "", compileError(found)
	}
	r := i.r
	r.ctx, r.limit, r.outcomes, r.attempts, r.handlers, r.loading = ctx, nil, nil, 0, nil, nil
	r.newThread(i.options.MaxSteps)
	r.thread.Load = r.load
	defer r.watch()()
	v, err := i.execute(u)
	if err != nil {
		return "", r.failure(err)
	}
	return spelled(v), nil
}

// execute runs a compiled piece and takes in what it has defined, also before a failure.
func (i *Interactive) execute(u *unit) (value starlark.Value, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = internal("", p)
		}
	}()
	globals, err := u.program.Init(i.r.thread, i.env.predeclared)
	for _, name := range i.seeds {
		delete(i.env.predeclared, name)
	}
	i.seeds = nil
	value = globals[lastValue]
	for name, v := range globals {
		if name == lastValue && v == starlark.None {
			continue
		}
		i.env.predeclared[name], i.env.own[name] = v, true
	}
	return value, err
}

// compile compiles a piece. Names that it binds anew start with the value they have.
func (i *Interactive) compile(name, text string) (u *unit, errs []*runtime.Error) {
	l := &linker{Program: i.r.program}
	u = &unit{name: name, text: []byte(text), starts: lineStarts([]byte(text)), loads: map[string]*unit{}}
	l.units[name] = u
	defer func() {
		if p := recover(); p != nil {
			errs = []*runtime.Error{internal("", p)}
		}
	}()
	dialect := entryDialect()
	dialect.LoadBindsGlobally = true
	found := u.parse(dialect)
	if len(found) == 0 {
		i.prepare(u.file)
		found = u.check(i.env).found
		for _, stmt := range u.file.Stmts {
			if load, ok := stmt.(*syntax.LoadStmt); ok {
				i.forget(len(u.loads))
				found = append(found, l.load(u, load)...)
			}
		}
		sortProblems(found)
	}
	for _, f := range append(found, l.found...) {
		errs = append(errs, f.failure())
	}
	return u, errs
}

// forget drops what was loaded before the first load of a piece, so that a file that has changed is loaded again.
func (i *Interactive) forget(loads int) {
	if loads == 0 {
		maps.DeleteFunc(i.r.program.units, func(_ string, u *unit) bool { return u.library })
	}
}

// earlier is what the name of a value ends in that a name had before the piece; no script can write that.
const earlier = "@before"

// prepare turns the expression at the end of a piece into an assignment to _, and puts an assignment before it for every name
// that it binds and that has a value already.
func (i *Interactive) prepare(f *syntax.File) {
	if len(f.Stmts) == 0 {
		return
	}
	if e, ok := f.Stmts[len(f.Stmts)-1].(*syntax.ExprStmt); ok {
		start, _ := e.Span()
		f.Stmts[len(f.Stmts)-1] = assignment(lastValue, e.X, start)
	}
	at, _ := f.Stmts[0].Span()
	for _, name := range i.rebound(f) {
		old := name + earlier
		i.env.predeclared[old] = i.env.predeclared[name]
		i.seeds = append(i.seeds, old)
		f.Stmts = slices.Insert(f.Stmts, 0, syntax.Stmt(assignment(name, &syntax.Ident{NamePos: at, Name: old}, at)))
	}
}

func assignment(name string, value syntax.Expr, at syntax.Position) *syntax.AssignStmt {
	return &syntax.AssignStmt{OpPos: at, Op: syntax.EQ, LHS: &syntax.Ident{NamePos: at, Name: name}, RHS: value}
}

// rebound returns the names of earlier pieces that the top level of a file assigns to, sorted.
func (i *Interactive) rebound(f *syntax.File) []string {
	var names []string
	var add func(e syntax.Expr)
	add = func(e syntax.Expr) {
		switch e := e.(type) {
		case *syntax.Ident:
			if i.env.own[e.Name] && e.Name != lastValue {
				names = append(names, e.Name)
			}
		case *syntax.ParenExpr:
			add(e.X)
		case *syntax.TupleExpr, *syntax.ListExpr:
			for _, part := range elements(e) {
				add(part)
			}
		}
	}
	var bound func(list []syntax.Stmt)
	bound = func(list []syntax.Stmt) {
		for _, stmt := range list {
			switch stmt := stmt.(type) {
			case *syntax.AssignStmt:
				add(stmt.LHS)
			case *syntax.ForStmt:
				add(stmt.Vars)
				bound(stmt.Body)
			case *syntax.IfStmt:
				bound(stmt.True)
				bound(stmt.False)
			}
		}
	}
	bound(f.Stmts)
	slices.Sort(names)
	return slices.Compact(names)
}

// disown makes the names of earlier pieces look like variables to the checks of builtins. The program is compiled by then.
func (e *environment) disown(f *syntax.File) {
	if len(e.own) == 0 {
		return
	}
	syntax.Walk(f, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok && e.own[id.Name] && isBuiltin(id) {
			id.Binding = &resolve.Binding{Scope: resolve.Global}
		}
		return true
	})
}

// maxShown bounds the text of a value, in bytes.
const maxShown = 16 << 10

// spelled is a value as a script would spell it, "" for None; a long one is cut.
func spelled(v starlark.Value) string {
	if v == nil || v == starlark.None {
		return ""
	}
	if err := modules.CheckDepth("repr", v); err != nil {
		return fmt.Sprintf("<%s: %v>", v.Type(), err)
	}
	text := v.String()
	if len(text) <= maxShown {
		return text
	}
	cut := maxShown
	for cut > 0 && text[cut]&0xC0 == 0x80 {
		cut-- // not inside of a character
	}
	return fmt.Sprintf("%s ... (%d bytes more)", text[:cut], len(text)-cut)
}

// Text returns the source of a piece, or of a file that was loaded; nil for none.
func (i *Interactive) Text(name string) []byte { return i.r.program.Text(name) }

// Names returns the names that the pieces have defined, sorted.
func (i *Interactive) Names() []string { return slices.Sorted(maps.Keys(i.env.own)) }

// Members returns what the value of a name has behind the dot, sorted; nil when it has nothing or is not there.
func (i *Interactive) Members(name string) []string {
	v := i.env.get(name)
	if v, ok := v.(starlark.HasAttrs); ok {
		names := v.AttrNames()
		slices.Sort(names)
		return names
	}
	return nil
}
