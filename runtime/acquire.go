package runtime

// This file takes files from disk into the workspace: names first, then the question, then the contents.

import (
	"context"
	"fmt"
	"slices"
	"sort"

	"devstar/fsbackend"
	"devstar/workspace"
)

// AcquireArgs say what to acquire.
type AcquireArgs struct {
	Paths      []string // paths or patterns, at least one
	Exclude    []string
	MissingOK  bool   // what selects nothing is fine
	Containing string // only files that hold this text; "" for all
	Ignored    bool   // also what ignore files ignore
	Binary     string // what a pattern does with files that are no UTF-8 text: "skip" (also ""), "error" or "opaque"
}

// Unreadable is a file that a pattern selected and that was not taken.
type Unreadable struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// selection is what acquire is about to take.
type selection struct {
	args    AcquireArgs
	sel     workspace.Selector
	literal map[workspace.Path]bool           // named by a path, not by a pattern
	link    map[workspace.Path]workspace.Path // where the content lies, for symlinks
	fresh   []workspace.Path                  // to be read, sorted, no repeats
	held    []workspace.Path                  // selected and already in the workspace
}

// Acquire takes files into the workspace and returns the sorted list of all paths selected, also those already held.
func (s *Session) Acquire(ctx context.Context, a AcquireArgs) ([]string, error) {
	const step = "acquire"
	if err := s.ready(ctx, step); err != nil {
		return nil, err
	}
	pick := &selection{args: a, literal: map[workspace.Path]bool{}, link: map[workspace.Path]workspace.Path{}}
	if err := s.pick(ctx, pick); err != nil {
		return nil, wrap(ctx, step, "", err)
	}
	taken, err := s.take(ctx, pick)
	if err != nil {
		return nil, wrap(ctx, step, "", err)
	}
	all := append(pick.heldContaining(s.ws), taken...)
	if len(all) == 0 && !a.MissingOK && len(pick.fresh)+len(pick.held) > 0 {
		return nil, noneTaken(pick)
	}
	slices.Sort(all)
	return names(slices.Compact(all)), nil
}

// pick resolves the names.
func (s *Session) pick(ctx context.Context, pick *selection) error {
	sel, err := workspace.ParseSelector(pick.args.Paths, pick.args.Exclude)
	if err != nil {
		return err
	}
	pick.sel = sel.Resolve(s.isFile)
	literals := pick.sel.Literals()
	kinds := make([]kindOnDisk, len(literals))
	parallel(ctx, len(literals), func(i int) { kinds[i].kind, kinds[i].err = s.disk.Kind(literals[i]) })
	if err := live(ctx, "acquire"); err != nil {
		return err
	}
	for i, p := range literals {
		if err := s.pickLiteral(ctx, pick, p, kinds[i]); err != nil {
			return err
		}
	}
	if len(pick.sel.Globs()) > 0 {
		if err := s.pickGlobs(ctx, pick); err != nil {
			return err
		}
	}
	sort.Slice(pick.fresh, func(i, j int) bool { return pick.fresh[i] < pick.fresh[j] })
	pick.fresh = slices.Compact(pick.fresh)
	if n, most := len(pick.fresh)+s.ws.Len(), s.limits.Files; n > most {
		return &workspace.BoundError{Limit: "files", Value: int64(most), Got: int64(n)}
	}
	return nil
}

func (s *Session) isFile(p workspace.Path) bool {
	if _, held := s.ws.Get(p); held {
		return true
	}
	kind, err := s.disk.Kind(p)
	return err == nil && (kind == workspace.Regular || kind == workspace.Symlink)
}

// kindOnDisk is what stands under a name on disk, or why that could not be found out.
type kindOnDisk struct {
	kind workspace.Kind
	err  error
}

