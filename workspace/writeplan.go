package workspace

// The write planner: from what differs between the workspace and the disk baseline to an ordered list of operations. Pure, and
// near-linear in what differs.

import (
	"fmt"
	"slices"
	"strings"
)

// OpKind is the kind of a disk operation.
type OpKind int

// The kinds of operations, in the order in which a plan has them.
const (
	RenameOp OpKind = iota
	DeleteOp
	RemoveDirOp // an empty directory that stands where a file is wanted
	CreateOp
	ModifyOp
)

// Op is one disk operation of a write, in order. Missing directories above Path are to be made.
//
// Modes: a CreateOp that replaces nothing, or a link, asks for File.Mode less the umask. Otherwise only the difference between the
// mode of File and that of Before or Replaces counts: those bits are added or taken away, the rest stays as it is on disk. A
// ModifyOp whose Before.Link is set changes the file the link stands for and leaves the link; all other operations mean the
// link itself.
type Op struct {
	Kind     OpKind
	From     Path  // RenameOp: the source. CreateOp, ModifyOp of an opaque file: where its bytes lie on disk before the batch begins
	Path     Path  // the target; for a rename the destination
	File     *File // CreateOp, ModifyOp: what is to be on disk
	Before   *File // what the disk holds now at From (rename) or Path (delete, modify)
	Replaces *File // what the disk holds at a rename's or creation's destination and loses; nil: it must be free
	Vacated  bool  // the destination is freed by an earlier operation of this batch
	Temp     bool  // Path is a rename temporary
}

// LostError is an opaque file whose bytes are not on disk any more, so that it cannot be written.
type LostError struct{ Path Path }

// Error returns the message.
func (e *LostError) Error() string {
	return fmt.Sprintf("%s cannot be written: it is a copy of a file that is not on disk any more", e.Path)
}

// Reason returns "content_gone".
func (e *LostError) Reason() string { return "content_gone" }

// Hint returns the next step.
func (e *LostError) Hint() string {
	return "delete it, or bring the original back and acquire it again"
}

// Plan computes the ordered disk operations: renames, then deletions, then creations and modifications, by path. sel nil selects
// everything that differs; otherwise a name in the workspace or on disk selects, and either end of a rename selects the whole
// of it. temp draws a free temporary name in a directory ("" is the root); its errors are returned as they are. Plan reads no
// disk. Errors: *SelectionError, *LostError.
func (w *Workspace) Plan(sel *Selector, temp func(dir string) (Path, error)) ([]Op, error) {
	pl := newPlanner(w.state, temp)
	if err := pl.collect(sel); err != nil {
		return nil, err
	}
	if err := pl.checkSelection(); err != nil {
		return nil, err
	}
	if err := pl.rename(); err != nil {
		return nil, err
	}
	pl.delete()
	if err := pl.write(); err != nil {
		return nil, err
	}
	return pl.ops, nil
}

// planner is one computation of a plan. Keys are paths as the disk tells them apart.
type planner struct {
	state *state
	temp  func(dir string) (Path, error)
	ops   []Op

	moves    []move
	arriving map[string]int // key of a destination -> move
	leaving  map[string]int // key of a source -> move

	deletions []deletion     // by path
	doomed    map[string]int // key -> deletion
	doomedBy  []int          // deletions by key

	writes   []Path // files to create or modify, by path
	contents map[[32]byte]Path
	skipped  bool // something that differs was not selected
}

// move is a rename that is to be done.
type move struct {
	from, to Path
	before   *File
	replaces *File

	blockers []int // moves whose sources have to leave first
	next     int   // the first blocker that may still be there
	waiting  int   // how many blockers are still there
	blocks   []int // the moves that wait for this one's source to leave
	parked   Path  // the temporary name under which it waits; "" if it does not
	left     bool  // nothing is at from any more
	arrived  bool
}

// deletion is a file to delete. It is done when it, or a rename that replaces the file, is in the plan.
type deletion struct {
	path Path
	file *File
	done bool
}

func newPlanner(s *state, temp func(dir string) (Path, error)) *planner {
	return &planner{
		state: s, temp: temp,
		arriving: make(map[string]int, s.pending.Len()), leaving: make(map[string]int, s.pending.Len()),
		doomed: make(map[string]int, s.gone.Len()),
	}
}

