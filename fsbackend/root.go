package fsbackend

// This file is Root: the operating system, confined to one directory. What differs between systems is in the other root files.

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/afero"
)

// Root is the directory tree of the operating system below one directory. It implements afero.Fs and every optional
// interface of the package; on Windows it has no Attributer, ChangeTimer, Ownerer, Actor and Mounter, and knows no
// identities. It is safe for concurrent use.
//
// Every name is resolved by the system in one step that refuses symlinks and stays beneath the root (openat2 on Linux;
// elsewhere component by component), so depth costs little, no handle is kept that could become stale when others move
// or replace directories, and none counts against the limit of open files.
type Root struct {
	dir string
	*system
}

// NewRoot opens the directory that confines the back end. It may be named through a symlink. When it is renamed later,
// the back end stays with it.
func NewRoot(dir string) (*Root, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	sys, err := openSystem(abs)
	if err != nil {
		return nil, err
	}
	return &Root{dir: abs, system: sys}, nil
}

// Close frees the handle of the directory. Files that are open stay open.
func (r *Root) Close() error { return r.system.close() }

// Dir is the absolute path of the directory as it was opened.
func (r *Root) Dir() string { return r.dir }

// Name is the name of the kind of file system.
func (r *Root) Name() string { return "root" }

// Create makes or empties a file for reading and writing; the mode of a new one is 0666 less the umask.
func (r *Root) Create(name string) (afero.File, error) {
	return r.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
}

// Open opens a file or directory for reading.
func (r *Root) Open(name string) (afero.File, error) { return r.OpenFile(name, os.O_RDONLY, 0) }

// OpenFile opens a file. A symlink at the name is refused with *SymlinkError, what is neither file nor directory with
// ErrSpecial, without blocking.
func (r *Root) OpenFile(name string, flag int, perm fs.FileMode) (afero.File, error) {
	p, err := locate(name)
	if err == nil && flag&os.O_CREATE != 0 && p.slash && !p.isRoot() {
		err = errIsDir
	}
	if err != nil {
		return nil, pathError("open", name, err)
	}
	f, info, err := r.open(p, name, flag, perm)
	if err != nil {
		return nil, pathError("open", name, err)
	}
	return &rootFile{openFile: f, root: r, path: p.path, opened: info}, nil
}

// Stat looks at a file or directory. A symlink is refused with *SymlinkError.
func (r *Root) Stat(name string) (fs.FileInfo, error) {
	_, info, err := r.look(name)
	return info, pathError("stat", name, err)
}

// Lstat looks at a name without following it.
func (r *Root) Lstat(name string) (fs.FileInfo, error) {
	p, err := locate(name)
	if err != nil {
		return nil, pathError("lstat", name, err)
	}
	info, err := r.lstat(p)
	if err != nil {
		return nil, pathError("lstat", name, err)
	}
	return info, nil
}

// look is the Lstat of all calls that do not accept a symlink.
func (r *Root) look(name string) (place, fs.FileInfo, error) {
	p, err := locate(name)
	if err != nil {
		return p, nil, err
	}
	info, err := r.lstat(p)
	if err != nil {
		return p, nil, err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return p, nil, &SymlinkError{At: p.path}
	}
	return p, info, nil
}

// lstat honours a trailing slash.
func (r *Root) lstat(p place) (fs.FileInfo, error) {
	info, err := r.system.lstat(p)
	if err != nil {
		return nil, err
	}
	switch {
	case p.slash && info.Mode()&fs.ModeSymlink != 0:
		return nil, &SymlinkError{At: p.path}
	case p.slash && !info.IsDir():
		return nil, errNotDir
	}
	return info, nil
}

// demand is the error of a trailing slash: it must be a directory.
func (r *Root) demand(p place) error {
	if !p.slash {
		return nil
	}
	_, err := r.lstat(p)
	return err
}

// Mkdir makes a directory; the mode is perm less the umask.
func (r *Root) Mkdir(name string, perm fs.FileMode) error {
	p, err := locate(name)
	if err == nil {
		err = r.mkdir(p, perm)
	}
	return pathError("mkdir", name, err)
}

// MkdirAll makes a directory and the parents that are missing. A directory that is there is no error.
func (r *Root) MkdirAll(name string, perm fs.FileMode) error {
	p, err := locate(name)
	if err == nil {
		err = mkdirAll(r, p.path, perm)
	}
	return pathError("mkdir", name, err)
}

// Remove removes a file, a link, or an empty directory.
func (r *Root) Remove(name string) error {
	p, err := locate(name)
	if err == nil && p.isRoot() {
		err = errInvalid
	}
	if err == nil {
		err = r.demand(p)
	}
	if err == nil {
		err = r.remove(p)
	}
	return pathError("remove", name, err)
}

// RemoveAll removes a name and all below it, never following a link. What is missing is no error.
func (r *Root) RemoveAll(name string) error {
	p, err := locate(name)
	if err == nil && p.isRoot() {
		err = errInvalid
	}
	if err == nil {
		err = removeAll(r, p.path)
	}
	return pathError("remove", name, err)
}

