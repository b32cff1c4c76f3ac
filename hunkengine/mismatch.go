package hunkengine

// This file is the typed error of a hunk that has no single place, and its text.

import (
	"fmt"
	"strings"
)

// The two sentences that begin every mismatch; programs look for them.
const (
	sentenceAmbiguous = "patch context is ambiguous and matches multiple locations"
	sentenceUnclean   = "the patch could not be applied cleanly to the source text"
)

// The reasons of a MismatchError.
const (
	ReasonAmbiguous    = "ambiguous"     // several places
	ReasonNotFound     = "not_found"     // no place
	ReasonLineMismatch = "line_mismatch" // not at the line the hunk names, but elsewhere
	ReasonNoPlace      = "no_place"      // only new lines, and nothing says where
)

// The causes a MismatchError can name. They are stable words.
const (
	CauseIndentation     = "indentation"
	CauseTrailingBlanks  = "trailing_blanks"
	CauseBlanks          = "blanks"        // blanks inside the line
	CauseLookAlike       = "look_alike"    // another code point that looks the same
	CauseNormalization   = "normalization" // composed against decomposed letters
	CauseLetterCase      = "letter_case"
	CauseLineNumber      = "line_number"     // a pasted line number
	CauseEscape          = "escape"          // a literal \n or \t
	CauseCarriageReturn  = "carriage_return" // CR given as part of a line
	CausePartOfLine      = "part_of_line"
	CauseTrailingNewline = "trailing_newline" // find ends in a newline
	CauseLeadingNewline  = "leading_newline"  // find begins with a newline
	CauseAboveCursor     = "above_cursor"     // the lines stand above where the search began
	CauseOverlap         = "overlap"          // the lines are shared with an earlier hunk
	CauseAlreadyApplied  = "already_applied"
	CauseEndOfFile       = "end_of_file"     // not the last lines, though the patch says so
	CauseFinalNewline    = "final_newline"   // the last line is terminated, though the patch says otherwise
	CauseAnchorAbsent    = "anchor_absent"   // the @@ text is no line below the cursor
	CauseAnchorRepeated  = "anchor_repeated" // the @@ text is several lines
)

// MismatchError says why a hunk has no single place. Error() begins with one of two fixed sentences, then
// come path, unit, number and details. All line numbers are 1-based lines of the text before the call.
type MismatchError struct {
	Path      string `json:"path,omitempty"`       // filled by the caller
	Unit      string `json:"unit,omitempty"`       // "edit" or "hunk" (the default), filled by the caller
	Number    int    `json:"number"`               // of the hunk or edit, from 1
	PatchLine int    `json:"patch_line,omitempty"` // where the hunk begins in the patch text
	Kind      string `json:"kind"`                 // what Reason returns
	Cause     string `json:"cause,omitempty"`      // one of the Cause constants, "" when none is known
	Detail    string `json:"detail,omitempty"`     // more about the cause: the code point and its column

	Lines      []int       `json:"lines,omitempty"`      // where the old lines stand: at most five places
	More       int         `json:"more,omitempty"`       // places beyond Lines
	Neighbours []Neighbour `json:"neighbours,omitempty"` // for Lines: what tells them apart
	SearchFrom int         `json:"search_from"`          // line at which the search began
	After      int         `json:"after,omitempty"`      // number of the hunk below which that is, 0 for none
	TextLines  int         `json:"text_lines"`           // lines of the text
	Line       int         `json:"line,omitempty"`       // the line the hunk asked for
	Anchor     string      `json:"anchor,omitempty"`     // the "@@" text at fault, or the last one above the search
	Similar    []Neighbour `json:"similar,omitempty"`    // lines that hold the text of an absent anchor
	Near       *Nearest    `json:"near,omitempty"`       // the nearest place
	AlreadyAt  []int       `json:"already_at,omitempty"` // where the new lines stand, at most five places
}

