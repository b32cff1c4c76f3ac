// Package startest runs tests of scripts: *_test.star files, whose functions test_* each get a tree in memory.
//
// A test makes its tree with fixture(...), which is then what the steps called in the test work on; it runs scripts over
// it with t.run, and compares with t.want and the module assert. Nothing here reads or writes the disk but through the
// loader it is given; flags, files and rendering are the business of the command line.
package startest

// This file runs the tests of files and says what came of them.

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"sync"
	"time"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"devstar/fsbackend"
	"devstar/runtime"
	"devstar/starlib"
)

// Options say how tests are run. Loader must be set.
type Options struct {
	Loader     func(entry string) starlib.Loader // finds what the script of that name loads
	Match      *regexp.Regexp                    // of names of tests; nil for all
	Update     bool                              // rewrite the want sections instead of comparing with them
	Idempotent bool                              // run each script twice
	Cover      bool
	MaxSteps   uint64        // of each test; 0 means the default
	Timeout    time.Duration // of each test; 0 for none
	Jobs       int           // files at a time; below 1: one
}

// IsTest reports whether a file of that name holds tests.
func IsTest(name string) bool { return strings.HasSuffix(name, "_test.star") }

// Source is a file of tests.
type Source struct {
	Name string
	Text []byte
}

// Report says what came of one file.
type Report struct {
	File    string
	Err     *runtime.Error    // the file cannot be compiled; then there are no tests
	Texts   map[string][]byte // sources by name, for the lines that errors show
	Tests   []Test            // in the order of the file, without those that Match leaves out
	Updated []byte            // the new text of the file; nil where nothing is to be changed
	Lines   Lines             // what ran, with Options.Cover
}

// Test says what came of one function.
type Test struct {
	Name     string
	Line     int       // of its def
	Failures []Failure // in the order in which they happened
	Err      *runtime.Error
	Log      []string // what was printed
	Runs     []string // scripts that failed, with their errors: often the reason of a failure
}

// OK reports whether the test passed.
func (t *Test) OK() bool { return t.Err == nil && len(t.Failures) == 0 }

// Failure is an assertion that did not hold.
type Failure struct {
	At      runtime.Position
	Message string
	Diff    string // want and got as a unified diff; "" where there is none
}

// OK reports whether the file compiled and every test passed.
func (r *Report) OK() bool {
	for i := range r.Tests {
		if !r.Tests[i].OK() {
			return false
		}
	}
	return r.Err == nil
}

// Run runs the tests of files, several files at a time. Reports are in the order of the files, whatever the timing.
func Run(ctx context.Context, files []Source, o Options) []Report {
	reports := make([]Report, len(files))
	slots := make(chan struct{}, max(o.Jobs, 1))
	var wg sync.WaitGroup
	for i, f := range files {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			reports[i] = runFile(ctx, f, o)
		})
	}
	wg.Wait()
	return reports
}

// Select lists the names of the tests that match, and the files that do not parse, whose errors Run tells.
func Select(files []Source, match *regexp.Regexp) []string {
	var out []string
	for _, f := range files {
		if _, err := parse(f); err != nil {
			out = append(out, f.Name)
		}
		for _, def := range testsIn(f) {
			if match == nil || match.MatchString(def.Name.Name) {
				out = append(out, f.Name+": "+def.Name.Name)
			}
		}
	}
	return out
}

// runFile runs the tests of one file, one after the other.
func runFile(ctx context.Context, src Source, o Options) Report {
	f := &file{Source: src, options: o, report: Report{File: src.Name, Texts: map[string][]byte{src.Name: src.Text}}}
	if o.Cover {
		f.report.Lines = Lines{}
	}
	if _, err := starlib.Compile(nil, f.source("", f.names(nil))); err != nil {
		f.report.Err = err.(*runtime.Error)
		return f.report
	}
	for _, def := range testsIn(src) {
		if o.Match == nil || o.Match.MatchString(def.Name.Name) {
			f.report.Tests = append(f.report.Tests, f.test(ctx, def))
		}
	}
	f.finishUpdate()
	return f.report
}

