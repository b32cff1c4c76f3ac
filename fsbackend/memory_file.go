package fsbackend

// This file is the open file of Memory and Overlay.

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"

	"github.com/spf13/afero"
)

// maxContent bounds a file, so that a wild offset is an error and not the end of memory.
const maxContent = 1 << 30

// errAppend is the error of writing at an offset to a file that only grows.
var errAppend = errors.New("writing at an offset of a file opened for appending")

// access is the part of the flags that says reading, writing or both.
const access = os.O_RDONLY | os.O_WRONLY | os.O_RDWR

// memoryFile is an open file or directory.
type memoryFile struct {
	tree   *tree
	node   *node
	name   string // as it was given
	base   string
	flag   int
	offset int64
	closed bool
	lower  afero.File // the content in the base, opened for reading

	listed bool     // the directory has been read
	names  []string // what is still to be listed
}

// open finds or makes the node that OpenFile is about.
func (t *tree) open(p place, flag int, perm fs.FileMode) (*node, error) {
	if flag&os.O_CREATE != 0 && p.slash && !p.isRoot() {
		return nil, errIsDir
	}
	dir, n, err := t.find(p)
	switch {
	case err != nil:
		return nil, err
	case n == nil && flag&os.O_CREATE == 0:
		return nil, errNotExist
	case n == nil:
		return t.makeIn(dir, p.base, t.newMode(perm))
	case flag&(os.O_CREATE|os.O_EXCL) == os.O_CREATE|os.O_EXCL:
		return nil, errExist
	case n.isLink():
		return nil, &SymlinkError{At: p.path}
	}
	if err := t.mayOpen(n, flag); err != nil {
		return nil, err
	}
	if flag&os.O_TRUNC != 0 {
		t.setContent(n, nil)
	}
	return n, nil
}

// mayOpen checks kind and permission of what is there.
func (t *tree) mayOpen(n *node, flag int) error {
	if n.mode.IsDir() && (flag&access != os.O_RDONLY || flag&(os.O_CREATE|os.O_TRUNC) != 0) {
		return errIsDir
	}
	if !n.mode.IsDir() && !n.mode.IsRegular() {
		return ErrSpecial
	}
	var want fs.FileMode
	if flag&access != os.O_WRONLY {
		want |= mayRead
	}
	if flag&access != os.O_RDONLY || flag&os.O_TRUNC != 0 {
		want |= mayWrite
	}
	if !t.allows(n, want) {
		return syscall.EACCES
	}
	return nil
}

// setContent gives a file a new content.
func (t *tree) setContent(n *node, data []byte) {
	n.data, n.below = data, ""
	if t.checked {
		n.mode &^= fs.ModeSetuid
		if n.mode&0o010 != 0 {
			n.mode &^= fs.ModeSetgid
		}
	}
	t.touch(n)
}

// use runs do with the tree locked and the file open.
func (f *memoryFile) use(op string, do func() error) error {
	f.tree.mu.Lock()
	defer f.tree.mu.Unlock()
	err := fs.ErrClosed
	if !f.closed {
		err = do()
	}
	if err == io.EOF {
		return err
	}
	return pathError(op, f.name, err)
}

// Name is the name the file was opened under.
func (f *memoryFile) Name() string { return f.name }

// Close closes the file and frees its lock; the second time it fails.
func (f *memoryFile) Close() error {
	return f.use("close", func() error {
		f.closed = true
		if f.node.locked == f {
			f.node.locked = nil
		}
		if f.lower != nil {
			return f.lower.Close()
		}
		return nil
	})
}

// Stat looks at the open file.
func (f *memoryFile) Stat() (info fs.FileInfo, err error) {
	err = f.use("stat", func() error {
		info = f.node.snapshot(f.base)
		return nil
	})
	return info, err
}

// Sync has nothing to do.
func (f *memoryFile) Sync() error { return f.use("sync", func() error { return nil }) }

