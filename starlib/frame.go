package starlib

// This file finds the place of a failure: the innermost frame of the script, the argument or callee there, the chain of
// calls, and a hint.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"devstar/runtime"
	"devstar/runtime/spec"
)

// typed returns the kind of failure that err is, without its place.
func (r *run) typed(err error) *runtime.Error {
	if r.limit != nil {
		e := *r.limit
		return &e
	}
	var own *runtime.Error
	if errors.As(err, &own) {
		e := *own
		return &e
	}
	if r.ctx.Err() != nil {
		if errors.As(context.Cause(r.ctx), &own) {
			e := *own
			return &e
		}
		return runtime.NewError(runtime.CodeCanceled, "", "the run was interrupted", "")
	}
	message, _ := splitGuess(err.Error())
	return runtime.NewError(runtime.CodeScript, "", message, "")
}

// failure returns the error that ends the run, with its place, the chain of calls and a hint.
func (r *run) failure(err error) *runtime.Error {
	eval := innermost(err)
	if eval == nil {
		return r.typed(err)
	}
	e := r.typed(eval)
	e.Trace = nil
	for _, f := range eval.CallStack {
		if f.Pos.Filename() != builtinFile {
			e.Trace = append(e.Trace, runtime.Frame{Function: f.Name, Position: *positionOf(f.Pos)})
		}
	}
	if len(e.Trace) == 0 {
		return e
	}
	if strings.HasSuffix(e.Message, "called recursively") && len(e.Trace) > 1 {
		e.Trace = e.Trace[:len(e.Trace)-1] // the frame that was refused has no place of its own
	}
	at := e.Trace[len(e.Trace)-1].Position
	e.Position = &at
	r.explain(e, err)
	return e
}

// innermost returns the error of the frame in which it happened: a load wraps the error of the file it runs.
func innermost(err error) *starlark.EvalError {
	var found, eval *starlark.EvalError
	for errors.As(err, &eval) {
		found, err = eval, eval.Unwrap()
	}
	return found
}

// explain moves the position to the argument or callee at fault and gives a hint.
func (r *run) explain(e *runtime.Error, err error) {
	u := r.program.unit(e.Position.File)
	if u == nil {
		return
	}
	call := u.index.byParen[place{e.Position.Line, e.Position.Column}]
	if at, ok := u.blame(call, e); ok {
		e.Position.Line, e.Position.Column = int(at.Line), int(at.Col)
	}
	message, near := splitGuess(e.Message)
	line := u.line(e.Position.Line)
	switch e.Code {
	case runtime.CodeScript:
		if e.Reason != runtime.ReasonFail {
			e.Hint = cmp.Or(r.scriptHint(call, line, message, near), e.Hint)
		}
	case runtime.CodeBadArgument, runtime.CodeStepFailed:
		e.Hint = cmp.Or(habitHint(message, line), e.Hint)
	}
}

// blame returns the place of the argument that a call's error is about, or of what is called.
func (u *unit) blame(call *syntax.CallExpr, e *runtime.Error) (syntax.Position, bool) {
	if call == nil {
		return syntax.Position{}, false
	}
	var arg *spec.ArgError
	if errors.As(e.Cause, &arg) {
		if b, ok := builtinOf(call.Fn); ok && b.Name == arg.Builtin {
			if n := argumentNode(b, call.Args, arg.Param); n != nil {
				at, _ := n.Span()
				return at, true
			}
		}
	}
	return calleeStart(call), true
}

// calleeStart returns where the name that is called starts.
func calleeStart(call *syntax.CallExpr) syntax.Position {
	if dot, ok := call.Fn.(*syntax.DotExpr); ok {
		return dot.Name.NamePos
	}
	at, _ := call.Fn.Span()
	return at
}

// callSite returns the place in the script from which a builtin is being called: the start of what is called.
func (r *run) callSite(thread *starlark.Thread) runtime.Position {
	for i := 1; i < thread.CallStackDepth(); i++ {
		at := thread.CallFrame(i).Pos
		if at.Filename() == builtinFile {
			continue
		}
		if u := r.program.unit(at.Filename()); u != nil {
			if call := u.index.byParen[place{int(at.Line), int(at.Col)}]; call != nil {
				at = calleeStart(call)
			}
		}
		return *positionOf(at)
	}
	return runtime.Position{}
}

// builtinFile is the file name that frames of builtins carry.
const builtinFile = "<builtin>"

// scriptHint gives the hints that need more than the message: names hidden, attributes and keywords misspelt.
func (r *run) scriptHint(call *syntax.CallExpr, line, message, near string) string {
	if name := hiddenIn(call, r.program.env, message); name != "" {
		return fmt.Sprintf("%s is a name of the script here and hides the builtin: give it another name, such as %s", name, freeName(name))
	}
	if hint := habitHint(message, line); hint != "" {
		return hint
	}
	if near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if hint := attributeHint(r.program.env, message); hint != "" {
		return hint
	}
	if m := regexp.MustCompile(`^function (\w+) got an unexpected keyword argument "(\w+)"`).FindStringSubmatch(message); m != nil {
		return spec.Suggest(m[2], r.program.params(m[1]))
	}
	return ""
}

// hiddenIn returns the name of a builtin that a call or a message shows to be hidden by a variable.
func hiddenIn(call *syntax.CallExpr, env *environment, message string) string {
	name := ""
	if rest, ok := strings.CutPrefix(message, "local variable "); ok {
		name, _, _ = strings.Cut(rest, " ")
	} else if call != nil && strings.HasPrefix(message, "invalid call of non-function") {
		if id, ok := call.Fn.(*syntax.Ident); ok {
			name = id.Name
		}
	}
	if name == "" || !env.callable(name) {
		return ""
	}
	return name
}
