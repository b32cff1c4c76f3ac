// Package diagnostic defines the one form in which findings are reported, whoever found them: devstar itself, a script or
// an engine. It decides nothing about them.
package diagnostic

import (
	"bytes"
	"encoding/json"
)

// Severity says how bad a finding is.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Diagnostic is one finding. Lines and columns are 1-based, columns count code points; 0 means unknown.
type Diagnostic struct {
	Path       string // relative to the root; "" when it is about no file
	Severity   Severity
	Message    string
	Rule       string // "" for none
	Line       int
	Column     int
	EndLine    int
	EndColumn  int
	Engine     string // the engine that found it; "" for devstar itself and for scripts
	OutOfScope bool   // about a file the invocation did not select
}

// MarshalJSON writes every field, null where it is unknown.
func (d Diagnostic) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	err := w.Encode(struct {
		Path       *string  `json:"path"`
		Severity   Severity `json:"severity"`
		Message    string   `json:"message"`
		Rule       *string  `json:"rule"`
		Line       *int     `json:"line"`
		Column     *int     `json:"column"`
		EndLine    *int     `json:"end_line"`
		EndColumn  *int     `json:"end_column"`
		Engine     *string  `json:"engine"`
		OutOfScope bool     `json:"out_of_scope"`
	}{
		known(d.Path), d.Severity, d.Message, known(d.Rule), known(d.Line), known(d.Column),
		known(d.EndLine), known(d.EndColumn), known(d.Engine), d.OutOfScope,
	})
	return b.Bytes(), err
}

func known[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// List is diagnostics in the order in which they were found.
type List []Diagnostic

// OK reports whether none of them is an error.
func (l List) OK() bool { return len(l.Errors()) == 0 }

// Errors returns those that are errors, in order.
func (l List) Errors() List {
	var out List
	for _, d := range l {
		if d.Severity == Error {
			out = append(out, d)
		}
	}
	return out
}
