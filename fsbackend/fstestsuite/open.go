package fstestsuite

// This file asks what opening makes, empties and refuses.

import (
	"os"
	"syscall"

	"github.com/spf13/afero"
)

func openProbes() map[string]func(*probe) {
	return map[string]func(*probe){
		"open/missing":   openMissing,
		"open/create":    openCreates,
		"open/exclusive": openExclusive,
		"open/truncate":  openTruncates,
		"open/directory": openDirectory,
		"open/parent":    openParent,
	}
}

func openMissing(p *probe) {
	for _, flag := range []int{os.O_RDONLY, os.O_WRONLY, os.O_RDWR, os.O_WRONLY | os.O_TRUNC, os.O_APPEND | os.O_WRONLY, os.O_EXCL} {
		p.fails(syscall.ENOENT, second(p.FS.OpenFile("f", flag, 0o666)), "flags %x", flag)
	}
	p.gone("f")
}

func openCreates(p *probe) {
	p.must(p.open("f", os.O_WRONLY|os.O_CREATE).Close())
	p.holds("f", "")
	p.write("f", "old")
	p.must(p.open("f", os.O_WRONLY|os.O_CREATE).Close())
	p.holds("f", "old")
	f, err := p.FS.Create("f")
	p.must(err)
	p.holds("f", "")
	p.must(f.Close())
}

func openExclusive(p *probe) {
	const flag = os.O_WRONLY | os.O_CREATE | os.O_EXCL
	p.must(p.open("f", flag).Close())
	p.mkdir("d")
	p.symlink("nowhere", "l")
	for _, name := range []string{"f", "d", "l"} {
		p.fails(syscall.EEXIST, second(p.FS.OpenFile(name, flag, 0o666)), "%s", name)
		p.fails(syscall.EEXIST, second(p.FS.OpenFile(name, flag|os.O_TRUNC, 0o666)), "%s, emptied", name)
	}
	p.gone("nowhere")
}

func openTruncates(p *probe) {
	p.write("f", "content")
	p.must(p.open("f", os.O_WRONLY|os.O_TRUNC).Close())
	p.holds("f", "")
}

func openDirectory(p *probe) {
	p.mkdir("d")
	for _, flag := range []int{os.O_WRONLY, os.O_RDWR, os.O_CREATE, os.O_WRONLY | os.O_TRUNC, os.O_RDWR | os.O_CREATE | os.O_TRUNC} {
		p.fails(syscall.EISDIR, second(p.FS.OpenFile("d", flag, 0o666)), "flags %x", flag)
	}
	p.fails(syscall.EISDIR, afero.WriteFile(p.FS, "d", nil, 0o666), "write")
	p.fails(syscall.EISDIR, second(afero.ReadFile(p.FS, "d")), "read")
}

func openParent(p *probe) {
	p.write("f", "x")
	for name, want := range map[string]error{"no/f": syscall.ENOENT, "f/x": syscall.ENOTDIR, "f/x/y": syscall.ENOTDIR} {
		p.fails(want, second(p.FS.Create(name)), "create %s", name)
		p.fails(want, second(p.FS.Open(name)), "open %s", name)
		p.fails(want, second(p.FS.Stat(name)), "stat %s", name)
		p.fails(want, p.FS.Mkdir(name, 0o777), "mkdir %s", name)
		p.fails(want, p.FS.Remove(name), "remove %s", name)
		p.fails(want, p.FS.Rename("f", name), "rename to %s", name)
	}
	p.gone("no")
	p.holds("f", "x")
}
