package runtime

// This file runs an immediate operation: ask, carry out as one batch, let the workspace follow.

import (
	"context"
	"errors"
	"fmt"

	"devstar/fsbackend"
	"devstar/hunkengine"
	"devstar/workspace"
)

func (c *fsCall) parse(ctx context.Context, p workspace.Path, r fsbackend.FileRead) (workspace.File, error) {
	t, err := hunkengine.Parse(r.Data)
	if err != nil {
		return workspace.File{}, c.notText(ctx, p, err)
	}
	return workspace.File{Text: t, Mode: r.Info.Mode().Perm()}, nil
}

// notText names the file whose bytes are no text.
func (c *fsCall) notText(ctx context.Context, p workspace.Path, err error) error {
	var bad *hunkengine.EncodingError
	if errors.As(err, &bad) {
		bad.Path = c.name(p)
	}
	return wrap(ctx, c.step, c.name(p), err)
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
	c.s.verifies(e, ops)
	if err := c.s.ask(ctx, e); err != nil {
		return err
	}
	err := fsbackend.Apply(ctx, c.s.fs, ops, fsbackend.BatchOptions{
		NoSync: c.s.noSync, LockTimeout: c.s.lockWait,
		Name: c.s.random,
		Done: func(i int) { c.s.did(ops[i]) },
		Warn: func(name, message string) { c.s.notes.warn(c.step, name, "%s", message) },
	})
	if err == nil {
		return nil
	}
	var batch *fsbackend.BatchError
	wrapped := wrap(ctx, c.step, "", err)
	if own, ok := wrapped.(*Error); ok && errors.As(err, &batch) {
		c.stopped(ctx, own, batch)
	}
	return wrapped
}

// stopped completes the error of a batch, and lets the workspace follow what was done all the same.
func (c *fsCall) stopped(ctx context.Context, own *Error, batch *fsbackend.BatchError) {
	own.Operation, own.Temporary = opName(batch.Op), batch.Temp
	if batch.Op.Name != "" {
		own.Path = c.name(workspace.Path(batch.Op.Name))
	}
	sinceApproved(own, true)
	done := batch.Completed
	if batch.Unknown {
		done = append(done[:len(done):len(done)], batch.Op)
	}
	for _, op := range done {
		c.reloadAll(ctx, workspace.Path(op.Name))
		if op.Kind == fsbackend.OpRename {
			c.reloadAll(ctx, workspace.Path(op.From))
		}
	}
}

// reloadAll reloads what is held at and below p.
func (c *fsCall) reloadAll(ctx context.Context, p workspace.Path) {
	for _, q := range append(c.s.ws.Below(p), p) {
		if c.s.isHeld(q) {
			c.reload(ctx, q)
		}
	}
}

// reload makes what is on disk at p, a held file, what the workspace holds and knows to be there.
func (c *fsCall) reload(ctx context.Context, p workspace.Path) {
	if kind, err := c.s.disk.Kind(p); err == nil && kind != workspace.Regular {
		c.s.ws.Reload(p, nil)
		return
	}
	if f, err := c.load(context.WithoutCancel(ctx), p); err == nil {
		c.s.ws.Reload(p, &f)
	}
}

// load reads a regular file: its text, or its hash when it is no text or too large to be held.
func (c *fsCall) load(ctx context.Context, p workspace.Path) (workspace.File, error) {
	f, err := c.text(ctx, p)
	var kind *hunkengine.EncodingError
	var bound *fsbackend.BoundError
	if !errors.As(err, &kind) && !errors.As(err, &bound) {
		return f, err
	}
	e, err := c.entry(p)
	if err != nil {
		return workspace.File{}, err
	}
	return workspace.File{Opaque: true, Sum: e.known.Sum, Size: e.known.Size, Mode: e.known.Mode.Perm()}, nil
}

// follow makes f what the workspace holds and knows to be on disk at p, when p was acquired; nil means it is gone.
func (s *Session) follow(p workspace.Path, f *workspace.File) {
	if s.isHeld(p) {
		s.ws.Reload(p, f)
	}
}

// followMoves lets the workspace follow renames on disk of held files, from -> to; files may change places, and other
// names that they arrive at must be free. The renames are steps of the workspace, so that a file keeps its history; that the
// disk has followed is told name by name, so that it stays known when the steps are taken back.
func (s *Session) followMoves(moves map[workspace.Path]workspace.Path) error {
	draft := s.ws.Begin(nowhere{})
	parked := func(i int) workspace.Path { return workspace.Path(fmt.Sprintf("%s%d", parkedPrefix, i)) }
	order := sortedPaths(moves)
	for i, p := range order {
		if err := draft.Rename(p, parked(i)); err != nil {
			return err
		}
	}
	for i, p := range order {
		if err := draft.Rename(parked(i), moves[p]); err != nil {
			return err
		}
	}
	draft.Commit()
	for _, p := range order {
		s.ws.Reload(p, nil)
	}
	for _, p := range order {
		f, _ := s.ws.Get(moves[p])
		s.ws.Reload(moves[p], &f)
	}
	return nil
}

// parkedPrefix begins the names at which files wait in a draft while others take their places. No name on disk begins so.
const parkedPrefix = ".dev-tools-parked-"

// nowhere is a disk on which nothing is in the way: what a draft is checked against when the disk has moved already.
type nowhere struct{}

// Kind says that nothing is there.
func (nowhere) Kind(workspace.Path) (workspace.Kind, error) { return workspace.Absent, nil }

// Folds says no.
func (nowhere) Folds() bool { return false }