func (s *Session) pickLiteral(ctx context.Context, pick *selection, p workspace.Path, on kindOnDisk) error {
	if s.isHidden(p) {
		return hiddenError("acquire", p)
	}
	if _, held := s.ws.Get(p); held {
		pick.held = append(pick.held, p)
		return nil
	}
	if to, gone := s.ws.Fate(p); gone {
		return goneError("acquire", p, to)
	}
	kind, err := on.kind, on.err
	if err != nil || kind == workspace.Absent {
		if link, look := s.disk.linkAbove(p); look != nil || link != "" {
			return throughLink(s.disk, p, link, look)
		}
	}
	if err != nil {
		return err
	}
	switch kind {
	case workspace.Absent:
		if pick.args.MissingOK {
			return nil
		}
		return s.missing(ctx, "acquire", p)
	case workspace.Directory:
		return directoryError("acquire", p)
	case workspace.Other:
		return failed("acquire", string(p), "not_regular", "only regular files can be acquired", "%s is no regular file", p)
	case workspace.Symlink:
		real, err := s.disk.resolve(p)
		if err != nil {
			return wrap(ctx, "acquire", string(p), err)
		}
		if s.isHidden(real) {
			return hiddenError("acquire", real)
		}
		pick.link[p] = real
	}
	pick.literal[p] = true
	pick.fresh = append(pick.fresh, p)
	return nil
}

func throughLink(d *disk, p, link workspace.Path, err error) error {
	if err != nil {
		return err
	}
	e := failed("acquire", string(p), ReasonSymlink, "name the real path", "%s leads through the symlink %s", p, link)
	e.Code, e.Retryable = CodePath, false
	if to, err := d.target(link); err == nil {
		e.Hint = fmt.Sprintf("name the real path: %s%s", to, p[len(link):])
	}
	return e
}

// pickGlobs walks once for all patterns; every pattern must select something.
func (s *Session) pickGlobs(ctx context.Context, pick *selection) error {
	walked, err := s.walk(ctx, pick.sel, pick.args.Ignored)
	if err != nil {
		return err
	}
	open := pick.sel.Globs() // patterns that have selected nothing yet
	note := func(p workspace.Path) {
		open = slices.DeleteFunc(open, func(g string) bool { return pick.sel.MatchGlob(g, p) })
	}
	for _, p := range s.ws.Paths() {
		if pick.sel.Match(p) {
			note(p)
			pick.held = append(pick.held, p)
		}
	}
	for _, name := range walked.Files {
		p := workspace.Path(name)
		if _, held := s.ws.Get(p); held {
			continue
		}
		if _, gone := s.ws.Fate(p); gone {
			continue
		}
		note(p)
		pick.fresh = append(pick.fresh, p)
	}
	s.noteWalk(pick, walked)
	if len(open) > 0 && !pick.args.MissingOK {
		return s.nothing(ctx, pick.sel, open[0], walked)
	}
	return nil
}

// walk lists the regular files that the patterns of sel select.
func (s *Session) walk(ctx context.Context, sel workspace.Selector, ignored bool) (fsbackend.Walked, error) {
	return fsbackend.Walk(ctx, s.fs, fsbackend.WalkOptions{
		Enter:   sel.MayEnter,
		Match:   func(name string) bool { return sel.Match(workspace.Path(name)) && !s.isHidden(workspace.Path(name)) },
		Ignored: ignored,
	})
}

// take asks, reads and adds to the workspace; it returns what was added.
func (s *Session) take(ctx context.Context, pick *selection) ([]workspace.Path, error) {
	if len(pick.fresh) == 0 {
		return nil, nil
	}
	paths := names(pick.fresh)
	err := s.ask(ctx, &Effect{Name: "acquire", Step: "acquire", Paths: paths, details: fixed(map[string]any{"patterns": anyStrings(pick.args.Paths)}),
		Message: "read " + plural(len(paths), "file") + ": " + brief(paths)})
	if err != nil {
		return nil, err
	}
	reads, err := fsbackend.ReadAll(ctx, s.fs, pick.realNames(), s.limits.FileBytes, s.limits.TotalBytes-s.ws.Bytes())
	if err != nil {
		return nil, err
	}
	return s.admit(ctx, pick, reads)
}

func (pick *selection) realNames() []string {
	out := make([]string, len(pick.fresh))
	for i, p := range pick.fresh {
		out[i] = string(p)
		if real, ok := pick.link[p]; ok {
			out[i] = string(real)
		}
	}
	return out
}
