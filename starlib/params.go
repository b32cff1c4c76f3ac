package starlib

// This file makes the parameters of main a command line, and its arguments the values of a call.

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"devstar/runtime"
	"devstar/runtime/spec"
	"devstar/starlib/params"
)

// parameters reports a main whose parameters cannot become flags.
func (c *checker) parameters() {
	def := c.mainToCall()
	if def == nil || c.library {
		return
	}
	for _, p := range def.Params {
		id := ParamName(p)
		if star, ok := p.(*syntax.UnaryExpr); ok && star.Op == syntax.STARSTAR {
			c.report(problem{at: star.OpPos, reason: "parameter", message: fmt.Sprintf("main takes **%s, which no flag can fill", id.Name),
				hint: "name each parameter of main"})
		}
		if id != nil && id.Name == "help" {
			c.report(problem{at: id.NamePos, reason: "parameter", message: "a parameter of main is called help, which --help needs",
				hint: "give the parameter another name"})
		}
	}
	if _, err := c.commandLine(def); err != nil {
		p := problem{at: def.Name.NamePos, reason: "parameter", message: err.Error()}
		if e, ok := err.(*params.Error); ok {
			p.hint = e.Next
		}
		c.report(p)
	}
}

// commandLine reads the parameters and the docstring of main.
func (u *unit) commandLine(def *syntax.DefStmt) (*params.Main, error) {
	var declared []params.Declared
	for _, p := range def.Params {
		if d, ok := u.declared(p); ok {
			declared = append(declared, d)
		}
	}
	return params.New(declared, docstringOf(def.Body))
}

// declared reads one parameter; a bare star and **name declare nothing.
func (u *unit) declared(p syntax.Expr) (params.Declared, bool) {
	switch p := p.(type) {
	case *syntax.Ident:
		return params.Declared{Name: p.Name, Need: true}, true
	case *syntax.BinaryExpr:
		return params.Declared{Name: ParamName(p).Name, Default: u.defaultOf(p.Y)}, true
	case *syntax.UnaryExpr:
		if id := ParamName(p); id != nil && p.Op == syntax.STAR {
			return params.Declared{Name: id.Name, Rest: true}, true
		}
	}
	return params.Declared{}, false
}

// defaultOf returns a default that is a literal, or a global that is one.
func (u *unit) defaultOf(e syntax.Expr) any {
	if id, ok := e.(*syntax.Ident); ok && !isBuiltin(id) {
		if value := u.constant(id); value != nil {
			e = value
		}
	}
	switch v := fold(e).(type) {
	case nil, bool, int64, float64, string:
		return v
	case []any:
		if !slices.ContainsFunc(v, func(e any) bool { _, unknown := e.(spec.Unknown); return unknown }) {
			return v
		}
	}
	return params.Unknown{}
}

// constant returns the expression of a global that is assigned once, nil for none.
func (u *unit) constant(id *syntax.Ident) syntax.Expr {
	var value syntax.Expr
	n := 0
	for _, s := range u.file.Stmts {
		if a, ok := s.(*syntax.AssignStmt); ok {
			if to, ok := a.LHS.(*syntax.Ident); ok && to.Name == id.Name {
				n++
				value = a.RHS
			}
		}
	}
	if n == 1 {
		return value
	}
	return nil
}

// docstringOf returns the docstring at the head of statements, "" for none.
func docstringOf(body []syntax.Stmt) string {
	if len(body) == 0 {
		return ""
	}
	if e, ok := body[0].(*syntax.ExprStmt); ok {
		if lit, ok := e.X.(*syntax.Literal); ok {
			text, _ := lit.Value.(string)
			return text
		}
	}
	return ""
}

// Main returns the command line of the script's main; nil when the script has no main that devstar calls.
func (p *Program) Main() *params.Main {
	def := p.entry.mainToCall()
	if def == nil {
		return nil
	}
	m, err := p.entry.commandLine(def)
	if err != nil {
		return nil // it was reported when the script was compiled
	}
	return m
}

// Help returns the text of --help: from main's docstring and parameters, or the docstring of the file.
func (p *Program) Help() string {
	m := p.Main()
	if m == nil {
		m = &params.Main{}
	}
	if m.Summary == "" {
		head, _, _ := strings.Cut(strings.TrimSpace(p.Doc()), "\n\n")
		m.Summary = strings.Join(strings.Fields(head), " ")
	}
	return m.Help(p.entry.name)
}

// arguments reads the options of a run into the values that main is called with; it is done before anything runs.
func (p *Program) arguments() (params.Values, error) {
	o := p.options
	m := p.Main()
	if m == nil {
		if len(o.Args) == 0 && len(o.Values) == 0 {
			return params.Values{}, nil
		}
		return params.Values{}, p.noMain()
	}
	if o.Values == nil {
		v, err := m.Parse(o.Args)
		return v, p.usageError(err)
	}
	if len(o.Args) > 0 {
		return params.Values{}, p.usageError(&params.UsageError{Message: "the script's arguments are given both as flags and as data", Next: "give one of them"})
	}
	v, err := m.FromData(o.Values)
	return v, p.usageError(err)
}

// noMain is the error for arguments that nobody takes.
func (p *Program) noMain() error {
	e := &params.UsageError{Message: "the script takes no arguments: it defines no main", Next: "give def main(...) a parameter for each"}
	if def := p.entry.mainDef(); def != nil {
		e.Message = fmt.Sprintf("the script takes no arguments: its own code calls main (line %d)", p.entry.mainUse(def))
		e.Next = "remove that call; devstar then calls main with the arguments"
	}
	return p.usageError(e)
}

// usageError is the error for arguments that main cannot take; its place is the def of main.
func (p *Program) usageError(err error) error {
	if err == nil {
		return nil
	}
	e := runtime.NewError(runtime.CodeConfig, "", err.Error(), "run the script with --help to see its flags")
	e.Reason, e.Cause = "usage", err
	if u, ok := err.(*params.UsageError); ok && u.Next != "" {
		e.Hint = u.Next
	}
	if def := p.entry.mainDef(); def != nil {
		e.Position = positionOf(def.Name.NamePos)
	}
	return e.BeforeRun()
}

// callArguments converts values to the arguments of a call of fn. Where there are positional ones for *name, the
// parameters before it are given by position, too.
func callArguments(fn *starlark.Function, v params.Values) (args starlark.Tuple, kwargs []starlark.Tuple, err error) {
	named := starlark.StringDict{}
	for name, value := range v.Named {
		if named[name], err = plainValue(value); err != nil {
			return nil, nil, err
		}
	}
	if len(v.Rest) > 0 {
		for i := range fn.NumParams() - fn.NumKwonlyParams() - 1 {
			name, _ := fn.Param(i)
			value, given := named[name]
			if !given {
				value = fn.ParamDefault(i)
			}
			args = append(args, value)
			delete(named, name)
		}
	}
	for _, a := range v.Rest {
		value, err := plainValue(a)
		if err != nil {
			return nil, nil, err
		}
		args = append(args, value)
	}
	for _, name := range named.Keys() {
		kwargs = append(kwargs, starlark.Tuple{starlark.String(name), named[name]})
	}
	return args, kwargs, nil
}
