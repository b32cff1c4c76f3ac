package shadow

// This file tests that the directory shows the workspace, tells what tools did, and never leads to the original.

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
)

var ctx = context.Background()

// place makes a tree on disk and a shadow of it.
func place(t *testing.T, files map[string]string, link ...string) (dir string, tree *Tree) {
	dir = t.TempDir()
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	root, err := fsbackend.NewRoot(dir)
	require.NoError(t, err)
	tree = New(Options{FS: root, Dir: dir, Link: link, Base: filepath.Join(t.TempDir(), "base")})
	t.Cleanup(func() { assert.NoError(t, tree.Close()); root.Close() })
	return dir, tree
}

func write(t *testing.T, name, text string) {
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
	require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
}

// contents reads every file below dir; links show as "-> target".
func contents(t *testing.T, dir string) map[string]string {
	out := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		require.NoError(t, err)
		rel, _ := filepath.Rel(dir, name)
		switch {
		case d.Type()&os.ModeSymlink != 0:
			to, err := os.Readlink(name)
			require.NoError(t, err)
			out[rel] = "-> " + to
		case !d.IsDir():
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			out[rel] = string(text)
		}
		return nil
	}))
	return out
}

func view(gone []string, held ...Held) View {
	for i := range held {
		if held[i].At == "" {
			held[i].At = held[i].Path
		}
		if held[i].Mode == 0 {
			held[i].Mode = 0o644
		}
	}
	return View{Held: held, Gone: func(p string) bool { return slices.Contains(gone, p) }}
}

func all(string) bool { return true }

func TestSyncShowsTheWorkspace(t *testing.T) {
	dir, tree := place(t, map[string]string{
		"a.txt": "disk", "sub/b.txt": "b", "old.txt": "old", "gone.txt": "x", ".gitignore": "build/\n*.log\n",
		"build/out": "o", "x.log": "l", "sub/.git/config": "no", ".git/config": "no", "run.sh": "#!",
	})
	require.NoError(t, os.Chmod(filepath.Join(dir, "run.sh"), 0o755))
	got, err := tree.Sync(ctx, view([]string{"gone.txt", "old.txt"}, Held{Path: "a.txt", Text: "memory"}, Held{Path: "new/c.txt", Text: "c"}))
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"a.txt": "memory", "sub/b.txt": "b", "new/c.txt": "c", ".gitignore": "build/\n*.log\n", "run.sh": "#!"}, contents(t, got))
	info, err := os.Stat(filepath.Join(got, "run.sh"))
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&0o100, "the x bit is kept")

	again, err := tree.Sync(ctx, view([]string{"gone.txt"}, Held{Path: "a.txt", Text: "memory 2"}))
	require.NoError(t, err)
	assert.Equal(t, got, again)
	assert.Equal(t, map[string]string{"a.txt": "memory 2", "sub/b.txt": "b", "old.txt": "old", ".gitignore": "build/\n*.log\n", "run.sh": "#!"}, contents(t, got))
	require.NoError(t, tree.Close())
	assert.NoDirExists(t, filepath.Dir(got))
}

func TestSyncFollowsTheDisk(t *testing.T) {
	dir, tree := place(t, map[string]string{"a.txt": "one", "b.txt": "b", "d": "file"})
	got, err := tree.Sync(ctx, view(nil))
	require.NoError(t, err)
	time.Sleep(20 * time.Millisecond)
	write(t, filepath.Join(dir, "a.txt"), "two")
	require.NoError(t, os.Remove(filepath.Join(dir, "b.txt")))
	require.NoError(t, os.Remove(filepath.Join(dir, "d")))
	write(t, filepath.Join(dir, "d/e"), "deep")
	_, err = tree.Sync(ctx, view(nil))
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"a.txt": "two", "d/e": "deep"}, contents(t, got))
}

