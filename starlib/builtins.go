package starlib

// This file binds the table of builtins to Starlark: one function unpacks, calls the session and converts, for all.

import (
	"strings"

	"go.starlark.net/starlark"

	"devstar/runtime"
	"devstar/runtime/spec"
	"devstar/starlib/modules"
)

type builtinFunc = func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error)

// builtin makes the Starlark function for a row of the table.
func (r *run) builtin(b *spec.Builtin) *starlark.Builtin {
	do := func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return r.call(thread, b, args, kwargs)
	}
	if special := r.special(b); special != nil {
		do = special
	}
	return starlark.NewBuiltin(b.Name, recovered(b.Name, do))
}

// special returns the function of a builtin that does more than call the session, nil for the others.
func (r *run) special(b *spec.Builtin) builtinFunc {
	if verdict, ok := approvalAnswer(b.Name); ok {
		return func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			return r.answers(b, verdict, args, kwargs)
		}
	}
	take := func(do func(*starlark.Thread, *spec.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error)) builtinFunc {
		return func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			return do(thread, b, args, kwargs)
		}
	}
	switch {
	case b.Name == "attempt":
		return r.attempt
	case b.Name == "approval.handle":
		return take(r.handle)
	case b.Name == "report":
		return take(r.report)
	case b.Name == "splice":
		return take(r.splice)
	case b.Name == "substitute":
		return take(r.substitute)
	case b.Kind == spec.Disk:
		return take(r.immediate)
	}
	return nil
}

// recovered turns a panic inside a builtin into an internal error that names it.
func recovered(name string, do builtinFunc) builtinFunc {
	return func(thread *starlark.Thread, fn *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (v starlark.Value, err error) {
		defer func() {
			if p := recover(); p != nil {
				v, err = nil, internal(name, p)
			}
		}()
		return do(thread, fn, args, kwargs)
	}
}

// call runs a builtin of the session and gives its value.
func (r *run) call(thread *starlark.Thread, b *spec.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	v, err := r.act(thread, b, args, kwargs)
	if err != nil {
		return nil, err
	}
	return fromGo(v)
}

// act unpacks the arguments and calls the session, with the handlers of the script in force.
func (r *run) act(thread *starlark.Thread, b *spec.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (any, error) {
	return r.actWith(thread, b, args, kwargs, func(spec.Args) error { return nil })
}

// actWith is act with a look at the arguments before the session gets them.
func (r *run) actWith(thread *starlark.Thread, b *spec.Builtin, args starlark.Tuple, kwargs []starlark.Tuple, adapt func(spec.Args) error) (any, error) {
	if err := r.idle(b.Name); err != nil {
		return nil, err
	}
	bound, err := bind(b, args, kwargs)
	if err != nil {
		return nil, err
	}
	r.charge(map[string]any(bound))
	if err := adapt(bound); err != nil {
		return nil, err
	}
	ctx, err := r.asked(thread, bound["handler"])
	if err != nil {
		return nil, err
	}
	v, err := r.session.Call(ctx, b.Name, bound)
	r.thread.Steps += r.session.Work() / bytesPerStep
	if err == nil {
		r.charge(v)
	}
	return v, err
}

// bind converts the arguments of a call and binds them to the parameters of b.
func bind(b *spec.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (spec.Args, error) {
	pos := make([]any, len(args))
	for i, a := range args {
		v, err := neutral(a)
		if err != nil {
			return nil, badArgument(b.Name, &spec.ArgError{Builtin: b.Name, Param: nth(b, i), Message: err.Error()})
		}
		pos[i] = v
	}
	named := make([]spec.Named, len(kwargs))
	for i, kv := range kwargs {
		name := string(kv[0].(starlark.String))
		v, err := neutral(kv[1])
		if err != nil {
			return nil, badArgument(b.Name, &spec.ArgError{Builtin: b.Name, Param: name, Message: err.Error()})
		}
		named[i] = spec.Named{Name: name, Value: v}
	}
	bound, wrong := b.Bind(pos, named)
	if wrong != nil {
		return nil, badArgument(b.Name, wrong)
	}
	return bound, nil
}

func nth(b *spec.Builtin, i int) string {
	if i < len(b.Params) {
		return b.Params[i].Name
	}
	return b.Rest
}

func badArgument(step string, err *spec.ArgError) *runtime.Error {
	e := runtime.NewError(runtime.CodeBadArgument, step, err.Error(), err.Next)
	e.Reason, e.Path, e.Cause = err.Word, err.Path, err
	return e
}

// print logs its arguments on one line.
func (r *run) print(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	line, err := joined(b, args, kwargs)
	if err != nil {
		return nil, err
	}
	r.charge(line)
	r.session.Log(line)
	return starlark.None, nil
}

// fail ends the run, or the attempt around it, with a message.
func (r *run) fail(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	line, err := joined(b, args, kwargs)
	if err != nil {
		return nil, err
	}
	e := runtime.NewError(runtime.CodeScript, "", line, "")
	e.Reason = runtime.ReasonFail
	return nil, e
}

// joined writes arguments as print does: strings as they are, other values as their repr, with sep between them.
func joined(b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (string, error) {
	sep := " "
	if err := starlark.UnpackArgs(b.Name(), nil, kwargs, "sep?", &sep); err != nil {
		return "", err
	}
	parts := make([]string, len(args))
	for i, a := range args {
		if s, ok := a.(starlark.String); ok {
			parts[i] = string(s)
			continue
		}
		if err := modules.CheckDepth(b.Name(), a); err != nil {
			return "", err
		}
		parts[i] = a.String()
	}
	return strings.Join(parts, sep), nil
}
