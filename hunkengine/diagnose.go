package hunkengine

// This file fills in what a MismatchError tells. It runs only after a failure.

import (
	"math"
	"strings"
)

const (
	shown          = 5    // places that are listed
	neighbourReach = 40   // lines above and below a match that are looked at
	neighbourPeers = 2000 // other matches that a neighbour is compared with
)

// failure begins the error of hunk number i whose search began at line lo.
func (p *placer) failure(i, lo int, kind string) *MismatchError {
	h := &p.hunks[i]
	e := &MismatchError{
		Number: i + 1, PatchLine: h.Source, Kind: kind, Line: h.Line,
		SearchFrom: lo + 1, After: i, TextLines: p.count(),
	}
	if n := len(h.Anchors); n > 0 && lo > p.cursor {
		e.Anchor = h.Anchors[n-1]
	}
	return e
}

// list sets the places of an error.
func (e *MismatchError) list(found []int) {
	e.Lines = oneBased(found)
	e.More = len(found) - len(e.Lines)
}

func oneBased(found []int) []int {
	lines := make([]int, min(len(found), shown))
	for i := range lines {
		lines[i] = found[i] + 1
	}
	return lines
}

func (p *placer) all(old []string, lo int) []int { return p.scan(old, lo, math.MaxInt) }

// above returns the places of old that begin above line lo.
func (p *placer) above(old []string, lo int) []int {
	found := p.all(old, 0)
	n := 0
	for n < len(found) && found[n] < lo {
		n++
	}
	return found[:n]
}

func (p *placer) ambiguous(i, lo int) *MismatchError {
	h := &p.hunks[i]
	e := p.failure(i, lo, ReasonAmbiguous)
	found := p.all(h.Old, lo)
	e.list(found)
	for n := range e.Lines {
		if b, ok := p.neighbour(found, n, len(h.Old), lo); ok {
			e.Neighbours = append(e.Neighbours, b)
		}
	}
	return e
}

// neighbour returns the nearest line that, with all lines between, makes one match the only one.
func (p *placer) neighbour(found []int, self, size, lo int) (Neighbour, bool) {
	at := found[self]
	up := p.distance(found, self, at, -1, lo)
	down := p.distance(found, self, at+size-1, 1, lo)
	switch {
	case up > 0 && (down == 0 || up <= down):
		return Neighbour{Match: at + 1, Line: at - up + 1, Text: cut(p.content(at-up), 0), Above: true, Near: up == 1}, true
	case down > 0:
		line := at + size - 1 + down
		return Neighbour{Match: at + 1, Line: line + 1, Text: cut(p.content(line), 0), Near: down == 1}, true
	}
	return Neighbour{}, false
}

// distance returns how many lines from line edge on in direction step tell a match from all others; 0 when
// none do.
func (p *placer) distance(found []int, self, edge, step, lo int) int {
	var rivals []int
	for k, at := range found[:min(len(found), neighbourPeers)] {
		if k != self {
			rivals = append(rivals, at-found[self])
		}
	}
	for d := 1; d <= neighbourReach; d++ {
		line := edge + d*step
		if line < lo || line >= p.count() {
			return 0
		}
		left := rivals[:0]
		for _, shift := range rivals {
			if other := line + shift; other >= lo && other < p.count() && p.content(other) == p.content(line) {
				left = append(left, shift)
			}
		}
		if rivals = left; len(rivals) == 0 {
			return d
		}
	}
	return 0
}

func (p *placer) noPlace(i, lo int) *MismatchError { return p.failure(i, lo, ReasonNoPlace) }

// notFound explains why a hunk stands nowhere at or below line lo.
func (p *placer) notFound(i, lo int) *MismatchError {
	h := &p.hunks[i]
	e := p.failure(i, lo, ReasonNotFound)
	if p.count() == 0 || p.explainAbove(e, i, lo) || p.explainNewline(e, h, lo) {
		return e
	}
	p.explainNear(e, h, p.nearest(h.Old, lo))
	return e
}

// explainAbove tells that the lines stand above the cursor or reach into an earlier hunk.
func (p *placer) explainAbove(e *MismatchError, i, lo int) bool {
	found := p.above(p.hunks[i].Old, lo)
	if len(found) == 0 {
		return false
	}
	e.list(found)
	e.Cause = CauseAboveCursor
	first, last := found[0], found[len(found)-1]
	for n, at := range p.placed {
		if end := at + len(p.hunks[n].Old); first == last && first < end && first+len(p.hunks[i].Old) > at {
			e.Cause, e.After = CauseOverlap, n+1
			break
		}
	}
	return true
}

