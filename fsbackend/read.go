package fsbackend

// This file reads many files at once, within bounds.

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/spf13/afero"
)

// FileRead is the content of one file, or why it could not be had.
type FileRead struct {
	Name    string
	Data    []byte
	Info    fs.FileInfo // of the handle that was read
	ID      Identity    // zero where the back end has none
	Changed bool        // the file did not have the size of Info any more when it was read: it is being written to
	Err     error       // names the path; Data is nil
}

// BoundError is a bound that was exceeded.
type BoundError struct {
	Limit string // file_bytes, total_bytes
	Value int64  // of the limit, in bytes
	Name  string // the first file with which it was exceeded
}

// Error names the file, the limit and its value.
func (e *BoundError) Error() string {
	limit := "the limit " + e.Limit + " of " + strconv.FormatInt(e.Value, 10) + " bytes"
	if e.Limit == totalBytes {
		return "with " + strconv.Quote(e.Name) + " the files are larger in all than " + limit
	}
	return strconv.Quote(e.Name) + " is larger than " + limit
}

// Reason is the name of the limit.
func (e *BoundError) Reason() string { return e.Limit }

// Hint says what to do.
func (e *BoundError) Hint() string { return "select less, or raise " + e.Limit }

const (
	fileBytes  = "file_bytes"
	totalBytes = "total_bytes"
)

const (
	scratchBytes = 64 << 10 // files below this size are read without a guess at their size
	stepBytes    = 4 << 20  // of one read, between two looks at the context
)

// ReadAll reads regular files in parallel; results are in the order of names. What is wrong with one name is in its
// result. Bounds, in bytes, are checked before anything is read, by the sizes, and again while reading: a file above perFile or
// a sum above total ends the whole call with *BoundError; math.MaxInt64 is no bound. No file is read further than one byte
// past perFile, and no FIFO is waited on.
func ReadAll(ctx context.Context, fsys afero.Fs, names []string, perFile, total int64) ([]FileRead, error) {
	r := &reading{fsys: fsys, perFile: bounded(perFile), total: bounded(total), out: make([]FileRead, len(names))}
	r.ctx, r.stop = context.WithCancelCause(ctx)
	defer r.stop(nil)
	r.inParallel(func(i int, _ []byte) { r.look(i, names[i]) })
	if err := r.checkSizes(); err != nil {
		return nil, err
	}
	r.inParallel(r.read)
	if err := r.firstBound(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return r.out, nil
}

// bounded leaves room for the one byte more that tells a file at the bound from one above it.
func bounded(bound int64) int64 { return min(max(bound, 0), math.MaxInt64-1) }

// reading is a ReadAll under way.
type reading struct {
	ctx            context.Context
	stop           context.CancelCauseFunc
	fsys           afero.Fs
	perFile, total int64
	out            []FileRead
	sum            atomic.Int64
}

// inParallel calls do for every index, each worker with a buffer of its own, until all are done or the context ends.
func (r *reading) inParallel(do func(i int, scratch []byte)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(max(4, runtime.NumCPU()), len(r.out)) {
		group.Go(func() {
			scratch := make([]byte, scratchBytes)
			for r.ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(r.out) {
					return
				}
				do(i, scratch)
			}
		})
	}
	group.Wait()
}

// look finds out what a name is before it is opened.
func (r *reading) look(i int, name string) {
	f := &r.out[i]
	f.Name = name
	if f.Info, f.Err = Lstat(r.fsys, name); f.Err == nil {
		f.Err = pathError("read", name, notRegular(name, f.Info.Mode()))
	}
}

// notRegular says why something is not read; nil for a regular file.
func notRegular(name string, mode fs.FileMode) error {
	switch {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return syscall.EISDIR
	case mode&fs.ModeSymlink != 0:
		return &SymlinkError{At: name}
	}
	return ErrSpecial
}

// checkSizes applies the bounds to the sizes, in the order of names, so that the same files give the same error.
func (r *reading) checkSizes() error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	left := r.total
	for i := range r.out {
		f := &r.out[i]
		if f.Err != nil {
			continue
		}
		size := f.Info.Size()
		if size > r.perFile {
			return &BoundError{fileBytes, r.perFile, f.Name}
		}
		if left -= size; left < 0 {
			return &BoundError{totalBytes, r.total, f.Name}
		}
	}
	return nil
}

// read reads one file that is regular as far as is known. A bound that is exceeded stops the others.
func (r *reading) read(i int, scratch []byte) {
	f := &r.out[i]
	if f.Err != nil {
		return
	}
	f.Err = f.fill(r.ctx, r.fsys, r.perFile, scratch)
	if f.Err == nil && r.sum.Add(int64(len(f.Data))) > r.total {
		f.Err = &BoundError{totalBytes, r.total, f.Name}
	}
	var bound *BoundError
	switch {
	case errors.As(f.Err, &bound):
		r.stop(bound)
	case f.Err != nil:
		f.Err = pathError("read", f.Name, f.Err)
	}
	if f.Err != nil {
		f.Data = nil
	}
}

// fill opens the file and sets everything from that one handle.
func (f *FileRead) fill(ctx context.Context, fsys afero.Fs, limit int64, scratch []byte) error {
	h, err := fsys.Open(f.Name)
	if err != nil {
		return err
	}
	defer h.Close()
	if f.Info, err = openedInfo(h); err != nil {
		return err
	}
	if err := notRegular(f.Name, f.Info.Mode()); err != nil {
		return err
	}
	f.ID, _ = Identify(fsys, f.Info)
	f.Data, err = readContent(ctx, h, f.Info.Size(), limit, scratch)
	f.Changed = int64(len(f.Data)) != f.Info.Size()
	if int64(len(f.Data)) > limit {
		return &BoundError{fileBytes, limit, f.Name}
	}
	return err
}

// readContent reads up to limit bytes, and one more where there is more. A read that is short where the size said that
// the file ends is its end: asking once more would cost as much as the reading of a small file.
func readContent(ctx context.Context, h io.Reader, size, limit int64, scratch []byte) ([]byte, error) {
	buf := scratch[:0]
	if size >= int64(len(scratch)) {
		buf = make([]byte, 0, min(size, limit)+1)
	}
	for int64(len(buf)) <= limit {
		if len(buf) == cap(buf) {
			buf = slices.Grow(buf, len(buf)/4+1)
		}
		room := min(int64(cap(buf)), limit+1, int64(len(buf))+stepBytes)
		n, err := h.Read(buf[len(buf):room])
		buf = buf[:len(buf)+n]
		atEnd := int64(len(buf)) == size && int64(len(buf)) < room
		if err == nil && !atEnd {
			err = ctx.Err()
		}
		if err == io.EOF || err == nil && atEnd {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	if size < int64(len(scratch)) {
		return append(make([]byte, 0, len(buf)), buf...), nil
	}
	return buf, nil
}

// firstBound returns the bound that was exceeded while reading, by the first of the names.
func (r *reading) firstBound() error {
	for i := range r.out {
		var bound *BoundError
		if errors.As(r.out[i].Err, &bound) {
			return bound
		}
	}
	return nil
}

// readOne reads one regular file of at most limit bytes.
func readOne(ctx context.Context, fsys afero.Fs, name string, limit int64) ([]byte, error) {
	info, err := Lstat(fsys, name)
	if err != nil {
		return nil, err
	}
	if err := notRegular(name, info.Mode()); err != nil {
		return nil, pathError("read", name, err)
	}
	f := FileRead{Name: name}
	if err := f.fill(ctx, fsys, limit, nil); err != nil {
		return nil, err
	}
	return f.Data, nil
}
