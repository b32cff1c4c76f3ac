package engine

// This file decides which changes of a tool may be taken.

import (
	"fmt"
	"maps"
	"slices"

	"devstar/runtime/diagnostic"
	"devstar/workspace"
)

// Change is one file that a tool changed; Text is nil for a deletion.
type Change struct {
	Path string
	Text *string
	New  bool
}

// Bounds say what the changes of one invocation may touch.
type Bounds struct {
	Fix      bool                          // a lint that may change files
	Covers   func(p string) bool           // may a file be added here: a selector or a scope covers it
	Text     func(p string) (string, bool) // the text before
	Occupied func(p string) bool           // is there a file of that name, held or not
}

// Take returns the changes of a response, sorted by path. Only files of the invocation may change or go, only engines that
// generate may add files; check, and lint without fix, may do neither. Changes that change nothing are left out, with one
// warning. The error is an *Error.
func Take(in Invocation, r *Response, b Bounds) ([]Change, diagnostic.List, error) {
	t := taking{in: in, bounds: b, texts: map[string]*Change{}}
	for _, p := range slices.Sorted(maps.Keys(r.Changed)) {
		text := r.Changed[p]
		t.take(Change{Path: p, Text: &text})
	}
	for _, p := range slices.Sorted(maps.Keys(r.Added)) {
		text := r.Added[p]
		t.take(Change{Path: p, Text: &text, New: true})
	}
	for _, p := range r.Deleted {
		t.take(Change{Path: p})
	}
	if t.err != nil {
		return nil, nil, t.err
	}
	var out []Change
	for _, p := range slices.Sorted(maps.Keys(t.texts)) {
		out = append(out, *t.texts[p])
	}
	return out, t.notes(), nil
}

type taking struct {
	in     Invocation
	bounds Bounds
	texts  map[string]*Change
	idle   int
	err    error
}

func (t *taking) take(c Change) {
	if t.err != nil {
		return
	}
	if why := t.refusal(c); why != "" {
		t.err = &Error{Engine: t.in.Engine.ID, Step: t.in.Step, Word: ReasonDelta, Message: why + "; nothing of it was taken",
			Next: "select the file, or declare a scope that covers it; check and lint without fix change nothing"}
		return
	}
	if before, held := t.bounds.Text(c.Path); held && c.Text != nil && before == *c.Text {
		t.idle++
		return
	}
	t.texts[c.Path] = &c
}

func (t *taking) refusal(c Change) string {
	_, selected := slices.BinarySearch(t.in.Files, c.Path)
	_, twice := t.texts[c.Path]
	switch {
	case t.in.Step == Check, t.in.Step == Lint && !t.bounds.Fix:
		return fmt.Sprintf("it changed %s, but %s may change nothing", c.Path, t.in.Step)
	case twice:
		return fmt.Sprintf("it gave %s twice", c.Path)
	case !c.New && !selected:
		return fmt.Sprintf("it changed %s, which was not selected", c.Path)
	case c.New && !t.in.Generates:
		return fmt.Sprintf("it added %s, but does not declare that it generates files", c.Path)
	case c.New && !isPath(c.Path):
		return fmt.Sprintf("it added %q, which is no path inside the root", c.Path)
	case c.New && t.bounds.Occupied(c.Path):
		return fmt.Sprintf("it added %s, which exists already", c.Path)
	case c.New && !t.bounds.Covers(c.Path):
		return fmt.Sprintf("it added %s, which neither the paths of the call nor its scope cover", c.Path)
	}
	return ""
}

func isPath(s string) bool {
	p, err := workspace.ParsePath(s)
	return err == nil && string(p) == s
}

func (t *taking) notes() diagnostic.List {
	if t.idle == 0 {
		return nil
	}
	files := "1 file"
	if t.idle > 1 {
		files = fmt.Sprintf("%d files", t.idle)
	}
	return diagnostic.List{{Severity: diagnostic.Warning, Rule: "no_op", Engine: t.in.Engine.ID,
		Message: fmt.Sprintf("engine %s listed %s as changed that it did not change", t.in.Engine.ID, files)}}
}
