package starlib

// This file holds the module approval: handlers by which a script turns the host's yes into no, or into a question.

import (
	"context"
	"fmt"

	"go.starlark.net/starlark"

	"devstar/runtime"
	"devstar/runtime/spec"
)

// answer is what approval.approve(), approval.reject(reason) and approval.ask() give.
type answer struct {
	runtime.Answer
	name string
}

// Type returns "approval".
func (answer) Type() string { return "approval" }

// Freeze does nothing: answers do not change.
func (answer) Freeze() {}

// Truth is true for approve.
func (a answer) Truth() starlark.Bool { return a.Verdict == runtime.Approved }

// Hash is an error: an answer is returned, not kept as a key.
func (answer) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable type: approval") }

// String returns the call that makes it.
func (a answer) String() string { return a.name + "(" + a.Reason + ")" }

// approvalAnswer returns what the function of a full name answers.
func approvalAnswer(name string) (runtime.Verdict, bool) {
	switch name {
	case "approval.approve":
		return runtime.Approved, true
	case "approval.ask":
		return runtime.Asked, true
	case "approval.reject":
		return runtime.Rejected, true
	}
	return runtime.NoOpinion, false
}

// answers makes the value of an answering function.
func (r *run) answers(b *spec.Builtin, verdict runtime.Verdict, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	bound, err := bind(b, args, kwargs)
	if err != nil {
		return nil, err
	}
	return answer{runtime.Answer{Verdict: verdict, Reason: bound.String("reason")}, b.Name}, nil
}

// handle calls body with a handler in force, innermost first; it returns what body returns.
func (r *run) handle(thread *starlark.Thread, b *spec.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	bound, err := bind(b, args, kwargs)
	if err != nil {
		return nil, err
	}
	h, err := r.handler(thread, b.Name, "handler", bound["handler"])
	if err != nil {
		return nil, err
	}
	body, ok := bound["body"].(starlark.Callable)
	if !ok {
		return nil, notFunction(b.Name, "body", bound["body"])
	}
	if len(r.handlers) >= maxAttempts {
		return nil, runtime.NewError(runtime.CodeLimit, b.Name, fmt.Sprintf("more than %d approval handlers inside each other", maxAttempts), "call the body directly")
	}
	r.handlers = append([]runtime.Handler{h}, r.handlers...)
	defer func() { r.handlers = r.handlers[1:] }()
	return starlark.Call(thread, body, nil, nil)
}

// asked returns the context of a call: its place, its own handler first, then those around it from the inside out.
func (r *run) asked(thread *starlark.Thread, own any) (context.Context, error) {
	at := r.callSite(thread)
	ctx := runtime.WithOrigin(r.ctx, runtime.Origin(at))
	handlers := r.handlers
	if own != nil {
		h, err := r.handler(thread, "", "handler", own)
		if err != nil {
			return nil, err
		}
		handlers = append([]runtime.Handler{h}, handlers...)
	}
	if len(handlers) == 0 {
		return ctx, nil
	}
	return runtime.WithHandlers(ctx, handlers...), nil
}

// handler makes the handler of a function of the script.
func (r *run) handler(thread *starlark.Thread, step, param string, v any) (runtime.Handler, error) {
	f, ok := v.(starlark.Callable)
	if !ok {
		return nil, notFunction(step, param, v)
	}
	return func(_ context.Context, e *runtime.Effect) (runtime.Answer, error) {
		v, err := starlark.Call(thread, f, starlark.Tuple{newRequest(e)}, nil)
		if err != nil {
			return runtime.Answer{}, handlerError(f, e, r.typed(err))
		}
		switch v := v.(type) {
		case answer:
			return v.Answer, nil
		case starlark.NoneType:
			return runtime.Answer{}, nil
		}
		return runtime.Answer{}, handlerError(f, e, fmt.Errorf("it returned a %s", v.Type()))
	}, nil
}

// handlerError is a mistake in a handler: nothing happens, and no attempt catches it.
func handlerError(f starlark.Callable, e *runtime.Effect, err error) error {
	out := runtime.NewError(runtime.CodeScript, e.Step, fmt.Sprintf("the approval handler %s failed, so nothing was done: %v", f.Name(), err),
		"a handler returns approval.approve(), approval.reject(reason), approval.ask() or None, and the request is frozen")
	out.Reason, out.Cause = "handler", err
	return out
}

func notFunction(step, param string, v any) error {
	return badArgument(step, &spec.ArgError{Builtin: step, Param: param, Message: "want a function, got " + spec.Describe(v),
		Next: "pass a function of one parameter, such as approval.approve"})
}
