package runtime

// This file holds what the tests of the immediate operations share: trees, the six calls, and a gate that takes notes.

import (
	"context"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
)

// files describes a tree: "dir/" is a directory, "-> target" a symlink, everything else the text of a file.
type files map[string]string

// lay puts a tree on a back end.
func lay(t *testing.T, fsys afero.Fs, tree files) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		if strings.HasSuffix(name, "/") {
			require.NoError(t, fsys.MkdirAll(strings.TrimSuffix(name, "/"), 0o777))
			continue
		}
		require.NoError(t, fsys.MkdirAll(path.Dir(name), 0o777))
		if target, ok := strings.CutPrefix(tree[name], "-> "); ok {
			require.NoError(t, fsbackend.Symlink(fsys, target, name))
			continue
		}
		require.NoError(t, afero.WriteFile(fsys, name, []byte(tree[name]), 0o666))
	}
}

// whole returns everything on a back end: directories only where they are empty.
func whole(t *testing.T, fsys afero.Fs) files {
	t.Helper()
	out := files{}
	var walk func(dir string)
	walk = func(dir string) {
		list, err := afero.ReadDir(fsys, dir)
		require.NoError(t, err)
		if len(list) == 0 && dir != "." {
			out[dir+"/"] = ""
		}
		for _, info := range list {
			name := path.Join(dir, info.Name())
			switch {
			case info.IsDir():
				walk(name)
			case info.Mode()&fs.ModeSymlink != 0:
				target, err := fsbackend.Readlink(fsys, name)
				require.NoError(t, err)
				out[name] = "-> " + target
			default:
				out[name] = onDisk(t, fsys, name)
			}
		}
	}
	walk(".")
	return out
}

// with returns the tree with some changes; "(gone)" takes a name out.
func (f files) with(changes files) files {
	out := maps.Clone(f)
	for name, text := range changes {
		if out[name] = text; text == "(gone)" {
			delete(out, name)
		}
	}
	return out
}

// onBoth runs a test in memory and on a directory of the system.
func onBoth(t *testing.T, tree files, test func(t *testing.T, fsys afero.Fs)) {
	t.Run("memory", func(t *testing.T) {
		m := fsbackend.NewMemory()
		lay(t, m, tree)
		test(t, m)
	})
	t.Run("disk", func(t *testing.T) {
		root, err := fsbackend.NewRoot(t.TempDir())
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, root.Close()) })
		lay(t, root, tree)
		test(t, root)
	})
}

// clerk is a gate that notes every question, may do something before it answers, and says yes unless told otherwise.
type clerk struct {
	asked  []*Effect
	refuse bool
	before func()
}

// Ask notes the question.
func (k *clerk) Ask(_ context.Context, e *Effect) (Decision, error) {
	k.asked = append(k.asked, e)
	if k.before != nil {
		k.before()
	}
	return Decision{Allow: !k.refuse, By: "host"}, nil
}

// last returns the last effect that was asked about.
func (k *clerk) last(t *testing.T) *Effect {
	t.Helper()
	require.NotEmpty(t, k.asked)
	return k.asked[len(k.asked)-1]
}

// counter draws the same names in every run.
func counter() func() string {
	n := 0
	return func() string { n++; return strings.Repeat("x", n) }
}

// desk opens a session over a back end, with a clerk as its gate.
func desk(t *testing.T, fsys afero.Fs) (*Session, *clerk) {
	t.Helper()
	k := &clerk{}
	return over(t, Options{FS: fsys, Gate: k, Random: counter(), NoSync: true}), k
}

// lineDiff makes the diff that replaces the only line of a file.
func lineDiff(name, from, to string) string {
	return "--- a/" + name + "\n+++ b/" + name + "\n@@ -1 +1 @@\n-" + from + "\n+" + to + "\n"
}

func newDiff(name, line string) string {
	return "--- /dev/null\n+++ b/" + name + "\n@@ -0,0 +1 @@\n+" + line + "\n"
}

// fsOp is an operation as a function of one path.
type fsOp func(s *Session, p string, scope FSScope) error

// fsOps are all ways in which a path can be named. The tree must hold "x" with "x\n" in it and the directory "empty".
func fsOps() map[string]fsOp {
	return map[string]fsOp{
		"edit": func(s *Session, p string, scope FSScope) error {
			_, err := s.FSEdit(bg, FSEditArgs{Filename: p, Edits: []FSEdit{{OldText: "x", NewText: "y"}}, FSScope: scope})
			return err
		},
		"patch": func(s *Session, p string, scope FSScope) error {
			_, err := s.FSApplyPatch(bg, FSPatchArgs{Patch: lineDiff(p, "x", "y"), FSScope: scope})
			return err
		},
		"patch that creates": func(s *Session, p string, scope FSScope) error {
			_, err := s.FSApplyPatch(bg, FSPatchArgs{Patch: newDiff(p, "y"), FSScope: scope})
			return err
		},
		"mkdir": func(s *Session, p string, scope FSScope) error {
			_, err := s.FSMkdir(bg, p, scope)
			return err
		},
		"copy from": func(s *Session, p string, scope FSScope) error {
			_, err := s.FSCopy(bg, p, "target", scope)
			return err
		},
		"copy to": func(s *Session, p string, scope FSScope) error {
			_, err := s.FSCopy(bg, "x", p, scope)
			return err
		},
		"move from": func(s *Session, p string, scope FSScope) error {
			_, err := s.FSMove(bg, p, "target", scope)
			return err
		},
		"move to": func(s *Session, p string, scope FSScope) error {
			_, err := s.FSMove(bg, "x", p, scope)
			return err
		},
		"remove": func(s *Session, p string, scope FSScope) error {
			_, err := s.FSRemove(bg, p, scope)
			return err
		},
	}
}

// inOrder ranges over operations by name.
func inOrder(ops map[string]fsOp) []string { return slices.Sorted(maps.Keys(ops)) }
