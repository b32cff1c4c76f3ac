package fsbackend

// This file is the open file of Root.

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/afero"
)

// openFile is what the system gives for an open file or directory; *os.File is one.
type openFile interface {
	io.Reader
	io.ReaderAt
	io.Writer
	io.WriterAt
	io.StringWriter
	io.Seeker
	io.Closer
	Name() string
	Truncate(size int64) error
	Sync() error
	Readdirnames(n int) ([]string, error)
	ReadDir(n int) ([]fs.DirEntry, error)
}

// rootFile is an open file or directory; listings never follow a link and are sorted when taken whole.
type rootFile struct {
	openFile
	root   *Root
	path   string      // clean
	opened fs.FileInfo // as it was when it was opened, nil where that is not known
}

// openedInfo returns what a file was when it was opened, without asking again where the back end knows it.
func openedInfo(f afero.File) (fs.FileInfo, error) {
	if own, ok := f.(*rootFile); ok && own.opened != nil {
		return own.opened, nil
	}
	return f.Stat()
}

// Stat looks at the open file.
func (f *rootFile) Stat() (fs.FileInfo, error) {
	info, err := f.root.fstat(f.openFile)
	if err != nil {
		return nil, pathError("stat", f.Name(), err)
	}
	return info, nil
}

// ReadDir lists entries; with n <= 0 all of them, sorted by name.
func (f *rootFile) ReadDir(n int) ([]fs.DirEntry, error) {
	entries, err := f.openFile.ReadDir(n)
	for i, e := range entries {
		entries[i] = rootEntry{DirEntry: e, root: f.root, dir: f.path}
	}
	if n <= 0 {
		slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	}
	return entries, err
}

// Readdir lists what is there, looked at without following; what vanishes meanwhile is left out.
func (f *rootFile) Readdir(n int) ([]fs.FileInfo, error) {
	names, err := f.Readdirnames(n)
	infos := make([]fs.FileInfo, 0, len(names))
	for _, name := range names {
		info, err := f.root.lstatIn(f.openFile, f.path, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return infos, pathError("readdir", f.Name(), err)
		}
		infos = append(infos, info)
	}
	return infos, err
}

// Readdirnames lists the names; with n <= 0 all of them, sorted.
func (f *rootFile) Readdirnames(n int) ([]string, error) {
	names, err := f.openFile.Readdirnames(n)
	if n <= 0 {
		slices.Sort(names)
	}
	return names, err
}

// rootEntry is an entry of a directory whose Info is that of Root.
type rootEntry struct {
	fs.DirEntry
	root *Root
	dir  string
}

// Info looks at the entry now.
func (e rootEntry) Info() (fs.FileInfo, error) { return e.root.Lstat(join(e.dir, e.Name())) }
