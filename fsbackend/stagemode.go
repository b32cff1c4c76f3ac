package fsbackend

// This file gives a staged content the mode, the owner and the attributes that its file is to have.

import (
	"cmp"
	"errors"
	"io/fs"

	"github.com/spf13/afero"
)

// modeBits are the bits of a mode that a file keeps when its content is replaced.
const modeBits = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky

// mode is the mode a new content gets; exact when the umask has no say. What takes the place of a file gets the mode that
// is on disk, but for the bits in which the known and the wanted mode differ.
func (s *stager) mode(i int) (mode fs.FileMode, exact bool) {
	op := s.batch.ops[i]
	wanted := op.New.Mode & modeBits
	old, replaced := s.replaced(i)
	switch {
	case replaced && wanted == 0:
		return old.mode & modeBits, true
	case replaced:
		was := cmp.Or(op.Before, op.Replaces).Mode & modeBits
		return old.mode&modeBits&^(was&^wanted) | wanted&^was, true
	case wanted == 0 && op.From != "":
		return s.batch.sights[op.From].mode & fs.ModePerm, true
	case wanted == 0:
		return 0o666, false
	}
	return wanted, false
}

// replaced is the regular file whose place the content takes, as it was before the batch.
func (s *stager) replaced(i int) (sight, bool) {
	old := s.batch.pre.routes[i].old
	n, ok := s.batch.sights[old]
	return n, ok && old != "" && n.stamp != nothing && n.mode.IsRegular()
}

// dress gives a temporary owner, attributes and mode.
func (s *stager) dress(i int, n *sight, mode fs.FileMode) error {
	if err := s.attributes(i, *n); err != nil {
		return err
	}
	if n.mode&modeBits != mode {
		if err := s.batch.fs.Chmod(s.batch.entries[i].Stage, mode); err != nil {
			return failed("setting the mode of the temporary file", err)
		}
	}
	n.mode = n.mode&^modeBits | mode
	n.seen.moved = true
	return nil
}

// attributes copies what belongs to the file and not to its content, as far as allowed.
func (s *stager) attributes(i int, n sight) error {
	old, ok := s.replaced(i)
	if !ok || old.bare && n.bare && old.owner == n.owner {
		return nil
	}
	lost, err := CopyAttributes(s.batch.fs, s.batch.pre.routes[i].old, s.batch.entries[i].Stage)
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	if err != nil {
		return failed("copying owner and attributes to the temporary file", err)
	}
	s.lost[i] = lost
	return nil
}

// barer is what a back end has that can say cheaply that an open file has no extended attributes, so that there is
// nothing to copy but the owner.
type barer interface{ bare(f afero.File) bool }

// isBare says that an open file has no extended attributes; false where that is not known.
func isBare(fsys afero.Fs, f afero.File) bool {
	b, ok := fsys.(barer)
	return ok && b.bare(f)
}
