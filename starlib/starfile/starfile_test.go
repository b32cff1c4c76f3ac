package starfile

// This file tests layout and findings, and that layout changes nothing but layout.

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"devstar/runtime/diagnostic"
	"devstar/runtime/engine"
)

func run(t *testing.T, tool engine.Tool, path, text string) (string, diagnostic.List) {
	r, err := tool.Run(context.Background(), &engine.Request{Engine: "e", Files: []engine.File{{Path: path, Text: text}}})
	require.NoError(t, err)
	if out, ok := r.Changed[path]; ok {
		text = out
	}
	return text, r.Diagnostics
}

func TestFormat(t *testing.T) {
	for name, c := range map[string]struct{ in, want, note string }{
		"blanks":     {"x=1\nfor p in files( ):\n  print(p,x)\n", "x = 1\nfor p in files():\n    print(p, x)\n", ""},
		"CRLF":       {"x=1\r\ny = 2\r\n", "x = 1\r\ny = 2\r\n", ""},
		"comments":   {"# a\nx = [1,2] # b\n", "# a\nx = [1, 2]  # b\n", ""},
		"load order": {"load(\"b.star\", \"z\", \"a\")\n", "load(\"b.star\", \"z\", \"a\")\n", ""},
		"tabs":       {"if True:\n\tx = 1\n", "if True:\n\tx = 1\n", "left as it is: buildtools cannot read it"},
	} {
		t.Run(name, func(t *testing.T) {
			got, notes := run(t, Engine("e").Formats.Tool, "a.star", c.in)
			assert.Equal(t, c.want, got)
			if c.note == "" {
				assert.Empty(t, notes)
				return
			}
			require.Len(t, notes, 1)
			assert.Contains(t, notes[0].Message, c.note)
		})
	}
	_, err := Engine("e").Formats.Tool.Run(context.Background(), &engine.Request{Engine: "e", Files: []engine.File{{Path: "a.star", Text: "x = = 1\n"}}})
	assert.ErrorContains(t, err, "a.star cannot be formatted: a.star:1:5: got '=', want primary expression")
}

func TestLint(t *testing.T) {
	_, found := run(t, Engine("e").Lints.Tool, "a.star", "acquire(\"**\")\nprint(undefind)\nx = y\n")
	assert.Equal(t, diagnostic.List{
		{Path: "a.star", Severity: diagnostic.Error, Rule: "resolve", Line: 2, Column: 7, Message: "undefined: undefind"},
		{Path: "a.star", Severity: diagnostic.Error, Rule: "resolve", Line: 3, Column: 5, Message: "undefined: y"},
	}, found)
	_, found = run(t, Engine("e").Lints.Tool, "a.star", "def f(:\n")
	assert.Equal(t, "syntax", found[0].Rule)
	_, found = run(t, Engine("e").Lints.Tool, "a_test.star", "def test_a():\n    assert.eq(1, fixture({}))\n")
	assert.Empty(t, found)
}

func TestShape(t *testing.T) {
	for in, other := range map[string]string{"x = (1)": "x = 1 ", "x = 1 # c": "x = 1", "f(a, b)": "f(\n  a,\n  b,\n)"} {
		a, err := parse("a", in)
		require.NoError(t, err)
		b, err := parse("b", other)
		require.NoError(t, err)
		assert.Equal(t, shape(a), shape(b), in)
	}
	for in, other := range map[string]string{"x = 1": "x = 2", "x = 1 - 2": "x = 1 + 2", "f(a, b)": "f(b, a)", "x = 'a'": "x = 'b'", "x += 1": "x -= 1", "x = -1": "x = +1", "x = a.b": "x = b.a", "f(a)(b)": "f(a, b)"} {
		a, _ := parse("a", in)
		b, _ := parse("b", other)
		assert.NotEqual(t, shape(a), shape(b), in)
	}
}

// TestScriptsOfTheProject runs the engine over every script here: none may fail, and layout must be stable.
func TestScriptsOfTheProject(t *testing.T) {
	scripts, err := filepath.Glob("../../scripts/*/*.star")
	require.NoError(t, err)
	require.NotEmpty(t, scripts)
	for _, file := range scripts {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		once, notes := run(t, Engine("e").Formats.Tool, file, string(text))
		assert.Empty(t, notes, file)
		twice, _ := run(t, Engine("e").Formats.Tool, file, once)
		assert.Equal(t, once, twice, file)
		_, found := run(t, Engine("e").Lints.Tool, file, string(text))
		assert.Empty(t, found, file)
	}
}

func TestLayoutsSettle(t *testing.T) {
	for _, text := range []string{"x = a \\\n  # c\n", "for i in range( # rc\n 3 ): # fc\n    pass\n"} {
		once, why, err := Format("a.star", text)
		require.NoError(t, err)
		require.Empty(t, why)
		twice, _, err := Format("a.star", once)
		require.NoError(t, err)
		require.Equal(t, once, twice)
	}
}
