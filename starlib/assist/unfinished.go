package assist

// This file tells whether a piece of a script that is being typed goes on in the next line.

import "strings"

// Typing follows a piece line by line. The zero value is the start of one.
type Typing struct {
	depth int    // of brackets
	mark  string // the quotes of the text that is open
	line  bool   // the last line goes on, because it ends in a backslash
	begun bool
	block bool
}

// Add takes in a line, without its end.
func (p *Typing) Add(line string) {
	s := p.mark + line + "\n"
	p.mark, p.line = "", false
	for _, t := range scan(s) {
		if t.kind == newline || t.kind == comment {
			continue
		}
		if !p.begun {
			p.begun = true
			switch s[t.start:t.end] {
			case "def", "if", "for":
				p.block = true
			}
		}
		p.depth = max(0, p.depth+nesting(s, t))
		p.line = t.kind == sign && s[t.start] == '\\'
		if t.open {
			p.mark = openMark(s[t.start:t.end])
		}
	}
}

// openMark returns the quotes of a text that goes on in the next line, "" for one that cannot.
func openMark(literal string) string {
	quoted := strings.TrimLeft(literal, "rb")
	for _, mark := range []string{`"""`, "'''"} {
		if strings.HasPrefix(quoted, mark) {
			return mark
		}
	}
	if strings.HasSuffix(quoted, "\\\n") {
		return quoted[:1]
	}
	return ""
}

// Open reports whether the piece goes on in any case: a bracket, a text or a line is open at its end.
func (p *Typing) Open() bool { return p.depth > 0 || p.mark != "" || p.line }

// Block reports whether the piece is a compound statement, whose body goes on until a line shows that it does not.
func (p *Typing) Block() bool { return p.block }

// Continues reports whether a line belongs to the compound statement before it: it is indented, blank, a comment, or another
// branch.
func Continues(line string) bool {
	tokens := scan(line)
	if len(tokens) == 0 || tokens[0].start > 0 || tokens[0].kind == comment || tokens[0].kind == newline {
		return true
	}
	word := line[tokens[0].start:tokens[0].end]
	return word == "else" || word == "elif"
}
