package fsbackend

// This file finds the ignore files of a walk.

import (
	"errors"
	"io/fs"
	"syscall"

	"devstar/fsbackend/ignore"
)

const (
	ignoreFile   = ".gitignore"
	excludesFile = ".git/info/exclude"
	maxIgnore    = 16 << 20 // bytes of one ignore file
)

// rulesIn returns the rules for the entries of a directory. An ignore file that is no regular file counts for nothing,
// as in git; one that cannot be read is reported.
func (w *walk) rulesIn(out *found, v visit, entries []fs.DirEntry) *ignore.Dir {
	var rules *ignore.Rules
	for _, e := range entries {
		if e.Name() == ignoreFile && e.Type().IsRegular() {
			rules = w.readRules(out, joinName(v.dir, ignoreFile))
			break
		}
	}
	if v.dir == "." {
		return ignore.Root(w.readRules(out, excludesFile), rules)
	}
	return v.rules.Below(v.dir, rules)
}

// readRules reads one ignore file; nil when there is none.
func (w *walk) readRules(out *found, name string) *ignore.Rules {
	data, err := readOne(w.ctx, w.fsys, name, maxIgnore)
	var link *SymlinkError
	switch {
	case err == nil:
		return ignore.Parse(data)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), errors.Is(err, ErrSpecial), errors.As(err, &link):
		return nil
	}
	out.Unreadable = append(out.Unreadable, NameError{name, err})
	return nil
}

func joinName(dir, base string) string {
	if dir == "." {
		return base
	}
	return dir + "/" + base
}
