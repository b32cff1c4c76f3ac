package callfinder

// This file tells calls from what only looks like them: definitions and declarations of functions.

import (
	"slices"
	"strings"
)

// defines reports whether a candidate is no call, but defines or declares what it names.
func (c *code) defines(f candidate) bool {
	if !wordByte(c.text[f.start]) && c.text[f.start] != '@' && c.text[f.start] != '#' {
		return false // a member of what stands before it
	}
	end := c.before(f.start)
	word := c.wordBefore(end)
	if word != "" && !strings.Contains(c.text[end:f.start], "\n") {
		if definingWords[word] || c.declares && !c.beforeValues(word) {
			return true
		}
	}
	if c.receiver(end) || c.pointer(f, end) {
		return true
	}
	if c.interfaces && c.inInterface(f.start) {
		return true
	}
	return c.startsStatement(end, f.start) && c.goesOnAsDefinition(f)
}

// beforeValues reports whether a word may stand before a call.
func (c *code) beforeValues(word string) bool {
	return valueWords[word] || numeric(word) || c.optional && word == "void"
}

func numeric(word string) bool { return word[0] >= '0' && word[0] <= '9' }

// wordBefore returns the word that ends at a place outside of strings.
func (c *code) wordBefore(end int) string {
	start := end
	for start > 0 && wordByte(c.text[start-1]) {
		start--
	}
	if _, inside := c.regionAt(end - 1); inside {
		return ""
	}
	if start > 0 && (c.text[start-1] == '.' || c.text[start-1] == '@') {
		return "" // a member or an annotation, no word of the language
	}
	return c.text[start:end]
}

// receiver reports whether a method with a receiver is defined: func (s *Store) before the name.
func (c *code) receiver(end int) bool {
	if end == 0 || c.text[end-1] != ')' || !c.bracketTypes {
		return false
	}
	line := c.text[strings.LastIndexByte(c.text[:end], '\n')+1 : end]
	return strings.HasPrefix(line, "func (") && strings.Count(line, ")") == 1
}

// pointer reports whether a function that returns a pointer or reference is declared: char *foo(int a);
func (c *code) pointer(f candidate, end int) bool {
	if !c.arrows || !c.declares || end == 0 || c.text[end-1] != '*' && c.text[end-1] != '&' {
		return false
	}
	for end > 0 && (c.text[end-1] == '*' || c.text[end-1] == '&') {
		end = c.before(end - 1)
	}
	word := c.wordBefore(end)
	if word == "" || valueWords[word] {
		return false
	}
	next, _ := c.after(f.end)
	if next < len(c.text) && c.text[next] != '{' && c.text[next] != ';' {
		return false
	}
	start := end - len(word)
	before := c.before(start)
	return c.startsStatement(before, start) || c.wordBefore(before) != "" && !valueWords[c.wordBefore(before)]
}

// startsStatement reports whether a statement starts at a place, behind what ends at end. A line that follows an
// operator goes on with its statement.
func (c *code) startsStatement(end, start int) bool {
	if end == 0 {
		return true
	}
	switch b := c.text[end-1]; {
	case b == ';' || b == '{' || b == '}':
		return true
	case wordByte(b), b == ')', b == ']', b == '"', b == '\'', b == '`', b == '>':
		return strings.Contains(c.text[end:start], "\n")
	}
	return false
}

// goesOnAsDefinition looks at what follows the parentheses.
func (c *code) goesOnAsDefinition(f candidate) bool {
	next, newline := c.after(f.end)
	if next == len(c.text) {
		return false
	}
	switch b := c.text[next]; {
	case b == '{':
		return c.bodies && (c.semicolons || !newline)
	case b == ':':
		return c.colons && !strings.HasPrefix(c.text[next:], "::")
	case wordByte(b):
		return c.results && !newline
	}
	return false
}

// inInterface reports whether a place lies in the body of an interface. The bodies are looked for once.
func (c *code) inInterface(at int) bool {
	if c.bodiesOf == nil {
		c.bodiesOf = c.interfaceBodies()
	}
	_, inside := slices.BinarySearchFunc(c.bodiesOf, at, func(b Span, at int) int {
		switch {
		case b.End <= at:
			return -1
		case b.Start > at:
			return 1
		}
		return 0
	})
	return inside
}

// interfaceBodies returns what stands between the braces of interfaces.
func (c *code) interfaceBodies() []Span {
	out := []Span{}
	const word = "interface"
	for at := 0; ; at += len(word) {
		i := strings.Index(c.text[at:], word)
		if i < 0 {
			return out
		}
		at += i
		if _, inside := c.regionAt(at); inside || at > 0 && wordByte(c.text[at-1]) {
			continue
		}
		brace := strings.IndexAny(c.text[at:], "{;()=")
		if brace < 0 || c.text[at+brace] != '{' {
			continue
		}
		end := c.closingBrace(at + brace)
		if end == 0 {
			return out
		}
		out = append(out, Span{at + brace, end})
		at = end - len(word)
	}
}

// closingBrace returns the place behind the brace that closes the one at open, 0 when there is none.
func (c *code) closingBrace(open int) int {
	depth := 0
	for at := open; at < len(c.text); at++ {
		if r, ok := c.regionAt(at); ok {
			at = int(r.end) - 1
			continue
		}
		switch c.text[at] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return at + 1
			}
		}
	}
	return 0
}
