package starlib

// This file compiles a script: parse, resolve and check, all before anything runs.

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"devstar/runtime"
	"devstar/runtime/spec"
)

// maxNesting bounds how deeply a script may nest expressions and statements, so that no pass over it exhausts the stack.
const maxNesting = 5000

// problem is a mistake found before the run.
type problem struct {
	at      syntax.Position
	code    runtime.Code // "" means compile_error
	reason  string
	step    string
	message string
	hint    string
	cause   error
	missing *runtime.Error // the error of a capability that is not configured
}

// unit is one compiled file.
type unit struct {
	name    string
	text    []byte
	starts  []int // the offsets at which lines start
	file    *syntax.File
	index   *index
	program *starlark.Program
	library bool
	loads   map[string]*unit // by the string of the load statement
}

// checker collects the problems of one file.
type checker struct {
	*unit
	env     *environment
	found   []problem
	guesses int // undefined names that were compared with the known ones
}

func lineStarts(text []byte) []int {
	starts := []int{0}
	for i, b := range text {
		if b == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// line returns line n, from 1, without its end; "" when there is none.
func (u *unit) line(n int) string {
	if n < 1 || n > len(u.starts) {
		return ""
	}
	return lineOf(u.text[u.starts[n-1]:], 1)
}

func (c *checker) report(p problem) { c.found = append(c.found, p) }

// compileUnit compiles one file. The unit is usable only when there are no problems.
// s may be nil: then no capability is missed.
func compileUnit(env *environment, name string, text []byte, library bool, s *runtime.Session) (u *unit, found []problem) {
	u = &unit{name: name, text: text, starts: lineStarts(text), library: library, loads: map[string]*unit{}}
	dialect := entryDialect()
	if library {
		dialect = libraryDialect()
	}
	defer func() {
		if p := recover(); p != nil {
			e := internal("", p)
			found = append(found, problem{at: syntax.MakePosition(&u.name, 1, 1), code: e.Code, message: e.Message, hint: e.Hint})
		}
	}()
	if found := u.parse(dialect); len(found) > 0 {
		return u, found
	}
	c := u.check(env)
	if !library {
		c.parameters()
		c.foresee(s)
	}
	return u, c.found
}

// parse parses the text of the unit.
func (u *unit) parse(dialect *syntax.FileOptions) []problem {
	f, err := dialect.Parse(u.name, u.text, 0)
	if err != nil {
		return []problem{syntaxProblem(u, err)}
	}
	u.file = f
	if at, deep := tooDeep(f); deep {
		return []problem{{at: at, message: fmt.Sprintf("the script nests more than %d levels deep here", maxNesting),
			hint: "split the expression: assign its parts to names, or join lists of strings with \"\".join([...])"}}
	}
	return nil
}

// check resolves the parsed unit and looks for mistakes that every file can have.
func (u *unit) check(env *environment) *checker {
	c := &checker{unit: u, env: env}
	var err error
	u.program, err = starlark.FileProgram(u.file, env.predeclared.Has)
	env.disown(u.file)
	u.index = newIndex(u.file)
	c.resolved(err)
	c.modules()
	c.arguments()
	c.hidden()
	c.comparisons()
	return c
}

// sortProblems sorts by position.
func sortProblems(list []problem) {
	slices.SortStableFunc(list, func(a, b problem) int {
		return cmp.Or(cmp.Compare(a.at.Line, b.at.Line), cmp.Compare(a.at.Col, b.at.Col))
	})
}

// tooDeep finds the first place that nests deeper than maxNesting.
func tooDeep(f *syntax.File) (at syntax.Position, deep bool) {
	depth := 0
	syntax.Walk(f, func(n syntax.Node) bool {
		if n == nil {
			depth--
			return true
		}
		if deep || depth >= maxNesting {
			if !deep {
				at, deep = leftmost(n), true
			}
			return false
		}
		depth++
		return true
	})
	return at, deep
}

// leftmost returns a position of n without descending into it.
func leftmost(n syntax.Node) syntax.Position {
	switch n := n.(type) {
	case *syntax.BinaryExpr:
		return n.OpPos
	case *syntax.CallExpr:
		return n.Lparen
	case *syntax.DotExpr:
		return n.Dot
	case *syntax.IndexExpr:
		return n.Lbrack
	case *syntax.IfStmt:
		return n.If
	}
	start, _ := n.Span()
	return start
}

// resolved reports the mistakes that the resolver found: all of them, with hints of our own.
func (c *checker) resolved(err error) {
	var list resolve.ErrorList
	if !errors.As(err, &list) {
		if err != nil {
			c.report(problem{at: syntax.MakePosition(&c.name, 1, 1), message: err.Error()})
		}
		return
	}
	for _, e := range list {
		message, _ := splitGuess(e.Msg)
		hint := habitHint(message, c.line(int(e.Pos.Line)))
		p := problem{at: e.Pos, message: message, hint: hint}
		if name, ok := strings.CutPrefix(message, "undefined: "); ok {
			p.reason, p.hint = "undefined", cmp.Or(hint, c.nameHint(name, e.Pos))
		}
		c.report(p)
	}
}

// failure turns a problem into the error that leaves the package.
func (p problem) failure() *runtime.Error {
	if p.missing != nil {
		e := *p.missing
		e.Position = positionOf(p.at)
		return e.BeforeRun()
	}
	e := runtime.NewError(cmp.Or(p.code, runtime.CodeCompile), p.step, p.message, p.hint)
	e.Reason, e.Position, e.Cause = p.reason, positionOf(p.at), p.cause
	var arg *spec.ArgError
	if errors.As(p.cause, &arg) {
		e.Path = arg.Path
	}
	return e.BeforeRun()
}

func positionOf(p syntax.Position) *runtime.Position {
	return &runtime.Position{File: p.Filename(), Line: int(p.Line), Column: int(p.Col)}
}

// compileError puts several errors into one: the first is the message, all are listed.
func compileError(list []*runtime.Error) *runtime.Error {
	if len(list) == 1 {
		return list[0]
	}
	e := *list[0]
	e.Message = fmt.Sprintf("%s (and %d more, see errors)", e.Message, len(list)-1)
	e.Errors = list
	return e.BeforeRun()
}
