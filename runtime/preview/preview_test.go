package preview_test

// This file tests that a preview touches nothing and tells the truth: git applies its diff, and gets what the run left.

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"devstar/fsbackend"
	"devstar/runtime"
	"devstar/runtime/preview"
)

var bg = context.Background()

// testing and rapid share this much.
type tester interface {
	require.TestingT
	Helper()
}

func plant(t tester, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(full), 0o755))
		require.NoError(t, os.WriteFile(full, []byte(text), 0o644))
	}
}

// tree maps the files and links of a file system to their modes and contents.
func tree(t tester, fsys afero.Fs) map[string]string {
	t.Helper()
	out := map[string]string{}
	dirs := []string{"."}
	for i := 0; i < len(dirs); i++ {
		list, err := afero.ReadDir(fsys, dirs[i])
		require.NoError(t, err)
		for _, info := range list {
			name := path.Join(dirs[i], info.Name())
			switch {
			case info.IsDir():
				dirs = append(dirs, name)
			case info.Mode()&fs.ModeSymlink != 0:
				to, err := fsbackend.Readlink(fsys, name)
				require.NoError(t, err)
				out[name] = "-> " + to
			default:
				text, err := afero.ReadFile(fsys, name)
				require.NoError(t, err)
				out[name] = fmt.Sprintf("%v %q", info.Mode()&0o100 != 0, text)
			}
		}
	}
	return out
}

func open(t tester, dir string) *fsbackend.Root {
	t.Helper()
	root, err := fsbackend.NewRoot(dir)
	require.NoError(t, err)
	return root
}

// applied lets git apply a diff to a directory.
func applied(t tester, dir, diff string) {
	t.Helper()
	if diff == "" {
		return
	}
	cmd := exec.Command("git", "apply", "--whitespace=nowarn", "-")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(diff)
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s\n%s", out, diff)
}

func needsGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git, which applies the diffs here, is not installed")
	}
}

// previewed runs do over a directory, checks the diff, and returns it.
func previewed(t tester, dir string, do func(s *runtime.Session)) (*preview.Preview, string) {
	t.Helper()
	root := open(t, dir)
	defer root.Close()
	before := tree(t, root)
	p := preview.Over(root)
	s, err := runtime.New(runtime.Options{FS: p.FS(), Did: p.Did})
	require.NoError(t, err)
	do(s)
	require.Equal(t, before, tree(t, root), "the tree itself is not touched")
	diff, err := p.Diff()
	require.NoError(t, err)
	want := tree(t, p.FS())
	applied(t, dir, diff)
	require.Equal(t, want, tree(t, root), "the diff is not what was done:\n%s", diff)
	return p, diff
}

func TestDiffOfARun(t *testing.T) {
	needsGit(t)
	dir := t.TempDir()
	plant(t, dir, map[string]string{"a": "one\ntwo\n", "b": "b\n", "c": "c\n", "d/x": "x\n", "d/y/z": "z\n", "e": "e", "gone": "gone\n", "full": ""})
	require.NoError(t, os.Symlink("a", filepath.Join(dir, "link")))
	p, diff := previewed(t, dir, func(s *runtime.Session) {
		ok := func(_ any, err error) { t.Helper(); require.NoError(t, err) }
		ok(s.Acquire(bg, runtime.AcquireArgs{Paths: []string{"**"}}))
		ok(s.Rename(bg, "a", "t"))
		ok(s.Rename(bg, "b", "a"))
		ok(s.Rename(bg, "t", "b"))
		ok(s.SetText(bg, "b", "one\n2\n"))
		ok(s.Rename(bg, "c", "new/c"))
		ok(s.Create(bg, "c", "another\n", true))
		ok(s.Delete(bg, "gone"))
		ok(s.SetText(bg, "e", "e\r\nf"))
		ok(s.Write(bg, runtime.WriteArgs{}))
		ok(s.FSMove(bg, "d", "f", runtime.FSScope{}))
		ok(s.FSEdit(bg, runtime.FSEditArgs{Filename: "f/y/z", Edits: []runtime.FSEdit{{OldText: "z", NewText: "zz"}}}))
		ok(s.FSCopy(bg, "f", "g", runtime.FSScope{}))
		ok(s.FSRemove(bg, "link", runtime.FSScope{}))
		ok(s.FSMove(bg, "new/c", "full", runtime.FSScope{}))
		ok(s.FSMkdir(bg, "empty/dir", runtime.FSScope{}))
	})
	for _, want := range []string{
		"rename from a\nrename to b\n--- a/a\n+++ b/b\n", "similarity index 100%\nrename from b\nrename to a\n",
		"rename from d/x\nrename to f/x\n", "rename from d/y/z\nrename to f/y/z\n--- ",
		"new file mode 100755\n--- /dev/null\n+++ b/c\n", "deleted file mode 120000\n", "rename from c\nrename to full\n",
	} {
		require.Contains(t, diff, want)
	}
	require.Contains(t, p.Operations(), runtime.Operation{Operation: "make directory", Path: "empty/dir"})
	require.Contains(t, p.Operations(), runtime.Operation{Operation: "rename", From: "d", Path: "f"})
	require.Contains(t, p.Operations(), runtime.Operation{Operation: "rename", From: "b", Path: ".dev-tools-rename-*"})
}

