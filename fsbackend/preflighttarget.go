package fsbackend

// This file checks what may not be changed although it is as it is known: read-only files, and names on other mounts.

import (
	"fmt"
	"path"
	"strconv"
)

// checkTargets refuses files without a write bit and operations that would cross a mount.
func (b *batch) checkTargets() error {
	for i, op := range b.ops {
		if err := b.checkTarget(i, op); err != nil {
			return ofOperation(op, err)
		}
	}
	return nil
}

// checkTarget checks one operation.
func (b *batch) checkTarget(i int, op Operation) error {
	r := b.pre.routes[i]
	if old := b.sights[r.old]; r.old != "" && old.mode.IsRegular() && old.mode&0o222 == 0 {
		return refuse("not_writable", fmt.Sprintf("%s has no write bit (mode %04o)", strconv.Quote(r.old), old.mode.Perm()), nil)
	}
	for _, name := range []string{op.From, r.to} {
		if err := b.checkMounted(name); err != nil {
			return err
		}
	}
	if op.Kind != OpRename {
		return nil
	}
	if err := b.checkLink(r.link, op.Name); err != nil {
		return err
	}
	return b.checkCrossing(op.From, r.to)
}

// checkLink refuses to move a link to where its text names another file.
func (b *batch) checkLink(link, to string) error {
	if link == "" || path.Dir(link) == path.Dir(to) {
		return nil
	}
	text, err := Readlink(b.fs, link)
	if err != nil {
		return failed("reading the link", err)
	}
	was, is := path.Join(path.Dir(link), text), path.Join(path.Dir(to), text)
	if was != is {
		return refuse("symlink", fmt.Sprintf("the link leads to %q; from its new place its text would lead to %q", was, is), nil)
	}
	return nil
}

// checkMounted refuses a name on which something is mounted.
func (b *batch) checkMounted(name string) error {
	n, ok := b.sights[name]
	if name == "" || !ok || n.stamp == nothing {
		return nil
	}
	m, err := b.mountAbove(name)
	if err != nil {
		return err
	}
	if n.mount != m {
		return refuse("mount", strconv.Quote(name)+" is a mount point", nil)
	}
	return nil
}

// checkCrossing refuses a rename between two mounts.
func (b *batch) checkCrossing(from, to string) error {
	a, err := b.mountAbove(from)
	if err != nil {
		return err
	}
	z, err := b.mountAbove(to)
	if err != nil {
		return err
	}
	if a != z {
		return refuse("mount", "the two names are on different file systems", nil)
	}
	return nil
}

// mountAbove gives the mount of the nearest directory above a name that exists before the batch.
func (b *batch) mountAbove(name string) (Mount, error) {
	dir := path.Dir(name)
	for dir != "." && !b.isDirNow(dir) {
		dir = path.Dir(dir)
	}
	return b.pre.dirs.mount(dir)
}
