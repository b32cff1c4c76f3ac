package shadow

// This file makes the directory look like the workspace.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"devstar/fsbackend"
)

// Held is one file of the workspace.
type Held struct {
	Path  string      // in the workspace
	At    string      // where it lies: Path, or what the symlink Path points to
	Text  string      // every byte
	From  string      // for files whose bytes are not in memory: their name on disk; "" for texts
	Mode  fs.FileMode // permission bits
	Clean bool        // the disk has the same, as far as is known
}

// View is the workspace.
type View struct {
	Held []Held
	Gone func(p string) bool // was p on disk, and is deleted or moved away in the workspace
}

// LinkedError is a changed file inside of a linked directory, where it cannot be shown.
type LinkedError struct{ Path, Link string }

// Error names the file and the directory.
func (e *LinkedError) Error() string {
	return fmt.Sprintf("%s has unwritten changes, and tools see %s as it is on disk, for it is named in shadow_link", e.Path, e.Link)
}

// Reason returns "shadow_link".
func (e *LinkedError) Reason() string { return "shadow_link" }

// Hint returns what to do.
func (e *LinkedError) Hint() string { return "write first, or take " + e.Link + " out of shadow_link" }

// have is what the directory holds under one name.
type have struct {
	want
	size  int64
	mtime time.Time
}

// want is what the directory should hold under one name: a text, a file of the disk, or a symlink.
type want struct {
	held   string // the path in the workspace; "" for files that are not held
	text   string
	isText bool
	link   string // target of a symlink
	from   string // name on disk of what is copied
	stamp  stamp  // of what is copied, when it was looked at
	mode   fs.FileMode
}

// stamp tells whether a file on disk is still the one that was copied.
type stamp struct {
	size    int64
	mtime   time.Time
	changed time.Time
	id      fsbackend.Identity
}

// tick is longer than the granularity of file times: what a tool writes later has another time than what was put there.
const tick = 12 * time.Millisecond

// Sync makes the directory look like the workspace: files that are held as they are held, all others as they are on disk,
// without what git ignores. What tools left there since goes. It returns the directory.
func (t *Tree) Sync(ctx context.Context, v View) (string, error) {
	if t.used {
		if _, err := t.Settle(ctx, func(string) bool { return false }, 0); err != nil && !errors.Is(err, ErrDeleted) {
			return "", err
		}
	}
	if err := t.open(); err != nil {
		return "", err
	}
	wanted, err := t.wanted(ctx, v)
	if err != nil {
		return "", err
	}
	if err := t.clear(wanted); err != nil {
		return "", err
	}
	stale := slices.Sorted(func(yield func(string) bool) {
		for p, w := range wanted {
			if h, ok := t.have[p]; (!ok || h.want != w) && !yield(p) {
				return
			}
		}
	})
	if err := t.put(ctx, stale, wanted); err != nil {
		return "", err
	}
	t.first, t.used = false, true
	if len(stale) > 0 {
		time.Sleep(tick)
	}
	return t.dir, ctx.Err()
}

// wanted lists what the directory should hold.
func (t *Tree) wanted(ctx context.Context, v View) (map[string]want, error) {
	walked, err := fsbackend.Walk(ctx, t.opts.FS, fsbackend.WalkOptions{
		Enter: func(dir string) bool { return !slices.Contains(t.opts.Link, dir) },
		Match: func(p string) bool { return t.linkAbove(p) == "" && (t.opts.Skip == nil || !t.opts.Skip(p)) },
	})
	if err != nil {
		return nil, err
	}
	out := make(map[string]want, len(walked.Files)+len(v.Held))
	if err := t.hold(out, v); err != nil {
		return nil, err
	}
	var disk []string
	for _, p := range walked.Files {
		if _, held := out[p]; !held && !v.Gone(p) {
			disk = append(disk, p)
		}
	}
	if err := t.look(ctx, disk, out); err != nil {
		return nil, err
	}
	for _, p := range walked.Special {
		if to, err := fsbackend.Readlink(t.opts.FS, p); err == nil && staysInside(p, to) && !v.Gone(p) {
			if _, held := out[p]; !held {
				out[p] = want{link: to}
			}
		}
	}
	t.addLinks(out)
	return out, nil
}

// hold adds what the workspace holds. What is not text is copied from where it lies on disk.
func (t *Tree) hold(out map[string]want, v View) error {
	for _, h := range v.Held {
		if link := t.linkAbove(h.At); link != "" {
			if !h.Clean {
				return &LinkedError{Path: h.Path, Link: link}
			}
			continue
		}
		w := want{held: h.Path, text: h.Text, isText: h.From == "", mode: h.Mode}
		if !w.isText {
			info, err := fsbackend.Lstat(t.opts.FS, h.From)
			if err != nil {
				return err
			}
			w.from, w.stamp = h.From, t.stampOf(info)
		}
		out[h.At] = w
	}
	return nil
}

