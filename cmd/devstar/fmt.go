package main

// This file is devstar fmt: scripts laid out in the one form.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
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
The names of the files that were changed go to standard output.

Exit codes: 0 done; 1 with --check or --diff: a file is not laid out; 2 a file cannot be read or is no script.`,
		Example: "  devstar fmt\n  devstar fmt --check scripts\n  devstar fmt - < plan.star",
		RunE:    func(cmd *cobra.Command, args []string) error { return v.fmt(cmd.Context(), args, f) },
	}
	cmd.Flags().BoolVar(&f.check, "check", false, "change nothing: print the names of the files that are not laid out")
	cmd.Flags().BoolVar(&f.diff, "diff", false, "change nothing: print what would change")
	return cmd
}

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
	names, err := scriptsIn(args)
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
		if err := v.settle(l, f); err != nil {
			return err
		}
	}
	return nil
}

// settle writes or shows one layout.
func (v *invocation) settle(l laid, f fmtFlags) error {
	if l.why != "" {
		fmt.Fprintf(v.err, "%s: left as it is: %s\n", visible(l.name), visible(l.why))
	}
	if l.before == l.after {
		return nil
	}
	switch {
	case f.diff:
		v.code = 1
		return v.say(strings.TrimSuffix(visibleText(hunkengine.Unified(strings.TrimPrefix(l.name, "/"), strings.TrimPrefix(l.name, "/"), l.before, l.after)), "\n"))
	case f.check:
		v.code = 1
	default:
		if err := replaceFile(realName(l.name), []byte(l.after)); err != nil {
			return configError("unwritable", fmt.Sprintf("cannot rewrite %s: %v", l.name, err), "")
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
		return v.settle(l, f)
	}
	_, err = io.WriteString(v.out, l.after)
	return err
}

// layOut reads one script and lays it out. Line ends and a byte order mark stay as they are.
func (v *invocation) layOut(ctx context.Context, name string) (laid, error) {
	src, err := readSource(ctx, v.in, name)
	if err != nil {
		return laid{}, err
	}
	v.source = src
	text, err := hunkengine.ParseString(string(src.text))
	if err != nil {
		return laid{}, configError("encoding", fmt.Sprintf("%s: %v", name, err), "save it as UTF-8")
	}
	out, why, err := starfile.Layout(src.name, text.Normal())
	if err != nil {
		return laid{}, notLaidOut(src.name, err)
	}
	after, err := text.WithNormal(out)
	return laid{name: filepath.ToSlash(name), before: text.String(), after: after.String(), why: why}, err
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

// scriptsIn lists the scripts that are named, and those below the directories that are named.
func scriptsIn(args []string) ([]string, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	var names []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case err != nil:
			return nil, unreadable(arg, err)
		case info.IsDir():
			below, err := filesBelow(arg, func(name string) bool { return filepath.Ext(name) == ".star" })
			if err != nil {
				return nil, unreadable(arg, err)
			}
			names = append(names, below...)
		case filepath.Ext(arg) != ".star":
			return nil, unknownScript(arg)
		default:
			names = append(names, filepath.Clean(arg))
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

func unknownScript(arg string) error {
	return usageError(fmt.Sprintf("%s is no script", arg), "the names of scripts end in .star")
}
