package shadow

// This file tells what a tool did in the directory.

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/afero"

	"devstar/fsbackend"
)

// Touched is what differs in the directory from what was put there. Paths are those of the workspace, sorted.
type Touched struct {
	Changed map[string]string // held texts with other bytes
	Added   map[string]string // new files, without what git ignores
	Deleted []string          // held files that are not there any more
	Other   []string          // files that are not held and changed or went, and new ones that are no regular files or too large
}

// ErrDeleted is a directory that a tool deleted, or emptied.
var ErrDeleted = errors.New("it deleted the directory it was given")

// Settle looks for what tools did since the last Sync. Held files for which whole is true are compared by their bytes, all
// others by size and time first. maxBytes bounds what is read of one file. The next Sync takes everything back that the
// workspace does not hold by then.
func (t *Tree) Settle(ctx context.Context, whole func(p string) bool, maxBytes int64) (Touched, error) {
	out := Touched{Changed: map[string]string{}, Added: map[string]string{}}
	if t.dir == "" {
		return out, nil
	}
	t.used = false
	names := slices.Sorted(maps.Keys(t.have))
	now := make([]seen, len(names))
	err := inParallel(ctx, len(names), func(i int) (err error) {
		now[i], err = t.see(names[i], whole, maxBytes)
		return err
	})
	if err != nil {
		return out, err
	}
	if t.emptied(now) {
		return out, errors.Join(ErrDeleted, t.Close())
	}
	for i, p := range names {
		t.tell(&out, p, now[i])
	}
	return out, t.findNew(ctx, &out, maxBytes)
}

// seen is what became of one name.
type seen struct {
	what state
	text string
}

type state int

const (
	same state = iota
	changed
	gone
	unreadable // held, but not text any more, or too large, or no file
)

// see compares one name with what was put there.
func (t *Tree) see(p string, whole func(string) bool, maxBytes int64) (seen, error) {
	h := t.have[p]
	info, err := t.fs.Lstat(p)
	if err != nil {
		return seen{what: gone}, nil
	}
	if h.link != "" {
		if to, err := t.fs.Readlink(p); err != nil || to != h.link {
			return seen{what: changed}, nil
		}
		return seen{}, nil
	}
	if !info.Mode().IsRegular() {
		return seen{what: unreadable}, nil
	}
	if info.Size() == h.size && info.ModTime().Equal(h.mtime) && !(h.isText && whole(h.held)) {
		return seen{}, nil
	}
	if info.Size() > max(maxBytes, h.size) {
		return seen{what: unreadable}, nil
	}
	data, err := afero.ReadFile(t.fs, p)
	if err != nil {
		return seen{what: unreadable}, nil
	}
	if h.isText {
		if string(data) == h.text {
			return seen{}, nil
		}
		return seen{what: changed, text: string(data)}, nil
	}
	if before, err := afero.ReadFile(t.opts.FS, h.from); err == nil && string(before) == string(data) {
		return seen{}, nil
	}
	return seen{what: changed}, nil
}

// emptied reports whether the directory or everything in it is gone.
func (t *Tree) emptied(now []seen) bool {
	if _, err := os.Lstat(t.dir); err != nil {
		return true
	}
	return len(now) > 1 && !slices.ContainsFunc(now, func(s seen) bool { return s.what != gone })
}

// tell adds one name to the report, and marks it for the next Sync.
func (t *Tree) tell(out *Touched, p string, now seen) {
	h := t.have[p]
	if now.what == same {
		return
	}
	delete(t.have, p)
	if now.what != gone {
		t.stray = append(t.stray, p)
	}
	switch {
	case h.held == "", now.what == unreadable, !h.isText && now.what == changed:
		out.Other = append(out.Other, cmp.Or(h.held, p))
	case now.what == gone:
		out.Deleted = append(out.Deleted, h.held)
	default:
		out.Changed[h.held] = now.text
	}
}

// findNew adds what tools made and git does not ignore.
func (t *Tree) findNew(ctx context.Context, out *Touched, maxBytes int64) error {
	walked, err := fsbackend.Walk(ctx, t.fs, fsbackend.WalkOptions{})
	if err != nil {
		return err
	}
	before := map[string]bool{}
	for _, p := range t.stray {
		before[p] = true
	}
	isNew := func(p string) bool {
		_, known := t.have[p]
		return !known && !before[p]
	}
	for _, p := range walked.Files {
		if !isNew(p) {
			continue
		}
		t.stray = append(t.stray, p)
		if text, ok := t.newText(p, maxBytes); ok {
			out.Added[p] = text
		} else {
			out.Other = append(out.Other, p)
		}
	}
	for _, p := range walked.Special {
		if isNew(p) {
			t.stray = append(t.stray, p)
			out.Other = append(out.Other, p)
		}
	}
	slices.Sort(out.Other)
	slices.SortFunc(out.Deleted, strings.Compare)
	return nil
}

func (t *Tree) newText(p string, maxBytes int64) (string, bool) {
	info, err := t.fs.Lstat(p)
	if err != nil || info.Size() > maxBytes {
		return "", false
	}
	data, err := afero.ReadFile(t.fs, p)
	if err != nil || errors.Is(err, fs.ErrNotExist) {
		return "", false
	}
	return string(data), true
}
