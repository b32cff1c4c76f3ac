package starlib

// This file indexes a resolved file: which expressions a name may stand for, and which function encloses a place.

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// source says how a name gets a value.
type source int

const (
	fromExpr    source = iota // name = expr
	fromElement               // an element of expr: loops, unpacking
	fromDef                   // def name
	fromParam                 // a parameter
	fromData                  // certainly no function: name += expr
	fromLoad                  // loaded from another file
)

// origin is one place where a name gets a value.
type origin struct {
	kind source
	expr syntax.Expr     // fromExpr, fromElement
	def  *syntax.DefStmt // fromDef: the function; fromParam: its owner, nil for a lambda
	at   syntax.Position
}

// place is a line and a column, from 1.
type place struct{ line, column int }

// index knows, for the first binding identifier of every variable, all places that bind it.
type index struct {
	file        *syntax.File
	origins     map[*syntax.Ident][]origin
	defs        []*syntax.DefStmt
	calls       []*syntax.CallExpr
	byParen     map[place]*syntax.CallExpr // by the position of the parenthesis
	dots        []*syntax.DotExpr
	comparisons []*syntax.BinaryExpr               // == and !=
	uses        map[*syntax.Ident][]*syntax.Ident  // every mention of a variable, by its first binding
	callee      map[*syntax.Ident]*syntax.CallExpr // the call of which an identifier is the function
	owner       map[*syntax.Ident]*syntax.DefStmt  // the function of a variable, by its first binding; nil at top level
	current     *syntax.DefStmt                    // while indexing: the innermost function
}

// bindingOf returns the resolver's binding of an identifier, nil when the name is not resolved.
func bindingOf(id *syntax.Ident) *resolve.Binding {
	b, _ := id.Binding.(*resolve.Binding)
	return b
}

// variable returns the first binding identifier of the variable id refers to; nil for builtins and undefined names.
func variable(id *syntax.Ident) *syntax.Ident {
	if b := bindingOf(id); b != nil {
		return b.First
	}
	return nil
}

// isBuiltin reports whether id refers to a name of the language or of devstar.
func isBuiltin(id *syntax.Ident) bool {
	b := bindingOf(id)
	return b != nil && (b.Scope == resolve.Predeclared || b.Scope == resolve.Universal)
}

func newIndex(f *syntax.File) *index {
	x := &index{file: f, origins: map[*syntax.Ident][]origin{}, byParen: map[place]*syntax.CallExpr{},
		uses: map[*syntax.Ident][]*syntax.Ident{}, callee: map[*syntax.Ident]*syntax.CallExpr{}, owner: map[*syntax.Ident]*syntax.DefStmt{}}
	x.walk(f)
	return x
}

// walk visits n and what is in it; functions are entered by def.
func (x *index) walk(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		if d, ok := n.(*syntax.DefStmt); ok {
			x.def(d)
			return false
		}
		x.visit(n)
		return true
	})
}

// def visits a function: its name belongs outside, all else inside.
func (x *index) def(d *syntax.DefStmt) {
	x.defs = append(x.defs, d)
	x.bind(d.Name, origin{kind: fromDef, def: d})
	x.visit(d.Name)
	outer := x.current
	x.current = d
	x.params(d.Params, d)
	for _, p := range d.Params {
		x.walk(p)
	}
	for _, s := range d.Body {
		x.walk(s)
	}
	x.current = outer
}

func (x *index) visit(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.Ident:
		if v := variable(n); v != nil {
			x.uses[v] = append(x.uses[v], n)
		}
	case *syntax.CallExpr:
		x.calls = append(x.calls, n)
		x.byParen[place{int(n.Lparen.Line), int(n.Lparen.Col)}] = n
		if id, ok := n.Fn.(*syntax.Ident); ok {
			x.callee[id] = n
		}
	case *syntax.DotExpr:
		x.dots = append(x.dots, n)
	case *syntax.BinaryExpr:
		if n.Op == syntax.EQL || n.Op == syntax.NEQ {
			x.comparisons = append(x.comparisons, n)
		}
	case *syntax.AssignStmt:
		x.assign(n)
	case *syntax.ForStmt:
		x.bind(n.Vars, origin{kind: fromElement, expr: n.X})
	case *syntax.ForClause:
		x.bind(n.Vars, origin{kind: fromElement, expr: n.X})
	case *syntax.LambdaExpr:
		x.params(n.Params, nil)
	case *syntax.LoadStmt:
		for _, id := range n.To {
			x.bind(id, origin{kind: fromLoad})
		}
	}
}

func (x *index) assign(n *syntax.AssignStmt) {
	if n.Op != syntax.EQ {
		x.bind(n.LHS, origin{kind: fromData})
		return
	}
	left, right := elements(n.LHS), elements(n.RHS)
	if left == nil || len(left) != len(right) {
		x.bind(n.LHS, origin{kind: fromExpr, expr: n.RHS})
		return
	}
	for i, l := range left {
		x.bind(l, origin{kind: fromExpr, expr: right[i]})
	}
}

// elements returns the parts of a tuple or list display.
func elements(e syntax.Expr) []syntax.Expr {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return elements(e.X)
	case *syntax.TupleExpr:
		return e.List
	case *syntax.ListExpr:
		return e.List
	}
	return nil
}

// bind records o for every name on a left side; the parts of a pattern get elements of the value.
func (x *index) bind(lhs syntax.Expr, o origin) {
	switch lhs := lhs.(type) {
	case *syntax.Ident:
		v := variable(lhs)
		if v == nil {
			return
		}
		if len(x.origins[v]) == 0 {
			x.owner[v] = x.current
		}
		o.at = lhs.NamePos
		x.origins[v] = append(x.origins[v], o)
	case *syntax.ParenExpr:
		x.bind(lhs.X, o)
	case *syntax.TupleExpr, *syntax.ListExpr:
		if o.kind == fromExpr {
			o.kind = fromElement
		}
		for _, e := range elements(lhs) {
			x.bind(e, o)
		}
	}
}

func (x *index) params(params []syntax.Expr, owner *syntax.DefStmt) {
	for _, p := range params {
		if id := ParamName(p); id != nil {
			x.bind(id, origin{kind: fromParam, def: owner})
		}
	}
}

// ParamName returns the identifier of a parameter: x, x=default, *x, **x; nil for a bare *.
func ParamName(p syntax.Expr) *syntax.Ident {
	switch p := p.(type) {
	case *syntax.Ident:
		return p
	case *syntax.BinaryExpr:
		return ParamName(p.X)
	case *syntax.UnaryExpr:
		if p.X != nil {
			return ParamName(p.X)
		}
	}
	return nil
}

// function returns the def that e certainly calls: a name bound once, by def; nil otherwise.
func (x *index) function(e syntax.Expr) *syntax.DefStmt {
	id, ok := e.(*syntax.Ident)
	if !ok {
		return nil
	}
	if from := x.origins[variable(id)]; len(from) == 1 && from[0].kind == fromDef {
		return from[0].def
	}
	return nil
}

// enclosing returns the functions around a place, outermost first. The name of a function lies outside of it.
func (x *index) enclosing(pos syntax.Position) []*syntax.DefStmt {
	var out []*syntax.DefStmt
	for _, d := range x.defs {
		if _, end := d.Span(); !before(pos, d.Lparen) && before(pos, end) {
			out = append(out, d)
		}
	}
	return out
}

func before(a, b syntax.Position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
}
