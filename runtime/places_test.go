package runtime

// This file tests what finds places in held files and replaces them.

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"devstar/runtime/diagnostic"
	"devstar/runtime/spec"
)

// places are files with the line ends and marks that must survive.
func places() map[string]string {
	return map[string]string{
		"a.go":     "package a\n\nfunc A() {}\n\nfunc B() { A() }\n",
		"crlf.txt": "\ufeffone A\r\ntwo A\r\nthree",
		"empty":    "",
		"bin":      "A\x00",
	}
}

func held(t *testing.T) *Session {
	t.Helper()
	s, _ := open(t, places())
	_, err := s.Acquire(bg, AcquireArgs{Paths: []string{"**"}, Binary: "opaque"})
	require.NoError(t, err)
	return s
}

func shown(list []*Match) []string {
	var out []string
	for _, m := range list {
		line, column := m.Position()
		out = append(out, fmt.Sprintf("%s:%d:%d %s", m.Path(), line, column, m.Text()))
	}
	return out
}

func raw(t *testing.T, s *Session, path string) string {
	t.Helper()
	_, f, err := s.get(bg, "test", path)
	require.NoError(t, err)
	return f.Text.String()
}

func TestSearch(t *testing.T) {
	s := held(t)
	found, err := s.Search(bg, `\bA\b`, nil)
	require.NoError(t, err)
	require.Equal(t, []string{"a.go:3:6 A", "a.go:5:12 A", "crlf.txt:1:5 A", "crlf.txt:2:5 A"}, shown(found))
	found, err = s.Search(bg, `A$`, []string{"*.txt"})
	require.NoError(t, err)
	require.Equal(t, []string{"crlf.txt:1:5 A", "crlf.txt:2:5 A"}, shown(found))
	found, err = s.Search(bg, `nothing`, nil)
	require.NoError(t, err)
	require.Empty(t, found)

	for name, row := range map[string]struct {
		pattern string
		paths   []string
		code    Code
		text    string
	}{
		"pattern":         {"(", nil, CodeBadArgument, "no regular expression"},
		"file not there":  {"a", []string{"zz"}, CodeStepFailed, "zz does not exist"},
		"opaque by name":  {"a", []string{"bin"}, CodeStepFailed, "not text"},
		"nothing matches": {"a", []string{"*.zz"}, CodeStepFailed, "selects no file"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.Search(bg, row.pattern, row.paths)
			e := fails(t, err)
			require.Equal(t, row.code, e.Code)
			require.Contains(t, e.Error(), row.text)
		})
	}
}

func TestSearchAsksAndCountsItsWork(t *testing.T) {
	var asked []*Effect
	s := over(t, Options{FS: tree(t, places()), Gate: GateFunc(func(_ context.Context, e *Effect) (Decision, error) {
		asked = append(asked, e)
		return Decision{Allow: e.Name != "read"}, nil
	})})
	acquire(t, s, "a.go")
	s.Work()
	_, err := s.Search(bg, "A", nil)
	require.Equal(t, CodeDeclined, fails(t, err).Code)
	require.Equal(t, []string{"a.go"}, asked[1].Paths)
	require.Equal(t, "A", asked[1].Data()["pattern"])
	require.EqualValues(t, len(places()["a.go"]), s.Work())
	require.Zero(t, s.Work())
}

func TestTooManyMatchesAreALimit(t *testing.T) {
	s, _ := open(t, map[string]string{"a": strings.Repeat("a", maxMatches+1)})
	acquire(t, s, "a")
	_, err := s.Search(bg, ".", nil)
	require.Equal(t, CodeLimit, fails(t, err).Code)
	_, err = s.Substitute(bg, SubstituteArgs{Pattern: ".", Replacement: "b", Count: Count{Any: true}})
	require.Equal(t, CodeLimit, fails(t, err).Code)
}

