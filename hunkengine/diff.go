package hunkengine

// This file compares two sequences of lines. Lines that occur once on both sides split the work, so that
// each part is small enough for the library to find the shortest edit; what stays large is still linear.

import (
	"slices"
	"sort"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// lineEdit says that old[oldFrom:oldTo] became new[newFrom:newTo]. Edits are in order, and at least one
// equal line lies between two of them.
type lineEdit struct{ oldFrom, oldTo, newFrom, newTo int }

const (
	exactLines = 96 // lines of both sides up to which the library's search is exhaustive
	splitDepth = 12
)

// differ compares lines by number: equal lines have equal numbers.
type differ struct {
	old, new []rune
	seen     []occurrence // by line number, all zero between uses
	edits    []lineEdit
}

// occurrence tells where a line occurs within the range that is looked at.
type occurrence struct{ inOld, inNew, oldAt, newAt int32 }

func diffLines(old, fresh []string) []lineEdit {
	start := 0
	for start < len(old) && start < len(fresh) && old[start] == fresh[start] {
		start++
	}
	end := 0
	for end < len(old)-start && end < len(fresh)-start && old[len(old)-1-end] == fresh[len(fresh)-1-end] {
		end++
	}
	d := differ{}
	numbers := make(map[string]rune)
	d.old = number(numbers, old[start:len(old)-end])
	d.new = number(numbers, fresh[start:len(fresh)-end])
	d.seen = make([]occurrence, len(numbers))
	d.compare(lineEdit{0, len(d.old), 0, len(d.new)}, splitDepth)
	for i := range d.edits {
		d.edits[i] = d.edits[i].moved(start, start)
	}
	return d.edits
}

func number(numbers map[string]rune, lines []string) []rune {
	ids := make([]rune, len(lines))
	for i, s := range lines {
		id, known := numbers[s]
		if !known {
			id = rune(len(numbers))
			numbers[s] = id
		}
		ids[i] = id
	}
	return ids
}

func (e lineEdit) moved(old, fresh int) lineEdit {
	return lineEdit{e.oldFrom + old, e.oldTo + old, e.newFrom + fresh, e.newTo + fresh}
}

func (e lineEdit) size() int { return e.oldTo - e.oldFrom + e.newTo - e.newFrom }

// compare finds the edits inside a range of both sides.
func (d *differ) compare(r lineEdit, depth int) {
	for r.oldFrom < r.oldTo && r.newFrom < r.newTo && d.old[r.oldFrom] == d.new[r.newFrom] {
		r.oldFrom, r.newFrom = r.oldFrom+1, r.newFrom+1
	}
	for r.oldFrom < r.oldTo && r.newFrom < r.newTo && d.old[r.oldTo-1] == d.new[r.newTo-1] {
		r.oldTo, r.newTo = r.oldTo-1, r.newTo-1
	}
	if r.oldFrom == r.oldTo || r.newFrom == r.newTo {
		d.emit(r)
		return
	}
	pairs, shared := d.landmarks(r)
	switch {
	case !shared:
		d.emit(r)
	case r.size() <= exactLines || len(pairs) == 0 || depth == 0:
		for _, e := range lcs.DiffRunes(d.old[r.oldFrom:r.oldTo], d.new[r.newFrom:r.newTo]) {
			d.emit(lineEdit{e.Start, e.End, e.ReplStart, e.ReplEnd}.moved(r.oldFrom, r.newFrom))
		}
	default:
		d.between(r, pairs, depth-1)
	}
}

// between compares what lies between landmarks.
func (d *differ) between(r lineEdit, pairs []occurrence, depth int) {
	old, fresh := r.oldFrom, r.newFrom
	for _, p := range pairs {
		d.compare(lineEdit{old, int(p.oldAt), fresh, int(p.newAt)}, depth)
		old, fresh = int(p.oldAt)+1, int(p.newAt)+1
	}
	d.compare(lineEdit{old, r.oldTo, fresh, r.newTo}, depth)
}

// emit appends an edit and joins it with one it touches.
func (d *differ) emit(e lineEdit) {
	if e.size() == 0 {
		return
	}
	if n := len(d.edits) - 1; n >= 0 && d.edits[n].oldTo == e.oldFrom && d.edits[n].newTo == e.newFrom {
		d.edits[n].oldTo, d.edits[n].newTo = e.oldTo, e.newTo
		return
	}
	d.edits = append(d.edits, e)
}

// landmarks returns the lines that occur once on each side, as far as they are in the same order, and
// whether the sides share any line at all.
func (d *differ) landmarks(r lineEdit) (pairs []occurrence, shared bool) {
	for i := r.oldFrom; i < r.oldTo; i++ {
		o := &d.seen[d.old[i]]
		o.inOld, o.oldAt = o.inOld+1, int32(i)
	}
	for i := r.newFrom; i < r.newTo; i++ {
		o := &d.seen[d.new[i]]
		o.inNew, o.newAt = o.inNew+1, int32(i)
	}
	for i := r.oldFrom; i < r.oldTo; i++ {
		o := d.seen[d.old[i]]
		shared = shared || o.inNew > 0
		if o.inOld == 1 && o.inNew == 1 {
			pairs = append(pairs, o)
		}
	}
	for _, id := range d.old[r.oldFrom:r.oldTo] {
		d.seen[id] = occurrence{}
	}
	for _, id := range d.new[r.newFrom:r.newTo] {
		d.seen[id] = occurrence{}
	}
	return rising(pairs), shared
}

// rising returns a longest subsequence whose places on the new side rise, too.
func rising(pairs []occurrence) []occurrence {
	var tails []int // index of the pair that ends the best sequence of each length
	before := make([]int, len(pairs))
	for i, p := range pairs {
		n := sort.Search(len(tails), func(k int) bool { return pairs[tails[k]].newAt >= p.newAt })
		before[i] = -1
		if n > 0 {
			before[i] = tails[n-1]
		}
		if n == len(tails) {
			tails = append(tails, i)
		} else {
			tails[n] = i
		}
	}
	if len(tails) == 0 {
		return nil
	}
	var picked []occurrence
	for i := tails[len(tails)-1]; i >= 0; i = before[i] {
		picked = append(picked, pairs[i])
	}
	slices.Reverse(picked)
	return picked
}
