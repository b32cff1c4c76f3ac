package fsbackend

// This file meets the refusals of a real system: limits, permissions, full, read-only and other file systems.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// childRefused runs the batch of limitedBatch under a limit and prints the reason of its refusal.
func childRefused(args []string) (string, error) {
	root, err := NewRoot(args[0])
	if err != nil {
		return "", err
	}
	n, err := strconv.ParseUint(args[2], 10, 64)
	if err != nil {
		return "", err
	}
	switch args[1] {
	case "size":
		err = unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: n, Max: n})
	case "files":
		err = limitFiles(n)
	}
	if err != nil {
		return "", err
	}
	return reasonOf(Apply(context.Background(), root, limitedBatch(), quick()))
}

// limitFiles leaves exactly so many more handles. The runtime opens its own with the first timer; numbers that are free
// between those in use are taken first.
func limitFiles(n uint64) error {
	time.Sleep(time.Millisecond)
	used, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return err
	}
	highest := 0
	for _, e := range used {
		if fd, err := strconv.Atoi(e.Name()); err == nil {
			highest = max(highest, fd)
		}
	}
	for {
		fd, err := unix.Dup(0)
		if err != nil {
			return err
		}
		if fd >= highest {
			limit := uint64(fd) + 1 + n
			return syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: limit, Max: limit})
		}
	}
}

// reasonOf gives the reason of a batch's error, "" for none, and refuses one after which something was written.
func reasonOf(err error) (string, error) {
	var e *BatchError
	switch {
	case err == nil:
		return "", nil
	case !errors.As(err, &e):
		return "", err
	case e.Started || e.Journal || !strings.Contains(e.Error(), "nothing was written"):
		return "", fmt.Errorf("not refused cleanly: %w", err)
	}
	return e.Reason(), nil
}

// limitedBatch begins with what is allowed everywhere, and goes on with much to write.
func limitedBatch() []Operation {
	ops := []Operation{rename("a", "z", "alpha\n"), modify("b", "beta\n", strings.Repeat("b", 100))}
	for i := range 8 {
		ops = append(ops, create(fmt.Sprintf("d/new%d", i), strings.Repeat("n", 32<<10)))
	}
	return ops
}

// limited is a directory for limitedBatch.
func limited(t *testing.T) (dir string, root *Root) {
	dir = t.TempDir()
	root = openTestRoot(t, dir)
	plantFiles(t, root, refusalTree)
	return dir, root
}

func TestFileSizeLimit(t *testing.T) {
	dir, root := limited(t)
	assert.Equal(t, "too_large", runChild(t, childCommand(t, "refused", dir, "size", "16384")))
	assert.Equal(t, refusalTree, readFiles(t, root))
}

func TestOpenFilesLimit(t *testing.T) {
	met := map[string]int{}
	for _, n := range []int{0, 1, 2, 3, 4, 6, 8, 12, 64} { // how many are needed depends on how many run at once
		dir, root := limited(t)
		reason := runChild(t, childCommand(t, "refused", dir, "files", strconv.Itoa(n)))
		met[reason]++
		if reason == "" {
			assert.Equal(t, strings.Repeat("n", 32<<10), readFiles(t, root)["d/new7"])
			continue
		}
		assert.Equal(t, "too_many_files", reason)
		assert.Equal(t, refusalTree, readFiles(t, root), "with %d handles", n)
	}
	assert.Positive(t, met["too_many_files"])
	assert.Positive(t, met[""])
}

// TestNoPermission is met by an ordinary user; the superuser sends one.
func TestNoPermission(t *testing.T) {
	for name, spoil := range map[string]string{"where a file is created": "d", "where a file is moved": "."} {
		t.Run(name, func(t *testing.T) {
			dir, root := limited(t)
			cmd := childCommand(t, "refused", dir, "none", "0")
			if os.Geteuid() == 0 {
				asNobody(t, cmd.Path, dir)
				cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
			}
			require.NoError(t, os.Chmod(filepath.Join(dir, spoil), 0o555))
			defer os.Chmod(filepath.Join(dir, spoil), 0o755)
			assert.Equal(t, "permission", runChild(t, cmd))
			assert.Equal(t, refusalTree, readFiles(t, root))
		})
	}
}

