package match

// This file wraps the texts that are searched: those of files, and plain strings.

import (
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// Lines is a text that can be cut by byte offsets and by lines from 1; a hunkengine.Text is one.
type Lines interface {
	NumLines() int
	Line(n int) string
	Position(offset int) (line, column int)
	Slice(start, end int) string
}

// Source is a text that matches lie in. All matches of one search in one text share it.
type Source struct {
	path  string
	lines Lines
}

// InFile returns the source of matches in a file.
func InFile(path string, text Lines) *Source { return &Source{path: path, lines: text} }

// InString returns the source of matches in a string that is no file. Its bytes are taken as they are.
func InString(text string) *Source { return &Source{lines: &plain{text: text}} }

// Text returns what is searched, cut as offsets count.
func (s *Source) Text() Lines { return s.lines }

// plain is a string with an index of its lines, which is made when it is first needed.
type plain struct {
	text   string
	once   sync.Once
	starts []int
}

func (p *plain) index() []int {
	p.once.Do(func() {
		for at := 0; at < len(p.text); {
			p.starts = append(p.starts, at)
			n := strings.IndexByte(p.text[at:], '\n')
			if n < 0 {
				return
			}
			at += n + 1
		}
	})
	return p.starts
}

// NumLines returns the number of lines; "a\n" has one.
func (p *plain) NumLines() int { return len(p.index()) }

// Line returns the content of line n without its end, "\n" or "\r\n".
func (p *plain) Line(n int) string {
	starts := p.index()
	if n == len(starts) {
		text, ended := strings.CutSuffix(p.text[starts[n-1]:], "\n")
		return withoutCR(text, ended)
	}
	return withoutCR(p.text[starts[n-1]:starts[n]-1], true)
}

func withoutCR(line string, ended bool) string {
	if !ended {
		return line
	}
	return strings.TrimSuffix(line, "\r")
}

// Position returns the line and the column in code points of an offset.
func (p *plain) Position(offset int) (line, column int) {
	starts := p.index()
	if offset >= len(p.text) && (p.text == "" || strings.HasSuffix(p.text, "\n")) {
		return len(starts) + 1, 1
	}
	i := sort.SearchInts(starts, offset+1) - 1
	return i + 1, 1 + utf8.RuneCountInString(p.text[starts[i]:offset])
}

// Slice returns the bytes from start to end.
func (p *plain) Slice(start, end int) string { return p.text[start:end] }