func TestSettleTellsAndSyncTakesBack(t *testing.T) {
	dir, tree := place(t, map[string]string{"held.txt": "h", "same.txt": "s", "disk.txt": "d", "left.txt": "l", "dir/x": "x", ".gitignore": "cache/\n"})
	v := view(nil, Held{Path: "held.txt", Text: "h"}, Held{Path: "same.txt", Text: "s"}, Held{Path: "left.txt", Text: "l"}, Held{Path: "dir/x", Text: "x"})
	got, err := tree.Sync(ctx, v)
	require.NoError(t, err)
	before := contents(t, got)

	write(t, filepath.Join(got, "held.txt"), "H")
	write(t, filepath.Join(got, "same.txt"), "s")
	write(t, filepath.Join(got, "disk.txt"), "D")
	write(t, filepath.Join(got, "new/n.txt"), "n")
	write(t, filepath.Join(got, "cache/c"), "c")
	require.NoError(t, os.Remove(filepath.Join(got, "left.txt")))
	require.NoError(t, os.RemoveAll(filepath.Join(got, "dir")))
	require.NoError(t, os.Symlink(dir, filepath.Join(got, "dir")))
	touched, err := tree.Settle(ctx, all, 1<<20)
	require.NoError(t, err)
	assert.Equal(t, Touched{Changed: map[string]string{"held.txt": "H"}, Added: map[string]string{"new/n.txt": "n"},
		Deleted: []string{"dir/x", "left.txt"}, Other: []string{"dir", "disk.txt"}}, touched)

	_, err = tree.Sync(ctx, v)
	require.NoError(t, err)
	after := contents(t, got)
	assert.Equal(t, "c", after["cache/c"], "what git ignores may stay: the caches of tools")
	delete(after, "cache/c")
	assert.Equal(t, before, after)
	touched, err = tree.Settle(ctx, all, 1<<20)
	require.NoError(t, err)
	assert.Equal(t, Touched{Changed: map[string]string{}, Added: map[string]string{}}, touched)
	assert.Equal(t, map[string]string{"held.txt": "h", "same.txt": "s", "disk.txt": "d", "left.txt": "l", "dir/x": "x", ".gitignore": "cache/\n"}, contents(t, dir))
}

func TestToolsCannotReachTheOriginal(t *testing.T) {
	dir, tree := place(t, map[string]string{"a.txt": "a", "sub/b.txt": "b", "node_modules/m/index.js": "m", "top/t": "t"}, "node_modules")
	for name, target := range map[string]string{
		"ok": "sub/b.txt", "sub/up": "../a.txt", "abs": filepath.Join(dir, "a.txt"), "sub/out": "../../elsewhere",
		"sub/trick": "../top/../../x", "wanders": "sub/../a.txt",
	} {
		require.NoError(t, os.Symlink(target, filepath.Join(dir, name)))
	}
	got, err := tree.Sync(ctx, view(nil))
	require.NoError(t, err)
	shown := contents(t, got)
	assert.Equal(t, map[string]string{"a.txt": "a", "sub/b.txt": "b", "top/t": "t", "ok": "-> sub/b.txt", "sub/up": "-> ../a.txt",
		"node_modules": "-> " + filepath.Join(dir, "node_modules")}, shown)
	for name, to := range shown {
		info, err := os.Stat(filepath.Join(got, name))
		require.NoError(t, err)
		if original, err := os.Stat(filepath.Join(dir, name)); err == nil && name != "node_modules" {
			assert.False(t, os.SameFile(info, original), "%s %s is the original", name, to)
		}
	}
	before := contents(t, dir)
	out, err := exec.Command("sh", "-c", fmt.Sprintf(`cd %q && for f in a.txt sub/b.txt ok sub/up top/t; do echo broken >"$f"; done; rm -rf top sub; echo linked >node_modules/m/index.js`, got)).CombinedOutput()
	require.NoError(t, err, "%s", out)
	before["node_modules/m/index.js"] = "linked\n"
	assert.Equal(t, before, contents(t, dir), "only shadow_link leads to the original")
	_, err = tree.Settle(ctx, all, 1<<20)
	require.NoError(t, err)
	_, err = tree.Sync(ctx, view(nil))
	require.NoError(t, err)
	require.NoError(t, tree.Close())
	assert.Equal(t, before, contents(t, dir), "nor does removing it")
}

func TestLinkedDirectoriesShowTheDisk(t *testing.T) {
	dir, tree := place(t, map[string]string{"vendor/v.go": "v"}, "vendor")
	_, err := tree.Sync(ctx, view(nil, Held{Path: "vendor/v.go", Text: "new"}))
	var linked *LinkedError
	require.ErrorAs(t, err, &linked)
	assert.Equal(t, &LinkedError{Path: "vendor/v.go", Link: "vendor"}, linked)
	got, err := tree.Sync(ctx, view(nil, Held{Path: "vendor/v.go", Text: "v", Clean: true}))
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"vendor": "-> " + filepath.Join(dir, "vendor")}, contents(t, got))
	assert.Equal(t, map[string]string{"vendor/v.go": "v"}, contents(t, dir))
}

