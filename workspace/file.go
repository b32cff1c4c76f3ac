package workspace

// File: one file's content and mode, and what counts as the same file.

import (
	"io/fs"

	"devstar/hunkengine"
)

const (
	newMode        fs.FileMode = 0o666 // of a created file, before the umask
	executableBits fs.FileMode = 0o111
)

// File is one file's state: text, or an opaque content known only by its hash.
//
// Mode holds permission bits. Those of a file that is not on disk yet are what it is created with, before the umask.
type File struct {
	Text   hunkengine.Text
	Opaque bool
	Size   int64    // bytes
	Sum    [32]byte // SHA-256, opaque files only
	Mode   fs.FileMode
	Link   Path // where the content lies, when the path is a symlink inside the root; else ""
}

// textFile returns the file that holds t.
func textFile(t hunkengine.Text, mode fs.FileMode) *File {
	return &File{Text: t, Size: int64(len(t.String())), Mode: mode}
}

// withText returns a copy of f that holds t.
func (f *File) withText(t hunkengine.Text) *File {
	c := *f
	c.Text, c.Size = t, int64(len(t.String()))
	return &c
}

// withMode returns f with another mode.
func (f *File) withMode(mode fs.FileMode) *File {
	if f.Mode == mode {
		return f
	}
	c := *f
	c.Mode = mode
	return &c
}

// SameContent reports whether two files hold the same bytes, as far as is known: an opaque file equals only an opaque one.
func (f *File) SameContent(g *File) bool {
	if f == g {
		return true
	}
	if f.Opaque || g.Opaque {
		return f.Opaque && g.Opaque && f.Sum == g.Sum && f.Size == g.Size
	}
	return f.Text.String() == g.Text.String()
}

// same reports whether there is nothing to write to make one file the other.
func (f *File) same(g *File) bool {
	return f == g || f.Mode == g.Mode && f.Link == g.Link && f.SameContent(g)
}

// keptMode is the mode of a file that takes the place of old: the old one, plus the x bits that the new one asks for
// where old can be read.
func keptMode(old, asked fs.FileMode) fs.FileMode {
	if asked&executableBits == 0 {
		return old
	}
	return old | (old&0o444)>>2
}
