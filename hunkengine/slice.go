package hunkengine

// This file reads a part of a text by offsets of its normal form.

// Slice returns bytes start..end of Normal(), without making the whole of it. Offsets outside the text are taken as its
// ends; end before start gives "".
func (t Text) Slice(start, end int) string {
	x := t.lines()
	size := x.normalLen()
	start, end = min(max(start, 0), size), min(max(end, 0), size)
	if start >= end {
		return ""
	}
	return x.normal(t.raw[x.rawOffset(start):x.rawOffset(end)])
}
