// Package starfile is the engine for Starlark files: it lays them out as buildifier does and reports what does not parse or
// resolve. It runs no script, loads nothing, and does not know what a step is.
package starfile

// This file is the engine.

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"devstar/hunkengine"
	"devstar/runtime/diagnostic"
	"devstar/runtime/engine"
	"devstar/starlib"
)

// Name is the name of the builtin.
const Name = "starlark"

// Engine makes the engine: it formats and lints *.star.
func Engine(id string) engine.Engine {
	capability := func(run engine.ToolFunc) *engine.Capability {
		return &engine.Capability{Extensions: []string{"star"}, Tool: run, Summary: "builtin " + Name}
	}
	return engine.Engine{ID: id, Formats: capability(format), Lints: capability(lint)}
}

// format lays out each file. One that buildtools cannot read, or would change in more than its layout, stays as it is and is told.
func format(ctx context.Context, r *engine.Request) (*engine.Response, error) {
	texts, notes := make([]string, len(r.Files)), make([]diagnostic.List, len(r.Files))
	err := r.Slots.Each(ctx, len(r.Files), func(_ context.Context, i int) error {
		f := r.Files[i]
		out, why, err := Format(f.Path, f.Text)
		if err != nil {
			return &engine.Error{Engine: r.Engine, Step: r.Step, Word: engine.ReasonFailed, Err: err,
				Message: fmt.Sprintf("%s cannot be formatted: %v", f.Path, err), Next: "mend the file, or leave it out of the paths"}
		}
		if why != "" {
			notes[i] = diagnostic.List{{Path: f.Path, Severity: diagnostic.Info, Rule: "unformatted", Message: "left as it is: " + why}}
		}
		texts[i] = out
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := &engine.Response{Changed: map[string]string{}}
	for i, f := range r.Files {
		if texts[i] != f.Text {
			out.Changed[f.Path] = texts[i]
		}
		out.Diagnostics = append(out.Diagnostics, notes[i]...)
	}
	return out, nil
}

// lint parses and resolves each file.
func lint(ctx context.Context, r *engine.Request) (*engine.Response, error) {
	known := map[string]bool{}
	for _, name := range starlib.Predeclared() {
		known[name] = true
	}
	found := make([]diagnostic.List, len(r.Files))
	err := r.Slots.Each(ctx, len(r.Files), func(_ context.Context, i int) error {
		f := r.Files[i]
		t, err := hunkengine.ParseString(f.Text)
		if err == nil {
			found[i] = look(f.Path, t.Normal(), known)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	out := &engine.Response{}
	for _, list := range found {
		out.Diagnostics = append(out.Diagnostics, list...)
	}
	return out, nil
}

// testNames are what test files can use besides.
func testNames(name string) bool { return name == "assert" || name == "fixture" }

// look returns the mistakes of one file.
func look(path, text string, known map[string]bool) diagnostic.List {
	finding := func(pos syntax.Position, rule, message string) diagnostic.Diagnostic {
		return diagnostic.Diagnostic{Path: path, Severity: diagnostic.Error, Rule: rule, Line: int(pos.Line), Column: int(pos.Col), Message: message}
	}
	file, err := parse(path, text)
	var syn syntax.Error
	if errors.As(err, &syn) {
		return diagnostic.List{finding(syn.Pos, "syntax", syn.Msg)}
	}
	if err != nil {
		return diagnostic.List{{Path: path, Severity: diagnostic.Error, Rule: "syntax", Message: err.Error()}}
	}
	test := strings.HasSuffix(path, "_test.star")
	err = resolve.File(file, func(name string) bool { return known[name] || test && testNames(name) }, func(string) bool { return false })
	var list resolve.ErrorList
	errors.As(err, &list)
	var out diagnostic.List
	for _, e := range list {
		out = append(out, finding(e.Pos, "resolve", e.Msg))
	}
	return out
}

// parse accepts what the entry script may hold, which is more than a library may.
func parse(path, text string) (*syntax.File, error) {
	return (&syntax.FileOptions{Set: true, TopLevelControl: true, GlobalReassign: true}).Parse(path, text, syntax.RetainComments)
}
