package hunkengine_test

// This file checks that parts of a text are those of its normal form.

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"devstar/hunkengine"
)

func TestSliceIsAPartOfNormal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.StringOfN(rapid.SampledFrom([]rune("ab\r\n\ufeffé")), 0, 30, -1).Draw(t, "raw")
		text, err := hunkengine.ParseString(raw)
		require.NoError(t, err)
		normal := text.Normal()
		start := rapid.IntRange(0, len(normal)).Draw(t, "start")
		end := rapid.IntRange(start, len(normal)).Draw(t, "end")
		require.Equal(t, normal[start:end], text.Slice(start, end))
	})
}

func TestSliceOutsideIsCut(t *testing.T) {
	text, err := hunkengine.ParseString("a\r\nb")
	require.NoError(t, err)
	require.Equal(t, "a\nb", text.Slice(-5, 99))
	require.Empty(t, text.Slice(2, 1))
	require.Empty(t, hunkengine.Text{}.Slice(0, 1))
}
