package fstestsuite

// This file asks about locks, syncing, mounts and attributes.

import (
	"io/fs"
	"os"
	"syscall"

	"devstar/fsbackend"
)

func extraProbes() map[string]func(*probe) {
	return map[string]func(*probe){
		"extra/lock":       lockExcludes,
		"extra/sync":       syncAll,
		"extra/mount":      mounts,
		"extra/attributes": attributesCopied,
	}
}

func lockExcludes(p *probe) {
	p.write("j", "x")
	a, b := p.open("j", os.O_RDWR), p.open("j", os.O_RDONLY)
	held, err := fsbackend.TryLock(p.FS, a)
	p.fails(nil, err, "lock")
	p.same(false, held, "a free lock is not held")
	held, err = fsbackend.TryLock(p.FS, b)
	p.fails(nil, err, "second lock")
	p.same(true, held, "it is held now")
	held, err = fsbackend.TryLock(p.FS, a)
	p.fails(nil, err, "lock again")
	p.same(false, held, "by others")
	p.fails(nil, a.Close(), "close")
	held, err = fsbackend.TryLock(p.FS, b)
	p.fails(nil, err, "lock after the close")
	p.same(false, held, "free after the close")
	p.fails(nil, b.Close(), "close")
	_, err = fsbackend.TryLock(p.FS, b)
	p.fails(fs.ErrClosed, err, "lock of a closed file")
}

func syncAll(p *probe) {
	p.mkdir("d")
	p.write("d/f", "x")
	p.write("g", "y")
	p.must(p.FS.Chmod("g", 0o400))
	p.fails(nil, fsbackend.SyncAll(p.FS, []string{"d/f", "g"}, []string{"d", "."}), "sync")
	p.fails(nil, fsbackend.SyncAll(p.FS, nil, nil), "sync of nothing")
	p.fails(syscall.ENOENT, fsbackend.SyncAll(p.FS, []string{"d/f", "no"}, nil), "sync of a missing file")
	p.holds("d/f", "x")
}

func mounts(p *probe) {
	p.mkdir("d")
	p.write("d/f", "x")
	root, err := fsbackend.MountOf(p.FS, ".")
	p.fails(nil, err, "root")
	for _, name := range []string{"d", "d/f"} {
		m, err := fsbackend.MountOf(p.FS, name)
		p.fails(nil, err, "%s", name)
		p.same(root, m, "mount of %s", name)
	}
	_, err = fsbackend.MountOf(p.FS, "no")
	p.fails(syscall.ENOENT, err, "nothing")
}

func attributesCopied(p *probe) {
	p.write("from", "x")
	p.write("to", "y")
	p.must(p.FS.Chmod("from", 0o751))
	p.must(p.FS.Chmod("to", 0o640))
	lost, err := fsbackend.CopyAttributes(p.FS, "from", "to")
	p.fails(nil, err, "copy")
	p.same(0, len(lost), "lost")
	p.same(fs.FileMode(0o640), p.mode("to"), "the mode stays")
	p.holds("to", "y")
	_, err = fsbackend.CopyAttributes(p.FS, "no", "to")
	p.fails(syscall.ENOENT, err, "from nothing")
	p.symlink("to", "l")
	_, err = fsbackend.CopyAttributes(p.FS, "from", "l")
	p.fails(syscall.ELOOP, err, "to a link")
}