func TestSubstitute(t *testing.T) {
	s := held(t)
	d, err := s.Substitute(bg, SubstituteArgs{Pattern: `(\w+) A$`, Replacement: `\1 B\n` + "\n" + `$1`, Count: Count{N: 2}, Paths: []string{"crlf.txt"}})
	require.NoError(t, err)
	require.Equal(t, []string{"crlf.txt"}, d.Changed)
	require.Equal(t, 2, d.Count)
	require.Equal(t, "\ufeffone B\\n\r\n$1\r\ntwo B\\n\r\n$1\r\nthree", raw(t, s, "crlf.txt"))
	require.Len(t, s.Diagnostics(), 2, "one for $1, one for \\n")
	_, err = s.Substitute(bg, SubstituteArgs{Pattern: `(one)`, Replacement: `$1`, Count: Count{Any: true}})
	require.NoError(t, err)
	require.Len(t, s.Diagnostics(), 2, "each is said once")

	d, err = s.Substitute(bg, SubstituteArgs{Pattern: "^", Replacement: "# ", Count: Count{All: true}, Paths: []string{"a.go", "empty"}})
	require.NoError(t, err)
	require.Equal(t, "# package a\n# \n# func A() {}\n# \n# func B() { A() }\n", raw(t, s, "a.go"))
	require.Equal(t, []string{"a.go"}, d.Changed)

	d, err = s.Substitute(bg, SubstituteArgs{Pattern: `package`, Replacement: `package`, Count: Count{N: 1}})
	require.NoError(t, err)
	require.True(t, d.Empty())
	require.Zero(t, d.Count)
}

func TestSubstituteCounts(t *testing.T) {
	s := held(t)
	before := s.Changes()
	for name, row := range map[string]struct {
		args   SubstituteArgs
		reason string
		text   string
	}{
		"other number":  {SubstituteArgs{Pattern: "A", Replacement: "B", Count: Count{N: 3}, Paths: []string{"*.go", "*.txt"}}, ReasonCount, "\"A\" matches in 4 places, want 3:\n  a.go:3: func A() {}\n  a.go:5: func B() { A() }\n  crlf.txt:1: one A\n  crlf.txt:2: two A"},
		"none":          {SubstituteArgs{Pattern: "zz", Replacement: "B", Count: Count{All: true}, Paths: []string{"a.go"}}, ReasonNotFound, `"zz" matches nothing in a.go`},
		"group":         {SubstituteArgs{Pattern: "A", Replacement: `\1`, Count: Count{All: true}}, "bad_replacement", `group \1`},
		"no text":       {SubstituteArgs{Pattern: "A", Replacement: "a\x00", Count: Count{All: true}}, "encoding", ""},
		"left all":      {SubstituteArgs{Pattern: "A", With: func(*Match) (string, bool, error) { return "", false, nil }, Count: Count{N: 4}}, ReasonCount, `left all 4 matches of "A" alone`},
		"function less": {SubstituteArgs{Pattern: "A", With: func(m *Match) (string, bool, error) { return "x", m.Path() == "a.go", nil }, Count: Count{N: 4}}, ReasonCount, "2 places, want 4"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.Substitute(bg, row.args)
			e := fails(t, err)
			require.Equal(t, row.reason, e.Reason)
			require.Contains(t, e.Error(), row.text)
			require.NotEmpty(t, e.Hint)
			require.Equal(t, before, s.Changes(), "nothing is half done")
		})
	}
	many, _ := open(t, map[string]string{"a": strings.Repeat("x\n", 30)})
	acquire(t, many, "a")
	_, err := many.Substitute(bg, SubstituteArgs{Pattern: "x", Replacement: "y", Count: Count{N: 1}})
	require.Contains(t, fails(t, err).Error(), "\n  a:10: x\n  and 20 more")
	_, err = over(t, Options{FS: tree(t, nil)}).Substitute(bg, SubstituteArgs{Pattern: "x", Replacement: "y", Count: Count{All: true}})
	require.Contains(t, fails(t, err).Hint, "acquire")
}

