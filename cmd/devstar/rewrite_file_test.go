package main

// This file shows when a file is rewritten, and what stays of it.

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRewriteFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.star")
	var said bytes.Buffer
	v := &invocation{console: console{err: &said}}
	rewrite := func(name, before, after string) error {
		return v.rewriteFile(context.Background(), name, []byte(before), []byte(after))
	}
	is := func(want string) {
		t.Helper()
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Equal(t, want, string(text))
	}
	require.NoError(t, os.WriteFile(name, []byte("theirs"), 0o640))

	require.ErrorContains(t, rewrite(name, "read", "new"), "changed on disk")
	is("theirs")
	require.NoError(t, rewrite(name, "theirs", "new"))
	is("new")
	info, err := os.Stat(name)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o640), info.Mode())
	assert.Empty(t, said.String())

	require.NoError(t, os.Link(name, filepath.Join(dir, "b.star")))
	require.NoError(t, rewrite(name, "new", "newer"))
	assert.Contains(t, said.String(), "hard links")
	is("newer")

	require.NoError(t, os.Symlink("a.star", filepath.Join(dir, "link.star")))
	require.NoError(t, rewrite(filepath.Join(dir, "link.star"), "newer", "newest"))
	is("newest")
	target, err := os.Readlink(filepath.Join(dir, "link.star"))
	require.NoError(t, err)
	assert.Equal(t, "a.star", target)
	require.ErrorContains(t, rewrite(filepath.Join(dir, "none"), "", ""), "no such file")
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 3, "nothing else is left")
}
