package main_test

// This file makes and photographs trees, on the disk and in memory.

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
)

// diskTree makes names below a directory with the plain calls of the system.
type diskTree string

func (d diskTree) MkdirAll(name string, mode fs.FileMode) error {
	return os.MkdirAll(filepath.Join(string(d), name), mode)
}

func (d diskTree) WriteFile(name string, data []byte) error {
	return os.WriteFile(filepath.Join(string(d), name), data, 0o666)
}

func (d diskTree) Symlink(target, name string) error {
	return os.Symlink(target, filepath.Join(string(d), name))
}

func (d diskTree) Chmod(name string, mode fs.FileMode) error {
	return os.Chmod(filepath.Join(string(d), name), mode)
}

// snapshot returns everything below the directory but the directories themselves, links as links.
func (d diskTree) snapshot(t testing.TB) map[string]entry {
	seen := map[string]entry{}
	err := filepath.WalkDir(string(d), func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(string(d), name)
		if err != nil {
			return err
		}
		seen[filepath.ToSlash(rel)], err = photograph(name, e)
		return err
	})
	require.NoError(t, err)
	return seen
}

func photograph(name string, e fs.DirEntry) (entry, error) {
	if e.Type() == fs.ModeSymlink {
		target, err := os.Readlink(name)
		return entry{link: true, text: target}, err
	}
	info, err := e.Info()
	if err != nil {
		return entry{}, err
	}
	data, err := os.ReadFile(name)
	return entry{text: string(data), mode: info.Mode().Perm()}, err
}

// memoryTree is the same on a back end of the project.
type memoryTree struct{ *fsbackend.Memory }

func (m memoryTree) WriteFile(name string, data []byte) error {
	return afero.WriteFile(m, name, data, 0o666)
}

func (m memoryTree) snapshot(t *testing.T) map[string]entry {
	seen := map[string]entry{}
	m.look(t, ".", seen)
	return seen
}

func (m memoryTree) look(t *testing.T, dir string, seen map[string]entry) {
	f, err := m.Open(dir)
	require.NoError(t, err)
	names, err := f.Readdirnames(-1)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	for _, base := range names {
		name := path.Join(dir, base)
		info, err := m.Lstat(name)
		require.NoError(t, err)
		switch {
		case info.IsDir():
			m.look(t, name, seen)
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := m.Readlink(name)
			require.NoError(t, err)
			seen[name] = entry{link: true, text: target}
		default:
			data, err := afero.ReadFile(m, name)
			require.NoError(t, err)
			seen[name] = entry{text: string(data), mode: info.Mode().Perm()}
		}
	}
}
