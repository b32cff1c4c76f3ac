package match

// This file reads off an expression what spares a search: a text that every match contains, and whether a match can
// cross lines.

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// shape is what is known about an expression without running it.
type shape struct {
	needs   string // a text without newlines in every match, "" when none is known
	crosses bool   // a match may hold a newline, or look at the ends of the text
	endText bool   // it asks for the end of the text
}

func shapeOf(tree *syntax.Regexp) shape {
	s := shape{needs: required(tree)}
	s.visit(tree)
	return s
}

func (s *shape) visit(tree *syntax.Regexp) {
	switch tree.Op {
	case syntax.OpBeginText:
		s.crosses = true
	case syntax.OpEndText:
		s.crosses, s.endText = true, true
	case syntax.OpAnyChar:
		s.crosses = true
	case syntax.OpLiteral:
		for _, r := range tree.Rune {
			s.crosses = s.crosses || r == '\n'
		}
	case syntax.OpCharClass:
		for i := 0; i < len(tree.Rune); i += 2 {
			s.crosses = s.crosses || tree.Rune[i] <= '\n' && '\n' <= tree.Rune[i+1]
		}
	}
	for _, sub := range tree.Sub {
		s.visit(sub)
	}
}

// required returns the longest text that every match of tree contains, as far as it is simple to see.
func required(tree *syntax.Regexp) string {
	switch tree.Op {
	case syntax.OpLiteral:
		if tree.Flags&syntax.FoldCase == 0 {
			return longestLine(string(tree.Rune))
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(tree.Sub[0])
	case syntax.OpRepeat:
		if tree.Min > 0 {
			return required(tree.Sub[0])
		}
	case syntax.OpConcat:
		best := ""
		for _, sub := range tree.Sub {
			if s := required(sub); len(s) > len(best) {
				best = s
			}
		}
		return best
	}
	return ""
}

// longestLine returns the longest part of s between newlines: a text may hold other line ends than an expression. A
// replacement character may also have matched bytes that are no text.
func longestLine(s string) string {
	best := ""
	for _, line := range strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' || r == utf8.RuneError }) {
		if len(line) > len(best) {
			best = line
		}
	}
	return best
}
