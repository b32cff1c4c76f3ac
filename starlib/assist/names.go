package assist

// This file knows which names can be used at an offset, and what each of them is.

import (
	"slices"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"devstar/starlib"
	"devstar/starlib/doc"
)

// scope is a part of an expression with variables of its own: a comprehension or a lambda.
type scope struct {
	start, end int
	vars       []*syntax.Ident
}

func (s *Script) scope(n syntax.Node, vars ...syntax.Expr) {
	start, end := n.Span()
	sc := scope{start: s.offset(start), end: s.offset(end)}
	for _, v := range vars {
		syntax.Walk(v, func(n syntax.Node) bool {
			if b, ok := n.(*syntax.BinaryExpr); ok && b.Op == syntax.EQ {
				sc.vars = append(sc.vars, b.X.(*syntax.Ident))
				return false
			}
			if id, ok := n.(*syntax.Ident); ok {
				sc.vars = append(sc.vars, id)
			}
			return true
		})
	}
	s.scopes = append(s.scopes, sc)
}

func (s *Script) comprehension(n *syntax.Comprehension) {
	var vars []syntax.Expr
	for _, c := range n.Clauses {
		if f, ok := c.(*syntax.ForClause); ok {
			vars = append(vars, f.Vars)
		}
	}
	s.scope(n, vars...)
}

func (s *Script) keywords(call *syntax.CallExpr) {
	for _, a := range call.Args {
		if b, ok := a.(*syntax.BinaryExpr); ok && b.Op == syntax.EQ {
			if id, ok := b.X.(*syntax.Ident); ok {
				s.parent[id] = call
			}
		}
	}
}

// role says what a name is.
type role int

const (
	isVariable role = iota
	isParameter
	isFunction
	isModule
	isBuiltin // a function or value of the language or of devstar
	isMember  // behind a dot
	isFile    // the module of a load statement
	isKeyword // a word of the syntax
)

// thing is what a name stands for. Of names that a script defines there is a script and a place, of the others an entry.
type thing struct {
	role   role
	name   string
	entry  *doc.Entry
	script *Script
	id     *syntax.Ident   // the first binding
	def    *syntax.DefStmt // of functions
}

// visible returns the names at an offset by which a script defines something, innermost first; those that are hidden are left out.
func (s *Script) visible(offset int) []thing {
	var out []thing
	seen := map[string]bool{}
	add := func(id *syntax.Ident) {
		if id != nil && !seen[id.Name] {
			seen[id.Name] = true
			out = append(out, s.variable(id))
		}
	}
	inner := map[*syntax.Ident]bool{} // belongs to an expression, not to the function around it
	for i := len(s.scopes) - 1; i >= 0; i-- {
		for _, id := range s.scopes[i].vars {
			inner[id] = true
			if s.scopes[i].start < offset && offset <= s.scopes[i].end {
				add(id)
			}
		}
	}
	locals := func(list []*resolve.Binding) {
		for _, b := range list {
			if !inner[b.First] {
				add(b.First)
			}
		}
	}
	around := s.enclosing(offset)
	slices.Reverse(around)
	for _, d := range around {
		locals(d.Function.(*resolve.Function).Locals)
	}
	m := s.file.Module.(*resolve.Module)
	locals(m.Globals)
	locals(m.Locals)
	return out
}

// enclosing returns the functions in whose body an offset lies, outermost first.
func (s *Script) enclosing(offset int) []*syntax.DefStmt {
	line, column := s.line(offset), s.column(offset)
	var out []*syntax.DefStmt
	for _, d := range s.defs {
		start, end := d.Span()
		head := slices.IndexFunc(s.list, func(l logical) bool { return l.first == int(start.Line)-1 })
		if s.offset(d.Lparen) < offset && offset <= s.offset(end) || head >= 0 && within(s.list, head, line, column) {
			out = append(out, d)
		}
	}
	return out
}

// column returns the column of the statement at an offset; on a line of blanks that of the offset itself.
func (s *Script) column(offset int) int {
	line := s.line(offset)
	for _, l := range s.list {
		if l.first <= line && line <= l.last {
			return l.column
		}
	}
	return offset - s.starts[line]
}

// variable tells what a variable is, by its first binding.
func (s *Script) variable(id *syntax.Ident) thing {
	t := thing{role: isVariable, name: id.Name, script: s, id: id}
	for _, l := range s.loads {
		if at := slices.Index(l.To, id); at >= 0 {
			if there, ok := s.export(l.ModuleName(), l.From[at].Name); ok {
				there.name = id.Name
				return there
			}
			return t
		}
	}
	for _, d := range s.defs {
		if d.Name == id {
			t.role, t.def = isFunction, d
			return t
		}
		if slices.ContainsFunc(d.Params, func(p syntax.Expr) bool { return starlib.ParamName(p) == id }) {
			t.role = isParameter
			return t
		}
	}
	return t
}

// export returns what a loaded file defines under a name.
func (s *Script) export(module, name string) (thing, bool) {
	lib := s.load(module)
	if lib == nil {
		return thing{}, false
	}
	for _, b := range lib.file.Module.(*resolve.Module).Globals {
		if b.First.Name == name {
			return lib.variable(b.First), true
		}
	}
	return thing{}, false
}

// exports returns what a loaded file defines for others.
func (s *Script) exports(module string) []thing {
	lib := s.load(module)
	if lib == nil {
		return nil
	}
	var out []thing
	for _, b := range lib.file.Module.(*resolve.Module).Globals {
		if !strings.HasPrefix(b.First.Name, "_") {
			out = append(out, lib.variable(b.First))
		}
	}
	return out
}

// load reads a file that the script loads, nil when it cannot be loaded. What that file loads in turn is not followed: its
// names are its own.
func (s *Script) load(module string) *Script {
	if lib, known := s.loaded[module]; known {
		return lib
	}
	s.loaded[module] = nil
	if s.loader == nil {
		return nil
	}
	name, text, err := s.loader.Load(s.Name, module)
	if err == nil {
		s.loaded[module] = Read(name, string(text), nil)
	}
	return s.loaded[module]
}

// lookup returns what a name means at an offset: the name of a variable or of a builtin, or module.member.
func (s *Script) lookup(name string, offset int) (thing, bool) {
	base, member, dotted := strings.Cut(name, ".")
	for _, t := range s.visible(offset) {
		if t.name == base {
			return t, !dotted
		}
	}
	if dotted && strings.Contains(member, ".") {
		return thing{}, false
	}
	if isTestName(base) && !s.ofTests(base) {
		return thing{}, false
	}
	return known(name)
}

// known returns what a name of the language or of devstar is.
func known(name string) (thing, bool) {
	if e, ok := doc.Describe(name); ok {
		t := thing{role: isBuiltin, name: name, entry: &e}
		switch {
		case strings.Contains(name, "."):
			t.role = isMember
		case doc.Members(name) != nil && e.Signature == "":
			t.role = isModule
		}
		return t, !slices.Contains(doc.Types(), strings.Split(name, ".")[0]) || t.role != isMember
	}
	if slices.Contains(starlib.Predeclared(), name) {
		return thing{role: isModule, name: name, entry: &doc.Entry{Name: name, Doc: "Module."}}, true
	}
	return thing{}, false
}
