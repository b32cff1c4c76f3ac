package params

// This file reads docstrings: the summary, and the Args: section with types and texts.

import (
	"regexp"
	"strings"
)

// docstring is what a docstring says.
type docstring struct {
	summary string
	args    map[string]docArg
	order   []string
}

// docArg is one row of the Args: section.
type docArg struct {
	typ, text string
}

// argLine is `name: text` or `name (type): text`, with a star for *name.
func argLine() *regexp.Regexp {
	return regexp.MustCompile(`^\*?([A-Za-z_][A-Za-z0-9_]*)\s*(?:\(([^)]*)\))?\s*:\s*(.*)$`)
}

// ParseDocstring returns a docstring without the indentation of its lines, and what its Args: section says of each parameter.
func ParseDocstring(text string) (plain string, args map[string]string) {
	args = map[string]string{}
	for name, a := range parseDoc(text).args {
		args[name] = a.text
	}
	return dedent(text), args
}

func parseDoc(text string) docstring {
	d := docstring{args: map[string]docArg{}}
	head, section := splitArgs(dedent(text))
	first, _, _ := strings.Cut(head, "\n\n")
	d.summary = strings.Join(strings.Fields(first), " ")
	d.parseArgs(section)
	return d
}

// dedent takes the common indentation off all lines but the first.
func dedent(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	least := -1
	for _, l := range lines[1:] {
		if t := strings.TrimLeft(l, " \t"); t != "" && (least < 0 || len(l)-len(t) < least) {
			least = len(l) - len(t)
		}
	}
	for i := 1; i < len(lines) && least > 0; i++ {
		lines[i] = lines[i][min(least, len(lines[i])):]
	}
	return strings.Join(lines, "\n")
}

// splitArgs returns what stands before the Args: section, and the lines in it.
func splitArgs(text string) (head string, section []string) {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.TrimSpace(l) == "Args:" {
			return strings.TrimSpace(strings.Join(lines[:i], "\n")), lines[i+1:]
		}
	}
	return text, nil
}

// parseArgs reads rows until a line that is not indented; deeper lines continue a row.
func (d *docstring) parseArgs(lines []string) {
	row, depth, pattern := "", 0, argLine()
	for _, l := range lines {
		t := strings.TrimSpace(l)
		indent := len(l) - len(strings.TrimLeft(l, " \t"))
		switch m := pattern.FindStringSubmatch(t); {
		case t == "":
			continue
		case indent == 0:
			return
		case m != nil && (row == "" || indent <= depth):
			row, depth = m[1], indent
			d.args[row] = docArg{typ: strings.TrimSpace(m[2]), text: m[3]}
			d.order = append(d.order, row)
		case row != "":
			a := d.args[row]
			a.text = strings.TrimSpace(a.text + " " + t)
			d.args[row] = a
		}
	}
}

// parseType reads a type as docstrings write it.
func parseType(text string) (Type, bool) {
	switch text {
	case "str", "string", "path":
		return Type{Kind: String}, true
	case "int":
		return Type{Kind: Int}, true
	case "float":
		return Type{Kind: Float}, true
	case "bool":
		return Type{Kind: Bool}, true
	case "list":
		return Type{Kind: List, Elem: String}, true
	}
	if elem, ok := strings.CutPrefix(text, "list of "); ok {
		t, ok := parseType(strings.TrimSuffix(elem, "s"))
		return Type{Kind: List, Elem: t.Kind}, ok && t.Kind != List && t.Kind != Bool && t.Kind != OneOf
	}
	if names, ok := strings.CutPrefix(text, "one of:"); ok {
		t := Type{Kind: OneOf}
		for _, n := range strings.Split(names, ",") {
			if n = strings.TrimSpace(n); n != "" {
				t.Enum = append(t.Enum, n)
			}
		}
		return t, len(t.Enum) > 0
	}
	return Type{}, false
}
