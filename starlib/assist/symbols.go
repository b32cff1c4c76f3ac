package assist

// This file lists what a script defines.

import (
	"slices"

	"go.starlark.net/syntax"
)

// Symbol is a definition.
type Symbol struct {
	Name   string
	Kind   Kind   // Function, Variable, Constant (in capitals) or Module (a loaded file)
	Detail string // the signature of a function, the names that are loaded
	Whole  Place  // the definition
	At     Place  // its name
	Inner  []Symbol
}

// Symbols returns what a script defines and loads, in order; functions hold the functions in them.
func (s *Script) Symbols() []Symbol { return s.symbols(s.file.Stmts, true) }

func (s *Script) symbols(list []syntax.Stmt, top bool) []Symbol {
	var out []Symbol
	for _, stmt := range list {
		switch stmt := stmt.(type) {
		case *syntax.DefStmt:
			out = append(out, Symbol{Name: stmt.Name.Name, Kind: Function, Detail: s.declaration(stmt), Whole: s.extent(stmt),
				At: s.span(stmt.Name), Inner: s.symbols(stmt.Body, false)})
		case *syntax.LoadStmt:
			out = append(out, s.loadSymbol(stmt))
		case *syntax.IfStmt:
			out = append(out, s.symbols(slices.Concat(stmt.True, stmt.False), top)...)
		case *syntax.ForStmt:
			out = append(out, s.symbols(stmt.Body, top)...)
		case *syntax.AssignStmt:
			if top && stmt.Op == syntax.EQ {
				out = append(out, s.variables(stmt, stmt.LHS)...)
			}
		}
	}
	return out
}

func (s *Script) extent(n syntax.Node) Place {
	start, end := n.Span()
	return Place{s.Name, s.offset(start), max(s.offset(start), s.offset(end))}
}

func (s *Script) loadSymbol(l *syntax.LoadStmt) Symbol {
	detail := ""
	for i, to := range l.To {
		if i > 0 {
			detail += ", "
		}
		detail += to.Name
	}
	return Symbol{Name: l.ModuleName(), Kind: Module, Detail: detail, Whole: s.extent(l), At: s.extent(l.Module)}
}

// variables returns the names on a left side that are bound there for the first time.
func (s *Script) variables(stmt *syntax.AssignStmt, left syntax.Expr) []Symbol {
	switch left := left.(type) {
	case *syntax.Ident:
		if firstOf(left) != left {
			return nil
		}
		kind := Variable
		if isCapital(left.Name) {
			kind = Constant
		}
		return []Symbol{{Name: left.Name, Kind: kind, Whole: s.extent(stmt), At: s.span(left)}}
	case *syntax.ParenExpr:
		return s.variables(stmt, left.X)
	case *syntax.TupleExpr:
		return s.eachVariable(stmt, left.List)
	case *syntax.ListExpr:
		return s.eachVariable(stmt, left.List)
	}
	return nil
}

func (s *Script) eachVariable(stmt *syntax.AssignStmt, list []syntax.Expr) []Symbol {
	var out []Symbol
	for _, e := range list {
		out = append(out, s.variables(stmt, e)...)
	}
	return out
}

// isCapital reports whether a name is written as constants are.
func isCapital(name string) bool {
	letters := false
	for _, r := range name {
		if r >= 'a' && r <= 'z' {
			return false
		}
		letters = letters || r >= 'A' && r <= 'Z'
	}
	return letters
}

// Load is a load statement.
type Load struct {
	Module Place  // the string that names the file
	File   string // the name of the file; "" when it cannot be loaded
}

// Loads returns the load statements, in order.
func (s *Script) Loads() []Load {
	out := make([]Load, len(s.loads))
	for i, l := range s.loads {
		out[i].Module = s.extent(l.Module)
		if lib := s.load(l.ModuleName()); lib != nil {
			out[i].File = lib.Name
		}
	}
	return out
}
