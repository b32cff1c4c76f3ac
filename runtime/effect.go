package runtime

// This file defines effects, the questions that are asked before anything is done, and the gate that answers them.

import (
	"context"

	"devstar/workspace"
)

// Origin is the place of a call in a script; the zero value is unknown.
type Origin struct {
	File         string
	Line, Column int
}

type originKey struct{}

// WithOrigin returns a context that carries the place of the call about to be made.
func WithOrigin(ctx context.Context, o Origin) context.Context {
	return context.WithValue(ctx, originKey{}, o)
}

// OriginOf returns the place of the call that a context carries.
func OriginOf(ctx context.Context) Origin {
	o, _ := ctx.Value(originKey{}).(Origin)
	return o
}

// Effect is a question about one thing that is about to be done, asked when all that can be checked has been checked.
// It must not be changed: the operation has its own copy of everything.
type Effect struct {
	Name      string // acquire, read, edit, apply_patch, write, format, lint, check
	Step      string // the builtin that raised it
	Message   string // one line for people
	Origin    Origin
	Paths     []string // relative to the root, sorted
	Patterns  []string // acquire: as written
	MayCreate bool
	Files     []FileEffect   // edit, apply_patch: before and after
	Disk      []workspace.Op // write: the disk operations in order
	Details   map[string]any // further data by effect: edits, ranges, engines
}

// FileEffect is one file of an effect; Before and After are whole texts, nil where the file is absent or opaque.
type FileEffect struct {
	Path, Source  string
	Kind          string // modified, added, deleted, renamed
	Before, After *string
}

// Gate answers effects. nil lets it happen; an *Error with code declined refuses it.
type Gate interface {
	Ask(ctx context.Context, e *Effect) error
}

// GateFunc is a function that is a Gate.
type GateFunc func(ctx context.Context, e *Effect) error

// Ask calls the function.
func (f GateFunc) Ask(ctx context.Context, e *Effect) error { return f(ctx, e) }

// Approve is the gate that lets everything happen.
var Approve Gate = GateFunc(func(context.Context, *Effect) error { return nil })

// ask raises an effect: cancellation first, then the gate.
func (s *Session) ask(ctx context.Context, e *Effect) error {
	if err := live(ctx, e.Step); err != nil {
		return err
	}
	e.Origin = OriginOf(ctx)
	return wrap(ctx, e.Step, "", s.gate.Ask(ctx, e))
}

// deltaEffect builds the question about a computed but uncommitted change.
func deltaEffect(name, step string, d workspace.Delta) *Effect {
	e := &Effect{Name: name, Step: step, Paths: names(d.Touched)}
	for _, f := range d.Files {
		e.MayCreate = e.MayCreate || f.Before == nil || f.Source != ""
		e.Files = append(e.Files, FileEffect{Path: string(f.Path), Source: string(f.Source), Kind: f.Kind,
			Before: textOf(f.Before), After: textOf(f.After)})
	}
	e.Message = step + " " + brief(e.Paths)
	return e
}

func textOf(f *workspace.File) *string {
	if f == nil || f.Opaque {
		return nil
	}
	s := f.Text.String()
	return &s
}
