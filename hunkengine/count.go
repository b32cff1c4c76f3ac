package hunkengine

// This file counts changed lines. Few changes are the rule, and for them the length of the shortest edit is enough: it is
// found without the edit itself, in memory and time that grow with the number of changes.

import "strings"

// CountChanged returns the lines added and removed between two texts.
func CountChanged(old, new string) (added, removed int) {
	var c LineCounter
	return c.Count(old, new)
}

// LineCounter counts changed lines and keeps its working memory from one count to the next. The zero value is ready; it is
// used by one goroutine at a time.
type LineCounter struct {
	old, new lineStarts
	furthest []int // by diagonal
}

// Count returns the lines added and removed between two texts.
func (c *LineCounter) Count(old, new string) (added, removed int) {
	if old == new {
		return 0, 0
	}
	c.old.set(middle(old, new))
	c.new.set(middle(new, old))
	if d, ok := c.distance(); ok {
		added = (d + c.new.count() - c.old.count()) / 2
		return added, d - added
	}
	for _, e := range compareTexts(old, new).edits {
		added += e.newTo - e.newFrom
		removed += e.oldTo - e.oldFrom
	}
	return added, removed
}

// lineStarts is a text, and where its lines start.
type lineStarts struct {
	text   string
	starts []int // and the length of the text at the end
}

func (l *lineStarts) set(text string) {
	l.text, l.starts = text, append(l.starts[:0], 0)
	for at := 0; at < len(text); {
		n := strings.IndexByte(text[at:], '\n') + 1
		if n == 0 {
			n = len(text) - at
		}
		at += n
		l.starts = append(l.starts, at)
	}
}

func (l *lineStarts) count() int { return len(l.starts) - 1 }

// line returns line i, from 0, with its end.
func (l *lineStarts) line(i int) string { return l.text[l.starts[i]:l.starts[i+1]] }

// middle returns what is left of a text without the lines with which it and another begin, and end.
func middle(text, other string) string {
	start := equalBytes(text, other)
	start = strings.LastIndexByte(text[:start], '\n') + 1
	text = text[start:]
	return text[:len(text)-equalTail(text, other[start:])]
}

// mostEdits bounds the search for the shortest edit, whose cost grows with its square.
const mostEdits = 400

// distance returns the number of lines added and removed by the shortest edit; ok is false when there are more than
// mostEdits. It is the greedy search of E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986.
func (c *LineCounter) distance() (d int, ok bool) {
	n, m := c.old.count(), c.new.count()
	most := min(n+m, mostEdits)
	if len(c.furthest) < 2*most+3 {
		c.furthest = make([]int, 2*mostEdits+3)
	}
	clear(c.furthest)
	for d := 0; d <= most; d++ {
		for k := -d; k <= d; k += 2 {
			at := k + most + 1
			x := c.furthest[at-1] + 1
			if k == -d || k != d && c.furthest[at-1] < c.furthest[at+1] {
				x = c.furthest[at+1]
			}
			for x < n && x-k < m && c.old.line(x) == c.new.line(x-k) {
				x++
			}
			if c.furthest[at] = x; x >= n && x-k >= m {
				return d, true
			}
		}
	}
	return 0, false
}
