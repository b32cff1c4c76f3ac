package main

// This file shows what came of tests: for people, and as JSON.

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"devstar/runtime"
	"devstar/starlib"
	"devstar/starlib/startest"
)

// tally is how many files and tests there were, and what came of them.
type tally struct{ files, tests, failed, updated, broken int }

func tallyOf(reports []startest.Report) tally {
	t := tally{files: len(reports)}
	for i := range reports {
		r := &reports[i]
		t.tests += len(r.Tests)
		if r.Updated != nil {
			t.updated++
		}
		if r.Err != nil {
			t.broken++
		}
		for j := range r.Tests {
			if !r.Tests[j].OK() {
				t.failed++
			}
		}
	}
	return t
}

// sayTests prints what failed, and one line for each file.
func (v *invocation) sayTests(reports []startest.Report, f testFlags) error {
	var b strings.Builder
	for i := range reports {
		showFile(&b, &reports[i])
	}
	n := tallyOf(reports)
	fmt.Fprintf(&b, "%d passed", n.tests-n.failed)
	if n.failed > 0 {
		fmt.Fprintf(&b, ", %d failed", n.failed)
	}
	if n.broken > 0 {
		fmt.Fprintf(&b, ", %s not compiled", count(n.broken, "file"))
	}
	if n.updated > 0 {
		fmt.Fprintf(&b, ", %s updated", count(n.updated, "file"))
	}
	b.WriteString("\n")
	if f.cover != "" {
		showLines(&b, reports)
	}
	return v.say(strings.TrimSuffix(visibleText(b.String()), "\n"))
}

func showFile(b *strings.Builder, r *startest.Report) {
	word := "ok  "
	if !r.OK() {
		word = "FAIL"
	}
	fmt.Fprintf(b, "%s %s (%s)\n", word, r.File, count(len(r.Tests), "test"))
	text := func(file string) []byte { return r.Texts[file] }
	if r.Err != nil {
		b.WriteString(indented(starlib.Explain(r.Err, text)))
	}
	for i := range r.Tests {
		t := &r.Tests[i]
		if t.OK() {
			continue
		}
		fmt.Fprintf(b, "  %s (line %d)\n", t.Name, t.Line)
		for _, f := range t.Failures {
			b.WriteString(indented(fmt.Sprintf("%s:%d:%d: %s\n%s", f.At.File, f.At.Line, f.At.Column, f.Message, f.Diff)))
		}
		if t.Err != nil {
			b.WriteString(indented(starlib.Explain(t.Err, text)))
		}
		for _, line := range t.Runs {
			b.WriteString(indented("note: " + line))
		}
		for _, line := range t.Log {
			b.WriteString(indented("printed: " + line))
		}
	}
	if r.Updated != nil {
		b.WriteString("     want sections rewritten\n")
	}
}

// indented moves every line in.
func indented(s string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(s, "\n") + "\n") {
		b.WriteString("    " + line)
	}
	return b.String()
}

// linesOf is what ran in all files together.
func linesOf(reports []startest.Report) startest.Lines {
	lines := startest.Lines{}
	for i := range reports {
		lines.Merge(reports[i].Lines)
	}
	return lines
}

// showLines prints how much of each script ran.
func showLines(b *strings.Builder, reports []startest.Report) {
	lines := linesOf(reports)
	for _, name := range slices.Sorted(maps.Keys(lines)) {
		ran, all := lines[name].Count()
		fmt.Fprintf(b, "%5.1f %% of %s ran: %s\n", 100*float64(ran)/float64(max(all, 1)), count(all, "statement"), name)
	}
}

type testJSON struct {
	Name     string         `json:"name"`
	Line     int            `json:"line"`
	OK       bool           `json:"ok"`
	Failures []failureJSON  `json:"failures"`
	Error    *runtime.Error `json:"error"`
	Log      []string       `json:"log"`
}

type failureJSON struct {
	Position runtime.Position `json:"position"`
	Message  string           `json:"message"`
	Diff     string           `json:"diff,omitempty"`
}

type testFileJSON struct {
	File    string         `json:"file"`
	OK      bool           `json:"ok"`
	Error   *runtime.Error `json:"error"`
	Updated bool           `json:"updated"`
	Tests   []testJSON     `json:"tests"`
}

// sayTestsJSON prints one object.
func (v *invocation) sayTestsJSON(reports []startest.Report) error {
	files := []testFileJSON{}
	for i := range reports {
		files = append(files, fileJSON(&reports[i]))
	}
	n := tallyOf(reports)
	e := json.NewEncoder(v.out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(map[string]any{"ok": v.code == 0, "tests": n.tests, "failed": n.failed, "files": files})
}

func fileJSON(r *startest.Report) testFileJSON {
	out := testFileJSON{File: r.File, OK: r.OK(), Error: r.Err, Updated: r.Updated != nil, Tests: []testJSON{}}
	for i := range r.Tests {
		t := &r.Tests[i]
		row := testJSON{Name: t.Name, Line: t.Line, OK: t.OK(), Failures: []failureJSON{}, Error: t.Err, Log: append([]string{}, t.Log...)}
		for _, f := range t.Failures {
			row.Failures = append(row.Failures, failureJSON{f.At, f.Message, f.Diff})
		}
		out.Tests = append(out.Tests, row)
	}
	return out
}
