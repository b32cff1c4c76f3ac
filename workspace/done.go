package workspace

// What happens on disk: the baseline follows.

// Done records that op is on disk now. After any number of operations of a plan the workspace knows exactly what is on
// disk, and Plan gives what is left to do.
func (w *Workspace) Done(op Op) {
	w.state.done(op)
	w.epoch++
	w.happened(event{op: &op})
}

// Reload makes f, nil for nothing, both the state and the disk baseline of p, after an immediate operation has changed
// the disk there. p must be clean, or neither held nor known to be on disk. What was acquired stays, so Changes reports it.
func (w *Workspace) Reload(p Path, f *File) {
	r := reload{path: p}
	if k, ok := w.state.disk.Get(p); ok {
		r.was = k.file
	}
	if f != nil {
		c := *f
		if !c.Opaque {
			c.Size = int64(len(c.Text.String()))
		}
		r.is = &c
	}
	w.state.follow(r)
	w.epoch++
	w.happened(event{reload: &r})
}

func (s *state) done(op Op) {
	switch op.Kind {
	case RenameOp:
		s.moved(op.From, op.Path)
	case DeleteOp:
		s.vanished(op.Path)
	case RemoveDirOp:
		s.dirs.Delete(op.Path)
	case CreateOp:
		s.appeared(op.Path, op.File)
	case ModifyOp:
		s.rewritten(op.Path, op.File)
	}
}

// moved follows a rename on disk. Who claimed the file claims it under the new name.
func (s *state) moved(from, to Path) {
	k, ok := s.disk.Get(from)
	if !ok {
		return
	}
	s.vanished(to)
	s.dropDisk(from)
	s.emptied(from)
	s.setDisk(to, k.file, k.held)
	if e, ok := s.files.Get(k.held); ok {
		s.put(k.held, &entry{file: e.file, disk: to, origin: e.origin})
		return
	}
	s.adopt(to)
}

// vanished follows a deletion on disk. A file that still claims what is gone is not on disk any more; if it was a link, it is
// one no longer, for how the link was written is not known.
func (s *state) vanished(d Path) {
	k, ok := s.disk.Get(d)
	if !ok {
		return
	}
	s.dropDisk(d)
	s.emptied(d)
	if e, ok := s.files.Get(k.held); ok {
		f := *e.file
		f.Link = ""
		s.put(k.held, &entry{file: &f, origin: e.origin})
	}
}

// emptied remembers the directories that d leaves behind where a file is held that is to take their place.
func (s *state) emptied(d Path) {
	wanted := false
	for dir := range above(d) {
		if wanted = wanted || s.files.Has(dir); wanted {
			s.dirs.Set(dir, none{})
		}
	}
}

// appeared follows a creation on disk.
func (s *state) appeared(p Path, f *File) {
	s.vanished(p)
	s.setDisk(p, f, "")
	s.adopt(p)
}

// rewritten follows a modification on disk.
func (s *state) rewritten(p Path, f *File) {
	k, ok := s.disk.Get(p)
	if !ok {
		return
	}
	s.setDisk(p, f, k.held)
	s.compare(k.held)
}

// follow takes over what an immediate operation did. A file that was as the disk was follows it; others keep their state.
func (s *state) follow(r reload) {
	var holder Path
	var clean bool
	if k, ok := s.disk.Get(r.path); ok && k.held != "" {
		e, _ := s.files.Get(k.held)
		holder, clean = k.held, e.file.same(r.was)
	}
	switch {
	case r.is == nil && clean && holder == r.path:
		s.remove(r.path)
		s.vanished(r.path)
	case r.is == nil:
		s.vanished(r.path)
	case s.disk.Has(r.path):
		s.rewritten(r.path, r.is)
		if clean {
			s.change(holder, r.is)
		}
	default:
		s.setDisk(r.path, r.is, "")
	}
	s.settle(r)
}

// settle gives what lies on disk unclaimed to the file of that name; without one, it becomes one.
func (s *state) settle(r reload) {
	if k, ok := s.disk.Get(r.path); !ok || k.held != "" {
		return
	}
	if s.files.Has(r.path) {
		s.adopt(r.path)
	} else if s.fits(r.path) == nil {
		s.create(r.path, r.is)
	}
}
