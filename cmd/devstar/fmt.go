package main

// This file is devstar fmt: scripts laid out in the one form.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"go.starlark.net/syntax"

	"devstar/hunkengine"
	"devstar/runtime"
	"devstar/starlib/starfile"
)

// fmtFlags are the flags of devstar fmt.
type fmtFlags struct{ check, diff bool }

func newFmt(v *invocation) *cobra.Command {
	var f fmtFlags
	cmd := &cobra.Command{
		Use:   "fmt [flags] [PATH...]",
		Short: "Lay out scripts",
		Long: `Lay out scripts as buildifier does: the files that are named, and every *.star below a directory that is named (default:
the current one); - lays out standard input. Only the layout changes, never the order or the meaning of statements.
The names of the files that were changed go to standard output. A file that cannot be laid out without a change of meaning
is left as it is, which standard error tells and is no failure.

Exit codes: 0 done; 1 with --check or --diff: a file is not laid out; 2 a file cannot be read or is no script.`,
		Example: "  devstar fmt\n  devstar fmt --check scripts\n  devstar fmt - < plan.star",
		RunE:    func(cmd *cobra.Command, args []string) error { return v.fmt(cmd.Context(), args, f) },
	}
	cmd.Flags().BoolVar(&f.check, "check", false, "change nothing: print the names of the files that are not laid out")
	cmd.Flags().BoolVar(&f.diff, "diff", false, "change nothing: print what would change")
	return cmd
}

// scriptFiles are the files that are laid out.
var scriptFiles = scriptKind{"script", "the names of scripts end in .star", func(name string) bool { return filepath.Ext(name) == ".star" }}

// laid is one script and its layout.
type laid struct {
	name   string
	before string
	after  string
	why    string // it was left as it is
}

// fmt lays out every file, or none when one of them is no script.
func (v *invocation) fmt(ctx context.Context, args []string, f fmtFlags) error {
	if len(args) == 1 && args[0] == "-" {
		return v.fmtInput(ctx, f)
	}
	if slices.Contains(args, "-") {
		return usageError("- is standard input, and stands alone", "lay out files in a command of their own")
	}
	names, err := scriptFiles.in(args)
	if err != nil {
		return err
	}
	var all []laid
	for _, name := range names {
		l, err := v.layOut(ctx, name)
		if err != nil {
			return err
		}
		all = append(all, l)
	}
	for _, l := range all {
		if err := v.settle(ctx, l, f); err != nil {
			return err
		}
	}
	return nil
}

// settle writes or shows one layout.
func (v *invocation) settle(ctx context.Context, l laid, f fmtFlags) error {
	if l.why != "" {
		fmt.Fprintf(v.err, "%s: left as it is: %s\n", visible(l.name), visible(l.why))
	}
	if l.before == l.after {
		return nil
	}
	switch {
	case f.diff:
		v.code = 1
		name := strings.TrimPrefix(l.name, "/") // of an absolute path
		return v.say(strings.TrimSuffix(visibleText(hunkengine.Unified(name, name, l.before, l.after)), "\n"))
	case f.check:
		v.code = 1
	default:
		if err := v.rewriteFile(ctx, l.name, []byte(l.before), []byte(l.after)); err != nil {
			return err
		}
	}
	return v.say(visible(l.name))
}

// fmtInput lays out standard input onto standard output.
func (v *invocation) fmtInput(ctx context.Context, f fmtFlags) error {
	l, err := v.layOut(ctx, "-")
	switch {
	case err != nil:
		return err
	case f.check || f.diff:
		l.name = stdinName
		return v.settle(ctx, l, f)
	}
	_, err = io.WriteString(v.out, l.after)
	return err
}

// layOut reads one script and lays it out.
func (v *invocation) layOut(ctx context.Context, name string) (laid, error) {
	src, err := readSource(ctx, v.in, name)
	if err != nil {
		return laid{}, err
	}
	v.source = src
	after, why, err := starfile.Format(src.name, string(src.text))
	if err != nil {
		return laid{}, notLaidOut(src.name, err)
	}
	return laid{name: filepath.ToSlash(name), before: string(src.text), after: after, why: why}, nil
}

// notLaidOut is the error of a file that is no script, with its place.
func notLaidOut(name string, err error) error {
	e := runtime.NewError(runtime.CodeCompile, "", err.Error(), "mend the script; devstar check shows everything that is wrong with it")
	var syn syntax.Error
	if errors.As(err, &syn) {
		e.Message = "syntax: " + syn.Msg
		e.Position = &runtime.Position{File: name, Line: int(syn.Pos.Line), Column: int(syn.Pos.Col)}
	}
	return e
}
