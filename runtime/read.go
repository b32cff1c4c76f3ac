package runtime

// This file holds the looks: what a plan can see without changing anything.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"devstar/hunkengine"
	"devstar/workspace"
)

// get returns the held text file under a path as a script writes it.
func (s *Session) get(ctx context.Context, step, path string) (workspace.Path, workspace.File, error) {
	p, err := workspace.ParsePath(path)
	if err != nil {
		return "", workspace.File{}, wrap(ctx, step, path, err)
	}
	f, held := s.ws.Get(p)
	switch {
	case !held:
		return "", f, s.absent(ctx, step, p)
	case f.Opaque:
		return "", f, opaqueError(step, p)
	}
	return p, f, nil
}

func opaqueError(step string, p workspace.Path) *Error {
	return failed(step, string(p), ReasonOpaque, "rename, copy and delete work on it", "%s was acquired as opaque: it is not text", p)
}

// ReadLinesArgs name a range of lines. End 0 means to the end of the file; Label "" means the path.
type ReadLinesArgs struct {
	Path       string
	Start, End int
	Label      string
}

// ReadLines returns lines of a held file, joined with newlines, and keeps them in the reads of the result.
func (s *Session) ReadLines(ctx context.Context, a ReadLinesArgs) (string, error) {
	const step = "read_lines"
	p, f, err := s.get(ctx, step, a.Path)
	if err != nil {
		return "", err
	}
	label := a.Label
	if label == "" {
		label = string(p)
	}
	if err := s.freeLabel(label, string(p)); err != nil {
		return "", err
	}
	if err := checkLines(p, f.Text.NumLines(), a); err != nil {
		return "", err
	}
	end := min(max(a.End, 0), f.Text.NumLines())
	if a.End == 0 {
		end = f.Text.NumLines()
	}
	err = s.ask(ctx, &Effect{Name: "read", Step: step, Paths: []string{string(p)},
		Message: fmt.Sprintf("read %s, lines %d to %d", p, a.Start, end),
		details: fixed(map[string]any{"step": step, "start": int64(a.Start), "end": int64(end), "label": label})})
	if err != nil {
		return "", err
	}
	text := f.Text.LineRange(a.Start, end)
	s.reads[label] = text
	return text, nil
}

func (s *Session) freeLabel(label, path string) error {
	if _, taken := s.reads[label]; !taken {
		return nil
	}
	free := ""
	for i := 2; ; i++ {
		free = fmt.Sprintf("%s#%d", label, i)
		if _, taken := s.reads[free]; !taken {
			break
		}
	}
	return failed("read_lines", path, ReasonDuplicate, fmt.Sprintf("pass label=%q", free), "a read labelled %q is there already", label)
}

func checkLines(p workspace.Path, n int, a ReadLinesArgs) error {
	const step = "read_lines"
	switch {
	case a.Start < 1:
		return failed(step, string(p), ReasonRange, "lines are numbered from 1", "%s: start is %d", p, a.Start)
	case a.End != 0 && a.End < a.Start:
		return failed(step, string(p), ReasonRange, "give an end of at least start, or leave it out", "%s: the range %d to %d is empty: end is before start", p, a.Start, a.End)
	case n == 0:
		return failed(step, string(p), ReasonRange, "there is nothing to read", "%s: the file has 0 lines", p)
	case a.Start > n:
		return failed(step, string(p), ReasonRange, fmt.Sprintf("start at %d or before", n), "%s: start is %d, but the file has %s", p, a.Start, plural(n, "line"))
	}
	return nil
}

// Read returns the whole text of a held file: lines end in "\n", no BOM.
func (s *Session) Read(ctx context.Context, path string) (string, error) {
	p, f, err := s.get(ctx, "read", path)
	if err != nil {
		return "", err
	}
	err = s.ask(ctx, &Effect{Name: "read", Step: "read", Paths: []string{string(p)}, Message: "read " + string(p),
		details: fixed(map[string]any{"step": "read"})})
	if err != nil {
		return "", err
	}
	return f.Text.Normal(), nil
}

// Files lists held paths, sorted; no patterns means all. It may be empty.
func (s *Session) Files(patterns, exclude []string) ([]string, error) {
	wanted, err := s.heldMatch(patterns)
	if err != nil {
		return nil, wrap(context.Background(), "files", "", err)
	}
	left, err := s.heldMatch(exclude)
	if err != nil {
		return nil, wrap(context.Background(), "files", "", err)
	}
	var out []string
	for _, p := range s.ws.Paths() {
		if (len(patterns) == 0 || wanted(p)) && !left(p) {
			out = append(out, string(p))
		}
	}
	return out, nil
}

