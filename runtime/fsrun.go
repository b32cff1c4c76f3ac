package runtime

// This file runs an immediate operation: ask, carry out as one batch, let the workspace follow.

import (
	"context"
	"errors"

	"devstar/fsbackend"
	"devstar/hunkengine"
	"devstar/workspace"
)

func (c *fsCall) parse(ctx context.Context, p workspace.Path, r fsbackend.FileRead) (workspace.File, error) {
	t, err := hunkengine.Parse(r.Data)
	if err != nil {
		return workspace.File{}, wrap(ctx, c.step, c.name(p), err)
	}
	return workspace.File{Text: t, Mode: r.Info.Mode().Perm()}, nil
}

// effect is the question about the operation.
func (c *fsCall) effect(message string, paths []workspace.Path, data map[string]any) *Effect {
	return &Effect{Name: c.step, Step: c.step, Message: message, Paths: names(paths), Disk: true, details: fixed(data)}
}

// run asks and then carries out the operations as one batch.
func (c *fsCall) run(ctx context.Context, e *Effect, ops []fsbackend.Operation) error {
	if err := c.s.ready(ctx, c.step); err != nil {
		return err
	}
	if err := c.s.ask(ctx, e); err != nil {
		return err
	}
	err := fsbackend.Apply(ctx, c.s.fs, ops, fsbackend.BatchOptions{
		NoSync: c.s.noSync, LockTimeout: c.s.lockWait,
		Name: c.s.random,
		Warn: func(name, message string) { c.s.notes.warn(c.step, name, "%s", message) },
	})
	if err == nil {
		return nil
	}
	var batch *fsbackend.BatchError
	wrapped := wrap(ctx, c.step, "", err)
	if own, ok := wrapped.(*Error); ok && errors.As(err, &batch) {
		own.Path, own.Operation, own.Temporary = c.name(workspace.Path(batch.Op.Name)), opName(batch.Op), batch.Temp
		if batch.Word == "changed_on_disk" {
			own.Message += "; it changed since it was approved"
		}
	}
	return wrapped
}

// follow makes f what the workspace holds and knows to be on disk at p, when p was acquired; nil means it is gone.
func (s *Session) follow(p workspace.Path, f *workspace.File) {
	if s.isHeld(p) {
		s.ws.Reload(p, f)
	}
}

// followMove lets the workspace follow a rename on disk of a file or a directory.
func (s *Session) followMove(from, to workspace.Path) error {
	draft := s.ws.Begin(nowhere{})
	if s.isHeld(to) {
		if err := draft.Delete(to); err != nil {
			return err
		}
	}
	moved := map[workspace.Path]workspace.Path{}
	if s.isHeld(from) {
		moved[from] = to
	}
	for _, p := range draft.Below(from) {
		moved[p] = to + p[len(from):]
	}
	for _, p := range sortedPaths(moved) {
		if err := draft.Rename(p, moved[p]); err != nil {
			return err
		}
	}
	draft.Commit()
	for _, p := range sortedPaths(moved) {
		s.ws.Done(workspace.Op{Kind: workspace.RenameOp, From: p, Path: moved[p]})
	}
	return nil
}

// nowhere is a disk on which nothing is in the way: what a draft is checked against when the disk has moved already.
type nowhere struct{}

// Kind says that nothing is there.
func (nowhere) Kind(workspace.Path) (workspace.Kind, error) { return workspace.Absent, nil }

// Folds says no.
func (nowhere) Folds() bool { return false }
