package fsbackend

// This file looks at what stands under a name, cheaply (identity) and thoroughly (hash).

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"github.com/spf13/afero"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// stamp says what stands under a name: "" nothing, "dir", "file <sha256>", "link <sha256 of its text>", "other <type>".
type stamp string

const (
	nothing   stamp = ""
	directory stamp = "dir"
)

// fileStamp is the stamp of a regular file.
func fileStamp(sum [32]byte) stamp { return stamp("file " + hex.EncodeToString(sum[:])) }

// linkStamp is the stamp of a symlink.
func linkStamp(text string) stamp {
	sum := sha256.Sum256([]byte(text))
	return stamp("link " + hex.EncodeToString(sum[:]))
}

// nounOf says in a message what a file of that mode is.
func nounOf(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return "a file"
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeSymlink != 0:
		return "a symlink"
	}
	return "neither file nor directory"
}

// sight is what lies under a name, as it was last seen.
type sight struct {
	stamp stamp
	mode  fs.FileMode
	links uint64
	mount Mount
	owner Owner
	bare  bool // it has no attributes beside owner and mode
	seen  seen
}

// seen tells cheaply whether a file is still what it was: if all of it is equal, the content is.
type seen struct {
	ok            bool // the back end has identities
	device, inode uint64
	size          int64
	mtime, ctime  time.Time
	moved         bool // by this batch: its ctime is new
}

// same says whether a file was not replaced or written to since it was seen.
func (s seen) same(now seen) bool {
	return s.ok && now.ok && s.device == now.device && s.inode == now.inode && s.size == now.size &&
		s.mtime.Equal(now.mtime) && (s.moved || s.ctime.Equal(now.ctime))
}

// one says whether two names are of one file.
func (s seen) one(other seen) bool {
	return s.ok && other.ok && s.device == other.device && s.inode == other.inode
}

// eye looks at a back end. Names of the batch that a disk might take for one (case or normal form) are looked up in the
// directory's listing, because there lstat finds the one under the name of the other.
type eye struct {
	fs      afero.Fs
	twins   map[string]bool
	buffers *sync.Pool // of *[]byte, through which contents pass
}

// newEye prepares for looking at names.
func newEye(fsys afero.Fs, names []string) eye {
	fold := cases.Fold()
	first, twins := make(map[string]string, len(names)), map[string]bool{}
	for _, name := range names {
		key := fold.String(norm.NFC.String(name))
		other, ok := first[key]
		if ok && other != name {
			twins[other], twins[name] = true, true
		}
		first[key] = name
	}
	buffers := &sync.Pool{New: func() any { return new(make([]byte, 64<<10)) }}
	return eye{fs: fsys, twins: twins, buffers: buffers}
}

// alike says whether a disk might take two names of the batch for one.
func (y eye) alike(a, b string) bool {
	fold := cases.Fold()
	return y.twins[a] && y.twins[b] && fold.String(norm.NFC.String(a)) == fold.String(norm.NFC.String(b))
}

// info looks at a name and does not follow it; nil when nothing is there.
func (y eye) info(name string) (fs.FileInfo, error) {
	info, err := Lstat(y.fs, name)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if y.twins[name] {
		if listed, err := y.listed(name); err != nil || !listed {
			return nil, err
		}
	}
	return info, nil
}

// peeker is what a back end has that can look at a name at less cost, when the answer only serves to recognise what was
// seen there with care: a directory above it that was replaced by a link since is followed.
type peeker interface {
	peek(name string) (fs.FileInfo, error)
}

// unmoved says whether the file that was seen under a name is still there, untouched. False says nothing.
func (y eye) unmoved(name string, was sight) bool {
	p, ok := y.fs.(peeker)
	if !ok || was.stamp == nothing || was.stamp == directory || y.twins[name] {
		return false
	}
	info, err := p.peek(name)
	return err == nil && was.mode == info.Mode() && was.seen.same(y.seenOf(info))
}

