package main

// This file lays out a question: what is asked, where it comes from, and what it would change.

import (
	"fmt"
	"strconv"
	"strings"

	"devstar/runtime"
)

// question is a question as lines. Nothing in them acts on the terminal but the colours.
func question(e *runtime.Effect, number int, s style) []string {
	lines := []string{"", s.bold(fmt.Sprintf("── approval %d: %s ──", number, e.Name)), visible(e.Message)}
	if e.Origin.File != "" {
		lines = append(lines, "from      "+place(e.Origin.File, e.Origin.Line, e.Origin.Column))
	}
	for i, p := range e.Paths {
		head := "          "
		if i == 0 {
			head = "paths     "
		}
		lines = append(lines, head+visible(p))
	}
	lines = append(lines, inside(e)...)
	if replaces, _ := e.Data()["replaces"].(bool); replaces {
		lines = append(lines, s.red("replaces  what is there now"))
	}
	if diff := e.Diff(); diff != "" {
		lines = append(lines, "")
		lines = append(lines, diffLines(diff, s)...)
	}
	return append(lines, "")
}

// inside counts and names what lies in directories that are removed, moved or copied.
func inside(e *runtime.Effect) []string {
	entries, _ := e.Data()["entries"].([]any)
	if len(entries) < 2 {
		return nil
	}
	var names []string
	for _, v := range entries[1:] {
		entry, _ := v.(map[string]any)
		name, _ := entry["path"].(string)
		names = append(names, name)
	}
	return []string{fmt.Sprintf("with      %s: %s", count(len(names), "name"), joined(names))}
}

// diffLines is a diff in colours, a line at a time. What is a header and what is text shows from the counts of the hunks, not
// from how a line looks.
func diffLines(diff string, s style) []string {
	lines := strings.Split(strings.TrimSuffix(diff, "\n"), "\n")
	left, right := 0, 0 // lines of the hunk that are still to come
	for i, line := range lines {
		shown := visibleText(line)
		switch {
		case left <= 0 && right <= 0 && strings.HasPrefix(line, "@@ "):
			left, right = hunkSizes(line)
			shown = s.cyan(shown)
		case left <= 0 && right <= 0 && !strings.HasPrefix(line, "\\"):
			shown = s.bold(shown)
		case strings.HasPrefix(line, "+"):
			right--
			shown = s.green(shown)
		case strings.HasPrefix(line, "-"):
			left--
			shown = s.red(shown)
		case strings.HasPrefix(line, " "):
			left--
			right--
		}
		lines[i] = shown
	}
	return lines
}

// hunkSizes reads the counts of "@@ -1,2 +3,4 @@"; a count that is not there is 1.
func hunkSizes(line string) (left, right int) {
	for _, field := range strings.Fields(line) {
		_, size, counted := strings.Cut(field, ",")
		n, err := strconv.Atoi(size)
		if !counted || err != nil {
			n = 1
		}
		switch {
		case strings.HasPrefix(field, "-"):
			left = n
		case strings.HasPrefix(field, "+"):
			right = n
		}
	}
	return left, right
}
