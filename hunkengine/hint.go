package hunkengine

// This file says what to do about a mismatch: the words for each cause and the next step.

import (
	"fmt"
	"strings"
)

// causeText explains a cause that lies in the text of a line; "" for causes told elsewhere.
func causeText(e *MismatchError) string {
	old := "the " + e.old()
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
		return "the same letters are stored in another Unicode form (" + e.Detail + ")"
	case CauseLetterCase:
		return "only the letter case differs"
	case CauseLineNumber:
		return old + " holds a line number that is not in the text"
	case CauseEscape:
		return old + ` holds a backslash and a letter where the text has a real line end or tab`
	case CauseCarriageReturn:
		return old + " holds a carriage return; line ends are no part of a line"
	case CausePartOfLine:
		return "it is only part of a line, and matching is by whole lines"
	case CauseTrailingNewline:
		return fmt.Sprintf("%s ends in a newline, which means that an empty line follows; without it the lines stand at %s", old, e.places())
	case CauseLeadingNewline:
		return fmt.Sprintf("%s begins with a newline, which means an empty line there; without it the lines stand at %s", old, e.places())
	}
	return ""
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
	if e.Anchor != "" {
		return `the "@@" line must stand above the lines: take another one or drop it`
	}
	return fmt.Sprintf("%ss go in file order: move %s %d up before %s %d, or make it a call of its own",
		e.unit(), e.unit(), e.Number, e.unit(), e.After)
}

func (e *MismatchError) anchorHint() string {
	switch {
	case len(e.Similar) > 0:
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
	return fmt.Sprintf("line %d of the %s must be %s", e.Near.Number, e.old(), quote(e.Near.Have))
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

// extend tells how to take a neighbour into the old lines.
func (e *MismatchError) extend(n Neighbour) string {
	verb := "end"
	if n.Above {
		verb = "begin"
	}
	if e.unit() == "edit" {
		return fmt.Sprintf("for line %d %s find and replace with line %d", n.Match, verb, n.Line)
	}
	return fmt.Sprintf("for line %d %s the hunk with the context line %s", n.Match, verb, quote(" "+n.Text))
}
