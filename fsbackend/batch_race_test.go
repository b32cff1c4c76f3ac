package fsbackend

// This file changes files behind the back of a batch, between its looks at them, and shows that what another has written
// is never overwritten.

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// intrusions are what another program may do to a file or a free name.
func intrusions() map[string]func(t *testing.T, fsys afero.Fs, name string) {
	return map[string]func(t *testing.T, fsys afero.Fs, name string){
		"writes": func(t *testing.T, fsys afero.Fs, name string) { write(t, fsys, name, "of another") },
		"writes as much and sets the time back": func(t *testing.T, fsys afero.Fs, name string) {
			info, err := fsys.Stat(name)
			if err != nil {
				write(t, fsys, name, "of another")
				return
			}
			write(t, fsys, name, fmt.Sprintf("%*s", info.Size(), "!"))
			require.NoError(t, fsys.Chtimes(name, info.ModTime(), info.ModTime()))
		},
		"replaces": func(t *testing.T, fsys afero.Fs, name string) {
			write(t, fsys, "other", "of another")
			require.NoError(t, fsys.Rename("other", name))
		},
		"makes a directory": func(t *testing.T, fsys afero.Fs, name string) {
			_ = fsys.Remove(name)
			require.NoError(t, fsys.Mkdir(name, 0o777))
		},
		"makes a link": func(t *testing.T, fsys afero.Fs, name string) {
			_ = fsys.Remove(name)
			require.NoError(t, Symlink(fsys, "d/y", name))
		},
	}
}

// raceBatch speaks of each name in one operation, so that it may be spoiled at any time before that.
func raceBatch() []Operation {
	return []Operation{
		rename("a", "moved", "alpha\n"),
		{Kind: OpRename, From: "b", Name: "over", Before: known("beta\n"), Replaces: known("goes\n")},
		remove("d/x", "in d\n"),
		create("new", "n\n"),
		modify("m", "before\n", "after\n"),
	}
}

func TestAnotherWriter(t *testing.T) {
	tree := files{"over": "goes\n", "m": "before\n"}
	for name, text := range refusalTree {
		tree[name] = text
	}
	for what, intrude := range intrusions() {
		for i, op := range raceBatch() {
			for _, name := range []string{op.From, op.Name} {
				for after := range i + 1 {
					if name == "" {
						continue
					}
					t.Run(fmt.Sprintf("%s at %s after %d", what, name, after), func(t *testing.T) {
						batchDisks(t, func(t *testing.T, fsys afero.Fs) {
							plantFiles(t, fsys, tree)
							race{T: t, fsys: fsys, op: i, after: after, intrude: func() { intrude(t, fsys, name) }}.run()
						})
					})
				}
			}
		}
	}
}

// race is a batch into which another writes before one of its operations.
type race struct {
	*testing.T
	fsys      afero.Fs
	op, after int
	intrude   func()
}

// run checks that the batch stops before the spoiled operation, or before the first when the file was spoiled before that,
// and that the tree is as the other has left it but for the operations that were done.
func (r race) run() {
	var spoiled files
	done := 0
	intrude := func() {
		r.intrude()
		spoiled = readFiles(r, r.fsys)
	}
	opts := quick()
	opts.Name = func() string {
		if r.after == 0 {
			intrude()
		}
		return "r"
	}
	opts.Done = func(int) {
		if done++; done == r.after {
			intrude()
		}
	}
	err := Apply(context.Background(), r.fsys, raceBatch(), opts)
	var e *BatchError
	require.ErrorAs(r, err, &e)
	assert.Equal(r, "changed_on_disk", e.Reason(), e.Error())
	want := r.op
	if r.after == 0 {
		want = 0
		assert.Contains(r, e.Error(), "nothing was written")
	}
	require.Equal(r, want, done)
	require.NotNil(r, spoiled)
	r.same(spoiled, raceBatch()[r.after:want])
}

// same compares the tree with what the other had left, after some more operations.
func (r race) same(tree files, ops []Operation) {
	now := readFiles(r, r.fsys)
	for name := range tree {
		if name == JournalName || len(files{name: ""}.own()) > 0 {
			delete(tree, name)
		}
	}
	for _, op := range ops {
		switch op.Kind {
		case OpRename:
			tree[op.Name] = tree[op.From]
			delete(tree, op.From)
		case OpRemove:
			delete(tree, op.Name)
		default:
			tree[op.Name] = op.New.Data
		}
	}
	assert.Equal(r, tree, now)
}

// TestTouchedIsNotChanged shows that a file that was only touched, or written again with the same bytes, is no conflict.
func TestTouchedIsNotChanged(t *testing.T) {
	batchDisks(t, func(t *testing.T, fsys afero.Fs) {
		plantFiles(t, fsys, refusalTree)
		opts := quick()
		opts.Name = func() string {
			require.NoError(t, fsys.Chtimes("a", time.Unix(1, 0), time.Unix(2, 0)))
			write(t, fsys, "b", "beta\n")
			return "r"
		}
		ops := []Operation{modify("a", "alpha\n", "A\n"), modify("b", "beta\n", "B\n")}
		require.NoError(t, Apply(context.Background(), fsys, ops, opts))
		assert.Equal(t, "B\n", readFiles(t, fsys)["b"])
	})
}

// TestModeChangedMeanwhile shows that another's chmod is not undone.
func TestModeChangedMeanwhile(t *testing.T) {
	batchDisks(t, func(t *testing.T, fsys afero.Fs) {
		plantFiles(t, fsys, refusalTree)
		opts := quick()
		opts.Name = func() string {
			require.NoError(t, fsys.Chmod("a", 0o600))
			return "r"
		}
		err := Apply(context.Background(), fsys, []Operation{modify("a", "alpha\n", "A\n")}, opts)
		require.ErrorContains(t, err, `modify "a": "a" changed on disk: its mode was`)
		assert.EqualValues(t, 0o600, modeOf(t, fsys, "a"))
	})
}