func TestSubstituteByAFunction(t *testing.T) {
	s := held(t)
	var order []string
	d, err := s.Substitute(bg, SubstituteArgs{Pattern: `(\w+) A`, Count: Count{N: 1}, With: func(m *Match) (string, bool, error) {
		order = append(order, m.Path())
		text, _ := m.GroupText(1)
		return text + "!", text == "two", nil
	}})
	require.NoError(t, err)
	require.Equal(t, 1, d.Count)
	require.Equal(t, []string{"a.go", "crlf.txt", "crlf.txt"}, order)
	require.Equal(t, "\ufeffone A\r\ntwo!\r\nthree", raw(t, s, "crlf.txt"))

	_, err = s.Substitute(bg, SubstituteArgs{Pattern: "package", Count: Count{Any: true}, With: func(*Match) (string, bool, error) {
		_, err := s.SetText(bg, "a.go", "package other\n")
		return "x", true, err
	}})
	require.Equal(t, ReasonStale, fails(t, err).Reason)
	require.Equal(t, "package other\n", raw(t, s, "a.go"))
}

func one(t *testing.T, s *Session, pattern, path string) *Match {
	t.Helper()
	found, err := s.Search(bg, pattern, []string{path})
	require.NoError(t, err)
	require.NotEmpty(t, found)
	return found[0]
}

func TestSplice(t *testing.T) {
	s := held(t)
	d, err := s.Splice(bg, "crlf.txt", []SpliceEdit{
		{Match: one(t, s, "three", "crlf.txt"), New: "3\n4"},
		{Start: 0, End: 3, Expected: "one", New: "1"},
		{Start: 0, End: 0, New: "first\n"},
		{Match: one(t, s, "^", "crlf.txt"), New: "second\n"},
		{Match: one(t, s, "two A", "crlf.txt"), New: "two A"},
	})
	require.NoError(t, err)
	require.Equal(t, "\ufefffirst\r\nsecond\r\n1 A\r\ntwo A\r\n3\r\n4", raw(t, s, "crlf.txt"))
	require.Equal(t, 4, d.Count, "an equal text is no change")
	d, err = s.Splice(bg, "crlf.txt", nil)
	require.NoError(t, err)
	require.True(t, d.Empty())
}

func TestSpliceRefuses(t *testing.T) {
	for name, row := range map[string]struct {
		reason string
		text   string
		edits  func(s *Session) []SpliceEdit
	}{
		"changed since": {ReasonStale, `a.go:3: edits[0]: the place 16..17 holds " ", not "A"`, func(s *Session) []SpliceEdit {
			m := one(t, s, "A", "a.go")
			_, err := s.Replace(bg, ReplaceArgs{Paths: []string{"a.go"}, Old: "func A", New: "func  A", Count: Count{N: 1}})
			require.NoError(t, err)
			return []SpliceEdit{{Match: m, New: "x"}}
		}},
		"shorter since": {ReasonStale, "not", func(s *Session) []SpliceEdit {
			m := one(t, s, "B.*", "a.go")
			_, err := s.SetText(bg, "a.go", "x\n")
			require.NoError(t, err)
			return []SpliceEdit{{Match: m, New: "x"}}
		}},
		"empty place moved": {ReasonStale, "the place", func(s *Session) []SpliceEdit {
			found, err := s.Search(bg, "^", []string{"a.go"})
			require.NoError(t, err)
			_, err = s.Insert(bg, InsertArgs{Path: "a.go", Text: "// x\n", At: "start"})
			require.NoError(t, err)
			return []SpliceEdit{{Match: found[2], New: "x"}}
		}},
		"other text":   {ReasonStale, `holds "pac", not "pax"`, func(*Session) []SpliceEdit { return []SpliceEdit{{Start: 0, End: 3, Expected: "pax"}} }},
		"past the end": {ReasonStale, "", func(*Session) []SpliceEdit { return []SpliceEdit{{Start: 900, End: 903, Expected: "pac"}} }},
		"overlap": {"overlap", `edits[0] (2..5 "cka") and edits[1] (0..3 "pac") overlap`, func(*Session) []SpliceEdit {
			return []SpliceEdit{{Start: 2, End: 5, Expected: "cka"}, {Start: 0, End: 3, Expected: "pac"}}
		}},
		"twice": {"overlap", "overlap", func(*Session) []SpliceEdit {
			return []SpliceEdit{{Start: 0, End: 3, Expected: "pac", New: "a"}, {Start: 0, End: 3, Expected: "pac", New: "b"}}
		}},
		"insertion inside": {"overlap", "overlap", func(*Session) []SpliceEdit {
			return []SpliceEdit{{Start: 1, End: 1, New: "a"}, {Start: 0, End: 3, Expected: "pac", New: "b"}}
		}},
		"other file": {"other_file", "the match is of crlf.txt, not of a.go", func(s *Session) []SpliceEdit { return []SpliceEdit{{Match: one(t, s, "one", "crlf.txt")}} }},
	} {
		t.Run(name, func(t *testing.T) {
			s := held(t)
			edits := row.edits(s)
			before := raw(t, s, "a.go")
			_, err := s.Splice(bg, "a.go", edits)
			e := fails(t, err)
			require.Equal(t, row.reason, e.Reason)
			require.Contains(t, e.Error(), row.text)
			require.NotEmpty(t, e.Hint)
			require.Equal(t, before, raw(t, s, "a.go"))
		})
	}
}