// Read reads on from the offset.
func (f *memoryFile) Read(p []byte) (n int, err error) {
	if lower, offset := f.fromBelow(); lower != nil {
		n, err = lower.ReadAt(p, offset)
		return n, f.use("read", func() error {
			f.offset += int64(n)
			if err == io.EOF && n > 0 {
				return nil
			}
			return err
		})
	}
	err = f.use("read", func() error {
		n, err = f.readAt(p, f.offset)
		f.offset += int64(n)
		if err == io.EOF && n > 0 {
			return nil
		}
		return err
	})
	return n, err
}

// ReadAt reads at an offset; a short read is io.EOF.
func (f *memoryFile) ReadAt(p []byte, off int64) (n int, err error) {
	if lower, _ := f.fromBelow(); lower != nil && off >= 0 {
		n, err = lower.ReadAt(p, off)
		return n, f.use("read", func() error { return err })
	}
	err = f.use("read", func() error {
		if off < 0 {
			return errInvalid
		}
		n, err = f.readAt(p, off)
		return err
	})
	return n, err
}

// readAt reads from memory, with io.EOF when the content ends.
func (f *memoryFile) readAt(p []byte, off int64) (int, error) {
	switch {
	case f.node.mode.IsDir():
		return 0, errIsDir
	case f.flag&access == os.O_WRONLY:
		return 0, syscall.EBADF
	case len(p) == 0:
		return 0, nil
	case off >= int64(len(f.node.data)):
		return 0, io.EOF
	}
	n := copy(p, f.node.data[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// Write writes at the offset, or at the end of a file opened for appending.
func (f *memoryFile) Write(p []byte) (n int, err error) {
	err = f.use("write", func() error {
		if f.flag&os.O_APPEND != 0 {
			f.offset = f.node.length()
		}
		if err := f.writeAt(p, f.offset); err != nil {
			return err
		}
		n = len(p)
		f.offset += int64(n)
		return nil
	})
	return n, err
}

// WriteString is Write.
func (f *memoryFile) WriteString(s string) (int, error) { return f.Write([]byte(s)) }

// WriteAt writes at an offset, which a file opened for appending refuses.
func (f *memoryFile) WriteAt(p []byte, off int64) (n int, err error) {
	err = f.use("write", func() error {
		if f.flag&os.O_APPEND != 0 {
			return errAppend
		}
		if off < 0 {
			return errInvalid
		}
		if err := f.writeAt(p, off); err != nil {
			return err
		}
		n = len(p)
		return nil
	})
	return n, err
}

// writeAt changes the content; a gap is filled with zeros.
func (f *memoryFile) writeAt(p []byte, off int64) error {
	if f.flag&access == os.O_RDONLY {
		return syscall.EBADF
	}
	end := off + int64(len(p))
	if end > maxContent {
		return syscall.EFBIG
	}
	if len(p) == 0 {
		return nil
	}
	if err := f.resize(max(end, f.node.length())); err != nil {
		return err
	}
	copy(f.node.data[off:], p)
	return nil
}

// resize brings the content up from below and gives it the length.
func (f *memoryFile) resize(length int64) error {
	data, err := f.tree.content(f.node)
	if err != nil {
		return err
	}
	if grow := int(length) - len(data); grow > 0 {
		was := len(data)
		data = slices.Grow(data, grow)[:length]
		clear(data[was:])
	}
	f.tree.setContent(f.node, data[:length])
	return nil
}

// Truncate gives the content a length.
func (f *memoryFile) Truncate(size int64) error {
	return f.use("truncate", func() error {
		switch {
		case size < 0, f.flag&access == os.O_RDONLY:
			return errInvalid
		case size > maxContent:
			return syscall.EFBIG
		}
		return f.resize(size)
	})
}

// Seek moves the offset; in a directory only to its start, to list it again.
func (f *memoryFile) Seek(offset int64, whence int) (at int64, err error) {
	err = f.use("seek", func() error {
		switch whence {
		case io.SeekStart:
			at = offset
		case io.SeekCurrent:
			at = f.offset + offset
		case io.SeekEnd:
			at = f.node.length() + offset
		default:
			return errInvalid
		}
		if at < 0 || f.node.mode.IsDir() && at != 0 {
			return errInvalid
		}
		f.offset, f.listed = at, false
		return nil
	})
	if err != nil {
		return 0, err
	}
	return at, nil
}
