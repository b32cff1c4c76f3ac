package spec

// This file holds the checks of the builtins that find places and replace them.

import (
	"fmt"

	"devstar/runtime/match"
)

// checkSubstitute reads a replacement text for the groups of its pattern.
func checkSubstitute(a Args) *ArgError { return checkTemplate(a, "replacement") }

func checkTemplate(a Args, param string) *ArgError {
	pattern, known := a["pattern"].(string)
	replacement, both := a[param].(string)
	if !known || !both {
		return nil
	}
	names, err := match.Names(pattern, match.AtLines)
	if err != nil {
		return fromFailure("pattern", err)
	}
	if _, err := match.ParseTemplate(replacement, names); err != nil {
		return fromFailure(param, err)
	}
	return nil
}

// checkSplice looks at each pair of a place and a text.
func checkSplice(a Args) *ArgError {
	edits, _ := a["edits"].([]any)
	for i, e := range edits {
		if err := checkSpliceEdit(e, fmt.Sprintf("edits[%d]", i)); err != nil {
			return err
		}
	}
	return nil
}

const spliceForm = `write splice(path, [(m, "new text")]) with a match m, or ((start, end, "text that stands there"), "new text")`

func checkSpliceEdit(e any, at string) *ArgError {
	if unknown(e) {
		return nil
	}
	pair, ok := e.([]any)
	if !ok || len(pair) != 2 {
		return &ArgError{Param: at, Message: "want a pair of a place and a text, got " + described(e), Next: spliceForm}
	}
	if _, ok := pair[1].(string); !ok && !unknown(pair[1]) {
		return &ArgError{Param: at + "[1]", Message: "want the new text, got " + Describe(pair[1]), Next: spliceForm}
	}
	return checkSplicePlace(pair[0], at+"[0]")
}

func checkSplicePlace(v any, at string) *ArgError {
	if isMatch(v) {
		return nil
	}
	place, ok := v.([]any)
	switch {
	case unknown(v):
		return nil
	case ok && len(place) == 2:
		return &ArgError{Param: at, Message: "a place by offsets needs the text that stands there", Next: `write (start, end, "text that stands there"); the spans of a match can be given as they are`}
	case !ok || len(place) != 3:
		return &ArgError{Param: at, Message: "want a match or (start, end, text), got " + described(v), Next: spliceForm}
	}
	for i := range 2 {
		if n, ok := place[i].(int64); !unknown(place[i]) && (!ok || n < 0) {
			return &ArgError{Param: at, Message: "want an offset of at least 0, got " + Describe(place[i]), Next: spliceForm}
		}
	}
	start, known := place[0].(int64)
	if end, both := place[1].(int64); known && both && end < start {
		return &ArgError{Param: at, Message: fmt.Sprintf("the place %d..%d ends before it starts", start, end), Next: spliceForm}
	}
	if _, ok := place[2].(string); !ok && !unknown(place[2]) {
		return &ArgError{Param: at, Message: "want the text that stands there, got " + Describe(place[2]), Next: spliceForm}
	}
	return nil
}

func described(v any) string {
	if list, ok := v.([]any); ok {
		return fmt.Sprintf("a list or tuple of %d", len(list))
	}
	return Describe(v)
}

// isMatch reports whether v is a match of the embedding language.
func isMatch(v any) bool {
	_, is := v.(interface{ Match() *match.Match })
	return is
}

// checkReport wants a place that has one.
func checkReport(a Args) *ArgError {
	at := a["at"]
	if at == nil || IsHost(at) {
		return nil
	}
	return &ArgError{Param: "at", Message: "want a match or a diagnostic, got " + Describe(at), Next: `name the place with path="a.go", line=3 instead`}
}
