package starlib

// This file renders errors for people: the source line, a caret under the fault, the chain of calls, the hint.

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"devstar/runtime"
)

// maxLine is how many characters of a source line are shown.
const maxLine = 160

// Explain renders an error for people. text returns the source of a file of the script, nil where it is not known. The
// result ends in a newline.
func Explain(e *runtime.Error, text func(file string) []byte) string {
	if len(e.Errors) == 0 {
		return explainOne(e, text)
	}
	parts := make([]string, len(e.Errors))
	for i, one := range e.Errors {
		parts[i] = explainOne(one, text)
	}
	return strings.Join(parts, "\n")
}

func explainOne(e *runtime.Error, text func(file string) []byte) string {
	var b strings.Builder
	if p := e.Position; p != nil {
		fmt.Fprintf(&b, "%s:%d:%d: ", p.File, p.Line, p.Column)
	}
	message, more, _ := strings.Cut(e.Error(), "\n")
	b.WriteString("error: " + message + "\n")
	if p := e.Position; p != nil {
		excerpt(&b, lineOf(text(p.File), p.Line), p)
	}
	if more != "" {
		b.WriteString(more + "\n")
	}
	chain(&b, e)
	if e.Hint != "" {
		b.WriteString("hint: " + e.Hint + "\n")
	}
	return b.String()
}

// excerpt writes the source line and a caret line below it.
func excerpt(b *strings.Builder, line string, p *runtime.Position) {
	if strings.TrimSpace(line) == "" {
		return
	}
	runes := []rune(line)
	col := min(max(p.Column-1, 0), len(runes))
	width := markWidth(runes[col:])
	if col > maxLine/2 && len(runes) > maxLine {
		cut := col - maxLine/2
		runes, col = runes[cut:], col-cut
	}
	runes = runes[:min(len(runes), maxLine)]
	number := fmt.Sprintf("%5d", p.Line)
	fmt.Fprintf(b, "%s | %s\n%s | ", number, visible(runes), strings.Repeat(" ", len(number)))
	for _, r := range runes[:min(col, len(runes))] {
		if r != '\t' {
			r = ' '
		}
		b.WriteRune(r)
	}
	b.WriteString(strings.Repeat("^", max(1, min(width, maxLine-col))) + "\n")
}

// visible replaces characters that would change how a terminal shows the line.
func visible(runes []rune) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			return utf8.RuneError
		}
		return r
	}, string(runes))
}

// markWidth returns the length of the name, string or number that starts here; 1 for anything else.
func markWidth(rest []rune) int {
	if len(rest) == 0 {
		return 1
	}
	first := rest[0]
	for i, r := range rest[1:] {
		switch {
		case first == '"' || first == '\'':
			if r == first && rest[i] != '\\' {
				return i + 2
			}
		case unicode.IsLetter(first) || unicode.IsDigit(first) || first == '_':
			if r != '_' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				return i + 1
			}
		default:
			return 1
		}
	}
	return len(rest)
}

// chain writes the calls that led to the error, innermost first; a single frame says nothing new.
func chain(b *strings.Builder, e *runtime.Error) {
	if len(e.Trace) < 2 {
		return
	}
	for i := len(e.Trace) - 1; i > 0; i-- {
		caller := e.Trace[i-1].Position
		fmt.Fprintf(b, "  %s was called at %s:%d:%d\n", e.Trace[i].Function, caller.File, caller.Line, caller.Column)
	}
}

// lineOf returns line n, from 1, without its end; "" when there is none.
func lineOf(text []byte, n int) string {
	for ; n > 1; n-- {
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			return ""
		}
		text = text[i+1:]
	}
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	return strings.TrimSuffix(string(text), "\r")
}
