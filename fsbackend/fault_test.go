package fsbackend_test

// This file proves that Fault fails as it says, at every place, and tells the truth about what happened.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
	"devstar/fsbackend/fstestsuite"
)

// scenario makes one changing call of each kind, in order, and stops at the first error.
func scenario(fsys afero.Fs) error {
	steps := []func() error{
		func() error { return fsys.MkdirAll("d/e", 0o777) },
		func() error { return fsys.Mkdir("k", 0o777) },
		func() error { return afero.WriteFile(fsys, "d/f", []byte("12345678"), 0o666) },
		func() error { return afero.WriteFile(fsys, "d/g", []byte("abcd"), 0o666) },
		func() error { return fsys.Rename("d/f", "d/h") },
		func() error { return fsbackend.Symlink(fsys, "h", "d/l") },
		func() error { return fsbackend.Link(fsys, "d/h", "d/m") },
		func() error { return fsys.Chmod("d/h", 0o600) },
		func() error { _, err := fsbackend.RenameNoReplace(fsys, "k", "n"); return err },
		func() error { return fsbackend.SyncAll(fsys, []string{"d/g", "d/h"}, []string{"."}) },
		func() error { _, err := fsbackend.CopyAttributes(fsys, "d/h", "d/g"); return err },
		func() error { return fsys.Remove("d/l") },
		func() error { return fsys.RemoveAll("d") },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// states are the trees after each changing call of the scenario, the empty one first.
func states(t *testing.T) (trees, log []string) {
	base := fsbackend.NewMemory()
	whole := fsbackend.NewFault(base)
	require.NoError(t, scenario(whole))
	trees = []string{""}
	for k := 2; k <= whole.Calls()+1; k++ {
		base := fsbackend.NewMemory()
		f := fsbackend.NewFault(base)
		f.Arm(k, fsbackend.FaultCrash, nil)
		_ = scenario(f)
		trees = append(trees, fstestsuite.Tree(base))
	}
	return trees, whole.Log()
}

func TestFaultAtEveryCall(t *testing.T) {
	trees, log := states(t)
	require.Greater(t, len(log), 15)
	for k := 1; k <= len(log); k++ {
		for mode, want := range map[fsbackend.FaultMode]string{
			fsbackend.FaultBefore: trees[k-1], fsbackend.FaultAfter: trees[k], fsbackend.FaultCrash: trees[k-1],
		} {
			t.Run(fmt.Sprintf("%d %s, mode %d", k, log[k-1], mode), func(t *testing.T) {
				base := fsbackend.NewMemory()
				f := fsbackend.NewFault(base)
				f.Arm(k, mode, syscall.ENOSPC)
				err := scenario(f)
				fault := error(syscall.ENOSPC)
				if mode == fsbackend.FaultCrash {
					fault = fsbackend.ErrCrashed
				}
				require.ErrorIs(t, err, fault)
				require.True(t, f.Fired())
				require.Equal(t, log[:k], f.Log()[:k])
				require.Equal(t, want, fstestsuite.Tree(base))
			})
		}
	}
}

func TestFaultHalves(t *testing.T) {
	base := fsbackend.NewMemory()
	f := fsbackend.NewFault(base)
	file, err := f.Create("f")
	require.NoError(t, err)
	f.Arm(1, fsbackend.FaultHalf, nil)
	n, err := file.Write([]byte("12345678"))
	require.ErrorIs(t, err, syscall.EIO)
	require.Equal(t, 4, n)
	n, err = file.Write([]byte("abc"))
	require.NoError(t, err, "only one call fails")
	require.Equal(t, 3, n)
	require.NoError(t, file.Close())
	f.Arm(1, fsbackend.FaultHalf, nil)
	require.Error(t, f.MkdirAll("a/b/c", 0o777))
	f.Arm(1, fsbackend.FaultHalf, nil)
	require.Error(t, f.Rename("f", "g"), "a rename has no halves")
	require.Equal(t, "a drwxr-xr-x\na/b drwxr-xr-x\ng -rw-r--r-- \"1234abc\" ok links=1\n", fstestsuite.Tree(base))
	require.NoError(t, f.Rename("g", "a/g"))
	f.Arm(1, fsbackend.FaultHalf, nil)
	require.Error(t, f.RemoveAll("a"))
	require.Equal(t, "a drwxr-xr-x\na/g -rw-r--r-- \"1234abc\" ok links=1\n", fstestsuite.Tree(base))
}

func TestFaultTearsAndCrashes(t *testing.T) {
	base := fsbackend.NewMemory()
	f := fsbackend.NewFault(base)
	file, err := f.Create("f")
	require.NoError(t, err)
	held, err := f.TryLock(file)
	require.NoError(t, err)
	require.False(t, held)
	f.Arm(1, fsbackend.FaultTorn, nil)
	_, err = file.Write([]byte("12345678"))
	require.ErrorIs(t, err, fsbackend.ErrCrashed)
	calls := f.Calls()
	for _, err := range []error{
		file.Close(), f.Remove("f"), f.Mkdir("d", 0o777), f.Chmod("f", 0), second(f.Open("f")), second(f.Stat("f")),
		second(f.Lstat("f")), second(file.Read(nil)), second(file.Stat()), second(f.Mount(".")),
		second(file.Seek(0, 0)), second(f.Readlink("f")), f.SyncAll(nil, nil), second(f.TryLock(file)),
	} {
		require.ErrorIs(t, err, fsbackend.ErrCrashed)
	}
	require.Equal(t, calls, f.Calls(), "nothing is counted after a crash")
	require.Equal(t, "f -rw-r--r-- \"1234\" ok links=1\n", fstestsuite.Tree(base))
	again, err := base.OpenFile("f", os.O_RDWR, 0)
	require.NoError(t, err)
	held, err = base.TryLock(again)
	require.NoError(t, err)
	require.False(t, held, "a crash frees locks")
}

func TestFaultCloseClosesAnyway(t *testing.T) {
	base := fsbackend.NewMemory()
	f := fsbackend.NewFault(base)
	file, err := f.Create("f")
	require.NoError(t, err)
	f.Arm(1, fsbackend.FaultBefore, nil)
	require.ErrorIs(t, file.Close(), syscall.EIO)
	require.ErrorIs(t, file.Close(), fs.ErrClosed)
	reader, err := f.Open("f")
	require.NoError(t, err)
	before := f.Calls()
	require.NoError(t, reader.Close())
	require.Equal(t, before, f.Calls(), "closing a reader changes nothing")
}

// second is the error of a call with two results.
func second[T any](_ T, err error) error { return err }

func TestFaultErrorsHaveTheShapeOfTheCall(t *testing.T) {
	f := fsbackend.NewFault(fsbackend.NewMemory())
	f.Arm(1, fsbackend.FaultBefore, syscall.EDQUOT)
	var path *fs.PathError
	require.ErrorAs(t, f.Mkdir("d", 0o777), &path)
	require.Equal(t, "d", path.Path)
	f.Arm(1, fsbackend.FaultBefore, nil)
	var link *os.LinkError
	require.True(t, errors.As(f.Rename("a", "b"), &link))
	require.Equal(t, "a", link.Old)
	require.Equal(t, "b", link.New)
}