// explainNewline tells that only an empty first or last line keeps the lines from matching.
func (p *placer) explainNewline(e *MismatchError, h *Hunk, lo int) bool {
	last := len(h.Old) - 1
	if last < 1 {
		return false
	}
	try := func(cut []string, cause string) bool {
		found := p.all(cut, lo)
		if len(found) > 0 {
			e.list(found)
			e.Cause = cause
		}
		return len(found) > 0
	}
	return h.Old[last] == "" && try(h.Old[:last], CauseTrailingNewline) ||
		h.Old[0] == "" && try(h.Old[1:], CauseLeadingNewline)
}

// explainNear adds the nearest place, what differs there, and whether the new lines are there already.
func (p *placer) explainNear(e *MismatchError, h *Hunk, near *Nearest) {
	e.Near = near
	if near != nil && near.At <= p.count() {
		e.Cause, e.Detail = lineCause(near.Have, near.Want)
		at := commonPrefix(near.Have, near.Want)
		near.Have, near.Want = cut(near.Have, at), cut(near.Want, at)
	}
	found := p.applied(h)
	if len(found) == 0 {
		return
	}
	here := near != nil && found[0]+1 == near.Line
	if len(found) == 1 || here {
		e.Cause, e.Detail, e.Near = CauseAlreadyApplied, "", nil
	}
	if e.Cause == "" || e.Cause == CauseAlreadyApplied {
		e.AlreadyAt = oneBased(found)
	}
}

// applied returns where the new lines stand, when they say enough to tell.
func (p *placer) applied(h *Hunk) []int {
	words := 0
	for _, s := range h.New {
		if len(strings.TrimSpace(s)) >= 3 {
			words++
		}
	}
	if words == 0 || len(h.New) < len(h.Old) && words < 2 {
		return nil
	}
	return p.all(h.New, 0)
}

// wrongLine explains why a hunk does not stand at the line it names.
func (p *placer) wrongLine(i, lo int) *MismatchError {
	h := &p.hunks[i]
	e := p.failure(i, lo, ReasonLineMismatch)
	found := p.all(h.Old, lo)
	if len(found) > 0 {
		e.list(found)
		return e
	}
	e.Kind = ReasonNotFound
	if p.count() == 0 || p.explainAbove(e, i, lo) || p.explainNewline(e, h, lo) {
		return e
	}
	near := p.nearest(h.Old, lo)
	if at := h.Line - 1; near != nil && at < p.count() {
		near = p.compare(h.Old, at)
	}
	p.explainNear(e, h, near)
	return e
}

// notAtEnd explains why a hunk is not the end of the text.
func (p *placer) notAtEnd(i, lo int) *MismatchError {
	h := &p.hunks[i]
	e := p.failure(i, lo, ReasonNotFound)
	at := p.count() - len(h.Old)
	if p.standsAt(h, at, lo) {
		e.Cause = CauseFinalNewline
		return e
	}
	if found := p.all(h.Old, lo); len(found) > 0 {
		e.list(found)
		e.Cause = CauseEndOfFile
		return e
	}
	return p.notFound(i, lo)
}

// badAnchor explains an anchor that is no single line at or below line lo.
func (p *placer) badAnchor(i, number, lo int) *MismatchError {
	h := &p.hunks[i]
	anchor := h.Anchors[number : number+1]
	e := p.failure(i, lo, ReasonNotFound)
	e.Anchor = anchor[0]
	if found := p.all(anchor, lo); len(found) > 0 {
		e.Kind, e.Cause = ReasonAmbiguous, CauseAnchorRepeated
		e.list(found)
		return e
	}
	e.Cause = CauseAnchorAbsent
	e.list(p.above(anchor, lo))
	piece := strings.TrimSpace(anchor[0])
	for n := lo; n < p.count() && len(e.Similar) < shown && piece != ""; n++ {
		if s := p.content(n); strings.Contains(s, piece) {
			e.Similar = append(e.Similar, Neighbour{Line: n + 1, Text: cut(s, 0)})
		}
	}
	return e
}
