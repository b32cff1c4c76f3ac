package engine

// This file brings the findings of a tool into their normal form.

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"devstar/runtime/diagnostic"
	"devstar/workspace"
)

// Place is where a tool worked, for the paths it reports.
type Place struct {
	Dirs     []string                      // absolute directories that stand for the root; the first is where it ran
	Text     func(p string) (string, bool) // the text of a file, for columns; nil for none
	Selected func(p string) bool           // is it one of the invocation's files
}

// Normalise completes the findings of one engine: relative paths, coordinates from 1 in code points, a known severity, the
// engine's id. What had to be cut or lies outside the root is told by one warning each.
func Normalise(id string, r *Response, at Place) diagnostic.List {
	n := normaliser{id: id, at: at, columns: r.Columns, lines: map[string][]string{}}
	for _, d := range r.Diagnostics {
		n.add(d)
	}
	if n.cut > 0 {
		n.warn("coordinates", "%s with a position that is none: it was cut", n.cut)
	}
	if n.outside > 0 {
		n.warn("outside", "%s about files outside the root: they have no path here", n.outside)
	}
	return n.out
}

type normaliser struct {
	id           string
	at           Place
	columns      Columns
	lines        map[string][]string
	cut, outside int
	out          diagnostic.List
}

func (n *normaliser) warn(rule, format string, count int) {
	findings := "1 finding"
	if count > 1 {
		findings = fmt.Sprintf("%d findings", count)
	}
	n.out = append(n.out, diagnostic.Diagnostic{Severity: diagnostic.Warning, Rule: rule, Engine: n.id,
		Message: fmt.Sprintf("engine %s reported "+format, n.id, findings)})
}

func (n *normaliser) add(d diagnostic.Diagnostic) {
	d.Engine = n.id
	switch d.Severity {
	case diagnostic.Error, diagnostic.Warning, diagnostic.Info:
	default:
		d.Severity = diagnostic.Error
	}
	if d.Path != "" {
		p, ok := n.relative(d.Path)
		if !ok {
			n.outside++
			d.Message = d.Path + ": " + d.Message
			d.OutOfScope = true
		} else {
			d.OutOfScope = d.OutOfScope || !n.at.Selected(p)
		}
		d.Path = p
	}
	d.Message = n.withoutDirs(strings.ToValidUTF8(d.Message, "\ufffd"))
	if d.Message == "" {
		d.Message = "(no message)"
	}
	n.position(&d)
	n.out = append(n.out, d)
}

// relative makes a path as a tool wrote it relative to the root.
func (n *normaliser) relative(written string) (string, bool) {
	name := written
	if path, ok := FilePath(written); ok {
		name = path
	}
	if !filepath.IsAbs(name) {
		p, err := workspace.ParsePath(filepath.ToSlash(filepath.Clean(name)))
		return string(p), err == nil
	}
	for _, dir := range n.at.Dirs {
		rel, err := filepath.Rel(dir, name)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		if p, err := workspace.ParsePath(filepath.ToSlash(rel)); err == nil {
			return string(p), true
		}
	}
	return "", false
}

// withoutDirs makes the paths inside a message relative, so that it is the same in every run.
func (n *normaliser) withoutDirs(message string) string {
	for _, dir := range n.at.Dirs {
		if len(dir) > 1 {
			message = strings.ReplaceAll(message, dir+string(filepath.Separator), "")
			message = strings.ReplaceAll(message, dir, ".")
		}
	}
	return message
}

const maxCoordinate = 1 << 30 // no text has so many lines or columns

// position cuts what is no position and counts columns in code points.
func (n *normaliser) position(d *diagnostic.Diagnostic) {
	before := *d
	for _, c := range []*int{&d.Line, &d.Column, &d.EndLine, &d.EndColumn} {
		if *c < 0 || *c > maxCoordinate {
			*c = 0
		}
	}
	if d.Line == 0 {
		d.Column = 0
	}
	if d.EndLine == 0 && d.EndColumn > 0 && d.Line > 0 {
		d.EndLine = d.Line
	}
	if d.Line == 0 || d.EndLine < d.Line || d.EndLine == d.Line && d.EndColumn > 0 && d.EndColumn < d.Column {
		d.EndLine, d.EndColumn = 0, 0
	}
	asked := before
	if asked.EndLine == 0 && asked.EndColumn > 0 {
		asked.EndLine = d.EndLine
	}
	if *d != asked {
		n.cut++
	}
	d.Column, d.EndColumn = n.points(d.Path, d.Line, d.Column), n.points(d.Path, d.EndLine, d.EndColumn)
}

// points counts a column in code points.
func (n *normaliser) points(p string, line, column int) int {
	if n.columns == Points || column <= 1 || n.at.Text == nil {
		return column
	}
	lines, known := n.lines[p]
	if !known {
		if text, ok := n.at.Text(p); ok {
			lines = strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
		}
		n.lines[p] = lines
	}
	if line > len(lines) {
		return column
	}
	return pointsBefore(lines[line-1], column-1, n.columns) + 1
}

// pointsBefore returns how many code points of s lie before the first so many bytes or units; past the end each counts one.
func pointsBefore(s string, width int, columns Columns) int {
	points, used := 0, 0
	for _, r := range s {
		if used >= width {
			return points
		}
		w := utf8.RuneLen(r)
		if columns == Units {
			w = 1
			if r > 0xffff {
				w = 2
			}
		}
		used += w
		points++
	}
	return points + max(0, width-used)
}
