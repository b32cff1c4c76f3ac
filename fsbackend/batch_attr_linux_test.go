package fsbackend

// This file shows that a batch keeps what belongs to a file and not to its content, on a real disk.

import (
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func TestABatchKeepsExtendedAttributes(t *testing.T) {
	dir := t.TempDir()
	root, err := NewRoot(dir)
	require.NoError(t, err)
	defer root.Close()
	require.NoError(t, os.WriteFile(dir+"/f", []byte("old"), 0o640))
	set := unix.Setxattr(dir+"/f", "user.note", []byte("mine"), 0)
	if errors.Is(set, unix.ENOTSUP) {
		t.Logf("the file system of %s has no extended attributes: there are none to lose", dir)
		set = nil
	}
	require.NoError(t, set)
	before := make([]byte, 16)
	had, _ := unix.Getxattr(dir+"/f", "user.note", before)

	warnings := applied(t, root, Operation{Kind: OpModify, Name: "f", New: known("new"), Before: known("old")})

	assert.Empty(t, warnings)
	text, err := os.ReadFile(dir + "/f")
	require.NoError(t, err)
	assert.Equal(t, "new", string(text))
	after := make([]byte, 16)
	has, _ := unix.Getxattr(dir+"/f", "user.note", after)
	assert.Equal(t, string(before[:max(had, 0)]), string(after[:max(has, 0)]))
}
