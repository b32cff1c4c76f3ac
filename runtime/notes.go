package runtime

// This file keeps the diagnostics of a run.

import (
	"fmt"

	"devstar/runtime/diagnostic"
)

// Diagnostics are findings in the order in which they were made.
type Diagnostics = diagnostic.List

// Diagnostic is one finding.
type Diagnostic = diagnostic.Diagnostic

// notes are the diagnostics so far, and how many stood at the last write.
type notes struct {
	list Diagnostics
	seen int // those before this index were there at the last write
}

func (n *notes) add(d Diagnostic) { n.list = append(n.list, d) }

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
	for _, d := range n.list[n.seen:] {
		if d.Severity == diagnostic.Error && d.Engine != "" {
			out = append(out, d)
		}
	}
	return out
}

// wrote marks that everything so far was there at a write.
func (n *notes) wrote() { n.seen = len(n.list) }

// Diagnostics returns the findings so far.
func (s *Session) Diagnostics() Diagnostics { return append(Diagnostics(nil), s.notes.list...) }
