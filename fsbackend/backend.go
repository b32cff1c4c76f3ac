// Package fsbackend holds the file systems that a plan's files live on, and everything that is done to them.
//
// The seam is afero.Fs. What it lacks (links, renaming without replacing, syncing, locking, identities, attributes) are
// small optional interfaces, each with a stated behaviour where a back end has none. Four back ends are here: Root (a
// directory of the operating system), Memory (strict: it refuses what a disk refuses), Overlay (copy-on-write, for dry
// runs) and Fault (fails the k-th change, for tests). On top of them stand the walk, the parallel read, and the batch that
// changes many files safely.
//
// It knows nothing of workspaces, plans or scripts, and asks nobody for approval: it is told what to do.
//
// Names are slash paths relative to the root of the back end; "." is the root itself. Empty and "." components are
// dropped, a trailing slash demands a directory. An absolute name or a ".." component is refused with ErrOutside, never
// resolved. No back end follows a symlink, in the directories of a name or at its end: opening, Stat, Chmod, Chown and
// Chtimes refuse one with *SymlinkError; Lstat, Readlink, Remove, Rename and Link act on the link itself. Errors are
// *fs.PathError, or *os.LinkError where there are two names, around the errno of the system.
package fsbackend

// This file is the seam: the optional interfaces beside afero.Fs.

import (
	"io/fs"
	"time"

	"github.com/spf13/afero"
)

// Lstater is what a back end with symlinks has. Without it, Lstat is Stat.
type Lstater interface {
	Lstat(name string) (fs.FileInfo, error)
}

// Linker reads and makes symlinks and hard links. Without it there are none: each call is refused with
// errors.ErrUnsupported.
type Linker interface {
	Symlink(target, name string) error
	Readlink(name string) (string, error)
	Link(from, to string) error
}

// NoReplacer renames without ever replacing: fs.ErrExist when the destination is there, whatever it is. Without it (or
// where it answers errors.ErrUnsupported) the rename is an Lstat and a Rename, and the caller is told so.
type NoReplacer interface {
	RenameNoReplace(from, to string) error
}

// Syncer makes files and directories durable in one batch. Without it nothing is synced, which is no error: memory has
// nothing to sync.
type Syncer interface {
	SyncAll(files, dirs []string) error
}

// Identity tells two names of one file apart from two files. Links is the number of names the file has; two identities
// are of one file when Device and Inode are equal.
type Identity struct{ Device, Inode, Links uint64 }

// Same says whether both are identities of one file.
func (i Identity) Same(other Identity) bool {
	return i.Device == other.Device && i.Inode == other.Inode
}

// Identifier gives the identity of what Lstat returned; ok is false where there is none, and so it is without the
// interface.
type Identifier interface {
	Identify(info fs.FileInfo) (Identity, bool)
}

// ChangeTimer gives the time of the last change to a file's content or attributes (ctime), which no program sets at
// will; ok is false where there is none, and so it is without the interface.
type ChangeTimer interface {
	ChangeTime(info fs.FileInfo) (t time.Time, ok bool)
}

// Owner is who a file belongs to.
type Owner struct{ UID, GID int }

// Ownerer gives the owner of what Lstat returned; ok is false where there is none, and so it is without the interface.
type Ownerer interface {
	Owner(info fs.FileInfo) (o Owner, ok bool)
}

// Mount is the part of a file system a name lies on. A rename can only succeed between names whose directories have
// equal mounts.
type Mount struct{ Device, ID uint64 }

// Mounter gives the mount of an existing name, which is not followed when it is a link. Without it there is one mount.
type Mounter interface {
	Mount(name string) (Mount, error)
}

// Attributer copies owner and extended attributes (access control lists and capabilities among them) from one regular
// file to another, as far as allowed, and leaves the mode of the second as it is. It returns the names of those that
// were lost ("owner", "group", or the name of the extended attribute), sorted; an error is only for what made the
// attempt impossible. Without it nothing is copied and the error is errors.ErrUnsupported.
type Attributer interface {
	CopyAttributes(from, to string) (lost []string, err error)
}

// Locker locks an open file against every other handle, of this process and of others. TryLock does not wait: held is
// true when another handle has the lock. The lock goes when the file is closed, or its process ends. Without it
// the error is errors.ErrUnsupported, and O_EXCL is all the protection there is.
type Locker interface {
	TryLock(f afero.File) (held bool, err error)
}

// Actor is who the permission bits are checked against; ok is false where everything is allowed (as it is for the
// superuser), and so it is without the interface.
type Actor interface {
	Actor() (o Owner, ok bool)
}
