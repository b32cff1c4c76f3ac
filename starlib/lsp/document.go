package lsp

// This file keeps the text of an open document and finds its way between positions of the protocol, which count in UTF-16, and
// bytes.

import (
	"strings"
	"unicode/utf8"

	"devstar/starlib/assist"
)

// mark is the byte order mark. A script that begins with one is compiled without it.
const mark = "\ufeff"

// document is a text that an editor holds.
type document struct {
	uri     string
	name    string // the path of the file, or the URI of what is no file
	version int
	text    string
	starts  []int          // of the lines
	script  *assist.Script // nil until it is asked for
	stale   bool           // its diagnostics are to be found anew
	found   []problem
	needs   map[string]bool // files that it loads, by name, also those that are missing
}

// setText replaces the text.
func (d *document) setText(text string) {
	d.text, d.starts, d.script, d.stale = text, assist.LineStarts(text), nil, true
}

// apply makes the changes that an editor tells, one after the other.
func (d *document) apply(changes []contentChange) {
	for _, c := range changes {
		if c.Range == nil {
			d.setText(c.Text)
			continue
		}
		start := d.offset(c.Range.Start)
		end := max(start, d.offset(c.Range.End))
		d.setText(d.text[:start] + c.Text + d.text[end:])
	}
}

// code returns the text that is compiled, and how many bytes stand before it.
func (d *document) code() (text string, skipped int) {
	text, marked := strings.CutPrefix(d.text, mark)
	if marked {
		return text, len(mark)
	}
	return text, 0
}

// offset returns the byte offset of a position. What lies outside is moved to the nearest end; the middle of a character is moved
// to its start.
func (d *document) offset(p position) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(d.starts):
		return len(d.text)
	}
	at := d.starts[p.Line]
	for units := 0; at < len(d.text) && d.text[at] != '\n' && d.text[at] != '\r'; {
		r, size := utf8.DecodeRuneInString(d.text[at:])
		if units += width(r); units > p.Character {
			break
		}
		at += size
	}
	return at
}

// position returns the position of a byte offset.
func (d *document) position(offset int) position {
	offset = min(max(offset, 0), len(d.text))
	line := 0
	for low, high := 0, len(d.starts); low < high; {
		middle := (low + high) / 2
		if d.starts[middle] <= offset {
			line, low = middle, middle+1
		} else {
			high = middle
		}
	}
	units := 0
	for _, r := range d.text[d.starts[line]:offset] {
		units += width(r)
	}
	return position{line, units}
}

// placeOf returns the position of a line and a column, both from 1, the column in characters.
func (d *document) placeOf(line, column int) position {
	p := position{Line: min(max(line-1, 0), len(d.starts)-1)}
	for _, r := range d.text[d.starts[p.Line]:] {
		if column--; column < 1 || r == '\n' || r == '\r' {
			break
		}
		p.Character += width(r)
	}
	return p
}

// width is the number of UTF-16 code units of a character.
func width(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

// span is a place in the compiled text as positions.
func (d *document) span(p assist.Place) span {
	_, skipped := d.code()
	return span{d.position(p.Start + skipped), d.position(p.End + skipped)}
}

// at is the offset of a position in the compiled text.
func (d *document) at(p position) int {
	_, skipped := d.code()
	return max(0, d.offset(p)-skipped)
}
