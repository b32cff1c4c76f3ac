package fstestsuite

// This file asks what information about files says, and whether it stays.

import (
	"errors"
	"io/fs"
	"time"

	"github.com/spf13/afero"

	"devstar/fsbackend"
)

func infoProbes() map[string]func(*probe) {
	return map[string]func(*probe){
		"info/snapshot":  infoIsSnapshot,
		"info/times":     timesAdvance,
		"info/chtimes":   chtimesSets,
		"info/identity":  identities,
		"info/open-file": infoOfOpenFile,
	}
}

// lstat looks at what must be there.
func (p *probe) lstat(name string) fs.FileInfo {
	info, err := fsbackend.Lstat(p.FS, name)
	p.must(err)
	return info
}

// identity is the identity of what must be there.
func (p *probe) identity(name string) fsbackend.Identity {
	id, ok := fsbackend.Identify(p.FS, p.lstat(name))
	p.same(true, ok, "%s has an identity", name)
	return id
}

func infoIsSnapshot(p *probe) {
	p.write("f", "four")
	info, err := p.FS.Stat("f")
	p.must(err)
	size, mode, mtime := info.Size(), info.Mode(), info.ModTime()
	p.write("f", "longer than that")
	p.must(p.FS.Chmod("f", 0o600))
	p.must(p.FS.Rename("f", "g"))
	p.same(int64(4), size, "size")
	p.same(size, info.Size(), "size later")
	p.same(mode, info.Mode(), "mode later")
	p.same(mtime, info.ModTime(), "time later")
	p.same("f", info.Name(), "name later")
	p.same("g", p.lstat("g").Name(), "the new name")
	p.same(false, info.IsDir(), "kind")
	p.same(".", p.lstat(".").Name(), "name of the root")
}

// pause lets the clock of a disk advance; it ticks every few milliseconds.
func pause() { time.Sleep(12 * time.Millisecond) }

func timesAdvance(p *probe) {
	p.mkdir("d")
	p.write("d/f", "x")
	file, dir := p.lstat("d/f"), p.lstat("d")
	pause()
	p.write("d/f", "y")
	p.same(true, p.lstat("d/f").ModTime().After(file.ModTime()), "writing changes the file's time")
	p.same(dir.ModTime(), p.lstat("d").ModTime(), "writing leaves the directory's time")
	changed, ok := fsbackend.ChangeTime(p.FS, p.lstat("d/f"))
	p.same(true, ok, "there is a time of change")
	file = p.lstat("d/f")
	pause()
	p.must(p.FS.Chmod("d/f", 0o600))
	p.same(file.ModTime(), p.lstat("d/f").ModTime(), "chmod leaves the time of modification")
	again, _ := fsbackend.ChangeTime(p.FS, p.lstat("d/f"))
	p.same(true, again.After(changed), "chmod changes the time of change")
	p.must(p.FS.Rename("d/f", "d/g"))
	p.same(true, p.lstat("d").ModTime().After(dir.ModTime()), "a rename changes the directory's time")
	p.same(file.ModTime(), p.lstat("d/g").ModTime(), "a rename leaves the file's time")
	f, err := p.FS.Open("d/g")
	p.must(err)
	p.must(f.Close())
	p.same(file.ModTime(), p.lstat("d/g").ModTime(), "opening and closing leaves it")
}

func chtimesSets(p *probe) {
	p.write("f", "x")
	before, ok := fsbackend.ChangeTime(p.FS, p.lstat("f"))
	p.same(true, ok, "there is a time of change")
	want := time.Unix(1_000_000_000, 123456789)
	pause()
	p.fails(nil, p.FS.Chtimes("f", want, want), "chtimes")
	p.same(true, p.lstat("f").ModTime().Equal(want), "the time of modification is set")
	after, _ := fsbackend.ChangeTime(p.FS, p.lstat("f"))
	p.same(true, after.After(before), "the time of change cannot be hidden")
	p.fails(nil, p.FS.Chtimes("f", time.Time{}, time.Time{}), "zero times")
	p.same(true, p.lstat("f").ModTime().Equal(want), "zero times leave it")
}

func identities(p *probe) {
	p.write("f", "x")
	p.write("g", "x")
	p.mkdir("d")
	f := p.identity("f")
	p.same(uint64(1), f.Links, "one name")
	p.same(false, f.Same(p.identity("g")), "two files")
	p.same(false, f.Same(p.identity("d")), "file and directory")
	p.same(f.Device, p.identity("d").Device, "one device")
	p.must(p.FS.Rename("f", "d/h"))
	p.same(true, f.Same(p.identity("d/h")), "after a rename")
	p.write("d/h", "y")
	p.same(true, f.Same(p.identity("d/h")), "after a write")
	p.must(p.FS.Rename("g", "d/h"))
	p.same(false, f.Same(p.identity("d/h")), "after it was replaced")
}

func infoOfOpenFile(p *probe) {
	p.write("f", "four")
	f, err := p.FS.Open("f")
	p.must(err)
	defer f.Close()
	info, err := f.Stat()
	p.must(err)
	id, ok := fsbackend.Identify(p.FS, info)
	p.same(true, ok, "an open file has an identity")
	p.same(p.identity("f"), id, "which is that of the name")
	p.same(int64(4), info.Size(), "size")
	infos, err := afero.ReadDir(p.FS, ".")
	p.must(err)
	id, ok = fsbackend.Identify(p.FS, infos[0])
	p.same(true, ok, "a listed file has an identity")
	p.same(p.identity("f"), id, "which is that of the name")
}

// asSymlinkError finds the SymlinkError in an error.
func asSymlinkError(err error) (*fsbackend.SymlinkError, bool) {
	var link *fsbackend.SymlinkError
	return link, errors.As(err, &link)
}
