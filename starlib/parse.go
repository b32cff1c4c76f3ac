package starlib

// This file reports what the parser refuses. The parser stops at its first error and often names the end of the token it
// did not want; people want its start.

import (
	"cmp"
	"errors"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"go.starlark.net/syntax"
)

// syntaxProblem explains what the parser refused.
func syntaxProblem(u *unit, err error) problem {
	var e syntax.Error
	if !errors.As(err, &e) {
		return problem{at: syntax.MakePosition(&u.name, 1, 1), reason: "syntax", message: err.Error()}
	}
	line := u.line(int(e.Pos.Line))
	at := e.Pos
	at.Col = int32(tokenStart(e.Msg, []rune(line), int(at.Col)))
	return problem{at: at, reason: "syntax", message: "syntax: " + e.Msg,
		hint: cmp.Or(habitHint(e.Msg, line), "look at what stands before this place: something is missing or too much there")}
}

// atEnd matches the messages whose position is behind the token they are about.
var atEnd = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^got (.*), want (.*)$|^(\S+) does not associate|^not an identifier|^keyword argument must`)
})

// tokenStart returns the column at which the token that ends before column col starts.
func tokenStart(message string, line []rune, col int) int {
	m := atEnd().FindStringSubmatch(message)
	if m == nil || m[2] == "primary expression" || col < 2 || col-1 > len(line) {
		return col
	}
	end := col - 1 // line[:end] ends with the token
	switch got := m[1] + m[3]; {
	case got == "newline" || got == "indent" || got == "outdent" || got == "end of file":
		return col
	case got == "string literal" || got == "bytes literal":
		return stringStart(line, end) + 1
	case strings.HasPrefix(got, "'"):
		return max(1, col-len(got)+2)
	case !isWord(line[end-1]):
		return max(1, col-max(1, len(m[3])))
	}
	for end > 0 && isWord(line[end-1]) {
		end--
	}
	return end + 1
}

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// stringStart returns the index of the quote that opens the string whose closing quote stands before end.
func stringStart(line []rune, end int) int {
	quote := line[end-1]
	for i := end - 2; i >= 0; i-- {
		if line[i] == quote && (i == 0 || line[i-1] != '\\') {
			for i > 0 && line[i-1] == quote {
				i--
			}
			return i
		}
	}
	return end - 1
}