// key is what the disk takes a name for.
func (pl *planner) key(p Path) string {
	if pl.state.folding {
		return FoldKey(p)
	}
	return string(p)
}

// collect gathers the selected differences. Held files come by path, so moves are in the order of their destinations.
func (pl *planner) collect(sel *Selector) error {
	hit := false
	takes := func(p Path) bool {
		ok := sel == nil || p != "" && sel.Match(p)
		hit = hit || ok
		return ok
	}
	for p := range pl.state.pending.All() {
		e, _ := pl.state.files.Get(p)
		if !takes(p) && !takes(e.disk) {
			pl.skipped = true
			continue
		}
		if e.disk != "" && e.disk != p {
			pl.addMove(e, p)
		}
		if e.disk == "" || !pl.state.onDisk(e).same(e.file) {
			pl.writes = append(pl.writes, p)
		}
	}
	for d := range pl.state.gone.All() {
		if k, _ := pl.state.disk.Get(d); takes(d) {
			pl.addDeletion(d, k.file)
		} else {
			pl.skipped = true
		}
	}
	pl.sortDeletions()
	if sel == nil {
		return nil
	}
	return pl.state.knows(sel, hit)
}

// addMove plans a rename of e to p.
func (pl *planner) addMove(e *entry, p Path) {
	pl.arriving[pl.key(p)] = len(pl.moves)
	pl.leaving[pl.key(e.disk)] = len(pl.moves)
	m := move{from: e.disk, to: p, before: pl.state.onDisk(e)}
	if k, ok := pl.state.disk.Get(p); ok && k.held == "" {
		m.replaces = k.file
	}
	pl.moves = append(pl.moves, m)
}

// addDeletion plans a deletion, unless another file takes the name at once.
func (pl *planner) addDeletion(d Path, f *File) {
	if e, ok := pl.state.files.Get(d); ok && e.disk != d {
		return
	}
	pl.doomed[pl.key(d)] = len(pl.deletions)
	pl.deletions = append(pl.deletions, deletion{path: d, file: f})
}

// sortDeletions puts the deletions in the order of their keys, beside that of their paths.
func (pl *planner) sortDeletions() {
	pl.doomedBy = make([]int, len(pl.deletions))
	for i := range pl.doomedBy {
		pl.doomedBy[i] = i
	}
	if pl.state.folding {
		slices.SortFunc(pl.doomedBy, func(a, b int) int {
			return strings.Compare(pl.key(pl.deletions[a].path), pl.key(pl.deletions[b].path))
		})
	}
}

// delete emits the deletions that no rename has needed out of its way.
func (pl *planner) delete() {
	for i := range pl.deletions {
		pl.emitDeletion(i)
	}
}

func (pl *planner) emitDeletion(i int) {
	d := &pl.deletions[i]
	if d.done {
		return
	}
	d.done = true
	pl.ops = append(pl.ops, Op{Kind: DeleteOp, Path: d.path, Before: d.file})
}

// write emits the creations and modifications, by path.
func (pl *planner) write() error {
	for _, p := range pl.writes {
		e, _ := pl.state.files.Get(p)
		op := Op{Kind: ModifyOp, Path: p, File: e.file}
		if e.disk == "" {
			op.Kind = CreateOp
			op.Vacated = pl.clearWay(p)
			if k, ok := pl.state.disk.Get(p); ok && k.held == "" {
				op.Replaces = k.file
			}
		} else {
			op.Before = pl.state.onDisk(e)
		}
		if e.file.Opaque {
			content, ok := pl.content(e)
			if !ok {
				return &LostError{Path: p}
			}
			op.From = content
		}
		pl.ops = append(pl.ops, op)
	}
	return nil
}

// content returns where the bytes of an opaque file lie on disk before the batch.
func (pl *planner) content(e *entry) (Path, bool) {
	if e.disk != "" && pl.state.onDisk(e).SameContent(e.file) {
		return e.disk, true
	}
	if pl.contents == nil {
		pl.contents = map[[32]byte]Path{}
		for d, k := range pl.state.disk.All() {
			if _, ok := pl.contents[k.file.Sum]; k.file.Opaque && !ok {
				pl.contents[k.file.Sum] = d
			}
		}
	}
	d, ok := pl.contents[e.file.Sum]
	return d, ok
}
