package locate

// This file scans TOML: tables, keys and where their values stand.

import (
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"devstar/runtime/match"
)

// findTOML locates a value in the one document of a TOML text. The place of a table is the lines between its header and
// the next header; a table without a header of its own has none.
func findTOML(text string, key Key) ([]Found, error) {
	s := &tomlScanner{scanner: scanner{text: text}, root: &node{object: true, span: nowhere, key: nowhere}}
	s.table = s.root
	if err := s.document(); err != nil {
		return nil, err
	}
	if err := validTOML(text); err != nil {
		return nil, err
	}
	n, err := s.root.follow(text, key)
	if n == nil || err != nil {
		return nil, err
	}
	if n.span == nowhere {
		return nil, &Error{Word: "scattered", Why: key.String() + " is written in several places", Next: "locate a value inside of it, such as " + inside(n, key)}
	}
	return []Found{{n.span, match.Entry{Key: n.key, Value: n.value()}}}, nil
}

// inside names a value inside of n.
func inside(n *node, key Key) string {
	if n.array {
		return append(key, Step{}).String()
	}
	return append(key, Step{Name: n.members[0].name, Named: true}).String()
}

// validTOML refuses what the scanner lets pass: keys that are defined twice, bad numbers and dates.
func validTOML(text string) error {
	var v any
	err := toml.Unmarshal([]byte(text), &v)
	if err == nil {
		return nil
	}
	e := &Error{Word: "syntax", Why: strings.TrimPrefix(err.Error(), "toml: "), Next: "mend the file first: what cannot be read cannot be located"}
	var at *toml.DecodeError
	if errors.As(err, &at) {
		e.Line, _ = at.Position()
	}
	return e
}

type tomlScanner struct {
	scanner
	root    *node
	table   *node // to which keys belong
	headers bool  // a header was met: the table is not the root
}

// document scans headers and keys, a line each.
func (s *tomlScanner) document() error {
	for {
		s.skip(true)
		var err error
		switch c := s.peek(); {
		case s.at >= len(s.text):
			return nil
		case c == '[':
			err = s.header()
		default:
			err = s.pair(s.table, 0)
		}
		if err != nil {
			return err
		}
		s.skip(false)
		if s.at < len(s.text) && s.text[s.at] != '\n' && !s.has("\r\n") {
			return s.fail("the end of the line is wanted, not %s", s.here())
		}
	}
}

// skip skips blanks and comments; with lines, ends of lines too.
func (s *tomlScanner) skip(lines bool) {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == ' ' || c == '\t' || lines && (c == '\n' || c == '\r'):
			s.at++
		case c == '#':
			if n := strings.IndexByte(s.text[s.at:], '\n'); n >= 0 {
				s.at += n
			} else {
				s.at = len(s.text)
			}
		default:
			return
		}
	}
}

// header scans [table] or [[element of an array]].
func (s *tomlScanner) header() error {
	closer := "]"
	if s.has("[[") {
		closer = "]]"
	}
	s.at += len(closer)
	names, err := s.keys()
	if err != nil {
		return err
	}
	if !s.has(closer) {
		return s.fail("%s is wanted, not %s", closer, s.here())
	}
	s.at += len(closer)
	last := names[len(names)-1]
	parent, err := s.descend(s.root, names[:len(names)-1])
	if err != nil {
		return err
	}
	if closer == "]]" {
		s.table, err = s.element(parent, last)
	} else {
		s.table, err = s.descend(parent, names[len(names)-1:])
	}
	if err != nil {
		return err
	}
	s.table.key = last.span
	body := s.at
	if n := strings.IndexByte(s.text[s.at:], '\n'); n >= 0 {
		body += n + 1
	} else {
		body = len(s.text)
	}
	s.table.span, s.headers = match.Span{Start: body, End: body}, true
	return nil
}

// part is one name of a dotted key.
type part struct {
	name string
	span match.Span
}

// keys scans a dotted key.
func (s *tomlScanner) keys() ([]part, error) {
	var out []part
	for {
		s.skip(false)
		start := s.at
		name, err := s.name()
		if err != nil {
			return nil, err
		}
		out = append(out, part{name, match.Span{Start: start, End: s.at}})
		s.skip(false)
		if s.peek() != '.' {
			return out, nil
		}
		s.at++
	}
}

