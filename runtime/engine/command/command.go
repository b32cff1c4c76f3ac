// Package command runs programs as engines: over standard input, in the directory that a request names, or on the tree
// itself. Programs are started without a shell, with a small environment, in a process group of their own, which is gone
// when the call returns.
//
// It does not prepare directories and takes no changes from them; it judges exit codes and reads what is printed.
package command

// This file is the tool: from a request to processes to a response.

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"devstar/runtime/diagnostic"
	"devstar/runtime/engine"
	"devstar/runtime/engine/output"
)

// DefaultTimeout bounds a command that names no timeout.
const DefaultTimeout = 5 * time.Minute

// Tool is a program as an engine. Args and Fix hold placeholders: "{path}" inside an argument is the file, "{paths}" as an
// argument of its own all files. It must not be changed once it is in use.
type Tool struct {
	Args    []string
	Fix     []string      // what a lint with fix runs; nil where it cannot fix
	Stdin   bool          // one file at a time: its text on standard input; a formatter's answer on standard output
	Output  output.Format // how findings are printed
	OK      []int         // exit codes of a run that worked; nil: 0, and 1 where findings were printed
	Timeout time.Duration // 0 means DefaultTimeout
	Env     []string      // the whole environment, NAME=value
}

var _ engine.Tool = (*Tool)(nil)

// Run runs the program on the files of a request, as often as its placeholders and the length of the command line demand.
// Errors are *engine.Error, or of ctx.
func (t *Tool) Run(ctx context.Context, r *engine.Request) (*engine.Response, error) {
	args := t.Args
	if r.Fix {
		args = t.Fix
	}
	if t.Stdin {
		return t.runTexts(ctx, r, args)
	}
	lines := commandLines(args, r.Files)
	answers := make([]*engine.Response, len(lines))
	err := r.Slots.Each(ctx, len(lines), func(ctx context.Context, i int) error {
		done, err := t.start(ctx, r, lines[i], "")
		if err == nil {
			answers[i], err = t.judge(r, done)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return joined(answers), nil
}

// runTexts runs the program once for each file, with its text on standard input.
func (t *Tool) runTexts(ctx context.Context, r *engine.Request, args []string) (*engine.Response, error) {
	answers := make([]*engine.Response, len(r.Files))
	changed := map[string]string{}
	var mu sync.Mutex
	err := r.Slots.Each(ctx, len(r.Files), func(ctx context.Context, i int) error {
		f := r.Files[i]
		done, err := t.start(ctx, r, substituted(args, f.Path), f.Text)
		if err != nil {
			return err
		}
		if answers[i], err = t.judge(r, done); err != nil || !rewrites(r) {
			name(answers[i], f.Path)
			return err
		}
		if err := wholeText(done.stdout, f.Text); err != nil {
			return t.unparsable(r, done, fmt.Errorf("for %s %w", f.Path, err))
		}
		if text := string(done.stdout); text != f.Text {
			mu.Lock()
			changed[f.Path] = text
			mu.Unlock()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := joined(answers)
	out.Changed = changed
	return out, nil
}

// rewrites reports whether a request wants files changed.
func rewrites(r *engine.Request) bool { return r.Step == engine.Format || r.Fix }

// wholeText refuses what cannot be the new text of a file.
func wholeText(out []byte, before string) error {
	switch {
	case !utf8.Valid(out):
		return fmt.Errorf("it printed what is not UTF-8")
	case slices.Contains(out, 0):
		return fmt.Errorf("it printed a NUL byte")
	case len(out) == 0 && strings.TrimSpace(before) != "":
		return fmt.Errorf("it printed nothing")
	}
	return nil
}

// name gives the path to findings about standard input.
func name(r *engine.Response, path string) {
	if r == nil {
		return
	}
	for i := range r.Diagnostics {
		switch r.Diagnostics[i].Path {
		case "", "-", "stdin", "<stdin>", "(stdin)", "<text>":
			r.Diagnostics[i].Path = path
		}
	}
}

// judge decides whether a run worked, and reads what it printed.
func (t *Tool) judge(r *engine.Request, done *outcome) (*engine.Response, error) {
	if rewrites(r) {
		if !slices.Contains(t.rewriteCodes(r), done.exit) {
			return nil, t.badExit(r, done)
		}
		return &engine.Response{}, nil
	}
	if t.OK != nil && !slices.Contains(t.OK, done.exit) || done.exit < 0 {
		return nil, t.badExit(r, done)
	}
	answer, err := t.Output.Parse(done.stdout, done.stderr)
	if t.OK == nil && done.exit != 0 && (done.exit != 1 || err != nil || len(answer.Diagnostics) == 0) {
		return nil, t.badExit(r, done)
	}
	if err != nil {
		return nil, t.unparsable(r, done, err)
	}
	return answer, nil
}

// rewriteCodes are the exit codes of a formatter or fixer that worked. Fixers answer 1 when something is left.
func (t *Tool) rewriteCodes(r *engine.Request) []int {
	switch {
	case t.OK != nil:
		return t.OK
	case r.Fix:
		return []int{0, 1}
	}
	return []int{0}
}

// joined puts answers together in their order.
func joined(answers []*engine.Response) *engine.Response {
	out := &engine.Response{Diagnostics: diagnostic.List{}}
	for _, a := range answers {
		if a != nil {
			out.Diagnostics = append(out.Diagnostics, a.Diagnostics...)
			out.Columns = a.Columns
		}
	}
	return out
}
