package locate

// This file finds where nodes of YAML begin and end in the text.

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"devstar/runtime/match"
)

// yamlText is a text and where its lines start, as YAML counts them.
type yamlText struct {
	text  string
	lines []int
}

// yamlLines returns where lines start: YAML also ends them at a carriage return, U+0085, U+2028 and U+2029.
func yamlLines(text string) []int {
	lines := []int{0}
	for i, r := range text {
		switch r {
		case '\n', '\r', '\u0085', '\u2028', '\u2029':
			lines = append(lines, i+utf8.RuneLen(r))
		}
	}
	return lines
}

// offset returns where a node starts as the parser tells it: with its anchor and tag.
func (y *yamlText) offset(n *yaml.Node) int {
	if n.Line < 1 || n.Line > len(y.lines) {
		return len(y.text)
	}
	at := y.lines[n.Line-1]
	for range n.Column - 1 {
		if at >= len(y.text) {
			break
		}
		_, size := utf8.DecodeRuneInString(y.text[at:])
		at += size
	}
	return at
}

// span returns the place of a node without its anchor and tag. key is the key of a value that may be absent.
func (y *yamlText) span(n, key *yaml.Node, depth int) (match.Span, error) {
	if depth > maxDepth {
		return nowhere, y.lost(n)
	}
	at := y.offset(n)
	switch n.Kind {
	case yaml.AliasNode:
		return y.word(n, at)
	case yaml.ScalarNode:
		return y.scalar(n, key, y.properties(n, at, n.Value == "" && n.Style&^yaml.TaggedStyle == 0))
	}
	at = y.properties(n, at, false)
	if c := y.char(at); n.Style&yaml.FlowStyle != 0 && (c == '[' || c == '{') {
		return y.flow(n, at, depth)
	}
	if len(n.Content) == 0 {
		return nowhere, y.lost(n)
	}
	last := n.Content[len(n.Content)-1]
	var before *yaml.Node
	if n.Kind == yaml.MappingNode {
		before = n.Content[len(n.Content)-2]
	}
	end, err := y.span(last, before, depth+1)
	return match.Span{Start: at, End: max(at, end.End)}, err
}

func (y *yamlText) char(at int) byte {
	if at < len(y.text) {
		return y.text[at]
	}
	return 0
}

// lost is the error for a node whose place does not hold what was parsed.
func (y *yamlText) lost(n *yaml.Node) error {
	return &Error{Word: "scattered", Line: n.Line, Why: "the place of the value cannot be told", Next: "write the value in a simpler form, or search(...) for it"}
}

// properties skips an anchor and a tag. An absent value has nothing behind them that belongs to it.
func (y *yamlText) properties(n *yaml.Node, at int, absent bool) int {
	if n.Anchor == "" && n.Style&yaml.TaggedStyle == 0 {
		return at
	}
	for y.char(at) == '&' || y.char(at) == '!' {
		end := at
		for end < len(y.text) && !yamlBlank(y.text[end]) && !(y.text[at] == '&' && strings.IndexByte(",[]{}", y.text[end]) >= 0) {
			end++
		}
		next := y.skip(end)
		if absent && y.char(next) != '&' && y.char(next) != '!' {
			return end
		}
		at = next
	}
	return at
}

func yamlBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// skip skips blanks, ends of lines and comments.
func (y *yamlText) skip(at int) int {
	for at < len(y.text) {
		switch c := y.text[at]; {
		case yamlBlank(c):
			at++
		case c == '#' && (at == 0 || yamlBlank(y.text[at-1])):
			n := strings.IndexByte(y.text[at:], '\n')
			if n < 0 {
				return len(y.text)
			}
			at += n
		default:
			return at
		}
	}
	return at
}

// word is the place of an alias.
func (y *yamlText) word(n *yaml.Node, at int) (match.Span, error) {
	end := at
	for end < len(y.text) && !yamlBlank(y.text[end]) && strings.IndexByte(",[]{}", y.text[end]) < 0 {
		end++
	}
	if y.char(at) != '*' {
		return nowhere, y.lost(n)
	}
	return match.Span{Start: at, End: end}, nil
}

func (y *yamlText) scalar(n, key *yaml.Node, at int) (match.Span, error) {
	end, ok := at, true
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		end, ok = y.doubleQuoted(at)
	case n.Style&yaml.SingleQuotedStyle != 0:
		end, ok = y.singleQuoted(at)
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		end, ok = y.block(n, at)
	case n.Value == "":
		return y.absent(n, key, at)
	default:
		end, ok = y.plain(n.Value, at)
	}
	if !ok {
		return nowhere, y.lost(n)
	}
	return match.Span{Start: at, End: end}, nil
}

