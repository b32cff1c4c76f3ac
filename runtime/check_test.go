package runtime_test

// This file tests format, lint and check with engines written in Go: what they see, what of their answers is taken, and what
// write makes of their findings.

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
	"devstar/hunkengine"
	"devstar/runtime"
	"devstar/runtime/diagnostic"
	"devstar/runtime/engine"
	"devstar/workspace"
)

// shop is a tree in memory.
func shop(t *testing.T, files map[string]string) *fsbackend.Memory {
	m := fsbackend.NewMemory()
	for name, text := range files {
		require.NoError(t, m.MkdirAll(filepath.Dir(name), 0o777))
		f, err := m.Create(name)
		require.NoError(t, err)
		_, err = f.WriteString(text)
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
	return m
}

// held opens a session over a tree in memory, and acquires everything.
func held(t *testing.T, files map[string]string, engines ...engine.Engine) *runtime.Session {
	s, err := runtime.New(runtime.Options{FS: shop(t, files), Engines: engines, ShadowDir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	_, err = s.Acquire(context.Background(), runtime.AcquireArgs{Paths: []string{"**"}})
	require.NoError(t, err)
	return s
}

// upper is a formatter that writes everything in capitals.
func upper(id string, extensions ...string) engine.Engine {
	return engine.Engine{ID: id, Formats: &engine.Capability{Extensions: extensions, Tool: engine.ToolFunc(
		func(_ context.Context, r *engine.Request) (*engine.Response, error) {
			out := &engine.Response{Changed: map[string]string{}}
			for _, f := range r.Files {
				if up := strings.ToUpper(f.Text); up != f.Text {
					out.Changed[f.Path] = up
				}
			}
			return out, nil
		})}}
}

// forbids is a linter that reports each line with a word as an error; it can take the word out.
func forbids(id, word string) engine.Engine {
	return engine.Engine{ID: id, Lints: &engine.Capability{Extensions: []string{"*"}, Fixable: true, Tool: engine.ToolFunc(
		func(_ context.Context, r *engine.Request) (*engine.Response, error) {
			out := &engine.Response{Changed: map[string]string{}}
			for _, f := range r.Files {
				if r.Fix && strings.Contains(f.Text, word) {
					out.Changed[f.Path] = strings.ReplaceAll(f.Text, word, "")
				}
				for i, line := range strings.Split(f.Text, "\n") {
					if !r.Fix && strings.Contains(line, word) {
						out.Diagnostics = append(out.Diagnostics, diagnostic.Diagnostic{Path: f.Path, Line: i + 1, Severity: diagnostic.Error, Rule: "word", Message: "no " + word})
					}
				}
			}
			return out, nil
		})}}
}

// answers is an engine that gives one answer for every step.
func answers(id string, r engine.Response, more func(*engine.Capability)) engine.Engine {
	c := &engine.Capability{Extensions: []string{"*"}, Fixable: true, Tool: engine.ToolFunc(
		func(context.Context, *engine.Request) (*engine.Response, error) { out := r; return &out, nil })}
	if more != nil {
		more(c)
	}
	return engine.Engine{ID: id, Formats: c, Lints: c, Checks: c}
}

func edit(t *testing.T, s *runtime.Session, path, find, replace string) {
	_, err := s.Edit(context.Background(), path, []hunkengine.Edit{{Find: find, Replace: replace}})
	require.NoError(t, err)
}

func read(t *testing.T, s *runtime.Session, path string) string {
	text, err := s.Read(context.Background(), path)
	require.NoError(t, err)
	return text
}

func messages(list runtime.Diagnostics) []string {
	out := []string{}
	for _, d := range list {
		out = append(out, string(d.Severity)+" "+d.Path+" "+d.Message)
	}
	return out
}

func reason(t *testing.T, err error) string {
	var e *runtime.Error
	require.ErrorAs(t, err, &e)
	return string(e.Code) + " " + e.Reason
}

func TestFormatGivesEachFileToTheFirstEngineThatTakesIt(t *testing.T) {
	ctx := context.Background()
	narrow := upper("narrow", "txt")
	narrow.Formats.Scope = []string{"sub/**"}
	s := held(t, map[string]string{"a.txt": "a\n", "sub/b.txt": "b\n", "c.md": "c\n", "D": "d\n"}, narrow, upper("wide", "txt", "js"))
	assert.True(t, s.Has("format"))
	assert.False(t, s.Has("lint"))
	delta, err := s.Format(ctx, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"a.txt", "sub/b.txt"}, delta.Changed)
	assert.Equal(t, "c\n", read(t, s, "c.md"))
	assert.Equal(t, []string{
		"info  no engine for format takes files without an extension: 1 file passed over, such as D",
		"info  no engine for format takes .md: 1 file passed over, such as c.md",
	}, messages(s.Diagnostics()))
	again, err := s.Format(ctx, []string{"a.txt"})
	require.NoError(t, err)
	assert.True(t, again.Empty())
	assert.Empty(t, s.Diagnostics(), "the notes of the earlier run are replaced")

	_, err = s.Format(ctx, []string{"nothing/**"})
	assert.Equal(t, "step_failed selects_nothing", reason(t, err))
	_, err = s.Check(ctx)
	assert.Equal(t, "capability_required ", reason(t, err))
	assert.ErrorContains(t, err, "do not retry")
	assert.ErrorContains(t, err, "format")
}

func TestFixesComeOneAfterTheOtherAndFindingsAreAboutTheRest(t *testing.T) {
	s := held(t, map[string]string{"a.txt": "foo bar baz\n"}, forbids("one", "foo "), forbids("two", "bar "), forbids("three", "BAZ"))
	got, err := s.Lint(context.Background(), runtime.LintArgs{})
	require.NoError(t, err)
	assert.Equal(t, []string{"error a.txt no foo ", "error a.txt no bar "}, messages(got.Diagnostics))
	assert.True(t, got.Delta.Empty())
	got, err = s.Lint(context.Background(), runtime.LintArgs{Fix: true})
	require.NoError(t, err)
	assert.Empty(t, got.Diagnostics)
	assert.Equal(t, []string{"a.txt"}, got.Delta.Changed)
	assert.Equal(t, "baz\n", read(t, s, "a.txt"))
	r := s.Finish(nil)
	assert.True(t, r.OK)
	assert.Equal(t, []string{"a.txt"}, r.Unwritten)
	assert.Equal(t, []string{"warning  1 file changed in memory only: call write()"}, messages(r.Diagnostics))
}

func TestAFixThatNobodyCanMakeIsTold(t *testing.T) {
	e := forbids("words", "bad")
	e.Lints.Fixable = false
	s := held(t, map[string]string{"a.txt": "bad\n"}, e)
	got, err := s.Lint(context.Background(), runtime.LintArgs{Fix: true})
	require.NoError(t, err)
	assert.Equal(t, []string{"info  none of the linters for these files can fix", "error a.txt no bad"}, messages(got.Diagnostics))
	assert.Equal(t, "bad\n", read(t, s, "a.txt"))
}

func TestWriteIsRefusedWhileErrorsStand(t *testing.T) {
	ctx := context.Background()
	s := held(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n"}, forbids("words", "bad"))
	edit(t, s, "a.txt", "a", "bad")
	_, err := s.Lint(ctx, runtime.LintArgs{})
	require.NoError(t, err)
	_, err = s.Write(ctx, runtime.WriteArgs{})
	assert.Equal(t, "step_failed errors_before_write", reason(t, err))
	_, err = s.Lint(ctx, runtime.LintArgs{Paths: []string{"b.txt"}})
	require.NoError(t, err)
	_, err = s.Write(ctx, runtime.WriteArgs{})
	assert.Equal(t, "step_failed errors_before_write", reason(t, err), "a lint of another file says nothing about this one")

	edit(t, s, "a.txt", "bad", "good")
	_, err = s.Lint(ctx, runtime.LintArgs{})
	require.NoError(t, err)
	written, err := s.Write(ctx, runtime.WriteArgs{})
	require.NoError(t, err)
	assert.Equal(t, []string{"a.txt"}, written)

	edit(t, s, "a.txt", "good", "bad")
	_, err = s.Lint(ctx, runtime.LintArgs{})
	require.NoError(t, err)
	written, err = s.Write(ctx, runtime.WriteArgs{AllowErrors: true})
	require.NoError(t, err)
	assert.Equal(t, []string{"a.txt"}, written)
	assert.False(t, s.Finish(nil).OK)
}

func TestAttemptTakesFindingsBack(t *testing.T) {
	ctx := context.Background()
	s := held(t, map[string]string{"a.txt": "a\n"}, forbids("words", "bad"))
	err := s.Attempt(func() error {
		edit(t, s, "a.txt", "a", "bad")
		_, err := s.Lint(ctx, runtime.LintArgs{})
		require.NoError(t, err)
		require.Len(t, s.Diagnostics(), 1)
		return runtime.NewError(runtime.CodeStepFailed, "edit", "no", "")
	})
	require.Error(t, err)
	assert.Empty(t, s.Diagnostics())
	assert.True(t, s.Finish(nil).OK)
}

func TestOnlyWhatMayBeChangedIsTaken(t *testing.T) {
	generates := func(scope ...string) func(*engine.Capability) {
		return func(c *engine.Capability) { c.Generates, c.Scope = true, scope }
	}
	text := func(p, s string) map[string]string { return map[string]string{p: s} }
	for name, c := range map[string]struct {
		step    engine.Step
		answer  engine.Response
		more    func(*engine.Capability)
		paths   []string
		refused string
		warning string
	}{
		"another file":      {engine.Format, engine.Response{Changed: text("b.txt", "x")}, nil, []string{"a.txt"}, "b.txt, which was not selected", ""},
		"unknown file":      {engine.Format, engine.Response{Changed: text("new.txt", "x")}, nil, nil, "new.txt, which was not selected", ""},
		"deletes another":   {engine.Format, engine.Response{Deleted: []string{"b.txt"}}, nil, []string{"a.txt"}, "not selected", ""},
		"adds undeclared":   {engine.Format, engine.Response{Added: text("n.txt", "x")}, nil, nil, "does not declare", ""},
		"adds over another": {engine.Format, engine.Response{Added: text("a.txt", "x")}, generates("*"), nil, "exists already", ""},
		"adds uncovered":    {engine.Format, engine.Response{Added: text("n.txt", "x")}, generates(), nil, "neither the paths of the call nor its scope", ""},
		"adds out of scope": {engine.Format, engine.Response{Added: text("n.md", "x")}, generates("*.txt"), nil, "neither", ""},
		"adds in scope":     {engine.Format, engine.Response{Added: text("n.txt", "x")}, generates("*.txt"), nil, "", ""},
		"adds in the paths": {engine.Format, engine.Response{Added: text("n.txt", "x")}, func(c *engine.Capability) { c.Generates = true }, []string{"*.txt"}, "", ""},
		"twice":             {engine.Format, engine.Response{Changed: text("a.txt", "x"), Deleted: []string{"a.txt"}}, nil, nil, "twice", ""},
		"no change":         {engine.Format, engine.Response{Changed: text("a.txt", "a\n")}, nil, nil, "", "listed 1 file as changed"},
		"check changes":     {engine.Check, engine.Response{Changed: text("a.txt", "x")}, nil, nil, "check may change nothing", ""},
		"lint changes":      {engine.Lint, engine.Response{Changed: text("a.txt", "x")}, nil, nil, "lint may change nothing", ""},
		"no text":           {engine.Format, engine.Response{Changed: text("a.txt", "\xff")}, nil, nil, "is no text", ""},
		"protected":         {engine.Format, engine.Response{Added: text("devstar.toml", "x")}, generates("*"), nil, "protected", ""},
		"outside":           {engine.Format, engine.Response{Added: text("../x", "x")}, generates("**"), nil, "no path inside the root", ""},
		"too large":         {engine.Format, engine.Response{Changed: text("a.txt", strings.Repeat("x", 200))}, nil, nil, "file_bytes", ""},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			s, err := runtime.New(runtime.Options{FS: shop(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n"}),
				Engines: []engine.Engine{answers("e", c.answer, c.more)}, Limits: workspace.Limits{FileBytes: 100}})
			require.NoError(t, err)
			_, err = s.Acquire(ctx, runtime.AcquireArgs{Paths: []string{"**"}})
			require.NoError(t, err)
			switch c.step {
			case engine.Format:
				_, err = s.Format(ctx, c.paths)
			case engine.Lint:
				_, err = s.Lint(ctx, runtime.LintArgs{Paths: c.paths})
			default:
				_, err = s.Check(ctx)
			}
			if c.refused != "" {
				require.ErrorContains(t, err, c.refused)
				assert.Empty(t, s.Changes())
				return
			}
			require.NoError(t, err)
			if c.warning != "" {
				assert.Contains(t, strings.Join(messages(s.Diagnostics()), "\n"), c.warning)
			}
		})
	}
}

func TestFindingsAreNormalised(t *testing.T) {
	d := func(path string, at ...int) diagnostic.Diagnostic {
		at = append(at, 0, 0, 0, 0)
		return diagnostic.Diagnostic{Path: path, Line: at[0], Column: at[1], EndLine: at[2], EndColumn: at[3], Message: "m", Severity: "fatal"}
	}
	s := held(t, map[string]string{"a.txt": "é𝄞x\n", "b.txt": "b\n"}, answers("e", engine.Response{Columns: engine.Units, Diagnostics: diagnostic.List{
		d("./a.txt", 1, 4, 1, 5), d("a.txt", 1, -3), d("b.txt", 3, 2, 1, 1), d("/etc/passwd", 1), d("nowhere.txt", 2), d("", 0, 0),
	}}, nil))
	got, err := s.Check(context.Background())
	require.NoError(t, err)
	type row struct {
		path           string
		line, col, end int
		out            bool
	}
	var rows []row
	for _, d := range got {
		rows = append(rows, row{d.Path, d.Line, d.Column, d.EndColumn, d.OutOfScope})
		assert.Equal(t, "e", d.Engine)
	}
	assert.Equal(t, []row{{"a.txt", 1, 3, 4, false}, {"a.txt", 1, 0, 0, false}, {"b.txt", 3, 2, 0, false}, {"", 1, 0, 0, true}, {"nowhere.txt", 2, 0, 0, true}, {}, {}, {}}, rows)
	assert.Equal(t, diagnostic.Error, got[0].Severity)
	assert.Equal(t, "/etc/passwd: m", got[3].Message)
	assert.Equal(t, "engine e reported 2 findings with a position that is none: it was cut", got[6].Message)
	assert.Equal(t, "engine e reported 1 finding about files outside the root: they have no path here", got[7].Message)
}

func TestAFailingEngineChangesNothing(t *testing.T) {
	broken := func(do func() error) engine.Engine {
		return engine.Engine{ID: "broken", Formats: &engine.Capability{Extensions: []string{"md"}, Tool: engine.ToolFunc(
			func(context.Context, *engine.Request) (*engine.Response, error) { return nil, do() })}}
	}
	for name, do := range map[string]func() error{
		"error": func() error { return errors.New("it did not work") },
		"panic": func() error { panic("it did not work") },
	} {
		s := held(t, map[string]string{"a.txt": "a\n", "b.md": "b\n"}, upper("up", "txt"), broken(do))
		_, err := s.Format(context.Background(), nil)
		require.ErrorContains(t, err, "it did not work", name)
		assert.Equal(t, "step_failed engine_failed", reason(t, err))
		assert.Empty(t, s.Changes())
	}
}

func TestTheEffectNamesTheEngines(t *testing.T) {
	var asked []*runtime.Effect
	gate := runtime.GateFunc(func(_ context.Context, e *runtime.Effect) (runtime.Decision, error) {
		asked = append(asked, e)
		return runtime.Decision{Allow: e.Name != "lint", By: "policy"}, nil
	})
	in := upper("up", "txt")
	in.Formats.Scope, in.Formats.Generates = []string{"*.txt"}, true
	ran := false
	spy := forbids("words", "x")
	spy.Lints.Tool = engine.ToolFunc(func(context.Context, *engine.Request) (*engine.Response, error) { ran = true; return nil, nil })
	s, err := runtime.New(runtime.Options{FS: shop(t, map[string]string{"a.txt": "a\n"}), Engines: []engine.Engine{in, spy}, Gate: gate})
	require.NoError(t, err)
	_, err = s.Acquire(context.Background(), runtime.AcquireArgs{Paths: []string{"**"}})
	require.NoError(t, err)
	_, err = s.Format(context.Background(), nil)
	require.NoError(t, err)
	e := asked[len(asked)-1]
	assert.Equal(t, "format", e.Name)
	assert.False(t, e.Disk)
	assert.Equal(t, map[string]any{"paths": []any{"a.txt"}, "may_create": true, "engines": []any{
		map[string]any{"id": "up", "extensions": []any{"txt"}, "in_place": false, "scope": []any{"*.txt"}}}}, e.Data())
	_, err = s.Lint(context.Background(), runtime.LintArgs{})
	assert.Equal(t, "declined denied", reason(t, err))
	assert.False(t, ran)
}

// diskHeld opens a session over a directory.
func diskHeld(t *testing.T, files map[string]string, engines ...engine.Engine) (string, *runtime.Session) {
	dir := t.TempDir()
	for name, text := range files {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	root, err := fsbackend.NewRoot(dir)
	require.NoError(t, err)
	s, err := runtime.New(runtime.Options{FS: root, Engines: engines, ShadowDir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(func() { s.Close(); root.Close() })
	_, err = s.Acquire(context.Background(), runtime.AcquireArgs{Paths: []string{"**"}})
	require.NoError(t, err)
	return dir, s
}

// onDisk is an engine that works in its directory.
func onDisk(id string, c engine.Capability, do func(r *engine.Request) *engine.Response) engine.Engine {
	c.Extensions = []string{"*"}
	c.Tool = engine.ToolFunc(func(_ context.Context, r *engine.Request) (*engine.Response, error) { return do(r), nil })
	return engine.Engine{ID: id, Formats: &c, Lints: &c, Checks: &c}
}

func write(t *testing.T, dir, name, text string) {
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
}

func TestDiskEnginesAreFollowed(t *testing.T) {
	ctx := context.Background()
	var given []string
	e := onDisk("disk", engine.Capability{InPlace: true, Generates: true, Scope: []string{"*.txt", "*.bin"}}, func(r *engine.Request) *engine.Response {
		for _, f := range r.Files {
			given = append(given, f.Path)
		}
		write(t, r.Dir, "a.txt", "formatted\n")
		write(t, r.Dir, "new.txt", "new\n")
		write(t, r.Dir, "raw.txt", "\xff")
		require.NoError(t, os.Remove(filepath.Join(r.Dir, "gone.txt")))
		return &engine.Response{Changed: map[string]string{"a.txt": "formatted\n"}}
	})
	dir, s := diskHeld(t, map[string]string{"a.txt": "a\n", "dirty.txt": "d\n", "gone.txt": "g\n", "raw.txt": "r\n", "x.md": "m\n"}, e)
	edit(t, s, "dirty.txt", "d", "D")
	delta, err := s.Format(ctx, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"a.txt", "gone.txt", "raw.txt"}, given, "what is not on disk is withheld")
	assert.Equal(t, []string{"a.txt"}, delta.Changed)
	assert.Equal(t, []string{"new.txt"}, delta.Added)
	assert.Equal(t, []string{"gone.txt"}, delta.Deleted)
	assert.Equal(t, "formatted\n", read(t, s, "a.txt"))
	assert.Equal(t, "new\n", read(t, s, "new.txt"))
	all := strings.Join(messages(s.Diagnostics()), "\n")
	assert.Contains(t, all, "1 file not given to engine disk")
	assert.Contains(t, all, "raw.txt cannot be read after engine disk changed it")
	assert.Contains(t, all, "says that it changed a.txt, but on disk changed: a.txt, gone.txt, new.txt")
	written, err := s.Write(ctx, runtime.WriteArgs{})
	require.NoError(t, err)
	assert.Equal(t, []string{"dirty.txt"}, written, "what the engine did is on disk already")
	r := s.Finish(nil)
	assert.Equal(t, []runtime.Unreadable{{Path: "raw.txt", Reason: r.Unreadable[0].Reason}}, r.Unreadable)
	text, err := os.ReadFile(filepath.Join(dir, "dirty.txt"))
	require.NoError(t, err)
	assert.Equal(t, "D\n", string(text))
}

func TestDiskEnginesAreSkippedWhereTheDiskMustNotBeTouched(t *testing.T) {
	ran := false
	e := onDisk("disk", engine.Capability{InPlace: true}, func(*engine.Request) *engine.Response { ran = true; return nil })
	dir := t.TempDir()
	write(t, dir, "a.txt", "a\n")
	root, err := fsbackend.NewRoot(dir)
	require.NoError(t, err)
	defer root.Close()
	s, err := runtime.New(runtime.Options{FS: fsbackend.NewOverlay(root), Engines: []engine.Engine{e}})
	require.NoError(t, err)
	_, err = s.Acquire(context.Background(), runtime.AcquireArgs{Paths: []string{"**"}})
	require.NoError(t, err)
	got, err := s.Check(context.Background())
	require.NoError(t, err)
	assert.False(t, ran)
	assert.Equal(t, []string{"warning  engine disk was skipped: it works on the tree on disk, which must not be touched here"}, messages(got))
}

func TestADiskCheckThatChangesTheDiskIsToldOn(t *testing.T) {
	e := onDisk("disk", engine.Capability{InPlace: true}, func(r *engine.Request) *engine.Response {
		write(t, r.Dir, "a.txt", "changed\n")
		return nil
	})
	_, s := diskHeld(t, map[string]string{"a.txt": "a\n"}, e)
	got, err := s.Check(context.Background())
	require.NoError(t, err)
	assert.Equal(t, []string{"warning  engine disk changed 1 file on disk, although check changes nothing: a.txt"}, messages(got))
	assert.Equal(t, "changed\n", read(t, s, "a.txt"))
}

func TestShadowEnginesSeeTheWorkspaceAndReachNothingElse(t *testing.T) {
	ctx := context.Background()
	var seen []string
	e := onDisk("shadow", engine.Capability{Shadow: true, Fixable: true}, func(r *engine.Request) *engine.Response {
		names, err := filepath.Glob(filepath.Join(r.Dir, "*"))
		require.NoError(t, err)
		seen = nil
		for _, n := range names {
			text, _ := os.ReadFile(n)
			seen = append(seen, filepath.Base(n)+"="+string(text))
		}
		if r.Step != engine.Format {
			return nil
		}
		write(t, r.Dir, "a.txt", "formatted\n")
		write(t, r.Dir, "b.txt", "formatted\n")
		write(t, r.Dir, "disk.txt", "formatted\n")
		write(t, r.Dir, "junk.txt", "junk\n")
		return nil
	})
	dir, s := diskHeld(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "old.txt": "o\n"}, e)
	write(t, dir, "disk.txt", "not held\n")
	edit(t, s, "a.txt", "a", "A")
	_, err := s.Rename(ctx, "old.txt", "new.txt")
	require.NoError(t, err)
	_, err = s.Check(ctx)
	require.NoError(t, err)
	assert.Equal(t, []string{"a.txt=A\n", "b.txt=b\n", "disk.txt=not held\n", "new.txt=o\n"}, seen)

	delta, err := s.Format(ctx, []string{"a.txt"})
	require.NoError(t, err)
	assert.Equal(t, []string{"a.txt"}, delta.Changed)
	assert.Equal(t, "formatted\n", read(t, s, "a.txt"))
	assert.Equal(t, "b\n", read(t, s, "b.txt"))
	assert.Equal(t, []string{"warning  engine shadow also touched 3 files outside of what it may change, which was not taken: b.txt, disk.txt, junk.txt"}, messages(s.Diagnostics()))
	_, err = s.Check(ctx)
	require.NoError(t, err)
	assert.Equal(t, []string{"a.txt=formatted\n", "b.txt=b\n", "disk.txt=not held\n", "new.txt=o\n"}, seen, "the directory is kept in step")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 4, "the tree itself is as it was")
}

func TestDeclarationsAreChecked(t *testing.T) {
	tool := engine.ToolFunc(func(context.Context, *engine.Request) (*engine.Response, error) { return nil, nil })
	for message, list := range map[string][]engine.Engine{
		"without blanks":  {{ID: "a b"}},
		"no capability":   {{ID: "a"}},
		"no tool":         {{ID: "a", Lints: &engine.Capability{Extensions: []string{"go"}}}},
		"at least one":    {{ID: "a", Lints: &engine.Capability{Tool: tool}}},
		"without a dot":   {{ID: "a", Lints: &engine.Capability{Tool: tool, Extensions: []string{".Go"}}}},
		"at once":         {{ID: "a", Lints: &engine.Capability{Tool: tool, Extensions: []string{"*"}, InPlace: true, Shadow: true}}},
		"scope":           {{ID: "a", Lints: &engine.Capability{Tool: tool, Extensions: []string{"*"}, Scope: []string{"/x"}}}},
		"this id already": {upper("a", "go"), upper("a", "go")},
	} {
		_, err := runtime.New(runtime.Options{FS: fsbackend.NewMemory(), Engines: list})
		assert.ErrorContains(t, err, message)
	}
	assert.True(t, slices.Contains([]string{"", "go", "gz"}, engine.Extension("a/b.GO")))
	for name, want := range map[string]string{"a/b.GO": "go", "a.tar.gz": "gz", ".bashrc": "", "Makefile": "", "x.": "", ".eslintrc.json": "json"} {
		assert.Equal(t, want, engine.Extension(name), name)
	}
}
