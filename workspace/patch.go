package workspace

// Patch: the operations of an envelope, applied to a draft in order.

import (
	"errors"
	"fmt"

	"devstar/hunkengine"
)

// Patch applies the operations of an envelope in order; each sees what the earlier ones did. Errors: as of Create, Rename, Delete and
// SetText, *PathError, and *hunkengine.MismatchError with the path and the unit filled in.
func (d *Draft) Patch(e hunkengine.Envelope) (err error) {
	defer d.note(&err)
	ahead := d.applyAhead(e.Operations)
	for i, op := range e.Operations {
		if err := d.section(op, ahead[i]); err != nil {
			return inPatch(err, op.Source)
		}
	}
	return nil
}

// applied is a text and what its hunks made of it.
type applied struct {
	from, to hunkengine.Text
	err      error
	done     bool
}

// applyAhead applies the hunks of every section to the text that its file has now, on all processors. Where an earlier
// section changes that text first, the outcome is not used.
func (d *Draft) applyAhead(ops []hunkengine.Operation) []applied {
	out := make([]applied, len(ops))
	each(len(ops), func() func(int) {
		return func(i int) { out[i] = d.ahead(ops[i]) }
	})
	return out
}

func (d *Draft) ahead(op hunkengine.Operation) applied {
	p, err := ParsePath(op.Path)
	if err != nil || len(op.Hunks) == 0 {
		return applied{}
	}
	f, held := d.state.get(p)
	if !held || f.Opaque {
		return applied{}
	}
	to, err := hunkengine.Apply(f.Text, op.Hunks)
	return applied{f.Text, to, err, true}
}

// section applies one operation of an envelope.
func (d *Draft) section(op hunkengine.Operation, ahead applied) error {
	p, err := ParsePath(op.Path)
	if err != nil {
		return err
	}
	switch op.Kind {
	case hunkengine.AddFile:
		t, err := hunkengine.ParseString(op.Content)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		return d.create(p, textFile(t, newMode))
	case hunkengine.DeleteFile:
		return d.delete(p)
	}
	return d.update(p, op, ahead)
}

// update applies hunks, and then moves the file. The move is checked on its own, so a file without hunks may be opaque.
func (d *Draft) update(p Path, op hunkengine.Operation, ahead applied) error {
	if len(op.Hunks) > 0 {
		if err := d.applyHunks(p, op.Hunks, ahead); err != nil {
			return err
		}
	}
	if op.MoveTo == "" {
		return nil
	}
	to, err := ParsePath(op.MoveTo)
	if err != nil {
		return err
	}
	return d.rename(p, to)
}

func (d *Draft) applyHunks(p Path, hunks []hunkengine.Hunk, ahead applied) error {
	e, err := d.text(p)
	if err != nil {
		return err
	}
	t, err := ahead.to, ahead.err
	if !ahead.done || ahead.from.String() != e.file.Text.String() {
		t, err = hunkengine.Apply(e.file.Text, hunks)
	}
	if mismatch, ok := errors.AsType[*hunkengine.MismatchError](err); ok {
		mismatch.Path, mismatch.Unit = string(p), "hunk"
	}
	if err != nil {
		return err
	}
	return d.setText(p, e, t, len(hunks))
}
