package runtime

// This file defines the one error that leaves a session, and how the errors of the packages below become it.

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"devstar/fsbackend"
	"devstar/runtime/spec"
	"devstar/workspace"
)

// Code says what kind of failure an Error is.
type Code string

// The codes of errors.
const (
	CodeBadArgument Code = "bad_argument"
	CodeUnknownStep Code = "unknown_step"
	CodeCapability  Code = "capability_required"
	CodeStepFailed  Code = "step_failed"
	CodeBounds      Code = "workspace_bounds"
	CodeLimit       Code = "limit_exceeded"
	CodePath        Code = "path_refused"
	CodeDeclined    Code = "declined"
	CodeScript      Code = "script_error"
	CodeCompile     Code = "compile_error"
	CodeConfig      Code = "config_error"
	CodeCanceled    Code = "canceled"
	CodeInternal    Code = "internal"
)

// Position is a place in a script or plan; line and column are 1-based, 0 when unknown.
type Position struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// Frame is one call in the chain of calls that led to an error, outermost first.
type Frame struct {
	Function string   `json:"function"`
	Position Position `json:"position"`
}

// Error is a failure of a run: what, where, and what next. Its JSON form is this struct.
type Error struct {
	Code      Code      `json:"code"`
	Reason    string    `json:"reason,omitempty"` // a stable word inside a code
	Step      string    `json:"step"`
	Path      string    `json:"path,omitempty"`
	Message   string    `json:"message"`
	Hint      string    `json:"hint,omitempty"`
	Position  *Position `json:"position,omitempty"`
	Trace     []Frame   `json:"trace"`
	Retryable bool      `json:"retryable"`
	Written   []string  `json:"written"` // cumulative, in execution order
	Available []string  `json:"available,omitempty"`
	Operation string    `json:"operation,omitempty"` // of a failed write: the disk operation
	Deleted   []string  `json:"deleted,omitempty"`   // of a failed write: deletions that were done
	Temporary string    `json:"temporary,omitempty"` // of a failed write: the only copy of a file lies here
	Errors    []*Error  `json:"errors,omitempty"`    // of a compilation: every error, sorted by position
	Cause     error     `json:"-"`
	compile   bool
}

// Compiling reports whether the error was found before anything ran.
func (e *Error) Compiling() bool {
	return e.compile || e.Code == CodeCompile || e.Code == CodeConfig
}

// BeforeRun marks the error as found before anything ran, and returns it.
func (e *Error) BeforeRun() *Error {
	e.compile = true
	return e
}

// Error returns the message; step and path are part of it where they help.
func (e *Error) Error() string {
	if e.Step != "" && e.Code != CodeUnknownStep && !strings.HasPrefix(e.Message, e.Step+":") {
		return e.Step + ": " + e.Message
	}
	return e.Message
}

// fill replaces nil lists, which JSON would show as null, and gives every part what was written.
func (e *Error) fill(written []string) *Error {
	out := *e
	out.Written = append([]string{}, written...)
	if out.Trace == nil {
		out.Trace = []Frame{}
	}
	out.Errors = nil
	for _, part := range e.Errors {
		out.Errors = append(out.Errors, part.fill(written))
	}
	return &out
}

// Unwrap returns the error of a package below, if any.
func (e *Error) Unwrap() error { return e.Cause }

// Catchable reports whether a script may catch it with attempt: a step that failed or was refused, or fail. Write,
// limits, cancellation and mistakes in the script itself are not.
func (e *Error) Catchable() bool {
	switch e.Code {
	case CodeStepFailed, CodePath, CodeDeclined, CodeBounds, CodeCapability:
		return e.Step != "write"
	case CodeScript:
		return e.Reason == ReasonFail
	}
	return false
}

// Reasons that the session itself gives; others come from the packages below.
const (
	ReasonFail        = "fail"
	ReasonNotAcquired = "not_acquired"
	ReasonNotFound    = "not_found"
	ReasonGone        = "gone"
	ReasonDirectory   = "is_directory"
	ReasonSymlink     = "symlink"
	ReasonOpaque      = "opaque"
	ReasonEmpty       = "selects_nothing"
	ReasonDuplicate   = "duplicate_label"
	ReasonRange       = "range"
	ReasonCount       = "count"
	ReasonStale       = "stale"
	ReasonProtected   = "protected"
	ReasonAllowed     = "allowed_paths"
	ReasonTimeout     = "timeout"
	ReasonErrors      = "errors_before_write"
)

// failure is what the errors of the packages below carry for the user.
type failure interface {
	error
	Reason() string
	Hint() string
}

// NewError makes an error of a step.
func NewError(code Code, step, message, hint string) *Error {
	return &Error{Code: code, Step: step, Message: message, Hint: hint, Retryable: retryable(code)}
}

func retryable(c Code) bool {
	switch c {
	case CodeCapability, CodeUnknownStep, CodePath, CodeDeclined:
		return false
	}
	return true
}

// failed makes the failure of a step on a path.
func failed(step, path, reason, hint, format string, args ...any) *Error {
	e := NewError(CodeStepFailed, step, fmt.Sprintf(format, args...), hint)
	e.Path, e.Reason = path, reason
	return e
}

// wrap turns an error of a package below into an Error of step on path; an Error stays what it is.
func wrap(ctx context.Context, step, path string, err error) error {
	var own *Error
	if err == nil || errors.As(err, &own) {
		return err
	}
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return canceled(ctx, step)
	}
	e := NewError(codeOf(err), step, err.Error(), "")
	e.Path, e.Cause = path, err
	var f failure
	if errors.As(err, &f) {
		e.Reason, e.Hint = f.Reason(), f.Hint()
	}
	var arg *spec.ArgError
	if errors.As(err, &arg) && path == "" {
		e.Path = arg.Path
	}
	if path != "" && !strings.Contains(e.Message, path) {
		e.Message = path + ": " + e.Message
	}
	return e
}

func codeOf(err error) Code {
	var (
		arg   *spec.ArgError
		path  *workspace.PathError
		bound *workspace.BoundError
		read  *fsbackend.BoundError
	)
	switch {
	case errors.As(err, &path):
		return CodePath
	case errors.As(err, &arg):
		return CodeBadArgument
	case errors.As(err, &bound), errors.As(err, &read):
		return CodeBounds
	}
	return CodeStepFailed
}

// canceled says why ctx ended: the error that is its cause, or an interruption.
func canceled(ctx context.Context, step string) *Error {
	var own *Error
	if errors.As(context.Cause(ctx), &own) {
		c := *own
		c.Step = step
		return &c
	}
	return NewError(CodeCanceled, step, "the run was interrupted", "")
}

// live returns the error of a context that has ended.
func live(ctx context.Context, step string) error {
	if ctx.Err() != nil {
		return canceled(ctx, step)
	}
	return nil
}
