package output

// This file tests the formats with what real tools printed, and with what no tool should print.

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"devstar/runtime/diagnostic"
	"devstar/runtime/engine"
)

func format(t *testing.T, name string, patterns ...string) Format {
	if name != "" {
		f, err := Named(name)
		require.NoError(t, err)
		return f
	}
	f, err := Patterns(patterns)
	require.NoError(t, err)
	return f
}

// rows writes findings one a line.
func rows(list diagnostic.List) string {
	var b strings.Builder
	for _, d := range list {
		fmt.Fprintf(&b, "%s:%d:%d-%d:%d %s %s %s\n", d.Path, d.Line, d.Column, d.EndLine, d.EndColumn, d.Severity, d.Rule, d.Message)
	}
	return b.String()
}

func TestRecordedOutput(t *testing.T) {
	golang := []string{"%f:%l:%c: %m", "%f:%l: %m"}
	for _, c := range []struct {
		file    string
		format  Format
		stderr  bool
		columns engine.Columns
		want    string
	}{
		{"go-vet.txt", format(t, "", golang...), true, engine.Bytes, `a.go:8:6-0:0 error  append with no values
a.go:6:14-0:0 error  fmt.Printf format %d has arg "x" of wrong type string
`},
		{"go-vet-compile.txt", format(t, "", golang...), true, engine.Bytes, "./a.go:9:2-0:0 error  declared and not used: x\n"},
		{"tsc.txt", format(t, "", "%f(%l\\,%c): %trror TS%n: %m"), false, engine.Bytes, "src/d.ts:1:7-0:0 error 2322 Type 'string' is not assignable to type 'number'.\n"},
		{"staticcheck.sarif", format(t, "sarif"), false, engine.Units, `a.go:6:13-6:19 error SA5009 Printf format %d has arg #1 of wrong type string
a.go:8:2-8:15 warning SA4006 this value of a is never used
a.go:8:6-8:15 warning SA4010 this result of append is never used, except maybe in other appends
a.go:8:6-8:15 warning SA4021 x = append(y) is equivalent to x = y
a.go:11:6-0:0 warning U1000 func unusedé is unused
`},
		{"golangci-lint.sarif", format(t, "sarif"), false, engine.Units, `a.go:6:14-0:0 error govet printf: fmt.Printf format %d has arg "x" of wrong type string
a.go:8:6-0:0 error govet appends: append with no values
a.go:11:6-0:0 error unused func unusedé is unused
`},
		{"ruff.sarif", format(t, "sarif"), false, engine.Units, "file:///home/me/app/my%20pkg/a.py:1:8-1:10 error F401 `os` imported but unused\n"},
		{"eslint.json", format(t, "eslint-json"), false, engine.Units, `/home/me/app/src/a.ts:1:5-1:14 error prefer-const 'port' is never reassigned. Use 'const' instead.
/home/me/app/src/a.ts:1:11-1:14 error @typescript-eslint/no-explicit-any Unexpected any. Specify a different type.
/home/me/app/src/a.ts:2:7-2:13 error @typescript-eslint/no-unused-vars 'unused' is assigned a value but never used.
/home/me/app/src/a.ts:2:23-2:34 warning no-console Unexpected console statement.
`},
	} {
		t.Run(c.file, func(t *testing.T) {
			text, err := os.ReadFile("testdata/" + c.file)
			require.NoError(t, err)
			stdout, stderr := text, []byte(nil)
			if c.stderr {
				stdout, stderr = nil, text
			}
			r, err := c.format.Parse(stdout, stderr)
			require.NoError(t, err)
			assert.Equal(t, c.want, rows(r.Diagnostics))
			assert.Equal(t, c.columns, r.Columns)
		})
	}
}

