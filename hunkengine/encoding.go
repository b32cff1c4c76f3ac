package hunkengine

// This file decides what is a text at all: UTF-8 without NUL.

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// The problems an EncodingError names.
const (
	ProblemUTF8    = "utf8"            // a byte sequence that is not UTF-8
	ProblemUTF16   = "utf16"           // the text starts like UTF-16
	ProblemNUL     = "nul"             // a NUL byte
	ProblemSize    = "size"            // 2 GiB or more
	ProblemReturn  = "carriage_return" // a CR that is content would become part of a line end
	ProblemLineEnd = "line_end"        // a new line of a hunk holds a line end
)

// EncodingError says why bytes are not a text that can be edited.
type EncodingError struct {
	Path    string `json:"path,omitempty"` // filled by the caller
	Problem string `json:"problem"`        // one of the Problem constants
	Offset  int    `json:"offset"`         // byte offset of the first offending byte, the BOM included
	Line    int    `json:"line"`           // 1-based
	Column  int    `json:"column"`         // 1-based, bytes
	Byte    byte   `json:"byte"`           // the offending byte
}

// Error names the path, the problem and the place of the offending byte.
func (e *EncodingError) Error() string {
	prefix := ""
	if e.Path != "" {
		prefix = e.Path + ": "
	}
	at := fmt.Sprintf("at line %d, byte %d of the line", e.Line, e.Column)
	switch e.Problem {
	case ProblemSize:
		return prefix + "the text has 2 GiB or more"
	case ProblemNUL:
		return prefix + "not UTF-8 text: a NUL byte " + at
	case ProblemUTF16:
		return prefix + "not UTF-8 text: it starts with the byte order mark of UTF-16"
	case ProblemLineEnd:
		return prefix + "a new line holds a line end"
	case ProblemReturn:
		return fmt.Sprintf("%sline %d of the new text would end in a carriage return that is no line end", prefix, e.Line)
	}
	return fmt.Sprintf("%snot UTF-8 text: byte 0x%02X %s", prefix, e.Byte, at)
}

// Reason is "encoding".
func (e *EncodingError) Reason() string { return "encoding" }

// Hint says what to do with such a file.
func (e *EncodingError) Hint() string {
	switch e.Problem {
	case ProblemSize:
		return "leave the file out"
	case ProblemNUL:
		return "it looks like a binary file: leave it out, or take it as opaque"
	case ProblemLineEnd:
		return "give each line by itself"
	case ProblemReturn:
		return "leave line ends out of the new text: each line takes the end of the line it replaces"
	}
	return "convert the file to UTF-8 first, or leave it out; nothing is repaired or guessed"
}

// checkText returns the first reason why s is not a text, as *EncodingError.
func checkText(s string) error {
	if len(s) >= math.MaxInt32 {
		return &EncodingError{Problem: ProblemSize}
	}
	if strings.HasPrefix(s, "\xff\xfe") || strings.HasPrefix(s, "\xfe\xff") {
		return encodingError(s, 0, ProblemUTF16)
	}
	if i := strings.IndexByte(s, 0); i >= 0 {
		return encodingError(s, i, ProblemNUL)
	}
	if !utf8.ValidString(s) {
		return encodingError(s, invalidOffset(s), ProblemUTF8)
	}
	return nil
}

func invalidOffset(s string) int {
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd") {
			return i
		}
	}
	return len(s)
}

func encodingError(s string, offset int, problem string) *EncodingError {
	start := strings.LastIndexByte(s[:offset], '\n') + 1
	return &EncodingError{
		Problem: problem,
		Offset:  offset,
		Line:    1 + strings.Count(s[:offset], "\n"),
		Column:  1 + offset - start,
		Byte:    s[offset],
	}
}
