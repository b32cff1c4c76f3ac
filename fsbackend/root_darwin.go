package fsbackend

// This file is what macOS does in its own way.

import (
	"golang.org/x/sys/unix"
)

// dirFlags opens a directory as a place.
const dirFlags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_CLOEXEC

// beneath opens names below a directory without following links.
type beneath struct{}

func probeBeneath(int) beneath { return beneath{} }

// openBeneath opens a clean name, component by component.
func (beneath) openBeneath(top int, path string, flag int, mode uint32) (int, error) {
	return walkOpen(top, path, flag, mode)
}

func renameatNoReplace(adir int, a string, bdir int, b string) error {
	return unix.RenameatxNp(adir, a, bdir, b, unix.RENAME_EXCL)
}

// Mount gives the device.
func (s *system) Mount(name string) (Mount, error) {
	p, err := locate(name)
	if err != nil {
		return Mount{}, pathError("mount", name, err)
	}
	var st unix.Stat_t
	err = s.at(p, func(dir int, base string) error { return fstatat(dir, base, &st) })
	return Mount{Device: uint64(st.Dev)}, pathError("mount", name, err)
}

// startWriteback does nothing: macOS has no call for it.
func startWriteback(int) {}

// fsync waits for the drive itself, and only for the system where the drive cannot be asked.
func fsync(fd int) error {
	_, err := retry(func() (int, error) { return unix.FcntlInt(uintptr(fd), unix.F_FULLFSYNC, 0) })
	if err == unix.ENOTSUP || err == unix.EINVAL || err == unix.ENOTTY {
		_, err = retry(func() (int, error) { return 0, unix.Fsync(fd) })
	}
	return err
}
