//go:build linux

package fsbackend_test

// This file proves that an overlay shows what a disk would show, and that its base stays as it was.

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"devstar/fsbackend"
	"devstar/fsbackend/fstestsuite"
)

// fingerprint is all that a change to a tree of Root would change: contents, times, identities.
func fingerprint(t require.TestingT, root *fsbackend.Root) string {
	text := fstestsuite.Tree(root)
	err := filepath.WalkDir(root.Dir(), func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root.Dir(), path)
		if err != nil {
			return err
		}
		info, err := root.Lstat(filepath.ToSlash(rel))
		if err != nil {
			return err
		}
		id, _ := root.Identify(info)
		changed, _ := root.ChangeTime(info)
		text += fmt.Sprintln(rel, info.ModTime().UnixNano(), changed.UnixNano(), id)
		return nil
	})
	require.NoError(t, err)
	return text
}

func TestOverlayKeepsItsBase(t *testing.T) {
	if m := umask(t); m != 0o022 {
		t.Skipf("the umask is %o, that of an overlay is 022", m)
	}
	rapid.Check(t, func(rt *rapid.T) {
		model, base := newRoot(t), newRoot(t)
		fstestsuite.Compare(rt, model, base)
		before := fingerprint(rt, base)
		overlay := fsbackend.NewOverlay(base)
		require.Equal(rt, fstestsuite.Tree(model), fstestsuite.Tree(fsbackend.NewOverlay(base)), "untouched")
		fstestsuite.Compare(rt, model, overlay)
		require.Equal(rt, before, fingerprint(rt, base), "the base")
	})
}

func TestOverlayReadsWithoutCopying(t *testing.T) {
	base := fsbackend.NewMemory()
	require.NoError(t, afero.WriteFile(base, "f", []byte("below"), 0o666))
	overlay := fsbackend.NewOverlay(base)
	f, err := overlay.Open("f")
	require.NoError(t, err)
	require.NoError(t, afero.WriteFile(base, "f", []byte("fresh"), 0o666))
	data, err := afero.ReadAll(f)
	require.NoError(t, err)
	require.Equal(t, "fresh", string(data), "the content is the base's until it is written to")
	require.NoError(t, afero.WriteFile(overlay, "f", []byte("above"), 0o666))
	_, err = f.Seek(0, 0)
	require.NoError(t, err)
	data, err = afero.ReadAll(f)
	require.NoError(t, err)
	require.Equal(t, "above", string(data), "and the overlay's from then on, also for open files")
	require.NoError(t, f.Close())
	data, err = afero.ReadFile(base, "f")
	require.NoError(t, err)
	require.Equal(t, "fresh", string(data))
}

func TestOverlayNoticesLocksOfTheBase(t *testing.T) {
	base := newRoot(t)
	require.NoError(t, afero.WriteFile(base, "journal", nil, 0o666))
	below, err := base.Open("journal")
	require.NoError(t, err)
	held, err := base.TryLock(below)
	require.NoError(t, err)
	require.False(t, held)
	above, err := fsbackend.NewOverlay(base).OpenFile("journal", os.O_RDWR, 0)
	require.NoError(t, err)
	held, err = fsbackend.NewOverlay(base).TryLock(above)
	require.Error(t, err, "a file of another overlay")
	require.False(t, held)
	overlay := fsbackend.NewOverlay(base)
	above, err = overlay.OpenFile("journal", os.O_RDWR, 0)
	require.NoError(t, err)
	held, err = overlay.TryLock(above)
	require.NoError(t, err)
	require.True(t, held)
	require.NoError(t, below.Close())
	held, err = overlay.TryLock(above)
	require.NoError(t, err)
	require.False(t, held)
	require.NoError(t, above.Close())
}

func TestOverlayOverPlainAfero(t *testing.T) {
	base := fsbackend.NewMemory()
	require.NoError(t, base.Mkdir("d", 0o777))
	require.NoError(t, afero.WriteFile(base, "d/f", []byte("x"), 0o666))
	overlay := fsbackend.NewOverlay(plain{base})
	require.NoError(t, overlay.Rename("d", "e"))
	require.NoError(t, afero.WriteFile(overlay, "e/g", []byte("y"), 0o666))
	require.Equal(t, "e drwxr-xr-x\ne/f -rw-r--r-- \"x\" ok links=1\ne/g -rw-r--r-- \"y\" ok links=1\n", fstestsuite.Tree(overlay))
	require.Equal(t, "d drwxr-xr-x\nd/f -rw-r--r-- \"x\" ok links=1\n", fstestsuite.Tree(base))
}
