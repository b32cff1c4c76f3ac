package hunkengine

// This file names why two lines that should be equal are not.

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// numbered matches the line numbers that listings put before a line.
var numbered = regexp.MustCompile(`^\s*\d+\s*[|:→\t]\s?`)

// lineCause returns why the line want is not the line have of the text, and more about it; "" when they
// differ in what they say.
func lineCause(have, want string) (cause, detail string) {
	switch {
	case strings.Trim(want, "\r") == have:
		return CauseCarriageReturn, ""
	case trimRight(have) == trimRight(want):
		return CauseTrailingBlanks, ""
	case trimBoth(have) == trimBoth(want):
		return CauseIndentation, ""
	case withoutBlanks(have) == withoutBlanks(want):
		return CauseBlanks, ""
	case norm.NFC.String(have) == norm.NFC.String(want):
		return CauseNormalization, formDetail(have, want)
	case trimBoth(unnumber(want)) == trimBoth(have) && unnumber(want) != want:
		return CauseLineNumber, ""
	case strings.EqualFold(have, want):
		return CauseLetterCase, ""
	case sameEscaped(have, want):
		return CauseEscape, ""
	}
	if detail := lookAlikeDetail(have, want); detail != "" {
		return CauseLookAlike, detail
	}
	if isPart(have, want) {
		return CausePartOfLine, ""
	}
	return "", ""
}

func trimRight(s string) string { return strings.TrimRight(s, " \t") }
func trimBoth(s string) string  { return strings.Trim(s, " \t") }

// isPart reports whether want is a piece of have that says enough not to be there by chance.
func isPart(have, want string) bool {
	piece := strings.TrimSpace(want)
	return len(piece) >= 3 && strings.Contains(have, piece)
}

func unnumber(s string) string { return s[len(numbered.FindString(s)):] }

// unescape reads \n and \t as line end and tab.
func unescape(s string) string {
	return strings.NewReplacer(`\n`, "\n", `\r`, "", `\t`, "\t").Replace(s)
}

func sameEscaped(have, want string) bool {
	first, _, _ := strings.Cut(unescape(want), "\n")
	return first != want && first != "" && trimBoth(first) == trimBoth(have)
}

func formDetail(have, want string) string {
	form := func(s string) string {
		if norm.NFC.IsNormalString(s) {
			return "composed ones (NFC)"
		}
		return "decomposed ones (NFD)"
	}
	return "the text has " + form(have) + ", given were " + form(want)
}

// lookAlikeDetail names the first code points that differ when both lines look the same.
func lookAlikeDetail(have, want string) string {
	if fold(have) != fold(want) || strings.EqualFold(have, want) {
		return ""
	}
	at := commonPrefix(have, want)
	return fmt.Sprintf("the text has %s at column %d where %s was given",
		firstCode(have[at:]), 1+runeCount(have[:at]), firstCode(want[at:]))
}

func firstCode(s string) string {
	for _, r := range s {
		return codePoint(r)
	}
	return "the end of the line"
}

// fold maps a line to a key that is equal for lines that look alike: without blanks, letter case, Unicode
// forms and typographic variants. Keys are only used to explain a failure, never to place a hunk.
func fold(s string) string { return string(appendFold(nil, s)) }

func appendFold(to []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= 0x80:
			return appendFoldWide(to[:0], s)
		case c == ' ' || c == '\t' || c == '\r':
		case 'A' <= c && c <= 'Z':
			to = append(to, c+'a'-'A')
		default:
			to = append(to, c)
		}
	}
	return to
}

func appendFoldWide(to []byte, s string) []byte {
	for _, r := range norm.NFKC.String(s) {
		r = plain(r)
		if r < 0 || unicode.IsSpace(r) {
			continue
		}
		to = append(to, string(unicode.ToLower(r))...)
	}
	return to
}

// plain maps a code point to the ASCII one it looks like; -1 for those that show nothing.
func plain(r rune) rune {
	switch r {
	case '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u200e', '\u200f':
		return -1
	case '‘', '’', '‚', '‛', '′', '´', 'ʼ':
		return '\''
	case '“', '”', '„', '‟', '″', '«', '»':
		return '"'
	case '‐', '‑', '‒', '–', '—', '―', '−':
		return '-'
	}
	const lookAlikes = "аaеeоoрpсcуyхxіiјjѕsАAВBЕEКKМMНHОOРPСCТTХXΑAΒBΕEΗHΙIΚKΜMΝNΟOΡPΤTΧXοoνv"
	if i := strings.IndexRune(lookAlikes, r); r >= 0x370 && r < 0x500 && i >= 0 {
		return rune(lookAlikes[i+len(string(r))])
	}
	return r
}
