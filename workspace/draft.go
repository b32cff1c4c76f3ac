package workspace

// Draft: operations tried on a clone of the workspace. Each checks everything that can be known before it acts.

import (
	"errors"

	"devstar/hunkengine"
)

// Draft is a set of operations that are not visible yet. Its cost is in proportion to what it touches. After an error the
// draft must be dropped.
type Draft struct {
	w      *Workspace
	epoch  int
	before *state // as Begin found it
	state  *state
	disk   *kindMemo
	broken bool

	base    map[Path]Path // held path -> the path it had in the workspace, "" if it had none; only where they differ
	touched map[Path]bool // every operation path, both ends of moves
	places  int
}

// Begin opens a draft: a clone in which several operations are tried. disk may be nil, for an empty one; a Tree and a
// LinkReader are made use of.
func (w *Workspace) Begin(disk Disk) *Draft {
	if disk == nil {
		disk = emptyDisk{}
	}
	if disk.Folds() {
		w.state.fold()
	}
	return &Draft{
		w: w, epoch: w.epoch, before: w.state, state: w.state.clone(),
		disk:    &kindMemo{Disk: disk, kinds: map[Path]Kind{}},
		base:    map[Path]Path{},
		touched: map[Path]bool{},
	}
}

// Commit makes the draft visible at once. Bounds were checked by the operations. It panics where it would lose something: after
// an error of an operation, and when the workspace has changed since Begin.
func (d *Draft) Commit() {
	if d.broken {
		panic("workspace: commit of a draft in which an operation failed")
	}
	if d.epoch != d.w.epoch {
		panic("workspace: commit of a draft that was begun on another state of the workspace")
	}
	d.w.become(d.state)
	d.epoch = d.w.epoch
	d.state = d.state.clone()
}

// note remembers that an operation failed.
func (d *Draft) note(err *error) {
	if *err != nil {
		d.broken = true
	}
}

// Get returns the file that the draft holds under p.
func (d *Draft) Get(p Path) (File, bool) { return d.state.get(p) }

// Below returns the paths that the draft holds below the directory dir, sorted by bytes.
func (d *Draft) Below(dir Path) []Path { return d.state.below(dir) }

// SetText gives the held text file p another text in which so many places differ. An equal text changes nothing.
// Errors: *OpError (not_found, not_acquired, is_directory, opaque), *BoundError.
func (d *Draft) SetText(p Path, t hunkengine.Text, places int) (err error) {
	defer d.note(&err)
	e, err := d.text(p)
	if err != nil {
		return err
	}
	return d.setText(p, e, t, places)
}

func (d *Draft) setText(p Path, e *entry, t hunkengine.Text, places int) error {
	d.touch(p)
	if e.file.Text.String() == t.String() {
		return nil
	}
	f := e.file.withText(t)
	if err := d.w.limits.checkSize(p, f.Size); err != nil {
		return err
	}
	d.state.change(p, f)
	d.places += places
	return d.w.limits.checkSums(p, d.state)
}

// Create holds a new file under p, with x bits if executable. A file of that name that was deleted keeps its mode.
// Errors: *PathError, *OpError (exists, is_directory, not_directory, symlink, name_clash, ...), *BoundError.
func (d *Draft) Create(p Path, t hunkengine.Text, executable bool) (err error) {
	defer d.note(&err)
	mode := newMode
	if executable {
		mode |= executableBits
	}
	return d.create(p, textFile(t, mode))
}

func (d *Draft) create(p Path, f *File) error {
	d.touch(p)
	if err := d.free(p); err != nil {
		return err
	}
	if err := d.w.limits.checkSize(p, f.Size); err != nil {
		return err
	}
	d.state.create(p, f)
	d.base[p] = ""
	d.places++
	return d.w.limits.checkSums(p, d.state)
}

// Copy holds a copy of the file from, with its mode, under to. The copy of a symlink is a file. Errors: as of Create, and *OpError
// (not_found, not_acquired, is_directory, same_path).
func (d *Draft) Copy(from, to Path) (err error) {
	defer d.note(&err)
	return d.copy(from, to)
}

func (d *Draft) copy(from, to Path) error {
	if from == to {
		return &OpError{Path: from, Word: "same_path"}
	}
	d.touch(from)
	e, err := d.held(from)
	if err != nil {
		return err
	}
	f := *e.file
	f.Link = ""
	return d.create(to, &f)
}

// Rename holds the file from under to. A symlink can only be renamed within its directory. Errors: as of Copy, and *OpError
// (link_moved).
func (d *Draft) Rename(from, to Path) (err error) {
	defer d.note(&err)
	return d.rename(from, to)
}

func (d *Draft) rename(from, to Path) error {
	d.touch(from)
	d.touch(to)
	if from == to {
		return &OpError{Path: from, Word: "same_path"}
	}
	e, err := d.held(from)
	if err != nil {
		return err
	}
	if e.file.Link != "" && parent(from) != parent(to) {
		return &OpError{Path: from, Word: "link_moved", Other: to}
	}
	d.state.drop(from)
	if err := d.free(to); err != nil {
		return err
	}
	d.state.rename(e, to)
	d.base[to] = d.baseOf(from)
	d.places++
	return nil
}

// Delete holds the file p no longer. Errors: *OpError (not_found, not_acquired, is_directory).
func (d *Draft) Delete(p Path) (err error) {
	defer d.note(&err)
	return d.delete(p)
}

func (d *Draft) delete(p Path) error {
	d.touch(p)
	if _, err := d.held(p); err != nil {
		return err
	}
	d.state.remove(p)
	d.places++
	return nil
}

// baseOf returns the path that the held file p had when the draft was begun; "" if there was none.
func (d *Draft) baseOf(p Path) Path {
	if base, ok := d.base[p]; ok {
		return base
	}
	return p
}

func (d *Draft) touch(p Path) { d.touched[p] = true }

// held returns the file held under p, or says why there is none.
func (d *Draft) held(p Path) (*entry, error) {
	if e, ok := d.state.files.Get(p); ok {
		return e, nil
	}
	return nil, d.absent(p)
}

// text returns the text file held under p.
func (d *Draft) text(p Path) (*entry, error) {
	e, err := d.held(p)
	if err == nil && e.file.Opaque {
		err = &OpError{Path: p, Word: "opaque"}
	}
	return e, err
}

// absent says why nothing is held under p.
func (d *Draft) absent(p Path) error {
	if _, ok := d.state.files.FirstBelow(p); ok {
		return &OpError{Path: p, Word: "is_directory"}
	}
	if to, gone := d.state.fate(p); gone {
		return missing(p, to)
	}
	kind, err := d.disk.Kind(p)
	switch {
	case err != nil:
		return &DiskError{Path: p, Err: err}
	case kind == Absent:
		return &OpError{Path: p, Word: "not_found"}
	case kind == Directory:
		return &OpError{Path: p, Word: "is_directory", OnDisk: true}
	case kind == Other:
		return &OpError{Path: p, Word: "not_regular", OnDisk: true}
	}
	return &OpError{Path: p, Word: "not_acquired", OnDisk: true}
}

// missing is the error for a path that this run deleted, or renamed to another.
func missing(p, to Path) error {
	if to == "" {
		return &OpError{Path: p, Word: "not_found", Fate: "deleted"}
	}
	return &OpError{Path: p, Word: "not_found", Fate: "renamed", Other: to}
}

// inPatch adds to an error the line of the patch that led to it.
func inPatch(err error, line int) error {
	if op, ok := errors.AsType[*OpError](err); ok && op.Line == 0 {
		op.Line = line
	}
	return err
}
