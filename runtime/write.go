package runtime

// This file brings the disk in line with the workspace: plan, ask, run the batch, keep the record.

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"devstar/fsbackend"
	"devstar/runtime/diagnostic"
	"devstar/workspace"
)

// WriteArgs say what to write; the zero value writes everything.
type WriteArgs struct {
	Paths       []string // by workspace path or by path on disk; nil for everything
	AllowErrors bool     // write although lint or check found errors
}

// Write brings the disk in line with the workspace and returns the paths written by this call, in execution order:
// destinations of renames, creations and modifications.
func (s *Session) Write(ctx context.Context, a WriteArgs) ([]string, error) {
	const step = "write"
	if err := live(ctx, step); err != nil {
		return nil, err
	}
	if bad := s.notes.blocking(); len(bad) > 0 && !a.AllowErrors {
		return nil, blockedError(bad)
	}
	ops, err := s.planWrite(ctx, a.Paths)
	if err != nil {
		return nil, wrap(ctx, step, "", err)
	}
	if len(ops) == 0 {
		s.notes.wrote()
		return []string{}, nil
	}
	batch := make([]fsbackend.Operation, len(ops))
	for i, op := range ops {
		batch[i] = operation(op)
	}
	e := s.writeEffect(ops)
	verified := s.verifies(e, batch)
	if err := s.ask(ctx, e); err != nil {
		return nil, err
	}
	written, err := s.publish(ctx, ops, batch)
	return written, sinceApproved(err, *verified)
}

func blockedError(bad Diagnostics) *Error {
	e := failed("write", bad[0].Path, ReasonErrors, "mend them and run lint or check again, or pass allow_errors=True",
		"%s found since the last write: %s: %s", plural(len(bad), "error"), bad[0].Engine, bad[0].Message)
	return e
}

func (s *Session) planWrite(ctx context.Context, patterns []string) ([]workspace.Op, error) {
	var sel *workspace.Selector
	if patterns != nil {
		picked, err := workspace.ParseSelector(patterns, nil)
		if err != nil {
			return nil, err
		}
		picked = picked.Resolve(s.isKnown)
		sel = &picked
	}
	return s.ws.Plan(sel, s.temporary)
}

// isKnown reports whether the workspace knows p, as a path of its own or as one on disk that it changes.
func (s *Session) isKnown(p workspace.Path) bool {
	_, gone := s.ws.Fate(p)
	return gone || s.isHeld(p)
}

const draws = 8 // tries for a free temporary name

// temporary draws the name of a rename temporary that is free in dir.
func (s *Session) temporary(dir string) (workspace.Path, error) {
	for range draws {
		p := workspace.Path(temporaryPrefix + s.random())
		if dir != "" && dir != "." {
			p = workspace.Path(dir) + "/" + p
		}
		kind, err := s.disk.Kind(p)
		if err != nil {
			return "", err
		}
		if kind == workspace.Absent {
			return p, nil
		}
	}
	return "", fmt.Errorf("no free name for a rename temporary in %q after %d tries", dir, draws)
}

// writeEffect builds the question about a planned write.
func (s *Session) writeEffect(ops []workspace.Op) *Effect {
	e := &Effect{Name: "write", Step: "write", Disk: true}
	touched := map[workspace.Path]bool{}
	for _, op := range ops {
		e.MayCreate = e.MayCreate || op.Kind == workspace.CreateOp || op.Kind == workspace.RenameOp
		if !op.Temp {
			touched[op.Path] = true
		}
		if op.Kind == workspace.RenameOp && !isTemporary(op.From) {
			touched[op.From] = true
		}
	}
	e.Paths = names(slices.Sorted(maps.Keys(touched)))
	e.files = func() []FileEffect { return s.unwrittenFiles(touched) }
	e.details = func() map[string]any {
		list := make([]any, len(ops))
		for i, op := range ops {
			list[i] = opData(op)
		}
		return map[string]any{"operations": list}
	}
	e.Message = fmt.Sprintf("write %s to disk: %s", plural(len(ops), "operation"), brief(e.Paths))
	return e
}

// unwrittenFiles lists what a write of the touched paths changes on disk.
func (s *Session) unwrittenFiles(touched map[workspace.Path]bool) []FileEffect {
	var out []FileEffect
	for _, c := range s.ws.Unwritten() {
		if touched[c.Path] || touched[c.Source] {
			out = append(out, fileEffect(c.Path, c.Source, c.Kind, c.Before, c.After))
		}
	}
	return out
}

const temporaryPrefix = ".dev-tools-rename-"

func isTemporary(p workspace.Path) bool {
	return strings.HasPrefix(path.Base(string(p)), temporaryPrefix)
}

// opData describes a disk operation with the hashes of the contents it starts from and leaves; the random part of a temporary
// is left out.
func opData(op workspace.Op) map[string]any {
	o := map[string]any{"operation": opNames[opKinds[op.Kind]], "path": stable(op.Path)}
	if op.Kind == workspace.RenameOp {
		o["from"] = stable(op.From)
	}
	if op.File != nil {
		o["sha256"] = hashOf(op.File)
		if op.Kind == workspace.CreateOp && op.File.Mode&0o111 != 0 {
			o["executable"] = true
		}
	}
	if op.Before != nil {
		o["before"] = hashOf(op.Before)
	}
	if op.Replaces != nil {
		o["replaces"] = hashOf(op.Replaces)
	}
	return o
}

