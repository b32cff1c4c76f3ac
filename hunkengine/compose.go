package hunkengine

// This file builds the new text: one pass over the old bytes, with the ends of new lines chosen by rule.

import (
	"strings"
	"unicode/utf8"
)

// finalEnd says what becomes of the end of the last line when that line is a new one.
type finalEnd int

const (
	finalKept   finalEnd = iota // as the text had it
	finalOpen                   // unterminated
	finalClosed                 // terminated
)

// writer collects the pieces of a text.
type writer struct {
	b      strings.Builder
	last   byte // last byte written
	broken *EncodingError
}

// write appends a piece. A "\r" of content must not meet a "\n" from elsewhere: read again, the two would
// be one line end and the content would have lost a byte.
func (w *writer) write(s string) {
	if s == "" {
		return
	}
	if w.last == '\r' && s[0] == '\n' && w.broken == nil {
		w.broken = &EncodingError{Problem: ProblemReturn, Line: strings.Count(w.b.String(), "\n") + 1, Offset: w.b.Len() - 1, Byte: '\r'}
	}
	w.b.WriteString(s)
	w.last = s[len(s)-1]
}

// text returns what was written.
func (w *writer) text() (Text, error) {
	if w.broken != nil {
		return Text{}, w.broken
	}
	return newText(w.b.String()), nil
}

// composer replaces whole lines.
type composer struct {
	writer
	*lines
	at    int    // next line to copy
	above string // end of the line written last, "" at the top
	owed  string // end not yet written: whether it is depends on what follows
	fresh bool   // the line written last is a new one
}

// compose replaces blocks, which are in order and do not overlap.
func compose(t Text, blocks []block, final finalEnd) (Text, error) {
	c := composer{lines: t.lines()}
	size := len(t.raw)
	for _, b := range blocks {
		if err := checkLines(b.lines); err != nil {
			return Text{}, err
		}
		for _, s := range b.lines {
			size += len(s) + 2
		}
	}
	c.b.Grow(size)
	c.write(t.raw[:c.bom()])
	for _, b := range blocks {
		c.copyTo(b.from)
		c.replace(b)
	}
	c.copyTo(c.count())
	c.finish(final)
	return c.text()
}

// checkLines refuses new lines that are not text or not lines.
func checkLines(fresh []string) error {
	for _, s := range fresh {
		if strings.IndexByte(s, '\n') >= 0 {
			return encodingError(s, strings.IndexByte(s, '\n'), ProblemLineEnd)
		}
		if strings.IndexByte(s, 0) >= 0 || !utf8.ValidString(s) {
			return checkText(s)
		}
	}
	return nil
}

// copyTo copies the lines up to line i as they are.
func (c *composer) copyTo(i int) {
	if i == c.at {
		return
	}
	c.settle()
	c.write(c.raw[c.starts[c.at]:c.starts[i]])
	if e := c.end(i - 1); e != "" {
		c.above = e
	} else {
		c.owed = c.choose("", i)
	}
	c.at, c.fresh = i, false
}

// replace writes the lines of b instead of those they replace.
func (c *composer) replace(b block) {
	for j, s := range b.lines {
		c.settle()
		paired := ""
		if b.from+j < b.to {
			paired = c.end(b.from + j)
		}
		c.write(s)
		c.owed, c.fresh = c.choose(paired, b.to), true
	}
	c.at = b.to
}

// choose returns the end of a new line: that of the line it replaces, else of the one above, else of the
// one below, else the usual one.
func (c *composer) choose(paired string, below int) string {
	switch {
	case paired != "":
		return paired
	case c.above != "":
		return c.above
	case below < c.count() && c.end(below) != "":
		return c.end(below)
	}
	return c.usual()
}

// settle writes the end that the line written last still lacks.
func (c *composer) settle() {
	if c.owed == "" {
		return
	}
	c.write(c.owed)
	c.above, c.owed = c.owed, ""
}

// finish decides about the end of the last line.
func (c *composer) finish(final finalEnd) {
	open := final == finalOpen || final == finalKept && c.open()
	if c.fresh && !open {
		c.settle()
	}
}
