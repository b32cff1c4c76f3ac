package runtime

// This file keeps the diagnostics of a run.

import (
	"fmt"
	"slices"

	"devstar/runtime/diagnostic"
	"devstar/runtime/engine"
	"devstar/workspace"
)

// Diagnostics are findings in the order in which they were made.
type Diagnostics = diagnostic.List

// Diagnostic is one finding.
type Diagnostic = diagnostic.Diagnostic

// notes are the diagnostics so far, and how many stood at the last write.
type notes struct {
	list   Diagnostics
	steps  []engine.Step // of the engine that found it; "" for devstar itself and for scripts
	seen   int           // those before this index were there at the last write
	writes int           // how many there were
}

// has reports whether the very same finding is there already.
func (n *notes) has(d Diagnostic) bool { return slices.Contains(n.list, d) }

func (n *notes) add(d Diagnostic) { n.addFrom("", d) }

func (n *notes) addFrom(step engine.Step, d Diagnostic) {
	n.list, n.steps = append(n.list, d), append(n.steps, step)
}

// info adds an info diagnostic of devstar's own.
func (n *notes) info(rule, path, format string, args ...any) {
	n.add(Diagnostic{Severity: diagnostic.Info, Rule: rule, Path: path, Message: fmt.Sprintf(format, args...)})
}

// warn adds a warning of devstar's own.
func (n *notes) warn(rule, path, format string, args ...any) {
	n.add(Diagnostic{Severity: diagnostic.Warning, Rule: rule, Path: path, Message: fmt.Sprintf(format, args...)})
}

// blocking returns the errors that engines reported since the last write.
func (n *notes) blocking() Diagnostics {
	var out Diagnostics
	for i, d := range n.list[n.seen:] {
		if d.Severity == diagnostic.Error && n.steps[n.seen+i] != "" {
			out = append(out, d)
		}
	}
	return out
}

// wrote marks that everything so far was there at a write.
func (n *notes) wrote() {
	n.seen = len(n.list)
	n.writes++
}

// take records what a run of engines found, in place of what the same engines found before in the same step: about the files
// of this run, about no file, and about files that were not selected then or are not held any more. What an engine said about
// a file that this run did not look at still stands.
func (n *notes) take(r *engineRun) {
	n.drop(func(i int) bool {
		d := n.list[i]
		return n.steps[i] == r.step && (d.Engine == "" || slices.ContainsFunc(r.jobs, func(j *engineJob) bool { return j.replaces(r, d) }))
	})
	for _, d := range r.all() {
		n.addFrom(r.step, d)
	}
}

// replaces reports whether what a job found takes the place of d.
func (j *engineJob) replaces(r *engineRun, d Diagnostic) bool {
	if d.Engine != j.Engine.ID || !j.ran {
		return false
	}
	_, selected := slices.BinarySearch(j.Files, d.Path)
	return d.Path == "" || d.OutOfScope || selected || r.step == engine.Check || !r.s.isHeld(workspace.Path(d.Path))
}

// drop takes diagnostics out.
func (n *notes) drop(out func(i int) bool) {
	var list Diagnostics
	var steps []engine.Step
	seen := n.seen
	for i, d := range n.list {
		if !out(i) {
			list, steps = append(list, d), append(steps, n.steps[i])
		} else if i < n.seen {
			seen--
		}
	}
	n.list, n.steps, n.seen = list, steps, seen
}

// back returns the diagnostics before, with what devstar and the script have said since: what engines found is about a
// workspace that is not there any more.
func (n *notes) back(before notes) notes {
	out := notes{list: slices.Clone(before.list), steps: slices.Clone(before.steps), seen: before.seen, writes: n.writes}
	if n.writes != before.writes {
		out.seen = len(out.list)
	}
	known := 0
	for _, s := range before.steps {
		if s == "" {
			known++
		}
	}
	for i, d := range n.list {
		if n.steps[i] != "" {
			continue
		}
		if known--; known < 0 {
			out.add(d)
		}
	}
	return out
}

// Diagnostics returns the findings so far.
func (s *Session) Diagnostics() Diagnostics { return append(Diagnostics(nil), s.notes.list...) }
