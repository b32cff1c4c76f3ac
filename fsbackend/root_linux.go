package fsbackend

// This file is what only Linux has: openat2, renameat2, mount numbers, and writeback that is started early.

import (
	"github.com/spf13/afero"
	"golang.org/x/sys/unix"
)

// dirFlags opens a directory as a place, which needs no permission to read it.
const dirFlags = unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC

// beneath opens names below a directory without following links.
type beneath struct{ openat2 bool }

// probeBeneath finds out whether the kernel (5.6 or later) and its filters allow openat2.
func probeBeneath(top int) beneath {
	b := beneath{openat2: true}
	fd, err := b.openBeneath(top, ".", dirFlags, 0)
	if err != nil {
		return beneath{}
	}
	unix.Close(fd)
	return b
}

// openBeneath opens a clean name. A link anywhere is ELOOP (or ENOTDIR in a directory, without openat2).
func (b beneath) openBeneath(top int, path string, flag int, mode uint32) (int, error) {
	if !b.openat2 {
		return walkOpen(top, path, flag, mode)
	}
	how := unix.OpenHow{
		Flags:   uint64(flag),
		Mode:    uint64(mode),
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS,
	}
	return retry(func() (int, error) { return unix.Openat2(top, path, &how) })
}

func renameatNoReplace(adir int, a string, bdir int, b string) error {
	return unix.Renameat2(adir, a, bdir, b, unix.RENAME_NOREPLACE)
}

// hold keeps the content of a file alive.
func (s *system) hold(name string) (release func()) {
	p, err := locate(name)
	if err != nil {
		return nil
	}
	fd := -1
	err = s.use(func(top int) (err error) {
		fd, err = s.openBeneath(top, p.path, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
		return err
	})
	if err != nil {
		return nil
	}
	return func() { unix.Close(fd) }
}

// mountOfHandle gives the mount an open file lies on; not ok where the kernel does not tell.
func (s *system) mountOfHandle(f afero.File) (m Mount, ok bool) {
	own, isOwn := f.(*rootFile)
	if !isOwn {
		return m, false
	}
	var st unix.Statx_t
	err := onHandle(own.openFile, func(fd int) error {
		return unix.Statx(fd, "", unix.AT_EMPTY_PATH, unix.STATX_MNT_ID, &st)
	})
	return mountOf(&st), err == nil && st.Mask&unix.STATX_MNT_ID != 0
}

// mountOf takes the mount from an answer.
func mountOf(st *unix.Statx_t) Mount {
	return Mount{Device: unix.Mkdev(st.Dev_major, st.Dev_minor), ID: st.Mnt_id}
}

// Mount gives device and mount number; two mounts of one device differ in the latter.
func (s *system) Mount(name string) (Mount, error) {
	p, err := locate(name)
	if err != nil {
		return Mount{}, pathError("mount", name, err)
	}
	var st unix.Statx_t
	statx := func(dir int, base string) error {
		return unix.Statx(dir, base, unix.AT_SYMLINK_NOFOLLOW|unix.AT_NO_AUTOMOUNT, unix.STATX_MNT_ID, &st)
	}
	err = s.use(func(top int) error {
		if p.dir != "" && s.known.holds(top, p.dir) {
			return statx(top, p.path)
		}
		return s.within(top, p, statx)
	})
	if err != nil {
		return Mount{}, pathError("mount", name, err)
	}
	return mountOf(&st), nil
}

// startWriteback lets the disk begin before anybody waits for it.
func startWriteback(fd int) {
	_ = unix.SyncFileRange(fd, 0, 0, unix.SYNC_FILE_RANGE_WRITE)
}

func fsync(fd int) error {
	_, err := retry(func() (int, error) { return 0, unix.Fsync(fd) })
	return err
}
