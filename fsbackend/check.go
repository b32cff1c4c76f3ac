package fsbackend

// This file looks whether a batch could be run, for those who want to know before they ask anybody about it.

import (
	"context"
	"time"

	"github.com/spf13/afero"
)

// Check makes every check that Apply makes before it touches anything, and changes nothing: another writer is waited for as
// long as timeout says (as in BatchOptions), then come preflight and guard. The *BatchError is the one that Apply would give.
func Check(ctx context.Context, fsys afero.Fs, ops []Operation, timeout time.Duration) error {
	if len(ops) == 0 {
		return nil
	}
	b := &batch{fs: fsys, ops: ops}
	err := newWait(fsys, timeout).free(ctx)
	if err == nil {
		err = b.check(ctx)
	}
	if err != nil {
		return b.refused(err)
	}
	return nil
}
