package starlib_test

// This file checks runs from outside: examples, values of main, failures and their places, limits, cancellation.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"devstar/runtime"
	"devstar/runtime/spec"
	"devstar/starlib"
)

func TestExamplesOfTheTableRun(t *testing.T) {
	for _, b := range spec.Table {
		t.Run(b.Name, func(t *testing.T) {
			require.NotEmpty(t, b.Example)
			r := execute(t, fixture(), b.Example, starlib.Options{})
			require.Nil(t, r.Error, "%v", r.Error)
		})
	}
}

func TestValueOfMain(t *testing.T) {
	r := execute(t, fixture(), `
acquire("src/server.ts")
d = set_text("src/server.ts", "")
def main(n=2):
    return {"b": [n, 2.5, None, True, (1, "x")], "a": d, "big": 1 << 70, "set": set([2, 1])}
`, starlib.Options{})
	require.Nil(t, r.Error)
	out, err := json.Marshal(r.Value)
	require.NoError(t, err)
	require.JSONEq(t, `{"a": {"added": [], "changed": ["src/server.ts"], "count": 1, "deleted": [], "renamed": {}},
		"b": [2, 2.5, null, true, [1, "x"]], "big": 1180591620717411303424, "set": [2, 1]}`, string(out))
}

func TestPrintGoesToTheLog(t *testing.T) {
	r := execute(t, fixture(), "print('a', 1, ['b'], sep='-')\nprint()\nprint('two\\nlines')\n", starlib.Options{})
	require.Equal(t, []string{`a-1-["b"]`, "", "two\nlines"}, r.Log)
}

func TestAFailureKeepsItsTypeAndGetsItsPlace(t *testing.T) {
	e := failing(t, `acquire("README.md")
def change(text):
    edits = [{"find": text, "replace": "x"}]
    edit("README.md", edits)
def all(texts):
    for t in texts:
        change(t)
all(["# Demo", "nope"])
`)
	require.Equal(t, runtime.CodeStepFailed, e.Code)
	require.Equal(t, "not_found", e.Reason)
	require.Equal(t, "edit", e.Step)
	require.Equal(t, "README.md", e.Path)
	require.Equal(t, &runtime.Position{File: "plan.star", Line: 4, Column: 5}, e.Position)
	names := make([]string, len(e.Trace))
	for i, f := range e.Trace {
		names[i] = fmt.Sprintf("%s:%d", f.Function, f.Position.Line)
	}
	require.Equal(t, []string{"<toplevel>:8", "all:7", "change:4"}, names)
}

func TestTheArgumentIsBlamed(t *testing.T) {
	e := failing(t, "acquire('README.md')\nbad = 0\nread_lines('README.md',\n    start=bad)\n")
	require.Equal(t, runtime.CodeBadArgument, e.Code)
	require.Equal(t, &runtime.Position{File: "plan.star", Line: 4, Column: 11}, e.Position)
	e = failing(t, "bad = 1\nedit('a', [{'find': 'a', 'replace': 'b'}, {'find': bad, 'replace': 'b'}])\n")
	require.Equal(t, &runtime.Position{File: "plan.star", Line: 2, Column: 52}, e.Position)
}

func TestExplain(t *testing.T) {
	rows := []struct{ name, script, want string }{
		{"argument below the call", "acquire('README.md')\ndef look(n):\n\treturn read_lines('README.md', n)\nlook(0)\n", `plan.star:3:33: error: read_lines: start: want an integer of at least 1, got 0
    3 | 	return read_lines('README.md', n)
      | 	                               ^
  look was called at plan.star:4:5
hint: lines are numbered from 1
`},
		{"several", "edti()\nx = 'a' + \"\\u00e9\" + jsno\n", `plan.star:1:1: error: undefined: edti
    1 | edti()
      | ^^^^
hint: did you mean "edit"?

plan.star:2:22: error: undefined: jsno
    2 | x = 'a' + "\u00e9" + jsno
      |                      ^^^^
hint: did you mean "json"?
`},
		{"string", "x = é + 'a b' 'c'\n", `plan.star:1:15: error: syntax: got string literal, want newline
    1 | x = é + 'a b' 'c'
      |               ^^^
hint: adjacent strings are not joined: put + between them
`},
		{"fail", "def main():\n    fail('enough:', 3)\n", `plan.star:2:5: error: enough: 3
    2 |     fail('enough:', 3)
      |     ^^^^
`},
		{"control characters", "fail('\u202e', '\x1b[31m')\n", "plan.star:1:1: error: \u202e \x1b[31m\n    1 | fail('\ufffd', '\ufffd[31m')\n      | ^^^^\n"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			e := failing(t, row.script)
			require.Equal(t, row.want, starlib.Explain(e, func(string) []byte { return []byte(row.script) }))
		})
	}
}

