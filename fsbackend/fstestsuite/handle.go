package fstestsuite

// This file asks what an open file does.

import (
	"bytes"
	"crypto/sha256"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/spf13/afero"
)

func handleProbes() map[string]func(*probe) {
	return map[string]func(*probe){
		"handle/read":         handleReads,
		"handle/seek":         handleSeeks,
		"handle/write":        handleWrites,
		"handle/append":       handleAppends,
		"handle/truncate":     handleTruncates,
		"handle/wrong-way":    handleWrongWay,
		"handle/closed":       handleClosed,
		"handle/shared":       handlesShare,
		"handle/removed":      handleOfRemoved,
		"handle/renamed":      handleOfRenamed,
		"handle/replaced":     handleOfReplaced,
		"handle/name":         handleName,
		"handle/big":          bigFile,
		"handle/copied-bytes": writtenBytesAreCopied,
	}
}

// readAll reads the rest of an open file.
func (p *probe) readAll(f afero.File) string {
	data, err := io.ReadAll(f)
	p.fails(nil, err, "reading on")
	return string(data)
}

func handleReads(p *probe) {
	p.write("f", "hello")
	f := p.open("f", os.O_RDONLY)
	defer f.Close()
	buf := make([]byte, 4)
	n, err := f.Read(buf)
	p.same("hell 4", string(buf[:n])+" 4", "first read")
	p.fails(nil, err, "first read")
	n, err = f.Read(buf)
	p.same(1, n, "second read")
	p.fails(nil, err, "second read")
	n, err = f.Read(buf)
	p.same(0, n, "read at the end")
	p.same(io.EOF, err, "read at the end")
	n, err = f.Read(nil)
	p.same(0, n, "empty read")
	p.fails(nil, err, "empty read")
	n, err = f.ReadAt(buf, 2)
	p.same("llo", string(buf[:n]), "read at an offset")
	p.same(io.EOF, err, "short read at an offset")
	_, err = f.ReadAt(buf, 99)
	p.same(io.EOF, err, "read behind the end")
}

func handleSeeks(p *probe) {
	p.write("f", "hello")
	f := p.open("f", os.O_RDWR)
	defer f.Close()
	for _, s := range []struct {
		offset int64
		whence int
		want   int64
	}{{1, io.SeekStart, 1}, {2, io.SeekCurrent, 3}, {-1, io.SeekEnd, 4}, {10, io.SeekEnd, 15}, {0, io.SeekStart, 0}} {
		got, err := f.Seek(s.offset, s.whence)
		p.fails(nil, err, "seek %v", s)
		p.same(s.want, got, "seek %v", s)
	}
	p.fails(syscall.EINVAL, second(f.Seek(-1, io.SeekStart)), "before the start")
	p.fails(syscall.EINVAL, second(f.Seek(0, 9)), "whence 9")
	p.same("hello", p.readAll(f), "after a failed seek")
}

func handleWrites(p *probe) {
	f := p.open("f", os.O_RDWR|os.O_CREATE)
	defer f.Close()
	n, err := f.Write([]byte("hello"))
	p.same(5, n, "write")
	p.fails(nil, err, "write")
	p.fails(nil, second(f.WriteString(" you")), "write a string")
	p.fails(nil, second(f.WriteAt([]byte("J"), 0)), "write at the start")
	p.holds("f", "Jello you")
	p.fails(nil, second(f.WriteAt([]byte("!"), 11)), "write behind the end")
	p.holds("f", "Jello you\x00\x00!")
	p.fails(nil, second(f.WriteAt(nil, 99)), "write nothing behind the end")
	p.fails(nil, second(f.Seek(14, io.SeekStart)), "seek behind the end")
	p.holds("f", "Jello you\x00\x00!")
	p.fails(nil, second(f.Write([]byte("?"))), "write there")
	p.holds("f", "Jello you\x00\x00!\x00\x00?")
	p.fails(nil, f.Sync(), "sync")
}

func handleAppends(p *probe) {
	p.write("f", "0")
	a, b := p.open("f", os.O_WRONLY|os.O_APPEND), p.open("f", os.O_RDWR|os.O_APPEND)
	defer a.Close()
	defer b.Close()
	for range 3 {
		p.fails(nil, second(a.Write([]byte("a"))), "first writer")
	}
	p.fails(nil, second(b.Seek(0, io.SeekStart)), "seek")
	p.fails(nil, second(b.Write([]byte("b"))), "second writer")
	p.holds("f", "0aaab")
	_, err := a.WriteAt([]byte("x"), 0)
	p.same(true, err != nil, "writing at an offset is refused")
	p.holds("f", "0aaab")
}

func handleTruncates(p *probe) {
	p.write("f", "hello")
	f := p.open("f", os.O_RDWR)
	defer f.Close()
	p.fails(nil, f.Truncate(2), "shorter")
	p.holds("f", "he")
	p.fails(nil, f.Truncate(4), "longer")
	p.holds("f", "he\x00\x00")
	p.fails(syscall.EINVAL, f.Truncate(-1), "negative")
	p.fails(nil, second(f.Seek(0, io.SeekEnd)), "seek")
	p.fails(nil, f.Truncate(0), "empty")
	p.fails(nil, second(f.Write([]byte("x"))), "write at the old offset")
	p.holds("f", "\x00\x00\x00\x00x")
}

