package starlib

// This file bounds a run: steps of the interpreter, cancellation, and the price of what builtins do.

import (
	"context"
	"fmt"

	"go.starlark.net/starlark"

	"devstar/runtime"
)

// DefaultMaxSteps is the number of interpreter steps a run may take when Options.MaxSteps is zero.
const DefaultMaxSteps = 500_000_000

// bytesPerStep is how many bytes of text a builtin handles for the price of one step.
const bytesPerStep = 64

// newThread makes the thread of a run, which stops at the step limit. watch lets it stop when the context ends.
func (r *run) newThread(maxSteps uint64) {
	if maxSteps == 0 {
		maxSteps = DefaultMaxSteps
	}
	r.thread = &starlark.Thread{Name: r.program.entry.name}
	r.thread.SetLocal(runKey, r)
	stop := func(t *starlark.Thread) {
		r.limit = stepLimit(maxSteps)
		t.Cancel(r.limit.Message)
	}
	r.thread.SetMaxExecutionSteps(maxSteps)
	r.thread.OnMaxSteps = stop
	if tell := r.program.options.Line; tell != nil {
		r.thread.SetMaxExecutionSteps(1) // the interpreter then calls OnMaxSteps at every step
		r.thread.OnMaxSteps = func(t *starlark.Thread) {
			if t.Steps >= maxSteps {
				stop(t)
			}
			at := t.CallFrame(0).Pos
			tell(at.Filename(), int(at.Line))
		}
	}
}

// watch cancels the thread when the context ends; the returned function stops watching.
func (r *run) watch() (stop func() bool) {
	thread := r.thread
	return context.AfterFunc(r.ctx, func() { thread.Cancel("the run was interrupted") })
}

func stepLimit(max uint64) *runtime.Error {
	e := runtime.NewError(runtime.CodeLimit, "", fmt.Sprintf("the script took more than %d steps of the interpreter", max),
		fmt.Sprintf("look for a loop that does too much, or raise the limit with --max-steps %d", max*4))
	e.Reason = "max_steps"
	return e
}

// charge adds the price of handled values to the steps of the run.
func (r *run) charge(values ...any) {
	for _, v := range values {
		r.thread.Steps += price(v)
	}
}

// price is one step for each element and for each 64 bytes of text.
func price(v any) uint64 {
	switch v := v.(type) {
	case string:
		return 1 + uint64(len(v))/bytesPerStep
	case []string:
		return sum(v)
	case []any:
		return sum(v)
	case map[string]any:
		n := uint64(1)
		for _, e := range v {
			n += price(e)
		}
		return n
	case []runtime.Change:
		return uint64(1 + len(v))
	case runtime.Diagnostics:
		return uint64(1 + len(v))
	case []*runtime.Match:
		return uint64(1 + len(v))
	case *runtime.Delta:
		return uint64(1 + len(v.Changed) + len(v.Added) + len(v.Deleted) + len(v.Renamed) + v.Count)
	}
	return 1
}

func sum[T any](list []T) uint64 {
	n := uint64(1)
	for _, e := range list {
		n += price(e)
	}
	return n
}
