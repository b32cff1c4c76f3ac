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
	maxField = 200 // bytes of a line kept in an error, around the first difference
)

// quote quotes a line for a message and cuts it when it is long.
func quote(s string) string {
	if len(s) <= maxQuote {
		return strconv.Quote(s)
	}
	return strconv.Quote(s[:runeStart(s, maxQuote)]) + "..."
}

// cut shortens a long line to what is around byte at.
func cut(s string, at int) string {
	if len(s) <= maxField {
		return s
	}
	from := runeStart(s, max(0, min(at, len(s))-maxField/2))
	to := runeStart(s, min(len(s), from+maxField))
	piece := s[from:to]
	if from > 0 {
		piece = "..." + piece
	}
	if to < len(s) {
		piece += "..."
	}
	return piece
}

// visiblePair shows two lines so that their difference can be seen: blanks at the ends always, all blanks
// when nothing else differs.
func visiblePair(a, b string) (string, string) {
	all := withoutBlanks(a) == withoutBlanks(b)
	return visible(a, all), visible(b, all)
}

func visible(s string, all bool) string {
	lead := len(s) - len(strings.TrimLeft(s, " "))
	trail := len(strings.TrimRight(s, " "))
	var b strings.Builder
	for i, r := range s {
		b.WriteString(visibleRune(r, all || i < lead || i >= trail))
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
