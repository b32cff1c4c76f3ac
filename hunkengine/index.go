package hunkengine

// This file is the line index: where lines start, how they end, and how offsets into the normal form map
// to offsets into the bytes.

import (
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// lazyIndex builds the index on first use: most texts of a large tree are only searched, never indexed.
type lazyIndex struct {
	once sync.Once
	lines
}

// lines is the index of one text. Line numbers in here are 0-based.
type lines struct {
	raw    string
	starts []int32 // where each line starts, then len(raw); starts[0] is behind the BOM
	crlf   int     // lines that end in "\r\n"
	shift  []int32 // "\r\n" ends before each line; nil when none or all terminated lines end so
}

func (t Text) lines() *lines {
	if t.index == nil {
		return indexLines(t.raw)
	}
	t.index.once.Do(func() { t.index.lines = *indexLines(t.raw) })
	return &t.index.lines
}

func indexLines(raw string) *lines {
	first := 0
	if strings.HasPrefix(raw, bom) {
		first = len(bom)
	}
	x := &lines{raw: raw, starts: make([]int32, 1, strings.Count(raw, "\n")+2)}
	x.starts[0] = int32(first)
	for at := first; at < len(raw); {
		n := strings.IndexByte(raw[at:], '\n')
		if n < 0 {
			x.starts = append(x.starts, int32(len(raw)))
			break
		}
		if n > 0 && raw[at+n-1] == '\r' {
			x.crlf++
		}
		at += n + 1
		x.starts = append(x.starts, int32(at))
	}
	x.countShifts()
	return x
}

// countShifts fills shift for a text of mixed ends; uniform ones need no table.
func (x *lines) countShifts() {
	if x.crlf == 0 || x.crlf == x.count() || x.crlf == x.count()-1 && x.open() {
		return
	}
	x.shift = make([]int32, len(x.starts))
	for i := range x.count() {
		x.shift[i+1] = x.shift[i]
		if x.end(i) == "\r\n" {
			x.shift[i+1]++
		}
	}
}

func (x *lines) bom() int   { return int(x.starts[0]) }
func (x *lines) count() int { return len(x.starts) - 1 }

// end returns the end of line i: "\n", "\r\n" or "".
func (x *lines) end(i int) string {
	from, to := int(x.starts[i]), int(x.starts[i+1])
	if x.raw[to-1] != '\n' {
		return ""
	}
	if to-2 >= from && x.raw[to-2] == '\r' {
		return "\r\n"
	}
	return "\n"
}

func (x *lines) content(i int) string {
	return x.raw[x.starts[i] : int(x.starts[i+1])-len(x.end(i))]
}

// open reports whether the last line is unterminated.
func (x *lines) open() bool { return x.count() > 0 && x.raw[len(x.raw)-1] != '\n' }

// is reports whether line i has exactly the content s. The lengths decide nearly always.
func (x *lines) is(i int, s string) bool {
	from, to := int(x.starts[i]), int(x.starts[i+1])
	if ending := to - from - len(s); ending < 0 || ending > 2 {
		return false
	}
	return x.raw[from:from+len(s)] == s && len(x.end(i)) == to-from-len(s)
}

// matches reports whether the lines from i on are old; the text must be long enough.
func (x *lines) matches(i int, old []string) bool {
	for j, s := range old {
		if !x.is(i+j, s) {
			return false
		}
	}
	return true
}

// usual returns the line end that most lines have, "\n" when there is none.
func (x *lines) usual() string {
	terminated := x.count()
	if x.open() {
		terminated--
	}
	if 2*x.crlf > terminated {
		return "\r\n"
	}
	return "\n"
}

// normal returns a piece of the text with every line end as "\n".
func (x *lines) normal(piece string) string {
	if x.crlf == 0 {
		return piece
	}
	return unixEnds(piece)
}

// normalStart returns the offset of line i in the normal form.
func (x *lines) normalStart(i int) int {
	at := int(x.starts[i]) - x.bom()
	switch {
	case x.crlf == 0:
		return at
	case x.shift != nil:
		return at - int(x.shift[i])
	}
	return at - min(i, x.crlf)
}

// normalLen returns the length of the normal form.
func (x *lines) normalLen() int { return x.normalStart(x.count()) }

// lineAt returns the line that holds an offset of the normal form; count() behind a final newline and in
// an empty text.
func (x *lines) lineAt(offset int) int {
	after := sort.Search(x.count(), func(i int) bool { return x.normalStart(i) > offset })
	line := max(after-1, 0)
	if offset >= x.normalLen() && !x.open() {
		return x.count()
	}
	return line
}

// rawOffset maps an offset of the normal form to one of the bytes: before a line end it stays before it.
func (x *lines) rawOffset(offset int) int {
	i := x.lineAt(offset)
	return int(x.starts[i]) + offset - x.normalStart(i)
}

// lineOfByte returns the line that holds a byte of the text.
func (x *lines) lineOfByte(at int) int {
	return sort.Search(x.count(), func(i int) bool { return int(x.starts[i+1]) > at })
}

func unixEnds(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

func runeCount(s string) int { return utf8.RuneCountInString(s) }
