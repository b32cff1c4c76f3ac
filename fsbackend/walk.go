package fsbackend

// This file is the walk: the names of a tree, found by several workers that open only what can hold a match.

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/spf13/afero"

	"devstar/fsbackend/ignore"
)

// WalkOptions prune and select. Both functions get slash paths and are called by several goroutines at once; nil
// accepts everything.
type WalkOptions struct {
	Enter   func(dir string) bool  // may this directory hold a match; "." is always entered
	Match   func(name string) bool // is this file wanted
	Ignored bool                   // take what ignore files ignore
}

// Walked is the outcome of a walk. All lists are sorted by bytes, and independent of timing.
type Walked struct {
	Files   []string // regular files
	Ignored []string // wanted, but ignored by .gitignore or .git/info/exclude
	Special []string // wanted by name, but neither regular file nor directory (links, FIFOs, ...)

	// Unopened are ignored directories that may hold wanted files and were not looked into. Some thousand names below
	// ignored directories are looked at, so that Ignored is complete for a small build directory; when Files is empty
	// all are, so that Ignored can say why.
	Unopened []string

	// Unreadable are directories and ignore files that could not be read; what they hold is not known.
	Unreadable []NameError

	// Unnameable counts the entries whose names no workspace path can spell: not UTF-8, or with a backslash.
	Unnameable int
}

// NameError is what happened to one name of many.
type NameError struct {
	Name string
	Err  error
}

// Error returns the text of the error, which names its path.
func (e NameError) Error() string { return e.Err.Error() }

// Unwrap returns the error.
func (e NameError) Unwrap() error { return e.Err }

// maxWalkers bounds the workers of a walk; more only wait for the file system's locks.
const maxWalkers = 8

// maxIgnoredLooks is how many entries below ignored directories are looked at beside a walk that found something.
const maxIgnoredLooks = 4096

// Walk lists names only. ".git" and the temporaries of a write are never listed or entered, links never followed,
// and of ignored directories nothing is taken. Only a failure to list the root, and the context, are errors.
func Walk(ctx context.Context, fsys afero.Fs, opts WalkOptions) (Walked, error) {
	if opts.Enter == nil {
		opts.Enter = func(string) bool { return true }
	}
	if opts.Match == nil {
		opts.Match = func(string) bool { return true }
	}
	w := &walk{ctx: ctx, fsys: fsys, opts: opts}
	w.more.L = &w.mu
	var all found
	w.visit(&all, visit{dir: "."}, w.push)
	if err := all.rootError(); err != nil {
		return Walked{}, err
	}
	w.work(&all)
	if err := ctx.Err(); err != nil {
		return Walked{}, err
	}
	all.sort()
	w.lookIntoIgnored(&all)
	all.sort()
	return all.Walked, ctx.Err()
}

// walk is a walk under way: directories that are to be visited, and how many are being visited.
type walk struct {
	ctx  context.Context
	fsys afero.Fs
	opts WalkOptions

	mu    sync.Mutex
	more  sync.Cond
	queue []visit
	busy  int
}

// visit is one directory to be listed. ignored: it is ignored, and so is all it holds.
type visit struct {
	dir     string
	rules   *ignore.Dir
	ignored bool
}

// found is what one worker has found.
type found struct {
	Walked
	looks int // entries seen
}

// work visits what is queued and what comes of it, with several workers, and adds what they find to all.
func (w *walk) work(all *found) {
	workers := make([]found, min(maxWalkers, max(2, runtime.GOMAXPROCS(0))))
	var group sync.WaitGroup
	for i := range workers {
		group.Go(func() {
			for {
				v, ok := w.next()
				if !ok {
					return
				}
				w.visit(&workers[i], v, w.push)
				w.done()
			}
		})
	}
	group.Wait()
	for i := range workers {
		all.add(&workers[i])
	}
}

func (w *walk) push(v visit) {
	w.mu.Lock()
	w.queue = append(w.queue, v)
	w.mu.Unlock()
	w.more.Signal()
}

// next waits for a directory; ok is false when there is none left and none can come, or the context has ended.
func (w *walk) next() (v visit, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.queue) == 0 && w.busy > 0 {
		w.more.Wait()
	}
	if len(w.queue) == 0 || w.ctx.Err() != nil {
		w.queue = nil
		w.more.Broadcast()
		return visit{}, false
	}
	last := len(w.queue) - 1
	v, w.queue = w.queue[last], w.queue[:last]
	w.busy++
	return v, true
}

func (w *walk) done() {
	w.mu.Lock()
	w.busy--
	w.mu.Unlock()
	w.more.Broadcast()
}

