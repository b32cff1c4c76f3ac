package startest

// This file knows which lines of the scripts under test hold statements, and which of them ran.

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/syntax"
)

// Lines is how often each statement ran, by file.
type Lines map[string]*FileLines

// FileLines is the statements of one file.
type FileLines struct {
	Hits map[int]int // by the line on which the statement begins: whether it ran (1) or not (0)
	owns []int       // for each line, from 1, the line on which its innermost statement begins; 0 for none
}

// add takes a file into account.
func (l Lines) add(name string, text []byte) {
	if l[name] != nil || IsTest(name) {
		return
	}
	parsed, err := parse(Source{Name: name, Text: text})
	if err != nil {
		return // its error is told where it is loaded
	}
	f := &FileLines{Hits: map[int]int{}, owns: make([]int, strings.Count(string(text), "\n")+2)}
	f.statements(parsed.Stmts)
	l[name] = f
}

// statements notes where statements begin; docstrings are none.
func (f *FileLines) statements(list []syntax.Stmt) {
	for i, s := range list {
		if e, ok := s.(*syntax.ExprStmt); ok && i == 0 {
			if _, doc := e.X.(*syntax.Literal); doc {
				continue
			}
		}
		start, end := s.Span()
		f.Hits[int(start.Line)] = 0
		for line := int(start.Line); line <= int(end.Line) && line < len(f.owns); line++ {
			f.owns[line] = int(start.Line)
		}
		switch s := s.(type) {
		case *syntax.DefStmt:
			f.statements(s.Body)
		case *syntax.IfStmt:
			f.statements(s.True)
			f.statements(s.False)
		case *syntax.ForStmt:
			f.statements(s.Body)
		}
	}
}

// line returns what is told of lines as they run; nil without coverage.
func (f *file) line() func(file string, line int) {
	if f.report.Lines == nil {
		return nil
	}
	lines := f.report.Lines
	return func(name string, line int) {
		if file := lines[name]; file != nil && line < len(file.owns) && line > 0 {
			if start := file.owns[line]; start > 0 {
				file.Hits[start] = 1
			}
		}
	}
}

// Merge adds the lines of another report.
func (l Lines) Merge(other Lines) {
	for name, f := range other {
		if l[name] == nil {
			l[name] = &FileLines{Hits: map[int]int{}, owns: f.owns}
		}
		for line, n := range f.Hits {
			l[name].Hits[line] = max(l[name].Hits[line], n)
		}
	}
}

// Count returns the statements of a file and how many of them ran.
func (f *FileLines) Count() (ran, all int) {
	for _, n := range f.Hits {
		ran += n
	}
	return ran, len(f.Hits)
}

// WriteLCOV writes the format of lcov: a record for each file, sorted by name.
func (l Lines) WriteLCOV(w io.Writer) error {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(l)) {
		f := l[name]
		fmt.Fprintf(&b, "TN:\nSF:%s\n", name)
		for _, line := range slices.Sorted(maps.Keys(f.Hits)) {
			fmt.Fprintf(&b, "DA:%d,%d\n", line, f.Hits[line])
		}
		ran, all := f.Count()
		fmt.Fprintf(&b, "LF:%d\nLH:%d\nend_of_record\n", all, ran)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