// look adds files of the disk with their stamps. What vanished meanwhile is left out.
func (t *Tree) look(ctx context.Context, names []string, out map[string]want) error {
	found := make([]want, len(names))
	err := inParallel(ctx, len(names), func(i int) error {
		info, err := fsbackend.Lstat(t.opts.FS, names[i])
		if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
			return nil
		}
		if err != nil {
			return err
		}
		found[i] = want{from: names[i], stamp: t.stampOf(info), mode: info.Mode().Perm()}
		return nil
	})
	for i, w := range found {
		if w.from != "" {
			out[names[i]] = w
		}
	}
	return err
}

func (t *Tree) stampOf(info fs.FileInfo) stamp {
	s := stamp{size: info.Size(), mtime: info.ModTime()}
	s.id, _ = fsbackend.Identify(t.opts.FS, info)
	s.id.Links = 0
	s.changed, _ = fsbackend.ChangeTime(t.opts.FS, info)
	return s
}

// addLinks adds the links to the directories that were named for it, where they are there.
func (t *Tree) addLinks(out map[string]want) {
	if t.opts.Dir == "" {
		return
	}
	for _, p := range t.opts.Link {
		if info, err := fsbackend.Lstat(t.opts.FS, p); err == nil && info.IsDir() {
			out[p] = want{link: filepath.Join(t.opts.Dir, filepath.FromSlash(p))}
		}
	}
}

// linkAbove returns the linked directory that p is or lies in, "" for none.
func (t *Tree) linkAbove(p string) string {
	for _, l := range t.opts.Link {
		if p == l || strings.HasPrefix(p, l+"/") {
			return l
		}
	}
	return ""
}

// staysInside reports whether a symlink at p with a target cannot lead out of the tree, whatever other such links there are:
// it is relative, and goes up only at its beginning, no further than the root.
func staysInside(p, target string) bool {
	if target == "" || path.IsAbs(target) || filepath.IsAbs(target) || strings.Contains(target, `\`) {
		return false
	}
	up, down := 0, false
	for part := range strings.SplitSeq(target, "/") {
		switch {
		case part == "..":
			if down {
				return false
			}
			up++
		case part != "" && part != ".":
			down = true
		}
	}
	return up <= strings.Count(p, "/")
}

// clear removes what is there and is not wanted, and what is wanted as something else.
func (t *Tree) clear(wanted map[string]want) error {
	gone := t.stray
	for p, h := range t.have {
		if w, ok := wanted[p]; !ok || (w.link != "") != (h.link != "") || h.link != w.link {
			gone = append(gone, p)
		}
	}
	slices.SortFunc(gone, func(a, b string) int { return strings.Compare(b, a) }) // what lies below goes first
	for _, p := range gone {
		if err := t.fs.RemoveAll(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		delete(t.have, p)
	}
	t.stray = nil
	if len(gone) > 0 {
		t.made = map[string]bool{".": true}
	}
	return nil
}

// put makes files and links, in parallel.
func (t *Tree) put(ctx context.Context, names []string, wanted map[string]want) error {
	if err := t.makeDirs(names); err != nil {
		return err
	}
	done := make([]have, len(names))
	clones := &cloner{off: atomic.Bool{}}
	clones.off.Store(t.plain)
	err := inParallel(ctx, len(names), func(i int) error {
		h, err := t.putOne(names[i], wanted[names[i]], clones)
		done[i] = h
		return err
	})
	for i, p := range names {
		if err == nil {
			t.have[p] = done[i]
		} else {
			delete(t.have, p)
			t.stray = append(t.stray, p)
		}
	}
	t.plain = clones.off.Load()
	return err
}

// makeDirs makes the directories of names. What stands in the way goes: a tool put it there.
func (t *Tree) makeDirs(names []string) error {
	dirs := map[string]bool{}
	for _, p := range names {
		for dir := path.Dir(p); !t.made[dir] && !dirs[dir]; dir = path.Dir(dir) {
			dirs[dir] = true
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		err := t.fs.Mkdir(dir, 0o700)
		if errors.Is(err, fs.ErrExist) {
			if info, look := t.fs.Lstat(dir); look == nil && info.IsDir() {
				err = nil
			} else if err = t.fs.RemoveAll(dir); err == nil {
				err = t.fs.Mkdir(dir, 0o700)
			}
		}
		if err != nil {
			return err
		}
		t.made[dir] = true
	}
	return nil
}

// inParallel calls do for 0 to n-1 on all processors, in runs of neighbours, until all are done or one fails.
func inParallel(ctx context.Context, n int, do func(i int) error) error {
	const run = 16
	var next atomic.Int64
	var failed atomic.Bool
	var once sync.Once
	var failure error
	var group sync.WaitGroup
	for range min(max(2, runtime.GOMAXPROCS(0)), (n+run-1)/run) {
		group.Go(func() {
			for !failed.Load() && ctx.Err() == nil {
				from := int(next.Add(run)) - run
				if from >= n {
					return
				}
				for i := from; i < min(from+run, n); i++ {
					if err := do(i); err != nil {
						once.Do(func() { failure = err })
						failed.Store(true)
						return
					}
				}
			}
		})
	}
	group.Wait()
	if failure != nil {
		return failure
	}
	return ctx.Err()
}
