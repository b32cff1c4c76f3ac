package fstestsuite

// This file asks what links do: symlinks are never followed, hard links are one file.

import (
	"io/fs"
	"os"
	"syscall"
	"time"

	"github.com/spf13/afero"

	"devstar/fsbackend"
)

func linkProbes() map[string]func(*probe) {
	return map[string]func(*probe){
		"symlink/make":         symlinkMade,
		"symlink/at-the-name":  symlinkAtName,
		"symlink/in-directory": symlinkInDirectory,
		"symlink/escaping":     symlinkEscaping,
		"symlink/loop":         symlinkLoop,
		"symlink/named":        symlinkNamed,
		"link/make":            hardLinkMade,
		"link/refused":         hardLinkRefused,
	}
}

func symlinkMade(p *probe) {
	p.write("f", "x")
	p.mkdir("d")
	for _, target := range []string{"f", "../outside", "/absolute", "a//b/../c", "nowhere"} {
		p.symlink(target, "l")
		got, err := fsbackend.Readlink(p.FS, "l")
		p.fails(nil, err, "readlink")
		p.same(target, got, "target")
		info, err := fsbackend.Lstat(p.FS, "l")
		p.must(err)
		p.same(fs.ModeSymlink, info.Mode().Type(), "kind")
		p.same(int64(len(target)), info.Size(), "size")
		p.must(p.FS.Remove("l"))
	}
	for _, name := range []string{"f", "d", "."} {
		p.fails(syscall.EEXIST, fsbackend.Symlink(p.FS, "x", name), "over %s", name)
	}
	p.fails(syscall.ENOENT, fsbackend.Symlink(p.FS, "x", "no/l"), "in nothing")
	p.fails(syscall.ENOENT, fsbackend.Symlink(p.FS, "", "l"), "without a target")
	p.fails(syscall.EINVAL, second(fsbackend.Readlink(p.FS, "f")), "readlink of a file")
	p.fails(syscall.EINVAL, second(fsbackend.Readlink(p.FS, "d")), "readlink of a directory")
	p.fails(syscall.ENOENT, second(fsbackend.Readlink(p.FS, "no")), "readlink of nothing")
}

// throughLink are the calls that would follow a link at the name.
func throughLink(p *probe, name string) map[string]error {
	now := time.Unix(1e9, 0)
	return map[string]error{
		"stat": second(p.FS.Stat(name)), "open": second(p.FS.Open(name)), "create": second(p.FS.Create(name)),
		"append": second(p.FS.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)), "chmod": p.FS.Chmod(name, 0o600),
		"create without emptying": second(p.FS.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)),
		"chtimes":                 p.FS.Chtimes(name, now, now), "chown": p.FS.Chown(name, -1, -1),
		"mkdirall": p.FS.MkdirAll(name, 0o777),
	}
}

func symlinkAtName(p *probe) {
	p.mkdir("d")
	p.write("f", "safe")
	before, err := p.FS.Stat("f")
	p.must(err)
	for _, target := range []string{"f", "d", "nowhere"} {
		p.symlink(target, "l")
		for call, err := range throughLink(p, "l") {
			p.fails(syscall.ELOOP, err, "%s through a link to %s", call, target)
		}
		p.must(p.FS.Remove("l"))
	}
	p.gone("nowhere")
	p.holds("f", "safe")
	after, err := p.FS.Stat("f")
	p.must(err)
	p.same(before.Mode(), after.Mode(), "the target's mode")
	p.same(before.ModTime(), after.ModTime(), "the target's time")
}

func symlinkInDirectory(p *probe) {
	p.mkdir("d/e")
	p.write("d/f", "safe")
	p.write("g", "x")
	p.symlink("d", "l")
	p.symlink("../d", "d/e/back")
	for _, name := range []string{"l/f", "d/e/back/f", "l/e", "l/new"} {
		for call, err := range throughLink(p, name) {
			p.fails(syscall.ELOOP, err, "%s %s", call, name)
		}
		for call, err := range map[string]error{
			"lstat": second(fsbackend.Lstat(p.FS, name)), "readlink": second(fsbackend.Readlink(p.FS, name)),
			"remove": p.FS.Remove(name), "removeall": p.FS.RemoveAll(name), "mkdir": p.FS.Mkdir(name, 0o777),
			"rename from": p.FS.Rename(name, "h"), "rename to": p.FS.Rename("g", name),
			"rename, not replacing": second(fsbackend.RenameNoReplace(p.FS, "g", name)),
			"symlink":               fsbackend.Symlink(p.FS, "x", name), "link": fsbackend.Link(p.FS, "g", name),
			"link from": fsbackend.Link(p.FS, name, "h"),
		} {
			p.fails(syscall.ELOOP, err, "%s %s", call, name)
		}
	}
	p.holds("d/f", "safe")
	p.same("e f", p.names("d"), "names")
}

