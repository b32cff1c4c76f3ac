//go:build linux

package fsbackend

// This file asks what only Root can answer: what others do to its tree meanwhile, and what a system lacks.

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func openRoot(t testing.TB) *Root {
	t.Helper()
	r, err := NewRoot(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	return r
}

// put makes a file and its directories behind the back of a Root.
func put(t testing.TB, dir, name, content string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666))
}

func TestRootSeesDirectoriesThatOthersReplace(t *testing.T) {
	r := openRoot(t)
	put(t, r.Dir(), "a/b/f", "old")
	info, err := r.Lstat("a/b/f")
	require.NoError(t, err)
	require.EqualValues(t, 3, info.Size())
	require.NoError(t, os.Rename(r.Dir()+"/a", r.Dir()+"/was"))
	_, err = r.Lstat("a/b/f")
	require.ErrorIs(t, err, fs.ErrNotExist, "moved away")
	put(t, r.Dir(), "a/b/f", "newer")
	info, err = r.Lstat("a/b/f")
	require.NoError(t, err)
	require.EqualValues(t, 5, info.Size(), "made again")
	require.NoError(t, afero.WriteFile(r, "a/b/f", []byte("newest"), 0o666))
	data, err := os.ReadFile(r.Dir() + "/was/b/f")
	require.NoError(t, err)
	require.Equal(t, "old", string(data), "nothing is written to where the directory went")
}

func TestRootSeesDirectoriesThatBecomeLinks(t *testing.T) {
	r, outside := openRoot(t), t.TempDir()
	put(t, r.Dir(), "a/b/f", "inside")
	put(t, outside, "b/f", "outside")
	_, err := r.Lstat("a/b/f")
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(r.Dir()+"/a"))
	require.NoError(t, os.Symlink(outside, r.Dir()+"/a"))
	_, err = r.Lstat("a/b/f")
	require.Equal(t, &SymlinkError{At: "a"}, bare(err))
	require.Equal(t, &SymlinkError{At: "a"}, bare(afero.WriteFile(r, "a/b/f", nil, 0o666)))
	require.Equal(t, &SymlinkError{At: "a"}, bare(r.Remove("a/b/f")))
	data, err := os.ReadFile(outside + "/b/f")
	require.NoError(t, err)
	require.Equal(t, "outside", string(data))
}

func TestRootRacesWithALink(t *testing.T) {
	r, outside := openRoot(t), t.TempDir()
	put(t, r.Dir(), "real/f", "inside")
	put(t, outside, "f", "outside")
	require.NoError(t, os.Symlink(outside, r.Dir()+"/link"))
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				_ = unix.Renameat2(unix.AT_FDCWD, r.Dir()+"/real", unix.AT_FDCWD, r.Dir()+"/link", unix.RENAME_EXCHANGE)
			}
		}
	}()
	for range 3000 {
		data, err := afero.ReadFile(r, "real/f")
		require.NotEqual(t, "outside", string(data))
		if err == nil {
			require.Equal(t, "inside", string(data))
		}
		_ = afero.WriteFile(r, "real/new", []byte("x"), 0o666)
		_ = r.Rename("real/new", "real/newer")
		_ = r.Remove("real/newer")
	}
	close(stop)
	<-done
	entries, err := os.ReadDir(outside)
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing was made outside")
}

func TestRootOpensNoSpecialFile(t *testing.T) {
	r := openRoot(t)
	require.NoError(t, unix.Mkfifo(r.Dir()+"/fifo", 0o666))
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, flag := range []int{os.O_RDONLY, os.O_WRONLY, os.O_RDWR} {
			_, err := r.OpenFile("fifo", flag, 0)
			require.ErrorIs(t, err, ErrSpecial)
		}
	}()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		t.Fatal("opening a FIFO blocks")
	}
	info, err := r.Lstat("fifo")
	require.NoError(t, err)
	require.Equal(t, fs.ModeNamedPipe, info.Mode().Type())
	require.NoError(t, r.Rename("fifo", "pipe"))
	require.NoError(t, r.Remove("pipe"))
}

