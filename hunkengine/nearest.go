package hunkengine

// This file finds the place that comes nearest to lines that are nowhere. It runs only after a failure and
// does a bounded amount of work.

import (
	"math/bits"
	"strings"
	"unicode"
)

const (
	nearLines  = 400     // old lines that are looked at
	nearBudget = 4 << 20 // votes that are counted
)

// nearest returns the window with the most equal lines, preferring equal to look-alike lines and telling
// lines to mere brackets; nil when no line of old is even similar.
func (p *placer) nearest(old []string, lo int) *Nearest {
	if len(old) == 0 {
		return nil
	}
	at, ok := p.vote(old, lo)
	if !ok {
		at, ok = p.holding(old, lo)
	}
	if !ok {
		at, ok = p.similar(old)
	}
	if !ok {
		at, ok = p.spelled(old)
	}
	if !ok {
		return nil
	}
	return p.compare(old, at)
}

// vote lets each line that looks like one of old vote for the window it would belong to.
func (p *placer) vote(old []string, lo int) (int, bool) {
	keys := foldKeys(old)
	reach := min(len(old), nearLines)
	votes := make([]int32, p.count()+reach)
	budget := nearBudget
	var key []byte
	for i := 0; i < p.count() && budget > 0; i++ {
		have := p.content(i)
		key = appendFold(key[:0], have)
		for _, j := range keys[string(key)] {
			votes[i-j+reach-1] += weight(key, have == old[j])
			budget--
		}
	}
	best := lo + reach - 1 // among equals the first below the cursor, else the first
	for i := range votes {
		if votes[i] > votes[best] {
			best = i
		}
	}
	return best - reach + 1, votes[best] > 0
}

// weight is what an equal or similar line counts: one without words says little.
func weight(key []byte, equal bool) int32 {
	w := int32(8)
	if len(key) < 3 {
		w = 2
	}
	if equal {
		w += w / 2
	}
	return w
}

// foldKeys maps the key of each old line, and of what it may have been meant to be, to its index.
func foldKeys(old []string) map[string][]int {
	keys := make(map[string][]int)
	for j, s := range old[:min(len(old), nearLines)] {
		first, _, _ := strings.Cut(unescape(s), "\n")
		seen := ""
		for _, variant := range []string{s, unnumber(s), first} {
			if key := fold(variant); key != seen || variant == s {
				keys[key] = append(keys[key], j)
				seen = key
			}
		}
	}
	return keys
}

// holding looks for a line that holds the longest old line as a part.
func (p *placer) holding(old []string, lo int) (int, bool) {
	j := longest(old)
	piece := strings.TrimSpace(old[j])
	if len(piece) < 3 {
		return 0, false
	}
	for _, from := range []int{int(p.starts[min(lo, p.count())]), p.bom()} {
		if at := strings.Index(p.raw[from:], piece); at >= 0 {
			return p.lineOfByte(from+at) - j, true
		}
	}
	return 0, false
}

// similar looks for the line that shares the most words with the longest old line.
func (p *placer) similar(old []string) (int, bool) {
	j := longest(old)
	words := wordBits(old[j])
	best, bestScore := 0, 0
	for i := range p.count() {
		var shared uint64
		other := 0
		for word := range strings.FieldsFuncSeq(p.content(i), notWord) {
			if bit, ok := words[word]; ok {
				shared |= 1 << bit
			} else {
				other++
			}
		}
		n := bits.OnesCount64(shared)
		if score := 4*n - other; 2*n >= len(words) && n > 0 && score > bestScore {
			best, bestScore = i, score
		}
	}
	return best - j, bestScore > 0
}

// spelled looks for the line that begins and ends most like the longest old line, for at least half of it.
func (p *placer) spelled(old []string) (int, bool) {
	j := longest(old)
	want := trimBoth(old[j])
	best, most := 0, 0
	for i := range p.count() {
		have := trimBoth(p.content(i))
		n := commonPrefix(have, want)
		for tail := 1; n < min(len(have), len(want)) && tail <= min(len(have), len(want))-n; tail++ {
			if have[len(have)-tail] != want[len(want)-tail] {
				break
			}
			n++
		}
		if n > most && 2*n >= len(want) {
			best, most = i, n
		}
	}
	return best - j, most > 0
}

// wordBits numbers the first 64 words of a line.
func wordBits(s string) map[string]uint {
	words := make(map[string]uint)
	for word := range strings.FieldsFuncSeq(s, notWord) {
		if _, known := words[word]; !known && len(words) < 64 {
			words[word] = uint(len(words))
		}
	}
	return words
}

func notWord(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// compare describes the window at line at, which differs from old somewhere.
func (p *placer) compare(old []string, at int) *Nearest {
	n := &Nearest{Line: at + 1, Of: len(old)}
	for j, want := range old {
		i := at + j
		inside := i >= 0 && i < p.count()
		if inside && p.is(i, want) {
			n.Equal++
			continue
		}
		if n.Number == 0 {
			n.Number, n.At, n.Want = j+1, min(i, p.count())+1, want
			if inside {
				n.Have = p.content(i)
			}
		}
	}
	return n
}
