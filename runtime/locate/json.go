package locate

// This file scans JSON, with the comments and trailing commas that configuration files have. Only what lies on the way to
// the key is kept.

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"

	"devstar/runtime/match"
)

// findJSON locates a value in the one document of a JSON text.
func findJSON(text string, key Key) ([]Found, error) {
	s := &jsonScanner{scanner: scanner{text: text}, key: key}
	if err := s.blanks(); err != nil {
		return nil, err
	}
	root, err := s.value(0, true)
	if err != nil {
		return nil, err
	}
	if err := s.blanks(); err != nil {
		return nil, err
	}
	if s.at < len(text) {
		return nil, s.fail("%s stands behind the end of the value", s.here())
	}
	n, err := root.follow(text, key)
	if n == nil || err != nil {
		return nil, err
	}
	return []Found{{n.span, match.Entry{Key: n.key, Value: n.value()}}}, nil
}

type jsonScanner struct {
	scanner
	key Key
}

// blanks skips white space and comments.
func (s *jsonScanner) blanks() error {
	for s.at < len(s.text) {
		switch {
		case strings.IndexByte(" \t\r\n", s.text[s.at]) >= 0:
			s.at++
		case s.has("//"):
			if n := strings.IndexByte(s.text[s.at:], '\n'); n >= 0 {
				s.at += n
			} else {
				s.at = len(s.text)
			}
		case s.has("/*"):
			n := strings.Index(s.text[s.at:], "*/")
			if n < 0 {
				return s.fail("the comment is not closed")
			}
			s.at += n + 2
		default:
			return nil
		}
	}
	return nil
}

// value scans a value at a depth; build says that it lies on the way to the key, or is the value there.
func (s *jsonScanner) value(depth int, build bool) (*node, error) {
	if depth > maxDepth {
		return nil, s.fail("the values nest more than %d levels deep", maxDepth)
	}
	start := s.at
	n := &node{key: nowhere}
	var err error
	switch c := s.peek(); {
	case c == '{':
		n.object = true
		err = s.object(n, depth, build)
	case c == '[':
		n.array = true
		err = s.array(n, depth, build)
	case c == '"':
		err = s.string()
		n.decode = func() any { return unquoteJSON(s.text[n.span.Start:n.span.End]) }
	default:
		err = s.word(n)
	}
	n.span = match.Span{Start: start, End: s.at}
	return n, err
}

// wants reports whether a member or element at a depth lies on the way to the key.
func (s *jsonScanner) wants(depth int, build bool, is func(Step) bool) bool {
	return build && (depth >= len(s.key) || is(s.key[depth]))
}

func (s *jsonScanner) object(n *node, depth int, build bool) error {
	return s.list('}', func() error {
		start := s.at
		if s.peek() != '"' {
			return s.fail("a name in quotes is wanted, not %s", s.here())
		}
		if err := s.string(); err != nil {
			return err
		}
		key := match.Span{Start: start, End: s.at}
		if err := s.blanks(); err != nil {
			return err
		}
		if s.peek() != ':' {
			return s.fail("a colon is wanted, not %s", s.here())
		}
		s.at++
		if err := s.blanks(); err != nil {
			return err
		}
		name := unquoteJSON(s.text[key.Start:key.End])
		wanted := s.wants(depth, build, func(step Step) bool { return step.Named && step.Name == name })
		value, err := s.value(depth+1, wanted)
		if wanted && err == nil {
			value.key = key
			n.members = append(n.members, member{name, value})
		}
		return err
	})
}

func (s *jsonScanner) array(n *node, depth int, build bool) error {
	i := 0
	return s.list(']', func() error {
		wanted := s.wants(depth, build, func(step Step) bool { return !step.Named && step.Index == i })
		value, err := s.value(depth+1, wanted)
		if err != nil {
			return err
		}
		if !wanted {
			value = nil
		}
		if build {
			n.items = append(n.items, value)
		}
		i++
		return nil
	})
}

// list scans what stands between brackets, with commas between the elements and perhaps one behind the last.
func (s *jsonScanner) list(closer byte, element func() error) error {
	s.at++
	for {
		if err := s.blanks(); err != nil {
			return err
		}
		if s.peek() == closer {
			s.at++
			return nil
		}
		if err := element(); err != nil {
			return err
		}
		if err := s.blanks(); err != nil {
			return err
		}
		switch s.peek() {
		case ',':
			s.at++
		case closer:
		default:
			return s.fail("a comma or %q is wanted, not %s", closer, s.here())
		}
	}
}

func (s *jsonScanner) string() error {
	start, simple := s.at, true
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			if !simple && !json.Valid([]byte(s.text[start:s.at])) {
				s.at = start
				return s.fail("this is no string of JSON")
			}
			return nil
		case c == '\\':
			simple = false
			s.at++
		case c == '\n':
			s.at = start
			return s.fail("the string is not closed")
		case c < ' ':
			simple = false
		}
	}
	s.at = start
	return s.fail("the string is not closed")
}

func unquoteJSON(quoted string) string {
	if strings.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	var out string
	_ = json.Unmarshal([]byte(quoted), &out) // the scanner found it valid
	return out
}

// word scans a number, true, false or null.
func (s *jsonScanner) word(n *node) error {
	end := s.at
	for end < len(s.text) && strings.IndexByte(" \t\r\n,:[]{}\"/", s.text[end]) < 0 {
		end++
	}
	word := s.text[s.at:end]
	if word == "" || !json.Valid([]byte(word)) {
		return s.fail("a value is wanted, not %s", s.here())
	}
	s.at = end
	n.decode = func() any { return decodeWord(word) }
	return nil
}

// maxDigits bounds the integers that are decoded exactly.
const maxDigits = 1000

// decodeWord returns nil, a boolean or a number.
func decodeWord(word string) any {
	switch word {
	case "null":
		return nil
	case "true", "false":
		return word == "true"
	}
	if n, err := strconv.ParseInt(word, 10, 64); err == nil {
		return n
	}
	if len(word) < maxDigits {
		if n, ok := new(big.Int).SetString(word, 10); ok {
			return n
		}
	}
	f, _ := strconv.ParseFloat(word, 64) // out of range: infinity
	return f
}
