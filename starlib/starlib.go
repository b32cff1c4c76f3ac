// Package starlib runs Starlark plans over a session of package runtime: it compiles scripts and checks them before
// anything runs, binds the table of builtins, converts values, and explains failures with their place in the source.
//
// It is what a Go program embeds:
//
//	session, err := runtime.New(runtime.Options{FS: root})
//	err = starlib.Run(ctx, session, starlib.Source{Name: "plan.star", Text: text})
//	result := session.Finish(err)
//
// It does nothing to files itself: every effect is a method of the session. It reads no flags and renders no result.
package starlib

// This file is the API: compile, check, run.

import (
	"context"

	"go.starlark.net/starlark"

	"devstar/runtime"
)

// Source is a script and how to run it. Options may stay zero.
type Source struct {
	Name string // as messages show it
	Text []byte
	Options
}

// Options bound and place a run. The zero value works.
type Options struct {
	MaxSteps uint64 // steps of the interpreter; 0 means DefaultMaxSteps
	Loader   Loader // finds the files that scripts load; nil where there are none

	Names starlark.StringDict         // further names that scripts can use, such as builtins of the host; see SessionOf
	Call  string                      // a function of the script to call, without arguments, instead of main; "" for main
	Line  func(file string, line int) // told of every line as it runs, which is slow; nil for nobody

	Args   []string       // the arguments of main as script flags: --old-name X --dry file...
	Values map[string]any // or the same as data, by parameter name: nil, bool, int64, float64, string, []any; nil for none
}

// Program is a compiled script.
type Program struct {
	env     *environment
	entry   *unit
	units   map[string]*unit // by name, the entry script among them
	options Options
}

// Compile parses, resolves and checks a script and everything it loads. Nothing runs. s says which capabilities are
// configured; nil means all. The error is an *runtime.Error that lists every mistake.
func Compile(s *runtime.Session, src Source) (*Program, error) {
	p, found := compileProgram(s, src)
	if len(found) > 0 {
		return nil, compileError(found)
	}
	return p, nil
}

// Check compiles and returns every mistake, sorted by file and position; nil means the script can be run.
func Check(s *runtime.Session, src Source) []*runtime.Error {
	_, found := compileProgram(s, src)
	return found
}

// Run compiles and runs a script. The error, if any, is an *runtime.Error; pass it to s.Finish.
func Run(ctx context.Context, s *runtime.Session, src Source) error {
	p, err := Compile(s, src)
	if err != nil {
		return err
	}
	return p.Run(ctx, s)
}

// Run executes a compiled script in a session, which must not be in use otherwise until it returns. The error, if any,
// is an *runtime.Error.
func (p *Program) Run(ctx context.Context, s *runtime.Session) error {
	values, err := p.arguments()
	if err != nil {
		return err
	}
	r := &run{ctx: ctx, session: s, program: p, values: values}
	r.newThread(p.options.MaxSteps)
	defer r.watch()()
	return r.finish(r.execute())
}
