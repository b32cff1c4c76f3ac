package starlib

// This file tests how the arguments of a run reach main.

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
	"devstar/runtime"
)

func runWith(t *testing.T, text string, o Options) (*runtime.Result, error) {
	t.Helper()
	s, err := runtime.New(runtime.Options{FS: fsbackend.NewMemory()})
	require.NoError(t, err)
	err = Run(context.Background(), s, Source{Name: "p.star", Text: []byte(text), Options: o})
	return s.Finish(err), err
}

func TestArgumentsReachMain(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		args []string
		data map[string]any
		want any
	}{
		"flags":                 {"def main(old, n=1, *, dry=True, from_=None):\n    return [old, n, dry, from_]\n", []string{"--old", "x", "--n=2", "--no-dry", "--from", "y"}, nil, []any{"x", int64(2), false, "y"}},
		"defaults":              {"def main(n=1, names=[\"a\"]):\n    return [n, names]\n", nil, nil, []any{int64(1), []any{"a"}}},
		"positional":            {"def main(old, mode=\"m\", *files):\n    return [old, mode, list(files)]\n", []string{"a.go", "--old=x", "b.go"}, nil, []any{"x", "m", []any{"a.go", "b.go"}}},
		"type of a constant":    {"LIMIT = 3\ndef main(limit=LIMIT):\n    return limit + 1\n", []string{"--limit=4"}, nil, int64(5)},
		"type of the doc":       {"def main(n):\n    \"\"\"X.\n\n    Args:\n      n (int): how many\n    \"\"\"\n    return n + 1\n", []string{"--n=4"}, nil, int64(5)},
		"data":                  {"def main(old, *files):\n    return [old, list(files)]\n", nil, map[string]any{"old": "x", "files": []any{"f"}}, []any{"x", []any{"f"}}},
		"no arguments, no main": {"x = 1\n", nil, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := runWith(t, c.text, Options{Args: c.args, Values: c.data})
			require.NoError(t, err)
			require.Equal(t, c.want, r.Value)
		})
	}
}

func TestArgumentsThatNobodyTakes(t *testing.T) {
	for text, want := range map[string]string{
		"x = 1\n":                          "it defines no main",
		"def main(a=1):\n    pass\nmain()": "its own code calls main (line 3)",
		"def main():\n    pass\n":          "unknown flag --a of the script",
	} {
		_, err := runWith(t, text, Options{Args: []string{"--a=1"}})
		var e *runtime.Error
		require.True(t, errors.As(err, &e))
		require.Contains(t, e.Message, want)
		require.True(t, e.Compiling())
		require.NotEmpty(t, e.Hint)
	}
}

func TestHelpNamesSummaryAndFlags(t *testing.T) {
	s, err := runtime.New(runtime.Options{FS: fsbackend.NewMemory()})
	require.NoError(t, err)
	p, err := Compile(s, Source{Name: "p.star", Text: []byte("\"\"\"Do a thing.\n\nMore.\n\"\"\"\ndef main(old):\n    pass\n")})
	require.NoError(t, err)
	require.Equal(t, "Do a thing.\n\nUsage:\n  devstar run [flags] p.star --old STR\n\nScript flags:\n  --old STR  (required)\n", p.Help())
}
