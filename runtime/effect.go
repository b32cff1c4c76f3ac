package runtime

// This file defines effects: the questions that are asked before anything is done.

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"devstar/hunkengine"
	"devstar/workspace"
)

// Origin is the place of a call in a script; the zero value is unknown.
type Origin struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
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
// Whoever is asked must not change it: the operation has its own copy of everything.
type Effect struct {
	Name      string // acquire, read, edit, apply_patch, write, format, lint, check, fs.edit, ...
	Step      string // the builtin that raised it
	Message   string // one line for people
	Origin    Origin
	Paths     []string // relative to the root, sorted
	MayCreate bool
	Disk      bool    // it changes the disk
	Script    Verdict // what the script's handlers said

	files   func() []FileEffect   // what changes; nil for nothing known
	below   []string              // names inside of directories that are touched, both ends of moves
	details func() map[string]any // data beside the common fields; nil for none
	check   func(context.Context) error
	serial  func(digest string) int // numbers equal effects of a run
	id      string
}

// FileEffect is one file of an effect; Before and After are whole texts, nil where the file is absent or opaque.
type FileEffect struct {
	Path, Source  string
	Kind          string // modified, added, deleted, renamed
	Before, After *string
	Opaque        [2]string      // SHA-256 in hex of what is no text, before and after
	Modes         [2]fs.FileMode // permissions, before and after
}

func fileEffect(path, source workspace.Path, kind string, before, after *workspace.File) FileEffect {
	return FileEffect{Path: string(path), Source: string(source), Kind: kind, Before: textOf(before), After: textOf(after),
		Opaque: [2]string{opaqueHash(before), opaqueHash(after)}, Modes: [2]fs.FileMode{modeOf(before), modeOf(after)}}
}

func modeOf(f *workspace.File) fs.FileMode {
	if f == nil {
		return 0
	}
	return f.Mode
}

func opaqueHash(f *workspace.File) string {
	if f == nil || !f.Opaque {
		return ""
	}
	return hashOf(f)
}

// Files returns what changes, where that is known: the source of Diff.
func (e *Effect) Files() []FileEffect {
	if e.files == nil {
		return nil
	}
	return e.files()
}

// Reach returns every name that is touched: the paths, and for whole directories what is in them, at both ends of a move.
func (e *Effect) Reach() []string {
	if len(e.below) == 0 {
		return e.Paths
	}
	return append(slices.Clone(e.Paths), e.below...)
}

// Data returns what a handler, a policy or a record sees of the effect beside its common fields.
func (e *Effect) Data() map[string]any {
	data := map[string]any{"paths": anyStrings(e.Paths)}
	if e.details != nil {
		maps.Copy(data, e.details())
	}
	switch e.Name {
	case "edit", "apply_patch", "fs.apply_patch":
		data["files"] = fileData(e.Files())
	}
	if e.Name == "apply_patch" || e.Name == "write" || e.Name == "format" || e.Name == "lint" || e.Name == "check" {
		data["may_create"] = e.MayCreate
	}
	return data
}

func fileData(files []FileEffect) []any {
	out := make([]any, len(files))
	for i, f := range files {
		out[i] = map[string]any{"path": f.Path, "kind": f.Kind, "source": textOrNil(f.Source), "before": derefText(f.Before), "after": derefText(f.After)}
		if f.Opaque != [2]string{} {
			out[i].(map[string]any)["opaque"] = anyStrings(f.Opaque[:])
		}
	}
	return out
}

func textOrNil(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func derefText(s *string) any {
	if s == nil {
		return nil
	}
	return *s
}

func anyStrings(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// ID returns the digest of the effect and its data, contents before and after included, and its number among equal ones
// of the run: 32 hexadecimal digits, a dash, the number from 1. The same effect of the same plan over the same tree has the
// same ID in every run, and so many digits that nobody can make another effect with the same one.
func (e *Effect) ID() string {
	if e.id == "" {
		text, _ := json.Marshal(map[string]any{"effect": e.Name, "data": e.Data(), "files": fileData(e.Files())}) // plain values always encode
		sum := sha256.Sum256(text)
		digest := hex.EncodeToString(sum[:16])
		n := 1
		if e.serial != nil {
			n = e.serial(digest)
		}
		e.id = fmt.Sprintf("%s-%d", digest, n)
	}
	return e.id
}

// Verify looks whether the effect can still happen: everything it is about must be on disk as the question shows it. Whoever
// asks a person calls it first, so that nobody is asked about what cannot be done.
func (e *Effect) Verify(ctx context.Context) error {
	if e.check == nil {
		return nil
	}
	return e.check(ctx)
}

// Describe makes an effect that belongs to no session, to ask what a gate would say of it. data is what Data returns beside
// the paths; nil is nothing.
func Describe(name string, paths []string, data map[string]any) *Effect {
	disk := strings.HasPrefix(name, "fs.") || name == "write"
	return &Effect{Name: name, Step: name, Paths: paths, Disk: disk, details: fixed(data), Message: name + " " + brief(paths)}
}

// Diff returns the unified diff of what the effect changes, with the headers of git: "" where it is about no single files.
func (e *Effect) Diff() string {
	var b strings.Builder
	for _, f := range e.Files() {
		b.WriteString(diffOf(f))
	}
	return b.String()
}

func diffOf(f FileEffect) string {
	oldName := cmp.Or(f.Source, f.Path)
	before := side(oldName, f.Kind != workspace.Added, f.Before, f.Opaque[0], f.Modes[0])
	after := side(f.Path, f.Kind != workspace.Deleted, f.After, f.Opaque[1], f.Modes[1])
	return hunkengine.GitDiff(before, after)
}

// side is one side of a file in a diff; nil where it is absent.
func side(name string, there bool, text *string, opaque string, mode fs.FileMode) *hunkengine.GitSide {
	if !there {
		return nil
	}
	s := &hunkengine.GitSide{Name: name, Mode: 0o100644, Text: opaque, Binary: opaque != ""}
	if text != nil {
		s.Text = *text
	}
	if mode&0o100 != 0 {
		s.Mode = 0o100755
	}
	return s
}

// deltaEffect builds the question about a computed but uncommitted change.
func deltaEffect(name, step string, d workspace.Delta) *Effect {
	e := &Effect{Name: name, Step: step, Paths: names(d.Touched)}
	for _, f := range d.Files {
		e.MayCreate = e.MayCreate || f.Before == nil || f.Source != ""
	}
	e.files = func() []FileEffect {
		out := make([]FileEffect, len(d.Files))
		for i, f := range d.Files {
			out[i] = fileEffect(f.Path, f.Source, f.Kind, f.Before, f.After)
		}
		return out
	}
	e.Message = step + " " + brief(e.Paths)
	return e
}

// fixed returns details that are known already.
func fixed(data map[string]any) func() map[string]any {
	return func() map[string]any { return data }
}

func textOf(f *workspace.File) *string {
	if f == nil || f.Opaque {
		return nil
	}
	s := f.Text.String()
	return &s
}
