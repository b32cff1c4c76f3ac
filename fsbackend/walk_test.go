package fsbackend

// Tests of the walk: what is listed under which heading, what is opened for it, and agreement with a plain recursion.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"devstar/fsbackend/ignore"
)

// walkBackEnds are the back ends that a walk is tested on, empty.
func walkBackEnds(t *testing.T) map[string]afero.Fs {
	root, err := NewRoot(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { root.Close() })
	return map[string]afero.Fs{"root": root, "memory": NewMemory()}
}

func plant(t require.TestingT, fsys afero.Fs, files map[string]string) {
	for name, text := range files {
		require.NoError(t, fsys.MkdirAll(path.Dir(name), 0o777))
		require.NoError(t, afero.WriteFile(fsys, name, []byte(text), 0o666))
	}
}

// watched counts how often directories are opened, and fails or loses some.
type watched struct {
	afero.Fs
	mu     sync.Mutex
	opened []string
	fails  map[string]error
}

func (w *watched) Open(name string) (afero.File, error) {
	w.mu.Lock()
	w.opened = append(w.opened, name)
	w.mu.Unlock()
	if err := w.fails[name]; err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return w.Fs.Open(name)
}

func (w *watched) Lstat(name string) (fs.FileInfo, error) { return Lstat(w.Fs, name) }

func suffix(ext string) func(string) bool {
	return func(name string) bool { return strings.HasSuffix(name, ext) }
}

func TestWalkSortsOutWhatItFinds(t *testing.T) {
	for kind, fsys := range walkBackEnds(t) {
		t.Run(kind, func(t *testing.T) {
			plant(t, fsys, map[string]string{
				".git/info/exclude": "*.excluded.go\n", ".git/x.go": "", "sub/.GIT/y.go": "", ".dev-tools-write-1.go": "", ".dev-tools-x/z.go": "",
				".gitignore": "build/\n*.gen.go\n!sub/keep.gen.go\n", "sub/.gitignore": "local.go\n",
				"a/b.go": "", "a-b.go": "", "a.go": "", "a/b/c.go": "", "other.txt": "", "x.excluded.go": "", "x.gen.go": "",
				"sub/keep.gen.go": "", "sub/local.go": "", "local.go": "", "build/out.go": "", "build/deep/out.go": "", "build/note.txt": "",
				"new\nline.go": "", ".hidden/h.go": "",
			})
			require.NoError(t, Symlink(fsys, "a.go", "link.go"))
			require.NoError(t, Symlink(fsys, "a", "dirlink"))
			require.NoError(t, Symlink(fsys, "a", "dirlink.go"))
			got, err := Walk(context.Background(), fsys, WalkOptions{Match: suffix(".go")})
			require.NoError(t, err)
			want := Walked{
				Files:   []string{".hidden/h.go", "a-b.go", "a.go", "a/b.go", "a/b/c.go", "local.go", "new\nline.go", "sub/keep.gen.go"},
				Ignored: []string{"build/deep/out.go", "build/out.go", "sub/local.go", "x.excluded.go", "x.gen.go"},
				Special: []string{"dirlink.go", "link.go"},
			}
			assert.Equal(t, want, got)

			got, err = Walk(context.Background(), fsys, WalkOptions{Match: suffix(".go"), Ignored: true})
			require.NoError(t, err)
			assert.Empty(t, got.Ignored)
			assert.Subset(t, got.Files, want.Ignored)
			assert.Len(t, got.Files, len(want.Files)+len(want.Ignored))
		})
	}
}

func TestWalkOpensOnlyWhatCanHoldAMatch(t *testing.T) {
	fsys := &watched{Fs: NewMemory()}
	plant(t, fsys, map[string]string{
		"src/a/x.go": "", "src/b/c/x.go": "", "lib/y.go": "", "docs/z.md": "", "src/node_modules/q/x.go": "", ".gitignore": "node_modules\n",
		"keep/.gitignore": "", "keep/x.go": "",
	})
	fsys.opened = nil
	got, err := Walk(context.Background(), fsys, WalkOptions{
		Enter: func(dir string) bool { return strings.HasPrefix(dir, "src") || dir == "keep" },
		Match: suffix(".go"),
	})
	require.NoError(t, err)
	assert.Equal(t, []string{"keep/x.go", "src/a/x.go", "src/b/c/x.go"}, got.Files)
	slices.Sort(fsys.opened)
	assert.Equal(t, []string{".", ".gitignore", "keep", "keep/.gitignore", "src", "src/a", "src/b", "src/b/c", "src/node_modules", "src/node_modules/q"}, fsys.opened)
}

func TestWalkLooksIntoIgnoredDirectoriesWithinReason(t *testing.T) {
	files := map[string]string{".gitignore": "build\nvendor\nzip\n", "main.go": "", "zip/z.go": "", "vendor/v.go": ""}
	for i := range maxIgnoredLooks {
		files[fmt.Sprintf("build/%04d.go", i)] = ""
	}
	fsys := NewMemory()
	plant(t, fsys, files)
	got, err := Walk(context.Background(), fsys, WalkOptions{Match: suffix(".go")})
	require.NoError(t, err)
	assert.Equal(t, []string{"main.go"}, got.Files)
	assert.Len(t, got.Ignored, maxIgnoredLooks)
	assert.Equal(t, []string{"vendor", "zip"}, got.Unopened)

	nothing, err := Walk(context.Background(), fsys, WalkOptions{Match: suffix("z.go")})
	require.NoError(t, err)
	assert.Equal(t, Walked{Ignored: []string{"zip/z.go"}}, nothing, "when nothing is found all is looked at")
}

