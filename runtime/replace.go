package runtime

// This file replaces literal text over several files, counting the places first.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"devstar/hunkengine"
	"devstar/workspace"
)

// Count says how many places a replacement must have over all files: N exactly, All (at least one) or Any (also none).
type Count struct {
	N        int
	All, Any bool
}

// ReplaceArgs say what to replace, where, and in how many places.
type ReplaceArgs struct {
	Paths    []string // paths or patterns over held files
	Old, New string
	Count    Count
}

// Replace replaces literal text in held files, also inside lines.
func (s *Session) Replace(ctx context.Context, a ReplaceArgs) (*Delta, error) {
	const step = "replace"
	paths, err := s.selectHeld(ctx, step, a.Paths)
	if err != nil {
		return nil, err
	}
	texts := make(map[workspace.Path]hunkengine.Text)
	counts := make(map[workspace.Path]int)
	total := 0
	for _, p := range paths {
		f, _ := s.ws.Get(p)
		if f.Opaque || !strings.Contains(f.Text.String(), firstLine(a.Old)) {
			continue
		}
		t, n, err := hunkengine.ReplaceAll(f.Text, a.Old, a.New)
		if err != nil {
			return nil, wrap(ctx, step, string(p), err)
		}
		if n > 0 {
			texts[p], counts[p] = t, n
			total += n
		}
	}
	if err := s.checkCount(step, a, paths, total); err != nil {
		return nil, err
	}
	return s.change(ctx, "edit", step, fixed(map[string]any{"old": a.Old, "new": a.New}), func(d *workspace.Draft) error {
		for _, p := range paths {
			if t, hit := texts[p]; hit {
				if err := d.SetText(p, t, counts[p]); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// firstLine is what must occur in the raw text whatever its line ends are.
func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return strings.TrimSuffix(line, "\r")
}

func (s *Session) checkCount(step string, a ReplaceArgs, paths []workspace.Path, total int) error {
	c := a.Count
	switch {
	case c.Any, c.All && total > 0, !c.All && total == c.N:
		return nil
	case total == 0:
		where := brief(names(paths))
		return failed(step, onlyPath(paths), ReasonNotFound, `check the text against read(path); count="any" accepts none`, "%q does not occur in %s", a.Old, where)
	}
	return failed(step, onlyPath(paths), ReasonCount, fmt.Sprintf(`pass count=%d or count="all", or a longer text that occurs once`, total),
		"%q occurs %d times, want %d: %s", a.Old, total, c.N, s.places(paths, a.Old))
}

func onlyPath(paths []workspace.Path) string {
	if len(paths) == 1 {
		return string(paths[0])
	}
	return ""
}

// places lists the first five places of a literal as path:line.
func (s *Session) places(paths []workspace.Path, literal string) string {
	var out []string
	n := 0
	for _, p := range paths {
		f, _ := s.ws.Get(p)
		if f.Opaque {
			continue
		}
		for _, at := range hunkengine.Occurrences(f.Text, literal) {
			if n++; n <= 5 {
				line, _ := f.Text.Position(at)
				out = append(out, fmt.Sprintf("%s:%d", p, line))
			}
		}
	}
	text := strings.Join(out, ", ")
	if n > 5 {
		text += fmt.Sprintf(" and %d more", n-5)
	}
	return text
}

// selectHeld returns the held paths that patterns select; every pattern must select one.
func (s *Session) selectHeld(ctx context.Context, step string, patterns []string) ([]workspace.Path, error) {
	sel, err := workspace.ParseSelector(patterns, nil)
	if err != nil {
		return nil, wrap(ctx, step, "", err)
	}
	sel = sel.Resolve(s.isHeld)
	for _, p := range sel.Literals() {
		if !s.isHeld(p) {
			return nil, s.absent(ctx, step, p)
		}
	}
	if len(sel.Globs()) == 0 {
		out := slices.Clone(sel.Literals())
		slices.Sort(out)
		return slices.Compact(out), nil // without a walk over all files: loops over files call this for each
	}
	var out []workspace.Path
	open := sel.Globs() // patterns that have selected nothing yet
	for _, p := range s.ws.Paths() {
		if !sel.Match(p) {
			continue
		}
		out = append(out, p)
		open = slices.DeleteFunc(open, func(g string) bool { return sel.MatchGlob(g, p) })
	}
	if len(open) > 0 {
		return nil, s.nothingHeld(ctx, step, open[0])
	}
	return out, nil
}

// nothingHeld is the error for a pattern that selects no held file.
func (s *Session) nothingHeld(ctx context.Context, step, glob string) *Error {
	e := failed(step, glob, ReasonEmpty, "files() lists the workspace", "%s selects no file of the workspace", oneLine(glob))
	sel, err := workspace.ParseSelector([]string{glob}, nil)
	if err != nil {
		return e
	}
	if n := len(s.list(ctx, sel)); n > 0 {
		e.Reason = ReasonNotAcquired
		e.Hint = fmt.Sprintf("%s on disk: acquire(%q) first", plural(n, "file"), glob)
		return e
	}
	s.wouldMatch(ctx, e, sel, glob)
	return e
}
