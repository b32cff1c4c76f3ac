package preview

// This file compares the tree with the layer, file by file, and writes the diff.

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/spf13/afero"

	"devstar/fsbackend"
	"devstar/hunkengine"
)

// Diff returns what differs between the tree and the layer, as git writes it, sorted by the new name. A file that has moved
// is a rename, however its text changed.
func (p *Preview) Diff() (string, error) {
	left, err := p.renamedFrom()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, name := range p.names() {
		before, err := look(p.base, name)
		if err != nil {
			return "", err
		}
		after, err := look(p.layer, name)
		if err != nil {
			return "", err
		}
		if left[name] != "" {
			before = nil // shown where it has gone
		}
		from := p.cameFrom(name)
		if after == nil || from == name || left[from] != name {
			b.WriteString(section(before, after))
			continue
		}
		b.WriteString(section(before, nil))
		source, err := look(p.base, from)
		if err != nil {
			return "", err
		}
		b.WriteString(section(source, after))
	}
	return b.String(), nil
}

// renamedFrom maps the old names of moved files to their new ones.
func (p *Preview) renamedFrom() (map[string]string, error) {
	left := map[string]string{}
	for _, name := range p.names() {
		from := p.cameFrom(name)
		if from == "" || from == name {
			continue
		}
		source, err := kind(p.base, from)
		if err != nil {
			return nil, err
		}
		there, err := kind(p.layer, name)
		if err != nil {
			return nil, err
		}
		if source == there && (source == regular || source == link) {
			left[from] = name
		}
	}
	return left, nil
}

// section is the part of one file; what becomes a link, or a file out of a link, goes and comes.
func section(before, after *hunkengine.GitSide) string {
	if before != nil && after != nil && (before.Mode == hunkengine.LinkMode) != (after.Mode == hunkengine.LinkMode) {
		return hunkengine.GitDiff(before, nil) + hunkengine.GitDiff(nil, after)
	}
	return hunkengine.GitDiff(before, after)
}

// The kinds of names that a diff knows; anything else is not shown.
const (
	absent = iota
	regular
	link
	other
)

// kind says what is at a name.
func kind(fsys afero.Fs, name string) (int, error) {
	info, err := fsbackend.Lstat(fsys, name)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return absent, nil
	case err != nil:
		return other, fmt.Errorf("cannot look at %s: %w", name, err)
	case info.Mode().IsRegular():
		return regular, nil
	case info.Mode()&fs.ModeSymlink != 0:
		return link, nil
	}
	return other, nil
}

// maxShown bounds the size of a file that is shown, in bytes; larger ones are compared by their hash.
const maxShown = 16 << 20

// look takes a file in; nil where there is none.
func look(fsys afero.Fs, name string) (*hunkengine.GitSide, error) {
	what, err := kind(fsys, name)
	if err != nil {
		return nil, err
	}
	side := &hunkengine.GitSide{Name: name, Mode: hunkengine.LinkMode}
	switch what {
	case link:
		side.Text, err = fsbackend.Readlink(fsys, name)
	case regular:
		err = fill(fsys, side)
	default:
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", name, err)
	}
	return side, nil
}

// fill reads mode and text of a regular file.
func fill(fsys afero.Fs, side *hunkengine.GitSide) error {
	f, err := fsys.Open(side.Name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	side.Mode = 0o100644
	if info.Mode()&0o100 != 0 {
		side.Mode = 0o100755
	}
	text, err := io.ReadAll(io.LimitReader(f, maxShown+1))
	if err != nil {
		return err
	}
	side.Text = string(text)
	if len(text) > maxShown {
		h := sha256.New()
		h.Write(text)
		if _, err := io.Copy(h, f); err != nil {
			return err
		}
		side.Text, side.Binary = hex.EncodeToString(h.Sum(nil)), true
		return nil
	}
	side.Binary = strings.ContainsRune(side.Text, 0) || !utf8.ValidString(side.Text)
	return nil
}
