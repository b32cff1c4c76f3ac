package hunkengine

// This file changes texts by byte offsets and by literals, inside lines too.

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Span is a byte range of Normal() and the text that takes its place.
type Span struct {
	Start, End int
	New        string
}

// Splice replaces spans (any order, not overlapping) in one pass, keeping the ends of lines around them:
// a line end of New takes the kind of the one it replaces, else that of the lines around it. Insertions at
// one place come out in the order given. It fails with *RangeError for a span outside the text, inside a
// code point, or overlapping another one, and with *EncodingError when New is not text.
func Splice(t Text, spans []Span) (Text, error) {
	spans = slices.Clone(spans)
	slices.SortStableFunc(spans, func(a, b Span) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		return min(a.End-a.Start, 1) - min(b.End-b.Start, 1)
	})
	s := splicer{lines: t.lines(), normal: t.Normal()}
	size := len(t.raw)
	for i := range spans {
		if err := s.check(spans, i); err != nil {
			return Text{}, err
		}
		size += len(spans[i].New)
	}
	s.b.Grow(size)
	for _, sp := range spans {
		s.splice(sp)
	}
	s.write(t.raw[s.at:])
	return s.text()
}

type splicer struct {
	writer
	*lines
	normal string
	at     int // bytes of the old text that are copied or replaced
}

func (s *splicer) check(spans []Span, i int) error {
	sp := spans[i]
	why := ""
	switch {
	case sp.Start < 0 || sp.End < sp.Start || sp.End > len(s.normal):
		why = "it is not inside the text"
	case !atRune(s.normal, sp.Start) || !atRune(s.normal, sp.End):
		why = "it cuts a character in two"
	case i > 0 && sp.Start < spans[i-1].End:
		why = "it overlaps another span"
	}
	if why != "" {
		return &RangeError{What: "span", Start: sp.Start, End: sp.End, Size: len(s.normal), Why: why}
	}
	return checkText(sp.New)
}

func atRune(s string, at int) bool { return at == len(s) || utf8.RuneStart(s[at]) }

// splice copies up to the span and writes its new text.
func (s *splicer) splice(sp Span) {
	from, to := s.rawOffset(sp.Start), s.rawOffset(sp.End)
	s.write(s.raw[s.at:from])
	fresh := sp.New
	if s.crlf > 0 || strings.Contains(fresh, "\r\n") {
		fresh = s.endings(sp)
	}
	s.write(fresh)
	s.at = to
}

// endings returns the new text of a span with line ends that fit the place.
func (s *splicer) endings(sp Span) string {
	pieces := strings.Split(unixEnds(sp.New), "\n")
	if len(pieces) == 1 {
		return sp.New
	}
	line, last := s.lineAt(sp.Start), s.lineAt(sp.End)
	if sp.End == s.normalStart(last) {
		last--
	}
	above := ""
	if line > 0 {
		above = s.end(line - 1)
	}
	var b strings.Builder
	for j, piece := range pieces {
		b.WriteString(piece)
		if j < len(pieces)-1 {
			above = s.choose(line+j, last, above)
			b.WriteString(above)
		}
	}
	return b.String()
}

// choose returns the end of a new line that stands for old line i, if that is not below line last.
func (s *splicer) choose(i, last int, above string) string {
	if i <= last && s.end(i) != "" {
		return s.end(i)
	}
	if above != "" {
		return above
	}
	if below := last + 1; below < s.count() && s.end(below) != "" {
		return s.end(below)
	}
	return s.usual()
}

// ReplaceAll replaces the literal old everywhere (leftmost, not rescanning), inside lines too; it returns
// the number of places. "\r\n" in old is read as "\n". An empty old stands nowhere.
func ReplaceAll(t Text, old, new string) (Text, int, error) {
	found := Occurrences(t, old)
	if len(found) == 0 {
		return t, 0, nil
	}
	size := len(unixEnds(old))
	spans := make([]Span, len(found))
	for i, at := range found {
		spans[i] = Span{Start: at, End: at + size, New: new}
	}
	changed, err := Splice(t, spans)
	return changed, len(found), err
}
