package hunkengine

// This file is the typed error of a unified diff that does not match a text, and how it is filled in. It runs only
// after a failure.

import (
	"fmt"
	"strings"
)

// More reasons and causes, of a DiffError.
const (
	ReasonExists   = "exists"    // the file to create has a text
	ReasonLeftOver = "left_over" // the file to delete has more lines than the diff
	CauseLineEnds  = "line_ends" // the lines end differently
	CausePastEnd   = "past_end"  // lines are to be added behind a line that is not there
	CauseMoved     = "moved"     // an earlier hunk had to be moved, and this one has no context
	CauseMark      = "byte_order_mark"
)

const (
	sentenceDiff = "the diff does not match the text"
	mostPlaces   = 100 // places that are looked for
)

// DiffError says which hunk of a unified diff does not stand in the text, and why. It has the fields of a
// MismatchError; Line is the line at which the hunk was expected.
type DiffError struct {
	MismatchError
	OldStart int `json:"old_start"` // as the header of the hunk says
}

// Error names file, hunk and line, what differs there first as two rows, and what comes nearest.
func (e *DiffError) Error() string {
	parts := []string{sentenceDiff + ": " + e.where() + ": " + e.what()}
	if e.Kind == ReasonNotFound {
		parts = append(parts, e.more()...)
	}
	return strings.Join(append(parts, "nothing was changed"), "; ") + e.rows()
}

// where names the file, and the hunk where one is to blame.
func (e *DiffError) where() string {
	switch {
	case e.Number > 0:
		return e.MismatchError.where()
	case e.Path == "":
		return fmt.Sprintf("patch line %d", e.PatchLine)
	}
	return fmt.Sprintf("%s (patch line %d)", e.Path, e.PatchLine)
}

// places lists the first places; beyond mostPlaces nobody has counted.
func (e *DiffError) places() string {
	text := e.MismatchError.places()
	if len(e.Lines)+e.More == mostPlaces {
		text += " at least"
	}
	return text
}

func (e *DiffError) what() string {
	switch e.Kind {
	case ReasonExists:
		return "the diff creates the file, but it has a text already"
	case ReasonLeftOver:
		return fmt.Sprintf("the diff deletes the file, but of its %d lines the diff has not all: %s", e.TextLines, e.Detail)
	case ReasonAmbiguous:
		return fmt.Sprintf("the old lines do not stand at line %d but at %s", e.Line, e.places())
	case ReasonLineMismatch:
		return fmt.Sprintf("the old lines do not stand at line %d but at %s, and a hunk without context lines applies only where it says",
			e.Line, e.places())
	}
	switch e.Cause {
	case CausePastEnd:
		return fmt.Sprintf("lines are to be added behind line %d, but %s", e.OldStart, e.Detail)
	case CauseMoved:
		return fmt.Sprintf("hunk %d stands elsewhere than it says, so the line of this one, which has no context, is not known either", e.After)
	case CauseLineEnds:
		return fmt.Sprintf("the lines stand at %s, but with other line ends: %s", e.places(), e.Detail)
	case CauseMark:
		return "the lines stand at line 1, but the text begins with a byte order mark (U+FEFF) and the old lines do not"
	case CauseAlreadyApplied:
		return fmt.Sprintf("the old lines do not stand at line %d", e.Line)
	}
	return e.MismatchError.what()
}

// Hint is the next step.
func (e *DiffError) Hint() string {
	switch e.Kind {
	case ReasonExists:
		return "make the diff against the file as it is, or delete the file first"
	case ReasonLeftOver:
		return "make the diff anew from the file as it is now, or use fs.remove"
	case ReasonAmbiguous:
		return fmt.Sprintf(`give the right line in the hunk's header ("@@ -%d,..."), or more context lines`, e.Lines[0])
	case ReasonLineMismatch:
		return fmt.Sprintf(`if that is the place, write "@@ -%d" in the hunk's header`, e.Lines[0])
	}
	switch e.Cause {
	case CausePastEnd, CauseMoved:
		return "make the diff anew from the file as it is now, with context lines"
	case CauseEndOfFile:
		return `drop the "\ No newline at end of file" mark, or make the diff anew from the file as it is now`
	case CauseMark:
		return "put the mark in front of the first line of the diff as well"
	case CauseLineEnds:
		return "write the lines of the diff with the line ends that the file has"
	}
	return e.MismatchError.Hint()
}

// failure begins the error of hunk number i, or of the section when it has none.
func (p *diffPlacer) failure(i int, kind string) *DiffError {
	e := &DiffError{MismatchError: MismatchError{PatchLine: p.diff.Source, Kind: kind, TextLines: p.rawCount()}}
	if i < len(p.diff.Hunks) {
		h := &p.diff.Hunks[i]
		e.Number, e.PatchLine, e.After, e.OldStart = i+1, h.Source, i, h.OldStart
		e.Line = max(h.line()+p.drift, 0) + 1
		e.SearchFrom = p.lineAtOffset(p.cursor) + 1
	}
	return e
}

// leftOver is the error of a deletion that leaves lines.
func (p *diffPlacer) leftOver(rest string) *DiffError {
	e := p.failure(len(p.diff.Hunks), ReasonLeftOver)
	first, _, _ := strings.Cut(rest, "\n")
	left := strings.Count(rest, "\n")
	if open(rest) {
		left++
	}
	e.Detail = fmt.Sprintf("%d would be left, the first is %s", left, quote(first))
	return e
}

