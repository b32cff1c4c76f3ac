//go:build unix

package fsbackend

// This file is what Root knows of a file on Unix, and of the directories it has seen.

import (
	"io/fs"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// statInfo is a snapshot; Sys is *unix.Stat_t.
type statInfo struct {
	name string
	stat unix.Stat_t
}

func (i *statInfo) Name() string       { return i.name }
func (i *statInfo) Size() int64        { return i.stat.Size }
func (i *statInfo) Mode() fs.FileMode  { return goMode(uint32(i.stat.Mode)) }
func (i *statInfo) ModTime() time.Time { return time.Unix(i.stat.Mtim.Unix()) }
func (i *statInfo) IsDir() bool        { return i.Mode().IsDir() }
func (i *statInfo) Sys() any           { return &i.stat }

// Identify gives device, inode and number of names.
func (s *system) Identify(info fs.FileInfo) (Identity, bool) {
	i, ok := info.(*statInfo)
	if !ok {
		return Identity{}, false
	}
	return Identity{Device: uint64(i.stat.Dev), Inode: uint64(i.stat.Ino), Links: uint64(i.stat.Nlink)}, true
}

// ChangeTime gives the ctime.
func (s *system) ChangeTime(info fs.FileInfo) (time.Time, bool) {
	i, ok := info.(*statInfo)
	if !ok {
		return time.Time{}, false
	}
	return time.Unix(i.stat.Ctim.Unix()), true
}

// Owner gives user and group.
func (s *system) Owner(info fs.FileInfo) (Owner, bool) {
	i, ok := info.(*statInfo)
	if !ok {
		return Owner{}, false
	}
	return Owner{UID: int(i.stat.Uid), GID: int(i.stat.Gid)}, true
}

// Actor is the effective user and group of the process; the superuser is not checked.
func (s *system) Actor() (Owner, bool) {
	uid := os.Geteuid()
	return Owner{UID: uid, GID: os.Getegid()}, uid != 0
}

// The special bits, as fs.FileMode and as the system has them.
var specialBits = [...]struct {
	mode fs.FileMode
	bits uint32
}{{fs.ModeSetuid, unix.S_ISUID}, {fs.ModeSetgid, unix.S_ISGID}, {fs.ModeSticky, unix.S_ISVTX}}

// unixMode gives the permission and special bits of a mode.
func unixMode(mode fs.FileMode) uint32 {
	bits := uint32(mode.Perm())
	for _, s := range specialBits {
		if mode&s.mode != 0 {
			bits |= s.bits
		}
	}
	return bits
}

// goMode gives the mode of st_mode.
func goMode(bits uint32) fs.FileMode {
	mode := fs.FileMode(bits & 0o777)
	for _, s := range specialBits {
		if bits&s.bits != 0 {
			mode |= s.mode
		}
	}
	switch bits & unix.S_IFMT {
	case unix.S_IFREG:
		return mode
	case unix.S_IFDIR:
		return mode | fs.ModeDir
	case unix.S_IFLNK:
		return mode | fs.ModeSymlink
	case unix.S_IFIFO:
		return mode | fs.ModeNamedPipe
	case unix.S_IFSOCK:
		return mode | fs.ModeSocket
	case unix.S_IFCHR:
		return mode | fs.ModeDevice | fs.ModeCharDevice
	case unix.S_IFBLK:
		return mode | fs.ModeDevice
	}
	return mode | fs.ModeIrregular
}

// maxKnown bounds the memory of knownDirs: about 1 MiB.
const maxKnown = 8192

// knownDirs remembers the identity of directories that were reached without a link. It holds no handles.
type knownDirs struct {
	mu   sync.RWMutex
	dirs map[string]dirIdentity
}

type dirIdentity struct{ dev, ino uint64 }

func newKnownDirs() knownDirs { return knownDirs{dirs: map[string]dirIdentity{}} }

// holds says whether the name still is the directory that was reached without a link.
func (k *knownDirs) holds(top int, dir string) bool {
	k.mu.RLock()
	id, ok := k.dirs[dir]
	k.mu.RUnlock()
	if !ok {
		return false
	}
	var st unix.Stat_t
	return fstatat(top, dir, &st) == nil && id == dirIdentity{uint64(st.Dev), uint64(st.Ino)}
}

// add remembers an open directory.
func (k *knownDirs) add(fd int, dir string) {
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.dirs) >= maxKnown {
		clear(k.dirs)
	}
	k.dirs[dir] = dirIdentity{uint64(st.Dev), uint64(st.Ino)}
}
