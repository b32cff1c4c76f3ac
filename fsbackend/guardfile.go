package fsbackend

// This file is the guard for regular files: their bytes must be the ones that are known.

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io/fs"

	"github.com/spf13/afero"
)

// meetFile is the shortest way to look at a file that is as it is wanted: everything from one handle. Where anything is
// otherwise it is not ok, and the long way finds out what.
func (y eye) meetFile(w want) (n sight, ok bool) {
	if w.known == nil || w.emptied || w.known.Link != "" || w.known.Mode.Type() != 0 || y.twins[w.name] {
		return n, false
	}
	f, err := y.fs.Open(w.name)
	if err != nil {
		return n, false
	}
	defer f.Close()
	info, err := openedInfo(f)
	if err != nil || !info.Mode().IsRegular() {
		return n, false
	}
	if n = y.glance(info); !n.seen.ok {
		return n, false
	}
	if n.mount, ok = mountOfOpen(y.fs, f, w.name); !ok {
		return n, false
	}
	n.bare = isBare(y.fs, f)
	c := newContentCheck(w.known)
	if info.Size() != sizeOf(w.known) || y.pass(f, info.Size(), c.take) != nil || !c.equal() {
		return n, false
	}
	n.stamp = fileStamp(c.sum())
	return n, true
}

// handleMounter is what a back end has that can tell the mount of an open file.
type handleMounter interface {
	mountOfHandle(f afero.File) (Mount, bool)
}

// mountOfOpen gives the mount an open file lies on.
func mountOfOpen(fsys afero.Fs, f afero.File, name string) (Mount, bool) {
	if h, ok := fsys.(handleMounter); ok {
		return h.mountOfHandle(f)
	}
	m, err := MountOf(fsys, name)
	return m, err == nil
}

// compareFile demands that a regular file holds the bytes that are known, and completes what is seen of it.
func (y eye) compareFile(w want, info fs.FileInfo, n *sight) (string, error) {
	sum, equal, err := y.compareBytes(w, info, func(f afero.File) { n.bare = isBare(y.fs, f) })
	switch {
	case err == errReplaced:
		return "changed on disk: " + err.Error(), nil
	case err != nil:
		return "", err
	}
	if !equal {
		return fmt.Sprintf("changed on disk: its content differs (it had %d bytes; now it is %s)",
			sizeOf(w.known), portrait(info.Mode(), info.Size(), info.ModTime())), nil
	}
	n.stamp = fileStamp(sum)
	return "", nil
}

// compareBytes reads a file once, comparing and hashing at the same time.
func (y eye) compareBytes(w want, info fs.FileInfo, peek func(afero.File)) (sum [32]byte, equal bool, err error) {
	if info.Size() != sizeOf(w.known) {
		return sum, false, nil
	}
	c := newContentCheck(w.known)
	err = y.read(w.name, info, peek, c.take)
	return c.sum(), c.equal(), err
}

// contentCheck holds what is read against a known content, chunk by chunk.
type contentCheck struct {
	known   *Known
	rest    string // of the known bytes
	differs bool
	hash    hash.Hash
}

func newContentCheck(k *Known) *contentCheck {
	return &contentCheck{known: k, rest: k.Data, hash: sha256.New()}
}

// take takes a chunk and says whether more is of interest.
func (c *contentCheck) take(chunk []byte) bool {
	c.hash.Write(chunk)
	if c.known.Opaque {
		return true
	}
	c.differs = len(chunk) > len(c.rest) || c.rest[:len(chunk)] != string(chunk)
	if !c.differs {
		c.rest = c.rest[len(chunk):]
	}
	return !c.differs
}

// equal says whether everything that was known came, and nothing else.
func (c *contentCheck) equal() bool {
	if c.known.Opaque {
		return c.sum() == c.known.Sum
	}
	return !c.differs && c.rest == ""
}

// sum is the hash of what came.
func (c *contentCheck) sum() [32]byte { return [32]byte(c.hash.Sum(nil)) }
