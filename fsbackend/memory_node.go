package fsbackend

// This file is the inode of Memory and Overlay: what it holds, who may use it, and the snapshot that FileInfo is.

import (
	"io/fs"
	"time"
)

// node is a file, directory or link. One node can have several names.
type node struct {
	inode    Identity
	mount    Mount
	mode     fs.FileMode
	owner    Owner
	modified time.Time
	changed  time.Time

	data     []byte           // of a file
	target   string           // of a link
	children map[string]*node // of a directory; nil hides what the base has
	parent   *node            // of a directory

	below  string      // where the base has its content or the rest of its names; "" when all is here
	size   int64       // of the content in the base
	locked *memoryFile // the handle that has the lock
}

// The permissions that are asked for.
const (
	mayRead   = 4
	mayWrite  = 2
	maySearch = 1
)

// newNode makes a node for a directory that does not name it yet; it lies where the directory lies.
func (t *tree) newNode(mode fs.FileMode, dir *node) *node {
	t.inodes++
	now := t.now()
	n := &node{
		inode: Identity{Device: 1, Inode: t.inodes},
		mode:  mode, owner: t.actor, modified: now, changed: now,
	}
	if dir != nil {
		n.inode.Device, n.mount = dir.inode.Device, dir.mount
	}
	if mode.IsDir() {
		n.inode.Links = 2
		n.children = map[string]*node{}
	}
	return n
}

// isLink says whether the node is a symlink.
func (n *node) isLink() bool { return n.mode&fs.ModeSymlink != 0 }

// length is the size of the content.
func (n *node) length() int64 {
	switch {
	case n.mode.IsDir():
		return 4096
	case n.isLink():
		return int64(len(n.target))
	case n.below != "":
		return n.size
	}
	return int64(len(n.data))
}

// allows says whether the permission bits give the actor all of want.
func (t *tree) allows(n *node, want fs.FileMode) bool {
	if !t.checked {
		return true
	}
	bits := n.mode.Perm()
	switch {
	case n.owner.UID == t.actor.UID:
		bits >>= 6
	case n.owner.GID == t.actor.GID:
		bits >>= 3
	}
	return bits&want == want
}

// owns says whether the actor may change the attributes of the node.
func (t *tree) owns(n *node) bool { return !t.checked || n.owner.UID == t.actor.UID }

// now is the time of the next change.
func (t *tree) now() time.Time {
	t.ticks++
	return epoch().Add(time.Duration(t.ticks) * time.Microsecond)
}

// touch records a change of the content.
func (t *tree) touch(n *node) {
	n.modified = t.now()
	n.changed = n.modified
}

// memoryInfo is a snapshot of a node.
type memoryInfo struct {
	name     string
	inode    Identity
	owner    Owner
	mode     fs.FileMode
	size     int64
	modified time.Time
	changed  time.Time
}

func (i *memoryInfo) Name() string       { return i.name }
func (i *memoryInfo) Size() int64        { return i.size }
func (i *memoryInfo) Mode() fs.FileMode  { return i.mode }
func (i *memoryInfo) ModTime() time.Time { return i.modified }
func (i *memoryInfo) IsDir() bool        { return i.mode.IsDir() }
func (i *memoryInfo) Sys() any           { return nil }

// snapshot is what a FileInfo of the node says, now and later.
func (n *node) snapshot(name string) *memoryInfo {
	return &memoryInfo{
		name: name, inode: n.inode, owner: n.owner, mode: n.mode,
		size: n.length(), modified: n.modified, changed: n.changed,
	}
}

// Identify gives device, inode and number of names.
func (t *tree) Identify(info fs.FileInfo) (Identity, bool) {
	i, ok := info.(*memoryInfo)
	if !ok {
		return Identity{}, false
	}
	return i.inode, true
}

// ChangeTime gives the time of the last change to content or attributes.
func (t *tree) ChangeTime(info fs.FileInfo) (time.Time, bool) {
	i, ok := info.(*memoryInfo)
	if !ok {
		return time.Time{}, false
	}
	return i.changed, true
}

// Owner gives user and group.
func (t *tree) Owner(info fs.FileInfo) (Owner, bool) {
	i, ok := info.(*memoryInfo)
	if !ok {
		return Owner{}, false
	}
	return i.owner, true
}

// Actor is who the permission bits are checked against.
func (t *tree) Actor() (Owner, bool) { return t.actor, t.checked }
