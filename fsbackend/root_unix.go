//go:build unix

package fsbackend

// This file does the steps of Root on Unix: calls relative to the handle of a name's directory, which is opened for
// each call without following a link, so it cannot become stale.

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// system is the handle of the root directory.
type system struct {
	mu     sync.RWMutex // held for reading while top is in use
	top    int
	closed bool
	known  knownDirs
	beneath
}

// openSystem opens the directory.
func openSystem(dir string) (*system, error) {
	top, err := retry(func() (int, error) { return unix.Open(dir, dirFlags, 0) })
	if err != nil {
		return nil, pathError("open", dir, err)
	}
	return &system{top: top, known: newKnownDirs(), beneath: probeBeneath(top)}, nil
}

func (s *system) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return fs.ErrClosed
	}
	s.closed = true
	return unix.Close(s.top)
}

// use runs do with the handle of the root directory, which cannot be closed meanwhile.
func (s *system) use(do func(top int) error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return fs.ErrClosed
	}
	return do(s.top)
}

// at runs do with the handle of the directory the name is in.
func (s *system) at(p place, do func(dir int, base string) error) error {
	return s.use(func(top int) error { return s.within(top, p, do) })
}

// at2 runs do with the handles of the directories of two names.
func (s *system) at2(a, b place, do func(adir int, abase string, bdir int, bbase string) error) error {
	return s.at(a, func(adir int, abase string) error {
		if a.dir == b.dir {
			return do(adir, abase, adir, b.base)
		}
		return s.within(s.top, b, func(bdir int, bbase string) error { return do(adir, abase, bdir, bbase) })
	})
}

// within opens the directory the name is in for as long as do runs.
func (s *system) within(top int, p place, do func(dir int, base string) error) error {
	if p.dir == "" {
		return do(top, p.base)
	}
	fd, err := s.openBeneath(top, p.dir, dirFlags, 0)
	if err != nil {
		return s.blame(top, p.dir, err)
	}
	defer unix.Close(fd)
	return do(fd, p.base)
}

// blame turns the refusal of a link into one that says which component it is.
func (s *system) blame(top int, path string, err error) error {
	if err != unix.ELOOP && err != unix.ENOTDIR {
		return err
	}
	for end := 0; end < len(path); end++ {
		if i := strings.IndexByte(path[end:], '/'); i >= 0 {
			end += i
		} else {
			end = len(path)
		}
		var st unix.Stat_t
		if fstatat(top, path[:end], &st) != nil {
			break
		}
		if st.Mode&unix.S_IFMT == unix.S_IFLNK {
			return &SymlinkError{At: path[:end]}
		}
	}
	if err == unix.ELOOP {
		return &SymlinkError{}
	}
	return err
}

// open opens a file or directory, and nothing else; the info is what it was when it was opened, nil for one just made.
func (s *system) open(p place, name string, flag int, perm fs.FileMode) (openFile, fs.FileInfo, error) {
	if p.slash {
		flag |= unix.O_DIRECTORY
	}
	flag |= unix.O_NOFOLLOW | unix.O_CLOEXEC | unix.O_NOCTTY
	fresh := flag&os.O_CREATE != 0 && flag&os.O_EXCL != 0 // what is made is a regular file
	if !fresh {
		flag |= unix.O_NONBLOCK // keeps a FIFO from blocking
	}
	mode := uint32(0)
	if flag&os.O_CREATE != 0 {
		mode = unixMode(perm)
	}
	var fd int
	err := s.use(func(top int) (err error) {
		fd, err = s.openBeneath(top, p.path, flag, mode)
		if err != nil {
			return s.blame(top, p.path, err)
		}
		return nil
	})
	if err == unix.ENXIO {
		err = ErrSpecial
	}
	if err != nil {
		return nil, nil, err
	}
	file := &handle{name: name, fd: fd, appends: flag&unix.O_APPEND != 0}
	if fresh {
		return file, nil, nil
	}
	info := &statInfo{name: p.base}
	if err := unix.Fstat(fd, &info.stat); err != nil {
		return nil, nil, errors.Join(err, unix.Close(fd))
	}
	switch info.stat.Mode & unix.S_IFMT {
	case unix.S_IFREG: // to which O_NONBLOCK means nothing
		return file, info, nil
	case unix.S_IFDIR:
		return os.NewFile(uintptr(fd), name), info, nil
	}
	return nil, nil, errors.Join(ErrSpecial, unix.Close(fd))
}

// lstat looks at a name. A directory that was once reached without links is recognised by its identity, which is
// cheaper than to open it again.
func (s *system) lstat(p place) (fs.FileInfo, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return nil, fs.ErrClosed
	}
	info := &statInfo{name: p.base}
	if p.dir == "" || s.known.holds(s.top, p.dir) {
		return info, fstatat(s.top, p.path, &info.stat)
	}
	return info, s.within(s.top, p, func(dir int, base string) error {
		s.known.add(dir, p.dir)
		return fstatat(dir, base, &info.stat)
	})
}

