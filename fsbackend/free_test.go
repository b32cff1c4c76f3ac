package fsbackend

// This file tests waiting for a free tree.

import (
	"context"
	"errors"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
)

func TestFree(t *testing.T) {
	m := NewMemory()
	require.NoError(t, Free(context.Background(), m, -1))
	require.NoError(t, afero.WriteFile(m, JournalName, []byte("{\"devstar_journal\":1}\n"), 0o666))
	var e *BatchError
	require.True(t, errors.As(Free(context.Background(), m, -1), &e))
	require.Equal(t, "interrupted_write", e.Word)
	require.Contains(t, e.Hint(), "devstar recover")
}
