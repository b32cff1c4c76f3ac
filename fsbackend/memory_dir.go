package fsbackend

// This file lists the directories of Memory and Overlay.

import (
	"errors"
	"io"
	"io/fs"
	"slices"
)

// list gives the names of a directory, sorted.
func (t *tree) list(dir *node) ([]string, error) {
	if err := t.adoptAll(dir); err != nil {
		return nil, err
	}
	names := make([]string, 0, len(dir.children))
	for name, n := range dir.children {
		if n != nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// next gives the next count names of the directory, all with count <= 0; io.EOF when there are none and count asks for
// some.
func (f *memoryFile) next(count int) ([]string, error) {
	if !f.node.mode.IsDir() {
		return nil, errNotDir
	}
	if !f.listed {
		names, err := f.tree.list(f.node)
		if err != nil {
			return nil, err
		}
		f.listed, f.names = true, names
	}
	take := len(f.names)
	if count > 0 {
		if take == 0 {
			return nil, io.EOF
		}
		take = min(take, count)
	}
	names := f.names[:take]
	f.names = f.names[take:]
	return names, nil
}

// Readdirnames lists names, sorted.
func (f *memoryFile) Readdirnames(count int) (names []string, err error) {
	err = f.use("readdir", func() error {
		names, err = f.next(count)
		return err
	})
	return names, err
}

// Readdir lists what is there, sorted by name; what vanishes meanwhile is left out.
func (f *memoryFile) Readdir(count int) (infos []fs.FileInfo, err error) {
	err = f.use("readdir", func() error {
		names, err := f.next(count)
		for _, name := range names {
			n, err := f.tree.child(f.node, name)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return err
			}
			infos = append(infos, n.snapshot(name))
		}
		return err
	})
	return infos, err
}

// ReadDir lists entries, sorted by name.
func (f *memoryFile) ReadDir(count int) ([]fs.DirEntry, error) {
	infos, err := f.Readdir(count)
	entries := make([]fs.DirEntry, len(infos))
	for i, info := range infos {
		entries[i] = fs.FileInfoToDirEntry(info)
	}
	return entries, err
}
