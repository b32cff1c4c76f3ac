package hunkengine

// This file says what to do about a mismatch: the words for each cause and the next step.

import (
	"fmt"
	"strings"
)

// causeText explains a cause that lies in the text of a line; "" for causes told elsewhere.
func causeText(e *MismatchError) string {
	switch e.Cause {
	case CauseIndentation:
		return "only the indentation differs"
	case CauseTrailingBlanks:
		return "only blanks at the end of the line differ"
	case CauseBlanks:
		return "only blanks inside the line differ"
	case CauseLookAlike:
		return "a character only looks the same: " + e.Detail
	case CauseNormalization:
		return "the same letters are stored in another Unicode form: " + e.Detail
	case CauseLetterCase:
		return "only the letter case differs"
	case CauseLineNumber:
		return e.given() + " begins with a line number that is not in the text"
	case CauseEscape:
		return e.given() + " holds a backslash and a letter where the text has a real line end or tab"
	case CauseCarriageReturn:
		return e.given() + " holds a carriage return, but line ends are no part of a line"
	case CausePartOfLine:
		return e.given() + " is only part of that line, and matching is by whole lines"
	case CauseTrailingNewline:
		return fmt.Sprintf("%s, which means that an empty line follows; without it the lines stand at %s", e.newline("end"), e.places())
	case CauseLeadingNewline:
		return fmt.Sprintf("%s, which means an empty line above; without it the lines stand at %s", e.newline("begin"), e.places())
	}
	return ""
}

// given names the old line that differs.
func (e *MismatchError) given() string {
	if e.Near.Of == 1 && e.unit() == "edit" {
		return "find"
	}
	return fmt.Sprintf("%s line %d", e.old(), e.Near.Number)
}

// newline says that an empty line comes first or last.
func (e *MismatchError) newline(verb string) string {
	if e.unit() == "edit" {
		return "find " + verb + "s with a newline"
	}
	return "the old lines " + verb + " with an empty one"
}

// Hint is the next step, with the exact change where there is one.
func (e *MismatchError) Hint() string {
	switch e.Cause {
	case CauseAboveCursor:
		return e.orderHint()
	case CauseOverlap:
		return fmt.Sprintf("join %s %d and %s %d into one", e.unit(), e.After, e.unit(), e.Number)
	case CauseAlreadyApplied:
		return fmt.Sprintf("the change seems to be made already: read the text again and drop this %s", e.unit())
	case CauseAnchorAbsent, CauseAnchorRepeated:
		return e.anchorHint()
	case CauseEndOfFile, CauseFinalNewline:
		return `drop the "*** End of File" or "\ No newline at end of file" mark, or give the lines the text really ends with`
	case CauseTrailingNewline, CauseLeadingNewline:
		return e.newlineHint()
	case CausePartOfLine:
		return e.partHint()
	case CauseEscape:
		return "write real line ends and tabs, not a backslash with a letter"
	}
	switch e.Kind {
	case ReasonAmbiguous:
		return e.ambiguousHint()
	case ReasonLineMismatch:
		return fmt.Sprintf(`set "line" to %d`, e.Lines[0])
	case ReasonNoPlace:
		return `add a line of the text as context (with a space before it), or "*** End of File" behind the hunk to append`
	}
	return e.contentHint()
}

func (e *MismatchError) orderHint() string {
	if e.Anchor != "" && e.Lines[0] == e.SearchFrom-1 {
		return `drop the text behind "@@": the hunk begins with that line itself`
	}
	if e.Anchor != "" {
		return `the "@@" line must stand above the lines: take another one or drop it`
	}
	return fmt.Sprintf("%ss go in file order: move %s %d up before %s %d, or make it a call of its own",
		e.unit(), e.unit(), e.Number, e.unit(), e.After)
}

func (e *MismatchError) anchorHint() string {
	switch {
	case len(e.Similar) > 0 && len(e.Similar[0].Text) < maxField:
		return `an anchor is a whole line; write "@@ ` + e.Similar[0].Text + `"`
	case e.Cause == CauseAnchorRepeated:
		return `put an "@@" line that occurs once in front of it, or repeat the right one as a context line`
	case len(e.Lines) > 0:
		return "hunks and anchors go in file order"
	}
	return `leave the text behind "@@" out, or take a whole line that stands above the hunk`
}

func (e *MismatchError) newlineHint() string {
	if e.unit() == "edit" {
		return "take the newline away from both find and replace"
	}
	return "take the empty context line away"
}

func (e *MismatchError) partHint() string {
	inside := "to change part of a line use replace(path, old, new)"
	if e.Near == nil || len(e.Near.Have) > maxQuote {
		return inside
	}
	return inside + ", or give the whole line: " + quote(e.Near.Have)
}

// contentHint gives the line as it is in the text, ready to be copied.
func (e *MismatchError) contentHint() string {
	switch {
	case e.TextLines == 0 && e.unit() == "hunk":
		return "an empty text takes a hunk of + lines only"
	case e.Near == nil || e.Near.At > e.TextLines:
		return "read the text again: it has no such lines"
	case len(e.Near.Have) > maxQuote:
		return fmt.Sprintf("read line %d again and copy it whole", e.Near.At)
	}
	return fmt.Sprintf("%s line %d must be %s", e.old(), e.Near.Number, quote(e.Near.Have))
}

// ambiguousHint names for each of the first matches the lines that make it the only one.
func (e *MismatchError) ambiguousHint() string {
	var ways []string
	for _, n := range e.Neighbours {
		if len(ways) < 3 {
			ways = append(ways, e.extend(n))
		}
	}
	hint := "add lines that differ: " + strings.Join(ways, "; ")
	if len(ways) == 0 {
		hint = "add neighbouring lines until only one place is left"
	}
	if e.unit() == "edit" {
		return fmt.Sprintf(`say which one with "line": %d, or %s`, e.Lines[0], hint)
	}
	return hint
}

// extend tells how to take a neighbour, and what lies between, into the old lines.
func (e *MismatchError) extend(n Neighbour) string {
	verb, lines := "end", fmt.Sprintf("the lines down to %d", n.Line)
	if n.Above {
		verb, lines = "begin", fmt.Sprintf("lines %d to %d", n.Line, n.Match-1)
	}
	if n.Near {
		lines = fmt.Sprintf("line %d", n.Line)
	}
	switch {
	case e.unit() == "edit":
		return fmt.Sprintf("for line %d %s find and replace with %s", n.Match, verb, lines)
	case n.Near && len(n.Text) < maxQuote:
		return fmt.Sprintf("for line %d %s the hunk with the context line %s", n.Match, verb, quote(" "+n.Text))
	}
	return fmt.Sprintf("for line %d %s the hunk with %s as context", n.Match, verb, lines)
}
