package hunkengine

// This file holds the values of a "*** Begin Patch" envelope and the error about its text.

import (
	"fmt"
	"strings"
)

// OpKind is the kind of an envelope operation.
type OpKind int

// The operations of an envelope.
const (
	AddFile OpKind = iota
	DeleteFile
	UpdateFile
)

// String returns the words of the header: "Add File", "Delete File", "Update File".
func (k OpKind) String() string {
	switch k {
	case AddFile:
		return "Add File"
	case DeleteFile:
		return "Delete File"
	}
	return "Update File"
}

// Operation is one section of an envelope. Paths are as written (trimmed), not validated.
type Operation struct {
	Kind    OpKind
	Path    string
	MoveTo  string // UpdateFile only; "" for none
	Content string // AddFile only
	Hunks   []Hunk // UpdateFile only
	Source  int    // 1-based line of the header in the patch text
}

// Envelope is a parsed *** Begin Patch text.
type Envelope struct{ Operations []Operation }

// The fixed lines of an envelope.
const (
	markBegin  = "*** Begin Patch"
	markEnd    = "*** End Patch"
	markEOF    = "*** End of File"
	markAdd    = "*** Add File:"
	markDelete = "*** Delete File:"
	markUpdate = "*** Update File:"
	markMove   = "*** Move to:"
	noNewline  = `\ No newline at end of file`
)

// PatchError says which line of a patch text cannot stand there, and what can.
type PatchError struct {
	Path    string `json:"path,omitempty"`   // of the section, as written
	Hunk    int    `json:"hunk,omitempty"`   // number of the hunk within the section, from 1
	Line    int    `json:"line"`             // 1-based line of the patch text
	Quote   string `json:"quote,omitempty"`  // that line, without its end
	Problem string `json:"problem"`          // what is wrong with it
	Expect  string `json:"expect,omitempty"` // what may stand there
	Next    string `json:"next,omitempty"`   // the next step
}

// Error names path, hunk and line, quotes the line, and says what may stand there.
func (e *PatchError) Error() string {
	var where []string
	if e.Path != "" {
		where = append(where, e.Path)
	}
	if e.Hunk > 0 {
		where = append(where, fmt.Sprintf("hunk %d", e.Hunk))
	}
	where = append(where, fmt.Sprintf("patch line %d", e.Line))
	text := "the patch cannot be read: " + strings.Join(where, ", ") + ": " + e.Problem
	if e.Quote != "" {
		text += ": " + quote(e.Quote)
	}
	if e.Expect != "" {
		text += "; expected " + e.Expect
	}
	return text + "; nothing was changed"
}

// Reason is "bad_patch".
func (e *PatchError) Reason() string { return "bad_patch" }

// Hint is the next step.
func (e *PatchError) Hint() string { return e.Next }
