package workspace

// Operations on whole directories of held files.

// RenameTree holds every file below the directory from below to. Everything that is on disk below from must be held. Empty
// directories stay where they are. Errors: as of Rename, and *OpError (not_found, not_held, no_files, inside_itself, no_listing).
func (d *Draft) RenameTree(from, to Path) (err error) {
	defer d.note(&err)
	return d.moveTree(from, to, d.rename)
}

// CopyTree holds a copy of every file below the directory from below to. Everything that is on disk below from must be held.
// Errors: as of RenameTree.
func (d *Draft) CopyTree(from, to Path) (err error) {
	defer d.note(&err)
	return d.moveTree(from, to, d.copy)
}

// DeleteTree holds the files below the directory dir no longer. Everything that is on disk below it must be held. Empty
// directories stay. Errors: as of RenameTree.
func (d *Draft) DeleteTree(dir Path) (err error) {
	defer d.note(&err)
	files, err := d.whole(dir)
	if err != nil {
		return err
	}
	d.touch(dir)
	for _, p := range files {
		if err := d.delete(p); err != nil {
			return err
		}
	}
	return nil
}

func (d *Draft) moveTree(from, to Path, move func(from, to Path) error) error {
	switch {
	case from == to:
		return &OpError{Path: from, Word: "same_path"}
	case len(to) > len(from) && to[:len(from)+1] == from+"/":
		return &OpError{Path: from, Word: "inside_itself", Other: to}
	}
	files, err := d.whole(from)
	if err != nil {
		return err
	}
	if err := d.free(to); err != nil {
		return err
	}
	d.touch(from)
	d.touch(to)
	for _, p := range files {
		if err := move(p, to+p[len(from):]); err != nil {
			return err
		}
	}
	return nil
}

// whole returns the files held below the directory dir, if that is all there is.
func (d *Draft) whole(dir Path) ([]Path, error) {
	files := d.state.below(dir)
	if len(files) == 0 {
		return nil, d.notHeldDir(dir)
	}
	kind, err := d.disk.Kind(dir)
	if err != nil {
		return nil, &DiskError{Path: dir, Err: err}
	}
	if kind != Directory {
		return files, nil
	}
	strange, err := d.unknownBelow(dir)
	if err != nil {
		return nil, err
	}
	if len(strange) > 0 {
		return nil, (&OpError{Path: dir, Word: "not_held", OnDisk: true}).withNames(strange)
	}
	return files, nil
}

// notHeldDir says why nothing is held below dir.
func (d *Draft) notHeldDir(dir Path) error {
	if d.state.files.Has(dir) {
		return &OpError{Path: dir, Word: "not_directory", Other: dir}
	}
	err := d.absent(dir)
	op, ok := err.(*OpError)
	if !ok || op.Word != "is_directory" {
		return err
	}
	strange, err := d.unknownBelow(dir)
	switch {
	case err != nil:
		return err
	case len(strange) == 0:
		return &OpError{Path: dir, Word: "no_files", OnDisk: true}
	}
	return (&OpError{Path: dir, Word: "not_held", OnDisk: true}).withNames(strange)
}

// unknownBelow returns the names on disk below dir of which the workspace knows nothing.
func (d *Draft) unknownBelow(dir Path) ([]Path, error) {
	tree, ok := d.disk.Disk.(Tree)
	if !ok {
		return nil, &OpError{Path: dir, Word: "no_listing", OnDisk: true}
	}
	names, _, err := tree.Below(dir)
	if err != nil {
		return nil, &DiskError{Path: dir, Err: err}
	}
	return d.strange(names), nil
}
