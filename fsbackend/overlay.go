package fsbackend

// This file is Overlay: a layer in memory over a back end that is never changed.

import (
	"io/fs"

	"github.com/spf13/afero"
)

// Overlay shows a base and keeps every change to itself, in memory: contents, modes, owners, links, names. The base is
// only ever read, so a run on an overlay is a dry run. It behaves as Memory does, with the rights of whoever acts in the
// base; it implements afero.Fs and every optional interface of the package.
//
// A name is looked up in the base the first time it is asked for, a directory listed the first time it is listed; from
// then on the overlay keeps what it saw, and later changes of the base do not show. The content of a file is read from the base until it is
// written to. Extended attributes of the base are not seen. Locking a file of the base that has not been written to
// locks it in the base, so that a lock held by others is noticed.
type Overlay struct{ *tree }

// firstInode is where the inodes of new files begin: no disk counts so far.
const firstInode = 1 << 63

// NewOverlay lays an empty layer over a base.
func NewOverlay(base afero.Fs) *Overlay {
	t := &tree{kind: "overlay", base: base, umask: 0o022, inodes: firstInode, shared: map[Identity]*node{}}
	t.actor, t.checked = ActorOf(base)
	info, err := Lstat(base, ".")
	if err != nil {
		// A base without a root shows its errors when names are looked up.
		t.top = t.newNode(fs.ModeDir|0o777, nil)
		t.top.below = "."
		return &Overlay{tree: t}
	}
	t.top = t.nodeOf(".", info, nil)
	return &Overlay{tree: t}
}
