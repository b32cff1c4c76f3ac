package fstestsuite

// This file asks what removing takes away.

import (
	"syscall"

	"devstar/fsbackend"
)

func removeProbes() map[string]func(*probe) {
	return map[string]func(*probe){
		"remove/matrix":   removeMatrix,
		"remove/all":      removeAllMatrix,
		"remove/links":    removeAllKeepsTargets,
		"remove/recreate": removeThenCreate,
	}
}

// kinds are what can be at a name.
var kinds = [...]string{"file", "empty", "full", "link", "dangling", "missing"}

// put makes something of a kind.
func (p *probe) put(kind, name string) {
	switch kind {
	case "file":
		p.write(name, "file "+name)
	case "empty":
		p.mkdir(name)
	case "full":
		p.mkdir(name)
		p.write(name+"/inner", "inner "+name)
	case "link":
		p.write(name+"-target", "target")
		p.symlink(name+"-target", name)
	case "dangling":
		p.symlink("nowhere", name)
	}
}

// is records that something of another kind is at a name, or its content is of another name.
func (p *probe) is(kind, name, madeAs string) {
	if kind == "missing" {
		p.gone(name)
		return
	}
	info, err := fsbackend.Lstat(p.FS, name)
	p.fails(nil, err, "lstat %s", name)
	if err != nil {
		return
	}
	switch kind {
	case "file":
		p.same(true, info.Mode().IsRegular(), "%s is a file", name)
		p.holds(name, "file "+madeAs)
	case "empty":
		p.same("", p.names(name), "names in %s", name)
	case "full":
		p.holds(name+"/inner", "inner "+madeAs)
	case "link", "dangling":
		want := madeAs + "-target"
		if kind == "dangling" {
			want = "nowhere"
		}
		got, err := fsbackend.Readlink(p.FS, name)
		p.fails(nil, err, "readlink %s", name)
		p.same(want, got, "target of %s", name)
	}
}

func removeMatrix(p *probe) {
	want := map[string]error{"full": syscall.ENOTEMPTY, "missing": syscall.ENOENT}
	for _, kind := range kinds {
		p.put(kind, kind)
		p.fails(want[kind], p.FS.Remove(kind), "remove of %s", kind)
		if want[kind] == nil {
			p.gone(kind)
		} else {
			p.is(kind, kind, kind)
		}
	}
	p.holds("link-target", "target")
	p.fails(syscall.ENOTDIR, p.FS.Remove("link-target/x"), "below a file")
	p.fails(syscall.ENOENT, p.FS.Remove("no/x"), "below nothing")
}

func removeAllMatrix(p *probe) {
	for _, kind := range kinds {
		p.put(kind, kind)
		p.fails(nil, p.FS.RemoveAll(kind), "removeall of %s", kind)
		p.gone(kind)
	}
	p.holds("link-target", "target")
	p.fails(nil, p.FS.RemoveAll("no/x"), "below nothing")
	p.fails(syscall.ENOTDIR, p.FS.RemoveAll("link-target/x"), "below a file")
}

func removeAllKeepsTargets(p *probe) {
	p.mkdir("keep", "tree/deep/deeper")
	p.write("keep/f", "kept")
	p.write("tree/deep/deeper/f", "x")
	p.symlink("../keep", "tree/dir-link")
	p.symlink("../../keep/f", "tree/deep/file-link")
	p.fails(nil, p.FS.RemoveAll("tree"), "removeall")
	p.gone("tree")
	p.holds("keep/f", "kept")
}

func removeThenCreate(p *probe) {
	p.mkdir("d")
	p.write("d/f", "old")
	p.must(p.FS.Chmod("d/f", 0o755))
	p.must(p.FS.Remove("d/f"))
	p.same("", p.names("d"), "after the removal")
	p.write("d/f", "new")
	p.same("f", p.names("d"), "after the creation")
	p.holds("d/f", "new")
	info, err := p.FS.Stat("d/f")
	p.must(err)
	p.same(0o666&^p.umask, info.Mode(), "the mode of the new file")
}
