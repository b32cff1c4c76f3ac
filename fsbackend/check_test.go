package fsbackend

// This file tests that Check says what Apply would say, and touches nothing.

import (
	"context"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
)

func TestCheckSaysWhatApplyWouldSay(t *testing.T) {
	m := NewMemory()
	require.NoError(t, afero.WriteFile(m, "a.txt", []byte("one"), 0o666))
	op := Operation{Kind: OpModify, Name: "a.txt", Before: &Known{Data: "one"}, New: &Known{Data: "two"}}
	require.NoError(t, Check(context.Background(), m, nil, -1))
	require.NoError(t, Check(context.Background(), m, []Operation{op}, -1))
	op.Before = &Known{Data: "zero"}
	checked := Check(context.Background(), m, []Operation{op}, -1)
	applied := Apply(context.Background(), m, []Operation{op}, BatchOptions{LockTimeout: -1})
	require.EqualError(t, checked, applied.Error())
	var e *BatchError
	require.ErrorAs(t, checked, &e)
	require.Equal(t, "changed_on_disk", e.Word)

	require.NoError(t, afero.WriteFile(m, JournalName, []byte("x"), 0o666))
	require.ErrorAs(t, Check(context.Background(), m, []Operation{op}, -1), &e)
	require.Equal(t, "interrupted_write", e.Word)
	left, err := afero.ReadDir(m, ".")
	require.NoError(t, err)
	require.Len(t, left, 2)
}
