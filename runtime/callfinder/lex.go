package callfinder

// This file finds the strings and comments of a text. Code in the holes of strings, as in `a ${b} c`, is code.

import "strings"

// lexer walks a text once.
type lexer struct {
	*language
	text    string
	at      int
	regions []region
	holes   []hole
	last    int // the place of the last character of code that is no blank, -1 before the first
}

// hole is code inside a string that is not finished.
type hole struct {
	quote
	closer byte
	depth  int // brackets of its kind that are open inside
}

// lex returns the strings and comments, in order.
func (c *code) lex() []region {
	l := lexer{language: c.language, text: c.text, last: -1}
	for l.at < len(l.text) {
		l.next()
	}
	return l.regions
}

func (l *lexer) mark(start, end int, comment bool) {
	if start < end {
		l.regions = append(l.regions, region{int32(start), int32(end), comment})
	}
	l.at = end
}

// next takes one character of code, a comment, or a string as far as its first hole.
func (l *lexer) next() {
	b := l.text[l.at]
	switch {
	case b == '/' || b == '#' || b == '-':
		if l.comment() || b == '/' && l.regexp() {
			return
		}
	case b == '"' || b == '\'' || b == '`' || b == '[' && l.language.quotes[0].open == "[[":
		if l.string() {
			return
		}
	case len(l.holes) > 0 && l.inHole(b):
		return
	}
	if !blank(b) {
		l.last = l.at
	}
	l.at++
}

func (l *lexer) comment() bool {
	rest := l.text[l.at:]
	for _, form := range l.blockComments {
		if strings.HasPrefix(rest, form[0]) {
			l.mark(l.at, l.at+l.blockEnd(rest, form), true)
			return true
		}
	}
	for _, open := range l.lineComments {
		if strings.HasPrefix(rest, open) {
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			l.mark(l.at, l.at+end, true)
			return true
		}
	}
	return false
}

// blockEnd returns the length of the block comment that s starts with.
func (l *lexer) blockEnd(s string, form [2]string) int {
	depth, at := 1, len(form[0])
	for at < len(s) {
		switch {
		case strings.HasPrefix(s[at:], form[1]):
			at += len(form[1])
			if depth--; depth == 0 {
				return at
			}
		case l.nested && strings.HasPrefix(s[at:], form[0]):
			depth++
			at += len(form[0])
		default:
			at++
		}
	}
	return at
}

// string takes a string that starts here, with the sign of its kind before the quote.
func (l *lexer) string() bool {
	prefix := l.prefix()
	q, ok := l.form(prefix)
	if !ok {
		return false
	}
	start, inside := l.at, l.at+len(q.open)
	end, ok := l.stringEnd(q, inside)
	if !ok {
		return false
	}
	l.last = end - 1
	l.mark(start, end, false)
	return true
}

// prefix returns the letters and signs directly before the quote.
func (l *lexer) prefix() string {
	start := l.at
	for start > 0 && l.at-start < 20 && (wordByte(l.text[start-1]) || l.text[start-1] == '@' || l.text[start-1] == '#') {
		start--
	}
	return l.text[start:l.at]
}

// form returns the form of the string that starts here.
func (l *lexer) form(prefix string) (quote, bool) {
	rest := l.text[l.at:]
	switch {
	case l.rawParens && rest[0] == '"' && strings.HasSuffix(prefix, "R"):
		if open := strings.IndexByte(rest, '('); open > 0 && open < 20 && !strings.ContainsAny(rest[1:open], " \\)\n") {
			return quote{open: rest[:open+1], close: ")" + rest[1:open] + `"`, plain: true, lines: true}, true
		}
	case l.rawHashes && rest[0] == '"' && strings.HasSuffix(strings.TrimRight(prefix, "#"), "r"):
		return quote{open: `"`, close: `"` + strings.Repeat("#", len(prefix)-len(strings.TrimRight(prefix, "#"))), plain: true, lines: true}, true
	case l.verbatim && rest[0] == '"' && strings.HasSuffix(strings.TrimSuffix(prefix, "$"), "@"):
		return quote{open: `"`, close: `"`, plain: true, doubled: true, lines: true}, true
	case rest[0] == '\'' && !l.isChar(prefix, rest):
		return quote{}, false
	}
	for _, q := range l.quotes {
		if strings.HasPrefix(rest, q.open) {
			if l.prefixed && len(prefix) <= 2 && strings.ContainsAny(prefix, "fFtT") {
				q.hole = "{"
			}
			if l.verbatim && strings.HasSuffix(prefix, "$") {
				q.hole = "{"
			}
			return q, true
		}
	}
	return quote{}, false
}

