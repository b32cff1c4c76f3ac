package workspace

// Counts: the lines that changes add and remove, counted ahead of the question where somebody has time for it.

import (
	"sync"

	"devstar/hunkengine"
)

// revision is a file before and after; nil for absent.
type revision struct{ before, after *File }

// lineCount is how many lines a change adds and removes.
type lineCount struct{ added, removed int }

// counts remembers what was counted. Files are never changed in place, so a count stays true.
type counts struct {
	mu   sync.Mutex
	done map[revision]lineCount
}

// get returns a count that was made ahead.
func (c *counts) get(r revision) (lineCount, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, ok := c.done[r]
	return n, ok
}

// keep remembers counts, and forgets all others.
func (c *counts) keep(done map[revision]lineCount) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done = done
}

// of counts, unless that was done ahead.
func (c *counts) of(r revision, counter *hunkengine.LineCounter) lineCount {
	if n, ok := c.get(r); ok {
		return n
	}
	added, removed := counter.Count(r.before.text(), r.after.text())
	return lineCount{added, removed}
}

// CountAhead begins to count the lines that Changes will give, on one goroutine, while the caller waits for something else.
// The workspace may be changed meanwhile. The caller must call wait before it drops the workspace.
func (w *Workspace) CountAhead() (wait func()) {
	rows := w.state.changes()
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		var counter hunkengine.LineCounter
		done := make(map[revision]lineCount, len(rows))
		for _, row := range rows {
			r := revision{row.Before, row.After}
			done[r] = w.counts.of(r, &counter)
		}
		w.counts.keep(done)
	}()
	return func() { <-finished }
}