// Whatever a run does, git gets it out of the diff.
func TestDiffOfRandomRuns(t *testing.T) {
	needsGit(t)
	base := t.TempDir()
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		n++
		dir := filepath.Join(base, fmt.Sprint(n))
		plant(r, dir, map[string]string{"a": "a\n", "b": "b\nb\n", "d/a": "da\n", "d/b": "db", "e/d/a": "eda\n"})
		previewed(r, dir, func(s *runtime.Session) {
			s.Acquire(bg, runtime.AcquireArgs{Paths: []string{"**"}})
			for range rapid.IntRange(1, 12).Draw(r, "steps") {
				step(r, s)
			}
			s.Write(bg, runtime.WriteArgs{})
		})
		require.NoError(r, os.RemoveAll(dir))
	})
}

// step does something; that it fails is as good.
func step(r *rapid.T, s *runtime.Session) {
	name := rapid.SampledFrom([]string{"a", "b", "d", "d/a", "d/b", "e", "e/d", "e/d/a", "f", "f/a"})
	from, to := name.Draw(r, "from"), name.Draw(r, "to")
	none := runtime.FSScope{}
	switch rapid.IntRange(0, 9).Draw(r, "what") {
	case 0:
		s.Create(bg, to, "new\n", from == "a")
	case 1:
		s.Rename(bg, from, to)
	case 2:
		s.Delete(bg, from)
	case 3:
		s.SetText(bg, from, path.Base(to)+"\nchanged\n")
	case 4:
		s.Write(bg, runtime.WriteArgs{})
	case 5:
		s.FSMove(bg, from, to, none)
	case 6:
		s.FSCopy(bg, from, to, none)
	case 7:
		s.FSRemove(bg, from, none)
	case 8:
		s.FSMkdir(bg, to, none)
	case 9:
		s.FSEdit(bg, runtime.FSEditArgs{Filename: from, Edits: []runtime.FSEdit{{OldText: "a", NewText: "aa", ReplaceAll: true}}})
	}
}

func TestBinaryFiles(t *testing.T) {
	dir := t.TempDir()
	plant(t, dir, map[string]string{"bin": "\x00\x01"})
	root := open(t, dir)
	defer root.Close()
	p := preview.Over(root)
	s, err := runtime.New(runtime.Options{FS: p.FS(), Did: p.Did})
	require.NoError(t, err)
	_, err = s.FSCopy(bg, "bin", "copy", runtime.FSScope{})
	require.NoError(t, err)
	diff, err := p.Diff()
	require.NoError(t, err)
	require.Equal(t, "diff --git a/copy b/copy\nnew file mode 100644\nBinary files /dev/null and b/copy differ\n", diff)
}
