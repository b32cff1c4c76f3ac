package fsbackend

// This file gives a staged content the mode, the owner and the attributes that its file is to have.

import (
	"errors"
	"io/fs"
)

// modeBits are the bits of a mode that a file keeps when its content is replaced.
const modeBits = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky

// mode is the mode a new content gets; exact when the umask has no say.
func (s *stager) mode(i int) (mode fs.FileMode, exact bool) {
	op := s.batch.ops[i]
	wanted := op.New.Mode & modeBits
	old, replaced := s.replaced(i)
	keep := op.Kind == OpCreate || wanted == 0 || wanted == op.Before.Mode&modeBits
	switch {
	case replaced && keep:
		return old.mode & modeBits, true
	case op.From != "" && op.Kind == OpCreate:
		return s.batch.sights[op.From].mode & fs.ModePerm, true
	case wanted == 0:
		return 0o666, false
	}
	return wanted, op.Kind == OpModify
}

// replaced is the regular file whose place the content takes, as it was before the batch.
func (s *stager) replaced(i int) (sight, bool) {
	old := s.batch.pre.routes[i].old
	n, ok := s.batch.sights[old]
	return n, ok && old != "" && n.stamp != nothing && n.mode.IsRegular()
}

// dress gives a temporary owner, attributes and mode, and looks at the result.
func (s *stager) dress(i int, mode fs.FileMode, exact bool) (sight, error) {
	e, b := s.batch.entries[i], s.batch
	if err := s.attributes(i); err != nil {
		return sight{}, err
	}
	info, err := Lstat(b.fs, e.Stage)
	if err == nil && exact && info.Mode()&modeBits != mode {
		if err = b.fs.Chmod(e.Stage, mode); err == nil {
			info, err = Lstat(b.fs, e.Stage)
		}
	}
	if err != nil {
		return sight{}, failed("setting the mode of the temporary file", err)
	}
	n := b.eye.glance(info)
	n.stamp = e.After
	return n, nil
}

// attributes copies what belongs to the file and not to its content, as far as allowed.
func (s *stager) attributes(i int) error {
	if _, ok := s.replaced(i); !ok {
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
