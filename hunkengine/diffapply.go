package hunkengine

// This file applies a section of a unified diff, byte for byte: at the stated lines, or at the single other place.

import "strings"

// ApplyUnified applies the hunks of one section, all or nothing; a created file starts from the empty text, and of a
// deleted one nothing may be left. A hunk stands at its stated line, moved as far as the hunk before it was moved, or
// else at the single place below that hunk where its old lines are. One without context stands only at its stated line.
// The error is a *DiffError; the caller fills in its Path.
func ApplyUnified(t Text, d FileDiff) (Text, error) {
	p := diffPlacer{lines: t.lines(), diff: &d}
	if d.Kind == CreateFile && t.raw != "" {
		return Text{}, p.failure(0, ReasonExists)
	}
	var out strings.Builder
	out.Grow(len(t.raw))
	for i := range d.Hunks {
		from := p.cursor
		at, err := p.place(i)
		if err != nil {
			return Text{}, err
		}
		out.WriteString(t.raw[from:at])
		out.WriteString(d.Hunks[i].New)
	}
	out.WriteString(t.raw[p.cursor:])
	if d.Kind == RemoveFile && out.Len() > 0 {
		return Text{}, p.leftOver(out.String())
	}
	return ParseString(out.String())
}

// diffPlacer finds the places of the hunks of one section. Places are byte offsets, lines are 0-based.
type diffPlacer struct {
	*lines
	diff   *FileDiff
	cursor int // behind the last hunk
	drift  int // lines by which the last hunk stands below the line it states
	placed []int
}

// place returns where hunk number i stands and moves the cursor behind it.
func (p *diffPlacer) place(i int) (int, error) {
	h := &p.diff.Hunks[i]
	at, ok := p.stated(h)
	if !ok && h.Context {
		found := p.exact(h, p.cursor, 2)
		if len(found) == 1 {
			at, ok = found[0], true
		}
	}
	if !ok {
		return 0, p.explain(i)
	}
	p.drift = p.lineAtOffset(at) - h.line()
	p.placed = append(p.placed, at)
	p.cursor = at + len(h.Old)
	return at, nil
}

// line returns the line that the hunk states; behind the line it names when it takes none away.
func (h *DiffHunk) line() int {
	if h.Old == "" {
		return h.OldStart
	}
	return h.OldStart - 1
}

// stated returns the place that the hunk states, and whether it fits there. A hunk without context that was moved has
// only numbers to go by, and they were wrong once.
func (p *diffPlacer) stated(h *DiffHunk) (int, bool) {
	line := h.line() + p.drift
	if line < 0 || line > p.rawCount() || p.drift != 0 && !h.Context {
		return 0, false
	}
	at := p.offset(line)
	return at, p.fits(h, at)
}

// fits reports whether the old lines stand at an offset below the last hunk, as whole lines.
func (p *diffPlacer) fits(h *DiffHunk, at int) bool {
	if at < p.cursor || !strings.HasPrefix(p.raw[at:], h.Old) || at > 0 && p.raw[at-1] != '\n' {
		return false
	}
	return !open(h.Old) && !open(h.New) || at+len(h.Old) == len(p.raw)
}

// exact returns the places at or behind an offset where the old lines stand, at most limit.
func (p *diffPlacer) exact(h *DiffHunk, from, limit int) []int {
	return p.stand(h, h.Old, from, limit)
}

// stand returns where the lines of a side of the hunk stand.
func (p *diffPlacer) stand(h *DiffHunk, side string, from, limit int) []int {
	var found []int
	for side != "" && len(found) < limit {
		n := strings.Index(p.raw[from:], side)
		if n < 0 {
			break
		}
		at := from + n
		if (at == 0 || p.raw[at-1] == '\n') && (!open(h.Old) && !open(h.New) || at+len(side) == len(p.raw)) {
			found = append(found, at)
		}
		from = at + 1
	}
	return found
}

// rawCount is the number of lines of the bytes: a BOM alone is one.
func (p *diffPlacer) rawCount() int {
	if p.count() == 0 && p.raw != "" {
		return 1
	}
	return p.count()
}

// offset returns where a line starts in the bytes, the BOM being part of the first.
func (p *diffPlacer) offset(line int) int {
	switch {
	case line == 0:
		return 0
	case line >= p.count():
		return len(p.raw)
	}
	return int(p.starts[line])
}

// lineAtOffset returns the line that starts at an offset.
func (p *diffPlacer) lineAtOffset(at int) int {
	if at == len(p.raw) {
		return p.rawCount()
	}
	return p.lineOfByte(at)
}
