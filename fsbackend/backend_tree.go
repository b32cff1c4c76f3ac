package fsbackend

// This file makes and removes whole directories with the single steps of a back end.

import (
	"errors"
	"io/fs"
	"path"
	"syscall"

	"github.com/spf13/afero"
)

// The errno values that back ends answer with, named once; Windows has all of them.
const (
	errExist    = syscall.EEXIST
	errNotExist = syscall.ENOENT
	errNotDir   = syscall.ENOTDIR
	errIsDir    = syscall.EISDIR
	errNotEmpty = syscall.ENOTEMPTY
	errInvalid  = syscall.EINVAL
	errBusy     = syscall.EBUSY
)

// mkdirAll makes the directory of a clean name and its missing parents, the deepest existing one found first.
func mkdirAll(fsys afero.Fs, name string, perm fs.FileMode) error {
	info, err := Lstat(fsys, name)
	switch {
	case err == nil && info.IsDir():
		return nil
	case err == nil && info.Mode()&fs.ModeSymlink != 0:
		return &SymlinkError{At: name}
	case err == nil:
		return errNotDir
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if parent := path.Dir(name); parent != "." {
		if err := mkdirAll(fsys, parent, perm); err != nil {
			return err
		}
	}
	err = fsys.Mkdir(name, perm)
	if errors.Is(err, fs.ErrExist) {
		return madeMeanwhile(fsys, name, err)
	}
	return err
}

// madeMeanwhile forgives that another made the directory first.
func madeMeanwhile(fsys afero.Fs, name string, err error) error {
	if info, again := Lstat(fsys, name); again == nil && info.IsDir() {
		return nil
	}
	return err
}

// removeAll removes a clean name and all below it. It goes on after an error and returns the first.
func removeAll(fsys afero.Fs, name string) error {
	err := gone(fsys.Remove(name))
	if err == nil {
		return nil
	}
	info, statErr := Lstat(fsys, name)
	if statErr != nil {
		return gone(statErr)
	}
	if !info.IsDir() {
		return err
	}
	first := removeChildren(fsys, name)
	if err := gone(fsys.Remove(name)); err != nil && first == nil {
		first = err
	}
	return first
}

// removeChildren empties a directory.
func removeChildren(fsys afero.Fs, dir string) error {
	f, err := fsys.Open(dir)
	if err != nil {
		return err
	}
	names, first := f.Readdirnames(-1)
	if err := f.Close(); first == nil {
		first = err
	}
	for _, name := range names {
		if err := removeAll(fsys, dir+"/"+name); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// gone forgives that there is nothing.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
