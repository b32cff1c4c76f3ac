package hunkengine

// This file places hunks: a cursor that only moves forward, and exactly one place for each hunk.

// Apply applies hunks top-down, all or nothing. It fails with *MismatchError when a hunk has no single place,
// and with *EncodingError or *RangeError when a new line is no line of text. The caller fills the Path and
// Unit ("edit" or "hunk") of the error before its text is shown.
func Apply(t Text, hunks []Hunk) (Text, error) {
	p := placer{matcher: newMatcher(t.lines(), hunks), hunks: hunks}
	blocks := make([]block, 0, len(hunks))
	final := finalKept
	for i := range hunks {
		at, err := p.place(i)
		if err != nil {
			return Text{}, err
		}
		blocks = hunks[i].blocks(blocks, at)
		if h := &hunks[i]; h.NewOpen {
			final = finalOpen
		} else if h.OldOpen {
			final = finalClosed
		}
	}
	if len(blocks) == 0 {
		return t, nil
	}
	return compose(t, blocks, final)
}

// placer finds the places of hunks one after the other. Lines are 0-based.
type placer struct {
	*matcher
	hunks  []Hunk
	placed []int // where each hunk so far stands
	cursor int   // first line below the last hunk
}

// place returns where hunk number i stands and moves the cursor below it.
func (p *placer) place(i int) (int, error) {
	h := &p.hunks[i]
	lo, failure := p.anchor(i)
	if failure != nil {
		return 0, failure
	}
	at, failure := p.locate(i, lo)
	if failure != nil {
		return 0, failure
	}
	p.placed = append(p.placed, at)
	p.cursor = at + len(h.Old)
	return at, nil
}

// anchor returns the line at which the search for a hunk begins.
func (p *placer) anchor(i int) (int, *MismatchError) {
	lo := p.cursor
	for n := range p.hunks[i].Anchors {
		found := p.find(p.hunks[i].Anchors[n:n+1], lo, 2)
		if len(found) != 1 {
			return 0, p.badAnchor(i, n, lo)
		}
		lo = found[0] + 1
	}
	return lo, nil
}

// locate returns the single place of a hunk at or below line lo.
func (p *placer) locate(i, lo int) (int, *MismatchError) {
	h := &p.hunks[i]
	switch {
	case h.Line > 0:
		if at := h.Line - 1; p.standsAt(h, at, lo) && p.endFits(h, at) {
			return at, nil
		}
		return 0, p.wrongLine(i, lo)
	case h.marked() && (len(h.Old) > 0 || h.AtEnd):
		if at := p.count() - len(h.Old); p.standsAt(h, at, lo) && p.endFits(h, at) {
			return at, nil
		}
		return 0, p.notAtEnd(i, lo)
	case len(h.Old) == 0:
		if p.count() == 0 {
			return 0, nil
		}
		return 0, p.noPlace(i, lo)
	}
	found := p.find(h.Old, lo, 2)
	switch len(found) {
	case 0:
		return 0, p.notFound(i, lo)
	case 1:
		return found[0], nil
	}
	return 0, p.ambiguous(i, lo)
}

// standsAt reports whether the old lines stand at line at, which is not above lo.
func (p *placer) standsAt(h *Hunk, at, lo int) bool {
	return at >= lo && at <= p.count()-len(h.Old) && p.matches(at, h.Old)
}

// endFits reports whether what the hunk says about the end of the file is true when it stands at line at.
func (p *placer) endFits(h *Hunk, at int) bool {
	if !h.marked() {
		return true
	}
	return at+len(h.Old) == p.count() && (!h.OldOpen || p.open())
}