// heldMatch makes a predicate over held paths; no patterns match nothing.
func (s *Session) heldMatch(patterns []string) (func(workspace.Path) bool, error) {
	if len(patterns) == 0 {
		return func(workspace.Path) bool { return false }, nil
	}
	sel, err := workspace.ParseSelector(patterns, nil)
	if err != nil {
		return nil, err
	}
	return sel.Resolve(s.isHeld).Match, nil
}

func (s *Session) isHeld(p workspace.Path) bool {
	_, held := s.ws.Get(p)
	return held
}

// Acquired reports whether a path is in the workspace.
func (s *Session) Acquired(path string) (bool, error) {
	p, err := workspace.ParsePath(path)
	if err != nil {
		return false, wrap(context.Background(), "acquired", path, err)
	}
	_, held := s.ws.Get(p)
	return held, nil
}

// Exists reports whether a regular file of that name is in the tree as Write would leave it.
func (s *Session) Exists(path string) (bool, error) {
	p, err := workspace.ParsePath(path)
	if err != nil {
		return false, wrap(context.Background(), "exists", path, err)
	}
	return s.exists(p)
}

func (s *Session) exists(p workspace.Path) (bool, error) {
	if _, held := s.ws.Get(p); held {
		return true, nil
	}
	if _, gone := s.ws.Fate(p); gone || s.isHidden(p) {
		return false, nil
	}
	if link, err := s.disk.linkAbove(p); err != nil || link != "" {
		return false, err
	}
	kind, err := s.disk.Kind(p)
	if err != nil || kind != workspace.Symlink {
		return kind == workspace.Regular, err
	}
	_, err = s.disk.resolve(p)
	return err == nil, nil
}

// Glob lists the regular files of the tree as Write would leave it, sorted. Contents are not read; it may be empty.
func (s *Session) Glob(ctx context.Context, patterns, exclude []string) ([]string, error) {
	sel, err := workspace.ParseSelector(patterns, exclude)
	if err != nil {
		return nil, wrap(ctx, "glob", "", err)
	}
	out, err := s.glob(ctx, sel.Resolve(s.isFile))
	return out, wrap(ctx, "glob", "", err)
}

func (s *Session) glob(ctx context.Context, sel workspace.Selector) ([]string, error) {
	var out []string
	for _, p := range sel.Literals() {
		if there, err := s.exists(p); err != nil {
			return nil, err
		} else if there && sel.Match(p) {
			out = append(out, string(p))
		}
	}
	if len(sel.Globs()) > 0 {
		w, err := s.walk(ctx, sel, false)
		if err != nil {
			return nil, err
		}
		for _, name := range w.Files {
			if _, gone := s.ws.Fate(workspace.Path(name)); !gone {
				out = append(out, name)
			}
		}
		for _, p := range s.ws.Paths() {
			if sel.Match(p) {
				out = append(out, string(p))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// Diff returns the unified diff of the workspace against what is on disk as known; nil patterns mean everything.
func (s *Session) Diff(ctx context.Context, patterns []string) (string, error) {
	wanted, err := s.heldMatch(patterns)
	if err != nil {
		return "", wrap(ctx, "diff", "", err)
	}
	var b strings.Builder
	var paths []string
	for _, c := range s.ws.Unwritten() {
		if len(patterns) > 0 && !wanted(c.Path) && (c.Source == "" || !wanted(c.Source)) {
			continue
		}
		paths = append(paths, string(c.Path))
		b.WriteString(unified(c))
	}
	if len(paths) == 0 {
		return "", live(ctx, "diff")
	}
	err = s.ask(ctx, &Effect{Name: "read", Step: "diff", Paths: paths, Message: "show the difference of " + brief(paths),
		details: fixed(map[string]any{"step": "diff"})})
	return b.String(), err
}

// unified renders one change as a unified diff.
func unified(c workspace.Change) string {
	oldName, newName := string(c.Path), string(c.Path)
	if c.Source != "" {
		oldName = string(c.Source)
	}
	var old, new string
	if t := textOf(c.Before); t != nil {
		old = *t
	}
	if t := textOf(c.After); t != nil {
		new = *t
	}
	if c.Before == nil {
		oldName = ""
	}
	if c.After == nil {
		newName = ""
	}
	return hunkengine.Unified(oldName, newName, old, new)
}
