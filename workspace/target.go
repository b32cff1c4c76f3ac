package workspace

// Target: may a file be created under a name, or renamed to it?

// free says whether p can be the name of a new or renamed file: the name is allowed, free in the workspace and on disk, and its
// directories are directories, or will be. What this workspace is about to delete or move away does not count.
func (d *Draft) free(p Path) error {
	if err := d.w.limits.checkDepth(p); err != nil {
		return err
	}
	if !d.state.disk.Has(p) && !d.state.acquired.Has(p) {
		if err := CheckNew(p); err != nil {
			return err
		}
	}
	if err := d.state.fits(p); err != nil {
		return err
	}
	if err := d.reachable(p); err != nil {
		return err
	}
	return d.freeOnDisk(p)
}

// reachable looks at the directories of p on disk.
func (d *Draft) reachable(p Path) error {
	for dir := range above(p) {
		kind, err := d.disk.Kind(dir)
		switch {
		case err != nil:
			return &DiskError{Path: dir, Err: err}
		case kind == Directory:
			continue
		case kind == Absent || d.leaves(dir):
			return nil
		case kind == Symlink:
			return &OpError{Path: p, Word: "symlink", Other: dir, Target: d.target(dir), OnDisk: true}
		}
		return &OpError{Path: p, Word: "not_directory", Other: dir, OnDisk: true}
	}
	return nil
}

// freeOnDisk looks at p itself on disk.
func (d *Draft) freeOnDisk(p Path) error {
	if link, ok := d.state.links.Get(p); ok {
		return &OpError{Path: p, Word: "alias", Other: link}
	}
	kind, err := d.disk.Kind(p)
	if err != nil {
		return &DiskError{Path: p, Err: err}
	}
	if kind == Directory {
		return d.cleared(p)
	}
	d.forgetDirs(p)
	if kind == Absent || d.leaves(p) {
		return nil
	}
	if kind == Other {
		return &OpError{Path: p, Word: "not_regular", OnDisk: true}
	}
	return &OpError{Path: p, Word: "exists", OnDisk: true}
}

// leaves reports whether what is on disk at p, as known, is about to be deleted or moved away.
func (d *Draft) leaves(p Path) bool {
	at, k := d.state.occupant(p)
	return k != nil && (k.held != at || !d.state.files.Has(at))
}

// cleared says whether the directory p on disk holds nothing but what leaves, and notes the directories that have to be removed
// before a file can take the name.
func (d *Draft) cleared(p Path) error {
	tree, ok := d.disk.Disk.(Tree)
	if !ok {
		if _, known := d.state.disk.FirstBelow(p); !known {
			return &OpError{Path: p, Word: "is_directory", OnDisk: true}
		}
		return nil
	}
	names, dirs, err := tree.Below(p)
	if err != nil {
		return &DiskError{Path: p, Err: err}
	}
	if strange := d.strange(names); len(strange) > 0 {
		return (&OpError{Path: p, Word: "is_directory", OnDisk: true}).withNames(strange)
	}
	d.forgetDirs(p)
	for _, dir := range append(dirs, p) {
		d.state.dirs.Set(dir, none{})
	}
	return nil
}

// strange returns those names on disk of which the workspace knows nothing.
func (d *Draft) strange(names []Path) (strange []Path) {
	for _, name := range names {
		if _, k := d.state.occupant(name); k == nil {
			strange = append(strange, name)
		}
	}
	return strange
}

// forgetDirs drops what earlier drafts saw on disk at and below p.
func (d *Draft) forgetDirs(p Path) {
	var old []Path
	for dir := range d.state.dirs.Below(p) {
		old = append(old, dir)
	}
	for _, dir := range append(old, p) {
		d.state.dirs.Delete(dir)
	}
}

// target returns what a symlink on disk stands for, "" when it is not known.
func (d *Draft) target(link Path) Path {
	reader, ok := d.disk.Disk.(LinkReader)
	if !ok {
		return ""
	}
	target, err := reader.Target(link)
	if err != nil {
		return ""
	}
	return target
}