func TestWalkReportsWhatCannotBeRead(t *testing.T) {
	fsys := &watched{Fs: NewMemory(), fails: map[string]error{
		"closed": fs.ErrPermission, "gone": fs.ErrNotExist, "sub/.gitignore": fs.ErrPermission, "ignored/closed": fs.ErrPermission,
	}}
	plant(t, fsys, map[string]string{"a.go": "", "closed/b.go": "", "gone/c.go": "", "sub/.gitignore": "*", "sub/d.go": "", ".gitignore": "ignored", "ignored/closed/e.go": ""})
	got, err := Walk(context.Background(), fsys, WalkOptions{Match: suffix(".go")})
	require.NoError(t, err)
	assert.Equal(t, []string{"a.go", "sub/d.go"}, got.Files)
	require.Len(t, got.Unreadable, 2)
	assert.Equal(t, "closed", got.Unreadable[0].Name)
	assert.ErrorIs(t, got.Unreadable[0], fs.ErrPermission)
	assert.ErrorContains(t, got.Unreadable[0], "closed")
	assert.Equal(t, "sub/.gitignore", got.Unreadable[1].Name)

	fsys.fails["."] = fs.ErrPermission
	_, err = Walk(context.Background(), fsys, WalkOptions{})
	assert.ErrorIs(t, err, fs.ErrPermission)
}

func TestWalkHeedsTheContext(t *testing.T) {
	fsys := NewMemory()
	plant(t, fsys, map[string]string{"a/b/c.go": ""})
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Walk(ctx, fsys, WalkOptions{Enter: func(string) bool { cancel(); return true }})
	assert.ErrorIs(t, err, context.Canceled)
}

// plainWalk is the definition: a recursion in order.
func plainWalk(t require.TestingT, fsys afero.Fs, dir string, rules *ignore.Dir, match func(string) bool) (files []string) {
	infos, err := afero.ReadDir(fsys, dir)
	require.NoError(t, err)
	if text, err := afero.ReadFile(fsys, joinName(dir, ignoreFile)); err == nil {
		rules = rules.Below(dir, ignore.Parse(text))
	}
	for _, info := range infos {
		name := joinName(dir, info.Name())
		switch {
		case rules.Ignores(name, info.IsDir()):
		case info.IsDir():
			files = append(files, plainWalk(t, fsys, name, rules, match)...)
		case match(name):
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return files
}

func TestWalkIsThePlainRecursion(t *testing.T) {
	part := rapid.SampledFrom([]string{"a", "b", "a-b", "c.go", "d.go"})
	rapid.Check(t, func(t *rapid.T) {
		fsys := NewMemory()
		for range rapid.IntRange(1, 20).Draw(t, "files") {
			parts := rapid.SliceOfN(part, 1, 4).Draw(t, "name")
			dir := path.Join(parts[:len(parts)-1]...)
			if dir == "" {
				dir = "."
			}
			if fsys.MkdirAll(dir, 0o777) == nil {
				_ = afero.WriteFile(fsys, path.Join(parts...), nil, 0o666) // a directory may be there
				if rapid.IntRange(0, 3).Draw(t, "ignore") == 0 {
					rule := rapid.SampledFrom([]string{"a/\n", "d.go\n", "*\n!*.go\n!*/\n", "/b\n", "a/*.go\n"}).Draw(t, "rule")
					require.NoError(t, afero.WriteFile(fsys, path.Join(dir, ignoreFile), []byte(rule), 0o666))
				}
			}
		}
		got, err := Walk(context.Background(), fsys, WalkOptions{Match: suffix(".go")})
		require.NoError(t, err)
		require.Equal(t, plainWalk(t, fsys, ".", nil, suffix(".go")), got.Files)
	})
}

// bigTree makes 100,000 files of which one in a hundred is a .ts file.
func bigTree(b *testing.B) string {
	dir := b.TempDir()
	for i := range 100_000 {
		sub := filepath.Join(dir, fmt.Sprintf("pkg%03d", i/1000), fmt.Sprintf("mod%02d", i/50%20))
		if i%50 == 0 {
			require.NoError(b, os.MkdirAll(sub, 0o755))
		}
		ext := "txt"
		if i%100 == 0 {
			ext = "ts"
		}
		require.NoError(b, os.WriteFile(filepath.Join(sub, fmt.Sprintf("unit%05d.%s", i, ext)), nil, 0o644))
	}
	return dir
}

func BenchmarkWalk(b *testing.B) {
	dir := bigTree(b)
	b.Run("Walk", func(b *testing.B) {
		root, err := NewRoot(dir)
		require.NoError(b, err)
		defer root.Close()
		for b.Loop() {
			got, err := Walk(context.Background(), root, WalkOptions{Match: suffix(".ts")})
			require.NoError(b, err)
			require.Len(b, got.Files, 1000)
		}
	})
	b.Run("WalkDir", func(b *testing.B) {
		for b.Loop() {
			n := 0
			require.NoError(b, filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
				if strings.HasSuffix(path, ".ts") {
					n++
				}
				return err
			}))
			require.Equal(b, 1000, n)
		}
	})
	for _, args := range [][]string{{"find", dir, "-name", "*.ts"}, {"git", "-C", dir, "ls-files", "--others", "--exclude-standard", "*.ts"}} {
		b.Run(args[0], func(b *testing.B) {
			if args[0] == "git" {
				_ = exec.Command("git", "-C", dir, "init", "-q").Run()
			}
			if err := exec.Command(args[0], args[1:]...).Run(); errors.Is(err, exec.ErrNotFound) {
				b.Skip(args[0] + " was not found")
			}
			for b.Loop() {
				_, err := exec.Command(args[0], args[1:]...).Output()
				require.NoError(b, err)
			}
		})
	}
}
