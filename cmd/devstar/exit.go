package main

// This file says with which code the program ends.

import "devstar/runtime"

// The exit codes.
const (
	exitOK          = 0
	exitFailed      = 1 // the run failed, or is not ok
	exitNothingRan  = 2 // usage, compile or configuration error
	exitDeclined    = 3 // refused by an approval
	exitWouldChange = 4 // only with --dry-run --exit-code
	exitInterrupted = 130
)

// exitCode returns the code for a result.
func exitCode(r *runtime.Result) int {
	switch e := r.Error; {
	case e == nil && r.OK:
		return exitOK
	case e == nil:
		return exitFailed
	case e.Code == runtime.CodeCanceled:
		return exitInterrupted
	case e.Compiling():
		return exitNothingRan
	case e.Code == runtime.CodeDeclined:
		return exitDeclined
	}
	return exitFailed
}
