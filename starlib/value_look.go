package starlib

// This file makes the values of the looks and changes: deltas, changes, diagnostics, and the result so far.

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"devstar/runtime"
)

func text(s string) starlark.Value { return starlark.String(s) }

// known returns None for the zero value.
func known[T comparable](v T, value starlark.Value) starlark.Value {
	var zero T
	if v == zero {
		return starlark.None
	}
	return value
}

// deltaValue is what a change gives: false when nothing changed.
func deltaValue(d *runtime.Delta) *record {
	renamed := starlark.NewDict(len(d.Renamed))
	for _, from := range slices.Sorted(maps.Keys(d.Renamed)) {
		_ = renamed.SetKey(text(from), text(d.Renamed[from])) // a fresh dict takes any string
	}
	r := newRecord("delta",
		field{"changed", stringList(d.Changed)}, field{"added", stringList(d.Added)},
		field{"deleted", stringList(d.Deleted)}, field{"renamed", renamed}, field{"count", starlark.MakeInt(d.Count)})
	r.truth = !d.Empty()
	return r
}

func changeValue(c runtime.Change) *record {
	return newRecord("change",
		field{"path", text(c.Path)}, field{"kind", text(c.Kind)}, field{"source", known(c.Source, text(c.Source))},
		field{"added", starlark.MakeInt(c.Added)}, field{"removed", starlark.MakeInt(c.Removed)})
}

func changeList(list []runtime.Change) starlark.Value {
	out := make([]starlark.Value, len(list))
	for i, c := range list {
		out[i] = changeValue(c)
	}
	return starlark.NewList(out)
}

func diagnosticValue(d runtime.Diagnostic) *record {
	number := func(n int) starlark.Value { return known(n, starlark.MakeInt(n)) }
	r := newRecord("diagnostic",
		field{"path", known(d.Path, text(d.Path))}, field{"severity", text(string(d.Severity))},
		field{"message", text(d.Message)}, field{"rule", known(d.Rule, text(d.Rule))},
		field{"line", number(d.Line)}, field{"column", number(d.Column)},
		field{"end_line", number(d.EndLine)}, field{"end_column", number(d.EndColumn)},
		field{"engine", known(d.Engine, text(d.Engine))}, field{"out_of_scope", starlark.Bool(d.OutOfScope)})
	r.text = diagnosticText(d)
	return r
}

// diagnosticText writes a finding on one line: "src/a.go:3:1: error: message (rule)".
func diagnosticText(d runtime.Diagnostic) string {
	var b strings.Builder
	if d.Path != "" {
		b.WriteString(d.Path)
		for _, n := range []int{d.Line, d.Column} {
			if n > 0 {
				fmt.Fprintf(&b, ":%d", n)
			}
		}
		b.WriteString(": ")
	}
	fmt.Fprintf(&b, "%s: %s", d.Severity, d.Message)
	if d.Rule != "" {
		fmt.Fprintf(&b, " (%s)", d.Rule)
	}
	return b.String()
}

// resultValue is the result so far, as ops gives it; value is r.Value converted.
func resultValue(r *runtime.Result, value starlark.Value) *record {
	reads := starlark.NewDict(len(r.Reads))
	for _, label := range slices.Sorted(maps.Keys(r.Reads)) {
		_ = reads.SetKey(text(label), text(r.Reads[label])) // a fresh dict takes any string
	}
	unreadable := make([]string, len(r.Unreadable))
	for i, u := range r.Unreadable {
		unreadable[i] = u.Path
	}
	return newRecord("result",
		field{"ok", starlark.Bool(r.OK)}, field{"value", value}, field{"changes", changeList(r.Changes)},
		field{"reads", reads}, field{"written", stringList(r.Written)}, field{"unwritten", stringList(r.Unwritten)},
		field{"diagnostics", newFindings(r.Diagnostics)}, field{"log", stringList(r.Log)},
		field{"unreadable", stringList(unreadable)})
}

func stringList(list []string) *starlark.List {
	out := make([]starlark.Value, len(list))
	for i, s := range list {
		out[i] = text(s)
	}
	return starlark.NewList(out)
}
