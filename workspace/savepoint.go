package workspace

// Savepoint: a state to go back to, while what has happened on disk since stays true.

// Savepoint is a state to which the workspace can be taken back, as often as wanted. It costs nothing to make and nothing
// to drop. Savepoints nest: going back to an outer one after an inner one is fine.
type Savepoint struct {
	state *state
	at    *event
}

// event is something that a savepoint cannot undo, because it is about the disk. Events form a chain; what no savepoint
// can reach any more is free to go.
type event struct {
	next     *event
	op       *Op // carried out on disk
	reload   *reload
	acquired map[Path]*File
}

// reload is a change on disk by an immediate operation: what was there, and what is there now (nil: nothing).
type reload struct {
	path    Path
	was, is *File
}

// Save returns a savepoint of what is held now.
func (w *Workspace) Save() Savepoint {
	return Savepoint{state: w.state.clone(), at: w.tail}
}

// Restore takes the workspace back to s. What is on disk is not undone, so what is known of it is kept: after a Restore the
// files are as they were at s, the disk baseline is as it is now, and Unwritten tells the difference. A file that was clean at s
// and then changed by an immediate operation follows the disk (see Reload). Files acquired since are forgotten, except those
// that a write has touched: they are held again as they were acquired, for their only copy may lie under another name. What a
// write has deleted is created again by the next one, a symlink as a file; only the bytes of an opaque file cannot come back, and
// Plan says so (*LostError).
func (w *Workspace) Restore(s Savepoint) {
	next := s.state.clone()
	if w.state.folding {
		next.fold()
	}
	touched := touchedSince(s.at)
	for ev := s.at.next; ev != nil; ev = ev.next {
		ev.replay(next, touched)
	}
	w.become(next)
}

// touchedSince returns the names on disk that operations have touched since.
func touchedSince(at *event) map[Path]bool {
	touched := map[Path]bool{}
	for ev := at.next; ev != nil; ev = ev.next {
		if ev.op != nil {
			touched[ev.op.From], touched[ev.op.Path] = true, true
		}
	}
	return touched
}

// replay does to s what the event did to the workspace. Acquisitions that are forgotten are so for outer savepoints, too.
func (ev *event) replay(s *state, touched map[Path]bool) {
	switch {
	case ev.op != nil:
		s.done(*ev.op)
	case ev.reload != nil:
		s.follow(*ev.reload)
	}
	for p, f := range ev.acquired {
		if !touched[p] {
			delete(ev.acquired, p)
		} else if !s.files.Has(p) && !s.disk.Has(p) {
			s.acquire(p, f)
		}
	}
}

// happened appends an event to the chain.
func (w *Workspace) happened(ev event) {
	w.tail.next = &ev
	w.tail = &ev
}
