package runtime

// This file tests fs.mkdir and fs.remove.

import (
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
)

func TestFSMkdir(t *testing.T) {
	tree := files{"x": "x\n", "d/y": "y\n"}
	onBoth(t, tree, func(t *testing.T, fsys afero.Fs) {
		s, k := desk(t, fsys)
		for _, c := range []struct {
			dir     string
			created bool
		}{{"a/b/c", true}, {"a/b/c", false}, {"a", false}, {"d", false}, {"./d//e", true}, {"a/b/d/", true}} {
			created, err := s.FSMkdir(bg, c.dir, FSScope{})
			require.NoError(t, err)
			require.Equal(t, c.created, created, c.dir)
		}
		require.Len(t, k.asked, 3, "a directory that is there asks nobody")
		require.Equal(t, map[string]any{"paths": []any{"a/b/c"}, "dir": "a/b/c", "creates": true}, k.asked[0].Data())
		require.Equal(t, tree.with(files{"a/b/c/": "", "a/b/d/": "", "d/e/": ""}), whole(t, fsys))
		for dir, says := range map[string]string{"x": "x: exists and is no directory", "x/a": "x/a: x exists and is no directory",
			"x/a/b/c": "x/a/b/c: x exists and is no directory", "a/con": "device name", "a/b?": "Windows"} {
			_, err := s.FSMkdir(bg, dir, FSScope{})
			e := fails(t, err)
			require.Contains(t, e.Message, says)
			require.Equal(t, dir, e.Path)
		}
		require.Len(t, k.asked, 3)
		require.Equal(t, tree.with(files{"a/b/c/": "", "a/b/d/": "", "d/e/": ""}), whole(t, fsys))
	})
}

func TestFSRemove(t *testing.T) {
	tree := files{"k": "k\n", "lib/a": "a\n", "lib/deep/b": "\x00\xff", "lib/void/": "", "lib/out": "-> ../k", "lib/deep/dangling": "-> nowhere", "lib-a": "-"}
	for target, c := range map[string]struct {
		removed bool
		want    files
	}{
		"lib/a":    {true, tree.with(files{"lib/a": "(gone)"})},
		"lib/void": {true, tree.with(files{"lib/void/": "(gone)"})},
		"lib/out":  {true, tree.with(files{"lib/out": "(gone)"})},
		"lib":      {true, files{"k": "k\n", "lib-a": "-"}},
		"none":     {false, tree},
		"none/x":   {false, tree},
		"k/x":      {false, tree},
	} {
		t.Run(target, func(t *testing.T) {
			onBoth(t, tree, func(t *testing.T, fsys afero.Fs) {
				s, k := desk(t, fsys)
				for _, removed := range []bool{c.removed, false} {
					got, err := s.FSRemove(bg, target, FSScope{})
					require.NoError(t, err)
					require.Equal(t, removed, got)
					require.Equal(t, c.want, whole(t, fsys))
				}
				if !c.removed {
					require.Empty(t, k.asked, "what is missing asks nobody")
				} else {
					require.Len(t, k.asked, 1)
				}
			})
		})
	}
}

func TestFSRemoveAsks(t *testing.T) {
	m := fsbackend.NewMemory()
	lay(t, m, files{"lib/a": "a\n", "lib/deep/": "", "lib/l": "-> a"})
	s, k := desk(t, m)
	_, err := s.FSRemove(bg, "./lib", FSScope{})
	require.NoError(t, err)
	e := k.last(t)
	const sum = "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7"
	require.Equal(t, map[string]any{"paths": []any{"lib"}, "target": "./lib", "kind": "directory", "entries": []any{
		map[string]any{"path": "lib", "kind": "directory"},
		map[string]any{"path": "lib/deep", "kind": "directory"},
		map[string]any{"path": "lib/a", "kind": "file", "sha256": sum},
		map[string]any{"path": "lib/l", "kind": "symlink", "target": "a"},
	}}, e.Data())
	require.Equal(t, []string{"lib", "lib/deep", "lib/a", "lib/l"}, e.Reach())
	require.Contains(t, e.Message, "lib with 3 names in it")
}

// TestFSRemoveGuardsWhatItHolds sees that a tree goes as a whole or not at all where something in it must stay.
func TestFSRemoveGuardsWhatItHolds(t *testing.T) {
	for name, tree := range map[string]files{
		"repository":    {"lib/sub/.git/config": "x", "lib/a": "a"},
		"own state":     {"lib/.dev-tools-journal": "x", "lib/a": "a"},
		"configuration": {"lib/own.toml": "x", "lib/a": "a"},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, tree, func(t *testing.T, fsys afero.Fs) {
				k := &clerk{}
				s := over(t, Options{FS: fsys, Gate: k, Protected: []string{"lib/own.toml"}})
				_, err := s.FSRemove(bg, "lib", FSScope{})
				e := fails(t, err)
				require.Equal(t, ReasonProtected, e.Reason)
				require.Contains(t, e.Message, "lib: ")
				_, err = s.FSMove(bg, "lib", "lib2", FSScope{})
				require.Equal(t, ReasonProtected, fails(t, err).Reason)
				_, err = s.FSCopy(bg, "lib", "lib2", FSScope{})
				require.Equal(t, ReasonProtected, fails(t, err).Reason)
				require.Empty(t, k.asked)
				require.Equal(t, tree, whole(t, fsys))
			})
		})
	}
}
