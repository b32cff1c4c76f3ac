package fstestsuite

// This file asks how names are read.

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"devstar/fsbackend"
)

func nameProbes() map[string]func(*probe) {
	return map[string]func(*probe){
		"name/refused":     namesRefused,
		"name/outside":     namesOutside,
		"name/cleaned":     namesCleaned,
		"name/slash":       namesWithSlash,
		"name/root":        rootAsName,
		"name/odd":         oddNames,
		"name/error-shape": errorShape,
	}
}

// everyCall are the calls that take one name, each on that name.
func everyCall(p *probe, name string) map[string]error {
	return map[string]error{
		"create": second(p.FS.Create(name)), "open": second(p.FS.Open(name)), "stat": second(p.FS.Stat(name)),
		"lstat": second(fsbackend.Lstat(p.FS, name)), "readlink": second(fsbackend.Readlink(p.FS, name)),
		"mkdir": p.FS.Mkdir(name, 0o777), "remove": p.FS.Remove(name), "chmod": p.FS.Chmod(name, 0o644),
		"rename from": p.FS.Rename(name, "other"), "rename to": p.FS.Rename("f", name),
		"symlink": fsbackend.Symlink(p.FS, "x", name), "link to": fsbackend.Link(p.FS, "f", name),
		"link from": fsbackend.Link(p.FS, name, "other"),
	}
}

func namesRefused(p *probe) {
	p.write("f", "x")
	for name, want := range map[string]error{
		"":                               syscall.ENOENT,
		"a\x00b":                         syscall.EINVAL,
		strings.Repeat("n", 300):         syscall.ENAMETOOLONG,
		strings.Repeat("n/", 3000) + "n": syscall.ENAMETOOLONG,
	} {
		for call, err := range everyCall(p, name) {
			p.fails(want, err, "%s %.20q", call, name)
		}
	}
}

func namesOutside(p *probe) {
	p.write("f", "x")
	p.mkdir("d")
	for _, name := range []string{"..", "../f", "d/../f", "d/..", "/f", "/", "//f", "d/../../f"} {
		for call, err := range everyCall(p, name) {
			p.fails(fsbackend.ErrOutside, err, "%s %q", call, name)
		}
	}
	p.holds("f", "x")
}

func namesCleaned(p *probe) {
	p.mkdir("d/e")
	p.write("./d//e/./f", "x")
	p.holds("d/e/f", "x")
	p.fails(nil, p.FS.Chmod("./d/./e//f", 0o600), "chmod")
	p.fails(nil, p.FS.Rename("d//e/f", "./g"), "rename")
	p.holds("g", "x")
	p.fails(nil, p.FS.Remove(".//g"), "remove")
	p.gone("g")
}

func namesWithSlash(p *probe) {
	p.write("f", "x")
	p.mkdir("d")
	_, err := p.FS.Open("f/")
	p.fails(syscall.ENOTDIR, err, "open of a file")
	_, err = p.FS.Stat("d/")
	p.fails(nil, err, "stat of a directory")
	_, err = p.FS.Create("new/")
	p.fails(syscall.EISDIR, err, "create")
	p.fails(nil, p.FS.Mkdir("made/", 0o777), "mkdir")
	p.fails(syscall.ENOTDIR, p.FS.Rename("f", "g/"), "rename of a file")
	p.fails(syscall.ENOTDIR, p.FS.Rename("f/", "g"), "rename from")
	p.fails(nil, p.FS.Rename("d/", "e/"), "rename of a directory")
	p.fails(syscall.ENOTDIR, p.FS.Remove("f/"), "remove of a file")
	p.fails(nil, p.FS.Remove("e/"), "remove of a directory")
	p.fails(syscall.ENOENT, fsbackend.Symlink(p.FS, "f", "l/"), "symlink")
	p.fails(syscall.ENOENT, fsbackend.Link(p.FS, "f", "l/"), "link")
	p.holds("f", "x")
}

func rootAsName(p *probe) {
	info, err := p.FS.Stat(".")
	p.must(err)
	p.same(true, info.IsDir(), "the root is a directory")
	p.write("f", "x")
	p.fails(syscall.EEXIST, p.FS.Mkdir(".", 0o777), "mkdir")
	p.fails(nil, p.FS.MkdirAll(".", 0o777), "mkdirall")
	p.fails(syscall.EINVAL, p.FS.Remove("."), "remove")
	p.fails(syscall.EINVAL, p.FS.RemoveAll("."), "removeall")
	p.fails(syscall.EBUSY, p.FS.Rename(".", "g"), "rename from")
	p.fails(syscall.EISDIR, second(p.FS.OpenFile(".", os.O_WRONLY, 0)), "open for writing")
	p.holds("f", "x")
}

func oddNames(p *probe) {
	for _, name := range []string{"a b", "-", "...", "..a", "ä", "a\nb", "\xff", "*", strings.Repeat("n", 255)} {
		p.write(name, name)
		p.holds(name, name)
		p.fails(nil, p.FS.Rename(name, name+"2"[:min(1, 255-len(name))]), "rename %q", name)
	}
}

func errorShape(p *probe) {
	_, err := p.FS.Open("no/such")
	var path *fs.PathError
	if !errors.As(err, &path) || path.Path != "no/such" {
		p.Errorf("open: want a PathError of the name as given, got %#v", err)
	}
	p.same(true, errors.Is(err, fs.ErrNotExist), "open is fs.ErrNotExist")
	err = p.FS.Rename("no/such", "other")
	var link *os.LinkError
	if !errors.As(err, &link) || link.Old != "no/such" || link.New != "other" {
		p.Errorf("rename: want a LinkError of both names as given, got %#v", err)
	}
	f, err := p.FS.Open("no/such")
	p.same(true, f == nil && err != nil, "no file comes with an error")
}

// second is the error of a call with two results; a file that was opened is closed.
func second[T any](result T, err error) error {
	if f, ok := any(result).(io.Closer); ok && err == nil {
		return f.Close()
	}
	return err
}
