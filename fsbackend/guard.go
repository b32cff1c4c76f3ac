package fsbackend

// This file is the guard against lost updates: before the first operation, everything that the batch takes, moves or
// replaces must be on disk exactly as it is known, and every new name must be free.

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"
)

// guardWorkers is how many files are compared at a time: more buys nothing, even on a cold cache.
const guardWorkers = 4

// guard compares the disk with all wants and returns what lies under their names. While the disk is read it hashes what
// each operation writes.
func guard(ctx context.Context, y eye, ops []Operation, wants []want) (sights map[string]sight, after []stamp, err error) {
	wants = distinct(wants)
	found, after := make([]sight, len(wants)), make([]stamp, len(ops))
	err = parallel(ctx, guardWorkers, len(wants)+len(ops), func(i int) error {
		if i >= len(wants) {
			after[i-len(wants)] = stampAfter(ops[i-len(wants)])
			return nil
		}
		n, err := y.meet(wants[i])
		found[i] = n
		return ofOperation(ops[wants[i].op], err)
	})
	if err != nil {
		return nil, nil, err
	}
	sights = make(map[string]sight, len(wants))
	for i, w := range wants {
		sights[w.name] = found[i]
	}
	return sights, after, nil
}

// distinct drops wants that only repeat one: a file that is moved and then modified is wanted twice.
func distinct(wants []want) []want {
	first := make(map[string]want, len(wants))
	kept := make([]want, 0, len(wants))
	for _, w := range wants {
		if f, ok := first[w.name]; ok && repeats(f, w) {
			continue
		}
		first[w.name] = w
		kept = append(kept, w)
	}
	return kept
}

// repeats says whether the second want asks for nothing new.
func repeats(a, b want) bool {
	if a.emptied || b.emptied {
		return false
	}
	if a.known == nil || b.known == nil {
		return a.known == b.known
	}
	return a.known.Link == b.known.Link && a.known.Mode.Type() == b.known.Mode.Type() && equalKnown(a.known, b.known)
}

// meet looks at one name and compares.
func (y eye) meet(w want) (sight, error) {
	if n, ok := y.meetFile(w); ok {
		return n, nil
	}
	n, diff, err := y.compare(w)
	if err == nil && diff == "" && n.stamp != nothing {
		n.mount, err = MountOf(y.fs, w.name)
	}
	if err != nil {
		return n, failed("looking at "+strconv.Quote(w.name), err)
	}
	if diff != "" {
		word := "changed_on_disk"
		if n.stamp == directory && w.emptied {
			word = "not_empty"
		}
		return n, refuse(word, strconv.Quote(w.name)+" "+diff, nil)
	}
	return n, nil
}

// compare gives what is under a name, and how it differs from what is wanted.
func (y eye) compare(w want) (sight, string, error) {
	info, err := y.info(w.name)
	if err != nil {
		return sight{}, "", err
	}
	if diff := differentKind(w, info); diff != "" || info == nil {
		return sight{}, diff, nil
	}
	n := y.glance(info)
	var diff string
	switch {
	case w.emptied:
		n.stamp = directory
		diff, err = y.compareDir(w)
	case w.known.Link != "" || w.known.Mode&fs.ModeSymlink != 0:
		n.stamp, diff, err = y.compareLink(w)
	case w.known.Mode.Type() == 0:
		diff, err = y.compareFile(w, info, &n)
	default:
		n.stamp, err = y.stampOf(w.name, info)
	}
	return n, diff, err
}

// differentKind says whether something of another kind is there than is wanted.
func differentKind(w want, info fs.FileInfo) string {
	switch {
	case w.known == nil && !w.emptied:
		if info != nil {
			return "changed on disk: it appeared, where nothing was known to be: " + portrait(info.Mode(), info.Size(), info.ModTime())
		}
		return ""
	case info == nil:
		return "changed on disk: it is gone" + wasSize(w.known)
	}
	kind := fs.ModeDir
	if w.known != nil {
		kind = w.known.Mode.Type()
		if w.known.Link != "" {
			kind = fs.ModeSymlink
		}
	}
	if info.Mode().Type() == kind {
		return ""
	}
	return fmt.Sprintf("changed on disk: it was %s, now it is %s", nounOf(kind), portrait(info.Mode(), info.Size(), info.ModTime()))
}

// portrait describes what is on disk now.
func portrait(mode fs.FileMode, size int64, mtime time.Time) string {
	when := mtime.UTC().Format(time.RFC3339Nano)
	if !mode.IsRegular() {
		return fmt.Sprintf("%s, modified %s", nounOf(mode), when)
	}
	return fmt.Sprintf("a file of %d bytes, modified %s", size, when)
}

// wasSize tells the size a file had when it was read.
func wasSize(k *Known) string {
	if k == nil || k.Mode.Type() != 0 || k.Link != "" {
		return ""
	}
	return fmt.Sprintf(" (it had %d bytes)", sizeOf(k))
}

// sizeOf is the size of a known content.
func sizeOf(k *Known) int64 {
	if k.Opaque {
		return k.Size
	}
	return int64(len(k.Data))
}

// compareDir demands that a directory holds nothing but what the batch takes out of it.
func (y eye) compareDir(w want) (string, error) {
	names, err := listNames(y.fs, w.name)
	if err != nil {
		return "", err
	}
	for _, name := range names {
		if !w.children[name] {
			return "is not empty: it holds " + strconv.Quote(name), nil
		}
	}
	return "", nil
}

// compareLink demands that a symlink is the one that is known.
func (y eye) compareLink(w want) (stamp, string, error) {
	text, err := Readlink(y.fs, w.name)
	if err != nil {
		return nothing, "", err
	}
	if w.known.Link == "" {
		if text != w.known.Data {
			return nothing, fmt.Sprintf("changed on disk: the link led to %q, now to %q", w.known.Data, text), nil
		}
		return linkStamp(text), "", nil
	}
	end, err := y.follow(w.name)
	if err != nil {
		return nothing, "", err
	}
	if end != w.known.Link {
		return nothing, fmt.Sprintf("changed on disk: the link led to %q, now its text is %q", w.known.Link, text), nil
	}
	return linkStamp(text), "", nil
}

// follow resolves a link by its text, and the links it leads to; "" when it leads out of the root or nowhere.
func (y eye) follow(name string) (string, error) {
	for range 40 {
		info, err := y.info(name)
		if err != nil || info == nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			return name, nil
		}
		text, err := Readlink(y.fs, name)
		if err != nil {
			return "", err
		}
		next := path.Join(path.Dir(name), text)
		if path.IsAbs(text) || next == ".." || strings.HasPrefix(next, "../") {
			return "", nil
		}
		name = next
	}
	return "", nil
}
