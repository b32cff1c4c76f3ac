package starlib

// This file binds the immediate operations of the module fs: their outcome is a Result, whatever disk and people say.

import (
	"errors"
	"maps"
	"slices"

	"go.starlark.net/starlark"

	"devstar/runtime"
	"devstar/runtime/spec"
)

// immediate runs an operation on disk and gives its Result. Mistakes in the call itself, limits and cancellation go on.
func (r *run) immediate(thread *starlark.Thread, b *spec.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	at := r.callSite(thread)
	v, err := r.act(thread, b, args, kwargs)
	if err == nil {
		fields, _ := v.(map[string]any)
		value, err := recordOf(b.Name, fields)
		return &outcome{call: b.Name, at: &at, value: value}, err
	}
	var e *runtime.Error
	if !errors.As(err, &e) || !isOutcome(e) {
		return nil, err
	}
	o := &outcome{call: b.Name, at: &at, value: starlark.None, err: e}
	r.outcomes = append(r.outcomes, o)
	return o, nil
}

// isOutcome reports whether an error of an operation depends on disk or people, and so is a value for the script.
func isOutcome(e *runtime.Error) bool {
	switch e.Code {
	case runtime.CodeStepFailed, runtime.CodePath, runtime.CodeDeclined, runtime.CodeBounds:
		return true
	}
	return false
}

// recordOf makes the value of an operation: its fields by name, as attributes and as keys.
func recordOf(kind string, fields map[string]any) (starlark.Value, error) {
	var out []field
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		v, err := fromGo(fields[name])
		if err != nil {
			return nil, err
		}
		out = append(out, field{name, v})
	}
	return newRecord(kind, out...), nil
}
