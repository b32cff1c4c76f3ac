// Package workspace is the in-memory tree a plan edits: the files, what was acquired, and what is on disk as known.
//
// It computes; it never acts. Operations are tried on a Draft and become visible at once; Changes and Unwritten say what
// differs from what was acquired and from the disk; Plan turns that difference into an ordered list of disk operations,
// and Done takes note of each one that somebody else has carried out. The package opens no file and knows no scripts,
// approvals or engines. It is not safe for concurrent use.
package workspace

// Workspace: what is held, and how files come into it.

import (
	"iter"
	"maps"
	"slices"
)

// Workspace holds the files, what was acquired, and what is on disk as known.
type Workspace struct {
	limits Limits
	state  *state
	epoch  int    // counts the states, so that a draft of an older one is noticed
	tail   *event // the latest event; savepoints remember where they stand in the chain
	counts counts
}

// New returns an empty workspace.
func New(limits Limits) *Workspace {
	return &Workspace{limits: limits.WithDefaults(), state: new(state), tail: new(event)}
}

// Acquire adds clean files as they are on disk, all or none. Errors: *OpError for a path that is held already, that this run
// deleted or renamed, or whose name is in the way of another; *BoundError.
func (w *Workspace) Acquire(files map[Path]File) error {
	next, fresh := w.state.clone(), make(map[Path]*File, len(files))
	for _, p := range slices.Sorted(maps.Keys(files)) {
		f := files[p]
		if !f.Opaque {
			f.Size = int64(len(f.Text.String()))
		}
		if err := w.admit(next, p, &f); err != nil {
			return err
		}
		next.acquire(p, &f)
		fresh[p] = &f
		if err := w.limits.checkSums(p, next); err != nil {
			return err
		}
	}
	w.become(next)
	w.happened(event{acquired: fresh})
	return nil
}

// admit says whether f can be acquired as p.
func (w *Workspace) admit(s *state, p Path, f *File) error {
	if err := w.limits.checkDepth(p); err != nil {
		return err
	}
	if err := w.limits.checkSize(p, f.Size); err != nil {
		return err
	}
	if to, gone := s.fate(p); gone {
		return missing(p, to)
	}
	if d, _ := s.occupant(p); d == p {
		return &OpError{Path: p, Word: "exists"}
	} else if d != "" {
		return &OpError{Path: p, Word: "alias", Other: d}
	}
	if first, ok := s.alias(p, f); ok {
		return &OpError{Path: p, Word: "alias", Other: first}
	}
	return s.fits(p)
}

// alias returns the file on disk that has the same content as p by way of a link.
func (s *state) alias(p Path, f *File) (Path, bool) {
	if link, ok := s.links.Get(p); ok {
		return link, true
	}
	if f.Link == "" {
		return "", false
	}
	if s.disk.Has(f.Link) {
		return f.Link, true
	}
	return s.links.Get(f.Link)
}

// fits says whether p can be held beside what is held: neither taken, nor above or below another file.
func (s *state) fits(p Path) error {
	if s.files.Has(p) {
		return &OpError{Path: p, Word: "exists"}
	}
	if below, ok := s.files.FirstBelow(p); ok {
		return (&OpError{Path: p, Word: "is_directory"}).withNames([]Path{below})
	}
	for dir := range above(p) {
		if e, ok := s.files.Get(dir); ok {
			if e.file.Link != "" {
				return &OpError{Path: p, Word: "symlink", Other: dir}
			}
			return &OpError{Path: p, Word: "not_directory", Other: dir}
		}
	}
	if twin := s.twin(p); twin != "" {
		return &OpError{Path: p, Word: "name_clash", Other: twin}
	}
	return nil
}

// twin returns the held path that a disk which folds names takes for p.
func (s *state) twin(p Path) Path {
	if !s.folding {
		return ""
	}
	return s.heldUnder(FoldKey(p))
}

// Get returns the file held under p.
func (w *Workspace) Get(p Path) (File, bool) { return w.state.get(p) }

func (s *state) get(p Path) (File, bool) {
	if e, ok := s.files.Get(p); ok {
		return *e.file, true
	}
	return File{}, false
}

// Paths returns all held paths, sorted by bytes.
func (w *Workspace) Paths() []Path {
	paths := make([]Path, 0, w.state.files.Len())
	for p := range w.state.files.All() {
		paths = append(paths, p)
	}
	return paths
}

// Below returns the held paths below the directory dir, sorted by bytes.
func (w *Workspace) Below(dir Path) []Path { return w.state.below(dir) }

func (s *state) below(dir Path) (paths []Path) {
	for p := range s.files.Below(dir) {
		paths = append(paths, p)
	}
	return paths
}

// Len returns the number of held files.
func (w *Workspace) Len() int { return w.state.files.Len() }

// Bytes returns the sum of the sizes of the held files.
func (w *Workspace) Bytes() int64 { return w.state.bytes }

// Fate says what became of an acquired path, or of one that is on disk as known, when nothing is held under it: deleted (to is
// "") or renamed to a path.
func (w *Workspace) Fate(p Path) (to Path, gone bool) { return w.state.fate(p) }

func (s *state) fate(p Path) (to Path, gone bool) {
	if s.files.Has(p) {
		return "", false
	}
	if k, ok := s.acquired.Get(p); ok {
		return k.held, true
	}
	if k, ok := s.disk.Get(p); ok {
		return k.held, true
	}
	return "", false
}

// Clean reports whether p is held and equals what is on disk under the same name, as known.
func (w *Workspace) Clean(p Path) bool {
	return w.state.files.Has(p) && !w.state.pending.Has(p)
}

// Dirty reports whether anything at or below p differs from the disk: a held file, or a name on disk that is to be deleted or
// moved away.
func (w *Workspace) Dirty(p Path) bool {
	if w.state.differs(p) {
		return true
	}
	if _, ok := w.state.pending.FirstBelow(p); ok {
		return true
	}
	for d, k := range w.state.disk.Below(p) {
		if k.held != d {
			return true
		}
	}
	return false
}

func (s *state) differs(p Path) bool {
	k, ok := s.disk.Get(p)
	return s.pending.Has(p) || ok && k.held != p
}

// become makes s the state of the workspace.
func (w *Workspace) become(s *state) {
	w.state = s
	w.epoch++
}

// above yields the directories of a path, outermost first: for a/b/c a and a/b.
func above[S ~string](p S) iter.Seq[S] {
	return func(yield func(S) bool) {
		for i := 0; i < len(p); i++ {
			if p[i] == '/' && !yield(p[:i]) {
				return
			}
		}
	}
}
