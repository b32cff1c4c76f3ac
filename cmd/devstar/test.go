package main

// This file is devstar test: the tests of scripts.

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	if len(startest.Select(files, o.Match)) == 0 {
		return noTests(f.match)
	}
	junit, cover, err := f.files()
	if err != nil {
		return err
	}
	defer junit.drop()
	defer cover.drop()
	reports := startest.Run(cmd.Context(), files, o)
	if cmd.Context().Err() != nil {
		return runtime.NewError(runtime.CodeCanceled, "", "interrupted while the tests ran", "")
	}
	v.update(cmd.Context(), reports)
	v.code = testCode(reports)
	err = errors.Join(
		junit.keep(func(w io.Writer) error { return startest.WriteJUnit(w, reports) }),
		cover.keep(linesOf(reports).WriteLCOV),
	)
	if err != nil {
		fmt.Fprintf(v.err, "devstar: %v\n", err)
		v.code = exitFailed
	}
	if v.settings.json {
		return v.sayTestsJSON(reports)
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

// files are the files that the flags ask for, made before anything runs.
func (f testFlags) files() (junit, cover *outputFile, err error) {
	if junit, err = newOutputFile("--junit", f.junit); err != nil {
		return nil, nil, err
	}
	if cover, err = newOutputFile("--cover", f.cover); err != nil {
		junit.drop()
	}
	return junit, cover, err
}

// update rewrites the files whose want sections are to be others. What cannot be rewritten is an error of the file.
func (v *invocation) update(ctx context.Context, reports []startest.Report) {
	for i := range reports {
		r := &reports[i]
		if r.Updated == nil {
			continue
		}
		if err := v.rewriteFile(ctx, r.File, r.Texts[r.File], r.Updated); err != nil {
			r.Err, r.Updated = asError(err), nil
		}
	}
}
