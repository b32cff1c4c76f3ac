package fsbackend

// This file brings nodes and contents up from the base of an Overlay.

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// adopt looks for a name of a directory in the base.
func (t *tree) adopt(dir *node, name string) (*node, error) {
	at := join(dir.below, name)
	info, err := Lstat(t.base, at)
	if err != nil {
		return nil, bare(err)
	}
	n := t.nodeOf(at, info, dir)
	if n.isLink() && n.target == "" {
		if n.target, err = Readlink(t.base, at); err != nil {
			return nil, bare(err)
		}
	}
	dir.children[name] = n
	return n, nil
}

// adoptAll looks for all names of a directory in the base, after which it is the overlay's alone.
func (t *tree) adoptAll(dir *node) error {
	if dir.below == "" {
		return nil
	}
	f, err := t.base.Open(dir.below)
	if err != nil {
		return bare(err)
	}
	names, err := f.Readdirnames(-1)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return bare(err)
	}
	for _, name := range names {
		if _, ok := dir.children[name]; ok {
			continue
		}
		if _, err := t.adopt(dir, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	dir.below = ""
	return nil
}

// nodeOf is the node of what the base has at a name. Names of one file share one node.
func (t *tree) nodeOf(at string, info fs.FileInfo, dir *node) *node {
	id, known := Identify(t.base, info)
	file := Identity{Device: id.Device, Inode: id.Inode}
	many := known && id.Links > 1 && !info.IsDir()
	if n := t.shared[file]; many && n != nil {
		return n
	}
	n := t.newNode(info.Mode(), dir)
	n.parent, n.below, n.size = dir, at, info.Size()
	n.modified, n.changed = info.ModTime(), info.ModTime()
	if c, ok := ChangeTime(t.base, info); ok {
		n.changed = c
	}
	if o, ok := OwnerOf(t.base, info); ok {
		n.owner = o
	}
	if known {
		n.inode = id
	} else if !info.IsDir() {
		n.inode.Links = 1
	}
	if dir == nil || n.inode.Device != dir.inode.Device || info.IsDir() {
		n.mount, _ = MountOf(t.base, at)
	}
	if many {
		t.shared[file] = n
	}
	return n
}

// content gives the bytes of a file, to be changed: they leave the base.
func (t *tree) content(n *node) ([]byte, error) {
	if n.below == "" {
		return n.data, nil
	}
	if n.size > maxContent {
		return nil, syscall.EFBIG
	}
	f, err := t.base.Open(n.below)
	if err != nil {
		return nil, bare(err)
	}
	defer f.Close()
	data := bytes.NewBuffer(make([]byte, 0, n.size+bytes.MinRead))
	if _, err := data.ReadFrom(io.LimitReader(f, maxContent+1)); err != nil {
		return nil, bare(err)
	}
	if data.Len() > maxContent {
		return nil, syscall.EFBIG
	}
	return data.Bytes(), nil
}

// openBelow opens the content in the base, where it is read from there.
func (f *memoryFile) openBelow() error {
	if f.node.below == "" || !f.node.mode.IsRegular() || f.flag&access == os.O_WRONLY {
		return nil
	}
	lower, err := f.tree.base.Open(f.node.below)
	if err != nil {
		return bare(err)
	}
	f.lower = lower
	return nil
}

// fromBelow gives the open file of the base when the content is still there, and the offset.
func (f *memoryFile) fromBelow() (lower io.ReaderAt, offset int64) {
	f.tree.mu.Lock()
	defer f.tree.mu.Unlock()
	if f.closed || f.lower == nil || f.node.below == "" {
		return nil, 0
	}
	return f.lower, f.offset
}