// Rename renames, replacing a file or link at the destination; a directory there is fs.ErrExist, even an empty one.
func (r *Root) Rename(from, to string) error {
	return r.renameWith(from, to, func(a, b place) error {
		if err := r.renameOnto(a, b); err != nil {
			return err
		}
		return r.rename(a, b)
	})
}

// replaceFile is Rename for a source that is known to be a regular file: the system itself refuses a directory there.
func (r *Root) replaceFile(from, to string) error { return r.renameWith(from, to, r.rename) }

// RenameNoReplace renames, and fails with fs.ErrExist where the destination is there. Where the file system cannot do
// it in one step a regular file is linked and the old name removed (an interruption leaves both names, and loses
// nothing); for what cannot be linked, such as a directory, the error is errors.ErrUnsupported and nothing happened.
func (r *Root) RenameNoReplace(from, to string) error {
	return r.renameWith(from, to, func(a, b place) error {
		err := r.renameNoReplace(a, b)
		if errors.Is(err, errors.ErrUnsupported) {
			err = r.linkThenRemove(a, b)
		}
		return err
	})
}

// renameWith checks both names and what trailing slashes demand, then renames.
func (r *Root) renameWith(from, to string, rename func(a, b place) error) error {
	a, err := locate(from)
	if err != nil {
		return linkError("rename", from, to, err)
	}
	b, err := locate(to)
	if err != nil {
		return linkError("rename", from, to, err)
	}
	if a.isRoot() || b.isRoot() {
		return linkError("rename", from, to, errBusy)
	}
	a.slash = a.slash || b.slash
	if err := r.demand(a); err != nil {
		return linkError("rename", from, to, err)
	}
	return linkError("rename", from, to, rename(a, b))
}

// renameOnto refuses a directory as the destination, which rename(2) would replace when it is empty.
func (r *Root) renameOnto(a, b place) error {
	b.slash = false
	info, err := r.system.lstat(b)
	if err != nil || !info.IsDir() {
		return nil
	}
	a.slash = false
	old, err := r.system.lstat(a)
	if err != nil {
		return err
	}
	if x, ok := r.Identify(old); ok && a != b {
		if y, _ := r.Identify(info); x.Same(y) {
			return nil
		}
	}
	return errExist
}

// linkThenRemove is the rename without replacing for a file system that has links but no flag for it.
func (r *Root) linkThenRemove(a, b place) error {
	info, err := r.system.lstat(a)
	if err != nil {
		return err
	}
	if _, err := r.system.lstat(b); err == nil {
		return errExist
	}
	if !info.Mode().IsRegular() {
		return errors.ErrUnsupported
	}
	switch err := r.link(a, b); err {
	case nil:
		return r.remove(a)
	case syscall.EPERM, syscall.EMLINK:
		return errors.ErrUnsupported
	default:
		return err
	}
}

// Chmod sets the mode bits, with setuid, setgid and sticky. A symlink is refused.
func (r *Root) Chmod(name string, mode fs.FileMode) error {
	p, _, err := r.look(name)
	if err == nil {
		err = r.chmod(p, mode)
	}
	return pathError("chmod", name, err)
}

// Chown sets the owner; -1 leaves one as it is. A symlink is refused.
func (r *Root) Chown(name string, uid, gid int) error {
	p, _, err := r.look(name)
	if err == nil {
		err = r.chown(p, uid, gid)
	}
	return pathError("chown", name, err)
}

// Chtimes sets the times of access and modification; a zero time leaves one as it is. A symlink is refused.
func (r *Root) Chtimes(name string, atime, mtime time.Time) error {
	p, _, err := r.look(name)
	if err == nil {
		err = r.chtimes(p, atime, mtime)
	}
	return pathError("chtimes", name, err)
}

// Symlink makes name a symlink with the given target, which is stored as it is and may lead anywhere.
func (r *Root) Symlink(target, name string) error {
	p, err := r.newName(name)
	if err == nil {
		err = r.symlink(target, p)
	}
	return linkError("symlink", target, name, err)
}

// Readlink returns the target of a symlink.
func (r *Root) Readlink(name string) (string, error) {
	p, err := locate(name)
	if err == nil {
		err = r.demand(p)
	}
	if err != nil {
		return "", pathError("readlink", name, err)
	}
	target, err := r.readlink(p)
	return target, pathError("readlink", name, err)
}

// Link gives the file from a second name; a symlink gets one itself.
func (r *Root) Link(from, to string) error {
	a, err := locate(from)
	if err != nil {
		return linkError("link", from, to, err)
	}
	b, err := r.newName(to)
	if err == nil {
		err = r.demand(a)
	}
	if err != nil {
		return linkError("link", from, to, err)
	}
	return linkError("link", from, to, r.link(a, b))
}

// newName is locate for the name of a link that is to be made: a trailing slash can only fail.
func (r *Root) newName(name string) (place, error) {
	p, err := locate(name)
	if err != nil || !p.slash {
		return p, err
	}
	p.slash = false
	if _, err := r.system.lstat(p); err != nil {
		return p, err
	}
	return p, errExist
}
