package hunkengine

// This file holds what all errors of the package share, and the small errors about arguments.

import "fmt"

// Failure is implemented by every error of this package that a person or a model has to act on.
type Failure interface {
	error
	// Reason is a stable word: ambiguous, not_found, line_mismatch, no_place, nothing_changed, bad_patch,
	// bad_edit, bad_range, encoding, exists, left_over.
	Reason() string
	// Hint is the next step; it never repeats Error() and may be "".
	Hint() string
}

// RangeError says that an argument names a place the text does not have.
type RangeError struct {
	What  string `json:"what"`  // "line" or "span"
	Start int    `json:"start"` // line number, or byte offset into Normal()
	End   int    `json:"end"`   // the same as Start for a line
	Size  int    `json:"size"`  // number of lines, or length of Normal() in bytes
	Why   string `json:"why"`   // what is wrong with it
}

// Error names the place and what is wrong with it.
func (e *RangeError) Error() string {
	if e.What == "line" {
		return fmt.Sprintf("line %d: %s (the text has %d %s)", e.Start, e.Why, e.Size, plural(e.Size, "line"))
	}
	return fmt.Sprintf("span %d..%d: %s (the text has %d bytes)", e.Start, e.End, e.Why, e.Size)
}

// Reason is "bad_range".
func (e *RangeError) Reason() string { return "bad_range" }

// Hint says where valid numbers come from.
func (e *RangeError) Hint() string {
	if e.What == "line" {
		return "lines are counted from 1; 0 stands for the place before the first line"
	}
	return "take spans from a match of the same text, each place once"
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
