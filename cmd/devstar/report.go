package main

// This file shows a result: one JSON object, or a short report.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"syscall"

	"devstar/runtime"
	"devstar/runtime/diagnostic"
)

// show prints the result, then its error, and returns the exit code.
func (v *invocation) show() int {
	raise(v.result.Error)
	var report bytes.Buffer
	if v.settings.json {
		encode(&report, v.result)
	} else {
		v.report(&report)
	}
	code := exitCode(v.result)
	if code == exitOK && v.settings.approvals.exitCode && len(v.result.Operations) > 0 {
		code = exitWouldChange
	}
	if _, err := v.out.Write(report.Bytes()); err != nil && !errors.Is(err, syscall.EPIPE) {
		fmt.Fprintf(v.err, "devstar: cannot print the result: %v\n", err)
		code = max(code, exitFailed)
	}
	if !v.settings.json {
		io.WriteString(v.err, v.errorText())
	}
	return code
}

// encode writes the result as one JSON object. A value that JSON cannot hold makes the run fail, and is left out.
func encode(to *bytes.Buffer, r *runtime.Result) {
	e := json.NewEncoder(to)
	e.SetEscapeHTML(false)
	err := e.Encode(r)
	if err == nil {
		return
	}
	r.OK, r.Value = false, nil
	r.Error = runtime.NewError(runtime.CodeInternal, "", "the value of the result cannot be printed: "+err.Error(), "return strings, numbers, lists and dicts from main")
	r.Error.Written, r.Error.Trace = r.Written, []runtime.Frame{}
	to.Reset()
	e.Encode(r)
}

// report writes the result for people, without its error.
func (v *invocation) report(to io.Writer) {
	r := v.result
	v.rehearsed(to)
	for _, label := range slices.Sorted(maps.Keys(r.Reads)) {
		fmt.Fprintf(to, "read %s: %s\n", visible(label), count(lines(r.Reads[label]), "line"))
	}
	for _, c := range r.Changes {
		fmt.Fprintln(to, v.changeLine(c))
	}
	for _, e := range r.Effects {
		fmt.Fprintln(to, effectLine(e))
	}
	for _, u := range r.Unreadable {
		fmt.Fprintf(to, "skipped %s: %s\n", visible(u.Path), visible(u.Reason))
	}
	for _, d := range r.Diagnostics {
		fmt.Fprintln(to, v.diagnosticLine(d))
	}
	if r.Value != nil {
		fmt.Fprintf(to, "value %s\n", valueText(r.Value))
	}
	v.ending(to)
}

// ending says what is on disk.
func (v *invocation) ending(to io.Writer) {
	r := v.result
	switch {
	case r.DryRun:
		v.untouched(to)
	case len(r.Written) > 0:
		fmt.Fprintf(to, "written %s\n", count(len(r.Written), "file"))
		if len(r.Unwritten) > 0 {
			fmt.Fprintf(to, "not written: %s\n", joined(r.Unwritten))
		}
	case r.OK && len(r.Changes) == 0 && len(r.Effects) == 0:
		fmt.Fprintln(to, "nothing changed")
	}
}

// changeLine is one change: a letter, the path, and the lines added and removed.
func (v *invocation) changeLine(c runtime.Change) string {
	letters := map[string]string{"modified": v.outStyle.yellow("M"), "added": v.outStyle.green("A"), "deleted": v.outStyle.red("D"), "renamed": v.outStyle.yellow("R")}
	line := letters[c.Kind] + " "
	if c.Source != "" {
		line += visible(c.Source) + " -> "
	}
	line += visible(c.Path)
	if c.Added > 0 {
		line += fmt.Sprintf(" +%d", c.Added)
	}
	if c.Removed > 0 {
		line += fmt.Sprintf(" -%d", c.Removed)
	}
	return line
}

// Who answers where nobody is asked; approval.Pretend and approval.Recorder say so.
const byDryRun, byRecording = "dry run", "recording"

// effectLine is one operation or approval, and who answered for it.
func effectLine(e runtime.EffectRecord) string {
	switch e.By {
	case byDryRun:
		return fmt.Sprintf("would ask about %s %s", e.Effect, joined(e.Paths))
	case byRecording:
		return fmt.Sprintf("question %s: %s %s", e.ID, e.Effect, joined(e.Paths))
	}
	line := fmt.Sprintf("%s %s: %s", e.Effect, joined(e.Paths), e.Answer)
	if e.By != "" {
		line += " by " + e.By
	}
	if e.Reason != "" {
		line += " (" + visible(e.Reason) + ")"
	}
	return line
}

// diagnosticLine is one finding: place, severity, message, rule and engine.
func (v *invocation) diagnosticLine(d runtime.Diagnostic) string {
	severity := string(d.Severity)
	switch d.Severity {
	case diagnostic.Error:
		severity = v.outStyle.red(severity)
	case diagnostic.Warning:
		severity = v.outStyle.yellow(severity)
	}
	line := severity + ": " + visibleText(d.Message)
	if d.Path != "" {
		line = place(d.Path, d.Line, d.Column) + ": " + line
	}
	if about := strings.TrimSpace(d.Engine + " " + d.Rule); d.Engine != "" {
		line += " [" + visible(about) + "]"
	}
	return line
}

// place is path:line:column as far as it is known.
func place(path string, line, column int) string {
	s := visible(path)
	if line > 0 {
		s += fmt.Sprintf(":%d", line)
		if column > 0 {
			s += fmt.Sprintf(":%d", column)
		}
	}
	return s
}

// valueText is the value of the result on one line.
func valueText(value any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return "that cannot be printed: " + err.Error()
	}
	return visible(strings.TrimSuffix(b.String(), "\n"))
}

const mostNamed = 10 // paths that are named in one line

// joined names paths, the first ones when there are many.
func joined(paths []string) string {
	var names []string
	for _, p := range paths[:min(len(paths), mostNamed)] {
		names = append(names, visible(p))
	}
	s := strings.Join(names, ", ")
	if more := len(paths) - len(names); more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}

func count(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return fmt.Sprintf("%d %s", n, word)
}

// lines counts the lines of a text without a final line end.
func lines(text string) int { return strings.Count(text, "\n") + 1 }
