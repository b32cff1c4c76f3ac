package hunkengine

// This file finds the places where a run of lines stands, in linear time.

import "sort"

// matcher finds old lines in one text. For many hunks in a large text it holds an index of the places of
// each hunk's longest line; otherwise it scans.
type matcher struct {
	*lines
	probes map[string]int32 // longest line of a hunk -> number in places
	places [][]int32        // where that line stands, ascending
}

// scanBudget is the number of line comparisons up to which scanning beats building the index.
const scanBudget = 1 << 21

func newMatcher(x *lines, hunks []Hunk) *matcher {
	m := &matcher{lines: x}
	if x.count()*len(hunks) <= scanBudget {
		return m
	}
	m.probes = make(map[string]int32, len(hunks))
	var lengths [256]bool
	for i := range hunks {
		probe := longest(hunks[i].Old)
		if probe < 0 {
			continue
		}
		s := hunks[i].Old[probe]
		if _, known := m.probes[s]; !known {
			m.probes[s] = int32(len(m.probes))
			lengths[byte(len(s))] = true
		}
	}
	m.places = make([][]int32, len(m.probes))
	m.collect(&lengths)
	return m
}

// collect notes where the probes stand; lengths (modulo 256) spare most lines the look-up.
func (m *matcher) collect(lengths *[256]bool) {
	for i := range m.count() {
		size := int(m.starts[i+1] - m.starts[i])
		if !lengths[byte(size-1)] && !lengths[byte(size-2)] && !lengths[byte(size)] {
			continue
		}
		if p, ok := m.probes[m.content(i)]; ok {
			m.places[p] = append(m.places[p], int32(i))
		}
	}
}

// find returns where old stands at or below line lo (0-based), at most limit places.
func (m *matcher) find(old []string, lo, limit int) []int {
	if m.probes != nil {
		if probe := longest(old); probe >= 0 {
			if found, ok := m.indexed(old, probe, lo, limit); ok {
				return found
			}
		}
	}
	return m.scan(old, lo, limit)
}

// indexed looks at the places of one line of old. It declines when the line is so common that checking
// each of its places could cost more than a scan.
func (m *matcher) indexed(old []string, probe, lo, limit int) (found []int, ok bool) {
	number, known := m.probes[old[probe]]
	if !known {
		return nil, false
	}
	places := m.places[number]
	first := sort.Search(len(places), func(i int) bool { return int(places[i]) >= lo+probe })
	places = places[first:]
	if len(places)*len(old) > m.count()+len(old) {
		return nil, false
	}
	for _, p := range places {
		at := int(p) - probe
		if at+len(old) > m.count() || len(found) == limit {
			break
		}
		if m.matches(at, old) {
			found = append(found, at)
		}
	}
	return found, true
}

// scan is Knuth, Morris and Pratt over lines: each line of the text is compared a bounded number of times,
// whatever repeats in old.
func (m *matcher) scan(old []string, lo, limit int) []int {
	if len(old) == 0 || lo+len(old) > m.count() {
		return nil
	}
	if len(old) == 1 {
		return m.scanOne(old[0], lo, limit)
	}
	var found []int
	back := borders(old)
	for i, have := lo, 0; i < m.count() && len(found) < limit; i++ {
		for have > 0 && !m.is(i, old[have]) {
			have = back[have-1]
		}
		if m.is(i, old[have]) {
			have++
		}
		if have == len(old) {
			found = append(found, i+1-have)
			have = back[have-1]
		}
	}
	return found
}

func (m *matcher) scanOne(s string, lo, limit int) []int {
	var found []int
	for i := lo; i < m.count() && len(found) < limit; i++ {
		if m.is(i, s) {
			found = append(found, i)
		}
	}
	return found
}

// borders gives for each prefix of old the length of its longest proper prefix that is also its suffix.
func borders(old []string) []int {
	back := make([]int, len(old))
	for i, have := 1, 0; i < len(old); i++ {
		for have > 0 && old[i] != old[have] {
			have = back[have-1]
		}
		if old[i] == old[have] {
			have++
		}
		back[i] = have
	}
	return back
}

// longest returns the index of the longest line, which is most often the rarest; -1 when there is none.
func longest(old []string) int {
	at := -1
	for i, s := range old {
		if at < 0 || len(s) > len(old[at]) {
			at = i
		}
	}
	return at
}
