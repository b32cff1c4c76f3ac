package starlib

// This file holds attempt: a call inside a savepoint, whose failure is a value.

import (
	"errors"
	"fmt"

	"go.starlark.net/starlark"

	"devstar/runtime"
	"devstar/runtime/spec"
)

// maxAttempts bounds attempts inside attempts, which nest on the stack of the process.
const maxAttempts = 100

// attempt calls a function and gives its Result. Errors that a script may not catch go on.
func (r *run) attempt(thread *starlark.Thread, fn *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	b, _ := spec.Find("attempt")
	pos := args
	if len(pos) > 1 {
		pos = pos[:1]
	}
	if _, err := bind(b, pos, nil); err != nil {
		return nil, err
	}
	f, ok := args[0].(starlark.Callable)
	if !ok {
		return nil, badArgument(b.Name, &spec.ArgError{Builtin: b.Name, Param: "function",
			Message: "want a function, got " + spec.Describe(args[0]), Next: "pass the function itself and its arguments: attempt(edit, path, edits)"})
	}
	if r.attempts++; r.attempts > maxAttempts {
		return nil, runtime.NewError(runtime.CodeLimit, b.Name, fmt.Sprintf("more than %d attempts inside each other", maxAttempts), "call the function directly")
	}
	defer func() { r.attempts-- }()
	return r.result(f, thread, args[1:], kwargs)
}

// result calls f in a savepoint.
func (r *run) result(f starlark.Callable, thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	at := r.callSite(thread)
	o := &outcome{call: fmt.Sprintf("attempt(%s)", f.Name()), value: starlark.None, at: &at}
	var cause error
	err := r.session.Attempt(func() error {
		v, err := starlark.Call(thread, f, args, kwargs)
		if err != nil {
			cause = err
			return r.typed(err)
		}
		o.value = v
		return nil
	})
	if err == nil {
		return o, nil
	}
	var e *runtime.Error
	if !errors.As(err, &e) || !e.Catchable() {
		return nil, cause
	}
	o.err = e
	r.outcomes = append(r.outcomes, o)
	return o, nil
}
