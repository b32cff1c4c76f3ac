package starlib

// This file defines the request that approval handlers get: a frozen view of an effect.

import (
	"fmt"

	"go.starlark.net/starlark"

	"devstar/runtime"
)

// request shows an effect to a handler. Its data is made when it is asked for, and frozen.
type request struct {
	effect *runtime.Effect
	data   starlark.Value
}

var _ starlark.HasAttrs = (*request)(nil)

func newRequest(e *runtime.Effect) *request { return &request{effect: e} }

// Type returns "request".
func (r *request) Type() string { return "request" }

// Freeze does nothing: a request is frozen.
func (r *request) Freeze() {}

// Truth is true.
func (r *request) Truth() starlark.Bool { return true }

// Hash is an error: a request is looked at, not kept as a key.
func (r *request) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable type: request") }

// String returns the effect and its message.
func (r *request) String() string {
	return fmt.Sprintf("request(%s: %s)", r.effect.Name, r.effect.Message)
}

// AttrNames returns the fields, sorted.
func (r *request) AttrNames() []string {
	return []string{"data", "diff", "effect", "id", "message", "origin", "paths"}
}

// Attr returns a field.
func (r *request) Attr(name string) (starlark.Value, error) {
	switch name {
	case "data":
		return r.frozenData()
	case "diff":
		return starlark.NewBuiltin("diff", r.diff), nil
	case "effect":
		return starlark.String(r.effect.Name), nil
	case "id":
		return starlark.String(r.effect.ID()), nil
	case "message":
		return starlark.String(r.effect.Message), nil
	case "origin":
		o := r.effect.Origin
		return newRecord("origin", field{"file", starlark.String(o.File)}, field{"line", starlark.MakeInt(o.Line)}, field{"column", starlark.MakeInt(o.Column)}), nil
	case "paths":
		list := stringList(r.effect.Paths)
		list.Freeze()
		return list, nil
	}
	return nil, nil
}

func (r *request) frozenData() (starlark.Value, error) {
	if r.data == nil {
		v, err := plainValue(r.effect.Data())
		if err != nil {
			return nil, err
		}
		v.Freeze()
		r.data = v
	}
	return r.data, nil
}

func (r *request) diff(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := starlark.UnpackArgs(b.Name(), args, kwargs); err != nil {
		return nil, err
	}
	return starlark.String(r.effect.Diff()), nil
}
