package hunkengine

// This file lowers find/replace pairs to hunks.

import (
	"fmt"
	"slices"
	"strings"
)

// Edit is one find/replace of whole lines; Line 0 means anywhere.
type Edit struct {
	Find    string `json:"find"`
	Replace string `json:"replace"` // "" deletes the lines
	Line    int    `json:"line,omitempty"`
}

// The problems an EditError names.
const (
	ProblemNoEdits   = "no_edits"
	ProblemEmptyFind = "empty_find"
	ProblemSameText  = "same_text" // replace equals find
	ProblemBadLine   = "bad_line"  // line is negative
)

// EditError says what is wrong with an edit before any text is looked at.
type EditError struct {
	Path    string `json:"path,omitempty"` // filled by the caller
	Number  int    `json:"number"`         // of the edit, from 1; 0 for the list
	Problem string `json:"problem"`        // one of the Problem constants
}

// Error names the edit and the problem.
func (e *EditError) Error() string {
	text := fmt.Sprintf("edit %d: ", e.Number)
	switch e.Problem {
	case ProblemNoEdits:
		text = "edits is empty: there is nothing to do"
	case ProblemEmptyFind:
		text += "find is empty, which would match everywhere"
	case ProblemSameText:
		text += "find and replace are the same lines: it changes nothing"
	case ProblemBadLine:
		text += "line must be 1 or more"
	}
	if e.Path != "" {
		return e.Path + ", " + text
	}
	return text
}

// Reason is "nothing_changed" or "bad_edit".
func (e *EditError) Reason() string {
	if e.Problem == ProblemSameText || e.Problem == ProblemNoEdits {
		return "nothing_changed"
	}
	return "bad_edit"
}

// Hint is the next step.
func (e *EditError) Hint() string {
	switch e.Problem {
	case ProblemNoEdits:
		return `give at least one {"find": ..., "replace": ...}`
	case ProblemEmptyFind:
		return "give whole lines of the text; to add lines at a place use insert(...), to write a new file create(...)"
	case ProblemSameText:
		return "drop the edit, or write in replace what the lines shall become"
	}
	return `leave "line" out to let the text alone decide`
}

// EditHunks lowers edits to hunks, one each: both texts are split at "\n", "\r\n" is read as "\n". A
// *EditError names the edit and what is wrong with it (empty find, changes nothing).
func EditHunks(edits []Edit) ([]Hunk, error) {
	if len(edits) == 0 {
		return nil, &EditError{Problem: ProblemNoEdits}
	}
	hunks := make([]Hunk, len(edits))
	for i, e := range edits {
		h := Hunk{Old: splitText(e.Find), New: splitText(e.Replace), Line: e.Line}
		problem := ""
		switch {
		case len(h.Old) == 0:
			problem = ProblemEmptyFind
		case slices.Equal(h.Old, h.New):
			problem = ProblemSameText
		case e.Line < 0:
			problem = ProblemBadLine
		}
		if problem != "" {
			return nil, &EditError{Number: i + 1, Problem: problem}
		}
		hunks[i] = h
	}
	return hunks, nil
}

// splitText splits at line ends; "" is no line.
func splitText(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(unixEnds(s), "\n")
}
