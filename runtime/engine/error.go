package engine

// This file defines the failure of a tool.

import (
	"fmt"
	"strings"
)

// Reasons of failures.
const (
	ReasonMissing = "command_missing"
	ReasonExit    = "exit_code"
	ReasonTimeout = "timeout"
	ReasonOutput  = "unparsable_output"
	ReasonTooMuch = "too_much_output"
	ReasonShadow  = "directory_deleted"
	ReasonDelta   = "refused_change"
	ReasonFailed  = "engine_failed"
)

// Error is a tool that did not do its work. Nothing of what it did counts.
type Error struct {
	Engine  string
	Step    Step
	Command string // as it was run; "" for tools that are no process
	Exit    int    // exit code; -1 when it did not end by itself
	Message string // what went wrong
	Stderr  string // the last lines of it
	Word    string // one of the reasons
	Next    string // what to do
	Err     error  // the cause, if any
}

// Error names the engine, the command, what went wrong, and the last lines of standard error.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "engine %s", e.Engine)
	b.WriteString(": " + e.Message)
	if e.Command != "" {
		fmt.Fprintf(&b, "; command: %s", e.Command)
	}
	if e.Stderr != "" {
		b.WriteString("\n" + e.Stderr)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Reason returns the stable word.
func (e *Error) Reason() string { return e.Word }

// Hint returns what to do.
func (e *Error) Hint() string { return e.Next }

// failed makes the error of a tool that is no process.
func failed(id string, step Step, err error) *Error {
	return &Error{Engine: id, Step: step, Message: err.Error(), Word: ReasonFailed, Err: err}
}
