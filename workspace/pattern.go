// Patterns: one glob compiled to alternatives of segments.

package workspace

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// maxAlternatives bounds what the braces of one pattern may expand to.
const maxAlternatives = 1024

// PatternError is a pattern that cannot be used. Its text is: pattern "<as written>" <why>.
type PatternError struct {
	Input string // as written
	Why   string // the predicate of the message
	Word  string // glued, brackets, negated, alternatives, not_a_file
	Next  string // what to write instead
}

// Error returns the message, which quotes the pattern as it was written.
func (e *PatternError) Error() string { return "pattern " + Quote(e.Input) + " " + e.Why }

// Reason returns the stable word for what is wrong.
func (e *PatternError) Reason() string { return e.Word }

// Hint returns what to write instead.
func (e *PatternError) Hint() string { return e.Next }

// pattern is one glob; it matches where one of its alternatives does.
type pattern struct {
	written string
	alts    []alternative
}

// alternative is a brace-free pattern. Most are decided by prefix and suffix alone.
type alternative struct {
	prefix string    // the leading literal segments, each with its slash
	rest   []segment // what follows the prefix; never empty
	dots   bool      // some segment starts with a literal dot
}

type segmentKind uint8

const (
	literalSegment segmentKind = iota
	anyDepth                   // **
	affixSegment               // one star between two literals, either may be empty
	globSegment                // anything else; decided by doublestar
)

// segment is what one component has to look like. head is the literal, what precedes the star, or the glob.
type segment struct {
	kind       segmentKind
	head, tail string
}

// compilePattern checks and compiles one pattern; the error is a *PatternError or *PathError with written in it.
func compilePattern(written string) (*pattern, error) {
	if err := checkForm(written); err != nil {
		return nil, err
	}
	expanded, err := expandBraces(written)
	if err != nil {
		return nil, err
	}
	p := &pattern{written: written}
	for _, text := range expanded {
		a, err := compileAlternative(written, text)
		if err != nil {
			return nil, err
		}
		p.alts = append(p.alts, a)
	}
	return p, nil
}

func compileAlternative(written, text string) (alternative, error) {
	if strings.HasPrefix(text, "/") {
		return alternative{}, &PathError{written, "is absolute in one of its alternatives, so outside the root", "absolute", writeRelative}
	}
	var a alternative
	if strings.HasSuffix(text, "/") || strings.HasSuffix(text, "/.") {
		return a, &PatternError{written, "names directories: files are wanted", "not_a_file", "write " + Quote(strings.TrimRight(written, "/")+"/**") + " for the files below them"}
	}
	for name := range strings.SplitSeq(text, "/") {
		if name == "" || name == "." {
			continue
		}
		if len(a.rest) == 0 && isForeignStart(name) {
			return a, &PathError{written, "starts with a home directory, drive or device, outside the root", "absolute", writeRelative}
		}
		s, err := compileSegment(written, name)
		if err != nil {
			return a, err
		}
		a.dots = a.dots || name[0] == '.'
		a.rest = append(a.rest, s)
	}
	if len(a.rest) == 0 {
		return a, &PatternError{written, "has an alternative that names nothing", "not_a_file", "leave that alternative out"}
	}
	a.fold()
	return a, nil
}

// fold joins the leading literals into the prefix and drops repeated "**".
func (a *alternative) fold() {
	n := 0
	for n < len(a.rest)-1 && a.rest[n].kind == literalSegment {
		a.prefix += a.rest[n].head + "/"
		n++
	}
	kept := a.rest[n : n+1]
	for _, s := range a.rest[n+1:] {
		if s.kind != anyDepth || kept[len(kept)-1].kind != anyDepth {
			kept = append(kept, s)
		}
	}
	a.rest = kept
}

func compileSegment(written, name string) (segment, error) {
	if name == "**" {
		return segment{kind: anyDepth}, nil
	}
	if hasDoubleStar(name) {
		return segment{}, gluedError(written)
	}
	if why, word, next := checkComponent(name); word != "" {
		return segment{}, &PathError{written, why, word, next}
	}
	if strings.ContainsAny(name, "?[") || strings.Count(name, "*") > 1 {
		if !doublestar.ValidatePattern(name) {
			return segment{}, bracketError(written)
		}
		return segment{kind: globSegment, head: name}, nil
	}
	head, tail, starred := strings.Cut(name, "*")
	if !starred {
		return segment{kind: literalSegment, head: name}, nil
	}
	return segment{affixSegment, head, tail}, nil
}

func gluedError(written string) error {
	return &PatternError{written, `has "**" glued to other text; it stands for whole segments only`, "glued",
		`write "**/" before a name for any depth, or a single "*" inside a name`}
}

func bracketError(written string) error {
	return &PatternError{written, "has brackets or braces that do not pair", "brackets",
		"to name a file literally write " + Quote(Escape(written))}
}

// hasDoubleStar reports whether two stars stand side by side outside a character class.
func hasDoubleStar(name string) bool {
	for i := 0; i < len(name); i++ {
		switch {
		case name[i] == '[':
			i = classEnd(name, i)
		case name[i] == '*' && i+1 < len(name) && name[i+1] == '*':
			return true
		}
	}
	return false
}

// classEnd returns the index of the "]" that closes the class at i, or the end of s.
func classEnd(s string, i int) int {
	if n := strings.IndexByte(s[i:], ']'); n >= 0 {
		return i + n
	}
	return len(s)
}

// expandBraces returns the brace-free patterns that s stands for, in the order written.
func expandBraces(s string) ([]string, error) {
	done, queue := []string(nil), []string{s}
	for len(queue) > 0 {
		text := queue[0]
		queue = queue[1:]
		before, options, after, found := cutBraces(text)
		if options == nil {
			if found {
				return nil, bracketError(s)
			}
			done = append(done, text)
			continue
		}
		if len(done)+len(queue)+len(options) > maxAlternatives {
			return nil, &PatternError{s, "has braces that stand for too many alternatives", "alternatives", "give several patterns as a list"}
		}
		next := make([]string, 0, len(options)+len(queue))
		for _, option := range options {
			next = append(next, before+option+after)
		}
		queue = append(next, queue...)
	}
	return done, nil
}

// cutBraces splits s around its first "{...}". options is nil where there is none; found then says that a brace is
// open but not closed.
func cutBraces(s string) (before string, options []string, after string, found bool) {
	open, depth, start := -1, 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '[':
			i = classEnd(s, i)
		case '{':
			if depth++; depth == 1 {
				open, start = i, i+1
			}
		case ',':
			if depth == 1 {
				options = append(options, s[start:i])
				start = i + 1
			}
		case '}':
			if depth == 0 {
				continue
			}
			if depth--; depth == 0 {
				return s[:open], append(options, s[start:i]), s[i+1:], true
			}
		}
	}
	return s, nil, "", open >= 0
}
