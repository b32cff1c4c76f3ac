// Package shadow keeps a private directory that looks like a tree with a workspace laid over it, for tools that need files
// on disk. What a tool does there stays there: nothing in it is hard-linked to the tree, and the only symbolic links that
// lead out are those to directories that were named for it.
//
// It runs no tool and decides nothing about what tools change: it tells.
package shadow

// This file makes a directory, and removes it.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/afero"

	"devstar/fsbackend"
)

// Options say what a tree is made from.
type Options struct {
	FS   afero.Fs            // the tree on disk
	Dir  string              // its directory in the operating system; "" when it has none
	Link []string            // directories, relative to the root, that are linked to instead of copied
	Skip func(p string) bool // files that are left out; nil for none
	Base string              // where private directories lie; "" means Base(Dir)
}

// Tree is the private directory. It is made by the first Sync. It must not be used by several goroutines at once.
type Tree struct {
	opts  Options
	lease *lease
	dir   string          // of the files; "" before the first Sync
	fs    *fsbackend.Root // over dir
	have  map[string]have // what was put there, by path
	made  map[string]bool // directories
	stray []string        // what tools left there
	first bool            // nothing has run in it yet
	used  bool            // something may have run in it since the last Settle
	plain bool            // this file system has no reflinks
}

// New describes a tree. Nothing is made yet.
func New(o Options) *Tree { return &Tree{opts: o} }

// Dir is the directory of the files, "" before the first Sync.
func (t *Tree) Dir() string { return t.dir }

// open makes the directory.
func (t *Tree) open() error {
	if t.dir != "" {
		return nil
	}
	l, err := t.newLease()
	if err != nil {
		return fmt.Errorf("cannot make a private directory for tools: %w", err)
	}
	root, err := fsbackend.NewRoot(l.tree())
	if err != nil {
		return errors.Join(err, l.release())
	}
	t.lease, t.fs, t.dir = l, root, l.tree()
	t.have, t.made, t.stray, t.first, t.used = map[string]have{}, map[string]bool{".": true}, nil, true, false
	return nil
}

// newLease finds a place: the one that was asked for, else the best one, else the directory for temporary files.
func (t *Tree) newLease() (*lease, error) {
	if t.opts.Base != "" {
		return newLease(t.opts.Base)
	}
	best, temp := Base(t.opts.Dir), tempBase()
	l, err := newLease(best)
	if err != nil && best != temp {
		return newLease(temp)
	}
	return l, err
}

// Close removes the directory. The tree can be synchronised again afterwards.
func (t *Tree) Close() error {
	if t.dir == "" {
		return nil
	}
	err := t.fs.Close()
	t.dir, t.fs = "", nil
	return errors.Join(err, t.lease.release())
}

// removeAll removes a directory, also where a tool took permissions away. Links are removed, never followed.
func removeAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			os.Chmod(name, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}
