package runtime

// This file applies unified diffs to files on disk at once: checked whole in memory, then one batch.

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"devstar/fsbackend"
	"devstar/hunkengine"
	"devstar/workspace"
)

// FSPatchArgs are a unified diff and where it may act.
type FSPatchArgs struct {
	Patch string
	FSScope
}

// FSPatched is what a diff did; lists are sorted. Files that were renamed are in Changed only when their text or mode is
// another one, too.
type FSPatched struct {
	Created, Changed, Deleted []string
	Renamed                   map[string]string // from -> to
}

// FSApplyPatch applies a unified diff to files on disk, all of it or nothing. Sections are applied in order, each to what
// the earlier ones left. As in git, a copy starts from the file as it was before the diff, and files may change places.
func (s *Session) FSApplyPatch(ctx context.Context, a FSPatchArgs) (*FSPatched, error) {
	c, err := s.fsCall("fs.apply_patch", a.FSScope)
	if err != nil {
		return nil, err
	}
	p := &patching{fsCall: c}
	if err := p.read(a.Patch); err != nil {
		return nil, err
	}
	if err := p.loadFiles(ctx); err != nil {
		return nil, err
	}
	if err := p.apply(ctx); err != nil {
		return nil, err
	}
	ops, err := p.plan()
	if err != nil {
		return nil, wrap(ctx, c.step, "", err)
	}
	if len(ops) > 0 {
		if err := c.run(ctx, p.question(a.Patch), ops); err != nil {
			return nil, err
		}
		if err := p.followDisk(); err != nil {
			return nil, wrap(ctx, c.step, "", err)
		}
	}
	return p.patched(), nil
}

// patching is a diff under way. The files it speaks of are held in a workspace of their own, so that what it does to them
// is planned as any other change; the workspace of the session is not touched before the disk is.
type patching struct {
	*fsCall
	sections []patchSection
	before   map[workspace.Path]workspace.File // what is on disk, as far as the diff needs it
	ws       *workspace.Workspace
	draft    *workspace.Draft
	delta    workspace.Delta
	modes    map[workspace.Path]fs.FileMode    // new modes of files, under their names in the draft
	leaving  map[workspace.Path]int            // renames to come that take a file away
	parked   map[workspace.Path]workspace.Path // where a file waits whose name was taken before it left
	places   int                               // how many have waited
	files    []FileEffect
}

// patchSection is a section with its names checked.
type patchSection struct {
	*hunkengine.FileDiff
	old, new workspace.Path // "" where there is none
}

// read parses the diff and checks every name in it.
func (p *patching) read(patch string) error {
	files, err := hunkengine.ParseUnified(patch)
	if err != nil {
		return p.refusedPatch(err)
	}
	p.leaving = map[workspace.Path]int{}
	for i := range files {
		d := patchSection{FileDiff: &files[i]}
		if d.OldName != "" {
			if d.old, err = p.target("", d.OldName); err != nil {
				return err
			}
		}
		if d.NewName != "" {
			if d.new, err = p.target("", d.NewName); err != nil {
				return err
			}
		}
		if d.Kind == hunkengine.RenameFile {
			p.leaving[d.old]++
		}
		p.sections = append(p.sections, d)
	}
	return nil
}

// refusedPatch makes an error of a diff that cannot be read or applied.
func (p *patching) refusedPatch(err error) error {
	e := NewError(CodeStepFailed, p.step, err.Error(), "")
	e.Cause = err
	if f, ok := err.(failure); ok {
		e.Reason, e.Hint = f.Reason(), f.Hint()
	}
	if bad, ok := err.(*hunkengine.PatchError); ok {
		e.Path = bad.Path
	}
	return e
}

// loadFiles reads the files that the diff starts from.
func (p *patching) loadFiles(ctx context.Context) error {
	p.before = map[workspace.Path]workspace.File{}
	for _, d := range p.sections {
		if _, known := p.before[d.old]; known || d.old == "" {
			continue
		}
		if err := live(ctx, p.step); err != nil {
			return err
		}
		kind, err := p.s.disk.Kind(d.old)
		if err != nil {
			return p.fail(d.old, "unreadable", "", "%v", err)
		}
		if kind == workspace.Absent {
			continue // unless an earlier section makes it, that is an error of the section
		}
		f, err := p.load(ctx, d.old)
		if err != nil {
			return err
		}
		p.before[d.old] = f
	}
	p.ws = workspace.New(p.s.limits)
	if err := p.ws.Acquire(p.before); err != nil {
		return wrap(ctx, p.step, "", err)
	}
	return nil
}

