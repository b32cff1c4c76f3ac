package starlib

// This file tests scripts that come in pieces.

import (
	"context"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
	"devstar/runtime"
)

// typed runs pieces and returns what is shown for each: values, "help:" and its text, or the error.
func typed(t *testing.T, files map[string]string, pieces ...string) (*Interactive, []string) {
	tree := fsbackend.NewMemory()
	for name, text := range files {
		require.NoError(t, afero.WriteFile(tree, name, []byte(text), 0o644))
	}
	s, err := runtime.New(runtime.Options{FS: tree})
	require.NoError(t, err)
	var said string
	i := NewInteractive(s, Options{Loader: shelves(files)}, func(text string) { said = "help: " + text })
	var out []string
	for _, piece := range pieces {
		said = ""
		value, err := i.Eval(context.Background(), piece)
		if err != nil {
			value = Explain(err.(*runtime.Error), i.Text)
		}
		out = append(out, said+value)
	}
	return i, out
}

// shelves is a loader over texts by name.
type shelves map[string]string

func (s shelves) Load(_, module string) (string, []byte, error) {
	text, ok := s[module]
	if !ok {
		return "", nil, &FileError{Path: module, Why: "no such file"}
	}
	return module, []byte(text), nil
}

func TestPieces(t *testing.T) {
	for name, c := range map[string]struct{ pieces, want []string }{
		"a value":                      {[]string{"1 + 2", "None", "'a\\n'", "_", ""}, []string{"3", "", `"a\n"`, `"a\n"`, ""}},
		"names persist":                {[]string{"x = 1", "x", "y = x + 1", "[x, y]"}, []string{"", "1", "", "[1, 2]"}},
		"a name gets another value":    {[]string{"x = 1", "x += 1", "x = x * 10", "x", "x = 'a'; x"}, []string{"", "", "", "20", `"a"`}},
		"in a loop":                    {[]string{"n = 0", "for i in range(4):\n    n += i", "n", "i"}, []string{"", "", "6", "3"}},
		"in a branch":                  {[]string{"n = 0", "if n == 0:\n    n = n + 5\nelse:\n    n = 1", "n"}, []string{"", "", "5"}},
		"a pattern":                    {[]string{"a, b = 1, 2", "(a, [b]) = b, [a]", "[a, b]"}, []string{"", "", "[2, 1]"}},
		"a function sees later values": {[]string{"x = 1", "def f():\n    return x", "x = 2", "f()", "def x():\n    return 7", "f()()"}, []string{"", "", "", "2", "", "7"}},
		"a function sees later names":  {[]string{"def f():\n    return len('abc')", "def len(x):\n    return 'own'", "f()", "len(1)"}, []string{"", "", "3", `"own"`}},
		"values can be changed":        {[]string{"l = []", "l.append(1)", "l[0] = 2", "l"}, []string{"", "", "", "[2]"}},
		"several statements":           {[]string{"a = 1; b = 2; a + b"}, []string{"3"}},
		"a builtin that is hidden":     {[]string{"def edit(x):\n    return x", "edit(5)", "fs = {'a': 1}", "fs.get('a')"}, []string{"", "5", "", "1"}},
		"names before a failure":       {[]string{"x = 1; fail('no'); y = 2", "x"}, []string{"<1>:1:8: error: no\n    1 | x = 1; fail('no'); y = 2\n      |        ^^^^\n", "1"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, got := typed(t, nil, c.pieces...)
			assert.Equal(t, c.want, got)
		})
	}
}

func TestPiecesThatFail(t *testing.T) {
	_, got := typed(t, nil,
		"edti('a')",
		"conifguration = 1",
		"configuration",
		"read_lines('a', start = 0)",
		"def f():\n    return fs.edt\n",
		"def f(x):\n    return [1][x]",
		"def g():\n    f(3)",
		"g()",
		"x = = 1",
		"return 1",
		"read('nothing')",
		"1 + 1")
	for i, want := range []string{
		`<1>:1:1: error: undefined: edti` + "\n    1 | edti('a')\n      | ^^^^\nhint: did you mean \"edit\"?\n",
		"", `did you mean "conifguration"?`, "hint: lines are numbered from 1", `did you mean "edit"?`, "", "",
		"<6>:2:15: error: ", "syntax: got '='", "return statement not within a function", "nothing", "2",
	} {
		assert.Contains(t, got[i], want)
	}
	assert.Contains(t, got[7], "f was called at <7>:2:6\n", "frames of earlier pieces")
	assert.Contains(t, got[7], "    return [1][x]\n", "and their lines")
}

func TestPiecesWork(t *testing.T) {
	_, got := typed(t, map[string]string{"a.txt": "one\n"}, "acquire('*')", "replace('a.txt', 'one', 'two').count", "read('a.txt')",
		"r = attempt(edit, 'a.txt', [{'find': 'no', 'replace': ''}])", "r.ok", "write()", "diff()")
	assert.Equal(t, []string{`["a.txt"]`, "1", `"two\n"`, "", "False", `["a.txt"]`, `""`}, got)
}

