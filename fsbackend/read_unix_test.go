//go:build unix

package fsbackend

// Tests with what only a real directory can hold: FIFOs, sockets, names that are not UTF-8, closed directories.

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// within fails the test when do is still waiting after a while.
func within(t *testing.T, do func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("it waits")
	}
}

func TestSpecialFilesAreNamedAndNeverWaitedOn(t *testing.T) {
	dir := t.TempDir()
	root, err := NewRoot(dir)
	require.NoError(t, err)
	defer root.Close()
	require.NoError(t, unix.Mkfifo(filepath.Join(dir, "pipe.go"), 0o644))
	require.NoError(t, unix.Mkfifo(filepath.Join(dir, ".gitignore"), 0o644))
	require.NoError(t, unix.Mkfifo(filepath.Join(dir, "other"), 0o644))
	socket, err := net.Listen("unix", filepath.Join(dir, "s.go"))
	require.NoError(t, err)
	defer socket.Close()
	plant(t, root, map[string]string{"a.go": "package a"})
	within(t, func() {
		got, err := Walk(context.Background(), root, WalkOptions{Match: suffix(".go")})
		assert.NoError(t, err)
		assert.Equal(t, Walked{Files: []string{"a.go"}, Special: []string{"pipe.go", "s.go"}}, got)
		reads, err := readAll(root, "pipe.go", "a.go", "s.go")
		if assert.NoError(t, err) {
			assert.ErrorIs(t, reads[0].Err, ErrSpecial)
			assert.Equal(t, "package a", string(reads[1].Data))
			assert.ErrorIs(t, reads[2].Err, ErrSpecial)
		}
	})
}

// late has a FIFO put in the place of a file after it was looked at.
type late struct{ *Root }

func (l late) Stat(name string) (os.FileInfo, error) { return l.Lstat(name) }

func (l late) Lstat(name string) (os.FileInfo, error) {
	info, err := l.Root.Lstat(name)
	if err == nil && info.Mode().IsRegular() {
		path := filepath.Join(l.Dir(), name)
		if err := os.Remove(path); err != nil {
			return nil, err
		}
		if err := unix.Mkfifo(path, 0o644); err != nil {
			return nil, err
		}
	}
	return info, err
}

func TestAFileThatBecomesAFIFOIsNotWaitedOn(t *testing.T) {
	root, err := NewRoot(t.TempDir())
	require.NoError(t, err)
	defer root.Close()
	plant(t, root, map[string]string{"f": "text"})
	within(t, func() {
		reads, err := readAll(late{root}, "f")
		if assert.NoError(t, err) {
			assert.ErrorIs(t, reads[0].Err, ErrSpecial)
			assert.Nil(t, reads[0].Data)
		}
	})
}

func TestWalkCountsNamesThatNoPathCanSpell(t *testing.T) {
	dir := t.TempDir()
	root, err := NewRoot(dir)
	require.NoError(t, err)
	defer root.Close()
	plant(t, root, map[string]string{"a.go": "", "new\nline.go": ""})
	require.NoError(t, os.WriteFile(filepath.Join(dir, `back\slash.go`), nil, 0o644))
	if err := os.WriteFile(filepath.Join(dir, "bad\xff.go"), nil, 0o644); err != nil {
		t.Skipf("this file system refuses names that are not UTF-8: %v", err)
	}
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "bad\xfe", "sub"), 0o755))
	got, err := Walk(context.Background(), root, WalkOptions{Match: suffix(".go")})
	require.NoError(t, err)
	assert.Equal(t, Walked{Files: []string{"a.go", "new\nline.go"}, Unnameable: 3}, got)
}

func TestWalkReportsAClosedDirectory(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may read every directory: a closed one cannot be tested as root")
	}
	dir := t.TempDir()
	root, err := NewRoot(dir)
	require.NoError(t, err)
	defer root.Close()
	plant(t, root, map[string]string{"a.go": "", "closed/b.go": ""})
	require.NoError(t, os.Chmod(filepath.Join(dir, "closed"), 0))
	defer os.Chmod(filepath.Join(dir, "closed"), 0o755)
	got, err := Walk(context.Background(), root, WalkOptions{Match: suffix(".go")})
	require.NoError(t, err)
	assert.Equal(t, []string{"a.go"}, got.Files)
	if assert.Len(t, got.Unreadable, 1) {
		assert.Equal(t, "closed", got.Unreadable[0].Name)
		assert.ErrorIs(t, got.Unreadable[0], os.ErrPermission)
	}
}
