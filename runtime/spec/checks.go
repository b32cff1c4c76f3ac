package spec

// This file holds the checks that look at several parameters of a call together.

import (
	"fmt"
	"strings"
)

// checkEdits refuses an edit that replaces lines by themselves.
func checkEdits(a Args) *ArgError {
	edits, _ := a["edits"].([]any)
	for i, e := range edits {
		o, _ := e.(map[string]any)
		find, known := o["find"].(string)
		replace, both := o["replace"].(string)
		if known && both && lines(find) == lines(replace) {
			return &ArgError{Param: fmt.Sprintf("edits[%d]", i), Word: "no_change",
				Message: "replace equals find: the edit changes nothing (" + a.String("path") + ")",
				Next:    "leave the edit out, or give the new lines in replace"}
		}
	}
	return nil
}

func lines(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// checkRange refuses an end before the start.
func checkRange(a Args) *ArgError {
	start, known := a["start"].(int64)
	end, both := a["end"].(int64)
	if known && both && end < start {
		return &ArgError{Param: "end", Word: "range", Message: fmt.Sprintf("the range %d to %d is empty: end is before start", start, end),
			Next: fmt.Sprintf("swap them (start=%d, end=%d), or leave end out to read to the end of the file", end, start)}
	}
	return nil
}

// checkReplace refuses a replacement that equals the text it replaces.
func checkReplace(a Args) *ArgError {
	old, known := a["old"].(string)
	new, both := a["new"].(string)
	if known && both && old == new {
		return &ArgError{Param: "new", Word: "no_change", Message: "new equals old: the call changes nothing",
			Next: "leave the call out, or give the new text"}
	}
	return nil
}

// checkPlace wants exactly one place, and a line or a text for it.
func checkPlace(a Args) *ArgError {
	n := 0
	for _, name := range []string{"at", "before", "after"} {
		if unknown(a[name]) {
			return nil
		}
		if !a.Has(name) {
			continue
		}
		n++
		if name == "at" {
			continue
		}
		if err := checkLine(name, a[name]); err != nil {
			return err
		}
	}
	if n != 1 {
		return &ArgError{Message: fmt.Sprintf("want exactly one of at, before and after, got %d", n),
			Next: `write at="start", at="end", before=LINE or after=LINE`}
	}
	if text, known := a["text"].(string); known && text == "" {
		return &ArgError{Param: "text", Word: "empty", Message: "the text is empty: the call changes nothing",
			Next: `give whole lines, such as "new line\n"`}
	}
	return nil
}

func checkLine(name string, v any) *ArgError {
	switch v := v.(type) {
	case int64:
		if v >= 1 {
			return nil
		}
		return &ArgError{Param: name, Message: fmt.Sprintf("want a line number of at least 1, got %d", v), Next: lineHint(1)}
	case string:
		if strings.Contains(v, "\n") {
			return &ArgError{Param: name, Message: "want one whole line, got " + Quote(v), Next: "give a single line without its newline"}
		}
		return nil
	}
	return &ArgError{Param: name, Message: "want a line number or a whole line, got " + Describe(v)}
}

// checkFSEdits refuses an edit that replaces a text by itself.
func checkFSEdits(a Args) *ArgError {
	edits, _ := a["edits"].([]any)
	for i, e := range edits {
		o, _ := e.(map[string]any)
		if o["old_text"] == o["new_text"] {
			return &ArgError{Param: fmt.Sprintf("edits[%d]", i), Word: "no_change",
				Message: "new_text equals old_text: the edit changes nothing", Next: "leave the edit out, or give the new text"}
		}
	}
	return nil
}
