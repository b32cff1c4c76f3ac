// Package builtin holds the engines that are in the binary: gofmt, the syntax of Go, JSON, YAML and TOML, and the layout of
// JSON. They need no process and touch no disk. The one for Starlark is in package starlib/starfile, above this one.
package builtin

// This file is the table, and what the engines share.

import (
	"context"
	"fmt"

	"devstar/hunkengine"
	"devstar/runtime/diagnostic"
	"devstar/runtime/engine"
)

// Builtin is an engine that a configuration can name.
type Builtin struct {
	Name       string
	Doc        string
	Extensions []string
	Format     func(path, text string) (string, error) // lines end in "\n", no BOM; nil for none
	Lint       func(path, text string) diagnostic.List // paths are filled in; nil for none
	Columns    engine.Columns                          // of Lint
}

// Table lists the builtins by name.
func Table() []Builtin {
	return []Builtin{
		{Name: "go-syntax", Doc: "reports what the Go parser refuses", Extensions: []string{"go"}, Lint: lintGo, Columns: engine.Bytes},
		{Name: "gofmt", Doc: "formats Go as gofmt does", Extensions: []string{"go"}, Format: formatGo},
		{Name: "json", Doc: "lays JSON out and reports what is no JSON", Extensions: []string{"json"}, Format: formatJSON, Lint: lintJSON},
		{Name: "toml", Doc: "reports what is no TOML", Extensions: []string{"toml"}, Lint: lintTOML, Columns: engine.Bytes},
		{Name: "yaml", Doc: "reports what is no YAML", Extensions: []string{"yaml", "yml"}, Lint: lintYAML},
	}
}

// Engine makes the engine of a builtin.
func (b Builtin) Engine(id string) engine.Engine {
	e := engine.Engine{ID: id}
	if b.Format != nil {
		e.Formats = b.capability(b.format)
	}
	if b.Lint != nil {
		e.Lints = b.capability(b.lint)
	}
	return e
}

func (b Builtin) capability(run engine.ToolFunc) *engine.Capability {
	return &engine.Capability{Extensions: b.Extensions, Tool: run, Summary: "builtin " + b.Name}
}

// format formats the texts of a request. A text keeps its BOM and the line ends of the lines that do not change.
func (b Builtin) format(ctx context.Context, r *engine.Request) (*engine.Response, error) {
	texts := make([]string, len(r.Files))
	err := r.Slots.Each(ctx, len(r.Files), func(_ context.Context, i int) error {
		f := r.Files[i]
		t, err := hunkengine.ParseString(f.Text)
		if err != nil {
			return err
		}
		out, err := b.Format(f.Path, t.Normal())
		if err != nil {
			return &engine.Error{Engine: r.Engine, Step: r.Step, Word: engine.ReasonFailed, Err: err,
				Message: fmt.Sprintf("%s cannot be formatted: %v", f.Path, err), Next: "mend the file, or leave it out of the paths"}
		}
		t, err = t.WithNormal(out)
		texts[i] = t.String()
		return err
	})
	if err != nil {
		return nil, err
	}
	out := &engine.Response{Changed: map[string]string{}}
	for i, f := range r.Files {
		if texts[i] != f.Text {
			out.Changed[f.Path] = texts[i]
		}
	}
	return out, nil
}

// lint reads the texts of a request.
func (b Builtin) lint(ctx context.Context, r *engine.Request) (*engine.Response, error) {
	found := make([]diagnostic.List, len(r.Files))
	err := r.Slots.Each(ctx, len(r.Files), func(_ context.Context, i int) error {
		f := r.Files[i]
		t, err := hunkengine.ParseString(f.Text)
		if err != nil {
			return err
		}
		found[i] = b.Lint(f.Path, t.Normal())
		for k := range found[i] {
			found[i][k].Path = f.Path
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := &engine.Response{Columns: b.Columns}
	for _, list := range found {
		out.Diagnostics = append(out.Diagnostics, list...)
	}
	return out, nil
}

// syntaxError is the finding of a parser.
func syntaxError(line, column int, message string) diagnostic.Diagnostic {
	return diagnostic.Diagnostic{Severity: diagnostic.Error, Rule: "syntax", Line: line, Column: column, Message: message}
}
