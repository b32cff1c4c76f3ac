//go:build unix

package main

// This file tests a conversation whose input or output is odd.

import (
	"bufio"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"devstar/starlib/repl"
)

func TestPiecesThatAreNoText(t *testing.T) {
	for text, want := range map[string]string{
		"x = '\xff'\n2\n": "piece:1:6: error: the text is not UTF-8: there is a byte 0xff\nhint: save it as UTF-8\n",
		"x = 1\x00\n2\n":  "piece:1:6: error: the text is not UTF-8: there is a byte 0x00\nhint: save it as UTF-8\n",
	} {
		code, out, errs := devstar(t, text, "repl")
		assert.Equal(t, exitFailed, code)
		assert.Equal(t, "2\n", out)
		assert.Equal(t, want, errs)
	}
	code, out, errs := devstar(t, "\ufeff1 + 1\r\n'\u202e'", "repl")
	assert.Equal(t, exitOK, code, errs)
	assert.Equal(t, "2\n\"\\u202e\"\n", out)
}

func TestALineWithoutEnd(t *testing.T) {
	_, err := boundedLine(bufio.NewReader(endless{}))
	require.ErrorContains(t, err, "a line has more than 67108864 bytes")
	line, err := boundedLine(bufio.NewReaderSize(strings.NewReader(strings.Repeat("y", 100)+"\nz"), 16))
	require.NoError(t, err)
	assert.Len(t, line, 101)
	r := repl.Reader{Lines: newPlainLines(strings.NewReader("x = (\n"+strings.Repeat(strings.Repeat("y", 1<<20)+"\n", 65)), nil)}
	_, err = r.Piece(t.Context())
	assert.ErrorContains(t, err, "a piece has more than 67108864 bytes")
}
