package fsbackend

// This file does the steps of Root on Windows, with os.Root.

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/windows"

	"github.com/spf13/afero"
)

// system is the handle of the root directory.
type system struct {
	root *os.Root
	dir  string
}

func openSystem(dir string) (*system, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &system{root: root, dir: dir}, nil
}

func (s *system) close() error { return s.root.Close() }

// local turns a clean name into one of Windows and refuses what Windows reads in another way, and links in its
// directories, which os.Root would follow.
func (s *system) local(p place) (string, error) {
	name, err := filepath.Localize(p.path)
	if err != nil {
		return "", errInvalid
	}
	for i := 0; i < len(name); i++ {
		if name[i] != filepath.Separator {
			continue
		}
		info, err := s.root.Lstat(name[:i])
		if err != nil {
			return "", bare(err)
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return "", &SymlinkError{At: filepath.ToSlash(name[:i])}
		}
	}
	return name, nil
}

// on runs do with the name as Windows has it.
func (s *system) on(p place, do func(name string) error) error {
	name, err := s.local(p)
	if err != nil {
		return err
	}
	return bare(do(name))
}

// on2 runs do with two names.
func (s *system) on2(a, b place, do func(a, b string) error) error {
	return s.on(a, func(from string) error {
		return s.on(b, func(to string) error { return do(from, to) })
	})
}

// open opens a file or directory. That it is the one that was looked at is checked afterwards, because os.Root follows
// a link.
func (s *system) open(p place, _ string, flag int, perm fs.FileMode) (openFile, fs.FileInfo, error) {
	var f *os.File
	err := s.on(p, func(name string) (err error) {
		if err := s.mayOpen(p, name); err != nil {
			return err
		}
		if f, err = s.root.OpenFile(name, flag, perm.Perm()); err != nil {
			return err
		}
		return s.sameFile(p, name, f)
	})
	if err != nil {
		return nil, nil, err
	}
	return f, nil, nil
}

// mayOpen refuses links and what is neither file nor directory.
func (s *system) mayOpen(p place, name string) error {
	info, err := s.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return &SymlinkError{At: p.path}
	case !info.IsDir() && !info.Mode().IsRegular():
		return ErrSpecial
	case p.slash && !info.IsDir():
		return errNotDir
	}
	return nil
}

// sameFile closes the file when the name is a link, or another file, by now.
func (s *system) sameFile(p place, name string, f *os.File) error {
	opened, err := f.Stat()
	if err == nil {
		var info fs.FileInfo
		if info, err = s.root.Lstat(name); err == nil && !os.SameFile(opened, info) {
			err = &SymlinkError{At: p.path}
		}
	}
	if err != nil {
		return errors.Join(err, f.Close())
	}
	return nil
}

func (s *system) lstat(p place) (info fs.FileInfo, err error) {
	err = s.on(p, func(name string) (err error) {
		info, err = s.root.Lstat(name)
		return err
	})
	return info, err
}

func (s *system) fstat(f openFile) (fs.FileInfo, error) { return f.(*os.File).Stat() }

// lstatIn looks at an entry of an open directory, by its name.
func (s *system) lstatIn(_ openFile, dir, name string) (fs.FileInfo, error) {
	p, err := locate(join(dir, name))
	if err != nil {
		return nil, err
	}
	return s.lstat(p)
}

func (s *system) mkdir(p place, perm fs.FileMode) error {
	return s.on(p, func(name string) error { return s.root.Mkdir(name, perm.Perm()) })
}

func (s *system) remove(p place) error { return s.on(p, s.root.Remove) }

func (s *system) rename(a, b place) error { return s.on2(a, b, s.root.Rename) }

// renameNoReplace is MoveFileEx without the flag that replaces. It takes whole paths, so a directory that is exchanged
// for a link in that moment is followed.
func (s *system) renameNoReplace(a, b place) error {
	return s.on2(a, b, func(from, to string) error {
		x, err := windows.UTF16PtrFromString(filepath.Join(s.dir, from))
		if err != nil {
			return err
		}
		y, err := windows.UTF16PtrFromString(filepath.Join(s.dir, to))
		if err != nil {
			return err
		}
		return windows.MoveFileEx(x, y, 0)
	})
}

func (s *system) link(a, b place) error { return s.on2(a, b, s.root.Link) }

func (s *system) symlink(target string, p place) error {
	return s.on(p, func(name string) error { return s.root.Symlink(filepath.FromSlash(target), name) })
}

func (s *system) readlink(p place) (target string, err error) {
	err = s.on(p, func(name string) (err error) {
		target, err = s.root.Readlink(name)
		return err
	})
	return strings.ReplaceAll(target, `\`, "/"), err
}

func (s *system) chmod(p place, mode fs.FileMode) error {
	return s.on(p, func(name string) error { return s.root.Chmod(name, mode.Perm()) })
}

func (s *system) chown(p place, uid, gid int) error {
	return s.on(p, func(name string) error { return s.root.Lchown(name, uid, gid) })
}

func (s *system) chtimes(p place, atime, mtime time.Time) error {
	return s.on(p, func(name string) error { return s.root.Chtimes(name, atime, mtime) })
}

// Identify has no answer: Windows tells volume and file index only of open files.
func (s *system) Identify(fs.FileInfo) (Identity, bool) { return Identity{}, false }

// SyncAll flushes each file. Windows has nothing of the kind for directories.
func (s *system) SyncAll(files, _ []string) error {
	for _, name := range files {
		p, err := locate(name)
		if err != nil {
			return pathError("sync", name, err)
		}
		f, _, err := s.open(p, name, os.O_RDWR, 0)
		if err != nil {
			return pathError("sync", name, err)
		}
		if err := errors.Join(f.Sync(), f.Close()); err != nil {
			return pathError("sync", name, err)
		}
	}
	return nil
}

// TryLock locks a byte that lies far behind the end, so that others can read the file.
func (s *system) TryLock(f afero.File) (held bool, err error) {
	own, ok := f.(*rootFile)
	if !ok {
		return false, pathError("lock", f.Name(), errInvalid)
	}
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	behind := &windows.Overlapped{OffsetHigh: 1 << 30}
	err = windows.LockFileEx(windows.Handle(own.openFile.(*os.File).Fd()), flags, 0, 1, 0, behind)
	if err == syscall.Errno(windows.ERROR_LOCK_VIOLATION) || err == windows.ERROR_IO_PENDING {
		return true, nil
	}
	return false, pathError("lock", f.Name(), err)
}
