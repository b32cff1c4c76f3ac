package runtime

// This file tries the sections of a diff, in order, on the files as they are on disk.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"devstar/hunkengine"
	"devstar/workspace"
)

// apply tries all sections. Files that the diff deletes go first, where no earlier section speaks of them: git lists a file
// before the files of the directory whose place it takes.
func (p *patching) apply(ctx context.Context) error {
	p.draft = p.ws.Begin(p.s.disk)
	p.modes = map[workspace.Path]fs.FileMode{}
	p.parked = map[workspace.Path]workspace.Path{}
	mentioned := map[workspace.Path]bool{}
	var later []patchSection
	for _, d := range p.sections {
		if _, there := p.before[d.old]; d.Kind != hunkengine.RemoveFile || !there || mentioned[d.old] {
			later = append(later, d)
		} else if err := p.section(d); err != nil {
			return p.sectionError(ctx, d, err)
		}
		mentioned[d.old] = true
	}
	for _, d := range later {
		if err := live(ctx, p.step); err != nil {
			return err
		}
		if err := p.section(d); err != nil {
			return p.sectionError(ctx, d, err)
		}
	}
	return nil
}

// sectionError says in an error which path and line of the diff it is about.
func (p *patching) sectionError(ctx context.Context, d patchSection, err error) error {
	name := d.new
	if name == "" {
		name = d.old
	}
	var op *workspace.OpError
	if errors.As(err, &op) && op.Word == ReasonDirectory && op.Path == name {
		return p.fail(name, "exists", op.Hint(), "exists: it%s", op.Error()[len(op.Path):])
	}
	if mismatch, ok := err.(*hunkengine.DiffError); ok {
		mismatch.Path = p.name(name)
		if d.old != "" {
			mismatch.Path = p.name(d.old)
		}
	}
	return p.notText(ctx, name, err)
}

// section tries one section.
func (p *patching) section(d patchSection) error {
	switch d.Kind {
	case hunkengine.CreateFile:
		return p.create(d, workspace.File{}, d.NewMode&0o111 != 0)
	case hunkengine.RemoveFile:
		return p.remove(d)
	case hunkengine.RenameFile:
		return p.rename(d)
	case hunkengine.CopyFile:
		return p.copy(d)
	}
	return p.modify(d, d.old)
}

// create puts a new file under the new name, made from another one by the hunks.
func (p *patching) create(d patchSection, from workspace.File, executable bool) error {
	if err := p.arrive(d.new, ""); err != nil {
		return err
	}
	text, err := hunkengine.ApplyUnified(from.Text, *d.FileDiff)
	if err != nil {
		return err
	}
	return p.draft.Create(d.new, text, executable)
}

// arrive makes a name free for a file, which comes from another name when it is renamed. What is there must leave later.
func (p *patching) arrive(to, from workspace.Path) error {
	exists := func() error {
		return p.fail(to, "exists", "make the diff against the tree as it is, or name another file", "exists already, and the diff would make it")
	}
	if _, held := p.draft.Get(to); held {
		_, waits := p.parked[to]
		if _, original := p.before[to]; !original || waits || p.leaving[to] == 0 {
			return exists()
		}
		place := workspace.Path(fmt.Sprintf("%s%d", parkedPrefix, p.places))
		p.places++
		p.parked[to] = place
		return p.move(to, place)
	}
	if _, left := p.before[to]; left || p.s.disk.alike(to, from) {
		return nil
	}
	switch kind, err := p.s.disk.Kind(to); {
	case err != nil:
		return p.fail(to, "unreadable", "", "%v", err)
	case kind != workspace.Absent && kind != workspace.Directory:
		return exists()
	}
	return nil
}

// move renames in the draft; a new mode goes along.
func (p *patching) move(from, to workspace.Path) error {
	if err := p.draft.Rename(from, to); err != nil {
		return err
	}
	if mode, ok := p.modes[from]; ok {
		delete(p.modes, from)
		p.modes[to] = mode
	}
	return nil
}

// source returns where in the draft the file lies that a rename takes away: the one that was there before the diff, if it
// had to wait.
func (p *patching) source(name workspace.Path) (workspace.Path, error) {
	p.leaving[name]--
	if place, waits := p.parked[name]; waits {
		delete(p.parked, name)
		return place, nil
	}
	_, err := p.inDraft(name, name)
	return name, err
}

