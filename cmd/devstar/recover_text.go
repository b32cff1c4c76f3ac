package main

// This file says to people what a recovery has found and done.

import (
	"fmt"
	"strings"
)

// text is the recovery in lines.
func (r *recovery) text(s style) string {
	var lines []string
	switch {
	case r.State == "none" && r.Error == nil:
		return "nothing to recover: no write was interrupted"
	case r.State == "none":
	case r.State == "held":
		lines = append(lines, "another devstar is writing in this tree")
	case r.Action != "show" && r.OK:
		lines = append(lines, r.ended()...)
	default:
		lines = append(lines, r.found(s)...)
	}
	for _, name := range r.Left {
		lines = append(lines, fmt.Sprintf("the only copy of a file lies at %s, and the names it could have are taken: move it yourself", visible(name)))
	}
	if r.Error != nil {
		lines = append(lines, s.red("error:")+" "+visibleText(r.Error.Message))
		if r.Error.Hint != "" {
			lines = append(lines, "hint: "+visibleText(r.Error.Hint))
		}
	}
	return strings.Join(lines, "\n")
}

// ended says what was done.
func (r *recovery) ended() []string {
	lines := []string{"finished: " + count(len(r.Operations), "operation") + " done, the tree is as the write wanted it"}
	if r.State != "staged" || r.Action == "back" {
		lines[0] = "taken back: the tree is as it was before the write"
	}
	if r.State == "abandoned" {
		lines[0] = "cleaned up after the write that failed"
	}
	if n := len(r.Removed); n > 0 {
		lines = append(lines, "removed "+count(n, "temporary file")+": "+joined(r.Removed))
	}
	return lines
}

// found lists the operations, and what can be done.
func (r *recovery) found(s style) []string {
	by := ""
	if r.PID > 0 {
		by = fmt.Sprintf(" by process %d", r.PID)
	}
	lines := []string{fmt.Sprintf("a write%s was interrupted: %d of %s done", by, r.Done, count(len(r.Operations), "operation"))}
	switch r.State {
	case "unstaged":
		lines[0] = fmt.Sprintf("a write%s was interrupted before it changed anything", by)
	case "abandoned":
		lines[0] = fmt.Sprintf("a write%s failed and was interrupted while it cleaned up", by)
	}
	for i, op := range r.Operations {
		mark := "  to do  "
		switch {
		case op.Done:
			mark = s.green("  done   ")
		case i == r.Done && r.State == "staged":
			mark = s.yellow("  next   ")
		}
		lines = append(lines, mark+operationText(op.Operation))
	}
	return append(lines, r.choices()...)
}

// choices says what would happen.
func (r *recovery) choices() []string {
	if len(r.Changed) > 0 {
		return []string{"it can be neither finished nor taken back, for these were changed since: " + joined(r.Changed), "hint: " + handHint}
	}
	left := len(r.Operations) - r.Done
	switch {
	case r.State == "abandoned":
		return []string{"devstar recover --back puts files that wait under temporary names where they belong, and removes what was staged"}
	case r.State == "unstaged":
		return []string{"devstar recover --back removes what was staged; the tree is as it was"}
	case left == 0:
		return []string{"devstar recover --finish removes the journal: everything is done"}
	case r.CanBack:
		return []string{"devstar recover --finish does them", "devstar recover --back leaves the tree as it was, and removes what was staged"}
	}
	return []string{fmt.Sprintf("devstar recover --finish does the %d that are left; what is done cannot be taken back", left)}
}