// file is a file whose tests are being run.
type file struct {
	Source
	options Options
	report  Report
	updates []update
}

// testsIn returns the functions test_* of a file, in its order.
func testsIn(src Source) []*syntax.DefStmt {
	tree, err := parse(src)
	if err != nil {
		return nil // it was compiled before
	}
	var out []*syntax.DefStmt
	for _, s := range tree.Stmts {
		if def, ok := s.(*syntax.DefStmt); ok && strings.HasPrefix(def.Name.Name, "test_") {
			out = append(out, def)
		}
	}
	return out
}

func parse(src Source) (*syntax.File, error) {
	return (&syntax.FileOptions{Set: true, TopLevelControl: true, GlobalReassign: true}).Parse(src.Name, src.Text, 0)
}

// source is the file as a script that calls one function; "" where it is only compiled.
func (f *file) source(call string, names starlark.StringDict) starlib.Source {
	o := starlib.Options{MaxSteps: f.options.MaxSteps, Loader: f.loader(f.Name), Names: names, Call: call}
	return starlib.Source{Name: f.Name, Text: f.Text, Options: o}
}

// loader is the loader for an entry script; what it loads is kept for errors, and its lines for coverage.
func (f *file) loader(entry string) starlib.Loader {
	return keeper{f.options.Loader(entry), f}
}

// keeper keeps the texts of what is loaded.
type keeper struct {
	starlib.Loader
	file *file
}

// Load loads a file and keeps its text.
func (k keeper) Load(from, module string) (string, []byte, error) {
	name, text, err := k.Loader.Load(from, module)
	if err == nil {
		k.file.keep(name, text)
	}
	return name, text, err
}

func (f *file) keep(name string, text []byte) {
	f.report.Texts[name] = text
	if f.report.Lines != nil {
		f.report.Lines.add(name, text)
	}
}

// test runs one function.
func (f *file) test(ctx context.Context, def *syntax.DefStmt) Test {
	t := &testing{file: f, Test: Test{Name: def.Name.Name, Line: int(def.Def.Line)}}
	if f.options.Timeout > 0 {
		limit := runtime.NewError(runtime.CodeLimit, "", "the test took more than "+f.options.Timeout.String(), "raise --timeout")
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, f.options.Timeout, limit)
		defer stop()
	}
	t.ctx = ctx
	src := f.source(t.Name, f.names(t))
	src.Line = f.line()
	s, err := runtime.New(runtime.Options{FS: fsbackend.NewMemory(), NoSync: true, Output: t})
	if err == nil {
		err = starlib.Run(ctx, s, src)
	}
	if err != nil {
		t.Err = err.(*runtime.Error)
	}
	t.flush()
	return t.Test
}

// testing is one function that is being run.
type testing struct {
	Test
	file *file
	ctx  context.Context
	tail []byte // of what was printed, without its end of line yet
}

// Write takes what scripts print.
func (t *testing) Write(p []byte) (int, error) {
	t.tail = append(t.tail, p...)
	for {
		line, rest, found := bytes.Cut(t.tail, []byte("\n"))
		if !found {
			return len(p), nil
		}
		t.Log = append(t.Log, string(line))
		t.tail = rest
	}
}

func (t *testing) flush() {
	if len(t.tail) > 0 {
		t.Log = append(t.Log, string(t.tail))
	}
}

// fail records an assertion that did not hold.
func (t *testing) fail(thread *starlark.Thread, message, diff string) {
	t.Failures = append(t.Failures, Failure{At: starlib.CallSite(thread), Message: message, Diff: diff})
}

// Names returns the names that tests can use besides those of every script, for tools that look at them without running them:
// nothing may be called.
func Names() starlark.StringDict { return (&file{}).names(nil) }

// names are the names that tests can use besides those of every script.
func (f *file) names(t *testing) starlark.StringDict {
	return starlark.StringDict{"assert": assertModule(t), "fixture": starlark.NewBuiltin("fixture", t.fixture)}
}
