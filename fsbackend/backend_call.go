package fsbackend

// This file calls the optional interfaces, with the stated behaviour where a back end has none.

import (
	"errors"
	"io/fs"
	"syscall"
	"time"

	"github.com/spf13/afero"
)

// Lstat looks at a name without following it.
func Lstat(fsys afero.Fs, name string) (fs.FileInfo, error) {
	if l, ok := fsys.(Lstater); ok {
		return l.Lstat(name)
	}
	return fsys.Stat(name)
}

// Symlink makes name a symlink with the given target, which is stored as it is.
func Symlink(fsys afero.Fs, target, name string) error {
	if l, ok := fsys.(Linker); ok {
		return l.Symlink(target, name)
	}
	return linkError("symlink", target, name, errors.ErrUnsupported)
}

// Readlink returns the target of a symlink.
func Readlink(fsys afero.Fs, name string) (string, error) {
	if l, ok := fsys.(Linker); ok {
		return l.Readlink(name)
	}
	return "", pathError("readlink", name, errors.ErrUnsupported)
}

// Link gives the file from a second name.
func Link(fsys afero.Fs, from, to string) error {
	if l, ok := fsys.(Linker); ok {
		return l.Link(from, to)
	}
	return linkError("link", from, to, errors.ErrUnsupported)
}

// RenameNoReplace renames, and fails with fs.ErrExist where the destination is there. Where the back end cannot do that
// as one step it looks first and renames then; safe is false in that case, and a caller should say so.
func RenameNoReplace(fsys afero.Fs, from, to string) (safe bool, err error) {
	if r, ok := fsys.(NoReplacer); ok {
		if err := r.RenameNoReplace(from, to); !errors.Is(err, errors.ErrUnsupported) {
			return true, err
		}
	}
	if err := mustBeFree(fsys, to); err != nil {
		return false, linkError("rename", from, to, err)
	}
	return false, fsys.Rename(from, to)
}

// mustBeFree returns nil only when nothing is at the name.
func mustBeFree(fsys afero.Fs, name string) error {
	_, err := Lstat(fsys, name)
	switch {
	case err == nil:
		return syscall.EEXIST
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return err
}

// SyncAll makes files and directories durable, where the back end has something to sync.
func SyncAll(fsys afero.Fs, files, dirs []string) error {
	if s, ok := fsys.(Syncer); ok {
		return s.SyncAll(files, dirs)
	}
	return nil
}

// Identify gives the identity of what Lstat of the same back end returned.
func Identify(fsys afero.Fs, info fs.FileInfo) (Identity, bool) {
	if i, ok := fsys.(Identifier); ok && info != nil {
		return i.Identify(info)
	}
	return Identity{}, false
}

// ChangeTime gives the ctime of what Lstat of the same back end returned.
func ChangeTime(fsys afero.Fs, info fs.FileInfo) (time.Time, bool) {
	if c, ok := fsys.(ChangeTimer); ok && info != nil {
		return c.ChangeTime(info)
	}
	return time.Time{}, false
}

// OwnerOf gives the owner of what Lstat of the same back end returned.
func OwnerOf(fsys afero.Fs, info fs.FileInfo) (Owner, bool) {
	if o, ok := fsys.(Ownerer); ok && info != nil {
		return o.Owner(info)
	}
	return Owner{}, false
}

// MountOf gives the mount a name lies on.
func MountOf(fsys afero.Fs, name string) (Mount, error) {
	if m, ok := fsys.(Mounter); ok {
		return m.Mount(name)
	}
	return Mount{}, nil
}

// CopyAttributes copies owner and extended attributes and returns the names of those that were lost.
func CopyAttributes(fsys afero.Fs, from, to string) (lost []string, err error) {
	if a, ok := fsys.(Attributer); ok {
		return a.CopyAttributes(from, to)
	}
	return nil, linkError("copy attributes", from, to, errors.ErrUnsupported)
}

// TryLock locks an open file of the back end without waiting; held is true when another handle has the lock.
func TryLock(fsys afero.Fs, f afero.File) (held bool, err error) {
	if l, ok := fsys.(Locker); ok {
		return l.TryLock(f)
	}
	return false, pathError("lock", f.Name(), errors.ErrUnsupported)
}

// ActorOf says who the permission bits are checked against; ok is false where everything is allowed.
func ActorOf(fsys afero.Fs) (Owner, bool) {
	if a, ok := fsys.(Actor); ok {
		return a.Actor()
	}
	return Owner{}, false
}
