package hunkengine

// This file reads the headers of a section of a unified diff: names, modes, and what git says besides.

import (
	"slices"
	"strings"
)

// section reads one section.
func (r *diffReader) section() error {
	r.path, r.hunk = "", 0
	h := diffHeader{diffReader: r, source: r.line + 1, quote: r.peek()}
	if err := h.read(); err != nil {
		return err
	}
	d, err := h.classify()
	if err != nil {
		return err
	}
	r.path = d.Name()
	if h.named {
		if d.Hunks, err = r.hunks(); err != nil {
			return err
		}
	}
	if err := h.check(&d); err != nil {
		return err
	}
	r.files = append(r.files, d)
	return nil
}

// names are the two names of a header; "" is /dev/null.
type names struct{ old, new string }

// stripped takes off the prefixes a/ and b/ when both names have them, or one has and the other is /dev/null.
func (n names) stripped() (names, bool) {
	old, first := strings.CutPrefix(n.old, "a/")
	fresh, second := strings.CutPrefix(n.new, "b/")
	if (first || n.old == "") && (second || n.new == "") {
		return names{old, fresh}, true
	}
	return n, false
}

// diffHeader is the header of one section.
type diffHeader struct {
	*diffReader
	source int // line of the diff
	quote  string
	git    []names           // the ways to read the "diff --git" line; nil when there is none
	fields map[string]string // git's lines below it
	named  bool              // there are "---" and "+++" lines
	given  names             // as they stand there
}

// gitFields lists the lines git writes below "diff --git", by how they begin.
var gitFields = []string{"old mode ", "new mode ", "deleted file mode ", "new file mode ", "copy from ", "copy to ",
	"rename from ", "rename to ", "similarity index ", "dissimilarity index ", "index "}

// read reads the lines of the header.
func (h *diffHeader) read() error {
	if rest, ok := strings.CutPrefix(h.peek(), markGit); ok {
		if h.git = gitNames(rest); len(h.git) > 0 {
			likely, _ := h.git[len(h.git)/2].stripped()
			h.path = likely.new
		}
		h.next()
		if err := h.readFields(); err != nil {
			return err
		}
	}
	line := h.peek()
	switch {
	case line == "GIT binary patch", binaryLine.MatchString(line):
		return h.binary(h.path)
	case !strings.HasPrefix(line, markOld) || !strings.HasPrefix(h.below(), markNew):
		return nil
	}
	h.named = true
	var err error
	if h.given.old, err = h.name(markOld); err != nil {
		return err
	}
	if h.given.new, err = h.name(markNew); err != nil {
		return err
	}
	return nil
}

// readFields reads git's lines.
func (h *diffHeader) readFields() error {
	h.fields = map[string]string{}
	for !h.over() {
		line := h.peek()
		i := slices.IndexFunc(gitFields, func(field string) bool { return strings.HasPrefix(line, field) })
		if i < 0 {
			return nil
		}
		field := strings.TrimSuffix(gitFields[i], " ")
		if _, twice := h.fields[field]; twice {
			return h.fail("the header says this twice", "")
		}
		value := line[len(gitFields[i]):]
		if strings.HasSuffix(field, " from") || strings.HasSuffix(field, " to") {
			var ok bool
			if value, ok = wholeName(value); !ok || value == "" {
				return h.fail("the name cannot be read", "a name, quoted as git does where it has to be")
			}
		}
		h.fields[field] = value
		h.next()
	}
	return nil
}

// name reads the name of a "---" or "+++" line: up to a tab, or quoted.
func (h *diffHeader) name(mark string) (string, error) {
	name, _, _ := strings.Cut(h.peek()[len(mark):], "\t")
	name, ok := wholeName(name)
	if !ok || name == "" {
		return "", h.fail("the name cannot be read", quoted(mark+"path"))
	}
	h.next()
	if name == devNull {
		return "", nil
	}
	return name, nil
}

// wholeName reads a name that takes all of s.
func wholeName(s string) (name string, ok bool) {
	if !strings.HasPrefix(s, `"`) {
		return s, true
	}
	name, rest, ok := unquoteC(s)
	return name, ok && rest == ""
}

// gitNames returns all ways to split the rest of a "diff --git" line into two names.
func gitNames(rest string) []names {
	if strings.HasPrefix(rest, `"`) {
		old, rest, ok := unquoteC(rest)
		fresh, isName := wholeName(strings.TrimPrefix(rest, " "))
		if ok && isName && strings.HasPrefix(rest, " ") && fresh != "" {
			return []names{{old, fresh}}
		}
		return nil
	}
	if i := strings.Index(rest, ` "`); i > 0 && strings.HasSuffix(rest, `"`) {
		if fresh, ok := wholeName(rest[i+1:]); ok {
			return []names{{rest[:i], fresh}}
		}
	}
	var all []names
	for i := range len(rest) {
		if rest[i] == ' ' && i > 0 && i < len(rest)-1 {
			all = append(all, names{rest[:i], rest[i+1:]})
		}
	}
	return all
}

// unquoteC reads a name quoted with the escapes of C at the start of s.
func unquoteC(s string) (name, rest string, ok bool) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch c := s[i]; c {
		case '"':
			return b.String(), s[i+1:], true
		case '\\':
			c, n := escapeC(s[i+1:])
			if n == 0 {
				return "", "", false
			}
			b.WriteByte(c)
			i += n
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}

// escapeC reads what stands behind a backslash and returns how long it is; 0 for what is no escape.
func escapeC(s string) (c byte, n int) {
	if len(s) >= 3 && '0' <= s[0] && s[0] <= '3' && octal(s[1]) && octal(s[2]) {
		return (s[0]-'0')<<6 | (s[1]-'0')<<3 | (s[2] - '0'), 3
	}
	const from, to = `abtnvfr"\`, "\a\b\t\n\v\f\r\"\\"
	if s == "" || strings.IndexByte(from, s[0]) < 0 {
		return 0, 0
	}
	return to[strings.IndexByte(from, s[0])], 1
}

func octal(c byte) bool { return '0' <= c && c <= '7' }
