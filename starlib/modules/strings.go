package modules

// This file is the module strings but for names: lines, indents, columns and diffs.

import (
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"

	"devstar/hunkengine"
	"devstar/runtime/spec"
)

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }

// dedent takes away what all lines with text start with.
func dedent(text string) string {
	parts := strings.SplitAfter(text, "\n")
	margin, known := "", false
	for _, l := range parts {
		if isBlank(l) {
			continue
		}
		own := l[:len(l)-len(strings.TrimLeft(l, " \t"))]
		if !known {
			margin, known = own, true
		}
		margin = margin[:sharedLen(margin, own)]
	}
	var b strings.Builder
	for _, l := range parts {
		if isBlank(l) {
			b.WriteString(strings.TrimLeft(l, " \t"))
		} else {
			b.WriteString(l[len(margin):])
		}
	}
	return b.String()
}

func sharedLen(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func indent(_ *starlark.Thread, a spec.Args) (starlark.Value, error) {
	var b strings.Builder
	for _, l := range strings.SplitAfter(a.String("text"), "\n") {
		if !isBlank(l) {
			b.WriteString(a.String("prefix"))
		}
		b.WriteString(l)
	}
	return starlark.String(b.String()), nil
}

func lines(_ *starlark.Thread, a spec.Args) (starlark.Value, error) {
	var out []string
	for l := range strings.Lines(a.String("text")) {
		if body, ended := strings.CutSuffix(l, "\n"); ended {
			l = strings.TrimSuffix(body, "\r")
		}
		out = append(out, l)
	}
	return stringList(out), nil
}

// maxWidth bounds the texts that pad makes.
const maxWidth = 1 << 20

func pad(_ *starlark.Thread, a spec.Args) (starlark.Value, error) {
	text, fill, width := a.String("text"), a.String("fill"), a.Int("width")
	if utf8.RuneCountInString(fill) != 1 {
		return nil, misuse("strings.pad", "fill", "want one character, got "+spec.Quote(fill), `write fill="0"`)
	}
	if width > maxWidth {
		return nil, misuse("strings.pad", "width", "the width is more than a million", "")
	}
	missing := width - utf8.RuneCountInString(text)
	if missing <= 0 {
		return starlark.String(text), nil
	}
	left := map[string]int{"left": 0, "right": missing, "center": missing / 2}[a.String("align")]
	return starlark.String(strings.Repeat(fill, left) + text + strings.Repeat(fill, missing-left)), nil
}

func diff(_ *starlark.Thread, a spec.Args) (starlark.Value, error) {
	text := hunkengine.Unified("before", "after", a.String("before"), a.String("after"))
	text = strings.Replace(strings.Replace(text, "--- a/", "--- ", 1), "+++ b/", "+++ ", 1)
	if a.Bool("color") {
		text = colored(text)
	}
	return starlark.String(text), nil
}

// colored puts the colours of a terminal around the lines of a diff.
func colored(diff string) string {
	var b strings.Builder
	for i, l := range strings.SplitAfter(diff, "\n") {
		body, ended := strings.CutSuffix(l, "\n")
		if code := colorOf(i, body); code != "" {
			body = "\x1b[" + code + "m" + body + "\x1b[0m"
		}
		b.WriteString(body)
		if ended {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// colorOf returns the colour of line i of a diff, whose first two are its header.
func colorOf(i int, line string) string {
	switch {
	case line == "":
		return ""
	case i < 2:
		return "1"
	case line[0] == '-':
		return "31"
	case line[0] == '+':
		return "32"
	case line[0] == '@':
		return "36"
	}
	return ""
}
