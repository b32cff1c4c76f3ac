package fsbackend

// This file tells those who only read whether a write is under way or was interrupted.

import (
	"context"
	"time"

	"github.com/spf13/afero"
)

// Free returns when no write is under way in the tree: another process that writes is waited for, as long as timeout says
// (0: ten seconds, below 0: not at all). A *BatchError with the word locked or interrupted_write says why it is not free.
func Free(ctx context.Context, fsys afero.Fs, timeout time.Duration) error {
	return newWait(fsys, timeout).free(ctx)
}
