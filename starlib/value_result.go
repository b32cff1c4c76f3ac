package starlib

// This file defines Result, which holds the outcome of a call that may fail, and remembers whether anyone looked.

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"devstar/runtime"
)

// outcome is a Result: the value of a call, or its failure.
type outcome struct {
	call   string // what was called, for messages: attempt(edit)
	at     *runtime.Position
	value  starlark.Value
	err    *runtime.Error // nil when ok
	looked bool
}

var _ starlark.HasAttrs = (*outcome)(nil)

// Type returns "Result".
func (o *outcome) Type() string { return "Result" }

// Freeze freezes the value.
func (o *outcome) Freeze() { o.value.Freeze() }

// Truth reports whether the call succeeded; asking counts as looking.
func (o *outcome) Truth() starlark.Bool {
	o.looked = true
	return o.err == nil
}

// Hash is an error: a Result is looked at, not kept as a key.
func (o *outcome) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable type: Result") }

// String returns the outcome in short. It does not count as looking.
func (o *outcome) String() string {
	if o.err == nil {
		return fmt.Sprintf("Result(ok, value = %s)", o.value.String())
	}
	return fmt.Sprintf("Result(failed, error = %s)", starlark.String(errorText(o.err)).String())
}

// Attr returns a field; asking for any counts as looking.
func (o *outcome) Attr(name string) (starlark.Value, error) {
	if !slices.Contains(o.AttrNames(), name) {
		return nil, nil
	}
	o.looked = true
	switch name {
	case "ok":
		return starlark.Bool(o.err == nil), nil
	case "value":
		return o.value, nil
	case "rejected":
		return starlark.Bool(o.err != nil && o.err.Code == runtime.CodeDeclined), nil
	case "error":
		if o.err == nil {
			return starlark.None, nil
		}
		return errorValue(o.err), nil
	}
	return starlark.NewBuiltin("or_fail", o.orFail), nil
}

// AttrNames returns the fields, sorted.
func (o *outcome) AttrNames() []string {
	return []string{"error", "ok", "or_fail", "rejected", "value"}
}

// orFail returns the value, or fails the run with the error.
func (o *outcome) orFail(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := starlark.UnpackArgs(b.Name(), args, kwargs); err != nil {
		return nil, err
	}
	if o.err != nil {
		e := *o.err
		return nil, &e
	}
	return o.value, nil
}

// errorValue is the error of a Result: its str holds path and message.
func errorValue(e *runtime.Error) *record {
	r := newRecord("error",
		field{"code", text(string(e.Code))}, field{"reason", known(e.Reason, text(e.Reason))},
		field{"path", known(e.Path, text(e.Path))}, field{"message", text(e.Message)}, field{"hint", known(e.Hint, text(e.Hint))})
	r.text = errorText(e)
	return r
}

func errorText(e *runtime.Error) string {
	if e.Path == "" || strings.Contains(e.Error(), e.Path) {
		return e.Error()
	}
	return e.Path + ": " + e.Error()
}

// unseen is the error of a run that never looked at a failed Result; what an approval refused stays refused.
func (o *outcome) unseen() *runtime.Error {
	code := runtime.CodeScript
	if o.err.Code == runtime.CodeDeclined {
		code = o.err.Code
	}
	why := strings.TrimPrefix(errorText(o.err), o.call+": ")
	e := runtime.NewError(code, "", fmt.Sprintf("%s failed and nobody looked at its Result: %s", o.call, why),
		"ask for .ok or .error, or call .or_fail() to stop there")
	e.Reason, e.Position, e.Path, e.Cause = "unchecked", o.at, o.err.Path, o.err
	return e
}