// Neighbour is a line that tells one match from the others.
type Neighbour struct {
	Match int    `json:"match,omitempty"` // first line of the match
	Line  int    `json:"line"`            // the line that differs; what lies between belongs to it
	Text  string `json:"text"`            // its content, cut when it is long
	Above bool   `json:"above"`           // above the match, or below it
	Near  bool   `json:"near"`            // directly above or below it
}

// Nearest is the place that comes nearest to the old lines.
type Nearest struct {
	Line   int    `json:"line"`   // first line of the place; below 1 when it hangs over the top
	Equal  int    `json:"equal"`  // lines that are equal there
	Of     int    `json:"of"`     // number of old lines
	At     int    `json:"at"`     // line of the text that differs first; TextLines+1: the text is over
	Number int    `json:"number"` // number of the old line that differs first, from 1
	Have   string `json:"have"`   // content of line At; a long one is cut around the difference
	Want   string `json:"want"`   // content of that old line, cut likewise
}

// Error says which hunk of which file has no place, why, and what comes nearest.
func (e *MismatchError) Error() string {
	sentence := sentenceUnclean
	if e.Kind == ReasonAmbiguous {
		sentence = sentenceAmbiguous
	}
	parts := []string{sentence + ": " + e.where() + ": " + e.what()}
	parts = append(parts, e.more()...)
	return strings.Join(append(parts, "nothing was changed"), "; ") + e.rows()
}

// Reason is ambiguous, not_found, line_mismatch or no_place.
func (e *MismatchError) Reason() string { return e.Kind }

func (e *MismatchError) unit() string {
	if e.Unit == "" {
		return "hunk"
	}
	return e.Unit
}

// old is the word for the old lines: in a hunk, those with a space or a minus in front.
func (e *MismatchError) old() string {
	if e.unit() == "edit" {
		return "find"
	}
	return "old"
}

// where names file, hunk and line of the patch.
func (e *MismatchError) where() string {
	place := fmt.Sprintf("%s %d", e.unit(), e.Number)
	if e.PatchLine > 0 {
		place += fmt.Sprintf(" (patch line %d)", e.PatchLine)
	}
	if e.Path != "" {
		return e.Path + ", " + place
	}
	return place
}

// what is the first detail: what was found instead of one place.
func (e *MismatchError) what() string {
	switch e.Cause {
	case CauseAnchorAbsent:
		return fmt.Sprintf("the anchor %s is no line of the text%s", quote(e.Anchor), e.elsewhere())
	case CauseAnchorRepeated:
		return fmt.Sprintf("the anchor %s stands at %s", quote(e.Anchor), e.places())
	case CauseAboveCursor:
		return "the lines stand only above, at " + e.places()
	case CauseOverlap:
		return fmt.Sprintf("the lines stand at %s and share lines with %s %d", e.places(), e.unit(), e.After)
	case CauseEndOfFile:
		return e.notLast()
	case CauseFinalNewline:
		return "the patch says that the last line has no newline at its end, but it has one"
	}
	switch e.Kind {
	case ReasonAmbiguous:
		return e.places() + " match"
	case ReasonLineMismatch:
		return fmt.Sprintf("the lines do not stand at line %d but at %s", e.Line, e.places())
	case ReasonNoPlace:
		return "there are only + lines and no context line that says where they go"
	}
	return e.notThere()
}

func (e *MismatchError) notThere() string {
	switch {
	case e.TextLines == 0:
		return "the text is empty"
	case e.Line > 0:
		return fmt.Sprintf("the lines do not stand at line %d nor anywhere else", e.Line)
	}
	return "no place matches"
}

func (e *MismatchError) notLast() string {
	if len(e.Lines) == 0 {
		return "the last lines of the text are others"
	}
	return fmt.Sprintf("the lines stand at %s, but the patch says that they are the last of the text, which has %d lines",
		e.places(), e.TextLines)
}

