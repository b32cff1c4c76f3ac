//go:build linux

package fsbackend_test

// This file runs the suite over every back end, and compares each with Root.

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"devstar/fsbackend"
	"devstar/fsbackend/fstestsuite"
)

// umask is what the system takes from the mode of what this process makes.
func umask(t testing.TB) fs.FileMode {
	t.Helper()
	dir := t.TempDir() + "/d"
	require.NoError(t, os.Mkdir(dir, 0o777))
	info, err := os.Stat(dir)
	require.NoError(t, err)
	return 0o777 &^ info.Mode().Perm()
}

// tempDir is an empty directory that can be removed whatever modes are left in it.
func tempDir(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	t.Cleanup(func() {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if d != nil && d.IsDir() {
				return os.Chmod(path, 0o700)
			}
			return nil
		})
		require.NoError(t, err)
	})
	return dir
}

func newRoot(t testing.TB) *fsbackend.Root {
	t.Helper()
	root, err := fsbackend.NewRoot(tempDir(t))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, root.Close()) })
	return root
}

// backEnds are all that must pass the whole suite.
func backEnds() map[string]func(t testing.TB) afero.Fs {
	return map[string]func(t testing.TB) afero.Fs{
		"root":                func(t testing.TB) afero.Fs { return newRoot(t) },
		"root by components":  func(t testing.TB) afero.Fs { return newRoot(t).Walking() },
		"memory":              func(testing.TB) afero.Fs { return fsbackend.NewMemory() },
		"overlay over memory": func(testing.TB) afero.Fs { return fsbackend.NewOverlay(fsbackend.NewMemory()) },
		"overlay over root":   func(t testing.TB) afero.Fs { return fsbackend.NewOverlay(newRoot(t)) },
		"fault over memory":   func(testing.TB) afero.Fs { return fsbackend.NewFault(fsbackend.NewMemory()) },
		"fault over root":     func(t testing.TB) afero.Fs { return fsbackend.NewFault(newRoot(t)) },
	}
}

func TestSuite(t *testing.T) {
	for name, open := range backEnds() {
		t.Run(name, func(t *testing.T) {
			s := fstestsuite.Suite{New: open}
			if strings.Contains(name, "root") && !strings.Contains(name, "overlay") {
				s.Umask = umask(t)
			}
			fstestsuite.Run(t, s)
		})
	}
}

func TestBackEndsAgree(t *testing.T) {
	for name, open := range backEnds() {
		if name == "root" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			if m := umask(t); m != 0o022 {
				t.Skipf("the umask is %o, that of memory is 022", m)
			}
			rapid.Check(t, func(rt *rapid.T) { fstestsuite.Compare(rt, newRoot(t), open(t)) })
		})
	}
}
