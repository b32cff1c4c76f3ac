//go:build unix

package fsbackend

// This file is an open regular file of Root on Unix. It talks to the system directly: os.File would ask for the flags of
// every handle it is given, for a poller that regular files cannot use.

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// handle is a regular file, safe for concurrent use; Close waits for calls that are under way.
type handle struct {
	name    string
	appends bool
	mu      sync.RWMutex // held for reading while fd is in use
	fd      int          // -1 when closed
}

// Name is the name under which the file was opened.
func (h *handle) Name() string { return h.name }

// Close frees the handle.
func (h *handle) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.fd < 0 {
		return pathError("close", h.name, fs.ErrClosed)
	}
	err := unix.Close(h.fd)
	h.fd = -1
	return pathError("close", h.name, err)
}

// control runs do with the number of the file, which cannot be closed meanwhile.
func (h *handle) control(do func(fd int) error) error {
	h.mu.RLock()
	defer h.mu.RUnlock()
	if h.fd < 0 {
		return fs.ErrClosed
	}
	return do(h.fd)
}

// maxTransfer is the most that one call moves; some systems refuse more.
const maxTransfer = 1 << 30

// Read reads at the file's position; the end is io.EOF.
func (h *handle) Read(b []byte) (n int, err error) {
	err = h.control(func(fd int) error {
		n, err = retry(func() (int, error) { return unix.Read(fd, b[:min(len(b), maxTransfer)]) })
		return err
	})
	return h.took(n, len(b), err)
}

// ReadAt fills b from an offset; less than all of it comes with an error, at the end io.EOF.
func (h *handle) ReadAt(b []byte, off int64) (n int, err error) {
	if off < 0 {
		return 0, pathError("read", h.name, errInvalid)
	}
	for n < len(b) {
		m, err := h.readAt(b[n:], off+int64(n))
		n += m
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// readAt reads once.
func (h *handle) readAt(b []byte, off int64) (n int, err error) {
	err = h.control(func(fd int) error {
		n, err = retry(func() (int, error) { return unix.Pread(fd, b[:min(len(b), maxTransfer)], off) })
		return err
	})
	return h.took(n, len(b), err)
}

// took is what a read returns.
func (h *handle) took(n, wanted int, err error) (int, error) {
	switch {
	case err != nil:
		return 0, pathError("read", h.name, err)
	case n == 0 && wanted > 0:
		return 0, io.EOF
	}
	return n, nil
}

// Write writes all of b at the file's position.
func (h *handle) Write(b []byte) (int, error) {
	return h.put(b, func(fd int, part []byte, _ int) (int, error) { return unix.Write(fd, part) })
}

// WriteString is Write for a string, without a copy: the system neither keeps nor changes what it is given.
func (h *handle) WriteString(s string) (int, error) {
	return h.Write(unsafe.Slice(unsafe.StringData(s), len(s)))
}

var errAppends = errors.New("a file that is opened for appending has no place to write at")

// WriteAt writes all of b at an offset.
func (h *handle) WriteAt(b []byte, off int64) (int, error) {
	switch {
	case h.appends:
		return 0, pathError("write", h.name, errAppends)
	case off < 0:
		return 0, pathError("write", h.name, errInvalid)
	}
	return h.put(b, func(fd int, part []byte, done int) (int, error) { return unix.Pwrite(fd, part, off+int64(done)) })
}

// put writes until all is written; write gets what is left, and how much is done.
func (h *handle) put(b []byte, write func(fd int, part []byte, done int) (int, error)) (n int, err error) {
	err = h.control(func(fd int) error {
		for first := true; first || n < len(b); first = false {
			m, err := retry(func() (int, error) { return write(fd, b[n:min(len(b), n+maxTransfer)], n) })
			if err != nil {
				return err
			}
			if n += m; m == 0 && n < len(b) {
				return io.ErrUnexpectedEOF
			}
		}
		return nil
	})
	return n, pathError("write", h.name, err)
}

// Seek moves the file's position.
func (h *handle) Seek(offset int64, whence int) (at int64, err error) {
	err = h.control(func(fd int) error {
		at, err = unix.Seek(fd, offset, whence)
		return err
	})
	return at, pathError("seek", h.name, err)
}

// Truncate sets the size.
func (h *handle) Truncate(size int64) error {
	return pathError("truncate", h.name, h.control(func(fd int) error {
		_, err := retry(func() (int, error) { return 0, unix.Ftruncate(fd, size) })
		return err
	}))
}

// Sync makes the content durable.
func (h *handle) Sync() error { return pathError("sync", h.name, h.control(fsync)) }

// Readdirnames is the error of a listing: a file has none.
func (h *handle) Readdirnames(int) ([]string, error) {
	return nil, pathError("readdir", h.name, errNotDir)
}

// ReadDir is the error of a listing: a file has none.
func (h *handle) ReadDir(int) ([]fs.DirEntry, error) {
	return nil, pathError("readdir", h.name, errNotDir)
}

// onHandle runs do with the number of an open file or directory.
func onHandle(f openFile, do func(fd int) error) error {
	if h, ok := f.(*handle); ok {
		return h.control(do)
	}
	conn, err := f.(*os.File).SyscallConn()
	if err != nil {
		return err
	}
	if closed := conn.Control(func(fd uintptr) { err = do(int(fd)) }); closed != nil {
		return os.ErrClosed
	}
	return err
}