func TestSpliceFollowsARename(t *testing.T) {
	s := held(t)
	m := one(t, s, "A", "a.go")
	_, err := s.Rename(bg, "a.go", "b.go")
	require.NoError(t, err)
	_, err = s.Splice(bg, "b.go", []SpliceEdit{{Match: m, New: "C"}})
	require.NoError(t, err)
	require.Contains(t, raw(t, s, "b.go"), "func C() {}")
}

func TestCallsAndLocate(t *testing.T) {
	s, _ := open(t, map[string]string{"a.go": "package a\r\n\r\n// foo(0)\r\nvar x = foo(1,\r\n\tbar(2))\r\n", "c.json": "{\"v\": [1,\r\n 2]}\r\n", "bad.json": "{\n\"v\"}", "t.txt": "x"})
	acquire(t, s, "**")
	found, err := s.Calls(bg, "foo", nil)
	require.NoError(t, err)
	require.Equal(t, []string{"a.go:4:9 foo(1,\n\tbar(2))"}, shown(found))
	require.True(t, found[0].Call)
	require.Equal(t, []string{"a.go:4:13 1", "a.go:5:2 bar(2)"}, shown(found[0].Args))
	_, err = s.Calls(bg, "foo(", nil)
	require.Equal(t, CodeBadArgument, fails(t, err).Code)

	found, err = s.Locate(bg, "c.json", "v[1]")
	require.NoError(t, err)
	require.Equal(t, []string{"c.json:2:2 2"}, shown(found))
	require.EqualValues(t, 2, found[0].Entry.Value)
	_, err = s.Splice(bg, "c.json", []SpliceEdit{{Match: found[0], New: "3"}})
	require.NoError(t, err)
	require.Equal(t, "{\"v\": [1,\r\n 3]}\r\n", raw(t, s, "c.json"))
	found, err = s.Locate(bg, "c.json", "w")
	require.NoError(t, err)
	require.Empty(t, found)
	_, err = s.Locate(bg, "bad.json", "v")
	require.Contains(t, fails(t, err).Error(), "bad.json:2: a colon is wanted")
	_, err = s.Locate(bg, "t.txt", "v")
	require.Equal(t, "format", fails(t, err).Reason)
	_, err = s.Locate(bg, "c.json", "v[x]")
	require.Equal(t, CodeBadArgument, fails(t, err).Code)
}

