package shadow

// This file puts one file or link into the directory.

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/afero"
)

// putOne makes one name what it should be. What is there already is replaced, never written through.
func (t *Tree) putOne(p string, w want, clones *cloner) (have, error) {
	if _, there := t.have[p]; there || !t.first {
		if err := t.fs.RemoveAll(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return have{}, err
		}
	}
	if w.link != "" {
		return have{want: w}, t.fs.Symlink(w.link, p)
	}
	out, err := t.fs.OpenFile(p, os.O_WRONLY|os.O_CREATE|os.O_EXCL, w.mode&0o777|0o600)
	if err != nil {
		return have{}, err
	}
	if w.isText {
		_, err = io.WriteString(out, w.text)
	} else {
		err = t.copyTo(out, w, clones)
	}
	info, looked := out.Stat()
	if err := errors.Join(err, looked, out.Close()); err != nil {
		return have{}, err
	}
	h := have{want: w, size: info.Size(), mtime: info.ModTime()}
	if !w.isText && t.first {
		return t.keepTime(p, h)
	}
	return h, nil
}

// keepTime gives a copy the time of its original, as long as no tool has made anything from the copies yet: later on a new
// file must look new.
func (t *Tree) keepTime(p string, h have) (have, error) {
	original := h.stamp.mtime
	if age := h.mtime.Sub(original); age >= 0 && age < 2*tick {
		return h, nil
	}
	if err := t.fs.Chtimes(p, time.Time{}, original); err != nil {
		return h, nil
	}
	info, err := t.fs.Lstat(p)
	if err != nil {
		return h, err
	}
	h.mtime = info.ModTime()
	return h, nil
}

// copyTo copies a file of the disk, sharing its blocks where the file system can.
func (t *Tree) copyTo(out afero.File, w want, clones *cloner) error {
	in, err := t.opts.FS.Open(w.from)
	if err != nil {
		return err
	}
	defer in.Close()
	if clones.clone(in, out) {
		return nil
	}
	_, err = io.Copy(out, in)
	return err
}
