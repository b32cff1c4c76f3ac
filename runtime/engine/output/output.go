// Package output reads what linters and checkers print: errorformat patterns, SARIF, rdjson and the JSON of ESLint. It
// runs nothing and looks at no file; paths and columns come out as the tool wrote them.
package output

// This file is the list of formats.

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"devstar/runtime/diagnostic"
	"devstar/runtime/engine"
)

// Format is one way in which findings are printed. The zero value is none: no finding is ever read.
type Format struct {
	Name     string              // sarif, rdjson, eslint-json, errorformat or ""
	Severity diagnostic.Severity // of findings that tell none; "" means error
	lines    *patterns
}

// Names lists the formats that have a name.
func Names() []string { return []string{"eslint-json", "rdjson", "sarif"} }

// Named returns the format of a name.
func Named(name string) (Format, error) {
	if !slices.Contains(Names(), name) {
		return Format{}, fmt.Errorf("unknown output %q; known are %s, and a list of errorformat patterns", name, strings.Join(Names(), ", "))
	}
	return Format{Name: name}, nil
}

// Patterns returns the format of lines that errorformat patterns match, as the errorformat of Vim does.
func Patterns(list []string) (Format, error) {
	p, err := compilePatterns(list)
	if err != nil {
		return Format{}, err
	}
	return Format{Name: "errorformat", lines: p}, nil
}

// Parse reads what a tool printed. Formats with a name are read from standard output alone, patterns from both. An output
// that its format cannot mean is an error; for patterns, which pass over what they do not match, only text that is not UTF-8.
func (f Format) Parse(stdout, stderr []byte) (*engine.Response, error) {
	if f.Name == "" {
		return &engine.Response{}, nil
	}
	if !utf8.Valid(stdout) {
		return nil, fmt.Errorf("its output is not UTF-8")
	}
	var r engine.Response
	var err error
	switch f.Name {
	case "eslint-json":
		r.Diagnostics, err = parseESLint(stdout)
		r.Columns = engine.Units
	case "rdjson":
		r.Diagnostics, err = parseRDJSON(stdout)
		r.Columns = engine.Bytes
	case "sarif":
		r.Diagnostics, r.Columns, err = parseSARIF(stdout)
	default:
		r.Diagnostics = f.lines.parse(stdout, stderr)
		r.Columns = engine.Bytes
	}
	if err != nil {
		return nil, fmt.Errorf("its output is no %s: %w", f.Name, err)
	}
	for i := range r.Diagnostics {
		if r.Diagnostics[i].Severity == "" {
			r.Diagnostics[i].Severity = f.severity()
		}
	}
	return &r, nil
}

func (f Format) severity() diagnostic.Severity {
	if f.Severity == "" {
		return diagnostic.Error
	}
	return f.Severity
}
