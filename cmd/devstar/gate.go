package main

// This file builds the gate: who answers before a run changes the disk.

import (
	"context"
	"strings"

	"devstar/runtime"
)

// approveModes are the values of --approve.
func approveModes() []string { return []string{"ask", "script", "host", "all", "none"} }

// newGate returns the gate of a mode. Nobody can be asked here: where a mode wants a person, the answer is no.
func newGate(mode string) runtime.Gate {
	return runtime.GateFunc(func(_ context.Context, e *runtime.Effect) (runtime.Decision, error) {
		if allows(mode, e) {
			return runtime.Decision{Allow: true, By: "mode"}, nil
		}
		return runtime.Decision{By: "mode", Reason: "--approve=" + mode + " does not allow it",
			Next: "nothing of it was done; whoever starts devstar decides with --approve"}, nil
	})
}

// allows is the table of modes. What stays in memory needs no approval, and in the modes ask and script a write() in the
// plan is its own consent.
func allows(mode string, e *runtime.Effect) bool {
	switch {
	case mode == "all":
		return true
	case e.Script == runtime.Asked:
		return false
	case !e.Disk:
		return true
	case mode == "host", mode == "none":
		return false
	case strings.HasPrefix(e.Name, "fs."):
		return e.Script == runtime.Approved
	}
	return true
}