func (s *tomlScanner) name() (string, error) {
	if c := s.peek(); c == '"' || c == '\'' {
		return s.string()
	}
	start := s.at
	for s.at < len(s.text) && bare(s.text[s.at]) {
		s.at++
	}
	if start == s.at {
		return "", s.fail("a key is wanted, not %s", s.here())
	}
	return s.text[start:s.at], nil
}

func bare(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// descend goes to a table below n, and makes those that are not there.
func (s *tomlScanner) descend(n *node, names []part) (*node, error) {
	for _, p := range names {
		next := n.named(p.name)
		switch {
		case next == nil:
			next = &node{object: true, span: nowhere, key: p.span}
			n.members = append(n.members, member{p.name, next})
		case next.array && len(next.items) > 0:
			next = next.items[len(next.items)-1]
		}
		if !next.object {
			return nil, s.fail("%s is no table", p.name)
		}
		n = next
	}
	return n, nil
}

// named returns a member; the last one, where the text is wrong.
func (n *node) named(name string) *node {
	for i := len(n.members) - 1; i >= 0; i-- {
		if n.members[i].name == name {
			return n.members[i].node
		}
	}
	return nil
}

// element adds a table to an array of tables.
func (s *tomlScanner) element(parent *node, p part) (*node, error) {
	list := parent.named(p.name)
	if list == nil {
		list = &node{array: true, span: nowhere, key: p.span}
		parent.members = append(parent.members, member{p.name, list})
	}
	if !list.array {
		return nil, s.fail("%s is no array of tables", p.name)
	}
	table := &node{object: true, span: nowhere, key: p.span}
	list.items = append(list.items, table)
	return table, nil
}

// pair scans key = value into a table, and widens the place of the table.
func (s *tomlScanner) pair(table *node, depth int) error {
	start := s.at
	names, err := s.keys()
	if err != nil {
		return err
	}
	if s.peek() != '=' {
		return s.fail("= is wanted, not %s", s.here())
	}
	s.at++
	s.skip(false)
	value, err := s.value(depth)
	if err != nil {
		return err
	}
	last := names[len(names)-1]
	value.key = last.span
	owner, err := s.descend(table, names[:len(names)-1])
	if err != nil {
		return err
	}
	owner.members = append(owner.members, member{last.name, value})
	if depth == 0 && s.headers {
		if table.span.Start == table.span.End {
			table.span.Start = start
		}
		table.span.End = s.at
	}
	return nil
}

func (s *tomlScanner) value(depth int) (*node, error) {
	if depth > maxDepth {
		return nil, s.fail("the values nest more than %d levels deep", maxDepth)
	}
	start := s.at
	n := &node{key: nowhere}
	var err error
	switch c := s.peek(); {
	case c == '[':
		n.array = true
		err = s.array(n, depth)
	case c == '{':
		n.object = true
		err = s.inline(n, depth)
	case c == '"' || c == '\'':
		var text string
		text, err = s.string()
		n.decode = func() any { return text }
	default:
		err = s.word(n)
	}
	n.span = match.Span{Start: start, End: s.at}
	return n, err
}

func (s *tomlScanner) array(n *node, depth int) error {
	return s.list(']', func() error {
		item, err := s.value(depth + 1)
		n.items = append(n.items, item)
		return err
	})
}

func (s *tomlScanner) inline(n *node, depth int) error {
	return s.list('}', func() error { return s.pair(n, depth+1) })
}

// list scans what stands between brackets, with commas between the elements.
func (s *tomlScanner) list(closer byte, element func() error) error {
	for s.at++; ; {
		s.skip(true)
		if s.peek() == closer {
			s.at++
			return nil
		}
		if err := element(); err != nil {
			return err
		}
		s.skip(true)
		switch s.peek() {
		case ',':
			s.at++
		case closer:
		default:
			return s.fail("a comma or %q is wanted, not %s", closer, s.here())
		}
	}
}
