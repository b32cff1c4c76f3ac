package starlib_test

// This file checks load: which files it finds, what it refuses, and where failures in loaded files are.

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"devstar/runtime"
	"devstar/starlib"
)

// scripts writes files below a temporary directory and returns it.
func scripts(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o777))
		require.NoError(t, os.WriteFile(at, []byte(text), 0o666))
	}
	return dir
}

// runFile runs jobs/plan.star of a directory, with the directory as the script root.
func runFile(t *testing.T, dir string) *runtime.Result {
	t.Helper()
	name := filepath.Join(dir, "jobs", "plan.star")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	s := session(t, fixture())
	src := starlib.Source{Name: name, Text: text}
	src.Loader = starlib.Files{Dir: filepath.Join(dir, "jobs"), Root: dir}
	return s.Finish(starlib.Run(context.Background(), s, src))
}

func TestLoadFindsFiles(t *testing.T) {
	dir := scripts(t, map[string]string{
		"jobs/plan.star":     "load('a.star', 'a')\nload(':b.star', bb='b')\nload('sub/c.star', 'c')\nload('//lib/d.star', 'd')\nprint(a, bb, c, d())\n",
		"jobs/a.star":        "a = 'a'\n",
		"jobs/b.star":        "b = 'b'\n",
		"jobs/sub/c.star":    "load('c2.star', 'c2')\nc = c2\n",
		"jobs/sub/c2.star":   "load('//lib/d.star', 'd')\nc2 = 'c' + d()\n",
		"lib/d.star":         "print('once')\ndef d():\n    return 'd'\n",
		"jobs/unrelated.txt": "",
	})
	r := runFile(t, dir)
	require.Nil(t, r.Error, "%v", r.Error)
	require.Equal(t, []string{"once", "a b cd d"}, r.Log)
}

func TestLoadRefuses(t *testing.T) {
	rows := []struct{ name, load, message, hint string }{
		{"missing", "nope.star", "no such file", "from the disk"},
		{"above", "../lib/d.star", "without ..", "//dir/x.star"},
		{"above the root", "//../x.star", "without ..", ""},
		{"absolute", "/etc/x.star", "a path below", ""},
		{"backslash", `sub\\c.star`, "a path below", ""},
		{"other extension", "a.txt", "must end in .star", ""},
		{"directory", "dir.star", "not a regular file", ""},
		{"link", "link.star", "symbolic link", "under its own path"},
		{"link above", "linked/d.star", "symbolic link", ""},
		{"unknown library", "@other//x.star", "no library", ""},
		{"empty", "", "a path below", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			dir := scripts(t, map[string]string{
				"jobs/plan.star": "load('" + row.load + "', 'x')\n", "lib/d.star": "x = 1\n", "jobs/a.txt": "x = 1\n", "jobs/dir.star/x": "",
			})
			require.NoError(t, os.Symlink("../lib/d.star", filepath.Join(dir, "jobs", "link.star")))
			require.NoError(t, os.Symlink("../lib", filepath.Join(dir, "jobs", "linked")))
			e := runFile(t, dir).Error
			require.NotNil(t, e)
			require.Equal(t, runtime.CodeCompile, e.Code)
			require.Contains(t, e.Message, row.message)
			require.Contains(t, e.Hint, row.hint)
			require.Equal(t, 6, e.Position.Column)
		})
	}
}

func TestLoadNeedsAPlace(t *testing.T) {
	for _, loader := range []starlib.Loader{nil, starlib.Files{}} {
		src := starlib.Source{Name: "-", Text: []byte("load('a.star', 'x')\nload('//a.star', 'y')\n")}
		src.Loader = loader
		found := starlib.Check(nil, src)
		require.Len(t, found, 2)
		for _, e := range found {
			require.Contains(t, e.Hint, "--script-root")
		}
	}
}

func TestMistakesInLoadedFilesAreFoundBeforeTheRun(t *testing.T) {
	dir := scripts(t, map[string]string{
		"jobs/plan.star": "acquire([])\nload('a.star', 'a', 'nope')\n",
		"jobs/a.star":    "def a():\n    return edti\nif True:\n    pass\n",
	})
	e := runFile(t, dir).Error
	got := make([]string, len(e.Errors))
	for i, one := range e.Errors {
		got[i] = filepath.Base(one.Position.File) + ": " + one.Message
	}
	require.Len(t, got, 3, "%v", got)
	require.Contains(t, got[0], "plan.star: acquire")
	require.Contains(t, got[1], "a.star: undefined: edti")
	require.Contains(t, got[2], "a.star: if statement not within a function")
}

func TestLoadCycle(t *testing.T) {
	dir := scripts(t, map[string]string{
		"jobs/plan.star": "load('a.star', 'a')\n",
		"jobs/a.star":    "load('b.star', 'b')\na = 1\n",
		"jobs/b.star":    "load('a.star', 'a')\nb = 1\n",
	})
	e := runFile(t, dir).Error
	require.Regexp(t, `circle: \S*a\.star -> \S*b\.star -> \S*a\.star$`, e.Message)
	require.Equal(t, "b.star", filepath.Base(e.Position.File))
}

func TestStepsWhileLoading(t *testing.T) {
	dir := scripts(t, map[string]string{
		"jobs/plan.star": "load('a.star', 'a')\n",
		"jobs/a.star":    "def f():\n    return acquire('README.md')\na = f()\n",
	})
	e := runFile(t, dir).Error
	require.Equal(t, runtime.CodeScript, e.Code)
	require.Regexp(t, `a\.star calls acquire while \S*plan\.star loads it`, e.Message)
	require.Equal(t, "a.star", filepath.Base(e.Position.File))
	require.Len(t, e.Trace, 3)
}

func TestFailuresInLoadedFunctions(t *testing.T) {
	dir := scripts(t, map[string]string{
		"jobs/plan.star": "load('a.star', 'a')\na(1)\n",
		"jobs/a.star":    "def a(x):\n    return x.y\n",
	})
	e := runFile(t, dir).Error
	require.Equal(t, "a.star", filepath.Base(e.Position.File))
	require.Equal(t, 2, e.Position.Line)
	require.Equal(t, "int has no .y field or method", e.Message)
	text := func(name string) []byte { b, _ := os.ReadFile(name); return b }
	require.Contains(t, starlib.Explain(e, text), "return x.y")
	require.Equal(t, 1, strings.Count(starlib.Explain(e, text), "was called at"))
}

func TestFailuresWhileLoading(t *testing.T) {
	dir := scripts(t, map[string]string{
		"jobs/plan.star": "load('a.star', 'a')\n",
		"jobs/a.star":    "load('b.star', 'b')\na = b\n",
		"jobs/b.star":    "b = [][1]\n",
	})
	e := runFile(t, dir).Error
	require.Equal(t, "b.star", filepath.Base(e.Position.File))
	require.Contains(t, e.Message, "out of range")
	require.Len(t, e.Trace, 3)
}
