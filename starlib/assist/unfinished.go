package assist

// This file tells whether a piece of a script that is being typed goes on in the next line.

import "strings"

// Unfinished reports whether a text goes on in any case, because a bracket, a text of several lines or a line is open at its end;
// and whether it is a compound statement, whose body goes on until a line shows that it does not.
func Unfinished(s string) (open, block bool) {
	var tokens []token // without line ends and comments
	depth := 0
	for _, t := range scan(s) {
		if t.kind != newline && t.kind != comment {
			tokens = append(tokens, t)
			depth = max(0, depth+nesting(s, t))
		}
	}
	if len(tokens) == 0 {
		return false, false
	}
	last := tokens[len(tokens)-1]
	quoted := strings.TrimLeft(s[last.start:last.end], "rb")
	multi := last.open && (strings.HasPrefix(quoted, `"""`) || strings.HasPrefix(quoted, "'''"))
	open = depth > 0 || multi || last.kind == sign && s[last.start] == '\\'
	switch s[tokens[0].start:tokens[0].end] {
	case "def", "if", "for":
		block = true
	}
	return open, block
}

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