func TestReport(t *testing.T) {
	s := held(t)
	m := one(t, s, `A\(\)`, "a.go")
	require.NoError(t, s.Report(bg, ReportArgs{Message: "m", At: PlaceOf(m), Rule: "r"}))
	require.NoError(t, s.Report(bg, ReportArgs{Message: "n", Severity: "info", Path: "./x.go", Line: 7}))
	require.NoError(t, s.Report(bg, ReportArgs{Message: "o", At: PlaceOf(m), Line: 9}))
	require.Equal(t, Diagnostics{
		{Path: "a.go", Severity: diagnostic.Warning, Message: "m", Rule: "r", Line: 3, Column: 6, EndLine: 3, EndColumn: 9},
		{Path: "x.go", Severity: diagnostic.Info, Message: "n", Line: 7},
		{Path: "a.go", Severity: diagnostic.Warning, Message: "o", Line: 9},
	}, s.Diagnostics())
	require.Equal(t, CodePath, fails(t, s.Report(bg, ReportArgs{Message: "n", Path: "../x"})).Code)
	require.NoError(t, s.Report(bg, ReportArgs{Message: "e", Severity: "error"}))
	_, err := s.Replace(bg, ReplaceArgs{Paths: []string{"a.go"}, Old: "func B", New: "func C", Count: Count{N: 1}})
	require.NoError(t, err)
	_, err = s.Write(bg, WriteArgs{})
	require.NoError(t, err, "errors of a script's own do not stop a write")
	require.False(t, s.Finish(nil).OK)
}

func TestStepsOfPlans(t *testing.T) {
	s, m := open(t, places())
	plan, err := s.CompilePlan("p.json", []byte(`{"paths": ["a.go"], "steps": [
		{"step": "substitute", "args": {"pattern": "func (\\w+)", "replacement": "func New\\1", "count": 2}},
		{"step": "report", "args": {"message": "renamed", "severity": "info"}},
		{"step": "write", "args": {}}]}`))
	require.NoError(t, err)
	require.NoError(t, s.RunPlan(bg, plan))
	require.Contains(t, onDisk(t, m, "a.go"), "func NewA() {}")
	for text, want := range map[string]string{
		`{"step": "substitute", "args": {"pattern": "a", "replacement": 1, "count": 1}}`:       "want a string or a function",
		`{"step": "substitute", "args": {"pattern": "a", "replacement": "\\1", "count": 1}}`:   `group \1`,
		`{"step": "substitute", "args": {"pattern": "(", "replacement": "", "count": 1}}`:      "no regular expression",
		`{"step": "splice", "args": {"path": "a.go", "edits": []}}`:                            "unknown step",
		`{"step": "report", "args": {"message": "x", "at": {"path": "a.go"}}}`:                 "at: want a match or a diagnostic",
		`{"step": "substitute", "args": {"pattern": "a", "replacement": "b"}}`:                 `missing argument "count"`,
		`{"step": "substitute", "args": {"pattern": "a", "replacement": "b", "count": "one"}}`: "want an integer",
	} {
		_, err := s.CompilePlan("p.json", []byte(`{"steps": [`+text+`]}`))
		require.Contains(t, fails(t, err).Error(), want, text)
	}
	_, err = callSubstitute(bg, s, spec.Args{"pattern": "a", "replacement": t, "count": "any"})
	require.Equal(t, CodeBadArgument, fails(t, err).Code)
}

func BenchmarkSearch(b *testing.B) {
	text := strings.Repeat("func name(argument int) error { return other(argument) }\n", 20000)
	for name, pattern := range map[string]string{"literal": `func nothing\w+`, "every line": `^func (\w+)`, "no literal": `[xyz]\w+q`} {
		b.Run(name, func(b *testing.B) {
			m := map[string]string{}
			for i := range 4 {
				m[fmt.Sprintf("f%d.go", i)] = text
			}
			s := over(&testing.T{}, Options{FS: tree(&testing.T{}, m)})
			_, err := s.Acquire(bg, AcquireArgs{Paths: []string{"**"}})
			require.NoError(b, err)
			b.SetBytes(int64(4 * len(text)))
			for b.Loop() {
				_, err := s.Search(bg, pattern, nil)
				require.NoError(b, err)
			}
		})
	}
}
