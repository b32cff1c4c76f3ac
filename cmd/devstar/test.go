package main

// This file is devstar test: the tests of scripts.

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	goruntime "runtime"
	"time"

	"github.com/spf13/cobra"

	"devstar/runtime"
	"devstar/starlib"
	"devstar/starlib/startest"
)

// testFlags are the flags of devstar test.
type testFlags struct {
	match      string
	update     bool
	idempotent bool
	junit      string
	cover      string
	jobs       int
	timeout    time.Duration
	maxSteps   int64
}

func newTest(v *invocation) *cobra.Command {
	var f testFlags
	cmd := &cobra.Command{
		Use:   "test [flags] [PATH...]",
		Short: "Run the tests of scripts",
		Long: `Run the tests of scripts: every function test_* of the files *_test.star that are named, or lie below a directory that
is named (default: the current one). Each test works on a tree in memory, which fixture(...) makes; nothing on disk is
changed, except by --update.

Exit codes: 0 all passed; 1 a test failed, or a file does not compile; 2 nothing ran.`,
		Example: "  devstar test\n  devstar test scripts --run rename\n  devstar test --update rename_test.star\n  devstar test --junit report.xml --cover lines.info",
		RunE:    func(cmd *cobra.Command, args []string) error { return v.test(cmd, args, f) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.match, "run", "", "run only tests whose name the expression `REGEX` matches")
	flags.BoolVar(&f.update, "update", false, "rewrite the want sections of the tests to what is there")
	flags.BoolVar(&f.idempotent, "idempotent", false, "run each script twice: the second run must succeed and change nothing")
	flags.StringVar(&f.junit, "junit", "", "also write a JUnit report to `FILE`")
	flags.StringVar(&f.cover, "cover", "", "measure which lines of the scripts ran, and write them to `FILE` in the format of lcov")
	flags.IntVar(&f.jobs, "jobs", goruntime.GOMAXPROCS(0), "run `N` files at a time")
	flags.DurationVar(&f.timeout, "timeout", time.Minute, "stop a test after `DURATION`; 0 for never")
	flags.Int64Var(&f.maxSteps, "max-steps", 0, "stop a test after `N` steps of the interpreter (default 500 million)")
	flags.BoolVar(&v.settings.json, "json", false, "print one object on standard output")
	flags.StringVar(&v.settings.scriptRoot, "script-root", "", "load \"//x.star\" from `DIR` (default: the directory above each test that holds devstar.toml or .git)")
	return cmd
}

// test runs the tests and shows what came of them.
func (v *invocation) test(cmd *cobra.Command, args []string, f testFlags) error {
	if f.timeout < 0 || f.maxSteps < 0 || f.jobs < 1 {
		return usageError("--timeout, --max-steps and --jobs cannot be negative, and --jobs is at least 1", "leave the flag out for its default")
	}
	o := startest.Options{
		Loader: func(entry string) starlib.Loader { return v.filesFor(entry) }, Update: f.update, Idempotent: f.idempotent, Cover: f.cover != "",
		MaxSteps: uint64(f.maxSteps), Timeout: f.timeout, Jobs: f.jobs,
	}
	if f.match != "" {
		re, err := regexp.Compile(f.match)
		if err != nil {
			return usageError(fmt.Sprintf("--run: %v", err), "give a regular expression, such as --run rename")
		}
		o.Match = re
	}
	files, err := findTests(cmd.Context(), args)
	if err != nil {
		return err
	}
	reports := startest.Run(cmd.Context(), files, o)
	if cmd.Context().Err() != nil {
		return runtime.NewError(runtime.CodeCanceled, "", "interrupted while the tests ran", "")
	}
	if err := f.keep(reports); err != nil {
		return err
	}
	v.code = testCode(reports)
	if v.settings.json {
		return v.sayTestsJSON(reports)
	}
	if tallyOf(reports).tests == 0 && v.code == 0 {
		return noTests(f.match)
	}
	return v.sayTests(reports, f)
}

// testFiles are the files that hold tests.
var testFiles = scriptKind{"test file", "the names of test files end in _test.star", startest.IsTest}

// findTests reads the test files that the arguments name.
func findTests(ctx context.Context, args []string) ([]startest.Source, error) {
	names, err := testFiles.in(args)
	if err != nil {
		return nil, err
	}
	out := make([]startest.Source, len(names))
	for i, name := range names {
		src, err := readSource(ctx, nil, name)
		if err != nil {
			return nil, err
		}
		out[i] = startest.Source{Name: filepath.ToSlash(name), Text: src.text}
	}
	return out, nil
}

// testCode is the exit code.
func testCode(reports []startest.Report) int {
	for i := range reports {
		if !reports[i].OK() {
			return 1
		}
	}
	return 0
}

func noTests(match string) error {
	if match != "" {
		return usageError(fmt.Sprintf("no test matches --run %s", match), "devstar test without --run runs all")
	}
	return usageError("the files hold no tests", "a test is a function whose name begins with test_")
}

// keep writes what the flags ask for.
func (f testFlags) keep(reports []startest.Report) error {
	for i := range reports {
		if r := &reports[i]; r.Updated != nil {
			if err := rewriteFile(r.File, r.Texts[r.File], r.Updated); err != nil {
				return err
			}
		}
	}
	if f.junit != "" {
		if err := writeTo(f.junit, func(w io.Writer) error { return startest.WriteJUnit(w, reports) }); err != nil {
			return configError("junit", fmt.Sprintf("cannot write --junit: %v", err), "name a file that can be written")
		}
	}
	if f.cover != "" {
		lines := startest.Lines{}
		for i := range reports {
			lines.Merge(reports[i].Lines)
		}
		if err := writeTo(f.cover, lines.WriteLCOV); err != nil {
			return configError("cover", fmt.Sprintf("cannot write --cover: %v", err), "name a file that can be written")
		}
	}
	return nil
}

// writeTo makes or replaces a file.
func writeTo(name string, write func(io.Writer) error) error {
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	err = write(out)
	if closed := out.Close(); err == nil {
		err = closed
	}
	return err
}
