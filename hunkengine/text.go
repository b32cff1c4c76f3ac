package hunkengine

// This file is the text model: what a Text is and how its lines are read.

import (
	"strings"
	"unsafe"
)

const bom = "\ufeff"

// Text is an immutable UTF-8 text: its bytes as they are on disk, and where its lines start. The zero value
// is the empty text. Texts may be copied and read from several goroutines at once; compare them with Equal.
type Text struct {
	_     [0]func() // "==" would also compare the index, which says nothing about the bytes
	raw   string
	index *lazyIndex
}

// Parse returns data as a Text and takes ownership of it: the caller must not change data afterwards.
// It fails with *EncodingError when data is not UTF-8, holds a NUL byte, or is 2 GiB or larger.
func Parse(data []byte) (Text, error) {
	return ParseString(unsafe.String(unsafe.SliceData(data), len(data)))
}

// ParseString is Parse for a string.
func ParseString(s string) (Text, error) {
	if err := checkText(s); err != nil {
		return Text{}, err
	}
	return newText(s), nil
}

// newText wraps a string that is known to be valid.
func newText(raw string) Text { return Text{raw: raw, index: new(lazyIndex)} }

// String returns every byte, the BOM included: what goes to disk.
func (t Text) String() string { return t.raw }

// Equal reports whether both texts hold the same bytes.
func (t Text) Equal(u Text) bool { return t.raw == u.raw }

// HasBOM reports whether the text starts with a BOM, which is no part of line 1.
func (t Text) HasBOM() bool { return strings.HasPrefix(t.raw, bom) }

// NumLines returns the number of lines; "a\nb\n" has 2, "" has 0.
func (t Text) NumLines() int { return t.lines().count() }

// Line returns the content of line n (1-based, at most NumLines) without its end.
func (t Text) Line(n int) string { return t.lines().content(n - 1) }

// LineRange returns lines start..end (1-based, inclusive, end clamped) joined with "\n", no trailing newline.
// It is "" when start is past the last line or end is before start.
func (t Text) LineRange(start, end int) string {
	x := t.lines()
	start, end = max(start, 1), min(end, x.count())
	if start > end {
		return ""
	}
	from, to := x.starts[start-1], int(x.starts[end])-len(x.end(end-1))
	return x.normal(t.raw[from:to])
}

// Normal returns the text without BOM and with every line end as "\n"; an unterminated last line stays so.
func (t Text) Normal() string {
	x := t.lines()
	return x.normal(t.raw[x.bom():])
}

// Position returns the 1-based line and column (code points) of a byte offset into Normal(). The offset
// behind a final newline is column 1 of line NumLines()+1. Offsets outside the text are taken as its ends.
func (t Text) Position(offset int) (line, column int) {
	x := t.lines()
	i := x.lineAt(offset)
	if i == x.count() {
		return i + 1, 1
	}
	content := x.content(i)
	within := min(max(offset-x.normalStart(i), 0), len(content))
	return i + 1, 1 + runeCount(content[:within])
}

// FindLine returns the line numbers (1-based) whose content is exactly s.
func FindLine(t Text, s string) []int {
	x := t.lines()
	var found []int
	for i := range x.count() {
		if x.is(i, s) {
			found = append(found, i+1)
		}
	}
	return found
}

// Occurrences returns the byte offsets (into Normal()) of the literal s, leftmost, not overlapping.
// An empty s occurs nowhere; "\r\n" in s is read as "\n".
func Occurrences(t Text, s string) []int {
	s = unixEnds(s)
	if s == "" {
		return nil
	}
	var found []int
	text := t.Normal()
	for at := 0; ; {
		i := strings.Index(text[at:], s)
		if i < 0 {
			return found
		}
		found = append(found, at+i)
		at += i + len(s)
	}
}
