// Package callfinder finds the calls of a function in source text: C-like languages and Python, told apart by the
// extension. It skips strings and comments and balances brackets, and knows just enough of each language for that: it is no
// parser, does not resolve names, and finds only calls that have parentheses.
package callfinder

// This file finds calls: places where the name stands, what stands around them, and their ends.

import (
	"slices"
	"strings"
)

// Span is a byte range of the text.
type Span struct{ Start, End int }

// Call is a call expression, from the start of the name to the closing parenthesis. Args are its arguments without the
// blanks and comments around them.
type Call struct {
	Span
	Args []Span
}

// Find returns up to most calls (below 0: all) of name in a text, in the order in which they start. path decides about the language.
func Find(path, text string, name Name, most int) []Call {
	if !strings.Contains(text, name.last()) {
		return nil
	}
	c := code{language: languageOf(path), text: text}
	c.regions = c.lex()
	found := c.candidates(name, most)
	if len(found) == 0 {
		return nil
	}
	c.close(found)
	out := make([]Call, 0, len(found))
	for _, f := range found {
		if f.end > 0 && !c.defines(f) {
			out = append(out, Call{Span{f.start, f.end}, c.arguments(f)})
		}
	}
	return out
}

// code is a text whose strings and comments are known.
type code struct {
	*language
	text     string
	regions  []region
	bodiesOf []Span // of interfaces; nil while they were not looked for
}

// region is a string or a comment.
type region struct {
	start, end int32
	comment    bool
}

// candidate is a place where a call may be: its name, its parentheses and the commas between them.
type candidate struct {
	start, open int
	end         int // behind the closing parenthesis; 0 while it is not known
	commas      []int
}

// candidates finds the name where an opening parenthesis follows.
func (c *code) candidates(name Name, most int) []candidate {
	var out []candidate
	word := name.last()
	next := 0 // the first region that may hold the place
	for at := 0; most < 0 || len(out) < most; at++ {
		i := strings.Index(c.text[at:], word)
		if i < 0 {
			break
		}
		at += i
		for next < len(c.regions) && int(c.regions[next].end) <= at {
			next++
		}
		if next < len(c.regions) && int(c.regions[next].start) <= at {
			continue
		}
		start, ok := c.callee(name, at)
		if !ok {
			continue
		}
		if open, ok := c.parenthesis(at + len(word)); ok {
			out = append(out, candidate{start: start, open: open})
		}
	}
	return out
}

// callee reports whether the last word of name at a place ends a callee that is exactly name, and where that starts.
func (c *code) callee(name Name, at int) (start int, ok bool) {
	end := at + len(name.last())
	if end < len(c.text) && wordByte(name.last()[len(name.last())-1]) && wordByte(c.text[end]) {
		return 0, false
	}
	start = at
	for i := len(name.parts) - 2; i >= 0; i-- {
		part := name.parts[i]
		before := c.before(start)
		if !strings.HasSuffix(c.text[:before], part) {
			return 0, false
		}
		start = before - len(part)
	}
	if !wordByte(name.parts[0][0]) {
		return start, c.operandBefore(start)
	}
	if start > 0 && (wordByte(c.text[start-1]) || c.text[start-1] == '#') {
		return 0, false
	}
	return start, !c.qualified(start)
}

// operandBefore reports whether something that can have members ends before a place.
func (c *code) operandBefore(at int) bool {
	end := c.before(at)
	return end > 0 && (wordByte(c.text[end-1]) || strings.IndexByte(")]}\"'`?!>", c.text[end-1]) >= 0)
}

// qualified reports whether a name is a member of something: a dot (but no two, which are an operator), :: or -> stands
// before it.
func (c *code) qualified(at int) bool {
	before := c.text[:c.before(at)]
	if strings.HasSuffix(before, ".") {
		return !strings.HasSuffix(before, "..")
	}
	return strings.HasSuffix(before, "::") || strings.HasSuffix(before, "->") && c.arrows
}

// parenthesis returns where the opening parenthesis of a call is whose name ends at a place.
func (c *code) parenthesis(at int) (int, bool) {
	if c.typed && strings.HasPrefix(c.text[at:], "::<") {
		at += 2
	}
	if end, ok := c.typeArguments(at); ok {
		at = end
	}
	if c.optional {
		at += prefixLen(c.text[at:], "?.")
		at += prefixLen(c.text[at:], "!")
	}
	next, newline := c.after(at)
	if newline && !c.callsCrossLines {
		return 0, false
	}
	return next, next < len(c.text) && c.text[next] == '('
}

func prefixLen(s, prefix string) int {
	if strings.HasPrefix(s, prefix) {
		return len(prefix)
	}
	return 0
}

// after returns the first place from at on that is neither blank nor comment, and whether a line ends before it.
func (c *code) after(at int) (next int, newline bool) {
	for at < len(c.text) {
		if r, ok := c.regionAt(at); ok && r.comment {
			newline = newline || strings.Contains(c.text[at:r.end], "\n")
			at = int(r.end)
			continue
		}
		if !blank(c.text[at]) {
			break
		}
		newline = newline || c.text[at] == '\n'
		at++
	}
	return at, newline
}

// before returns the place behind the last character before at that is neither blank nor comment.
func (c *code) before(at int) int {
	for at > 0 {
		if r, ok := c.regionAt(at - 1); ok && r.comment {
			at = int(r.start)
			continue
		}
		if !blank(c.text[at-1]) {
			break
		}
		at--
	}
	return at
}

// regionAt returns the string or comment that holds a place.
func (c *code) regionAt(at int) (region, bool) {
	i, found := slices.BinarySearchFunc(c.regions, at, func(r region, at int) int {
		switch {
		case int(r.end) <= at:
			return -1
		case int(r.start) > at:
			return 1
		}
		return 0
	})
	if !found {
		return region{}, false
	}
	return c.regions[i], true
}

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' || b == '\f' }

// wordByte reports whether a byte may be in a name; all of those above ASCII may.
func wordByte(b byte) bool {
	return b == '_' || b == '$' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}
