package assist

// This file splits a text into tokens. Unlike the parser it goes on whatever the text is, because it serves people who are in
// the middle of writing it.

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is the kind of a token.
type kind int

const (
	word    kind = iota // a name or a keyword
	number              // starts with a digit
	text                // a string or bytes literal, with prefix and quotes
	sign                // an operator or bracket of one character
	comment             // from # to the end of the line
	newline             // the end of a line
)

// token is a part of a text; white space between tokens is none.
type token struct {
	kind       kind
	start, end int  // byte offsets
	open       bool // a string without its closing quotes
}

// scan returns the tokens of a text.
func scan(s string) []token {
	var out []token
	for at := 0; at < len(s); {
		t := next(s, at)
		if t.kind != sign || !blank(s[t.start]) {
			out = append(out, t)
		}
		at = t.end
	}
	return out
}

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\f' || b == '\v' }

// next returns the token that starts at an offset; a blank comes as a sign.
func next(s string, at int) token {
	r, size := utf8.DecodeRuneInString(s[at:])
	t := token{kind: sign, start: at, end: at + size}
	switch {
	case r == '\r' && strings.HasPrefix(s[at:], "\r\n"):
		t.kind, t.end = newline, at+2
	case r == '\n' || r == '\r':
		t.kind = newline
	case r == '\\' && at+1 < len(s) && (s[at+1] == '\n' || s[at+1] == '\r'):
		t.end = next(s, at+1).end
	case r == '#':
		t.kind, t.end = comment, at+lineLength(s[at:])
	case r == '"' || r == '\'':
		return literal(s, at, at, false)
	case nameStart(r):
		return name(s, at)
	case unicode.IsDigit(r):
		t.kind, t.end = number, at+len(s[at:])-len(strings.TrimLeftFunc(s[at:], func(r rune) bool { return namePart(r) || r == '.' }))
	}
	return t
}

func nameStart(r rune) bool { return r == '_' || unicode.IsLetter(r) }
func namePart(r rune) bool  { return nameStart(r) || unicode.IsDigit(r) }

// name scans a name, or the string of which it is the prefix.
func name(s string, at int) token {
	end := at + len(s[at:]) - len(strings.TrimLeftFunc(s[at:], namePart))
	if end < len(s) && (s[end] == '"' || s[end] == '\'') {
		switch prefix := s[at:end]; prefix {
		case "r", "b", "rb", "br":
			return literal(s, at, end, strings.Contains(prefix, "r"))
		}
	}
	return token{kind: word, start: at, end: end}
}

// literal scans a string whose first quote is at an offset. One with single quotes ends at the end of its line at the latest.
func literal(s string, start, quote int, raw bool) token {
	mark := s[quote : quote+1]
	if triple := strings.Repeat(mark, 3); strings.HasPrefix(s[quote:], triple) {
		mark = triple
	}
	for at := quote + len(mark); at < len(s); at++ {
		switch {
		case strings.HasPrefix(s[at:], mark):
			return token{kind: text, start: start, end: at + len(mark)}
		case s[at] == '\\':
			at++ // in a raw string, too, the quote behind it does not end the string
		case len(mark) == 1 && (s[at] == '\n' || s[at] == '\r'):
			return token{kind: text, start: start, end: at, open: true}
		}
	}
	return token{kind: text, start: start, end: len(s), open: true}
}

// lineLength returns the number of bytes before the end of the first line.
func lineLength(s string) int {
	if i := strings.IndexAny(s, "\r\n"); i >= 0 {
		return i
	}
	return len(s)
}

// LineStarts returns the offsets at which lines start. Lines end in "\n", "\r\n" or "\r".
func LineStarts(s string) []int {
	starts := []int{0}
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' || s[i] == '\r' && (i+1 == len(s) || s[i+1] != '\n') {
			starts = append(starts, i+1)
		}
	}
	return starts
}
