package hunkengine

// This file gives a text new contents while it keeps its BOM and the ends of its unchanged lines.

import "strings"

// WithNormal returns the text whose Normal is s, keeping BOM and the ends of the lines that did not change.
// "\r\n" in s is read as "\n", a BOM at its start is that of the text. A changed line takes the end of the line it replaces, else of a neighbour.
// It fails with *EncodingError when s is not text.
func (t Text) WithNormal(s string) (Text, error) {
	if err := checkText(s); err != nil {
		return Text{}, err
	}
	x := t.lines()
	if s == t.Normal() {
		return t, nil
	}
	if !strings.Contains(t.raw, "\r\r\n") {
		s = unixEnds(s)
	}
	if t.HasBOM() {
		s = strings.TrimPrefix(s, bom)
	}
	if x.crlf == 0 && !strings.Contains(s, "\r\n") {
		return newText(t.raw[:x.bom()] + s), nil
	}
	return t.withLines(s)
}

// withLines is WithNormal for texts whose line ends matter.
func (t Text) withLines(s string) (Text, error) {
	x := t.lines()
	old := make([]string, x.count())
	for i := range old {
		old[i] = x.content(i)
	}
	final := finalClosed
	fresh := strings.Split(s, "\n")
	if last := len(fresh) - 1; fresh[last] == "" {
		fresh = fresh[:last]
	} else {
		final = finalOpen
	}
	edits := diffLines(old, fresh)
	if n := len(fresh); n > 0 {
		edits = touchLast(edits, len(old), n)
	}
	blocks := make([]block, len(edits))
	for i, e := range edits {
		blocks[i] = block{from: e.oldFrom, to: e.oldTo, lines: fresh[e.newFrom:e.newTo]}
	}
	return compose(t, blocks, final)
}

// touchLast makes the last new line part of an edit, so that its end is decided anew.
func touchLast(edits []lineEdit, oldCount, newCount int) []lineEdit {
	last := len(edits) - 1
	switch {
	case last < 0 || edits[last].newTo < newCount:
		return append(edits, lineEdit{oldCount - 1, oldCount, newCount - 1, newCount})
	case edits[last].newFrom == newCount: // lines deleted behind it
		edits[last].oldFrom--
		edits[last].newFrom--
	}
	return edits
}