// inDraft returns the file at a place of the draft, which the diff calls by a name.
func (p *patching) inDraft(at, name workspace.Path) (workspace.File, error) {
	if f, ok := p.draft.Get(at); ok {
		return f, nil
	}
	hint := `check the spelling; a new file has "/dev/null" as its old name`
	if _, left := p.before[name]; left {
		return workspace.File{}, p.fail(name, ReasonNotFound, "look at the order of the sections", "not found: an earlier section of the diff has taken it away")
	}
	return workspace.File{}, p.fail(name, ReasonNotFound, hint, "not found: the file does not exist")
}

// remove takes a file away, of which every line must be in the diff.
func (p *patching) remove(d patchSection) error {
	f, err := p.draftText(d.old, d)
	if err != nil {
		return err
	}
	if _, err := hunkengine.ApplyUnified(f.Text, *d.FileDiff); err != nil {
		return err
	}
	delete(p.modes, d.old)
	return p.draft.Delete(d.old)
}

// draftText returns a file of the draft whose text the section is about.
func (p *patching) draftText(at workspace.Path, d patchSection) (workspace.File, error) {
	f, err := p.inDraft(at, d.old)
	if err != nil || !f.Opaque {
		return f, err
	}
	if _, there := p.before[d.old]; there {
		if _, err := p.text(context.Background(), d.old); err != nil {
			return f, err // says where the bytes are no text
		}
	}
	return f, p.fail(d.old, "encoding", "only its name and its mode can be patched", "not UTF-8 text, or too large")
}

// modify applies hunks and mode to the file that lies at a place of the draft.
func (p *patching) modify(d patchSection, at workspace.Path) error {
	if len(d.Hunks) > 0 {
		f, err := p.draftText(at, d)
		if err != nil {
			return err
		}
		text, err := hunkengine.ApplyUnified(f.Text, *d.FileDiff)
		if err != nil {
			return err
		}
		if err := p.draft.SetText(at, text, len(d.Hunks)); err != nil {
			return err
		}
	}
	return p.setMode(d, at)
}

// setMode gives a file its new mode: git knows only whether it is executable.
func (p *patching) setMode(d patchSection, at workspace.Path) error {
	if d.NewMode == d.OldMode {
		return nil
	}
	f, err := p.inDraft(at, d.old)
	if err != nil {
		return err
	}
	mode := f.Mode
	if m, ok := p.modes[at]; ok {
		mode = m
	}
	if executable := mode&0o100 != 0; executable != (d.OldMode&0o100 != 0) {
		return p.fail(d.old, "mode", "make the diff anew from the file as it is now",
			"the diff does not match: the mode is %04o, but the diff says that it is %04o before it becomes %04o", mode, d.OldMode, d.NewMode)
	}
	if d.NewMode&0o100 != 0 {
		mode |= (mode & 0o444) >> 2
	} else {
		mode &^= 0o111
	}
	p.modes[at] = mode
	return nil
}

// rename moves a file and then changes it.
func (p *patching) rename(d patchSection) error {
	from, err := p.source(d.old)
	if err != nil {
		return err
	}
	if err := p.arrive(d.new, from); err != nil {
		return err
	}
	if err := p.move(from, d.new); err != nil {
		return err
	}
	return p.modify(d, d.new)
}

// copy makes a file from another as it was before the diff, or, when the diff made that one, as it is now.
func (p *patching) copy(d patchSection) error {
	from, there := p.before[d.old]
	if !there {
		var err error
		if from, err = p.inDraft(d.old, d.old); err != nil {
			return err
		}
	}
	if from.Opaque {
		return p.copyOpaque(d, from)
	}
	if err := p.create(d, from, from.Mode&0o100 != 0); err != nil {
		return err
	}
	return p.setMode(d, d.new)
}

// copyOpaque copies a file that is no text.
func (p *patching) copyOpaque(d patchSection, from workspace.File) error {
	if len(d.Hunks) > 0 {
		_, err := p.draftText(d.old, d)
		return err
	}
	if now, err := p.inDraft(d.old, d.old); err != nil || !now.SameContent(&from) {
		return p.fail(d.old, "opaque", "make the copy with fs.copy first", "is no UTF-8 text, so it can be copied only before another section moves it away")
	}
	if err := p.arrive(d.new, ""); err != nil {
		return err
	}
	if err := p.draft.Copy(d.old, d.new); err != nil {
		return err
	}
	return p.setMode(d, d.new)
}
