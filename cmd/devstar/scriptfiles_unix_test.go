//go:build unix

package main

// This file shows that a name which is no file is refused instead of waited for.

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func TestScriptsAreRegularFiles(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "x_test.star")
	require.NoError(t, unix.Mkfifo(fifo, 0o600))
	for _, kind := range []scriptKind{testFiles, scriptFiles} {
		_, err := kind.in([]string{fifo})
		require.ErrorContains(t, err, "no regular file")
	}
}
