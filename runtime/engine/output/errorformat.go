package output

// This file reads lines with errorformat patterns.

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/reviewdog/errorformat"

	"devstar/runtime/diagnostic"
)

// maxLine bounds what is looked at of one line, in bytes: no finding is longer, and the scanner below stops at 64 KiB.
const maxLine = 32 << 10

type patterns struct{ list *errorformat.Errorformat }

func compilePatterns(list []string) (*patterns, error) {
	if len(list) == 0 {
		return nil, fmt.Errorf("the list of errorformat patterns is empty")
	}
	for _, p := range list {
		if p == "" {
			return nil, fmt.Errorf("an errorformat pattern is empty")
		}
		if len(p) > 1 && p[0] == '%' && strings.ContainsRune("OPQ", rune(p[1])) {
			return nil, fmt.Errorf("the errorformat pattern %q looks at files: %%O, %%P and %%Q are not available", p)
		}
		if _, err := newErrorformat([]string{p}); err != nil {
			return nil, fmt.Errorf("the errorformat pattern %q cannot be read: %w", p, err)
		}
	}
	efm, err := newErrorformat(list)
	if err != nil {
		return nil, err
	}
	return &patterns{efm}, nil
}

// newErrorformat compiles patterns. The library panics at some that are cut off, such as a single "%".
func newErrorformat(list []string) (efm *errorformat.Errorformat, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it is cut off or malformed (%v)", p)
		}
	}()
	return errorformat.NewErrorformat(list)
}

// parse reads both streams, one after the other, and returns what the patterns match.
func (p *patterns) parse(streams ...[]byte) diagnostic.List {
	var out diagnostic.List
	for _, text := range streams {
		s := p.list.NewScanner(bytes.NewReader(shortened(bytes.ToValidUTF8(text, []byte("\ufffd")))))
		for s.Scan() {
			if e := s.Entry(); e.Valid {
				out = append(out, finding(e))
			}
		}
	}
	return out
}

// shortened cuts lines that are too long for the scanner, the carriage returns before line ends, and the name that go vet puts
// before what does not compile: no pattern for its other lines would match it.
func shortened(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for line := range bytes.Lines(text) {
		line = bytes.TrimPrefix(bytes.TrimRight(line, "\r\n"), []byte("vet: "))
		if len(line) > maxLine {
			line = bytes.ToValidUTF8(line[:maxLine], nil)
		}
		out = append(append(out, line...), '\n')
	}
	return out
}

func finding(e *errorformat.Entry) diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{
		Path: strings.TrimSpace(e.Filename), Line: e.Lnum, Column: e.Col, EndLine: e.EndLnum, EndColumn: e.EndCol,
		Message: strings.TrimSpace(e.Text), Severity: severityOf(e.Type),
	}
	if e.Nr > 0 {
		d.Rule = fmt.Sprint(e.Nr)
	}
	if d.Message == "" {
		d.Message = strings.TrimSpace(strings.Join(e.Lines, "\n"))
	}
	return d
}

func severityOf(kind rune) diagnostic.Severity {
	switch kind {
	case 'e', 'E':
		return diagnostic.Error
	case 'w', 'W':
		return diagnostic.Warning
	case 'i', 'I', 'n', 'N':
		return diagnostic.Info
	}
	return ""
}
