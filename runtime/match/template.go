package match

// This file reads replacement texts: \1, \g<name> and \\ mean something, everything else is itself.

import (
	"fmt"
	"slices"
	"strings"
)

// Template is a replacement text with places for groups.
type Template struct {
	text  string
	parts []part
	plain []string // what looks like a group of another notation
}

// part is a literal, or the text of a group.
type part struct {
	literal string
	group   int // -1 for a literal
}

// TemplateError is a replacement text that cannot be used.
type TemplateError struct {
	Text string // the replacement
	Why  string // what is wrong
	Next string // what to write instead
}

// Error quotes the replacement and says what is wrong with it.
func (e *TemplateError) Error() string {
	return fmt.Sprintf("the replacement %s %s", quote(e.Text), e.Why)
}

// Reason is "bad_replacement".
func (e *TemplateError) Reason() string { return "bad_replacement" }

// Hint is the next step.
func (e *TemplateError) Hint() string { return e.Next }

// ParseTemplate reads a replacement text for a pattern with groups of these names, the whole match first. It fails with
// *TemplateError.
func ParseTemplate(text string, names []string) (*Template, error) {
	t := &Template{text: text}
	literal := 0 // where the literal that is being read starts
	for at := 0; at < len(text); {
		if c := text[at]; c >= 1 && c <= 7 {
			return nil, &TemplateError{text, fmt.Sprintf(`holds the character \x%02x, which "\%d" means in a string`, c, c), fmt.Sprintf(`write a raw string, r"\%d"`, c)}
		}
		if text[at] == '$' {
			t.notice(text[at:], names)
		}
		if text[at] != '\\' {
			at++
			continue
		}
		p, size, err := t.escape(text[at:], names)
		if err != nil {
			return nil, err
		}
		if size > 1 {
			t.add(part{text[literal:at], -1})
			t.add(p)
			literal = at + size
		}
		at += size
	}
	t.add(part{text[literal:], -1})
	return t, nil
}

func (t *Template) add(p part) {
	if p.group >= 0 || p.literal != "" {
		t.parts = append(t.parts, p)
	}
}

