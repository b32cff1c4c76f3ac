package assist

// This file finds the statements of a text by its brackets alone, as lines that belong together.

import (
	"slices"
	"strings"
)

// logical is a run of lines: a statement, or the head of a compound one.
type logical struct {
	first, last int // lines, from 0
	column      int // of its first token, in bytes
	tokens      []token
	open        bool // a bracket or a string is not closed in it
}

// head reports whether it is the head of a compound statement whose body is on the lines behind it.
func (l logical) head(s string) bool {
	switch s[l.tokens[0].start:l.tokens[0].end] {
	case "def", "if", "elif", "else", "for":
		return s[l.tokens[len(l.tokens)-1].start] == ':'
	}
	return false
}

// logicals groups the tokens of a text into statements; blank lines and those with only a comment are in none. A bracket that
// nobody closes ends where the next statement certainly starts.
func logicals(s string, tokens []token) []logical {
	var out []logical
	depth, fresh := 0, true
	lines := LineStarts(s)
	for _, t := range tokens {
		line := lineAt(lines, t.start)
		column := t.start - lines[line]
		switch {
		case t.kind == newline && (depth == 0 || out[len(out)-1].head(s)):
			if depth > 0 {
				out[len(out)-1].open = true
			}
			depth, fresh = 0, true
			continue
		case t.kind == newline || t.kind == comment:
			continue
		case depth > 0 && begins(s, t, lines[line]):
			out[len(out)-1].open = true
			depth, fresh = 0, true
		}
		if fresh {
			out = append(out, logical{first: line, column: column})
			fresh = false
		}
		here := &out[len(out)-1]
		here.tokens = append(here.tokens, t)
		here.last = lineAt(lines, t.end-1)
		here.open = here.open || t.open
		depth = max(0, depth+nesting(s, t))
	}
	if depth > 0 {
		out[len(out)-1].open = true
	}
	return out
}

// lineAt returns the line, from 0, that holds an offset.
func lineAt(starts []int, offset int) int {
	n, found := slices.BinarySearch(starts, offset)
	if !found {
		n--
	}
	return n
}

// nesting is 1 for an opening bracket, -1 for a closing one, else 0.
func nesting(s string, t token) int {
	if t.kind != sign {
		return 0
	}
	switch s[t.start] {
	case '(', '[', '{':
		return 1
	case ')', ']', '}':
		return -1
	}
	return 0
}

// begins reports whether a token certainly starts a statement although a bracket is open: what stands in brackets is indented,
// and holds no statements.
func begins(s string, t token, lineStart int) bool {
	if t.kind != word || strings.TrimLeft(s[lineStart:t.start], " \t") != "" {
		return false
	}
	switch s[t.start:t.end] {
	case "def", "return", "pass", "break", "continue", "load":
		return true
	}
	return t.start == lineStart
}

// within reports whether a statement on a line and at a column belongs to the body of a compound statement: all statements
// between them are further to the right than its head.
func within(list []logical, head, line, column int) bool {
	if list[head].first >= line || column <= list[head].column {
		return false
	}
	for _, l := range list[head+1:] {
		if l.first >= line {
			break
		}
		if l.column <= list[head].column {
			return false
		}
	}
	return true
}
