package fstestsuite

// This file asks about modes, the umask, and what permissions forbid.

import (
	"io/fs"
	"os"
	"syscall"

	"github.com/spf13/afero"

	"devstar/fsbackend"
)

func modeProbes() map[string]func(*probe) {
	return map[string]func(*probe){
		"mode/umask":      umaskTaken,
		"mode/kept":       modeKept,
		"mode/chmod":      chmodSets,
		"mode/special":    specialModes,
		"mode/file":       filePermission,
		"mode/directory":  directoryPermission,
		"mode/unsearched": searchPermission,
		"mode/chown":      chownKeeps,
	}
}

// mode looks at a mode.
func (p *probe) mode(name string) fs.FileMode {
	info, err := fsbackend.Lstat(p.FS, name)
	p.must(err)
	return info.Mode()
}

func umaskTaken(p *probe) {
	for _, perm := range []fs.FileMode{0o666, 0o777, 0o600, 0o444, 0o000} {
		f, err := p.FS.OpenFile("f", os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		p.must(err)
		p.must(f.Close())
		p.same(perm&^p.umask, p.mode("f"), "a file made with %o", perm)
		p.must(p.FS.Remove("f"))
		p.must(p.FS.Mkdir("d", perm))
		p.same(fs.ModeDir|perm&^p.umask, p.mode("d"), "a directory made with %o", perm)
		p.must(p.FS.Remove("d"))
	}
	p.mkdir("a/b")
	p.same(fs.ModeDir|0o777&^p.umask, p.mode("a"), "a parent")
	f, err := p.FS.Create("c")
	p.must(err)
	p.must(f.Close())
	p.same(0o666&^p.umask, p.mode("c"), "Create")
}

func modeKept(p *probe) {
	p.write("f", "x")
	p.must(p.FS.Chmod("f", 0o751))
	p.write("f", "y")
	p.same(fs.FileMode(0o751), p.mode("f"), "after writing")
	f, err := p.FS.Create("f")
	p.must(err)
	p.must(f.Close())
	p.same(fs.FileMode(0o751), p.mode("f"), "after Create")
	p.must(p.FS.Rename("f", "g"))
	p.same(fs.FileMode(0o751), p.mode("g"), "after a rename")
}

func chmodSets(p *probe) {
	p.write("f", "x")
	p.mkdir("d")
	for _, mode := range []fs.FileMode{0o755, 0o777, 0o444, 0o000, 0o600} {
		p.fails(nil, p.FS.Chmod("f", mode), "file %o", mode)
		p.same(mode, p.mode("f"), "file %o", mode)
		p.fails(nil, p.FS.Chmod("d", mode), "directory %o", mode)
		p.same(fs.ModeDir|mode, p.mode("d"), "directory %o", mode)
	}
	p.must(p.FS.Chmod("d", 0o700))
	p.fails(nil, p.FS.Chmod("f", fs.ModeDir|0o640), "a mode with another kind")
	p.same(fs.FileMode(0o640), p.mode("f"), "the kind stays")
	p.fails(syscall.ENOENT, p.FS.Chmod("no", 0o644), "nothing")
}

func specialModes(p *probe) {
	p.write("f", "x")
	p.fails(nil, p.FS.Chmod("f", fs.ModeSetuid|0o755), "setuid")
	p.same(fs.ModeSetuid|0o755, p.mode("f"), "setuid")
	p.mkdir("d")
	p.fails(nil, p.FS.Chmod("d", fs.ModeSticky|0o777), "sticky")
	p.same(fs.ModeDir|fs.ModeSticky|0o777, p.mode("d"), "sticky")
	g, err := p.FS.OpenFile("g", os.O_WRONLY|os.O_CREATE, fs.ModeSetuid|0o755)
	p.must(err)
	p.must(g.Close())
	p.same(fs.ModeSetuid|0o755&^p.umask, p.mode("g"), "made with setuid")
	if p.denied() != nil {
		p.write("f", "y")
		p.same(fs.FileMode(0o755), p.mode("f"), "a write takes setuid away")
	}
}

func filePermission(p *probe) {
	p.write("f", "x")
	p.must(p.FS.Chmod("f", 0o444))
	p.fails(p.denied(), second(p.FS.OpenFile("f", os.O_WRONLY, 0)), "writing to 0444")
	p.fails(p.denied(), second(p.FS.OpenFile("f", os.O_RDONLY|os.O_TRUNC, 0)), "emptying 0444")
	p.fails(nil, second(p.FS.Open("f")), "reading 0444")
	p.must(p.FS.Chmod("f", 0o222))
	p.fails(p.denied(), second(p.FS.Open("f")), "reading 0222")
	p.fails(nil, second(p.FS.OpenFile("f", os.O_WRONLY, 0)), "writing to 0222")
	p.must(p.FS.Chmod("f", 0))
	p.fails(nil, p.FS.Rename("f", "g"), "renaming 0000")
	p.fails(nil, p.FS.Remove("g"), "removing 0000")
}

func directoryPermission(p *probe) {
	p.mkdir("d/sub")
	p.write("d/f", "x")
	p.write("g", "y")
	p.must(p.FS.Chmod("d", 0o555))
	p.fails(p.denied(), afero.WriteFile(p.FS, "d/new", nil, 0o666), "creating in 0555")
	p.fails(p.denied(), p.FS.Mkdir("d/newdir", 0o777), "mkdir in 0555")
	p.fails(p.denied(), p.FS.Rename("g", "d/moved"), "moving into 0555")
	p.fails(p.denied(), fsbackend.Symlink(p.FS, "x", "d/l"), "symlink in 0555")
	p.fails(nil, afero.WriteFile(p.FS, "d/f", []byte("z"), 0o666), "writing to a file there")
	p.fails(p.denied(), p.FS.Rename("d/f", "h"), "moving out of 0555")
	if p.denied() != nil {
		p.fails(syscall.EACCES, p.FS.Remove("d/f"), "removing in 0555")
		p.fails(syscall.EACCES, p.FS.RemoveAll("d"), "removing all of 0555")
		p.holds("d/f", "z")
	}
	p.must(p.FS.Chmod("d", 0o755))
}

func searchPermission(p *probe) {
	p.mkdir("d")
	p.write("d/f", "x")
	p.must(p.FS.Chmod("d", 0o600))
	p.fails(p.denied(), second(p.FS.Open("d/f")), "open below 0600")
	p.fails(p.denied(), second(p.FS.Stat("d/f")), "stat below 0600")
	p.must(p.FS.Chmod("d", 0o300))
	p.fails(nil, second(p.FS.Open("d/f")), "open below 0300")
	p.fails(p.denied(), second(p.FS.Open("d")), "listing 0300")
	p.must(p.FS.Chmod("d", 0o700))
}

func chownKeeps(p *probe) {
	p.write("f", "x")
	info, err := fsbackend.Lstat(p.FS, "f")
	p.must(err)
	owner, ok := fsbackend.OwnerOf(p.FS, info)
	p.same(true, ok, "there is an owner")
	p.fails(nil, p.FS.Chown("f", owner.UID, owner.GID), "to the same")
	p.fails(nil, p.FS.Chown("f", -1, -1), "to nobody else")
	var refused error
	if p.denied() != nil {
		refused = syscall.EPERM
	}
	p.fails(refused, p.FS.Chown("f", owner.UID+1, -1), "to another")
	p.fails(syscall.ENOENT, p.FS.Chown("no", -1, -1), "of nothing")
}
