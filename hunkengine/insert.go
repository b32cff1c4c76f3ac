package hunkengine

// This file puts whole lines at a line number.

import "strings"

// InsertLines puts whole lines so that they begin after line n (0: at the start). A last line without
// newline counts as a whole line; "" inserts nothing. The final-newline state of the text is kept. It fails
// with *RangeError when the text has no line n.
func InsertLines(t Text, n int, lines string) (Text, error) {
	x := t.lines()
	if n < 0 || n > x.count() {
		return Text{}, &RangeError{What: "line", Start: n, End: n, Size: x.count(), Why: "there is no such line"}
	}
	fresh := splitText(strings.TrimSuffix(unixEnds(lines), "\n"))
	if lines == "\n" || lines == "\r\n" {
		fresh = []string{""}
	}
	if len(fresh) == 0 {
		return t, nil
	}
	return compose(t, []block{{from: n, to: n, lines: fresh}}, finalKept)
}
