package fsbackend

// This file is the tree of inodes of Memory and Overlay: how names are resolved, and how they come and go.

import (
	"io/fs"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/afero"
)

// tree is a file system of nodes, for Overlay on top of a base that is never changed. One mutex guards all of it.
type tree struct {
	kind    string
	mu      sync.Mutex
	top     *node
	actor   Owner
	checked bool // permission bits hold
	umask   fs.FileMode
	inodes  uint64
	ticks   int64

	base   afero.Fs           // of Overlay
	shared map[Identity]*node // files of the base with several names
}

// walk finds a directory by its clean name.
func (t *tree) walk(dir string) (*node, error) {
	n := t.top
	for end := 0; end < len(dir); end++ {
		start := end
		if i := strings.IndexByte(dir[end:], '/'); i >= 0 {
			end += i
		} else {
			end = len(dir)
		}
		next, err := t.child(n, dir[start:end])
		if err != nil {
			return nil, err
		}
		if err := mustBeDir(next, dir[:end]); err != nil {
			return nil, err
		}
		n = next
	}
	return n, nil
}

// mustBeDir refuses links and files.
func mustBeDir(n *node, at string) error {
	switch {
	case n.isLink():
		return &SymlinkError{At: at}
	case !n.mode.IsDir():
		return errNotDir
	}
	return nil
}

// child finds a name in a directory.
func (t *tree) child(dir *node, name string) (*node, error) {
	if !t.allows(dir, maySearch) {
		return nil, syscall.EACCES
	}
	n, ok := dir.children[name]
	if !ok && dir.below != "" {
		return t.adopt(dir, name)
	}
	if n == nil {
		return nil, errNotExist
	}
	return n, nil
}

// find resolves a name to its directory and its node, which is nil when only the last component is missing.
func (t *tree) find(p place) (dir, n *node, err error) {
	dir, err = t.walk(p.dir)
	if err != nil {
		return nil, nil, err
	}
	if p.isRoot() {
		return dir, dir, nil
	}
	n, err = t.child(dir, p.base)
	switch {
	case err == errNotExist:
		return dir, nil, nil
	case err != nil:
		return nil, nil, err
	case p.slash:
		return dir, n, mustBeDir(n, p.path)
	}
	return dir, n, nil
}

// get is find for what must be there.
func (t *tree) get(p place) (*node, error) {
	_, n, err := t.find(p)
	if err == nil && n == nil {
		err = errNotExist
	}
	return n, err
}

// getTarget is get for calls that do not accept a symlink.
func (t *tree) getTarget(p place) (*node, error) {
	n, err := t.get(p)
	if err == nil && n.isLink() {
		err = &SymlinkError{At: p.path}
	}
	return n, err
}

// demand is the error of a trailing slash: it must be a directory.
func (t *tree) demand(p place) error {
	if !p.slash {
		return nil
	}
	_, err := t.get(p)
	return err
}

// mayChange asks for the permission to add and remove names.
func (t *tree) mayChange(dir *node) error {
	if !t.allows(dir, mayWrite|maySearch) {
		return syscall.EACCES
	}
	return nil
}

// attach gives a node a name.
func (t *tree) attach(dir *node, name string, n *node) {
	dir.children[name] = n
	if n.mode.IsDir() {
		n.parent = dir
		dir.inode.Links++
	} else {
		n.inode.Links++
	}
	t.touch(dir)
	n.changed = dir.changed
}

// detach takes a name from a node. What the base has under it is hidden.
func (t *tree) detach(dir *node, name string, n *node) {
	if dir.below != "" {
		dir.children[name] = nil
	} else {
		delete(dir.children, name)
	}
	if n.mode.IsDir() {
		n.parent = nil
		dir.inode.Links--
	} else {
		n.inode.Links--
	}
	t.touch(dir)
	n.changed = dir.changed
}

// make adds a new node under a name that must be free.
func (t *tree) make(p place, mode fs.FileMode) (*node, error) {
	dir, n, err := t.find(p)
	if err != nil {
		return nil, err
	}
	if n != nil {
		return nil, errExist
	}
	return t.makeIn(dir, p.base, mode)
}

// makeIn adds a new node to a directory.
func (t *tree) makeIn(dir *node, name string, mode fs.FileMode) (*node, error) {
	if err := t.mayChange(dir); err != nil {
		return nil, err
	}
	n := t.newNode(mode, dir)
	t.attach(dir, name, n)
	return n, nil
}

// isEmpty says whether a directory has no names.
func (t *tree) isEmpty(dir *node) (bool, error) {
	if err := t.adoptAll(dir); err != nil {
		return false, err
	}
	for _, n := range dir.children {
		if n != nil {
			return false, nil
		}
	}
	return true, nil
}

// remove takes the last component away.
func (t *tree) remove(p place) error {
	dir, n, err := t.find(p)
	switch {
	case err != nil:
		return err
	case n == nil:
		return errNotExist
	}
	if err := t.mayChange(dir); err != nil {
		return err
	}
	if n.mode.IsDir() {
		empty, err := t.isEmpty(n)
		if err != nil {
			return err
		}
		if !empty {
			return errNotEmpty
		}
	}
	t.detach(dir, p.base, n)
	return nil
}

// rename moves a name.
func (t *tree) rename(a, b place, replace bool) error {
	a.slash = a.slash || b.slash
	if err := t.demand(a); err != nil {
		return err
	}
	adir, err := t.walk(a.dir)
	if err != nil {
		return err
	}
	bdir, err := t.walk(b.dir)
	if err != nil {
		return err
	}
	n, err := t.child(adir, a.base)
	if err != nil {
		return err
	}
	old, err := t.child(bdir, b.base)
	if err != nil && err != errNotExist {
		return err
	}
	if err := t.mayRename(n, adir, bdir, old, replace); err != nil || n == old {
		return err
	}
	if old != nil {
		t.detach(bdir, b.base, old)
	}
	t.detach(adir, a.base, n)
	t.attach(bdir, b.base, n)
	return nil
}

// mayRename refuses what rename(2), or os.Rename before it, refuses.
func (t *tree) mayRename(n, adir, bdir, old *node, replace bool) error {
	switch {
	case old != nil && !replace, old != nil && old.mode.IsDir():
		return errExist
	case adir.mount != bdir.mount:
		return syscall.EXDEV
	case n.mode.IsDir() && isWithin(bdir, n):
		return errInvalid
	case old == n:
		return nil
	case old != nil && n.mode.IsDir():
		return errNotDir
	case n.mode.IsDir() && adir != bdir && !t.allows(n, mayWrite):
		return syscall.EACCES
	}
	if err := t.mayChange(adir); err != nil {
		return err
	}
	return t.mayChange(bdir)
}

// isWithin says whether a directory is another or lies below it.
func isWithin(dir, above *node) bool {
	for ; dir != nil; dir = dir.parent {
		if dir == above {
			return true
		}
	}
	return false
}