// isChar reports whether a single quote starts a literal: it does not inside of a number (1'000) or of a lifetime ('a).
func (l *lexer) isChar(prefix, rest string) bool {
	if l.rawParens && prefix != "" && numeric(prefix) {
		return false
	}
	if !l.lifetimes {
		return true
	}
	if len(rest) > 2 && rest[1] == '\\' {
		return true
	}
	for i := range rest[1:] {
		if i > 0 {
			return strings.HasPrefix(rest[1+i:], "'")
		}
	}
	return false
}

// stringEnd returns where the string ends, or its first hole begins, which is then entered. A string of one line that is not
// closed there is none.
func (l *lexer) stringEnd(q quote, at int) (int, bool) {
	for at < len(l.text) {
		switch b := l.text[at]; {
		case b == '\n' && !q.lines:
			return at, q.hole != ""
		case q.hole != "" && strings.HasPrefix(l.text[at:], q.hole):
			if q.hole == "{" && strings.HasPrefix(l.text[at:], "{{") {
				at += 2
				continue
			}
			return l.enter(q, at), true
		case b == '\\' && !q.plain:
			at += 2
		case strings.HasPrefix(l.text[at:], q.close):
			at += len(q.close)
			if q.doubled && strings.HasPrefix(l.text[at:], q.close) {
				at += len(q.close)
				continue
			}
			return at, true
		default:
			at++
		}
	}
	return len(l.text), q.lines || q.hole != ""
}

// enter begins a hole at a place and returns where its code starts.
func (l *lexer) enter(q quote, at int) int {
	closer := byte('}')
	if strings.HasSuffix(q.hole, "(") {
		closer = ')'
	}
	l.holes = append(l.holes, hole{quote: q, closer: closer})
	return at + len(q.hole)
}

// inHole takes a bracket of the kind that ends the innermost hole; its end goes on with the string.
func (l *lexer) inHole(b byte) bool {
	h := &l.holes[len(l.holes)-1]
	switch {
	case b == '{' && h.closer == '}' || b == '(' && h.closer == ')':
		h.depth++
	case b == h.closer && h.depth > 0:
		h.depth--
	case b == h.closer, b == ':' && h.hole == "{" && h.depth == 0 && !l.inBrackets():
		q := h.quote
		l.holes = l.holes[:len(l.holes)-1]
		start := l.at
		if b == ':' { // a format: it holds no code
			for l.at < len(l.text) && l.text[l.at] != '}' && l.text[l.at] != '\n' {
				l.at++
			}
		}
		end, _ := l.stringEnd(q, min(l.at+1, len(l.text)))
		l.last = end - 1
		l.mark(start, end, false)
		return true
	}
	return false
}

// inBrackets reports whether a colon in a hole stands inside of brackets, as in {a[1:2]}.
func (l *lexer) inBrackets() bool {
	depth := 0
	start := int(l.regions[len(l.regions)-1].end)
	for _, b := range []byte(l.text[start:l.at]) {
		switch b {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		}
	}
	return depth > 0
}

// regexp takes a regular expression of JavaScript, which starts where a value may start.
func (l *lexer) regexp() bool {
	if !l.regexps || !l.mayStartValue() {
		return false
	}
	class := false
	for at := l.at + 1; at < len(l.text) && l.text[at] != '\n'; at++ {
		switch b := l.text[at]; {
		case b == '\\':
			at++
		case b == '[':
			class = true
		case b == ']':
			class = false
		case b == '/' && !class:
			l.last = at
			l.mark(l.at, at+1, false)
			return true
		}
	}
	return false
}

// mayStartValue reports whether the code before here ends in an operator, a bracket that opens, or a word such as return.
func (l *lexer) mayStartValue() bool {
	if l.last < 0 {
		return true
	}
	b := l.text[l.last]
	if b == '<' || b == ')' || b == ']' || b == '}' || b == '"' || b == '\'' || b == '`' || b == '/' {
		return false
	}
	if !wordByte(b) {
		return true
	}
	start := l.last
	for start > 0 && wordByte(l.text[start-1]) {
		start--
	}
	return regexpWords[l.text[start:l.last+1]]
}