// explain says why a hunk does not stand where it should.
func (p *diffPlacer) explain(i int) *DiffError {
	h := &p.diff.Hunks[i]
	e := p.failure(i, ReasonNotFound)
	switch {
	case p.drift != 0 && !h.Context:
		e.Cause = CauseMoved
		return e
	case h.Old == "":
		p.explainInsertion(e, h)
		return e
	case p.raw == "", p.explainPlaces(e, h, i), p.explainApplied(e, h), p.explainEnds(e, h):
		return e
	}
	p.explainContent(e, h)
	return e
}

// explainInsertion tells why new lines cannot go behind the line that the hunk names.
func (p *diffPlacer) explainInsertion(e *DiffError, h *DiffHunk) {
	e.Cause = CausePastEnd
	switch at := p.offset(min(h.OldStart, p.rawCount())); {
	case h.OldStart > p.rawCount():
		e.Detail = fmt.Sprintf("the text has %d %s", e.TextLines, plural(e.TextLines, "line"))
	case at < p.cursor:
		e.Detail = fmt.Sprintf("hunk %d reaches below it", e.After)
	case open(h.New):
		e.Detail = "they have no newline at the end, and lines follow"
	default:
		e.Detail = "that line has no newline at its end, which the diff does not say"
	}
}

// explainPlaces tells of exact places: several, another one than a hunk without context says, or one above.
func (p *diffPlacer) explainPlaces(e *DiffError, h *DiffHunk, i int) bool {
	if found := p.exact(h, p.cursor, mostPlaces); len(found) > 0 {
		e.Kind = ReasonAmbiguous
		if !h.Context {
			e.Kind = ReasonLineMismatch
		}
		p.listPlaces(e, found)
		return true
	}
	found := p.exact(h, 0, mostPlaces)
	if len(found) == 0 {
		return false
	}
	p.listPlaces(e, found)
	e.Cause = CauseAboveCursor
	for n, at := range p.placed {
		if end := at + len(p.diff.Hunks[n].Old); len(found) == 1 && found[0] < end && found[0]+len(h.Old) > at {
			e.Cause, e.After = CauseOverlap, n+1
			break
		}
	}
	return true
}

func (p *diffPlacer) listPlaces(e *DiffError, found []int) {
	places := make([]int, len(found))
	for i, at := range found {
		places[i] = p.lineAtOffset(at)
	}
	e.list(places)
}

// explainApplied tells that the new lines stand at the line of the hunk already.
func (p *diffPlacer) explainApplied(e *DiffError, h *DiffHunk) bool {
	if h.New == "" || strings.TrimSpace(h.New) == "" {
		return false
	}
	shift := max(h.NewStart-1, 0)
	for _, at := range p.stand(h, h.New, p.cursor, mostPlaces) {
		if line := p.lineAtOffset(at); line == e.Line-1 || line == shift {
			e.Cause, e.AlreadyAt = CauseAlreadyApplied, []int{line + 1}
			return true
		}
	}
	return false
}

// asHunk returns the hunk in lines without ends, and a placer that explains those.
func (p *diffPlacer) asHunk(e *DiffError, h *DiffHunk) (*Hunk, *placer) {
	hunks := []Hunk{{Old: h.oldLines(), New: h.newLines(), Line: e.Line, Source: h.Source}}
	return &hunks[0], &placer{matcher: newMatcher(p.lines, hunks), hunks: hunks}
}

// explainEnds tells that the lines stand there but for how they end.
func (p *diffPlacer) explainEnds(e *DiffError, h *DiffHunk) bool {
	want, q := p.asHunk(e, h)
	from := p.lineAtOffset(p.cursor)
	at := e.Line - 1
	if !q.standsAt(want, at, from) {
		found := q.find(want.Old, from, 2)
		if len(found) != 1 {
			return false
		}
		at = found[0]
	}
	rest := h.Old
	for j := range want.Old {
		line, after, more := strings.Cut(rest, "\n")
		rest = after
		have, given := q.end(at+j), givenEnd(line, more)
		if have != given {
			e.Cause, e.Lines = CauseLineEnds, []int{at + 1}
			e.Detail = fmt.Sprintf("line %d ends in %s, in the diff in %s", at+j+1, endName(have), endName(given))
			return true
		}
	}
	e.Cause, e.Lines = CauseEndOfFile, []int{at + 1}
	if at == 0 && q.bom() > 0 {
		e.Cause = CauseMark
	}
	return true
}

// givenEnd returns how a line of the diff ends.
func givenEnd(line string, more bool) string {
	switch {
	case !more:
		return ""
	case strings.HasSuffix(line, "\r"):
		return "\r\n"
	}
	return "\n"
}

func endName(end string) string {
	return map[string]string{"": "no newline", "\n": `LF ("\n")`, "\r\n": `CRLF ("\r\n")`}[end]
}

// explainContent shows the nearest place: at the line of the hunk, unless more lines are equal elsewhere.
func (p *diffPlacer) explainContent(e *DiffError, h *DiffHunk) {
	want, q := p.asHunk(e, h)
	near := q.nearest(want.Old, p.lineAtOffset(p.cursor))
	if at := e.Line - 1; at < q.count() {
		if here := q.compare(want.Old, at); near == nil || here.Equal >= near.Equal {
			near = here
		}
	}
	q.explainNear(&e.MismatchError, want, near)
}