func TestRootAfterClose(t *testing.T) {
	r, err := NewRoot(t.TempDir())
	require.NoError(t, err)
	f, err := r.Create("f")
	require.NoError(t, err)
	require.NoError(t, r.Close())
	_, err = r.Stat("f")
	require.ErrorIs(t, err, fs.ErrClosed)
	require.ErrorIs(t, r.Remove("f"), fs.ErrClosed)
	_, err = f.Write([]byte("x"))
	require.NoError(t, err, "open files stay open")
	require.NoError(t, f.Close())
	require.ErrorIs(t, r.Close(), fs.ErrClosed)
}

func TestNewRootRefuses(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "f", "x")
	_, err := NewRoot(dir + "/f")
	require.ErrorIs(t, err, unix.ENOTDIR)
	_, err = NewRoot(dir + "/no")
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.NoError(t, os.Symlink(dir, dir+"/link"))
	r, err := NewRoot(dir + "/link")
	require.NoError(t, err, "the root itself may be named through a link")
	_, err = r.Stat("f")
	require.NoError(t, err)
	require.NoError(t, r.Close())
}

func TestRootRenamesWithoutTheFlag(t *testing.T) {
	r := openRoot(t)
	put(t, r.Dir(), "f", "x")
	put(t, r.Dir(), "d/g", "y")
	require.ErrorIs(t, r.linkThenRemove(at("f"), at("d/g")), fs.ErrExist)
	require.NoError(t, r.linkThenRemove(at("f"), at("d/h")))
	_, err := r.Lstat("f")
	require.ErrorIs(t, err, fs.ErrNotExist)
	data, err := afero.ReadFile(r, "d/h")
	require.NoError(t, err)
	require.Equal(t, "x", string(data))
	require.ErrorIs(t, r.linkThenRemove(at("d"), at("e")), errors.ErrUnsupported, "a directory has no second name")
	require.ErrorIs(t, r.linkThenRemove(at("no"), at("e")), fs.ErrNotExist)
}

// at takes apart a name that is right.
func at(name string) place {
	p, err := locate(name)
	if err != nil {
		panic(err)
	}
	return p
}

func TestRootCopiesAttributes(t *testing.T) {
	r := openRoot(t)
	put(t, r.Dir(), "from", "x")
	put(t, r.Dir(), "to", "y")
	long := make([]byte, 900)
	if err := unix.Setxattr(r.Dir()+"/from", "user.long", long, 0); err != nil {
		t.Skipf("no extended attributes here: %v", err)
	}
	require.NoError(t, unix.Setxattr(r.Dir()+"/from", "user.short", []byte("1"), 0))
	require.NoError(t, r.Chmod("to", 0o640|fs.ModeSetuid))
	superuser := os.Geteuid() == 0
	if superuser {
		require.NoError(t, r.Chown("from", 12345, 54321))
	}
	lost, err := r.CopyAttributes("from", "to")
	require.NoError(t, err)
	require.Empty(t, lost)
	value := make([]byte, 1000)
	n, err := unix.Getxattr(r.Dir()+"/to", "user.long", value)
	require.NoError(t, err)
	require.Equal(t, 900, n)
	info, err := r.Lstat("to")
	require.NoError(t, err)
	require.Equal(t, 0o640|fs.ModeSetuid, info.Mode(), "the mode stays, though a new owner takes setuid away")
	if superuser {
		owner, _ := r.Owner(info)
		require.Equal(t, Owner{UID: 12345, GID: 54321}, owner)
	}
}

func TestLocate(t *testing.T) {
	for name, want := range map[string]place{
		"f":       {path: "f", base: "f"},
		"a/b/c":   {path: "a/b/c", dir: "a/b", base: "c"},
		"a//b/./": {path: "a/b", dir: "a", base: "b", slash: true},
		"./f":     {path: "f", base: "f"},
		".":       {path: ".", base: ".", slash: true},
		"...":     {path: "...", base: "..."},
	} {
		got, err := locate(name)
		require.NoError(t, err, name)
		require.Equal(t, want, got, name)
	}
	clean := testing.AllocsPerRun(10, func() { at("some/clean/name.go") })
	require.Zero(t, clean, "allocations for a clean name")
}