// visit lists one directory into out and gives the directories below that may hold a match to enter.
func (w *walk) visit(out *found, v visit, enter func(visit)) {
	entries, err := listDir(w.fsys, v.dir)
	if errors.Is(err, fs.ErrNotExist) && v.dir != "." {
		return // it vanished, and what it held with it
	}
	if err != nil {
		out.Unreadable = append(out.Unreadable, NameError{v.dir, err})
		return
	}
	if !v.ignored && !w.opts.Ignored {
		v.rules = w.rulesIn(out, v, entries)
	}
	prefix := v.dir + "/"
	if v.dir == "." {
		prefix = ""
	}
	out.looks += len(entries)
	for _, e := range entries {
		base := e.Name()
		switch {
		case isHidden(base):
		case !utf8.ValidString(base) || strings.IndexByte(base, '\\') >= 0:
			out.Unnameable++
		case e.IsDir():
			w.visitDir(out, visit{prefix + base, v.rules, v.ignored}, enter)
		default:
			w.visitFile(out, prefix+base, e.Type(), v)
		}
	}
}

func (w *walk) visitDir(out *found, v visit, enter func(visit)) {
	switch {
	case !w.opts.Enter(v.dir):
	case v.rules.Ignores(v.dir, true):
		out.Unopened = append(out.Unopened, v.dir)
	default:
		enter(v)
	}
}

func (w *walk) visitFile(out *found, name string, kind fs.FileMode, v visit) {
	switch {
	case !w.opts.Match(name):
	case v.ignored || v.rules.Ignores(name, false):
		if kind.IsRegular() {
			out.Ignored = append(out.Ignored, name)
		}
	case kind.IsRegular():
		out.Files = append(out.Files, name)
	default:
		out.Special = append(out.Special, name)
	}
}

// isHidden reports whether a walk leaves a name out, whatever it is.
func isHidden(base string) bool {
	return base[0] == '.' && (strings.EqualFold(base, ".git") || strings.HasPrefix(base, temporaryNames))
}

// temporaryNames begins the names of what a write leaves on disk while it runs.
const temporaryNames = ".dev-tools-"

// listDir lists a directory, with the kinds of its entries but without looking at each where the back end can do that.
func listDir(fsys afero.Fs, dir string) ([]fs.DirEntry, error) {
	f, err := fsys.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if r, ok := f.(*rootFile); ok { // the bare entries: neither sorted nor able to be looked at
		entries, err := r.openFile.ReadDir(-1)
		return entries, pathError("read", dir, err)
	}
	if r, ok := f.(fs.ReadDirFile); ok {
		return r.ReadDir(-1)
	}
	infos, err := f.Readdir(-1)
	entries := make([]fs.DirEntry, len(infos))
	for i, info := range infos {
		entries[i] = fs.FileInfoToDirEntry(info)
	}
	return entries, err
}

// lookIntoIgnored moves directories from Unopened, in their order, to what they hold of wanted files in Ignored.
func (w *walk) lookIntoIgnored(all *found) {
	limit := maxIgnoredLooks
	if len(all.Files) == 0 {
		limit = math.MaxInt
	}
	var below found
	queue := all.Unopened
	slices.Reverse(queue)
	for len(queue) > 0 && below.looks < limit && w.ctx.Err() == nil {
		from := len(queue) - 1
		dir := queue[from]
		queue = queue[:from]
		w.visit(&below, visit{dir: dir, ignored: true}, func(v visit) { queue = append(queue, v.dir) })
		slices.SortFunc(queue[from:], func(a, b string) int { return cmp.Compare(b, a) })
	}
	all.Ignored = append(all.Ignored, below.Ignored...)
	all.Unopened = append([]string(nil), queue...)
}

// add appends what another worker found.
func (f *found) add(other *found) {
	f.Files = append(f.Files, other.Files...)
	f.Ignored = append(f.Ignored, other.Ignored...)
	f.Special = append(f.Special, other.Special...)
	f.Unopened = append(f.Unopened, other.Unopened...)
	f.Unreadable = append(f.Unreadable, other.Unreadable...)
	f.Unnameable += other.Unnameable
}

// sort orders whole paths: "a-b" comes before "a/b", which no order of visits gives.
func (f *found) sort() {
	slices.Sort(f.Files)
	slices.Sort(f.Ignored)
	slices.Sort(f.Special)
	slices.Sort(f.Unopened)
	slices.SortFunc(f.Unreadable, func(a, b NameError) int { return cmp.Compare(a.Name, b.Name) })
}

// rootError is the reason why nothing is known of the tree, if the root could not be listed.
func (f *found) rootError() error {
	for _, u := range f.Unreadable {
		if u.Name == "." {
			return u.Err
		}
	}
	return nil
}
