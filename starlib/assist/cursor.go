package assist

// This file tells what is being written at an offset, from the tokens before it: a name, something behind a dot, an argument of
// a call, a text. The tree is of no use for that: it mostly lacks what is being written.

import (
	"slices"
	"strings"
)

// cursor is an offset and what stands before it.
type cursor struct {
	offset int
	start  int    // where the name begins that is being written; offset for none
	prefix string // that name, up to the offset
	dot    int    // the offset of the dot before it, -1 for none
	base   string // the dotted name before the dot, "" when it is something else
	quoted string // in a string: what stands in it before the offset
	inText bool   // in a string
	mute   bool   // in a comment or a number: nothing to say
	open   []bracket
}

// bracket is a bracket that is open at the offset.
type bracket struct {
	at      int
	callee  string   // the dotted name before it, "" for none
	commas  int      // between it and the offset, not in inner brackets
	keyword string   // of the argument at the offset, "" for none
	given   []string // keywords of the arguments up to here
	first   string   // the first argument, when it is a string
	stars   bool     // an argument * or ** stands before
}

// cursorAt looks at an offset.
func (s *Script) cursorAt(offset int) cursor {
	c := cursor{offset: offset, start: offset, dot: -1}
	before, touched := s.before(offset)
	c.brackets(s, before)
	if touched != nil && !c.touch(s, touched) {
		return c
	}
	if n := len(before); n > 0 && s.sign(before[n-1]) == "." {
		c.dot = before[n-1].start
		c.base = s.chain(before[:n-1])
	}
	return c
}

// before returns the tokens that end before what is being written, from the statement of the offset on, and the token being
// written, nil for none.
func (s *Script) before(offset int) ([]token, *token) {
	var out []token
	for i, l := range s.list {
		if l.tokens[0].start >= offset {
			break
		}
		if i+1 < len(s.list) && s.list[i+1].tokens[0].start < offset {
			continue
		}
		out = l.tokens
	}
	n := 0
	for n < len(out) && out[n].end <= offset {
		n++
	}
	if n > 0 && out[n-1].end == offset && (out[n-1].kind == word || out[n-1].kind == number || out[n-1].open) {
		return out[:n-1], &out[n-1]
	}
	if n < len(out) && out[n].start < offset {
		return out[:n], &out[n]
	}
	if t, ok := s.commentAt(offset); ok {
		return out[:n], &t
	}
	return s.sameStatement(out, n, offset), nil
}

// sameStatement drops the statement before the offset when that has ended: a new line has begun and no bracket is open.
func (s *Script) sameStatement(list []token, n, offset int) []token {
	depth := 0
	for _, t := range list[:n] {
		depth = max(0, depth+nesting(s.Text, t))
	}
	if depth == 0 && n > 0 && s.line(list[n-1].end) != s.line(offset) {
		return nil
	}
	return list[:n]
}

func (s *Script) commentAt(offset int) (token, bool) {
	for _, t := range s.tokens {
		if t.kind == comment && t.start < offset && offset <= t.end {
			return t, true
		}
	}
	return token{}, false
}

// touch takes in the token that is being written; false when nothing more can be said.
func (c *cursor) touch(s *Script, t *token) bool {
	switch t.kind {
	case word:
		c.start, c.prefix = t.start, s.Text[t.start:c.offset]
		return true
	case text:
		c.inText = true
		c.start = t.start + len(s.Text[t.start:t.end]) - len(strings.TrimLeft(s.Text[t.start:t.end], `rb"'`))
		c.start = min(c.start, c.offset)
		c.quoted = s.Text[c.start:c.offset]
	default:
		c.mute = t.kind != sign
	}
	return t.kind == sign
}

func (s *Script) sign(t token) string {
	if t.kind != sign {
		return ""
	}
	return s.Text[t.start:t.end]
}

// chain returns the dotted name at the end of tokens, "" for none.
func (s *Script) chain(tokens []token) string {
	var parts []string
	for i := len(tokens) - 1; i >= 0 && tokens[i].kind == word; i -= 2 {
		parts = append(parts, s.Text[tokens[i].start:tokens[i].end])
		if i == 0 || s.sign(tokens[i-1]) != "." {
			slices.Reverse(parts)
			return strings.Join(parts, ".")
		}
	}
	return ""
}

// brackets finds the brackets that are open behind the tokens.
func (c *cursor) brackets(s *Script, tokens []token) {
	for i, t := range tokens {
		switch mark := s.sign(t); {
		case mark == "(" || mark == "[" || mark == "{":
			b := bracket{at: t.start}
			if mark == "(" {
				b.callee = s.calleeOf(tokens[:i])
			}
			c.open = append(c.open, b)
		case len(c.open) == 0:
		case mark == ")" || mark == "]" || mark == "}":
			c.open = c.open[:len(c.open)-1]
		default:
			c.open[len(c.open)-1].take(s, tokens, i)
		}
	}
}

// calleeOf returns what is called by a bracket behind the tokens; the name in a def is not.
func (s *Script) calleeOf(tokens []token) string {
	name := s.chain(tokens)
	n := len(tokens) - 1 - 2*strings.Count(name, ".")
	if n > 0 && tokens[n-1].kind == word && s.Text[tokens[n-1].start:tokens[n-1].end] == "def" {
		return ""
	}
	return name
}

// take counts a token in the bracket.
func (b *bracket) take(s *Script, tokens []token, i int) {
	fresh := i > 0 && (s.sign(tokens[i-1]) == "," || s.sign(tokens[i-1]) == "(")
	switch mark := s.sign(tokens[i]); {
	case mark == ",":
		b.commas++
		b.keyword = ""
	case mark == "*" && fresh:
		b.stars = true
	case tokens[i].kind == text && i > 0 && tokens[i-1].start == b.at:
		b.first = strings.Trim(strings.TrimLeft(s.Text[tokens[i].start:tokens[i].end], "rb"), `"'`)
	case mark == "=" && i > 1 && tokens[i-1].kind == word && b.keyword == "" && s.endsArgument(tokens[i-2]):
		if i+1 < len(tokens) && s.sign(tokens[i+1]) == "=" {
			return // ==
		}
		b.keyword = s.Text[tokens[i-1].start:tokens[i-1].end]
		b.given = append(b.given, b.keyword)
	}
}

// endsArgument reports whether an argument starts behind a token.
func (s *Script) endsArgument(t token) bool { return s.sign(t) == "," || s.sign(t) == "(" }

// call returns the innermost call around the cursor, whether an argument of it is just being begun, and false for none. Within
// a list or dict of an argument it is still that call.
func (c cursor) call() (b bracket, direct, ok bool) {
	for i := len(c.open) - 1; i >= 0; i-- {
		if c.open[i].callee != "" {
			return c.open[i], i == len(c.open)-1, true
		}
	}
	return bracket{}, false, false
}
