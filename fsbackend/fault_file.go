package fsbackend

// This file is the open file of Fault.

import (
	"io/fs"

	"github.com/spf13/afero"
)

// faultFile is an open file of the base.
type faultFile struct {
	afero.File
	fault  *Fault
	writes bool
}

// change is a changing call on the file.
func (f *faultFile) change(op string, full, half func() error) error {
	return f.fault.change(step{op: op, name: f.File.Name(), full: full, half: half})
}

// Write changes; half of it is the first half of the bytes. A fault that comes after it says that nothing was written.
func (f *faultFile) Write(p []byte) (int, error) {
	return f.write(p, f.File.Write)
}

// WriteString is Write.
func (f *faultFile) WriteString(s string) (int, error) { return f.Write([]byte(s)) }

// WriteAt changes, as Write does.
func (f *faultFile) WriteAt(p []byte, off int64) (int, error) {
	return f.write(p, func(p []byte) (int, error) { return f.File.WriteAt(p, off) })
}

func (f *faultFile) write(p []byte, write func(p []byte) (int, error)) (n int, err error) {
	done := false
	err = f.change("write", func() (err error) {
		n, err = write(p)
		done = err == nil
		return err
	}, func() (err error) {
		n, err = write(p[:len(p)/2])
		return err
	})
	if err != nil && done {
		n = 0
	}
	return n, err
}

// Truncate changes.
func (f *faultFile) Truncate(size int64) error {
	return f.change("truncate", func() error { return f.File.Truncate(size) }, nil)
}

// Sync changes: what is on the disk.
func (f *faultFile) Sync() error {
	return f.change("sync", f.File.Sync, func() error { return nil })
}

// Close changes when the file was opened for writing. It closes the file whatever it says, as a system does.
func (f *faultFile) Close() error {
	if !f.fault.forget(f) {
		return f.closeAgain()
	}
	closed := f.File.Close()
	if !f.writes {
		return closed
	}
	return f.change("close", func() error { return closed }, nil)
}

// closeAgain is the error of closing what is closed.
func (f *faultFile) closeAgain() error {
	if err := f.fault.alive("close", f.File.Name()); err != nil {
		return err
	}
	return f.File.Close()
}

// forget takes a file from those a crash would close, and says whether it was one.
func (f *Fault) forget(file *faultFile) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	was := f.open[file]
	delete(f.open, file)
	return was
}

// Read only looks.
func (f *faultFile) Read(p []byte) (int, error) {
	if err := f.fault.alive("read", f.File.Name()); err != nil {
		return 0, err
	}
	return f.File.Read(p)
}

// ReadAt only looks.
func (f *faultFile) ReadAt(p []byte, off int64) (int, error) {
	if err := f.fault.alive("read", f.File.Name()); err != nil {
		return 0, err
	}
	return f.File.ReadAt(p, off)
}

// Seek only looks.
func (f *faultFile) Seek(offset int64, whence int) (int64, error) {
	if err := f.fault.alive("seek", f.File.Name()); err != nil {
		return 0, err
	}
	return f.File.Seek(offset, whence)
}

// Stat only looks.
func (f *faultFile) Stat() (fs.FileInfo, error) {
	if err := f.fault.alive("stat", f.File.Name()); err != nil {
		return nil, err
	}
	return f.File.Stat()
}

// Readdir only looks.
func (f *faultFile) Readdir(count int) ([]fs.FileInfo, error) {
	if err := f.fault.alive("readdir", f.File.Name()); err != nil {
		return nil, err
	}
	return f.File.Readdir(count)
}

// Readdirnames only looks.
func (f *faultFile) Readdirnames(count int) ([]string, error) {
	if err := f.fault.alive("readdir", f.File.Name()); err != nil {
		return nil, err
	}
	return f.File.Readdirnames(count)
}

// ReadDir only looks; it is Readdir where the base has nothing better.
func (f *faultFile) ReadDir(count int) ([]fs.DirEntry, error) {
	if err := f.fault.alive("readdir", f.File.Name()); err != nil {
		return nil, err
	}
	if d, ok := f.File.(fs.ReadDirFile); ok {
		return d.ReadDir(count)
	}
	infos, err := f.File.Readdir(count)
	entries := make([]fs.DirEntry, len(infos))
	for i, info := range infos {
		entries[i] = fs.FileInfoToDirEntry(info)
	}
	return entries, err
}
