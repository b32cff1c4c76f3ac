package shadow

// This file finds a place for private directories, and tells those in use from those that a crash left behind: each has a
// lock beside it, which its process holds as long as it lives.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/afero"

	"devstar/fsbackend"
)

const (
	leasePrefix = "shadow-"
	lockSuffix  = ".lock"
)

// Base returns the directory in which private directories are made: in the user's cache where that is on the file system of
// dir, so that files can share their blocks with the originals, else in the directory for temporary files.
func Base(dir string) string {
	cache, err := os.UserCacheDir()
	if err == nil && dir != "" && sameDevice(dir, cache) {
		return filepath.Join(cache, "devstar")
	}
	return tempBase()
}

// tempBase is in a directory that others can write to, so its name is the user's and its owner is looked at.
func tempBase() string {
	return filepath.Join(os.TempDir(), fmt.Sprintf("devstar-%d", os.Getuid()))
}

// Bases lists where private directories may lie.
func Bases() []string {
	bases := []string{tempBase()}
	if cache, err := os.UserCacheDir(); err == nil {
		bases = append(bases, filepath.Join(cache, "devstar"))
	}
	return bases
}

// sameDevice reports whether two directories, or the nearest ones that exist, are on one device.
func sameDevice(a, b string) bool {
	da, ok := device(a)
	if !ok {
		return false
	}
	for {
		if _, err := os.Stat(b); err == nil {
			break
		}
		up := filepath.Dir(b)
		if up == b {
			return false
		}
		b = up
	}
	db, ok := device(b)
	return ok && da == db
}

func device(dir string) (uint64, bool) {
	root, err := fsbackend.NewRoot(dir)
	if err != nil {
		return 0, false
	}
	defer root.Close()
	m, err := fsbackend.MountOf(root, ".")
	return m.Device, err == nil
}

// lease is one private directory with its lock.
type lease struct {
	base, name string
	fs         *fsbackend.Root // over base
	lock       afero.File
}

// newLease makes a private directory in base, which is made as well.
func newLease(base string) (*lease, error) {
	root, err := openBase(base)
	if err != nil {
		return nil, err
	}
	l := &lease{base: base, fs: root}
	if err := l.take(); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	if err := root.MkdirAll(l.name+"/tree", 0o700); err != nil {
		return nil, errors.Join(err, l.release())
	}
	return l, nil
}

// openBase opens a base that belongs to nobody else.
func openBase(base string) (*fsbackend.Root, error) {
	if err := os.MkdirAll(base, 0o700); err != nil {
		return nil, err
	}
	info, err := os.Lstat(base)
	if err != nil {
		return nil, err
	}
	root, err := fsbackend.NewRoot(base)
	if err != nil {
		return nil, err
	}
	owner, known := fsbackend.OwnerOf(root, info)
	if info.Mode()&fs.ModeSymlink != 0 || known && owner.UID != os.Getuid() {
		root.Close()
		return nil, fmt.Errorf("%s is not a directory of this user: remove it, or set TMPDIR", base)
	}
	return root, nil
}

const draws = 8 // tries for a free name

// take draws a name and locks it. A sweep may take the lock away between its making and its locking: then it is drawn again.
func (l *lease) take() error {
	for range draws {
		f, err := os.CreateTemp(l.base, leasePrefix+"*"+lockSuffix)
		if err != nil {
			return err
		}
		name := filepath.Base(f.Name())
		f.Close()
		lock, held, err := tryLock(l.fs, name)
		if err != nil && !errors.Is(err, errors.ErrUnsupported) {
			closeLock(lock)
			return errors.Join(err, os.Remove(f.Name()))
		}
		if _, gone := os.Lstat(filepath.Join(l.base, name)); held || gone != nil {
			closeLock(lock)
			continue
		}
		l.lock, l.name = lock, strings.TrimSuffix(name, lockSuffix)
		return nil
	}
	return fmt.Errorf("no lock could be had in %s", l.base)
}

// tryLock opens and locks a lock file; one that is gone counts as held. The lock is to be closed whatever comes back.
func tryLock(root *fsbackend.Root, name string) (lock afero.File, held bool, err error) {
	lock, err = root.OpenFile(name, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, true, nil
	}
	if err != nil {
		return nil, false, err
	}
	held, err = fsbackend.TryLock(root, lock)
	return lock, held, err
}

func closeLock(lock afero.File) {
	if lock != nil {
		lock.Close()
	}
}

func (l *lease) tree() string { return filepath.Join(l.base, l.name, "tree") }

// release removes the directory, then its lock, which is closed first: some systems remove no open file.
func (l *lease) release() error {
	err := removeAll(filepath.Join(l.base, l.name))
	closeLock(l.lock)
	if err == nil {
		err = removeLock(l.base, l.name)
	}
	return errors.Join(err, l.fs.Close())
}

// removeLock removes a lock that nobody holds; a sweep may have done so already.
func removeLock(base, name string) error {
	err := os.Remove(filepath.Join(base, name+lockSuffix))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Sweep removes the private directories in base whose processes are dead, and returns how many there were. What cannot be
// removed is left for the next time.
func Sweep(base string) int {
	if _, err := os.Lstat(base); err != nil {
		return 0
	}
	root, err := openBase(base)
	if err != nil {
		return 0
	}
	defer root.Close()
	entries, err := os.ReadDir(base)
	if err != nil {
		return 0
	}
	swept := 0
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), lockSuffix); ok && strings.HasPrefix(name, leasePrefix) && sweep(root, base, name) {
			swept++
		}
	}
	return swept
}

// sweep removes one directory whose lock nobody holds. Where there are no locks, nobody can tell.
func sweep(root *fsbackend.Root, base, name string) bool {
	lock, held, err := tryLock(root, name+lockSuffix)
	if held || err != nil {
		closeLock(lock)
		return false
	}
	err = removeAll(filepath.Join(base, name))
	closeLock(lock)
	return err == nil && removeLock(base, name) == nil
}
