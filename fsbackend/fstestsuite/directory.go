package fstestsuite

// This file asks how directories are made and listed.

import (
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/afero"

	"devstar/fsbackend"
)

func directoryProbes() map[string]func(*probe) {
	return map[string]func(*probe){
		"dir/mkdir":     mkdirOnce,
		"dir/mkdirall":  mkdirAllOver,
		"dir/list":      listSorted,
		"dir/portions":  listInPortions,
		"dir/entries":   listEntries,
		"dir/links":     listShowsLinks,
		"dir/many":      manyNames,
		"dir/replaced":  kindsReplaced,
		"dir/recreated": treeRecreated,
	}
}

// list gives the names in a directory, as they come.
func (p *probe) list(dir string) []string {
	f, err := p.FS.Open(dir)
	p.must(err)
	defer f.Close()
	names, err := f.Readdirnames(-1)
	p.fails(nil, err, "listing %s", dir)
	return names
}

// names gives the names in a directory in one line, sorted.
func (p *probe) names(dir string) string {
	names := p.list(dir)
	slices.Sort(names)
	return strings.Join(names, " ")
}

func mkdirOnce(p *probe) {
	p.fails(nil, p.FS.Mkdir("d", 0o777), "new")
	p.fails(syscall.EEXIST, p.FS.Mkdir("d", 0o777), "over a directory")
	p.write("f", "x")
	p.symlink("nowhere", "l")
	p.fails(syscall.EEXIST, p.FS.Mkdir("f", 0o777), "over a file")
	p.fails(syscall.EEXIST, p.FS.Mkdir("l", 0o777), "over a link")
	p.gone("nowhere")
}

func mkdirAllOver(p *probe) {
	p.fails(nil, p.FS.MkdirAll("a/b/c", 0o777), "new")
	p.fails(nil, p.FS.MkdirAll("a/b/c", 0o777), "again")
	p.write("f", "x")
	p.fails(syscall.ENOTDIR, p.FS.MkdirAll("f", 0o777), "over a file")
	p.fails(syscall.ENOTDIR, p.FS.MkdirAll("f/x", 0o777), "below a file")
	p.fails(syscall.ENOTDIR, p.FS.MkdirAll("f/x/y", 0o777), "further below a file")
	p.same("b", p.names("a"), "made")
}

func listSorted(p *probe) {
	for _, name := range []string{"b", "a.x", "a", "B", "ä", "a/"} {
		if name == "a/" {
			p.mkdir("dir")
			continue
		}
		p.write(name, name)
	}
	p.same("B a a.x b dir ä", strings.Join(p.list("."), " "), "names by bytes")
	p.write("dir/f", "x")
	p.must(p.FS.Rename("a", "z"))
	p.must(p.FS.Remove("b"))
	p.same("B a.x dir z ä", strings.Join(p.list("."), " "), "after changes")
	infos, err := afero.ReadDir(p.FS, ".")
	p.fails(nil, err, "infos")
	p.same(5, len(infos), "infos")
	p.same("f", p.names("dir"), "below")
}

func listInPortions(p *probe) {
	for i := range 5 {
		p.write(fmt.Sprint(i), "x")
	}
	f, err := p.FS.Open(".")
	p.must(err)
	defer f.Close()
	var all []string
	for _, want := range []int{2, 2, 1} {
		names, err := f.Readdirnames(2)
		p.fails(nil, err, "portion")
		p.same(want, len(names), "portion")
		all = append(all, names...)
	}
	_, err = f.Readdirnames(2)
	p.same(io.EOF, err, "at the end")
	rest, err := f.Readdirnames(-1)
	p.same(0, len(rest), "all of nothing")
	p.fails(nil, err, "all of nothing")
	slices.Sort(all)
	p.same("0 1 2 3 4", strings.Join(all, " "), "together")
	p.fails(nil, second(f.Seek(0, io.SeekStart)), "rewind")
	infos, err := f.Readdir(-1)
	p.fails(nil, err, "after rewinding")
	p.same(5, len(infos), "after rewinding")
}

func listEntries(p *probe) {
	p.write("f", "four")
	p.mkdir("d")
	f, err := p.FS.Open(".")
	p.must(err)
	defer f.Close()
	lister, ok := f.(fs.ReadDirFile)
	if !ok {
		p.Errorf("an open directory is no fs.ReadDirFile")
		return
	}
	entries, err := lister.ReadDir(-1)
	p.fails(nil, err, "entries")
	p.same(2, len(entries), "entries")
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	p.same("d", entries[0].Name(), "first")
	p.same(true, entries[0].IsDir(), "first is a directory")
	info, err := entries[1].Info()
	p.must(err)
	p.same(int64(4), info.Size(), "size of the second")
}

func listShowsLinks(p *probe) {
	p.mkdir("d")
	p.symlink("d", "l")
	p.symlink("nowhere", "m")
	infos, err := afero.ReadDir(p.FS, ".")
	p.must(err)
	for _, info := range infos {
		p.same(info.Name() != "d", info.Mode()&fs.ModeSymlink != 0, "%s is a link", info.Name())
	}
	p.same(3, len(infos), "entries")
}

func manyNames(p *probe) {
	p.mkdir("d")
	for i := range 500 {
		f, err := p.FS.Create(fmt.Sprintf("d/file-%04d", i))
		p.must(err)
		p.must(f.Close())
	}
	names := p.list("d")
	slices.Sort(names)
	p.same(500, len(slices.Compact(names)), "names")
	p.must(p.FS.RemoveAll("d"))
	p.gone("d")
}

func kindsReplaced(p *probe) {
	p.mkdir("x/y")
	p.write("x/y/f", "1")
	p.must(p.FS.RemoveAll("x"))
	p.write("x", "a file now")
	p.holds("x", "a file now")
	p.fails(syscall.ENOTDIR, second(p.FS.Stat("x/y")), "below the file")
	p.must(p.FS.Remove("x"))
	p.mkdir("x")
	p.same("", p.names("x"), "a directory again, and empty")
	p.must(p.FS.Remove("x"))
	p.symlink("y", "x")
	_, err := fsbackend.Lstat(p.FS, "x")
	p.fails(nil, err, "a link now")
}

func treeRecreated(p *probe) {
	p.mkdir("d/e")
	p.write("d/e/f", "old")
	p.write("d/g", "old")
	p.must(p.FS.Rename("d", "was"))
	p.gone("d")
	p.mkdir("d/e")
	p.same("", p.names("d/e"), "the new one is empty")
	p.gone("d/g", "d/e/f")
	p.write("d/e/f", "new")
	p.holds("was/e/f", "old")
	p.must(p.FS.RemoveAll("d"))
	p.must(p.FS.Rename("was", "d"))
	p.holds("d/e/f", "old")
}