func stable(p workspace.Path) string {
	if isTemporary(p) {
		return path.Join(path.Dir(string(p)), temporaryPrefix+"*")
	}
	return string(p)
}

func hashOf(f *workspace.File) string {
	sum := f.Sum
	if !f.Opaque {
		sum = sha256.Sum256([]byte(f.Text.String()))
	}
	return hex.EncodeToString(sum[:])
}

// publish runs the operations and keeps the record after each one.
func (s *Session) publish(ctx context.Context, ops []workspace.Op, batch []fsbackend.Operation) ([]string, error) {
	var wrote record
	defer s.ws.CountAhead()()
	err := fsbackend.Apply(ctx, s.fs, batch, fsbackend.BatchOptions{
		NoSync: s.noSync, LockTimeout: s.lockWait,
		Name: s.random,
		Done: func(i int) { s.ws.Done(ops[i]); wrote.add(ops[i]); s.did(batch[i]) },
		Warn: func(name, message string) { s.notes.warn("write", name, "%s", message) },
	})
	s.written.add(wrote.written.list...)
	if err != nil {
		return nil, s.writeError(ctx, err, wrote)
	}
	s.notes.wrote()
	return wrote.written.list, nil
}

// pathList is a list of paths in the order in which they first came, without repeats.
type pathList struct {
	list []string
	seen map[string]bool
}

func (l *pathList) add(paths ...string) {
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	for _, p := range paths {
		if !l.seen[p] {
			l.seen[p] = true
			l.list = append(l.list, p)
		}
	}
}

// record is what one write has done so far.
type record struct {
	written pathList
	deleted []string
}

func (r *record) add(op workspace.Op) {
	switch {
	case op.Temp, op.Kind == workspace.RemoveDirOp:
	case op.Kind == workspace.DeleteOp:
		r.deleted = append(r.deleted, string(op.Path))
	default:
		r.written.add(string(op.Path))
	}
}

// writeError says what is on disk after a failed batch.
func (s *Session) writeError(ctx context.Context, err error, done record) error {
	e, ok := wrap(ctx, "write", "", err).(*Error)
	if !ok {
		return err
	}
	var batch *fsbackend.BatchError
	if errors.As(err, &batch) {
		e.Path, e.Temporary = batch.Op.Name, batch.Temp
		e.Operation = opName(batch.Op)
	}
	e.Deleted = done.deleted
	return e
}

// OperationOf is the operation of a batch as results show it; the random part of a temporary is left out.
func OperationOf(op fsbackend.Operation) Operation {
	o := Operation{Operation: opNames[op.Kind], Path: stable(workspace.Path(op.Name))}
	if op.Kind == fsbackend.OpRename {
		o.From = stable(workspace.Path(op.From))
	}
	return o
}

var opNames = map[fsbackend.OpKind]string{fsbackend.OpRename: "rename", fsbackend.OpRemove: "delete",
	fsbackend.OpRemoveDir: "remove directory", fsbackend.OpCreate: "create", fsbackend.OpModify: "modify", fsbackend.OpMakeDir: "make directory"}

func opName(op fsbackend.Operation) string {
	if op.Kind == fsbackend.OpRename {
		return fmt.Sprintf("rename %s to %s", op.From, op.Name)
	}
	if op.Name == "" {
		return ""
	}
	return opNames[op.Kind] + " " + op.Name
}

var opKinds = map[workspace.OpKind]fsbackend.OpKind{workspace.RenameOp: fsbackend.OpRename, workspace.DeleteOp: fsbackend.OpRemove,
	workspace.RemoveDirOp: fsbackend.OpRemoveDir, workspace.CreateOp: fsbackend.OpCreate, workspace.ModifyOp: fsbackend.OpModify}

// operation translates an operation of the planner into one of the batch.
func operation(op workspace.Op) fsbackend.Operation {
	return fsbackend.Operation{Kind: opKinds[op.Kind], From: string(op.From), Name: string(op.Path),
		New: knownOf(op.File), Before: knownOf(op.Before), Replaces: knownOf(op.Replaces), Vacated: op.Vacated, Temp: op.Temp}
}

func knownOf(f *workspace.File) *fsbackend.Known {
	if f == nil {
		return nil
	}
	k := &fsbackend.Known{Opaque: f.Opaque, Sum: f.Sum, Size: f.Size, Mode: f.Mode, Link: string(f.Link)}
	if !f.Opaque {
		k.Data = f.Text.String()
		k.Size = int64(len(k.Data))
	}
	return k
}

// unwrittenNote is the warning for changes that stayed in memory.
func unwrittenNote(n int) Diagnostic {
	return Diagnostic{Severity: diagnostic.Warning, Rule: "unwritten", Message: plural(n, "file") + " changed in memory only: call write()"}
}
