package output

// This file reads rdjson: one object with diagnostics, or one diagnostic a line (rdjsonl).

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"devstar/runtime/diagnostic"
)

type rdDiagnostic struct {
	Message  string `json:"message"`
	Location *struct {
		Path  string `json:"path"`
		Range struct {
			Start rdPosition `json:"start"`
			End   rdPosition `json:"end"`
		} `json:"range"`
	} `json:"location"`
	Severity string `json:"severity"`
	Code     struct {
		Value string `json:"value"`
	} `json:"code"`
}

type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"` // bytes, from 1; an end is exclusive
}

func parseRDJSON(text []byte) (diagnostic.List, error) {
	var out diagnostic.List
	d := json.NewDecoder(bytes.NewReader(text))
	for n := 0; ; n++ {
		var doc struct {
			rdDiagnostic
			Diagnostics *[]rdDiagnostic `json:"diagnostics"`
		}
		err := d.Decode(&doc)
		if errors.Is(err, io.EOF) && n > 0 {
			return out, nil
		}
		if err != nil {
			return nil, explain(text, err)
		}
		switch {
		case doc.Diagnostics != nil:
			for _, f := range *doc.Diagnostics {
				if f.Severity == "" {
					f.Severity = doc.Severity
				}
				out = append(out, f.finding())
			}
		case doc.Location != nil:
			out = append(out, doc.finding())
		default:
			return nil, errShape
		}
	}
}

func (f rdDiagnostic) finding() diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{Message: f.Message, Rule: f.Code.Value}
	switch f.Severity {
	case "ERROR":
		d.Severity = diagnostic.Error
	case "WARNING":
		d.Severity = diagnostic.Warning
	case "INFO":
		d.Severity = diagnostic.Info
	}
	if at := f.Location; at != nil {
		d.Path = at.Path
		d.Line, d.Column, d.EndLine, d.EndColumn = at.Range.Start.Line, at.Range.Start.Column, at.Range.End.Line, at.Range.End.Column
	}
	return d
}
