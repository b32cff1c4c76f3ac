package starlib_test

// This file runs the plans of testdata/plans: each gives the tree that stands beside it and changes nothing on a second
// run, and what is written out of habit is never met by silence.

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
	"devstar/runtime"
	"devstar/starlib"
)

var plans = filepath.Join("..", "testdata", "plans")

// folder reads a directory as a tree.
func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	require.NoError(t, err)
	return out
}

// contents reads a tree in memory.
func contents(t *testing.T, m *fsbackend.Memory) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := afero.Walk(m, ".", func(name string, info fs.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		data, err := afero.ReadFile(m, name)
		out[name] = string(data)
		return err
	})
	require.NoError(t, err)
	return out
}

func runPlan(t *testing.T, m *fsbackend.Memory, text string, args []string) *runtime.Result {
	t.Helper()
	s, err := runtime.New(runtime.Options{FS: m})
	require.NoError(t, err)
	err = starlib.Run(context.Background(), s, starlib.Source{Name: "plan.star", Text: []byte(text), Options: starlib.Options{Args: args}})
	var own *runtime.Error
	require.True(t, err == nil || errors.As(err, &own), "%v", err)
	return s.Finish(err)
}

func TestPlansOfUsers(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(plans, "*", "plan.star"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		dir := filepath.Dir(file)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			args, err := os.ReadFile(filepath.Join(dir, "args"))
			require.NoError(t, err)
			list := strings.Split(strings.TrimSuffix(string(args), "\n"), "\n")
			if len(args) == 0 {
				list = nil
			}
			m := tree(t, folder(t, filepath.Join(dir, "in")))
			r := runPlan(t, m, string(text), list)
			require.Nil(t, r.Error, "%v", r.Error)
			require.Equal(t, folder(t, filepath.Join(dir, "out")), contents(t, m))
			again := runPlan(t, m, string(text), list)
			require.Nil(t, again.Error, "%v", again.Error)
			require.Empty(t, again.Written)
			require.Equal(t, folder(t, filepath.Join(dir, "out")), contents(t, m))
		})
	}
}

func TestHabitsAreAnswered(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(plans, "habits", "*.star"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			r := runPlan(t, tree(t, map[string]string{
				"a.go": "package a\n\nfunc A() {}\n\nfunc B() { A() }\n", "a.txt": "x\ny\n", "a.sh": "HOME=1\n", "go.mod": "module m\n\ngo 1.22\n",
			}), string(text), nil)
			if r.Error == nil {
				return
			}
			for _, e := range append([]*runtime.Error{r.Error}, r.Error.Errors...) {
				require.NotEmpty(t, e.Hint, e.Message)
				require.NotNil(t, e.Position)
			}
		})
	}
}

// What looks like a group of another notation is plain text, and said to be.
func TestDollarsAreRemarked(t *testing.T) {
	for _, name := range []string{"09_main_called.star", "11_dollar_underscore.star"} {
		text, err := os.ReadFile(filepath.Join(plans, "habits", name))
		require.NoError(t, err)
		r := runPlan(t, tree(t, map[string]string{"a.go": "package a\n\nfunc A() {}\n"}), string(text), nil)
		require.Nil(t, r.Error)
		require.Contains(t, r.Diagnostics[0].Message, `$1 is plain text in a replacement: write \1`)
	}
}
