package fstestsuite

// This file asks what renaming replaces and refuses.

import (
	"fmt"
	"syscall"

	"devstar/fsbackend"
)

func renameProbes() map[string]func(*probe) {
	return map[string]func(*probe){
		"rename/matrix":     renameMatrix,
		"rename/no-replace": renameNoReplaceMatrix,
		"rename/itself":     renameOntoItself,
		"rename/into":       renameIntoItself,
		"rename/hard-links": renameHardLinks,
		"rename/chain":      renameChain,
		"rename/parent":     renameParents,
		"rename/directory":  renameDirectory,
		"rename/swap":       renameSwap,
	}
}

// isDir says whether a kind is a directory.
func isDir(kind string) bool { return kind == "empty" || kind == "full" }

// wantRename is what a rename between kinds answers.
func wantRename(from, to string) error {
	switch {
	case from == "missing":
		return syscall.ENOENT
	case isDir(to):
		return syscall.EEXIST
	case isDir(from) && to != "missing":
		return syscall.ENOTDIR
	}
	return nil
}

func renameMatrix(p *probe) {
	n := 0
	for _, from := range kinds {
		for _, to := range kinds {
			n++
			a, b := fmt.Sprint("a", n), fmt.Sprint("b", n)
			p.put(from, a)
			p.put(to, b)
			want := wantRename(from, to)
			p.fails(want, p.FS.Rename(a, b), "%s onto %s", from, to)
			if want == nil {
				p.gone(a)
				p.is(from, b, a)
			} else {
				p.is(from, a, a)
				p.is(to, b, b)
			}
		}
	}
}

func renameNoReplaceMatrix(p *probe) {
	n := 0
	for _, from := range kinds {
		for _, to := range kinds {
			n++
			a, b := fmt.Sprint("a", n), fmt.Sprint("b", n)
			p.put(from, a)
			p.put(to, b)
			_, err := fsbackend.RenameNoReplace(p.FS, a, b)
			switch {
			case from != "missing" && to == "missing":
				p.fails(nil, err, "%s onto %s", from, to)
				p.gone(a)
				p.is(from, b, a)
				continue
			case from != "missing":
				p.fails(syscall.EEXIST, err, "%s onto %s", from, to)
			default:
				p.same(true, err != nil, "missing onto %s fails", to)
			}
			p.is(from, a, a)
			p.is(to, b, b)
		}
	}
}

func renameOntoItself(p *probe) {
	p.write("f", "x")
	p.mkdir("d")
	p.fails(nil, p.FS.Rename("f", "f"), "a file")
	p.holds("f", "x")
	p.fails(syscall.EEXIST, p.FS.Rename("d", "d"), "a directory")
	p.fails(syscall.ENOENT, p.FS.Rename("no", "no"), "nothing")
	p.fails(syscall.EEXIST, second(fsbackend.RenameNoReplace(p.FS, "f", "f")), "a file, not replacing")
	p.holds("f", "x")
}

func renameIntoItself(p *probe) {
	p.mkdir("d/e")
	p.write("d/f", "x")
	p.fails(syscall.EINVAL, p.FS.Rename("d", "d/x"), "directly")
	p.fails(syscall.EINVAL, p.FS.Rename("d", "d/e/x"), "deeper")
	p.fails(syscall.EINVAL, second(fsbackend.RenameNoReplace(p.FS, "d", "d/e/x")), "not replacing")
	p.fails(syscall.EEXIST, p.FS.Rename("d/e", "d"), "onto its own directory")
	p.holds("d/f", "x")
}

func renameHardLinks(p *probe) {
	p.write("a", "x")
	p.must(fsbackend.Link(p.FS, "a", "b"))
	p.fails(nil, p.FS.Rename("a", "b"), "one name onto the other of a file")
	p.holds("a", "x")
	p.holds("b", "x")
	p.fails(syscall.EEXIST, second(fsbackend.RenameNoReplace(p.FS, "a", "b")), "not replacing")
}

func renameChain(p *probe) {
	p.write("a", "1")
	p.write("b", "2")
	p.write("c", "3")
	p.must(p.FS.Rename("c", "d"))
	p.must(p.FS.Rename("b", "c"))
	p.must(p.FS.Rename("a", "b"))
	p.holds("b", "1")
	p.holds("c", "2")
	p.holds("d", "3")
	p.same("b c d", p.names("."), "names")
}

func renameParents(p *probe) {
	p.write("f", "x")
	p.write("g", "y")
	p.fails(syscall.ENOENT, p.FS.Rename("f", "no/f"), "into nothing")
	p.fails(syscall.ENOTDIR, p.FS.Rename("f", "g/f"), "into a file")
	p.fails(syscall.ENOENT, p.FS.Rename("no/f", "h"), "from nothing")
	p.fails(syscall.ENOTDIR, p.FS.Rename("g/f", "h"), "from a file")
	p.fails(syscall.ENOENT, second(fsbackend.RenameNoReplace(p.FS, "f", "no/f")), "into nothing, not replacing")
	p.same("f g", p.names("."), "names")
}

func renameDirectory(p *probe) {
	p.mkdir("d/e", "other")
	p.write("d/e/f", "x")
	p.symlink("e", "d/l")
	p.must(fsbackend.Link(p.FS, "d/e/f", "d/h"))
	p.must(p.FS.Rename("d", "other/d2"))
	p.gone("d", "d/e/f")
	p.holds("other/d2/e/f", "x")
	p.write("other/d2/e/f", "y")
	p.holds("other/d2/h", "y")
	p.same("e h l", p.names("other/d2"), "names")
	p.mkdir("d")
	p.same("", p.names("d"), "a new one")
}

func renameSwap(p *probe) {
	p.mkdir("x", "y")
	p.write("x/f", "1")
	p.write("y/f", "2")
	p.must(p.FS.Rename("x", "t"))
	p.must(p.FS.Rename("y", "x"))
	p.must(p.FS.Rename("t", "y"))
	p.holds("x/f", "2")
	p.holds("y/f", "1")
	p.write("x/f", "3")
	p.holds("y/f", "1")
}
