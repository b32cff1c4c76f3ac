package main

// This file tests the report for people.

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"devstar/runtime"
	"devstar/runtime/diagnostic"
)

func TestReport(t *testing.T) {
	many := make([]string, 12)
	for i := range many {
		many[i] = fmt.Sprintf("f%d", i)
	}
	for _, c := range []struct {
		name   string
		result runtime.Result
		want   string
	}{
		{"nothing", runtime.Result{OK: true}, "nothing changed\n"},
		{"failed before anything", runtime.Result{Error: runtime.NewError(runtime.CodeStepFailed, "", "", "")}, ""},
		{"changes", runtime.Result{OK: true, Written: []string{"a", "b"}, Changes: []runtime.Change{
			{Kind: "modified", Path: "a.txt", Added: 3, Removed: 1},
			{Kind: "added", Path: "b.txt", Added: 2},
			{Kind: "deleted", Path: "c.txt", Removed: 4},
			{Kind: "renamed", Source: "d.txt", Path: "e.txt"},
			{Kind: "modified", Path: "evil\x1b[2J\u202e.txt"},
		}}, "M a.txt +3 -1\nA b.txt +2\nD c.txt -4\nR d.txt -> e.txt\nM evil\\x1b[2J\\u202e.txt\nwritten 2 files\n"},
		{"partly written", runtime.Result{OK: true, Written: []string{"a"}, Unwritten: many},
			"written 1 file\nnot written: f0, f1, f2, f3, f4, f5, f6, f7, f8, f9 and 2 more\n"},
		{"looks", runtime.Result{OK: true, Reads: map[string]string{"b": "x\ny", "a": "x"}, Value: map[string]any{"n": 1, "a": "<\n>"}},
			"read a: 1 line\nread b: 2 lines\nvalue {\"a\":\"<\\n>\",\"n\":1}\nnothing changed\n"},
		{"effects", runtime.Result{OK: true, Effects: []runtime.EffectRecord{{Effect: "fs.remove", Paths: []string{"x", "y"}, Answer: "allowed", By: "mode"},
			{Effect: "write", Paths: []string{"z"}, Answer: "rejected", By: "script", Reason: "not\x07now"}}},
			"fs.remove x, y: allowed by mode\nwrite z: rejected by script (not\\x07now)\n"},
		{"diagnostics", runtime.Result{Diagnostics: runtime.Diagnostics{
			{Severity: diagnostic.Error, Path: "a.go", Line: 3, Column: 2, Message: "bad\x07", Engine: "vet", Rule: "shift"},
			{Severity: diagnostic.Warning, Message: "odd", Rule: "unwritten"},
			{Severity: diagnostic.Info, Path: "b", Line: 1, Message: "two\nlines"},
		}, Unreadable: []runtime.Unreadable{{Path: "logo.png", Reason: "binary"}}},
			"skipped logo.png: binary\na.go:3:2: error: bad\\x07 [vet shift]\nwarning: odd\nb:1: info: two\nlines\n"},
	} {
		var b bytes.Buffer
		v := &invocation{result: &c.result}
		v.report(&b)
		assert.Equal(t, c.want, b.String(), c.name)
	}
}

func TestReportInColour(t *testing.T) {
	var b bytes.Buffer
	v := &invocation{console: console{outStyle: true}, result: &runtime.Result{Changes: []runtime.Change{{Kind: "added", Path: "a"}}}}
	v.report(&b)
	assert.Equal(t, "\x1b[32mA\x1b[0m a\n", b.String())
}