// elsewhere says where an absent anchor stands after all.
func (e *MismatchError) elsewhere() string {
	if len(e.Lines) == 0 {
		return ""
	}
	return fmt.Sprintf(" there, only above, at %s", e.places())
}

func (e *MismatchError) places() string { return lineList(e.Lines, e.More) }

// more lists the further details.
func (e *MismatchError) more() []string {
	var parts []string
	if e.searched() {
		parts = append(parts, e.began())
	}
	parts = append(parts, neighbourList(e.Neighbours)...)
	for _, s := range e.Similar {
		parts = append(parts, fmt.Sprintf("line %d holds it: %s", s.Line, quote(s.Text)))
	}
	if e.Near != nil {
		parts = append(parts, e.nearest())
	}
	if text := causeText(e); text != "" {
		parts = append(parts, text)
	}
	if len(e.AlreadyAt) > 0 {
		parts = append(parts, "the new lines stand at "+lineList(e.AlreadyAt, 0)+already(e.Cause))
	}
	return parts
}

func already(cause string) string {
	if cause == CauseAlreadyApplied {
		return ": already applied"
	}
	return ""
}

// searched reports whether it matters where the search began.
func (e *MismatchError) searched() bool {
	switch e.Cause {
	case CauseEndOfFile, CauseFinalNewline:
		return false
	}
	return e.Kind != ReasonNoPlace && e.TextLines > 0 && (e.Line == 0 || e.Cause == CauseAboveCursor)
}

func (e *MismatchError) began() string {
	text := fmt.Sprintf("the search began at line %d", e.SearchFrom)
	switch {
	case e.Anchor != "" && e.Cause != CauseAnchorAbsent && e.Cause != CauseAnchorRepeated:
		return text + ", below the anchor " + quote(e.Anchor)
	case e.After > 0:
		return fmt.Sprintf("%s, below %s %d", text, e.unit(), e.After)
	}
	return text
}

func (e *MismatchError) nearest() string {
	n := e.Near
	if n.At > e.TextLines {
		return fmt.Sprintf("nearest is line %d (%d of %d lines equal), but there the text is over", max(n.Line, 1), n.Equal, n.Of)
	}
	if n.Of == 1 {
		return fmt.Sprintf("nearest is line %d", n.At)
	}
	return fmt.Sprintf("nearest is line %d (%d of %d lines equal), the first difference is line %d",
		max(n.Line, 1), n.Equal, n.Of, n.At)
}

// rows shows the first differing line of the nearest place above the line that was asked for.
func (e *MismatchError) rows() string {
	n := e.Near
	if n == nil {
		return ""
	}
	have, want := visiblePair(n.Have, n.Want)
	if n.At > e.TextLines {
		have = "(end of the text)"
	}
	left, right := fmt.Sprintf("text line %d: ", n.At), fmt.Sprintf("%s line %d: ", e.old(), n.Number)
	width := max(len(left), len(right))
	return fmt.Sprintf("\n  %-*s%s\n  %-*s%s", width, left, have, width, right, want)
}

// lineList reads "line 3", "lines 3 and 5", "lines 1, 2, 3, 4, 5 and 7 more".
func lineList(lines []int, more int) string {
	words := make([]string, 0, len(lines)+1)
	for _, n := range lines {
		words = append(words, fmt.Sprint(n))
	}
	if more > 0 {
		words = append(words, fmt.Sprintf("%d more", more))
	}
	switch len(words) {
	case 0:
		return "no line"
	case 1:
		return "line " + words[0]
	}
	last := len(words) - 1
	return "lines " + strings.Join(words[:last], ", ") + " and " + words[last]
}

func neighbourList(list []Neighbour) []string {
	var parts []string
	for _, n := range list {
		side, from := "below it", n.Line
		if n.Above {
			side = "above it"
		}
		parts = append(parts, fmt.Sprintf("line %d has %s %s (line %d)", n.Match, quote(n.Text), side, from))
	}
	return parts
}