// asNobody gives a tree to the user nobody, who must be able to reach it, and the test binary.
func asNobody(t *testing.T, self, dir string) {
	require.NoError(t, filepath.Walk(dir, func(name string, _ os.FileInfo, err error) error {
		return errors.Join(err, os.Lchown(name, 65534, 65534))
	}))
	for _, place := range []string{self, dir} {
		for up := filepath.Dir(place); up != "/"; up = filepath.Dir(up) {
			info, err := os.Stat(up)
			require.NoError(t, err)
			switch {
			case info.Mode().Perm()&0o001 != 0:
			case strings.HasPrefix(up, os.TempDir()+"/"):
				require.NoError(t, os.Chmod(up, info.Mode().Perm()|0o011))
			default:
				t.Skipf("another user cannot reach %s", up)
			}
		}
	}
}

// mounted mounts on a directory below a root, for as long as a test runs.
func mounted(t *testing.T, source, target, kind string, flags uintptr, data string) {
	t.Helper()
	if err := unix.Mount(source, target, kind, flags, data); err != nil {
		t.Skipf("mounts are not allowed here: %v", err)
	}
	t.Cleanup(func() { assert.NoError(t, unix.Unmount(target, unix.MNT_DETACH)) })
}

// onTmpfs is a root on a file system of its own.
func onTmpfs(t *testing.T, data string) (string, *Root) {
	dir := t.TempDir()
	mounted(t, "tmpfs", dir, "tmpfs", 0, data)
	root := openTestRoot(t, dir)
	plantFiles(t, root, refusalTree)
	return dir, root
}

func TestNoSpace(t *testing.T) {
	_, root := onTmpfs(t, "size=128k")
	assert.Equal(t, "no_space", refusedBy(t, root, limitedBatch()).Reason())
	assert.Equal(t, refusalTree, readFiles(t, root))
}

func TestNoInodes(t *testing.T) {
	_, root := onTmpfs(t, "nr_inodes=12")
	assert.Equal(t, "no_space", refusedBy(t, root, limitedBatch()).Reason())
	assert.Equal(t, refusalTree, readFiles(t, root))
}

func TestReadOnly(t *testing.T) {
	dir, root := onTmpfs(t, "")
	require.NoError(t, unix.Mount("", dir, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""))
	assert.Equal(t, "read_only", refusedBy(t, root, limitedBatch()).Reason())
	assert.Equal(t, refusalTree, readFiles(t, root))
}

func TestMounts(t *testing.T) {
	dir := t.TempDir()
	root := openTestRoot(t, dir)
	plantFiles(t, root, files{"a": "alpha\n", "b": "beta\n", "other/x": "hidden", "same/x": "x\n", "bound": "hidden"})
	mounted(t, "tmpfs", filepath.Join(dir, "other"), "tmpfs", 0, "")
	mounted(t, filepath.Join(dir, "same"), filepath.Join(dir, "same"), "", unix.MS_BIND, "")
	mounted(t, filepath.Join(dir, "b"), filepath.Join(dir, "bound"), "", unix.MS_BIND, "")
	plantFiles(t, root, files{"other/in": "in\n"})
	before := readFiles(t, root)
	for name, op := range map[string]Operation{
		"onto another file system":     rename("a", "other/a", "alpha\n"),
		"from another file system":     rename("other/in", "in", "in\n"),
		"onto a mount of the same one": rename("a", "same/a", "alpha\n"),
		"a file that is a mount":       modify("bound", "beta\n", "new\n"),
		"below what is to be made":     rename("a", "other/new/deep/a", "alpha\n"),
		"a directory that is a mount":  {Kind: OpRename, From: "other", Name: "elsewhere", Before: &Known{Mode: os.ModeDir}},
	} {
		t.Run(name, func(t *testing.T) {
			e := refusedBy(t, root, []Operation{create("first", "f\n"), op})
			assert.Equal(t, "mount", e.Reason(), e.Error())
			assert.Equal(t, before, readFiles(t, root))
		})
	}
	applied(t, root, modify("other/in", "in\n", "new\n"), create("other/deep/er/f", "f\n"), modify("a", "alpha\n", "A\n"))
	data, err := afero.ReadFile(root, "other/deep/er/f")
	require.NoError(t, err)
	assert.Equal(t, "f\n", string(data))
}