func symlinkEscaping(p *probe) {
	outside := p.tb.TempDir()
	p.must(os.WriteFile(outside+"/secret", []byte("secret"), 0o644))
	p.symlink(outside, "out")
	p.symlink(outside+"/secret", "file")
	p.symlink("../../../../../../../../"+outside, "up")
	for _, name := range []string{"out/secret", "file", "up/secret"} {
		data, err := afero.ReadFile(p.FS, name)
		p.fails(syscall.ELOOP, err, "read %s", name)
		p.same("", string(data), "what was read")
		p.fails(syscall.ELOOP, afero.WriteFile(p.FS, name, []byte("gone"), 0o666), "write %s", name)
	}
	p.fails(syscall.ELOOP, p.FS.Remove("out/secret"), "remove")
	p.fails(nil, p.FS.RemoveAll("out"), "removing the link")
	data, err := os.ReadFile(outside + "/secret")
	p.must(err)
	p.same("secret", string(data), "the file outside")
}

func symlinkLoop(p *probe) {
	p.symlink("b", "a")
	p.symlink("a", "b")
	p.symlink("self", "self")
	for _, name := range []string{"a", "self", "a/x", "self/self"} {
		p.fails(syscall.ELOOP, second(p.FS.Open(name)), "open %s", name)
		p.fails(syscall.ELOOP, second(p.FS.Stat(name)), "stat %s", name)
	}
	p.fails(nil, p.FS.Rename("a", "c"), "rename")
	p.fails(nil, p.FS.Remove("self"), "remove")
	p.same("b c", p.names("."), "names")
}

func symlinkNamed(p *probe) {
	p.mkdir("d/e/f")
	p.symlink("e", "d/l")
	for name, want := range map[string]string{"d/l/f/x": "d/l", "d/l": "d/l"} {
		_, err := p.FS.Open(name)
		link, ok := asSymlinkError(err)
		if !ok || link.At != want {
			p.Errorf("open %s: want an error that names %s, got %v", name, want, err)
		}
	}
}

func hardLinkMade(p *probe) {
	p.write("a", "x")
	p.mkdir("d")
	p.must(fsbackend.Link(p.FS, "a", "d/b"))
	p.write("d/b", "y")
	p.holds("a", "y")
	p.must(p.FS.Chmod("a", 0o600))
	one, two := p.identity("a"), p.identity("d/b")
	p.same(one, two, "identity")
	p.same(uint64(2), one.Links, "number of names")
	p.must(p.FS.Remove("a"))
	p.same(uint64(1), p.identity("d/b").Links, "number of names after a removal")
	p.holds("d/b", "y")
	info, err := p.FS.Stat("d/b")
	p.must(err)
	p.same(fs.FileMode(0o600), info.Mode(), "mode")
}

func hardLinkRefused(p *probe) {
	p.write("f", "x")
	p.mkdir("d")
	p.symlink("f", "l")
	p.fails(syscall.ENOENT, fsbackend.Link(p.FS, "no", "new"), "to nothing")
	p.fails(syscall.EEXIST, fsbackend.Link(p.FS, "f", "l"), "over a link")
	p.fails(syscall.EEXIST, fsbackend.Link(p.FS, "f", "d"), "over a directory")
	p.fails(syscall.EPERM, fsbackend.Link(p.FS, "d", "new"), "to a directory")
	p.fails(syscall.ENOENT, fsbackend.Link(p.FS, "f", "no/new"), "in nothing")
	p.fails(nil, fsbackend.Link(p.FS, "l", "m"), "to a symlink")
	got, err := fsbackend.Readlink(p.FS, "m")
	p.fails(nil, err, "readlink")
	p.same("f", got, "which is one itself")
}
