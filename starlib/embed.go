package starlib

// This file is for hosts that bring builtins of their own: what such a builtin can ask about the run that calls it.

import (
	"fmt"

	"go.starlark.net/starlark"

	"devstar/runtime"
)

// runKey is the name under which a thread keeps its run.
const runKey = "devstar.run"

// runOf returns the run of a thread; a builtin that is called on another thread is a fault of its host.
func runOf(thread *starlark.Thread) *run {
	r, ok := thread.Local(runKey).(*run)
	if !ok {
		panic("the thread is none of a devstar run")
	}
	return r
}

// SessionOf returns the session on which the steps called on this thread act.
func SessionOf(thread *starlark.Thread) *runtime.Session { return runOf(thread).session }

// Enter makes the steps called on this thread act on another session from now on. Handlers are asked about its effects, as
// those of approval.handle are.
func Enter(thread *starlark.Thread, s *runtime.Session, handlers ...runtime.Handler) {
	r := runOf(thread)
	r.session, r.handlers = s, handlers
}

// HandlerOf makes an approval handler of a function of the script; step and param name it in errors.
func HandlerOf(thread *starlark.Thread, step, param string, f starlark.Value) (runtime.Handler, error) {
	return runOf(thread).handler(thread, step, param, f)
}

// CallSite returns the place in the script from which the builtin that runs on this thread was called.
func CallSite(thread *starlark.Thread) runtime.Position { return runOf(thread).callSite(thread) }

// FailureOf returns the error of a call that failed on this thread as a run would report it. Fatal is true for what no
// script may catch: limits, cancellation.
func FailureOf(thread *starlark.Thread, err error) (e *runtime.Error, fatal bool) {
	e = runOf(thread).failure(err)
	return e, e.Code == runtime.CodeLimit || e.Code == runtime.CodeCanceled || e.Code == runtime.CodeInternal
}

// ResultValue gives a result as scripts see it.
func ResultValue(res *runtime.Result) (starlark.Value, error) {
	value, err := plainValue(res.Value)
	if err != nil {
		return nil, err
	}
	v := resultValue(res, value)
	v.fields = append(v.fields, field{"error", errorOrNone(res.Error)})
	return v, nil
}

// errorOrNone gives an error as scripts see it, None for none.
func errorOrNone(e *runtime.Error) starlark.Value {
	if e == nil {
		return starlark.None
	}
	return errorValue(e)
}

// ErrorValue gives an error as scripts see it: .code, .reason, .path, .message, .hint.
func ErrorValue(e *runtime.Error) starlark.Value { return errorValue(e) }

// Data converts plain data (None, booleans, numbers, strings, lists and dicts with string keys) to the values of
// Options.Values; the error names what cannot be converted.
func Data(v starlark.Value) (any, error) {
	return convert(v, func(v starlark.Value, _ int) (any, error) {
		return nil, fmt.Errorf("want plain data, got a %s", v.Type())
	})
}
