package starlib

// This file walks the code that certainly runs: straight lines of the entry script and of the functions they call.

import (
	"go.starlark.net/syntax"
)

// flow says what is certain after a piece of code.
type flow int

const (
	goesOn   flow = iota // the next statement runs
	mayLeave             // the function may have returned
	mayStop              // the run may have ended
)

// certain calls visit for every call that certainly runs, in order.
type certain struct {
	index  *index
	visit  func(*syntax.CallExpr)
	visits map[*syntax.DefStmt]int
	ends   map[*syntax.DefStmt]bool
}

func newCertain(x *index, visit func(*syntax.CallExpr)) *certain {
	return &certain{index: x, visit: visit, visits: map[*syntax.DefStmt]int{}, ends: map[*syntax.DefStmt]bool{}}
}

func (c *certain) stmts(list []syntax.Stmt) flow {
	for _, s := range list {
		if f := c.stmt(s); f != goesOn {
			return f
		}
	}
	return goesOn
}

func (c *certain) stmt(s syntax.Stmt) flow {
	switch s := s.(type) {
	case *syntax.ExprStmt:
		return c.expr(s.X)
	case *syntax.AssignStmt:
		return c.exprs(s.RHS, s.LHS)
	case *syntax.ReturnStmt:
		if s.Result != nil && c.expr(s.Result) == mayStop {
			return mayStop
		}
		return mayLeave
	case *syntax.IfStmt:
		if f := c.expr(s.Cond); f != goesOn {
			return f
		}
		return max(c.branch(s.True), c.branch(s.False))
	case *syntax.ForStmt:
		if f := c.expr(s.X); f != goesOn {
			return f
		}
		return c.branch(s.Body)
	case *syntax.BranchStmt:
		if s.Token != syntax.PASS {
			return mayLeave
		}
	case *syntax.DefStmt:
		return c.defaults(s.Params)
	}
	return goesOn
}

func (c *certain) defaults(params []syntax.Expr) flow {
	for _, p := range params {
		if b, ok := p.(*syntax.BinaryExpr); ok {
			if f := c.expr(b.Y); f != goesOn {
				return f
			}
		}
	}
	return goesOn
}

// branch tells what code that may or may not run leaves certain.
func (c *certain) branch(list []syntax.Stmt) flow {
	f := goesOn
	for _, s := range list {
		f = max(f, c.uncertain(s))
	}
	return f
}

// uncertain tells what n, which may or may not run, leaves certain.
func (c *certain) uncertain(n syntax.Node) flow {
	f := goesOn
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.DefStmt, *syntax.LambdaExpr:
			return false
		case *syntax.ReturnStmt:
			f = max(f, mayLeave)
		case *syntax.CallExpr:
			if c.callMayStop(n) {
				f = mayStop
			}
		}
		return true
	})
	return f
}

// callMayStop reports whether a call may end the run on purpose: fail, or_fail, and functions that may call them.
func (c *certain) callMayStop(call *syntax.CallExpr) bool {
	switch fn := call.Fn.(type) {
	case *syntax.DotExpr:
		return fn.Name.Name == "or_fail"
	case *syntax.Ident:
		if isBuiltin(fn) {
			return fn.Name == "fail"
		}
		if d := c.index.function(fn); d != nil {
			return c.mayEnd(d)
		}
	}
	return true
}

// mayEnd reports whether the body of a function may end the run on purpose.
func (c *certain) mayEnd(d *syntax.DefStmt) bool {
	if known, ok := c.ends[d]; ok {
		return known
	}
	c.ends[d] = true // a function on its way: recursion ends the run
	c.ends[d] = c.branch(d.Body) == mayStop
	return c.ends[d]
}

func (c *certain) exprs(list ...syntax.Expr) flow {
	for _, e := range list {
		if f := c.expr(e); f != goesOn {
			return f
		}
	}
	return goesOn
}

func (c *certain) expr(e syntax.Expr) flow {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return c.expr(e.X)
	case *syntax.UnaryExpr:
		if e.X != nil {
			return c.expr(e.X)
		}
	case *syntax.BinaryExpr:
		return c.binary(e)
	case *syntax.CondExpr:
		if f := c.expr(e.Cond); f != goesOn {
			return f
		}
		return max(c.uncertain(e.True), c.uncertain(e.False))
	case *syntax.DotExpr:
		return c.expr(e.X)
	case *syntax.IndexExpr:
		return c.exprs(e.X, e.Y)
	case *syntax.SliceExpr:
		return c.slice(e)
	case *syntax.ListExpr:
		return c.exprs(e.List...)
	case *syntax.TupleExpr:
		return c.exprs(e.List...)
	case *syntax.DictExpr:
		return c.exprs(e.List...)
	case *syntax.DictEntry:
		return c.exprs(e.Key, e.Value)
	case *syntax.Comprehension:
		return c.comprehension(e)
	case *syntax.CallExpr:
		return c.call(e)
	}
	return goesOn
}

func (c *certain) binary(e *syntax.BinaryExpr) flow {
	switch e.Op {
	case syntax.EQ:
		return c.expr(e.Y)
	case syntax.AND, syntax.OR:
		if f := c.expr(e.X); f != goesOn {
			return f
		}
		return c.uncertain(e.Y)
	}
	return c.exprs(e.X, e.Y)
}

func (c *certain) slice(e *syntax.SliceExpr) flow {
	f := c.expr(e.X)
	for _, part := range []syntax.Expr{e.Lo, e.Hi, e.Step} {
		if part != nil && f == goesOn {
			f = c.expr(part)
		}
	}
	return f
}

// comprehension: only the first list is certain to be evaluated.
func (c *certain) comprehension(e *syntax.Comprehension) flow {
	if first, ok := e.Clauses[0].(*syntax.ForClause); ok {
		if f := c.expr(first.X); f != goesOn {
			return f
		}
	}
	return c.uncertain(e)
}

// call visits the arguments, then the call, then the function it certainly enters. A function is entered at most twice,
// which is enough to see what it does twice.
func (c *certain) call(e *syntax.CallExpr) flow {
	if f := c.exprs(append([]syntax.Expr{e.Fn}, e.Args...)...); f != goesOn {
		return f
	}
	if isBuiltinCall(e) {
		c.visit(e)
	}
	if d := c.index.function(e.Fn); d != nil && c.visits[d] < 2 {
		c.visits[d]++
		c.stmts(d.Body)
	}
	if c.callMayStop(e) {
		return mayStop
	}
	return goesOn
}

func isBuiltinCall(e *syntax.CallExpr) bool {
	_, ok := builtinOf(e.Fn)
	return ok
}