// plan returns the operations on disk. A mode that changes alone is one of its own, at the end.
func (p *patching) plan() ([]fsbackend.Operation, error) {
	p.delta = p.draft.Delta()
	p.draft.Commit()
	steps, err := p.ws.Plan(nil, p.s.temporary)
	if err != nil {
		return nil, err
	}
	ops, last := make([]fsbackend.Operation, len(steps)), map[string]int{}
	for i, op := range steps {
		ops[i] = operation(op)
		if ops[i].New != nil {
			last[ops[i].Name] = i
		}
	}
	maps.DeleteFunc(p.modes, func(name workspace.Path, mode fs.FileMode) bool {
		f, held := p.ws.Get(name)
		return !held || f.Mode == mode
	})
	for _, name := range slices.Sorted(maps.Keys(p.modes)) {
		if i, ok := last[string(name)]; ok {
			ops[i].New.Mode = p.modes[name]
			continue
		}
		f, _ := p.ws.Get(name)
		op := fsbackend.Operation{Kind: fsbackend.OpModify, Name: string(name), New: knownOf(&f), Before: knownOf(&f)}
		op.New.Mode = p.modes[name]
		if f.Opaque {
			op.From = string(p.origin(name))
		}
		ops = append(ops, op)
	}
	p.list()
	return ops, nil
}

// origin returns where the content of a file lies on disk before the batch.
func (p *patching) origin(name workspace.Path) workspace.Path {
	for from, to := range p.delta.Renamed {
		if to == name {
			return from
		}
	}
	return name
}

// list fills in what becomes of each file.
func (p *patching) list() {
	seen := map[workspace.Path]bool{}
	for _, f := range p.delta.Files {
		seen[f.Path] = true
		p.files = append(p.files, fileEffect(f.Path, f.Source, f.Kind, f.Before, f.After))
	}
	for _, name := range slices.Sorted(maps.Keys(p.modes)) {
		if f, _ := p.ws.Get(name); !seen[name] {
			p.files = append(p.files, fileEffect(name, "", workspace.Modified, &f, &f))
		}
	}
	for i, f := range p.files {
		if mode, ok := p.modes[workspace.Path(f.Path)]; ok && f.Kind != workspace.Deleted {
			p.files[i].Modes[1] = mode
		}
	}
	slices.SortStableFunc(p.files, func(a, b FileEffect) int { return strings.Compare(a.Path, b.Path) })
}

// question is the effect of the diff.
func (p *patching) question(patch string) *Effect {
	var paths []workspace.Path
	creates := false
	for _, d := range p.sections {
		for _, name := range []workspace.Path{d.old, d.new} {
			if name != "" {
				paths = append(paths, name)
			}
		}
		creates = creates || d.old != d.new && d.new != ""
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	message := fmt.Sprintf("apply a diff to %s: %s", plural(len(paths), "file"), brief(names(paths)))
	modes := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(p.modes)) {
		modes[string(name)] = fmt.Sprintf("%04o", p.modes[name])
		message += fmt.Sprintf("; mode of %s: %04o", name, p.modes[name])
	}
	data := map[string]any{"patch": patch}
	if len(modes) > 0 {
		data["modes"] = modes
	}
	e := p.effect(message, paths, data)
	e.MayCreate = creates
	e.files = func() []FileEffect { return p.files }
	return e
}

// followDisk lets the workspace of the session follow the disk: files that it holds go along when they are renamed.
func (p *patching) followDisk() error {
	moves := map[workspace.Path]workspace.Path{}
	for _, f := range p.delta.Files {
		switch {
		case f.Kind == workspace.Deleted:
			p.s.follow(f.Path, nil)
		case f.Kind == workspace.Renamed && p.s.isHeld(f.Source):
			moves[f.Source] = f.Path
		}
	}
	if err := p.s.followMoves(moves); err != nil {
		return err
	}
	for _, f := range p.files {
		name := workspace.Path(f.Path)
		after, held := p.ws.Get(name)
		if !held {
			continue
		}
		if mode, ok := p.modes[name]; ok {
			after.Mode = mode
		}
		p.s.follow(name, &after)
	}
	return nil
}

// patched is the value of the call.
func (p *patching) patched() *FSPatched {
	out := &FSPatched{Created: names(p.delta.Added), Changed: names(p.delta.Changed), Deleted: names(p.delta.Deleted), Renamed: map[string]string{}}
	for from, to := range p.delta.Renamed {
		out.Renamed[string(from)] = string(to)
	}
	for name := range p.modes {
		if !slices.Contains(out.Created, string(name)) {
			out.Changed = append(out.Changed, string(name))
		}
	}
	slices.Sort(out.Changed)
	out.Changed = slices.Compact(out.Changed)
	return out
}