// peek looks at a name in one call. A link in the directories above it is followed.
func (s *system) peek(name string) (fs.FileInfo, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return nil, fs.ErrClosed
	}
	info := &statInfo{}
	return info, fstatat(s.top, name, &info.stat)
}

// fstat looks at an open file.
func (s *system) fstat(f openFile) (fs.FileInfo, error) {
	name := strings.TrimRight(f.Name(), "/")
	info := &statInfo{name: name[strings.LastIndexByte(name, '/')+1:]}
	return info, onHandle(f, func(fd int) error { return unix.Fstat(fd, &info.stat) })
}

// lstatIn looks at an entry of an open directory.
func (s *system) lstatIn(dir openFile, _, name string) (fs.FileInfo, error) {
	info := &statInfo{name: name}
	return info, onHandle(dir, func(fd int) error { return fstatat(fd, name, &info.stat) })
}

func (s *system) mkdir(p place, perm fs.FileMode) error {
	return s.at(p, func(dir int, base string) error {
		if err := unix.Mkdirat(dir, base, uint32(perm.Perm())); err != nil {
			return err
		}
		special := unixMode(perm) &^ 0o777
		if special == 0 {
			return nil
		}
		var st unix.Stat_t
		if err := fstatat(dir, base, &st); err != nil {
			return err
		}
		return unix.Fchmodat(dir, base, uint32(st.Mode)&0o7777|special, 0)
	})
}

// remove tries both calls, because systems disagree on the error of unlink for a directory.
func (s *system) remove(p place) error {
	return s.at(p, func(dir int, base string) error {
		if p.slash {
			return unix.Unlinkat(dir, base, unix.AT_REMOVEDIR)
		}
		unlink := unix.Unlinkat(dir, base, 0)
		if unlink == nil || unlink == unix.ENOENT {
			return unlink
		}
		rmdir := unix.Unlinkat(dir, base, unix.AT_REMOVEDIR)
		if rmdir == unix.ENOTDIR {
			return unlink
		}
		return rmdir
	})
}

func (s *system) rename(a, b place) error {
	return s.at2(a, b, unix.Renameat)
}

func (s *system) renameNoReplace(a, b place) error {
	return s.at2(a, b, func(adir int, abase string, bdir int, bbase string) error {
		err := renameatNoReplace(adir, abase, bdir, bbase)
		if err == unix.EINVAL || err == unix.ENOSYS || err == unix.ENOTSUP {
			return errors.ErrUnsupported
		}
		return err
	})
}

func (s *system) link(a, b place) error {
	return s.at2(a, b, func(adir int, abase string, bdir int, bbase string) error {
		return unix.Linkat(adir, abase, bdir, bbase, 0)
	})
}

func (s *system) symlink(target string, p place) error {
	return s.at(p, func(dir int, base string) error { return unix.Symlinkat(target, dir, base) })
}

func (s *system) readlink(p place) (string, error) {
	buf := make([]byte, maxName+1)
	n := 0
	err := s.at(p, func(dir int, base string) (err error) {
		n, err = unix.Readlinkat(dir, base, buf)
		return err
	})
	if err != nil {
		return "", err
	}
	return string(buf[:n]), nil
}

// chmod asks for no link to be followed where the system can; elsewhere the caller has looked.
func (s *system) chmod(p place, mode fs.FileMode) error {
	return s.at(p, func(dir int, base string) error {
		err := unix.Fchmodat(dir, base, unixMode(mode), unix.AT_SYMLINK_NOFOLLOW)
		if err == unix.EOPNOTSUPP || err == unix.ENOTSUP {
			return unix.Fchmodat(dir, base, unixMode(mode), 0)
		}
		return err
	})
}

func (s *system) chown(p place, uid, gid int) error {
	return s.at(p, func(dir int, base string) error {
		return unix.Fchownat(dir, base, uid, gid, unix.AT_SYMLINK_NOFOLLOW)
	})
}

func (s *system) chtimes(p place, atime, mtime time.Time) error {
	return s.at(p, func(dir int, base string) error {
		var st unix.Stat_t
		if err := fstatat(dir, base, &st); err != nil {
			return err
		}
		times := []unix.Timespec{stampOr(atime, st.Atim), stampOr(mtime, st.Mtim)}
		return unix.UtimesNanoAt(dir, base, times, unix.AT_SYMLINK_NOFOLLOW)
	})
}

// stampOr is t for the system, or what was there when t is zero.
func stampOr(t time.Time, was unix.Timespec) unix.Timespec {
	if t.IsZero() {
		return was
	}
	return unix.NsecToTimespec(t.UnixNano())
}

// fstatat looks at a name without following it.
func fstatat(dir int, name string, st *unix.Stat_t) error {
	for {
		if err := unix.Fstatat(dir, name, st, unix.AT_SYMLINK_NOFOLLOW); err != unix.EINTR {
			return err
		}
	}
}

// retry repeats a call that a signal interrupted.
func retry(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if err != unix.EINTR {
			return n, err
		}
	}
}