// listed says whether the directory holds exactly this name.
func (y eye) listed(name string) (bool, error) {
	entries, err := listNames(y.fs, path.Dir(name))
	if err != nil {
		return false, err
	}
	base := path.Base(name)
	for _, entry := range entries {
		if entry == base {
			return true, nil
		}
	}
	return false, nil
}

// listNames lists the names in a directory.
func listNames(fsys afero.Fs, dir string) ([]string, error) {
	f, err := fsys.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

// seenOf takes from an info what tells whether a file is still the same.
func (y eye) seenOf(info fs.FileInfo) seen {
	id, ok := Identify(y.fs, info)
	s := seen{ok: ok, device: id.Device, inode: id.Inode, size: info.Size(), mtime: info.ModTime()}
	s.ctime, _ = ChangeTime(y.fs, info)
	return s
}

// glance makes a sight without a stamp of content.
func (y eye) glance(info fs.FileInfo) sight {
	id, _ := Identify(y.fs, info)
	owner, _ := OwnerOf(y.fs, info)
	return sight{mode: info.Mode(), links: id.Links, owner: owner, seen: y.seenOf(info)}
}

// sight looks thoroughly: contents are hashed.
func (y eye) sight(name string) (sight, error) {
	info, err := y.info(name)
	if err != nil || info == nil {
		return sight{}, err
	}
	n := y.glance(info)
	n.stamp, err = y.stampOf(name, info)
	return n, err
}

// stampOf gives the stamp for what was seen under a name.
func (y eye) stampOf(name string, info fs.FileInfo) (stamp, error) {
	switch mode := info.Mode(); {
	case mode.IsRegular():
		sum, err := y.hash(name, info)
		return fileStamp(sum), err
	case mode.IsDir():
		return directory, nil
	case mode&fs.ModeSymlink != 0:
		text, err := Readlink(y.fs, name)
		return linkStamp(text), err
	default:
		return otherStamp(mode), nil
	}
}

// otherStamp is the stamp of what is neither file, directory nor link.
func otherStamp(mode fs.FileMode) stamp { return stamp(fmt.Sprintf("other %o", mode.Type())) }

// hash reads a whole file.
func (y eye) hash(name string, info fs.FileInfo) ([32]byte, error) {
	h := sha256.New()
	err := y.read(name, info, nil, func(chunk []byte) bool { h.Write(chunk); return true })
	return [32]byte(h.Sum(nil)), err
}

// errReplaced is the error of a file that was replaced between looking at it and opening it.
var errReplaced = errors.New("it was replaced while it was being read")

// read hands a regular file on in chunks, until take has enough; peek, if there is one, gets the open file first.
func (y eye) read(name string, info fs.FileInfo, peek func(afero.File), take func(chunk []byte) bool) error {
	f, err := y.fs.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	opened, err := openedInfo(f)
	if err != nil {
		return err
	}
	if a, b := y.seenOf(info), y.seenOf(opened); a.ok && b.ok && !a.one(b) || !opened.Mode().IsRegular() {
		return errReplaced
	}
	if peek != nil {
		peek(f)
	}
	return y.pass(f, opened.Size(), take)
}

// pass hands an open file on in chunks.
func (y eye) pass(f io.Reader, size int64, take func(chunk []byte) bool) error {
	buf := y.buffers.Get().(*[]byte)
	defer y.buffers.Put(buf)
	return readChunks(f, *buf, size, take)
}

// readChunks reads to the end. A short read at the size the file had when it was opened is the end: what grows after that
// is noticed by its identity.
func readChunks(r io.Reader, buf []byte, size int64, take func(chunk []byte) bool) error {
	for read := int64(0); ; {
		n, err := r.Read(buf)
		read += int64(n)
		switch {
		case n > 0 && !take(buf[:n]), err == io.EOF:
			return nil
		case err != nil:
			return err
		case n > 0 && n < len(buf) && read == size:
			return nil
		}
	}
}

// hashText hashes a text without copying it.
func hashText(text string) [32]byte {
	return sha256.Sum256(unsafe.Slice(unsafe.StringData(text), len(text)))
}