func TestExplainCutsLongLines(t *testing.T) {
	script := "x = [" + strings.Repeat("1, ", 2000) + "edti, " + strings.Repeat("1, ", 2000) + "]\n"
	e := failing(t, script)
	lines := strings.Split(starlib.Explain(e, func(string) []byte { return []byte(script) }), "\n")
	require.Less(t, len(lines[1]), 200)
	require.Equal(t, strings.Index(lines[1], "edti"), strings.Index(lines[2], "^^^^"))
}

func TestExplainWithoutASource(t *testing.T) {
	e := failing(t, "fail('x')\n")
	require.Equal(t, "plan.star:1:1: error: x\n", starlib.Explain(e, func(string) []byte { return nil }))
	require.Equal(t, "error: x\n", starlib.Explain(&runtime.Error{Message: "x"}, nil))
}

func TestStepLimit(t *testing.T) {
	loop := "def main():\n    for i in range(1000000):\n        pass\n"
	r := execute(t, fixture(), loop, starlib.Options{MaxSteps: 10000})
	require.NotNil(t, r.Error)
	require.Equal(t, runtime.CodeLimit, r.Error.Code)
	require.Contains(t, r.Error.Message, "10000 steps")
	require.Contains(t, r.Error.Hint, "--max-steps")
	require.Equal(t, 2, r.Error.Position.Line)
	r = execute(t, fixture(), loop, starlib.Options{})
	require.Nil(t, r.Error)
}

func TestBuiltinsCostSteps(t *testing.T) {
	script := "acquire('README.md')\nfor i in range(100):\n    set_text('README.md', 'x' * 100000)\n"
	r := execute(t, fixture(), script, starlib.Options{MaxSteps: 100_000})
	require.NotNil(t, r.Error)
	require.Equal(t, runtime.CodeLimit, r.Error.Code)
}

func TestALimitIsNotCaught(t *testing.T) {
	r := execute(t, fixture(), "def f():\n    for i in range(1000000):\n        pass\nr = attempt(f)\nprint(r.ok)\n", starlib.Options{MaxSteps: 10000})
	require.Equal(t, runtime.CodeLimit, r.Error.Code)
	require.Empty(t, r.Log)
}

func TestCancellation(t *testing.T) {
	s := session(t, fixture())
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	src := starlib.Source{Name: "plan.star", Text: []byte("def main():\n    for i in range(10000000):\n        for j in range(10000000):\n            pass\n")}
	r := s.Finish(starlib.Run(ctx, s, src))
	require.Equal(t, runtime.CodeCanceled, r.Error.Code)
}

func TestTheCauseOfACancellationIsTheError(t *testing.T) {
	s := session(t, fixture())
	ctx, cancel := context.WithCancelCause(context.Background())
	limit := runtime.NewError(runtime.CodeLimit, "", "the run took more than 1s", "raise --timeout")
	time.AfterFunc(10*time.Millisecond, func() { cancel(limit) })
	src := starlib.Source{Name: "plan.star", Text: []byte("for i in range(10000000):\n    for j in range(10000000):\n        pass\n")}
	r := s.Finish(starlib.Run(ctx, s, src))
	require.Equal(t, runtime.CodeLimit, r.Error.Code)
	require.Equal(t, limit.Message, r.Error.Message)
	require.NotNil(t, r.Error.Position)
}

