package runtime

// This file takes workspace, reads and labels back when a part of a plan fails.

import (
	"errors"
	"maps"
)

// Attempt runs do. When it fails with an error that may be caught, workspace, reads and labels are as before the call, and so is
// what engines found;
// what was written to disk stays, and is known. The error is returned as it is.
func (s *Session) Attempt(do func() error) error {
	save, reads, notes := s.ws.Save(), maps.Clone(s.reads), s.notes
	err := do()
	var own *Error
	if errors.As(err, &own) && own.Catchable() {
		s.ws.Restore(save)
		s.reads, s.notes = reads, s.notes.back(notes)
	}
	return err
}
