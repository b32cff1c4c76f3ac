package hunkengine

// This file shows pieces of text in messages: short, on one line, with what cannot be seen made visible.

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxQuote = 120 // bytes of a quoted line
	maxRow   = 200 // bytes of a row around the first difference
)

// quote quotes a line for a message and cuts it when it is long.
func quote(s string) string {
	if len(s) <= maxQuote {
		return strconv.Quote(s)
	}
	return strconv.Quote(s[:runeStart(s, maxQuote)]) + "..."
}

// visiblePair shows two lines so that their difference can be seen: blanks at the ends always, all blanks
// when nothing else differs, and long lines cut around the first difference.
func visiblePair(a, b string) (string, string) {
	all := withoutBlanks(a) == withoutBlanks(b)
	at := commonPrefix(a, b)
	return visible(a, at, all), visible(b, at, all)
}

func visible(s string, at int, all bool) string {
	from, to := 0, len(s)
	if len(s) > maxRow {
		from = runeStart(s, max(0, min(at, len(s))-maxRow/2))
		to = runeStart(s, min(len(s), from+maxRow))
	}
	lead := len(s) - len(strings.TrimLeft(s, " "))
	trail := len(strings.TrimRight(s, " "))
	var b strings.Builder
	if from > 0 {
		b.WriteString("...")
	}
	for i, r := range s[from:to] {
		i += from
		b.WriteString(visibleRune(r, all || i < lead || i >= trail))
	}
	if to < len(s) {
		b.WriteString("...")
	}
	return b.String()
}

func visibleRune(r rune, blank bool) string {
	switch {
	case r == ' ' && blank:
		return "·"
	case r == '\t':
		return "→"
	case r != ' ' && (!unicode.IsPrint(r) || unicode.In(r, unicode.Mn)):
		return "<" + codePoint(r) + ">"
	}
	return string(r)
}

func codePoint(r rune) string { return fmt.Sprintf("U+%04X", r) }

func withoutBlanks(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\t' {
			return -1
		}
		return r
	}, s)
}

// commonPrefix returns the length of the longest common prefix that ends between code points.
func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return min(runeStart(a, n), runeStart(b, n))
}

// runeStart moves a byte offset back to the start of a code point.
func runeStart(s string, at int) int {
	for at > 0 && at < len(s) && !utf8.RuneStart(s[at]) {
		at--
	}
	return at
}
