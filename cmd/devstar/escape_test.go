package main

// This file tests what is shown of text that is not printable.

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestVisible(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"src/ä b.txt", "src/ä b.txt"},
		{"a\nb\tc", `a\nb\tc`},
		{"\x1b[2Jx", `\x1b[2Jx`},
		{"a\rb\x7f\x00", `a\rb\x7f\x00`},
		{"x\u202egnp.exe", `x\u202egnp.exe`},
		{"a\u200bb\u2066c\u00a0d\u0085", `a\u200bb\u2066c\u00a0d\u0085`},
		{"\U000e0041", `\U000e0041`},
		{"bad\xff\xefend", `bad\xff\xefend`},
		{"\ufffd", "\ufffd"},
	} {
		assert.Equal(t, c.want, visible(c.in))
	}
	assert.Equal(t, "a\n\tb\\x1b", visibleText("a\n\tb\x1b"))
}

func TestNothingInvisibleIsLeft(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := string(rapid.SliceOf(rapid.Byte()).Draw(t, "in"))
		out := visible(in)
		require.True(t, utf8.ValidString(out))
		for _, r := range out {
			require.True(t, unicode.IsPrint(r), "%q in %q", r, out)
		}
	})
}

func TestPrintedKeepsColoursOnly(t *testing.T) {
	var b bytes.Buffer
	text := "\x1b[31mred\x1b[0m\tx\x1b]0;title\x07\n"
	n, err := printed{&b}.Write([]byte(text))
	require.NoError(t, err)
	assert.Equal(t, len(text), n)
	assert.Equal(t, "\x1b[31mred\x1b[0m\tx"+`\x1b]0;title\x07`+"\n", b.String())
}

func TestColoured(t *testing.T) {
	for _, c := range []struct {
		env      string
		terminal bool
		want     bool
	}{
		{"", true, true},
		{"", false, false},
		{"NO_COLOR=1", true, false},
		{"CLICOLOR_FORCE=1", false, true},
		{"CLICOLOR_FORCE=0", false, false},
		{"NO_COLOR=1 CLICOLOR_FORCE=1", true, false},
		{"TERM=dumb", true, false},
	} {
		env := func(name string) string {
			for pair := range strings.FieldsSeq(c.env) {
				if k, v, _ := strings.Cut(pair, "="); k == name {
					return v
				}
			}
			return ""
		}
		assert.Equal(t, c.want, coloured(env, c.terminal), c)
	}
}
