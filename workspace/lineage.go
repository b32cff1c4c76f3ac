package workspace

// What the operations on a workspace do to claims: where a file lies on disk, and from what it descends.

// acquire holds f under p as it was found on disk.
func (s *state) acquire(p Path, f *File) {
	s.setDisk(p, f, p)
	s.acquired.Set(p, &known{file: f, held: p})
	s.put(p, &entry{file: f, disk: p, origin: p})
}

// create holds a new file under p.
func (s *state) create(p Path, f *File) {
	s.put(p, &entry{file: f})
	s.adopt(p)
}

// change gives the held file p another content.
func (s *state) change(p Path, f *File) {
	e, _ := s.files.Get(p)
	s.put(p, &entry{file: f, disk: e.disk, origin: e.origin})
}

// rename holds the file e, which was held under from and dropped there, under to.
func (s *state) rename(e *entry, to Path) {
	s.claim(e.disk, to)
	s.descend(e.origin, to)
	s.put(to, e)
	s.adopt(to)
}

// remove holds the file under p no longer.
func (s *state) remove(p Path) {
	e, _ := s.files.Get(p)
	s.drop(p)
	s.descend(e.origin, "")
	s.adopt(e.origin)
	if e.disk != "" {
		s.release(e.disk)
	}
}

// release gives up the claim on what lies on disk at d. Another file may take it over: a copy of an opaque file, whose
// bytes may be nowhere else, or the file that is held under that very name.
func (s *state) release(d Path) {
	s.claim(d, "")
	k, _ := s.disk.Get(d)
	if e, ok := s.files.Get(d); ok && e.file.SameContent(k.file) {
		s.adopt(d)
		return
	}
	if heir, ok := s.heir(k.file); ok {
		e, _ := s.files.Get(heir)
		s.claim(d, heir)
		s.put(heir, &entry{file: e.file, disk: d, origin: e.origin})
		return
	}
	s.adopt(d)
}

// heir returns a copy of the opaque content f that is not on disk.
func (s *state) heir(f *File) (Path, bool) {
	if !f.Opaque {
		return "", false
	}
	for _, p := range s.copies.Prefix(string(f.Sum[:])) {
		return p, true
	}
	return "", false
}

// adopt lets the file held under p take what nobody claims of that name: created again, a file is what it was before, with the
// old mode. So a deletion and a creation are a modification, or nothing.
func (s *state) adopt(p Path) {
	old, ok := s.files.Get(p)
	if !ok {
		return
	}
	e := *old
	if k, ok := s.acquired.Get(p); ok && k.held == "" && e.origin == "" {
		e.origin = p
		s.descend(p, p)
		e.file = e.file.inPlaceOf(k.file, e.disk)
	}
	if k, ok := s.disk.Get(p); ok && k.held == "" && e.disk == "" && takesPlace(e.file, k.file) {
		e.disk = p
		s.claim(p, p)
		e.file = e.file.inPlaceOf(k.file, "")
	}
	if e != *old {
		s.put(p, &e)
	}
}

// takesPlace reports whether writing f over what is on disk can be a modification. A link is replaced, not written through, and
// an opaque copy must not count as written.
func takesPlace(f, onDisk *File) bool {
	return onDisk.Link == "" && (!f.Opaque || f.SameContent(onDisk))
}

// inPlaceOf returns f as it is when it takes the place of old. A file that lies on disk elsewhere keeps its own mode, and so
// does one that replaces a link, whose mode is that of another file.
func (f *File) inPlaceOf(old *File, disk Path) *File {
	if disk != "" || old.Link != "" {
		return f
	}
	return f.withMode(keptMode(old.Mode, f.Mode))
}
