package workspace

// state: the files, the two baselines, and which of them differ. A value whose clones are independent and cheap; every
// change goes through the few methods here, which keep the indexes true.
//
// A held file knows where it lies on disk (disk) and which acquired file it descends from (origin). What is to be deleted is
// not stored: it is what lies on disk and no held file claims.

import "devstar/workspace/pathtree"

// state is everything a savepoint has to keep.
type state struct {
	files    pathtree.Map[Path, *entry]
	disk     pathtree.Map[Path, *known] // what is on disk, as known
	acquired pathtree.Map[Path, *known] // what was acquired

	dirs pathtree.Map[Path, none] // directories seen on disk at or below the name of a held file

	// What follows can be derived from the above.
	pending  pathtree.Map[Path, none]   // held files that differ from what is on disk
	changed  pathtree.Map[Path, none]   // held files that differ from what was acquired
	gone     pathtree.Map[Path, none]   // names on disk that no held file claims
	lost     pathtree.Map[Path, none]   // acquired names from which no held file descends
	copies   pathtree.Map[string, Path] // opaque files not on disk: hash, then path
	links    pathtree.Map[Path, Path]   // where the content of a link lies -> the link on disk
	heldKeys pathtree.Map[string, Path] // by FoldKey, only while folding
	diskKeys pathtree.Map[string, Path]
	folding  bool // the disk ignores case or normal form
	bytes    int64
}

type none struct{}

// entry is a held file. Entries are never changed, only replaced.
type entry struct {
	file   *File
	disk   Path // where it lies on disk; "" if it does not
	origin Path // the acquired path it descends from; "" if it was created
}

// known is a file of a baseline. It is never changed, only replaced.
type known struct {
	file *File
	held Path // the path of the held file that claims it; "" if none does
}

// clone returns a state that can be changed without changing s.
func (s *state) clone() *state {
	return &state{
		files:    s.files.Clone(),
		disk:     s.disk.Clone(),
		acquired: s.acquired.Clone(),
		dirs:     s.dirs.Clone(),
		pending:  s.pending.Clone(),
		changed:  s.changed.Clone(),
		gone:     s.gone.Clone(),
		lost:     s.lost.Clone(),
		copies:   s.copies.Clone(),
		links:    s.links.Clone(),
		heldKeys: s.heldKeys.Clone(),
		diskKeys: s.diskKeys.Clone(),
		folding:  s.folding,
		bytes:    s.bytes,
	}
}

// put holds e under p, in place of what was held there.
func (s *state) put(p Path, e *entry) {
	s.forget(p)
	s.files.Set(p, e)
	s.bytes += e.file.Size
	if e.file.Opaque && e.disk == "" {
		s.copies.Set(copyKey(e.file, p), p)
	}
	if s.folding {
		s.heldKeys.Set(FoldKey(p), p)
	}
	s.compare(p)
}

// drop holds nothing under p any more. Claims are the caller's to give up or pass on.
func (s *state) drop(p Path) {
	s.forget(p)
	s.files.Delete(p)
	s.pending.Delete(p)
	s.changed.Delete(p)
	if s.folding {
		if key := FoldKey(p); s.heldUnder(key) == p {
			s.heldKeys.Delete(key)
		}
	}
}

// forget takes what is held under p out of the sums.
func (s *state) forget(p Path) {
	old, ok := s.files.Get(p)
	if !ok {
		return
	}
	s.bytes -= old.file.Size
	if old.file.Opaque && old.disk == "" {
		s.copies.Delete(copyKey(old.file, p))
	}
}

// compare notes whether the held file p differs from the disk and from what was acquired.
func (s *state) compare(p Path) {
	e, ok := s.files.Get(p)
	if !ok {
		return
	}
	mark(&s.pending, p, e.disk != p || !s.onDisk(e).same(e.file))
	mark(&s.changed, p, e.origin != p || !s.asAcquired(e).same(e.file))
}

// onDisk returns what the disk holds for e, which is on disk.
func (s *state) onDisk(e *entry) *File {
	k, _ := s.disk.Get(e.disk)
	return k.file
}

// asAcquired returns what was acquired for e, which descends from an acquired file.
func (s *state) asAcquired(e *entry) *File {
	k, _ := s.acquired.Get(e.origin)
	return k.file
}

// setDisk makes f the content known to be on disk at d, claimed by the held file held ("" for none).
func (s *state) setDisk(d Path, f *File, held Path) {
	s.disk.Set(d, &known{file: f, held: held})
	mark(&s.gone, d, held == "")
	if f.Link != "" {
		s.links.Set(f.Link, d)
	}
	if s.folding {
		s.diskKeys.Set(FoldKey(d), d)
	}
}

// dropDisk forgets what was known to be on disk at d.
func (s *state) dropDisk(d Path) {
	k, ok := s.disk.Get(d)
	if !ok {
		return
	}
	s.disk.Delete(d)
	s.gone.Delete(d)
	if by, ok := s.links.Get(k.file.Link); ok && by == d {
		s.links.Delete(k.file.Link)
	}
	if key := FoldKey(d); s.folding && s.diskUnder(key) == d {
		s.diskKeys.Delete(key)
	}
}

// claim makes the held file held ("" for none) the one that lies on disk at d.
func (s *state) claim(d, held Path) {
	if k, ok := s.disk.Get(d); ok {
		s.setDisk(d, k.file, held)
	}
}

// descend makes the held file held ("" for none) the one that descends from the acquired file o.
func (s *state) descend(o, held Path) {
	if k, ok := s.acquired.Get(o); ok {
		s.acquired.Set(o, &known{file: k.file, held: held})
		mark(&s.lost, o, held == "")
	}
}

func (s *state) heldUnder(key string) Path { p, _ := s.heldKeys.Get(key); return p }
func (s *state) diskUnder(key string) Path { p, _ := s.diskKeys.Get(key); return p }

// fold begins to keep track of names that a disk which ignores case or normal form takes for one.
func (s *state) fold() {
	if s.folding {
		return
	}
	s.folding = true
	for p := range s.files.All() {
		s.heldKeys.Set(FoldKey(p), p)
	}
	for d := range s.disk.All() {
		s.diskKeys.Set(FoldKey(d), d)
	}
}

// occupant returns the name under which the disk holds something at p, as known: p itself or, on a disk that folds names, another
// spelling.
func (s *state) occupant(p Path) (Path, *known) {
	if k, ok := s.disk.Get(p); ok {
		return p, k
	}
	if s.folding {
		if d, ok := s.diskKeys.Get(FoldKey(p)); ok {
			k, _ := s.disk.Get(d)
			return d, k
		}
	}
	return "", nil
}

// copyKey is the key of an opaque file in copies.
func copyKey(f *File, p Path) string { return string(f.Sum[:]) + string(p) }

// mark puts p into a set or takes it out.
func mark(set *pathtree.Map[Path, none], p Path, in bool) {
	if in {
		set.Set(p, none{})
	} else {
		set.Delete(p)
	}
}
