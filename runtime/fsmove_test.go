package runtime

// This file tests fs.copy and fs.move on files and trees, on one file system and over two.

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
)

// shelf is the tree of these tests.
func shelf() files {
	return files{"x": "x\n", "y": "y\n", "lib/a": "a\n", "lib/deep/b": "\x00\xff", "lib/deep/void/": "", "void/": "", "full/z": "z\n"}
}

func TestFSCopy(t *testing.T) {
	for name, c := range map[string]struct {
		src, dest string
		replaced  bool
		want      files
	}{
		"file":                      {"x", "z", false, files{"z": "x\n"}},
		"file into a directory":     {"x", "void/z", false, files{"void/": "(gone)", "void/z": "x\n"}},
		"file over a file":          {"x", "y", true, files{"y": "x\n"}},
		"bytes that are no text":    {"lib/deep/b", "z", false, files{"z": "\x00\xff"}},
		"tree":                      {"lib", "lib2", false, files{"lib2/a": "a\n", "lib2/deep/b": "\x00\xff", "lib2/deep/void/": ""}},
		"tree onto an empty one":    {"lib", "void", true, files{"void/": "(gone)", "void/a": "a\n", "void/deep/b": "\x00\xff", "void/deep/void/": ""}},
		"empty directory":           {"void", "void2", false, files{"void2/": ""}},
		"beside a name that begins": {"lib", "lib-old", false, files{"lib-old/a": "a\n", "lib-old/deep/b": "\x00\xff", "lib-old/deep/void/": ""}},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, shelf(), func(t *testing.T, fsys afero.Fs) {
				s, k := desk(t, fsys)
				got, err := s.FSCopy(bg, c.src, c.dest, FSScope{})
				require.NoError(t, err)
				require.Equal(t, &FSMoved{Dest: c.dest, Replaced: c.replaced}, got)
				require.Equal(t, shelf().with(c.want), whole(t, fsys))
				require.Equal(t, c.replaced, k.last(t).Data()["replaces"])
				require.Equal(t, c.replaced, strings.Contains(k.last(t).Message, "replacing"))
			})
		})
	}
}

func TestFSMove(t *testing.T) {
	for name, c := range map[string]struct {
		src, dest string
		replaced  bool
		want      files
	}{
		"file":                   {"x", "z", false, files{"x": "(gone)", "z": "x\n"}},
		"file over a file":       {"x", "full/z", true, files{"x": "(gone)", "full/z": "x\n"}},
		"file out of the last":   {"full/z", "z", false, files{"full/z": "(gone)", "full/": "", "z": "z\n"}},
		"tree":                   {"lib", "lib2", false, files{"lib/a": "(gone)", "lib/deep/b": "(gone)", "lib/deep/void/": "(gone)", "lib2/a": "a\n", "lib2/deep/b": "\x00\xff", "lib2/deep/void/": ""}},
		"tree onto an empty one": {"lib", "void", true, files{"lib/a": "(gone)", "lib/deep/b": "(gone)", "lib/deep/void/": "(gone)", "void/": "(gone)", "void/a": "a\n", "void/deep/b": "\x00\xff", "void/deep/void/": ""}},
		"tree into another":      {"lib", "full/lib", false, files{"lib/a": "(gone)", "lib/deep/b": "(gone)", "lib/deep/void/": "(gone)", "full/lib/a": "a\n", "full/lib/deep/b": "\x00\xff", "full/lib/deep/void/": ""}},
		"empty directory":        {"void", "full/void", false, files{"void/": "(gone)", "full/void/": ""}},
	} {
		t.Run(name, func(t *testing.T) {
			test := func(t *testing.T, fsys afero.Fs) {
				s, k := desk(t, fsys)
				got, err := s.FSMove(bg, c.src, c.dest, FSScope{})
				require.NoError(t, err)
				require.Equal(t, &FSMoved{Dest: c.dest, Replaced: c.replaced}, got)
				require.Equal(t, shelf().with(c.want), whole(t, fsys))
				require.Equal(t, c.replaced, k.last(t).Data()["replaces"])
			}
			onBoth(t, shelf(), test)
			t.Run("over mounts", func(t *testing.T) {
				m := twoMounts{fsbackend.NewMemory()}
				lay(t, m, shelf())
				test(t, m)
			})
		})
	}
}

// twoMounts says that full is another file system than the rest.
type twoMounts struct{ *fsbackend.Memory }

// Mount tells by the name.
func (m twoMounts) Mount(name string) (fsbackend.Mount, error) {
	if name == "full" || strings.HasPrefix(name, "full/") {
		return fsbackend.Mount{Device: 2}, nil
	}
	return fsbackend.Mount{Device: 1}, nil
}

