package runtime

// This file replaces places that were found before, when they still hold what was found.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"devstar/hunkengine"
	"devstar/workspace"
)

// SpliceEdit is one place of a file and its new text: a match, or offsets into the text as Read gives it and what must
// stand there.
type SpliceEdit struct {
	Match      *Match // nil for an edit by offsets
	Start, End int
	Expected   string
	New        string
}

// Splice replaces places of a held file in one pass, in any order. All of them must still hold the text they were found
// with, and none may overlap another one. No edits change nothing.
func (s *Session) Splice(ctx context.Context, path string, edits []SpliceEdit) (*Delta, error) {
	const step = "splice"
	p, f, err := s.get(ctx, step, path)
	if err != nil {
		return nil, err
	}
	resolved := make([]SpliceEdit, len(edits))
	for i, e := range edits {
		if resolved[i], err = s.place(p, i, e); err != nil {
			return nil, err
		}
		if err := stands(p, f.Text, i, resolved[i]); err != nil {
			return nil, err
		}
	}
	if err := apart(p, f.Text, resolved); err != nil {
		return nil, err
	}
	var spans []hunkengine.Span
	for _, e := range resolved {
		if e.New != e.Expected {
			spans = append(spans, hunkengine.Span{Start: e.Start, End: e.End, New: e.New})
		}
	}
	t, err := hunkengine.Splice(f.Text, spans)
	if err != nil {
		return nil, wrap(ctx, step, string(p), err)
	}
	return s.change(ctx, "edit", step, func() map[string]any { return map[string]any{"edits": spliceData(resolved)} },
		func(d *workspace.Draft) error { return d.SetText(p, t, len(spans)) })
}

func spliceData(edits []SpliceEdit) []any {
	out := make([]any, len(edits))
	for i, e := range edits {
		out[i] = map[string]any{"start": int64(e.Start), "end": int64(e.End), "expected": e.Expected, "new": e.New}
	}
	return out
}

// place fills in the offsets of a match, which must be of this file: under its name, or under the name it had.
func (s *Session) place(p workspace.Path, i int, e SpliceEdit) (SpliceEdit, error) {
	if e.Match == nil {
		return e, nil
	}
	if of := e.Match.Path(); of != "" && of != string(p) {
		if to, gone := s.ws.Fate(workspace.Path(of)); !gone || to != p {
			err := failed("splice", string(p), "other_file", fmt.Sprintf("splice(%q, ...) for the matches of that file", of), "edits[%d]: the match is of %s, not of %s", i, of, p)
			err.Code = CodeBadArgument
			return e, err
		}
	}
	at := e.Match.Span()
	e.Start, e.End, e.Expected = at.Start, at.End, e.Match.Text()
	return e, nil
}

// stands refuses an edit whose place no longer holds the text it was found with. An empty place is known by its line.
func stands(p workspace.Path, t hunkengine.Text, i int, e SpliceEdit) error {
	now := t.Slice(e.Start, e.End)
	whole := e.Start >= 0 && e.Start <= e.End && e.End-e.Start == len(now)
	if whole && e.Expected == "" && e.Match != nil {
		line, column := t.Position(e.Start)
		wasLine, wasColumn := e.Match.Position()
		whole = column == wasColumn && lineAt(t, line) == e.Match.LineText() && line == wasLine
	}
	if whole && now == e.Expected {
		return nil
	}
	line, _ := t.Position(max(e.Start, 0))
	return failed("splice", string(p), ReasonStale, "search again after each change of a file, or give all edits of a file in one splice",
		"%s:%d: edits[%d]: the place %d..%d holds %s, not %s; nothing was changed", p, line, i, e.Start, e.End, quoted(now), quoted(e.Expected))
}

func lineAt(t hunkengine.Text, n int) string {
	if n > t.NumLines() {
		return ""
	}
	return t.Line(n)
}

func quoted(s string) string {
	if r := []rune(s); len(r) > 60 {
		return fmt.Sprintf("%q...", string(r[:60]))
	}
	return fmt.Sprintf("%q", s)
}

// apart refuses edits that overlap, naming both.
func apart(p workspace.Path, t hunkengine.Text, edits []SpliceEdit) error {
	order := make([]int, len(edits))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if n := edits[a].Start - edits[b].Start; n != 0 {
			return n
		}
		return min(edits[a].End-edits[a].Start, 1) - min(edits[b].End-edits[b].Start, 1)
	})
	for i := 1; i < len(order); i++ {
		a, b := order[i-1], order[i]
		if edits[b].Start >= edits[a].End {
			continue
		}
		line, _ := t.Position(edits[b].Start)
		hint := "give each place once"
		if edits[a].Start != edits[b].Start || edits[a].End != edits[b].End {
			hint = "replace the outer place by a text that holds both changes"
		}
		return failed("splice", string(p), "overlap", hint, "%s:%d: edits[%d] (%s) and edits[%d] (%s) overlap; nothing was changed",
			p, line, min(a, b), span(edits[min(a, b)]), max(a, b), span(edits[max(a, b)]))
	}
	return nil
}

func span(e SpliceEdit) string {
	text := e.Expected
	if line, _, more := strings.Cut(text, "\n"); more {
		text = line
	}
	return fmt.Sprintf("%d..%d %s", e.Start, e.End, quoted(text))
}
