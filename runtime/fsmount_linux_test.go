package runtime

// This file tests fs.move over a mount that the system made.

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
)

func TestFSMoveOverAMount(t *testing.T) {
	dir := t.TempDir()
	mount := filepath.Join(dir, "other")
	require.NoError(t, os.Mkdir(mount, 0o755))
	if err := syscall.Mount("tmpfs", mount, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("a file system cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { require.NoError(t, syscall.Unmount(mount, syscall.MNT_DETACH)) })
	root, err := fsbackend.NewRoot(dir)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, root.Close()) })
	lay(t, root, files{"lib/a": "a\n", "lib/deep/void/": "", "x": "x\n", "other/y": "y\n"})
	s, _ := desk(t, root)
	acquire(t, s, "lib/a")
	_, err = s.FSMove(bg, "lib", "other/lib", FSScope{})
	require.NoError(t, err)
	_, err = s.FSMove(bg, "x", "other/y", FSScope{})
	require.NoError(t, err)
	require.Equal(t, files{"other/lib/a": "a\n", "other/lib/deep/void/": "", "other/y": "x\n"}, whole(t, root))
	require.Equal(t, []Change{{Path: "other/lib/a", Kind: "renamed", Source: "lib/a"}}, s.Changes())

	for _, do := range []func() error{
		func() error { _, err := s.FSMove(bg, "other", "elsewhere", FSScope{}); return err },
		func() error { _, err := s.FSRemove(bg, "other", FSScope{}); return err },
	} {
		require.Equal(t, "mount", fails(t, do()).Reason, "a mount point stays")
	}
	require.Equal(t, files{"other/lib/a": "a\n", "other/lib/deep/void/": "", "other/y": "x\n"}, whole(t, root))
}
