package runtime

// This file compares the disk with what a question shows: before it is asked, and in words when it has changed afterwards.

import (
	"context"
	"errors"

	"devstar/fsbackend"
)

// verifies gives an effect the check whether its operations can be done. The flag says afterwards whether it was made.
func (s *Session) verifies(e *Effect, ops []fsbackend.Operation) *bool {
	made := false
	e.check = func(ctx context.Context) error {
		err := wrap(ctx, e.Step, "", fsbackend.Check(ctx, s.fs, ops, s.lockWait))
		made = err == nil
		return err
	}
	return &made
}

// sinceApproved says of a failed write that the disk was as the question showed it when the question was asked.
func sinceApproved(err error, verified bool) error {
	var own *Error
	var batch *fsbackend.BatchError
	if verified && errors.As(err, &own) && errors.As(err, &batch) && batch.Word == "changed_on_disk" {
		own.Message += "; it changed since it was approved"
	}
	return err
}