func TestADeletedDirectoryIsNoticedAndMadeAgain(t *testing.T) {
	for _, command := range []string{`rm -rf "$1"`, `rm -rf "$1"/*`} {
		_, tree := place(t, map[string]string{"a": "a", "b/c": "c"})
		got, err := tree.Sync(ctx, view(nil))
		require.NoError(t, err)
		require.NoError(t, exec.Command("sh", "-c", command, "sh", got).Run())
		_, err = tree.Settle(ctx, all, 1<<20)
		require.ErrorIs(t, err, ErrDeleted)
		got, err = tree.Sync(ctx, view(nil))
		require.NoError(t, err)
		assert.Equal(t, map[string]string{"a": "a", "b/c": "c"}, contents(t, got))
	}
}

func TestSweepRemovesOnlyWhatCrashesLeft(t *testing.T) {
	_, alive := place(t, map[string]string{"a": "a"})
	got, err := alive.Sync(ctx, view(nil))
	require.NoError(t, err)
	base := alive.opts.Base
	require.NoError(t, os.MkdirAll(filepath.Join(base, "shadow-dead/tree/locked"), 0o777))
	write(t, filepath.Join(base, "shadow-dead/tree/x"), "x")
	write(t, filepath.Join(base, "shadow-dead.lock"), "")
	write(t, filepath.Join(base, "other"), "not ours")
	require.NoError(t, os.Chmod(filepath.Join(base, "shadow-dead/tree/locked"), 0))
	assert.Equal(t, 1, Sweep(base))
	assert.NoDirExists(t, filepath.Join(base, "shadow-dead"))
	assert.FileExists(t, filepath.Join(base, "other"))
	assert.Equal(t, map[string]string{"a": "a"}, contents(t, got))
	assert.Equal(t, 0, Sweep(base))
	assert.Equal(t, 0, Sweep(filepath.Join(base, "nowhere")))
}

func TestOtherBackEndsAndOpaqueFiles(t *testing.T) {
	m := fsbackend.NewMemory()
	require.NoError(t, m.MkdirAll("d", 0o777))
	for name, text := range map[string]string{"d/a": "a", "old.bin": "\x00\xff"} {
		f, err := m.Create(name)
		require.NoError(t, err)
		_, err = f.Write([]byte(text))
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
	tree := New(Options{FS: m, Base: t.TempDir(), Skip: func(p string) bool { return p == "secret" }})
	defer tree.Close()
	got, err := tree.Sync(ctx, view([]string{"old.bin"}, Held{Path: "new.bin", From: "old.bin"}))
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"d/a": "a", "new.bin": "\x00\xff"}, contents(t, got))
}

// BenchmarkPrepare compares with cp -a of the same 10,000 files: the ratio is reported as x_cp.
func BenchmarkPrepare(b *testing.B) {
	dir := b.TempDir()
	text := []byte(strings.Repeat("some line of a source file\n", 150))
	for i := range 10_000 {
		name := filepath.Join(dir, fmt.Sprintf("d%02d/e%d/f%d.txt", i%50, i%7, i))
		require.NoError(b, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(b, os.WriteFile(name, text, 0o666))
	}
	root, err := fsbackend.NewRoot(dir)
	require.NoError(b, err)
	defer root.Close()
	var ours, cp time.Duration
	for b.Loop() {
		start := time.Now()
		require.NoError(b, exec.Command("cp", "-a", dir, filepath.Join(b.TempDir(), "copy")).Run())
		cp += time.Since(start)
		tree := New(Options{FS: root, Dir: dir, Base: b.TempDir()})
		start = time.Now()
		_, err := tree.Sync(ctx, view(nil))
		require.NoError(b, err)
		ours += time.Since(start)
		start = time.Now()
		_, err = tree.Sync(ctx, view(nil))
		require.NoError(b, err)
		b.ReportMetric(float64(time.Since(start).Milliseconds()), "ms-again")
		require.NoError(b, tree.Close())
	}
	b.ReportMetric(float64(ours)/float64(cp), "x-cp")
}