func TestPiecesLoad(t *testing.T) {
	files := map[string]string{"lib.star": "x = 1\ndef f():\n    return x\n", "bad.star": "y = undefind\n"}
	i, got := typed(t, files, "load('lib.star', 'f', own = 'x')", "f() + own", "f = 2", "load('no.star', 'x')", "load('bad.star', 'y')", "load('lib.star', 'nothing')")
	assert.Equal(t, []string{"", "2", ""}, got[:3])
	assert.Contains(t, got[3], "no.star: no such file")
	assert.Contains(t, got[4], "bad.star:1:5: error: undefined: undefind")
	assert.Contains(t, got[5], "lib.star defines no nothing")
	files["lib.star"] = "x = 7\n"
	_, err := i.Eval(context.Background(), "load('lib.star', 'x')")
	require.NoError(t, err)
	value, _ := i.Eval(context.Background(), "x")
	assert.Equal(t, "7", value, "a file that has changed is loaded again")
}

func TestPiecesAreBounded(t *testing.T) {
	i, _ := typed(t, nil)
	ctx, stop := context.WithCancel(context.Background())
	stop()
	_, err := i.Eval(ctx, "for i in range(1000000000):\n    pass")
	assert.ErrorContains(t, err, "interrupted")
	value, err := i.Eval(context.Background(), "'a' * 20000")
	require.NoError(t, err)
	assert.True(t, strings.HasSuffix(value, "... (3618 bytes more)"), value[len(value)-40:])
	_, err = i.Eval(context.Background(), "l = []\nfor _ in range(100000): l = [l]\n")
	require.NoError(t, err)
	value, err = i.Eval(context.Background(), "l")
	require.NoError(t, err)
	assert.Contains(t, value, "<list: ")
	i.options.MaxSteps = 1000
	_, err = i.Eval(context.Background(), "for i in range(1000000):\n    pass")
	assert.ErrorContains(t, err, "1000 steps")
	value, err = i.Eval(context.Background(), "1")
	require.NoError(t, err, "each piece has the steps anew")
	assert.Equal(t, "1", value)
}

func TestHelp(t *testing.T) {
	_, got := typed(t, nil, "help(edit)", "help('fs.edit')", "help(fs)", "help(len)", "help('a'.split)", "help(json.encode)", "help(math.acos)",
		"def f(a, b = [1], *c, d = None, **e):\n    \"\"\"Sums.\n\n    More.\n    \"\"\"", "help(f)", "help()", "help('x')", "help({})", "help(1)", "help(1, 2)")
	for i, want := range []string{"help: edit(path, edits)\n", "help: fs.edit(", "help: fs.apply_patch ", "help: len(x, /)", "help: split(sep=None", "help: json.encode(x, /)",
		"help: math.acos(x, /)", "", "help: f(a, b=[1], d=", "help: help(edit) shows", "help: a value of type string", "help: a value of type dict", "help: a value of type int", "got 2 arguments"} {
		assert.Contains(t, got[i], want)
	}
	assert.Contains(t, got[8], "*c, **e)\n\nSums.\n\nMore.")
}

func TestNamesOfPieces(t *testing.T) {
	i, _ := typed(t, nil, "x = 'a'", "def f(): pass", "1")
	assert.Equal(t, []string{"_", "f", "x"}, i.Names())
	assert.Contains(t, i.Members("x"), "upper")
	assert.Contains(t, i.Members("fs"), "edit")
	assert.Nil(t, i.Members("f"))
	assert.Nil(t, i.Members("nothing"))
}

// FuzzPieces runs any pieces: none may end in a fault of devstar, and what a piece gives can be shown.
func FuzzPieces(f *testing.F) {
	f.Add("x = 1\nx += 1\nx")
	f.Add("def f(y): return y + x\nx = 2\nf(x)\ndef x(): return f\nx()")
	f.Add("for x in range(3): pass\n(x, [y]) = 1, [2]\nif x: y = x\nlen = 1\nlen")
	f.Add("load('a.star', x = 'y')\nx\nhelp(x)\nhelp('fs')\n_ = 3\n_")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := runtime.New(runtime.Options{FS: fsbackend.NewMemory()})
		require.NoError(t, err)
		i := NewInteractive(s, Options{MaxSteps: 10000, Loader: shelves{"a.star": "y = 1\n"}}, func(string) {})
		for line := range strings.Lines(text) {
			value, err := i.Eval(context.Background(), line)
			if err != nil {
				e := err.(*runtime.Error)
				require.NotEqual(t, runtime.CodeInternal, e.Code, "%v", e)
				Explain(e, i.Text)
			}
			require.LessOrEqual(t, len(value), maxShown+100)
		}
		for _, name := range i.Names() {
			require.NotContains(t, name, earlier)
			i.Members(name)
		}
	})
}
