package fsbackend

// This file knows the directories that a batch works in: whether they exist, and on which mount.

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"

	"github.com/spf13/afero"
)

// dirState is what is known of one directory.
type dirState struct {
	there bool
	err   error // something else is there
}

// dirs remembers directories for the length of one check.
type dirs struct {
	eye    eye
	known  map[string]dirState
	mounts map[string]Mount
}

// newDirs knows nothing yet.
func newDirs(fsys afero.Fs) *dirs {
	return &dirs{eye: eye{fs: fsys}, known: map[string]dirState{}, mounts: map[string]Mount{}}
}

// look says whether a directory exists. A file or a link of that name is an error.
func (d *dirs) look(dir string) dirState {
	if s, ok := d.known[dir]; ok {
		return s
	}
	s := d.ask(dir)
	d.known[dir] = s
	return s
}

// ask looks on disk, from the root inwards.
func (d *dirs) ask(dir string) dirState {
	if dir == "." {
		return dirState{there: true}
	}
	if up := d.look(path.Dir(dir)); !up.there || up.err != nil {
		return up
	}
	info, err := d.eye.info(dir)
	switch {
	case err != nil:
		return dirState{err: failed("looking at "+strconv.Quote(dir), err)}
	case info == nil || info.IsDir():
		return dirState{there: info != nil}
	}
	word := "not_directory"
	if info.Mode()&fs.ModeSymlink != 0 {
		word = "symlink"
	}
	text := fmt.Sprintf("%s is %s, not a directory", strconv.Quote(dir), nounOf(info.Mode()))
	return dirState{err: refuse(word, text, nil)}
}

// mount gives the mount of an existing directory.
func (d *dirs) mount(dir string) (Mount, error) {
	if m, ok := d.mounts[dir]; ok {
		return m, nil
	}
	m, err := MountOf(d.eye.fs, dir)
	if err != nil {
		return Mount{}, failed("looking at "+strconv.Quote(dir), err)
	}
	d.mounts[dir] = m
	return m, nil
}
