package repl

// This file tests how lines become pieces, and the completion of names.

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// script is lines that come from nowhere; one that begins with ^ was pasted, one that is ^C interrupts.
type script struct {
	lines   []string
	prompts string
}

func (s *script) Line(_ context.Context, prompt, _ string) (string, bool, error) {
	s.prompts += prompt[:1]
	if len(s.lines) == 0 {
		return "", false, io.EOF
	}
	line := s.lines[0]
	s.lines = s.lines[1:]
	if line == "^C" {
		return "", false, ErrInterrupt
	}
	rest, pasted := strings.CutPrefix(line, "^")
	return rest, pasted, nil
}

func TestPieces(t *testing.T) {
	for _, c := range []struct {
		typed bool
		lines string
		want  []string
	}{
		{false, "a\nb", []string{"a\n", "b\n"}},
		{true, "a\nb", []string{"a\n", "b\n"}},
		{true, "def f():\n  a\n\nb", []string{"def f():\n  a\n", "b\n"}},
		{false, "def f():\n  a\n\n  b\n# c\nd", []string{"def f():\n  a\n\n  b\n# c\n", "d\n"}},
		{false, "if x:\n  a\nelse:\n  b\nfor x in y: pass\nz", []string{"if x:\n  a\nelse:\n  b\n", "for x in y: pass\n", "z\n"}},
		{true, "if x: a\nelse: b\n\nz", []string{"if x: a\nelse: b\n", "z\n"}},
		{true, "x = (\n\nword\n)\ny", []string{"x = (\n\nword\n)\n", "y\n"}},
		{true, "x = '''\n\n'''", []string{"x = '''\n\n'''\n"}},
		{true, "^def f():\n^  a\n^\n^  b\n\nc", []string{"def f():\n  a\n\n  b\n", "c\n"}},
		{true, "def f():\n^C\na", []string{"^C", "a\n"}},
		{true, "x = (", []string{"x = (\n"}},
		{false, "def f():", []string{"def f():\n"}},
		{true, "\n  \n", []string{"\n", "  \n", "\n"}},
		{false, "def f(\n  a):\n  b\nc", []string{"def f(\n  a):\n  b\n", "c\n"}},
	} {
		r := &Reader{Lines: &script{lines: strings.Split(c.lines, "\n")}, Typed: c.typed}
		var got []string
		for {
			piece, err := r.Piece(context.Background())
			if err == ErrInterrupt {
				piece, err = "^C", nil
			}
			if err != nil {
				require.Equal(t, io.EOF, err)
				break
			}
			got = append(got, piece)
		}
		assert.Equal(t, c.want, got, "%q", c.lines)
	}
	s := &script{lines: []string{"f(", ")", "x"}}
	r := &Reader{Lines: s, Typed: true}
	r.Piece(context.Background())
	r.Piece(context.Background())
	assert.Equal(t, ">.>", s.prompts)
}

func TestLeaves(t *testing.T) {
	for text, want := range map[string]bool{"exit\n": true, "quit()\n": true, " exit() ": true, "exit(1)": false, "x": false, "": false} {
		assert.Equal(t, want, Leaves(text), text)
	}
}

// names is a scope.
type names map[string][]string

func (n names) Names() []string              { return []string{"own_name", "édition"} }
func (n names) Members(name string) []string { return n[name] }

func TestComplete(t *testing.T) {
	scope := names{"own_name": {"field", "other"}}
	for text, want := range map[string]string{
		"acq":                        "acq: acquire acquired",
		"x = own":                    "own: own_name",
		"own_name.":                  ": field other",
		"own_name.f":                 "f: field",
		"fs.m":                       "m: mkdir move",
		"acquire('a', binary='sk":    "sk: skip",
		"acquire('a', mis":           "mis: missing_ok=",
		"def f(arg):\n    return ar": "ar: arg",
		"x = 'acq":                   "acq:",
		"# acq":                      ":",
		"é":                          "é: édition",
		"nothing_like_it":            "nothing_like_it:",
	} {
		list, written := Complete(text, scope, nil)
		assert.Equal(t, want, strings.TrimSuffix(written+": "+strings.Join(list, " "), " "), text)
	}
	assert.Equal(t, "acquire", Common([]string{"acquire", "acquired"}))
	assert.Equal(t, "a", Common([]string{"aé", "aè"}), "characters stay whole")
	assert.Equal(t, "", Common(nil))
}
