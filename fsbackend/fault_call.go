package fsbackend

// This file is the calls of Fault.

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"time"

	"github.com/spf13/afero"
)

// Name is the name of the kind of file system.
func (f *Fault) Name() string { return "fault" }

// Create opens for reading and writing, and changes.
func (f *Fault) Create(name string) (afero.File, error) {
	return f.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
}

// Open opens for reading.
func (f *Fault) Open(name string) (afero.File, error) { return f.OpenFile(name, os.O_RDONLY, 0) }

// OpenFile changes when it may create or empty the file.
func (f *Fault) OpenFile(name string, flag int, perm fs.FileMode) (afero.File, error) {
	var file afero.File
	open := func() (err error) {
		file, err = f.base.OpenFile(name, flag, perm)
		return err
	}
	err := f.alive("open", name)
	if err == nil && flag&(os.O_CREATE|os.O_TRUNC) == 0 {
		err = open()
	} else if err == nil {
		err = f.change(step{op: "open", name: name, full: open})
	}
	if err != nil {
		if file != nil {
			_ = file.Close()
		}
		return nil, err
	}
	return f.track(file, flag&access != os.O_RDONLY)
}

// track remembers an open file for the crash.
func (f *Fault) track(file afero.File, writes bool) (afero.File, error) {
	own := &faultFile{File: file, fault: f, writes: writes}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.crashed {
		_ = file.Close()
		return nil, pathError("open", file.Name(), ErrCrashed)
	}
	f.open[own] = true
	return own, nil
}

// Mkdir changes.
func (f *Fault) Mkdir(name string, perm fs.FileMode) error {
	return f.change(step{op: "mkdir", name: name, full: func() error { return f.base.Mkdir(name, perm) }})
}

// MkdirAll changes; half of it is the parents.
func (f *Fault) MkdirAll(name string, perm fs.FileMode) error {
	return f.change(step{
		op: "mkdirall", name: name,
		full: func() error { return f.base.MkdirAll(name, perm) },
		half: func() error { return f.base.MkdirAll(path.Dir(name), perm) },
	})
}

// Remove changes.
func (f *Fault) Remove(name string) error {
	return f.change(step{op: "remove", name: name, full: func() error { return f.base.Remove(name) }})
}

// RemoveAll changes; half of it is the first half of a directory.
func (f *Fault) RemoveAll(name string) error {
	return f.change(step{
		op: "removeall", name: name,
		full: func() error { return f.base.RemoveAll(name) },
		half: func() error { return removeHalf(f.base, name) },
	})
}

// removeHalf removes the first half of what is in a directory.
func removeHalf(fsys afero.Fs, name string) error {
	infos, err := afero.ReadDir(fsys, name)
	if err != nil {
		return fsys.RemoveAll(name)
	}
	for _, info := range infos[:(len(infos)+1)/2] {
		if err := fsys.RemoveAll(path.Join(name, info.Name())); err != nil {
			return err
		}
	}
	return nil
}

// Rename changes.
func (f *Fault) Rename(from, to string) error {
	return f.change(step{op: "rename", name: from, to: to, full: func() error { return f.base.Rename(from, to) }})
}

// RenameNoReplace changes, where the base has it.
func (f *Fault) RenameNoReplace(from, to string) error {
	r, ok := f.base.(NoReplacer)
	if !ok {
		return linkError("rename", from, to, errors.ErrUnsupported)
	}
	return f.change(step{op: "rename", name: from, to: to, full: func() error { return r.RenameNoReplace(from, to) }})
}

// Stat only looks.
func (f *Fault) Stat(name string) (fs.FileInfo, error) {
	if err := f.alive("stat", name); err != nil {
		return nil, err
	}
	return f.base.Stat(name)
}

// Lstat only looks.
func (f *Fault) Lstat(name string) (fs.FileInfo, error) {
	if err := f.alive("lstat", name); err != nil {
		return nil, err
	}
	return Lstat(f.base, name)
}

// Chmod changes.
func (f *Fault) Chmod(name string, mode fs.FileMode) error {
	return f.change(step{op: "chmod", name: name, full: func() error { return f.base.Chmod(name, mode) }})
}

// Chown changes.
func (f *Fault) Chown(name string, uid, gid int) error {
	return f.change(step{op: "chown", name: name, full: func() error { return f.base.Chown(name, uid, gid) }})
}

// Chtimes changes.
func (f *Fault) Chtimes(name string, atime, mtime time.Time) error {
	return f.change(step{op: "chtimes", name: name, full: func() error { return f.base.Chtimes(name, atime, mtime) }})
}

// Symlink changes.
func (f *Fault) Symlink(target, name string) error {
	return f.change(step{op: "symlink", name: target, to: name, full: func() error { return Symlink(f.base, target, name) }})
}

// Readlink only looks.
func (f *Fault) Readlink(name string) (string, error) {
	if err := f.alive("readlink", name); err != nil {
		return "", err
	}
	return Readlink(f.base, name)
}

// Link changes.
func (f *Fault) Link(from, to string) error {
	return f.change(step{op: "link", name: from, to: to, full: func() error { return Link(f.base, from, to) }})
}

// SyncAll changes; half of it is the first half of the files.
func (f *Fault) SyncAll(files, dirs []string) error {
	return f.change(step{
		op: "sync", name: ".",
		full: func() error { return SyncAll(f.base, files, dirs) },
		half: func() error { return SyncAll(f.base, files[:len(files)/2], nil) },
	})
}

// CopyAttributes changes.
func (f *Fault) CopyAttributes(from, to string) (lost []string, err error) {
	err = f.change(step{op: "copy attributes", name: from, to: to, full: func() (err error) {
		lost, err = CopyAttributes(f.base, from, to)
		return err
	}})
	if err != nil {
		return nil, err
	}
	return lost, nil
}

// TryLock only looks: a lock is not on the disk.
func (f *Fault) TryLock(file afero.File) (held bool, err error) {
	own, ok := file.(*faultFile)
	if !ok || own.fault != f {
		return false, pathError("lock", file.Name(), errInvalid)
	}
	if err := f.alive("lock", file.Name()); err != nil {
		return false, err
	}
	return TryLock(f.base, own.File)
}

// Identify is that of the base, also after a crash.
func (f *Fault) Identify(info fs.FileInfo) (Identity, bool) { return Identify(f.base, info) }

// ChangeTime is that of the base, also after a crash.
func (f *Fault) ChangeTime(info fs.FileInfo) (time.Time, bool) { return ChangeTime(f.base, info) }

// Owner is that of the base, also after a crash.
func (f *Fault) Owner(info fs.FileInfo) (Owner, bool) { return OwnerOf(f.base, info) }

// Actor is that of the base, also after a crash.
func (f *Fault) Actor() (Owner, bool) { return ActorOf(f.base) }

// Mount only looks.
func (f *Fault) Mount(name string) (Mount, error) {
	if err := f.alive("mount", name); err != nil {
		return Mount{}, err
	}
	return MountOf(f.base, name)
}
