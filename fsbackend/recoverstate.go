package fsbackend

// This file finds out, from what is on disk and what the journal says, how far an interrupted write came. It is pure.

import (
	"cmp"
	"path"
	"slices"
)

// picture is what stands under each name that a batch speaks of.
type picture map[string]stamp

// apply plays one operation.
func (p picture) apply(e JournalEntry) {
	switch e.Kind {
	case "rename":
		p[e.From], p[e.To] = nothing, e.Before
	case "remove", "rmdir":
		p[e.To] = nothing
	case "mkdir":
		p[e.To] = directory
	default:
		if e.Stage != "" {
			p[e.Stage] = nothing
		}
		p[e.To] = e.After
	}
}

// first is the picture after staging and before the first operation: what the first operation that speaks of a name
// expects there.
func first(entries []JournalEntry) picture {
	p := picture{}
	note := func(name string, s stamp) {
		if _, ok := p[name]; !ok {
			p[name] = s
		}
	}
	for _, e := range entries {
		switch e.Kind {
		case "rename":
			note(e.From, e.Before)
			note(e.To, e.Replaces)
		case "create":
			note(e.Stage, e.After)
			note(e.To, e.Replaces)
		case "modify":
			note(e.Stage, e.After)
			note(e.To, e.Before)
		default:
			note(e.To, e.Before)
		}
	}
	return p
}

// progress is how far a batch came.
type progress struct {
	done int    // operations that are done
	half string // of the next operation: the old name of a file that has its new name already
}

// comparison walks through the states of a batch, and keeps the names in which the disk differs.
type comparison struct {
	entries []JournalEntry
	disk    picture
	state   picture
	implied map[string]bool // directories around the names, which a batch makes without an operation
	differs map[string]bool
}

// newComparison compares the disk with the state before the first operation. Only names in mask count; nil is all.
func newComparison(entries []JournalEntry, disk picture, mask map[string]bool) *comparison {
	c := &comparison{entries: entries, disk: disk, state: first(entries), implied: map[string]bool{}, differs: map[string]bool{}}
	for _, e := range entries {
		for dir := path.Dir(e.To); dir != "." && !c.implied[dir]; dir = path.Dir(dir) {
			c.implied[dir] = true
		}
	}
	for _, e := range entries {
		if e.Kind == "mkdir" {
			delete(c.implied, e.To)
		}
	}
	for name := range c.state {
		if mask != nil && !mask[name] {
			delete(c.state, name)
		}
		c.look(name)
	}
	return c
}

// look compares one name.
func (c *comparison) look(name string) {
	want, counts := c.state[name]
	have := c.disk[name]
	if !counts || want == have || want == nothing && have == directory && c.implied[name] {
		delete(c.differs, name)
		return
	}
	c.differs[name] = true
}

// advance plays one operation.
func (c *comparison) advance(e JournalEntry) {
	after := picture{}
	after.apply(e)
	for name, s := range after {
		if _, counts := c.state[name]; counts {
			c.state[name] = s
			c.look(name)
		}
	}
}

// half is the old name of a file that the next operation has given its new name already, if that is all that differs.
func (c *comparison) half(e JournalEntry) string {
	src := e.source()
	if src == "" || len(c.differs) != 1 || !c.differs[e.To] || c.disk[e.To] != c.state[src] {
		return ""
	}
	return src
}

// states lists every state of the batch that the disk is in, whole ones before half ones.
func states(entries []JournalEntry, disk picture, mask map[string]bool) []progress {
	var whole, half []progress
	c := newComparison(entries, disk, mask)
	for k := 0; ; k++ {
		if len(c.differs) == 0 {
			whole = append(whole, progress{done: k})
		}
		if k == len(entries) {
			return append(whole, half...)
		}
		if src := c.half(entries[k]); src != "" {
			half = append(half, progress{done: k, half: src})
		}
		c.advance(entries[k])
	}
}

// locateProgress finds the state the disk is in. What was noted only decides between states that look alike; where the
// disk fits none, because something was changed since, it is enough that everything the rest of the batch needs is as
// it was left.
func locateProgress(entries []JournalEntry, disk picture, noted int) (progress, bool) {
	if found := states(entries, disk, nil); len(found) > 0 {
		return nearest(found, noted), true
	}
	mask := map[string]bool{}
	for _, e := range entries[noted:] {
		mask[e.From], mask[e.To], mask[e.Stage] = true, true, true
	}
	for _, p := range states(entries, disk, mask) {
		if p.done == noted || p.done == noted+1 {
			return p, true
		}
	}
	return progress{}, false
}

// nearest picks the state closest to what was noted; first those in which more was done, since the note comes after the
// operation.
func nearest(found []progress, noted int) progress {
	return slices.MinFunc(found, func(a, b progress) int {
		return cmp.Or(later(a, noted)-later(b, noted), cmp.Compare(abs(a.done-noted), abs(b.done-noted)))
	})
}

// later is 0 for a state in which at least the noted operations were done.
func later(p progress, noted int) int {
	if p.done >= noted {
		return 0
	}
	return 1
}

// abs is the distance from zero.
func abs(n int) int { return max(n, -n) }

// changedSince lists the names that are not as the noted state left them.
func changedSince(entries []JournalEntry, disk picture, noted int) map[string]bool {
	c := newComparison(entries, disk, nil)
	for _, e := range entries[:noted] {
		c.advance(e)
	}
	return c.differs
}