// escape reads what a backslash starts; a size of 1 leaves the backslash as it is.
func (t *Template) escape(s string, names []string) (p part, size int, err error) {
	switch {
	case len(s) < 2:
		return part{}, 1, nil
	case s[1] == '\\':
		return part{`\`, -1}, 2, nil
	case s[1] >= '0' && s[1] <= '9':
		return t.number(s, names)
	case strings.HasPrefix(s, `\g<`):
		return t.named(s, names)
	}
	if s[1] == 'n' || s[1] == 't' || s[1] == 'r' {
		t.remark(s[:2])
	}
	return part{}, 1, nil
}

// number reads \1 to \99: two digits where there are two.
func (t *Template) number(s string, names []string) (part, int, error) {
	size := 2
	if len(s) > 2 && s[1] != '0' && s[2] >= '0' && s[2] <= '9' {
		size = 3
	}
	n := 0
	for _, c := range s[1:size] {
		n = 10*n + int(c-'0')
	}
	if n == 0 {
		return part{}, 0, t.wrong(`speaks of a group \0`, `the whole match is \g<0>`)
	}
	if n >= len(names) {
		next := groupsOf(names)
		if size == 3 && n/10 < len(names) {
			next = fmt.Sprintf(`a group before a digit is \g<%d>%d`, n/10, n%10)
		}
		return part{}, 0, t.wrong(fmt.Sprintf("speaks of group %s, which the pattern does not have", s[:size]), next)
	}
	return part{"", n}, size, nil
}

// named reads \g<name> and \g<1>.
func (t *Template) named(s string, names []string) (part, int, error) {
	end := strings.IndexByte(s, '>')
	if end < 0 {
		return part{}, 0, t.wrong(`has a \g< without >`, `write \g<name>; a backslash itself is \\`)
	}
	name := s[3:end]
	n, ok := groupNumber(name)
	if !ok {
		n = slices.Index(names, name)
	}
	if n < 0 || n >= len(names) || name == "" {
		return part{}, 0, t.wrong(fmt.Sprintf("speaks of group %s, which the pattern does not have", s[:end+1]), groupsOf(names))
	}
	return part{"", n}, end + 1, nil
}

// groupNumber reads up to three digits.
func groupNumber(s string) (n int, ok bool) {
	if s == "" || len(s) > 3 {
		return 0, false
	}
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}

func (t *Template) wrong(why, next string) error { return &TemplateError{t.text, why, next} }

func groupsOf(names []string) string {
	var named []string
	for _, name := range names {
		if name != "" {
			named = append(named, `\g<`+name+`>`)
		}
	}
	n := len(names) - 1
	switch {
	case n < 1:
		return `the pattern has no groups: put what is kept into (...)`
	case len(named) > 0:
		return fmt.Sprintf(`the pattern has %d, by name %s`, n, strings.Join(named, ", "))
	case n == 1:
		return `the pattern has one group, \1`
	}
	return fmt.Sprintf(`the pattern has \1 to \%d`, n)
}

// notice remembers $1, ${1}, $name and ${name} of groups that the pattern has, and $& and $0.
func (t *Template) notice(s string, names []string) {
	name, size := dollarName(s)
	if size == 0 {
		return
	}
	n, isNumber := groupNumber(name)
	if name == "&" || isNumber && n < len(names) && len(names) > 1 || slices.Contains(names[1:], name) {
		t.remark(s[:size])
	}
}

// dollarName returns the name behind a dollar, with the size of both.
func dollarName(s string) (name string, size int) {
	rest := s[1:]
	if inner, ok := strings.CutPrefix(rest, "{"); ok {
		if end := strings.IndexByte(inner, '}'); end > 0 {
			return inner[:end], end + 3
		}
		return "", 0
	}
	if strings.HasPrefix(rest, "&") {
		return "&", 2
	}
	end := 0
	for end < len(rest) && wordByte(rest[end]) && (rest[0] < '0' || rest[0] > '9' || rest[end] >= '0' && rest[end] <= '9') {
		end++
	}
	if end == 0 {
		return "", 0
	}
	return rest[:end], end + 1
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func (t *Template) remark(s string) {
	if !slices.Contains(t.plain, s) {
		t.plain = append(t.plain, s)
	}
}

// Remarks returns a sentence for each part that stands for itself here, but for something else in another notation:
// $1, ${name}, \n.
func (t *Template) Remarks() []string {
	out := make([]string, len(t.plain))
	for i, s := range t.plain {
		switch {
		case s[0] == '\\':
			out[i] = fmt.Sprintf(`%s is plain text in a replacement: for the character itself write "%s" in a string that is not raw`, s, s)
		case s == "$&" || s == "$0" || s == "${0}":
			out[i] = fmt.Sprintf(`%s is plain text in a replacement: write \g<0> for the whole match`, s)
		default:
			out[i] = fmt.Sprintf(`%s is plain text in a replacement: write %s for the group`, s, ours(strings.Trim(s, "${}")))
		}
	}
	return out
}

func ours(name string) string {
	if n, ok := groupNumber(name); ok && n > 0 {
		return `\` + name
	}
	return `\g<` + name + `>`
}

// Expand returns the replacement for a match of the pattern; a group that took no part is empty.
func (t *Template) Expand(m *Match) string {
	return t.expand(func(group int) string { text, _ := m.GroupText(group); return text })
}

// ExpandAt returns the replacement for offsets that Find returned for text.
func (t *Template) ExpandAt(text string, loc []int) string {
	return t.expand(func(group int) string {
		if loc[2*group] < 0 {
			return ""
		}
		return text[loc[2*group]:loc[2*group+1]]
	})
}

func (t *Template) expand(group func(int) string) string {
	if len(t.parts) == 1 && t.parts[0].group < 0 {
		return t.parts[0].literal
	}
	var b strings.Builder
	for _, p := range t.parts {
		if p.group < 0 {
			b.WriteString(p.literal)
		} else {
			b.WriteString(group(p.group))
		}
	}
	return b.String()
}
