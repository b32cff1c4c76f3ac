package main

// This file shows that a file which was changed meanwhile is not rewritten.

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAFileThatWasChangedStays(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.star")
	require.NoError(t, os.WriteFile(name, []byte("theirs"), 0o644))
	require.ErrorContains(t, rewriteFile(name, []byte("read"), []byte("new")), "changed since it was read")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "theirs", string(text))
	require.NoError(t, rewriteFile(name, []byte("theirs"), []byte("new")))
	text, err = os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "new", string(text))
	require.ErrorContains(t, rewriteFile(filepath.Join(t.TempDir(), "none"), nil, nil), "no such file")
}
