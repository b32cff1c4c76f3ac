package fsbackend

// This file lets the system free the contents of replaced files while the next operations run.

import (
	"io/fs"
	"sync"
)

// contentHolder is what a back end has that can keep a file's content alive after its last name is gone. Release ends that; it
// is nil where the file cannot be held.
type contentHolder interface {
	hold(name string) (release func())
}

// freer holds files that are about to be replaced, and releases them on a goroutine of its own. Freeing the blocks of a
// file takes longer than renaming another over it.
type freer struct {
	by    contentHolder
	queue chan func()
	done  sync.WaitGroup
}

// heldAtOnce bounds the files that are held open.
const heldAtOnce = 16

// newFreer returns nil where the back end cannot hold files.
func newFreer(fsys any) *freer {
	by, ok := fsys.(contentHolder)
	if !ok {
		return nil
	}
	f := &freer{by: by, queue: make(chan func(), heldAtOnce)}
	f.done.Go(func() {
		for release := range f.queue {
			release()
		}
	})
	return f
}

// hold keeps what stands under a name, which is about to be replaced; replaced lets go of it.
func (f *freer) hold(name string, was sight) (replaced func()) {
	if f == nil || was.links != 1 || was.mode&fs.ModeType != 0 {
		return func() {}
	}
	release := f.by.hold(name)
	if release == nil {
		return func() {}
	}
	return func() { f.queue <- release }
}

// close waits until everything is released.
func (f *freer) close() {
	if f != nil {
		close(f.queue)
		f.done.Wait()
	}
}