func TestACanceledContextRunsNothing(t *testing.T) {
	s := session(t, fixture())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := s.Finish(starlib.Run(ctx, s, starlib.Source{Name: "plan.star", Text: []byte("create('x', 'y')\nwrite()\n")}))
	require.Equal(t, runtime.CodeCanceled, r.Error.Code)
	require.Empty(t, r.Written)
}

func TestEffectsKnowTheirOrigin(t *testing.T) {
	var seen []runtime.Origin
	gate := runtime.GateFunc(func(_ context.Context, e *runtime.Effect) (runtime.Decision, error) {
		seen = append(seen, e.Origin)
		return runtime.Decision{Allow: true}, nil
	})
	s, err := runtime.New(runtime.Options{FS: tree(t, fixture()), Gate: gate})
	require.NoError(t, err)
	script := "acquire('README.md')\ndef f():\n    return 1 + len(read('README.md'))\nf()\nattempt(read, 'README.md')\n"
	require.NoError(t, starlib.Run(context.Background(), s, starlib.Source{Name: "plan.star", Text: []byte(script)}))
	require.Equal(t, []runtime.Origin{{File: "plan.star", Line: 1, Column: 1}, {File: "plan.star", Line: 3, Column: 20}, {File: "plan.star", Line: 5, Column: 1}}, seen)
}

func TestADeclinedStepIsARejectedResult(t *testing.T) {
	gate := runtime.GateFunc(func(_ context.Context, e *runtime.Effect) (runtime.Decision, error) {
		return runtime.Decision{Allow: e.Name != "edit", Next: "ask again later"}, nil
	})
	s, err := runtime.New(runtime.Options{FS: tree(t, fixture()), Gate: gate})
	require.NoError(t, err)
	script := "acquire('README.md')\nr = attempt(set_text, 'README.md', '')\nprint(r.rejected, r.ok, r.error.hint)\nr.or_fail()\n"
	r := s.Finish(starlib.Run(context.Background(), s, starlib.Source{Name: "plan.star", Text: []byte(script)}))
	require.Equal(t, []string{"True False ask again later"}, r.Log)
	require.Equal(t, runtime.CodeDeclined, r.Error.Code)
	require.Equal(t, 4, r.Error.Position.Line)
}

func TestAPanicNamesTheBuiltin(t *testing.T) {
	gate := runtime.GateFunc(func(context.Context, *runtime.Effect) (runtime.Decision, error) { panic("boom") })
	s, err := runtime.New(runtime.Options{FS: tree(t, fixture()), Gate: gate})
	require.NoError(t, err)
	r := s.Finish(starlib.Run(context.Background(), s, starlib.Source{Name: "plan.star", Text: []byte("acquire('README.md')\n")}))
	require.Equal(t, runtime.CodeInternal, r.Error.Code)
	require.Equal(t, "acquire", r.Error.Step)
	require.Contains(t, r.Error.Message, "boom")
	require.Equal(t, 1, r.Error.Position.Line)
}

func TestTheSameScriptGivesTheSameResult(t *testing.T) {
	script := "acquire('**')\nprint(files(), changes(), dir('x'), {'b': 1, 'a': 2}, set(['b', 'a']), hash('x'))\n" +
		"rename('src/main.go', 'b')\nrename('README.md', 'a')\nprint(delete('src').deleted, str(files))\nmy = edti\n"
	script = strings.ReplaceAll(script, "my = edti\n", "x = {}['k']\n")
	var first []byte
	for range 5 {
		out, err := json.Marshal(execute(t, fixture(), script, starlib.Options{}))
		require.NoError(t, err)
		if first == nil {
			first = out
		}
		require.Equal(t, string(first), string(out))
	}
}

func TestRunReturnsOnlyTypedErrors(t *testing.T) {
	for _, script := range []string{"x = ", "edti", "1 // 0", "fail(1)", "def main():\n    return print", "x = [][0]"} {
		err := starlib.Run(context.Background(), session(t, fixture()), starlib.Source{Name: "p", Text: []byte(script)})
		var own *runtime.Error
		require.True(t, errors.As(err, &own), script)
		require.NotNil(t, own.Position, script)
		require.Equal(t, "p", own.Position.File, script)
	}
}
