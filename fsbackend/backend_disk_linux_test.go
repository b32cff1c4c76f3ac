package fsbackend_test

// This file asks the operating system itself, whose answers the suite claims to know.

import (
	"io/fs"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"devstar/fsbackend"
	"devstar/fsbackend/fstestsuite"
)

// TestSuiteTellsTheTruth asks the operating system, which follows links and knows no root.
func TestSuiteTellsTheTruth(t *testing.T) {
	const follows, unconfined = "links are followed", "there is no root to leave"
	fstestsuite.Run(t, fstestsuite.Suite{
		Umask: umask(t),
		New: func(t testing.TB) afero.Fs {
			dir := tempDir(t) + "/above/root"
			require.NoError(t, os.MkdirAll(dir, 0o777))
			return disk{Fs: afero.NewOsFs(), dir: dir}
		},
		Differs: map[string]string{
			"name/outside":         unconfined,
			"name/error-shape":     "errors name the whole path",
			"handle/name":          "an open file has the whole path",
			"dir/list":             "lists are not sorted",
			"symlink/at-the-name":  follows,
			"symlink/in-directory": follows,
			"symlink/escaping":     follows,
			"symlink/named":        follows,
			"extra/sync":           "nothing syncs many files",
			"extra/mount":          "nothing tells mounts apart",
			"extra/attributes":     "nothing copies attributes",
		},
	})
}

// disk is the operating system below a directory, without any care.
type disk struct {
	afero.Fs
	dir string
}

// at is the whole path of a name.
func (d disk) at(name string) string {
	if name == "" {
		return ""
	}
	return d.dir + "/" + name
}

func stat(info fs.FileInfo) *syscall.Stat_t { return info.Sys().(*syscall.Stat_t) }

func (d disk) Identify(info fs.FileInfo) (fsbackend.Identity, bool) {
	st := stat(info)
	return fsbackend.Identity{Device: uint64(st.Dev), Inode: st.Ino, Links: uint64(st.Nlink)}, true
}

func (d disk) Owner(info fs.FileInfo) (fsbackend.Owner, bool) {
	return fsbackend.Owner{UID: int(stat(info).Uid), GID: int(stat(info).Gid)}, true
}

func (d disk) Actor() (fsbackend.Owner, bool) {
	return fsbackend.Owner{UID: os.Geteuid(), GID: os.Getegid()}, os.Geteuid() != 0
}

func (d disk) ChangeTime(info fs.FileInfo) (time.Time, bool) {
	return time.Unix(stat(info).Ctim.Unix()), true
}

func (d disk) RenameNoReplace(from, to string) error {
	return unix.Renameat2(unix.AT_FDCWD, d.at(from), unix.AT_FDCWD, d.at(to), unix.RENAME_NOREPLACE)
}

func (d disk) TryLock(f afero.File) (held bool, err error) {
	conn, err := f.(*os.File).SyscallConn()
	if err != nil {
		return false, err
	}
	if closed := conn.Control(func(fd uintptr) { err = unix.Flock(int(fd), unix.LOCK_EX|unix.LOCK_NB) }); closed != nil {
		return false, fs.ErrClosed
	}
	if err == unix.EWOULDBLOCK {
		return true, nil
	}
	return false, err
}

func (d disk) Create(name string) (afero.File, error) { return d.Fs.Create(d.at(name)) }
func (d disk) Open(name string) (afero.File, error)   { return d.Fs.Open(d.at(name)) }
func (d disk) OpenFile(name string, flag int, perm fs.FileMode) (afero.File, error) {
	return d.Fs.OpenFile(d.at(name), flag, perm)
}
func (d disk) Mkdir(name string, perm fs.FileMode) error    { return d.Fs.Mkdir(d.at(name), perm) }
func (d disk) MkdirAll(name string, perm fs.FileMode) error { return d.Fs.MkdirAll(d.at(name), perm) }
func (d disk) Remove(name string) error                     { return d.Fs.Remove(d.at(name)) }
func (d disk) RemoveAll(name string) error                  { return d.Fs.RemoveAll(d.at(name)) }
func (d disk) Rename(from, to string) error                 { return d.Fs.Rename(d.at(from), d.at(to)) }
func (d disk) Stat(name string) (fs.FileInfo, error)        { return d.Fs.Stat(d.at(name)) }
func (d disk) Lstat(name string) (fs.FileInfo, error)       { return os.Lstat(d.at(name)) }
func (d disk) Chmod(name string, mode fs.FileMode) error    { return d.Fs.Chmod(d.at(name), mode) }
func (d disk) Chown(name string, uid, gid int) error        { return d.Fs.Chown(d.at(name), uid, gid) }
func (d disk) Chtimes(name string, a, m time.Time) error    { return d.Fs.Chtimes(d.at(name), a, m) }
func (d disk) Symlink(target, name string) error            { return os.Symlink(target, d.at(name)) }
func (d disk) Readlink(name string) (string, error)         { return os.Readlink(d.at(name)) }
func (d disk) Link(from, to string) error                   { return os.Link(d.at(from), d.at(to)) }
