package fsbackend

// This file shows that names that differ only in case are renamed on a disk that takes them for one, and that nothing is
// lost when they collide.

import (
	"context"
	"io/fs"
	"path"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// folding is a memory that finds a name in any case, as macOS and Windows do, and keeps the case it was given.
type folding struct{ *Memory }

// real is the name as the directory has it; the name itself when it has none.
func (f folding) real(name string) string {
	at := "."
	for part := range strings.SplitSeq(name, "/") {
		if names, err := listNames(f.Memory, at); err == nil {
			for _, have := range names {
				if strings.EqualFold(have, part) {
					part = have
				}
			}
		}
		at = path.Join(at, part)
	}
	return at
}

func (f folding) Lstat(name string) (fs.FileInfo, error) { return f.Memory.Lstat(f.real(name)) }
func (f folding) Stat(name string) (fs.FileInfo, error)  { return f.Memory.Stat(f.real(name)) }
func (f folding) Open(name string) (afero.File, error)   { return f.Memory.Open(f.real(name)) }
func (f folding) Remove(name string) error               { return f.Memory.Remove(f.real(name)) }
func (f folding) Chmod(name string, m fs.FileMode) error { return f.Memory.Chmod(f.real(name), m) }
func (f folding) Mkdir(name string, m fs.FileMode) error { return f.Memory.Mkdir(f.real(name), m) }
func (f folding) CopyAttributes(from, to string) ([]string, error) {
	return f.Memory.CopyAttributes(f.real(from), f.real(to))
}

func (f folding) OpenFile(name string, flag int, perm fs.FileMode) (afero.File, error) {
	return f.Memory.OpenFile(f.real(name), flag, perm)
}

func (f folding) Rename(from, to string) error {
	old, over := f.real(from), f.real(to)
	if old == over { // only the case changes
		return f.Memory.Rename(old, path.Join(path.Dir(old), path.Base(to)))
	}
	return f.Memory.Rename(old, over)
}

func (f folding) RenameNoReplace(from, to string) error {
	if _, err := f.Memory.Lstat(f.real(to)); err == nil {
		return syscall.EEXIST
	}
	return f.Memory.RenameNoReplace(f.real(from), f.real(to))
}

func TestNamesThatDifferInCase(t *testing.T) {
	fsys := folding{NewMemory()}
	plantFiles(t, fsys, files{"low": "text\n", "other": "o\n", "d/Straße": "s\n"})
	applied(t, fsys, rename("low", "Low", "text\n"), modify("Low", "text\n", "new\n"))
	assert.Equal(t, files{"Low": "new\n", "other": "o\n", "d/Straße": "s\n"}, readFiles(t, fsys.Memory))

	// With a temporary in between, as a planner might do it.
	const temp = ".dev-tools-rename-1"
	parking := rename("Low", temp, "new\n")
	parking.Temp = true
	applied(t, fsys, parking, rename(temp, "LOW", "new\n"))
	assert.Equal(t, files{"LOW": "new\n", "other": "o\n", "d/Straße": "s\n"}, readFiles(t, fsys.Memory))
}

// TestCaseCollision shows that a name that is free by its letters, but not on this disk, is refused.
func TestCaseCollision(t *testing.T) {
	fsys := folding{NewMemory()}
	tree := files{"low": "text\n", "other": "o\n"}
	plantFiles(t, fsys, tree)
	assert.Equal(t, "changed_on_disk", refusedBy(t, fsys, []Operation{create("LOW", "mine\n")}).Reason())
	assert.Equal(t, "changed_on_disk", refusedBy(t, fsys, []Operation{rename("other", "Low", "o\n")}).Reason())
	assert.Equal(t, tree, readFiles(t, fsys.Memory))
}

// TestCaseRenameFaults fails every call of a rename that only changes the case: the only copy is never removed.
func TestCaseRenameFaults(t *testing.T) {
	ops := []Operation{rename("low", "Low", "text\n"), modify("Low", "text\n", "new\n")}
	for _, mode := range []FaultMode{FaultBefore, FaultAfter, FaultHalf, FaultCrash, FaultTorn} {
		for k := 1; ; k++ {
			base := folding{NewMemory()}
			plantFiles(t, base, files{"low": "text\n"})
			fault := NewFault(base)
			fault.Arm(k, mode, nil)
			done := 0
			opts := quick()
			opts.Done = func(int) { done++ }
			err := Apply(context.Background(), fault, ops, opts)
			if !fault.Fired() {
				break
			}
			states := []files{{"low": "text\n"}, {"Low": "text\n"}, {"Low": "new\n"}}
			if mode != FaultCrash && mode != FaultTorn {
				require.Equal(t, states[done], readFiles(t, base.Memory), "mode %d, call %d: %v", mode, k, err)
				continue
			}
			r, err := Recover(context.Background(), base, RecoverFinish)
			require.NoError(t, err)
			want := states[:1]
			if r.State != JournalUnstaged {
				want = []files{states[0], states[2]}
			}
			require.Contains(t, want, readFiles(t, base.Memory), "mode %d, call %d", mode, k)
		}
	}
}
