package starlib

// This file runs the files that a script loads: on the thread of the run, once each, without effects.

import (
	"fmt"

	"go.starlark.net/starlark"

	"devstar/runtime"
)

// loading is a file that is being run because another file loads it.
type loading struct{ by, file string }

// load gives the globals of a loaded file, running it the first time.
func (r *run) load(thread *starlark.Thread, module string) (starlark.StringDict, error) {
	by := thread.CallFrame(0).Pos.Filename()
	lib := r.program.units[by].loads[module]
	if globals, done := r.loaded[lib]; done {
		return globals, nil
	}
	before := r.loading
	r.loading = &loading{by: by, file: lib.name}
	defer func() { r.loading = before }()
	globals, err := lib.program.Init(thread, r.names)
	if err != nil {
		return nil, err
	}
	globals.Freeze()
	r.loaded[lib] = globals
	return globals, nil
}

// idle refuses effects while a file is being loaded.
func (r *run) idle(builtin string) error {
	if r.loading == nil {
		return nil
	}
	e := runtime.NewError(runtime.CodeScript, builtin, fmt.Sprintf("%s calls %s while %s loads it", r.loading.file, builtin, r.loading.by),
		"put the call into a function and call that after the load")
	e.Reason = "loading"
	return e
}
