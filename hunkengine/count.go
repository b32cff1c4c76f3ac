package hunkengine

// This file counts changed lines. Few changes are the rule, and for them the length of the shortest edit is enough: it is
// found without the edit itself, in memory and time that grow with the number of changes.

import "strings"

// CountChanged returns the lines added and removed between two texts.
func CountChanged(old, new string) (added, removed int) {
	if old == new {
		return 0, 0
	}
	a, b := middle(old, new)
	if d, ok := editDistance(a, b); ok {
		added = (d + len(b) - len(a)) / 2
		return added, d - added
	}
	for _, e := range compareTexts(old, new).edits {
		added += e.newTo - e.newFrom
		removed += e.oldTo - e.oldFrom
	}
	return added, removed
}

// middle returns the lines, with their ends, between what both texts begin and end with.
func middle(old, new string) (a, b []string) {
	start := equalBytes(old, new)
	start = strings.LastIndexByte(old[:start], '\n') + 1
	old, new = old[start:], new[start:]
	end := equalTail(old, new)
	return splitEnds(old[:len(old)-end]), splitEnds(new[:len(new)-end])
}

// splitEnds splits a text into lines that keep their ends.
func splitEnds(s string) []string {
	lines := make([]string, 0, strings.Count(s, "\n")+1)
	for s != "" {
		n := strings.IndexByte(s, '\n') + 1
		if n == 0 {
			n = len(s)
		}
		lines = append(lines, s[:n])
		s = s[n:]
	}
	return lines
}

// mostEdits bounds the search for the shortest edit, whose cost grows with its square.
const mostEdits = 400

// editDistance returns the number of lines added and removed by the shortest edit from a to b; ok is false when there are
// more than mostEdits. It is the greedy search of E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986.
func editDistance(a, b []string) (d int, ok bool) {
	most := min(len(a)+len(b), mostEdits)
	furthest := make([]int, 2*most+3) // by diagonal, shifted by most+1: how many lines of a are used
	for d := 0; d <= most; d++ {
		for k := -d; k <= d; k += 2 {
			at := k + most + 1
			x := furthest[at-1] + 1
			if k == -d || k != d && furthest[at-1] < furthest[at+1] {
				x = furthest[at+1]
			}
			for x < len(a) && x-k < len(b) && a[x] == b[x-k] {
				x++
			}
			if furthest[at] = x; x >= len(a) && x-k >= len(b) {
				return d, true
			}
		}
	}
	return 0, false
}
