package runtime

// This file looks at what immediate operations are about: files, links and whole trees, with their hashes.

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"

	"devstar/fsbackend"
	"devstar/workspace"
)

// entry is one name of a tree as it is on disk.
type entry struct {
	path  workspace.Path
	known fsbackend.Known
}

func (e entry) isDir() bool { return e.known.Mode.IsDir() }

// kind names what an entry is, in effects.
func (e entry) kind() string {
	switch {
	case e.isDir():
		return "directory"
	case e.known.Mode&fs.ModeSymlink != 0:
		return "symlink"
	case e.known.Mode.IsRegular():
		return "file"
	}
	return "special"
}

// data describes entries in effects: path, kind and hash of the content.
func entryData(list []entry) []any {
	out := make([]any, len(list))
	for i, e := range list {
		o := map[string]any{"path": string(e.path), "kind": e.kind()}
		switch {
		case e.known.Mode.IsRegular():
			o["sha256"] = hex.EncodeToString(e.known.Sum[:])
		case e.known.Mode&fs.ModeSymlink != 0:
			o["target"] = e.known.Data
		}
		out[i] = o
	}
	return out
}

// entry looks at p, which must be there; the content of a file is hashed.
func (c *fsCall) entry(p workspace.Path) (entry, error) {
	info, err := c.s.disk.lstat(string(p))
	if err != nil {
		return entry{}, c.fail(p, "unreadable", "", "cannot be looked at: %v", err)
	}
	e := entry{path: p, known: fsbackend.Known{Mode: info.Mode(), Size: info.Size()}}
	switch {
	case info.Mode().IsRegular():
		e.known.Opaque = true
		e.known.Sum, err = c.sum(p)
	case info.Mode()&fs.ModeSymlink != 0:
		if l, ok := c.s.fs.(fsbackend.Linker); ok {
			e.known.Data, err = l.Readlink(string(p))
		}
	}
	if err != nil {
		return entry{}, c.fail(p, "unreadable", "", "cannot be read: %v", err)
	}
	return e, nil
}

func (c *fsCall) sum(p workspace.Path) (sum [32]byte, err error) {
	f, err := c.s.fs.Open(string(p))
	if err != nil {
		return sum, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err = io.Copy(h, f); err == nil {
		h.Sum(sum[:0])
	}
	return sum, err
}

// tree looks at p and everything below it, directories before what they hold, in the order of paths.
func (c *fsCall) tree(ctx context.Context, p workspace.Path) ([]entry, error) {
	top, err := c.entry(p)
	if err != nil {
		return nil, err
	}
	out := []entry{top}
	if !top.isDir() {
		return out, nil
	}
	files, dirs, err := c.s.disk.Below(p)
	if err != nil {
		return nil, c.fail(p, "unreadable", "", "%v", err)
	}
	for _, name := range append(dirs, files...) {
		if err := live(ctx, c.step); err != nil {
			return nil, err
		}
		e, err := c.entry(name)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

// text reads p, which must be a regular file of UTF-8 text.
func (c *fsCall) text(ctx context.Context, p workspace.Path) (workspace.File, error) {
	kind, err := c.s.disk.Kind(p)
	switch {
	case err != nil:
		return workspace.File{}, c.fail(p, "unreadable", "", "%v", err)
	case kind == workspace.Absent:
		return workspace.File{}, c.fail(p, ReasonNotFound, "check the spelling", "not found: the file does not exist")
	case kind == workspace.Directory:
		return workspace.File{}, c.fail(p, ReasonDirectory, "name a file in it", "is a directory, a file is wanted")
	case kind != workspace.Regular:
		return workspace.File{}, c.fail(p, "not_regular", "", "is no regular file")
	}
	reads, err := fsbackend.ReadAll(ctx, c.s.fs, []string{string(p)}, c.s.limits.FileBytes, c.s.limits.TotalBytes)
	if err == nil {
		err = reads[0].Err
	}
	if err != nil {
		return workspace.File{}, wrap(ctx, c.step, c.name(p), err)
	}
	return c.parse(ctx, p, reads[0])
}
