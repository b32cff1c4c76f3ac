package starlib

// This file executes a compiled script: one thread, one session, and the end of the run.

import (
	"context"
	"fmt"

	"go.starlark.net/starlark"

	"devstar/runtime"
	"devstar/starlib/params"
)

// run is one execution of a program. A run that is nil can only be asked for the names of an environment.
type run struct {
	ctx      context.Context
	session  *runtime.Session
	program  *Program
	thread   *starlark.Thread
	limit    *runtime.Error    // the limit that was reached
	outcomes []*outcome        // failed Results, in the order of the calls
	attempts int               // attempts inside each other
	handlers []runtime.Handler // of approval.handle, innermost first
	values   params.Values     // what main is called with
	names    starlark.StringDict
	loaded   map[*unit]starlark.StringDict
	loading  *loading // nil while no file is being loaded
}

// execute runs the script, then its main.
func (r *run) execute() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = internal("", p)
		}
	}()
	entry := r.program.entry
	r.names, r.loaded = newEnvironment(r).with(r.program.options.Names).predeclared, map[*unit]starlark.StringDict{}
	r.thread.Load = r.load
	globals, err := entry.program.Init(r.thread, r.names)
	if err != nil {
		return err
	}
	if name := r.program.options.Call; name != "" {
		return r.callFunction(name, globals)
	}
	return r.callMain(entry, globals)
}

// finish gives the error that ends the run: what went wrong, or a failed Result that nobody looked at.
func (r *run) finish(err error) error {
	if err != nil {
		return r.failure(err)
	}
	for _, o := range r.outcomes {
		if !o.looked {
			return o.unseen()
		}
	}
	return nil
}

// internal is the error for a panic in a builtin: a fault of devstar's own.
func internal(step string, p any) *runtime.Error {
	return runtime.NewError(runtime.CodeInternal, step, fmt.Sprintf("panic: %v", p), "this is a fault of devstar, not of the script: please report it")
}