func TestForms(t *testing.T) {
	for name, c := range map[string]struct{ format, text, want string }{
		"rdjson": {"rdjson", `{"source":{"name":"x"},"severity":"WARNING","diagnostics":[
			{"message":"a","location":{"path":"a.go","range":{"start":{"line":1,"column":2},"end":{"line":1,"column":5}}},"code":{"value":"R1"}},
			{"message":"b","location":{"path":"b.go"},"severity":"ERROR"}]}`, "a.go:1:2-1:5 warning R1 a\nb.go:0:0-0:0 error  b\n"},
		"rdjsonl": {"rdjson", `{"message":"a","location":{"path":"a.go"},"severity":"INFO"}` + "\n" + `{"message":"b","location":{"path":"b.go"}}` + "\n",
			"a.go:0:0-0:0 info  a\nb.go:0:0-0:0 error  b\n"},
		"no findings": {"rdjson", `{"diagnostics":[]}`, ""},
		"sarif rule by index, suppressed, passed, base": {"sarif", `{"runs":[{"tool":{"driver":{"rules":[{"id":"Q","defaultConfiguration":{"level":"note"}}]}},
			"originalUriBaseIds":{"SRC":{"uri":"file:///x/y/"}},"results":[
			{"ruleIndex":0,"message":{"text":"m"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a%20b.c","uriBaseId":"SRC"},"region":{"startLine":3}}}]},
			{"message":{"text":"hidden"},"suppressions":[{"kind":"inSource"}]},{"kind":"pass","message":{"text":"fine"}},{"message":{"text":"plain"}}]}]}`,
			"/x/y/a b.c:3:0-0:0 info Q m\n:0:0-0:0 warning  plain\n"},
		"sarif artifact by index": {"sarif", `{"runs":[{"artifacts":[{"location":{"uri":"z.c"}}],"results":[{"level":"error","message":{"text":"m"},"locations":[{"physicalLocation":{"artifactLocation":{"index":0}}}]}]}]}`,
			"z.c:0:0-0:0 error  m\n"},
		"sarif without runs' results": {"sarif", `{"runs":[{}]}`, ""},
		"eslint without messages":     {"eslint-json", `[{"filePath":"a","messages":[]}]`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := format(t, c.format).Parse([]byte(c.text), nil)
			require.NoError(t, err)
			assert.Equal(t, c.want, rows(r.Diagnostics))
		})
	}
}

func TestRubbishIsAnError(t *testing.T) {
	for _, name := range Names() {
		for _, text := range []string{"", "Oops: cannot find module", "{", "[", `{"a":1}`, `[{"a":1}]`, `"x"`, "null", "{}\xff", `[{"filePath":1}]`, `{"runs":1}`, `{"diagnostics":[1]}`} {
			if name == "eslint-json" && text == "null" {
				continue // an empty list, as far as JSON goes
			}
			_, err := format(t, name).Parse([]byte(text), nil)
			assert.Error(t, err, "%s: %q", name, text)
		}
	}
	_, err := format(t, "sarif").Parse([]byte("Oops: cannot find module\nat x"), nil)
	assert.EqualError(t, err, `its output is no sarif: it begins with "Oops: cannot find module\nat x" (invalid character 'O' looking for beginning of value)`)
}

func TestPatternsPassOverWhatTheyDoNotMatch(t *testing.T) {
	f := format(t, "", "%f:%l:%c: %tarning: %m", "%E%f:%l: error: %m", "%C  %m", "%Z%.%#")
	f.Severity = diagnostic.Warning
	text := "noise\na.c:1:2: warning: w\nb.c:3: error: first\n  second\n\n" + strings.Repeat("x", 1<<20) + "\nc.c:4:5: warning: after a very long line\r\n"
	r, err := f.Parse([]byte(text), []byte("a.c:9:9: warning: from standard error \xff\n"))
	require.NoError(t, err)
	assert.Equal(t, "a.c:1:2-0:0 warning  w\nb.c:3:0-0:0 error  first\nsecond\nc.c:4:5-0:0 warning  after a very long line\na.c:9:9-0:0 warning  from standard error \ufffd\n", rows(r.Diagnostics))
	for _, bad := range [][]string{nil, {""}, {"%z"}, {"%O%f"}} {
		_, err := Patterns(bad)
		assert.Error(t, err, "%q", bad)
	}
	_, err = Named("xml")
	assert.ErrorContains(t, err, "known are eslint-json, rdjson, sarif")
}

// FuzzParse looks for outputs that break a reader.
func FuzzParse(f *testing.F) {
	for _, file := range []string{"go-vet.txt", "staticcheck.sarif", "eslint.json", "ruff.sarif", "tsc.txt"} {
		text, err := os.ReadFile("testdata/" + file)
		require.NoError(f, err)
		f.Add(text)
	}
	f.Add([]byte(`{"message":"a","location":{"path":"a.go"}}`))
	lines, err := Patterns([]string{"%E%f:%l: %m", "%C %m", "%Z%m", "%A%f|%m", "%-G#%.%#", "%D%f", "%X%f", "%p^", "%f:%l:%c: %m"})
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, name := range Names() {
			format, _ := Named(name)
			format.Parse(text, text)
		}
		_, err := lines.Parse(text, text)
		_ = err
	})
}

func TestPatternsThatAreCutOff(t *testing.T) {
	for _, pattern := range []string{"%", "%f:%", "%m %"} {
		_, err := Patterns([]string{pattern})
		require.ErrorContains(t, err, "cannot be read", pattern)
	}
}