func TestFSCopyAndMoveRefuse(t *testing.T) {
	tree := shelf().with(files{"sub/.git/config": "x", "linked/l": "-> ../x", "linked/deep/f": "f"})
	for name, c := range map[string]struct {
		src, dest string
		reason    string
		path      string
		says      string
	}{
		"missing":                     {"none", "z", ReasonNotFound, "none", "none: not found"},
		"missing below a file":        {"x/none", "z", ReasonNotFound, "x/none", "not found"},
		"onto itself":                 {"x", "./x", "same_path", "./x", "the same"},
		"into itself":                 {"lib", "lib/deep/lib", "inside_itself", "lib/deep/lib", "inside the source"},
		"onto what holds it":          {"lib/deep", "lib", "exists", "lib", "lib: exists and holds"},
		"no parent":                   {"x", "none/z", ReasonNotFound, "none/z", "the directory none is not found"},
		"a file as the parent":        {"x", "y/z", ReasonNotFound, "y/z", "the directory y is not found"},
		"file over directory":         {"x", "void", "exists", "void", "void: exists and is a directory, the source is a file"},
		"directory over file":         {"lib", "x", "exists", "x", "x: exists and is a file, the source is a directory"},
		"directory onto one in use":   {"lib", "full", "exists", "full", "full: exists and is not empty"},
		"repository in the tree":      {"sub", "sub2", ReasonProtected, "sub", "sub: holds sub/.git"},
		"symlink in the tree":         {"linked", "linked2", ReasonSymlink, "linked", "linked: holds the symlink linked/l"},
		"a name that no disk may get": {"x", "aux.txt", "reserved", "aux.txt", "device name"},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, tree, func(t *testing.T, fsys afero.Fs) {
				s, k := desk(t, fsys)
				for _, do := range []func() error{
					func() error { _, err := s.FSCopy(bg, c.src, c.dest, FSScope{}); return err },
					func() error { _, err := s.FSMove(bg, c.src, c.dest, FSScope{}); return err },
				} {
					e := fails(t, do())
					require.Equal(t, []string{c.reason, c.path}, []string{e.Reason, e.Path}, e.Message)
					require.Contains(t, e.Message, c.says)
				}
				require.Empty(t, k.asked)
				require.Equal(t, tree, whole(t, fsys))
			})
		})
	}
}

// TestFSCopyKeepsModes uses modes that no umask leaves.
func TestFSCopyKeepsModes(t *testing.T) {
	test := func(t *testing.T, fsys afero.Fs) {
		for name, mode := range map[string]fs.FileMode{"lib/a": 0o776, "y": 0o600, "lib/deep": 0o703, "lib": 0o777} {
			require.NoError(t, fsys.Chmod(name, mode))
		}
		s, _ := desk(t, fsys)
		for src, dest := range map[string]string{"lib/a": "y", "lib": "lib2"} {
			_, err := s.FSCopy(bg, src, dest, FSScope{})
			require.NoError(t, err)
		}
		_, err := s.FSMove(bg, "lib2", "full/lib", FSScope{})
		require.NoError(t, err)
		for name, mode := range map[string]fs.FileMode{"y": 0o776, "full/lib/a": 0o776, "full/lib/deep": 0o703 | fs.ModeDir, "full/lib": 0o777 | fs.ModeDir, "lib": 0o777 | fs.ModeDir} {
			info, err := fsys.Stat(name)
			require.NoError(t, err)
			require.Equal(t, mode, info.Mode(), name)
		}
		require.Empty(t, s.Diagnostics())
	}
	onBoth(t, shelf(), test)
	t.Run("over mounts", func(t *testing.T) {
		m := twoMounts{fsbackend.NewMemory()}
		lay(t, m, shelf())
		test(t, m)
	})
}

func TestFSMoveAsks(t *testing.T) {
	m := fsbackend.NewMemory()
	lay(t, m, shelf())
	s, k := desk(t, m)
	_, err := s.FSMove(bg, "lib/", "zoo", FSScope{})
	require.NoError(t, err)
	e := k.last(t)
	require.Equal(t, []string{"lib", "zoo"}, e.Paths)
	require.Equal(t, []string{"lib", "zoo", "lib/deep", "zoo/deep", "lib/deep/void", "zoo/deep/void", "lib/a", "zoo/a", "lib/deep/b", "zoo/deep/b"}, e.Reach())
	require.Equal(t, "move lib to zoo with 4 names in it", e.Message)
	data := e.Data()
	require.Equal(t, []any{"lib/", "zoo", false}, []any{data["src"], data["dest"], data["replaces"]})
	require.Len(t, data["entries"], 5)
	require.Equal(t, "", e.Diff())
}
