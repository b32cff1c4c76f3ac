package runtime

// This file takes the diagnostics of a script's own.

import (
	"context"

	"devstar/runtime/diagnostic"
	"devstar/workspace"
)

// ReportArgs are a finding of a script; zero fields are unknown.
type ReportArgs struct {
	Message  string
	Severity string // error, warning or info; "" for warning
	Path     string
	Line     int
	Rule     string
	At       *Diagnostic // the place: path, line and column, and where it ends
}

// PlaceOf returns the place of a match, for ReportArgs.
func PlaceOf(m *Match) *Diagnostic {
	d := &Diagnostic{Path: m.Path()}
	d.Line, d.Column = m.Position()
	d.EndLine, d.EndColumn = m.End()
	return d
}

// Report adds a diagnostic. Path and Line, where given, stand before those of At.
func (s *Session) Report(ctx context.Context, a ReportArgs) error {
	d := Diagnostic{Severity: diagnostic.Severity(a.Severity), Message: a.Message, Rule: a.Rule}
	if d.Severity == "" {
		d.Severity = diagnostic.Warning
	}
	if a.At != nil {
		d.Path, d.Line, d.Column, d.EndLine, d.EndColumn = a.At.Path, a.At.Line, a.At.Column, a.At.EndLine, a.At.EndColumn
	}
	if a.Path != "" {
		p, err := workspace.ParsePath(a.Path)
		if err != nil {
			return wrap(ctx, "report", a.Path, err)
		}
		d.Path = string(p)
	}
	if a.Line > 0 && a.Line != d.Line {
		d.Line, d.Column, d.EndLine, d.EndColumn = a.Line, 0, 0, 0
	}
	s.notes.add(d)
	return nil
}