func handleWrongWay(p *probe) {
	p.write("f", "x")
	p.mkdir("d")
	r, w, d := p.open("f", os.O_RDONLY), p.open("f", os.O_WRONLY), p.open("d", os.O_RDONLY)
	buf := make([]byte, 1)
	p.fails(syscall.EBADF, second(r.Write(buf)), "write to a reader")
	p.fails(syscall.EBADF, second(r.WriteAt(buf, 0)), "write at an offset to a reader")
	p.fails(syscall.EINVAL, r.Truncate(0), "truncate a reader")
	p.fails(syscall.EBADF, second(w.Read(buf)), "read from a writer")
	p.fails(syscall.EISDIR, second(d.Read(buf)), "read a directory")
	p.fails(syscall.EBADF, second(d.Write(buf)), "write to a directory")
	p.fails(syscall.ENOTDIR, second(r.Readdirnames(-1)), "list a file")
	for _, f := range []afero.File{r, w, d} {
		p.fails(nil, f.Close(), "close")
	}
	p.holds("f", "x")
}

func handleClosed(p *probe) {
	p.write("f", "x")
	f := p.open("f", os.O_RDWR)
	p.fails(nil, f.Close(), "close")
	buf := make([]byte, 1)
	for call, err := range map[string]error{
		"close": f.Close(), "read": second(f.Read(buf)), "write": second(f.Write(buf)), "stat": second(f.Stat()),
		"seek": second(f.Seek(0, 0)), "truncate": f.Truncate(0), "sync": f.Sync(), "read at": second(f.ReadAt(buf, 0)),
	} {
		p.fails(fs.ErrClosed, err, "%s", call)
	}
	p.holds("f", "x")
}

func handlesShare(p *probe) {
	p.write("f", "old")
	r := p.open("f", os.O_RDONLY)
	defer r.Close()
	p.write("f", "newer")
	p.same("newer", p.readAll(r), "what another wrote")
	w := p.open("f", os.O_WRONLY)
	defer w.Close()
	p.fails(nil, second(w.WriteAt([]byte("N"), 0)), "write")
	p.holds("f", "Newer")
}

func handleOfRemoved(p *probe) {
	p.write("f", "x")
	f := p.open("f", os.O_RDWR)
	defer f.Close()
	p.must(p.FS.Remove("f"))
	p.gone("f")
	p.same("x", p.readAll(f), "the content of a removed file")
	p.fails(nil, second(f.Write([]byte("y"))), "write")
	p.gone("f")
	p.write("f", "new")
	p.fails(nil, second(f.Write([]byte("z"))), "write beside a new file")
	p.holds("f", "new")
}

func handleOfRenamed(p *probe) {
	p.write("f", "x")
	f := p.open("f", os.O_RDWR|os.O_APPEND)
	defer f.Close()
	p.must(p.FS.Rename("f", "g"))
	p.fails(nil, second(f.Write([]byte("y"))), "write")
	p.holds("g", "xy")
	p.gone("f")
}

func handleOfReplaced(p *probe) {
	p.write("f", "old")
	p.write("g", "new")
	f := p.open("f", os.O_RDONLY)
	defer f.Close()
	p.must(p.FS.Rename("g", "f"))
	p.same("old", p.readAll(f), "an open file that was replaced")
	p.holds("f", "new")
}

func handleName(p *probe) {
	p.mkdir("d")
	p.write("d/f", "x")
	f := p.open("d/f", os.O_RDONLY)
	defer f.Close()
	p.same("d/f", f.Name(), "name of the open file")
	info, err := f.Stat()
	p.must(err)
	p.same("f", info.Name(), "name of its information")
}

func bigFile(p *probe) {
	block := bytes.Repeat([]byte("0123456789abcde\n"), 1<<16)
	f := p.open("big", os.O_RDWR|os.O_CREATE)
	defer f.Close()
	want := sha256.New()
	for i := range 16 {
		block[0] = byte(i)
		want.Write(block)
		p.fails(nil, second(f.Write(block)), "block %d", i)
	}
	p.fails(nil, second(f.Seek(0, io.SeekStart)), "seek")
	got := sha256.New()
	n, err := io.Copy(got, f)
	p.fails(nil, err, "reading")
	p.same(int64(16<<20), n, "length")
	p.same(string(want.Sum(nil)), string(got.Sum(nil)), "content")
}

func writtenBytesAreCopied(p *probe) {
	f := p.open("f", os.O_RDWR|os.O_CREATE)
	defer f.Close()
	data := []byte("mine")
	p.fails(nil, second(f.Write(data)), "write")
	data[0] = 'X'
	p.holds("f", "mine")
	buf := make([]byte, 4)
	p.fails(nil, second(f.ReadAt(buf, 0)), "read")
	buf[0] = 'Y'
	p.holds("f", "mine")
}
