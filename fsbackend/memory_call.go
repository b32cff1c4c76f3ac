package fsbackend

// This file is the calls of Memory and Overlay: afero.Fs and the optional interfaces over the tree.

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/afero"
)

// onName takes a name apart and runs do with the tree locked.
func (t *tree) onName(op, name string, do func(p place) error) error {
	p, err := locate(name)
	if err == nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		err = do(p)
	}
	return pathError(op, name, err)
}

// onNames is onName for two names.
func (t *tree) onNames(op, from, to string, do func(a, b place) error) error {
	a, err := locate(from)
	if err != nil {
		return linkError(op, from, to, err)
	}
	b, err := locate(to)
	if err != nil {
		return linkError(op, from, to, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return linkError(op, from, to, do(a, b))
}

// Name is the name of the kind of file system.
func (t *tree) Name() string { return t.kind }

// Create makes or empties a file for reading and writing; the mode of a new one is 0666 less the umask.
func (t *tree) Create(name string) (afero.File, error) {
	return t.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
}

// Open opens a file or directory for reading.
func (t *tree) Open(name string) (afero.File, error) { return t.OpenFile(name, os.O_RDONLY, 0) }

// OpenFile opens a file. A symlink at the name is refused with *SymlinkError.
func (t *tree) OpenFile(name string, flag int, perm fs.FileMode) (afero.File, error) {
	var f *memoryFile
	err := t.onName("open", name, func(p place) error {
		n, err := t.open(p, flag, perm)
		if err != nil {
			return err
		}
		f = &memoryFile{tree: t, node: n, name: name, base: p.base, flag: flag}
		return f.openBelow()
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Stat looks at a file or directory. A symlink is refused with *SymlinkError.
func (t *tree) Stat(name string) (info fs.FileInfo, err error) {
	err = t.onName("stat", name, func(p place) error {
		n, err := t.getTarget(p)
		if err == nil {
			info = n.snapshot(p.base)
		}
		return err
	})
	return info, err
}

// Lstat looks at a name without following it.
func (t *tree) Lstat(name string) (info fs.FileInfo, err error) {
	err = t.onName("lstat", name, func(p place) error {
		n, err := t.get(p)
		if err == nil {
			info = n.snapshot(p.base)
		}
		return err
	})
	return info, err
}

// Mkdir makes a directory; the mode is perm less the umask.
func (t *tree) Mkdir(name string, perm fs.FileMode) error {
	return t.onName("mkdir", name, func(p place) error {
		p.slash = false
		_, err := t.make(p, fs.ModeDir|t.newMode(perm))
		return err
	})
}

// newMode is the mode of what is made with perm.
func (t *tree) newMode(perm fs.FileMode) fs.FileMode {
	const special = fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
	return perm.Perm()&^t.umask | perm&special
}

// MkdirAll makes a directory and the parents that are missing. A directory that is there is no error.
func (t *tree) MkdirAll(name string, perm fs.FileMode) error {
	p, err := locate(name)
	if err == nil {
		err = mkdirAll(t, p.path, perm)
	}
	return pathError("mkdir", name, err)
}

// Remove removes a file, a link, or an empty directory.
func (t *tree) Remove(name string) error {
	return t.onName("remove", name, func(p place) error {
		if p.isRoot() {
			return errInvalid
		}
		return t.remove(p)
	})
}

// RemoveAll removes a name and all below it, never following a link. What is missing is no error.
func (t *tree) RemoveAll(name string) error {
	p, err := locate(name)
	if err == nil && p.isRoot() {
		err = errInvalid
	}
	if err == nil {
		err = removeAll(t, p.path)
	}
	return pathError("remove", name, err)
}

// Rename renames, replacing a file or link at the destination; a directory there is fs.ErrExist, even an empty one.
func (t *tree) Rename(from, to string) error { return t.renameNames(from, to, true) }

// RenameNoReplace renames, and fails with fs.ErrExist where the destination is there.
func (t *tree) RenameNoReplace(from, to string) error { return t.renameNames(from, to, false) }

func (t *tree) renameNames(from, to string, replace bool) error {
	return t.onNames("rename", from, to, func(a, b place) error {
		if a.isRoot() || b.isRoot() {
			return errBusy
		}
		return t.rename(a, b, replace)
	})
}

// Symlink makes name a symlink with the given target, which is stored as it is and may lead anywhere.
func (t *tree) Symlink(target, name string) error {
	err := t.onName("symlink", name, func(p place) error {
		switch {
		case target == "":
			return errNotExist
		case strings.IndexByte(target, 0) >= 0:
			return errInvalid
		case len(target) >= maxName:
			return syscall.ENAMETOOLONG
		}
		n, err := t.makeName(p, fs.ModeSymlink|0o777)
		if err == nil {
			n.target = target
		}
		return err
	})
	return linkError("symlink", target, name, err)
}

// makeName is make for links: a trailing slash can only fail.
func (t *tree) makeName(p place, mode fs.FileMode) (*node, error) {
	if p.slash {
		return nil, t.refuseSlash(p)
	}
	return t.make(p, mode)
}

// refuseSlash is the error of a link that is to be made under a name that must be a directory.
func (t *tree) refuseSlash(p place) error {
	p.slash = false
	if _, err := t.get(p); err != nil {
		return err
	}
	return errExist
}

// Readlink returns the target of a symlink.
func (t *tree) Readlink(name string) (target string, err error) {
	err = t.onName("readlink", name, func(p place) error {
		n, err := t.get(p)
		if err == nil && !n.isLink() {
			err = errInvalid
		}
		if err == nil {
			target = n.target
		}
		return err
	})
	return target, err
}

// Link gives the file from a second name; a symlink gets one itself, a directory is refused.
func (t *tree) Link(from, to string) error {
	return t.onNames("link", from, to, func(a, b place) error {
		if b.slash {
			return t.refuseSlash(b)
		}
		if err := t.demand(a); err != nil {
			return err
		}
		if _, err := t.walk(a.dir); err != nil {
			return err
		}
		dir, old, err := t.find(b)
		if err != nil {
			return err
		}
		n, err := t.get(a)
		switch {
		case err != nil:
			return err
		case old != nil:
			return errExist
		case n.mode.IsDir():
			return syscall.EPERM
		case n.mount != dir.mount:
			return syscall.EXDEV
		}
		if err := t.mayChange(dir); err != nil {
			return err
		}
		t.attach(dir, b.base, n)
		return nil
	})
}

// Chmod sets the permission bits, with setuid, setgid and sticky. A symlink is refused.
func (t *tree) Chmod(name string, mode fs.FileMode) error {
	return t.onName("chmod", name, func(p place) error {
		n, err := t.getTarget(p)
		if err == nil && !t.owns(n) {
			err = syscall.EPERM
		}
		if err == nil {
			n.mode = n.mode.Type() | t.withoutUmask(mode)
			n.changed = t.now()
		}
		return err
	})
}

// withoutUmask takes the bits of a mode that can be set.
func (t *tree) withoutUmask(mode fs.FileMode) fs.FileMode {
	return mode & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)
}

// Chown sets the owner; -1 leaves one as it is. An ordinary user can only confirm it. A symlink is refused.
func (t *tree) Chown(name string, uid, gid int) error {
	return t.onName("chown", name, func(p place) error {
		n, err := t.getTarget(p)
		if err != nil {
			return err
		}
		return t.chown(n, uid, gid)
	})
}

func (t *tree) chown(n *node, uid, gid int) error {
	owner := n.owner
	if uid >= 0 {
		owner.UID = uid
	}
	if gid >= 0 {
		owner.GID = gid
	}
	if t.checked && (owner != n.owner && (owner.UID != n.owner.UID || owner.GID != t.actor.GID) || !t.owns(n)) {
		return syscall.EPERM
	}
	n.owner = owner
	n.changed = t.now()
	return nil
}

// Chtimes sets the time of modification; a zero time leaves it as it is. A symlink is refused.
func (t *tree) Chtimes(name string, _, mtime time.Time) error {
	return t.onName("chtimes", name, func(p place) error {
		n, err := t.getTarget(p)
		if err == nil && !t.owns(n) {
			err = syscall.EPERM
		}
		if err != nil {
			return err
		}
		n.changed = t.now()
		if !mtime.IsZero() {
			n.modified = mtime
		}
		return nil
	})
}

// Mount gives the mount of a name.
func (t *tree) Mount(name string) (m Mount, err error) {
	err = t.onName("mount", name, func(p place) error {
		n, err := t.get(p)
		if err == nil {
			m = n.mount
		}
		return err
	})
	return m, err
}

// SyncAll checks that the names are there: there is nothing to sync.
func (t *tree) SyncAll(files, dirs []string) error {
	for _, name := range slices.Concat(files, dirs) {
		if err := t.onName("sync", name, func(p place) error {
			_, err := t.getTarget(p)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// CopyAttributes copies the owner; there are no extended attributes.
func (t *tree) CopyAttributes(from, to string) (lost []string, err error) {
	err = t.onNames("copy attributes", from, to, func(a, b place) error {
		source, err := t.getTarget(a)
		if err != nil {
			return err
		}
		target, err := t.getTarget(b)
		if err != nil {
			return err
		}
		if !source.mode.IsRegular() || !target.mode.IsRegular() {
			return ErrSpecial
		}
		if source.owner.UID != target.owner.UID && t.chown(target, source.owner.UID, -1) != nil {
			lost = append(lost, "owner")
		}
		if source.owner.GID != target.owner.GID && t.chown(target, -1, source.owner.GID) != nil {
			lost = append(lost, "group")
		}
		slices.Sort(lost)
		return nil
	})
	return lost, err
}

// TryLock locks an open file against all other handles.
func (t *tree) TryLock(f afero.File) (held bool, err error) {
	own, ok := f.(*memoryFile)
	if !ok || own.tree != t {
		return false, pathError("lock", f.Name(), errInvalid)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if own.closed {
		return false, pathError("lock", f.Name(), fs.ErrClosed)
	}
	if own.node.locked != nil && own.node.locked != own {
		return true, nil
	}
	if own.lower != nil && own.node.below != "" {
		if held, err := TryLock(t.base, own.lower); held || err != nil {
			return held, err
		}
	}
	own.node.locked = own
	return false, nil
}
