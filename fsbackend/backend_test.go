package fsbackend_test

// This file asks what the optional interfaces do where a back end has none of them.

import (
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
)

// plain hides the optional interfaces of a back end.
type plain struct{ afero.Fs }

func TestWithoutOptionalInterfaces(t *testing.T) {
	for name, fsys := range map[string]afero.Fs{
		"plain": plain{fsbackend.NewMemory()},
		"fault": fsbackend.NewFault(plain{fsbackend.NewMemory()}),
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, afero.WriteFile(fsys, "f", []byte("x"), 0o666))
			require.NoError(t, afero.WriteFile(fsys, "g", []byte("y"), 0o666))
			info, err := fsbackend.Lstat(fsys, "f")
			require.NoError(t, err)
			_, ok := fsbackend.Identify(fsys, info)
			require.False(t, ok)
			_, ok = fsbackend.ChangeTime(fsys, info)
			require.False(t, ok)
			_, ok = fsbackend.OwnerOf(fsys, info)
			require.False(t, ok)
			_, ok = fsbackend.ActorOf(fsys)
			require.False(t, ok)
			refusesLinks(t, fsys)
			renamesWithANote(t, fsys)
			require.NoError(t, fsbackend.SyncAll(fsys, []string{"g"}, []string{"."}))
			mount, err := fsbackend.MountOf(fsys, "g")
			require.NoError(t, err)
			require.Zero(t, mount)
			_, err = fsbackend.CopyAttributes(fsys, "g", "h")
			require.ErrorIs(t, err, errors.ErrUnsupported)
			f, err := fsys.Open("g")
			require.NoError(t, err)
			_, err = fsbackend.TryLock(fsys, f)
			require.ErrorIs(t, err, errors.ErrUnsupported)
			require.NoError(t, f.Close())
		})
	}
}

func refusesLinks(t *testing.T, fsys afero.Fs) {
	t.Helper()
	require.ErrorIs(t, fsbackend.Symlink(fsys, "f", "l"), errors.ErrUnsupported)
	require.ErrorIs(t, fsbackend.Link(fsys, "f", "l"), errors.ErrUnsupported)
	_, err := fsbackend.Readlink(fsys, "f")
	require.ErrorIs(t, err, errors.ErrUnsupported)
}

func renamesWithANote(t *testing.T, fsys afero.Fs) {
	t.Helper()
	safe, err := fsbackend.RenameNoReplace(fsys, "f", "g")
	require.ErrorIs(t, err, fs.ErrExist)
	require.False(t, safe)
	safe, err = fsbackend.RenameNoReplace(fsys, "f", "h")
	require.NoError(t, err)
	require.False(t, safe)
}

func TestSymlinkErrorSaysWhere(t *testing.T) {
	m := fsbackend.NewMemory()
	require.NoError(t, m.Symlink("d", "l"))
	_, err := m.Open("l/f")
	require.EqualError(t, err, `open l/f: the symlink "l" is not followed`)
	_, err = m.Open("../f")
	require.EqualError(t, err, "open ../f: the name leads outside the root")
	_, err = m.OpenFile("x", os.O_WRONLY, 0)
	require.EqualError(t, err, "open x: no such file or directory")
}
