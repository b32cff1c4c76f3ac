//go:build unix

package fsbackend

// This file makes files durable and locks them, on Unix.

import (
	"errors"
	"os"

	"github.com/spf13/afero"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sys/unix"
)

// syncers is how many files are waited for at once.
const syncers = 8

// SyncAll starts the writing of all files, then waits for each and for the directories. It holds few files open.
func (s *system) SyncAll(files, dirs []string) error {
	for _, name := range files {
		if err := s.onFile(name, func(fd int) error { startWriteback(fd); return nil }); err != nil {
			return err
		}
	}
	if err := s.syncEach(files); err != nil {
		return err
	}
	return s.syncEach(dirs)
}

// syncEach waits for each, several at once.
func (s *system) syncEach(names []string) error {
	var group errgroup.Group
	group.SetLimit(syncers)
	for _, name := range names {
		group.Go(func() error { return s.onFile(name, fsync) })
	}
	return group.Wait()
}

// onFile opens a file or directory for as long as do runs; one that cannot be read is opened for writing.
func (s *system) onFile(name string, do func(fd int) error) error {
	p, err := locate(name)
	if err != nil {
		return pathError("sync", name, err)
	}
	f, _, err := s.open(p, name, os.O_RDONLY, 0)
	if err == unix.EACCES {
		f, _, err = s.open(p, name, os.O_WRONLY, 0)
	}
	if err != nil {
		return pathError("sync", name, err)
	}
	err = onHandle(f, do)
	return pathError("sync", name, errors.Join(err, f.Close()))
}

// TryLock takes the flock of an open file of Root.
func (s *system) TryLock(f afero.File) (held bool, err error) {
	own, ok := f.(*rootFile)
	if !ok {
		return false, pathError("lock", f.Name(), errInvalid)
	}
	err = onHandle(own.openFile, func(fd int) error { return unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB) })
	if err == unix.EWOULDBLOCK {
		return true, nil
	}
	return false, pathError("lock", f.Name(), err)
}
