package starlib

// This file binds the functions of modules that compute from their arguments alone. They ask nobody, and work while files
// are being loaded and handlers decide.

import (
	"errors"

	"go.starlark.net/starlark"

	"devstar/runtime/spec"
	"devstar/starlib/modules"
)

// pure makes the Starlark function for a row of the table that f computes.
func (r *run) pure(b *spec.Builtin, f modules.Function) *starlark.Builtin {
	return starlark.NewBuiltin(b.Name, recovered(b.Name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		bound, err := bind(b, args, kwargs)
		if err != nil {
			return nil, err
		}
		r.charge(map[string]any(bound))
		v, err := f(thread, bound)
		var wrong *spec.ArgError
		if errors.As(err, &wrong) {
			return nil, badArgument(b.Name, wrong)
		}
		if err == nil {
			r.thread.Steps += weight(v)
		}
		return v, err
	}))
}

// weight is the price of a value that was made.
func weight(v starlark.Value) uint64 {
	switch v := v.(type) {
	case starlark.String:
		return price(string(v))
	case *starlark.List:
		return uint64(v.Len())
	}
	return 1
}
