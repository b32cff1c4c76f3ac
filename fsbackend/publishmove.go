package fsbackend

// This file changes single names. After an error it looks at the names before it decides whether the change was made.

import (
	"errors"
	"io/fs"
	"strconv"

	"github.com/spf13/afero"
)

// move gives the file at src the name to, in place of what the batch knows to be there.
func (p *publisher) move(src, to string) error {
	moved, gone := p.sights[src], p.sights[to]
	if gone.stamp != nothing && moved.seen.one(gone.seen) {
		return p.dropName(src, to)
	}
	var err error
	switch {
	case gone.stamp != nothing || p.eye.alike(src, to):
		replaced := p.freer.hold(to, gone)
		err = moveOnto(p.eye.fs, src, to, moved.mode)
		replaced()
	default:
		err = p.moveFree(src, to)
	}
	if err != nil {
		if err = p.settleMove(src, to, err); err != nil {
			return err
		}
	}
	p.touch(src, to)
	moved.seen.moved = true
	p.sights[to], p.sights[src] = moved, sight{}
	return nil
}

// fileReplacer is what a back end has that can rename a regular file at less cost.
type fileReplacer interface{ replaceFile(from, to string) error }

// moveOnto renames, in place of what is there.
func moveOnto(fsys afero.Fs, from, to string, mode fs.FileMode) error {
	if r, ok := fsys.(fileReplacer); ok && mode.IsRegular() {
		return r.replaceFile(from, to)
	}
	return fsys.Rename(from, to)
}

// moveFree moves to a name that must be free.
func (p *publisher) moveFree(src, to string) error {
	safe, err := RenameNoReplace(p.eye.fs, src, to)
	if !safe && !p.noted {
		p.noted = true
		p.warn(to, "this file system cannot rename without replacing; a file that appears there at the same moment would be lost")
	}
	return err
}

// dropName takes the first of two names of one file away. A rename would do nothing: the system calls it done and leaves
// both names.
func (p *publisher) dropName(src, to string) error {
	if err := p.remove(src); err != nil {
		return err
	}
	n := p.sights[to]
	n.seen.moved = true
	p.sights[to] = n
	return nil
}

// settleMove finds out what a failed rename has done. It returns nil when the file has its new name and no other.
func (p *publisher) settleMove(src, to string, cause error) error {
	was := p.sights[src]
	atSrc, err := p.isAt(src, was)
	atTo, err2 := p.isAt(to, was)
	srcGone, err3 := p.isAt(src, sight{})
	switch {
	case err != nil || err2 != nil || err3 != nil:
		return unknown(cause)
	case srcGone && atTo:
		return nil
	case atSrc && atTo:
		return p.settleBoth(src, to, cause)
	case atSrc:
		return p.notMoved(to, cause)
	}
	return unknown(cause)
}

// settleBoth finishes a move that gave the file its second name but did not take the first, or takes the second back.
func (p *publisher) settleBoth(src, to string, cause error) error {
	if p.eye.fs.Remove(src) == nil || !p.standsAt(src) {
		return nil
	}
	if p.eye.fs.Remove(to) == nil {
		return failed("renaming failed", cause)
	}
	return unknown(cause)
}

// notMoved is the error of a rename that did nothing.
func (p *publisher) notMoved(to string, cause error) error {
	if errors.Is(cause, fs.ErrExist) && p.sights[to].stamp == nothing {
		if now, err := p.eye.sight(to); err == nil && now.stamp != nothing {
			return refuse("changed_on_disk", strconv.Quote(to)+" "+difference(sight{}, now), nil)
		}
	}
	return failed("renaming failed", cause)
}

// isAt says whether a name holds exactly that file; an empty sight asks whether it holds nothing.
func (p *publisher) isAt(name string, n sight) (bool, error) {
	info, err := p.eye.info(name)
	if err != nil {
		return false, err
	}
	if info == nil || n.stamp == nothing {
		return info == nil && n.stamp == nothing, nil
	}
	if now := p.eye.seenOf(info); now.ok && n.seen.ok {
		return now.one(n.seen), nil
	}
	now, err := p.eye.sight(name)
	return now.stamp == n.stamp, err
}

// unknown is the error of an operation of which it cannot be seen whether it was done.
func unknown(cause error) error {
	e := failed("it failed, and the names could not be looked at afterwards", cause)
	e.Unknown = true
	return e
}

// remove takes a name away.
func (p *publisher) remove(name string) error {
	if err := p.eye.fs.Remove(name); err != nil {
		gone, look := p.isAt(name, sight{})
		if look != nil {
			return unknown(err)
		}
		if !gone {
			return failed("removing failed", err)
		}
	}
	p.touch(name)
	p.sights[name] = sight{}
	return nil
}
