package main

// This file makes text safe to show: what would move the cursor, reorder the line or be invisible is shown as an escape.

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// visible escapes what is not printable, line ends and tabs among it: for paths and other single words.
func visible(s string) string { return escaped(s, "") }

// visibleText is visible for text of several lines: line ends and tabs stay.
func visibleText(s string) string { return escaped(s, "\n\t") }

func escaped(s, keep string) string {
	if plain(s, keep) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		b.WriteString(escape(r, s[i:i+size], keep))
		i += size
	}
	return b.String()
}

func plain(s, keep string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return !shown(r, keep) }) < 0
}

func shown(r rune, keep string) bool { return unicode.IsPrint(r) || strings.ContainsRune(keep, r) }

// escape shows one character, or one byte that belongs to none.
func escape(r rune, raw, keep string) string {
	switch {
	case r == utf8.RuneError && len(raw) == 1:
		return fmt.Sprintf(`\x%02x`, raw[0])
	case shown(r, keep):
		return raw
	case r == '\n':
		return `\n`
	case r == '\t':
		return `\t`
	case r == '\r':
		return `\r`
	case r < 0x80:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// colours matches the escape sequences that only set colours.
var colours = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\x1b\[[0-9;]*m`) })

// printed shows what scripts print on a terminal: their colours stay, other control characters do not act.
type printed struct{ to io.Writer }

// Write writes p with its control characters shown; it reports all of p as written.
func (w printed) Write(p []byte) (int, error) {
	text, at := string(p), 0
	var b strings.Builder
	for _, m := range colours().FindAllStringIndex(text, -1) {
		b.WriteString(visibleText(text[at:m[0]]))
		b.WriteString(text[m[0]:m[1]])
		at = m[1]
	}
	b.WriteString(visibleText(text[at:]))
	_, err := io.WriteString(w.to, b.String())
	return len(p), err
}
