package match

// This file compiles regular expressions and finds their matches.

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// Mode says how a regular expression meets a text.
type Mode int

// The modes.
const (
	Anywhere Mode = iota // ^ and $ stand for the ends of the text
	AtLines              // ^ and $ stand for the ends of lines
	AtStart              // the match must begin where the text begins
	Whole                // the match must be the whole text
)

// Most is the most matches that one call should look for.
const Most = 1_000_000

// Pattern is a compiled regular expression. It may be used by several goroutines at once.
type Pattern struct {
	expr   string
	re     *regexp.Regexp
	mode   Mode
	shape  shape
	behind bool // in AtLines: it may match behind the final newline
}

// Compile compiles an expression of RE2. It fails with *PatternError.
func Compile(expr string, mode Mode) (*Pattern, error) {
	tree, err := parse(expr, mode)
	if err != nil {
		return nil, err
	}
	full := expr
	switch mode {
	case AtLines:
		full = "(?m)" + expr
	case AtStart:
		full = `\A(?:` + expr + `)`
	case Whole:
		full = `\A(?:` + expr + `)\z`
	}
	re, err := regexp.Compile(full)
	if err != nil {
		return nil, newPatternError(expr, err)
	}
	p := &Pattern{expr: expr, re: re, mode: mode, shape: shapeOf(tree)}
	p.behind = p.shape.endText
	return p, nil
}

// Names returns the names of the groups of an expression, the whole match first; those without a name are "". It fails
// with *PatternError.
func Names(expr string, mode Mode) ([]string, error) {
	tree, err := parse(expr, mode)
	if err != nil {
		return nil, err
	}
	return tree.CapNames(), nil
}

// parse reads an expression and refuses what can only be a mistake.
func parse(expr string, mode Mode) (*syntax.Regexp, error) {
	if expr == "" {
		return nil, emptyPattern()
	}
	flags := syntax.Perl
	if mode == AtLines {
		flags &^= syntax.OneLine
	}
	tree, err := syntax.Parse(expr, flags)
	if err != nil {
		return nil, newPatternError(expr, err)
	}
	if strings.Contains(expr, "\b") {
		return nil, backspace(expr)
	}
	if name := twice(tree.CapNames()); name != "" {
		return nil, &PatternError{Expr: expr, Why: "two groups are called " + name, Next: "give each group a name of its own"}
	}
	return tree, nil
}

// twice returns a name that stands in names more than once, "" for none.
func twice(names []string) string {
	for i, name := range names {
		if name != "" && slices.Contains(names[:i], name) {
			return name
		}
	}
	return ""
}

// String returns the expression.
func (p *Pattern) String() string { return p.expr }

// Names returns the names of the groups, the whole match first; those without a name are "".
func (p *Pattern) Names() []string { return p.re.SubexpNames() }

// NumGroups returns the number of groups.
func (p *Pattern) NumGroups() int { return p.re.NumSubexp() }

// Needs returns a text without newlines that every match contains, "" when none is known: where it does not occur,
// nothing has to be searched.
func (p *Pattern) Needs() string { return p.shape.needs }

// Find returns the offsets of up to most matches (below 0: all) from left to right, not overlapping, two for the whole
// and for each group. There is no line behind a final newline: only \z matches there in the mode AtLines.
func (p *Pattern) Find(text string, most int) [][]int {
	if p.shape.needs != "" && !p.shape.crosses && p.mode <= AtLines {
		return p.findByLine(text, most)
	}
	found := p.re.FindAllStringSubmatchIndex(text, most)
	if n := len(found); n > 0 && p.mode == AtLines && !p.behind {
		if last := found[n-1]; last[0] == len(text) && (text == "" || text[len(text)-1] == '\n') {
			return found[:n-1]
		}
	}
	return found
}

// findByLine looks only at lines that hold the text every match needs. The matches are those of a search in the whole
// text: the expression crosses no line, and sees no further than the ends of its own.
func (p *Pattern) findByLine(text string, most int) [][]int {
	var found [][]int
	for at := 0; at < len(text) && (most < 0 || len(found) < most); {
		i := strings.Index(text[at:], p.shape.needs)
		if i < 0 {
			break
		}
		start := at + strings.LastIndexByte(text[at:at+i], '\n') + 1
		end := len(text)
		if n := strings.IndexByte(text[at+i:], '\n'); n >= 0 {
			end = at + i + n
		}
		left := -1
		if most >= 0 {
			left = most - len(found)
		}
		for _, loc := range p.re.FindAllStringSubmatchIndex(text[start:end], left) {
			found = append(found, shift(loc, start))
		}
		at = end + 1
	}
	return found
}

func shift(loc []int, by int) []int {
	if by == 0 {
		return loc
	}
	for i := range loc {
		if loc[i] >= 0 {
			loc[i] += by
		}
	}
	return loc
}

// Match makes the match at offsets that Find returned for the text of s.
func (p *Pattern) Match(s *Source, loc []int) *Match {
	return &Match{source: s, spans: loc, names: p.Names()}
}