// absent is the empty place behind the colon of a key, and behind a blank that follows it.
func (y *yamlText) absent(n, key *yaml.Node, at int) (match.Span, error) {
	if key != nil && n.Anchor == "" && n.Style&yaml.TaggedStyle == 0 {
		k, err := y.span(key, nil, 0)
		if err != nil {
			return nowhere, err
		}
		at = k.End
		if next := y.skip(at); y.char(next) == ':' {
			at = next + 1
		}
	}
	if y.char(at) == ' ' {
		at++
	}
	return match.Span{Start: at, End: at}, nil
}

func (y *yamlText) doubleQuoted(at int) (int, bool) {
	if y.char(at) != '"' {
		return 0, false
	}
	for at++; at < len(y.text); at++ {
		switch y.text[at] {
		case '\\':
			at++
		case '"':
			return at + 1, true
		}
	}
	return 0, false
}

func (y *yamlText) singleQuoted(at int) (int, bool) {
	if y.char(at) != '\'' {
		return 0, false
	}
	for at++; at < len(y.text); at++ {
		if y.text[at] != '\'' {
			continue
		}
		if y.char(at+1) != '\'' {
			return at + 1, true
		}
		at++
	}
	return 0, false
}

// plain walks the text along with the value: blanks around the end of a line are folded in the value.
func (y *yamlText) plain(value string, at int) (int, bool) {
	for i := 0; i < len(value); {
		if at >= len(y.text) {
			return 0, false
		}
		if y.text[at] == value[i] && !yamlBlank(value[i]) {
			at++
			i++
			continue
		}
		from := at
		for at < len(y.text) && yamlBlank(y.text[at]) {
			at++
		}
		blanks := y.text[from:at]
		want := blanks
		if n := strings.Count(blanks, "\n"); n == 1 {
			want = " "
		} else if n > 1 {
			want = strings.Repeat("\n", n-1)
		}
		if blanks == "" || !strings.HasPrefix(value[i:], want) {
			return 0, false
		}
		i += len(want)
	}
	return at, true
}

// block returns the end of the last line of a literal or folded text that is not blank.
func (y *yamlText) block(n *yaml.Node, at int) (int, bool) {
	if c := y.char(at); c != '|' && c != '>' {
		return 0, false
	}
	end := at + len(line(y.text[at:]))
	header := strings.TrimRight(strings.SplitN(y.text[at:end], " #", 2)[0], " \t")
	end = at + len(header)
	if strings.Trim(n.Value, "\n") == "" {
		return end, true
	}
	indent := -1
	for next := at + len(line(y.text[at:])) + 1; next < len(y.text); {
		l := line(y.text[next:])
		spaces := len(l) - len(strings.TrimLeft(l, " "))
		switch {
		case strings.TrimLeft(l, " \t") == "" && (indent < 0 || spaces == len(l)):
		case indent < 0:
			indent = spaces - leading(n.Value)
			end = next + len(l)
		case spaces < indent || indent == 0 && (strings.HasPrefix(l, "---") || strings.HasPrefix(l, "...")):
			return end, true
		default:
			end = next + len(l)
		}
		next += len(l) + 1
	}
	return end, indent >= 0
}

// line returns the first line of s without its end.
func line(s string) string {
	l, _, _ := strings.Cut(s, "\n")
	return l
}

// leading returns by how many blanks the first line with text is indented.
func leading(value string) int {
	for _, l := range strings.Split(value, "\n") {
		if trimmed := strings.TrimLeft(l, " "); trimmed != "" {
			return len(l) - len(trimmed)
		}
	}
	return 0
}

// flow returns the place of [...] or {...}: behind the last element only commas, colons, blanks and comments stand.
func (y *yamlText) flow(n *yaml.Node, start, depth int) (match.Span, error) {
	closer := map[byte]byte{'[': ']', '{': '}'}[y.text[start]]
	at := start + 1
	if len(n.Content) > 0 {
		last := n.Content[len(n.Content)-1]
		if n.Kind == yaml.MappingNode && last.Kind == yaml.ScalarNode && last.Value == "" && last.Style&^yaml.FlowStyle == 0 {
			last = n.Content[len(n.Content)-2]
		}
		end, err := y.span(last, nil, depth+1)
		if err != nil {
			return nowhere, err
		}
		at = max(at, end.End)
	}
	for {
		at = y.skip(at)
		switch c := y.char(at); c {
		case closer:
			return match.Span{Start: start, End: at + 1}, nil
		case ',', ':':
			at++
		default:
			return nowhere, y.lost(n)
		}
	}
}
