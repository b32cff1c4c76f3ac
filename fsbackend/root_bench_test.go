//go:build linux

package fsbackend_test

// This file measures Root against the operating system with absolute paths, at several depths, and Memory.

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
)

// deepName is a file name in depth directories less one.
func deepName(depth int) string { return strings.Repeat("directory/", depth-1) + "file.txt" }

// atDepths runs a benchmark on the system and on Root, in one directory, at three depths.
func atDepths(b *testing.B, onDisk func(path string) error, onRoot func(r *fsbackend.Root, name string) error) {
	for _, depth := range []int{1, 4, 8} {
		root := newRoot(b)
		name := deepName(depth)
		whole := filepath.Join(root.Dir(), name)
		require.NoError(b, root.MkdirAll(path.Dir(name), 0o777))
		require.NoError(b, os.WriteFile(whole, make([]byte, 4096), 0o666))
		b.Run(fmt.Sprintf("depth=%d/os", depth), func(b *testing.B) {
			for b.Loop() {
				require.NoError(b, onDisk(whole))
			}
		})
		b.Run(fmt.Sprintf("depth=%d/root", depth), func(b *testing.B) {
			for b.Loop() {
				require.NoError(b, onRoot(root, name))
			}
		})
	}
}

func BenchmarkRootLstat(b *testing.B) {
	atDepths(b, func(path string) error { return second(os.Lstat(path)) },
		func(r *fsbackend.Root, name string) error { return second(r.Lstat(name)) })
}

func BenchmarkRootRead(b *testing.B) {
	atDepths(b, func(path string) error { return second(os.ReadFile(path)) },
		func(r *fsbackend.Root, name string) error { return second(afero.ReadFile(r, name)) })
}

func BenchmarkRootReplace(b *testing.B) {
	data := make([]byte, 4096)
	atDepths(b, func(path string) error {
		if err := os.WriteFile(path+".new", data, 0o666); err != nil {
			return err
		}
		return os.Rename(path+".new", path)
	}, func(r *fsbackend.Root, name string) error {
		if err := afero.WriteFile(r, name+".new", data, 0o666); err != nil {
			return err
		}
		return r.Rename(name+".new", name)
	})
}

func BenchmarkRootRename(b *testing.B) {
	atDepths(b, func(path string) error {
		if err := os.Rename(path, path+"2"); err != nil {
			return err
		}
		return os.Rename(path+"2", path)
	}, func(r *fsbackend.Root, name string) error {
		if err := r.RenameNoReplace(name, name+"2"); err != nil {
			return err
		}
		return r.Rename(name+"2", name)
	})
}

// hundredThousand is the names of a large tree: 1,000 directories of 100 files.
func hundredThousand() []string {
	names := make([]string, 0, 100_000)
	for i := range 100_000 {
		names = append(names, fmt.Sprintf("d%02d/e%02d/file-%02d.go", i/10_000, i/100%100, i%100))
	}
	return names
}

func BenchmarkMemory100000(b *testing.B) {
	names := hundredThousand()
	content := []byte("package main\n")
	for b.Loop() {
		m := fsbackend.NewMemory()
		for _, name := range names {
			if err := afero.WriteFile(m, name, content, 0o666); err != nil {
				require.NoError(b, m.MkdirAll(path.Dir(name), 0o777))
				require.NoError(b, afero.WriteFile(m, name, content, 0o666))
			}
		}
		for _, name := range names {
			if _, err := m.Lstat(name); err != nil {
				b.Fatal(err)
			}
			if _, err := afero.ReadFile(m, name); err != nil {
				b.Fatal(err)
			}
		}
		require.NoError(b, m.RemoveAll("d00"))
	}
}
