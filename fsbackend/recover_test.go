package fsbackend

// This file tests recovery where more has happened than a crash.

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// swap exchanges a and b, and changes more.
func swap() []Operation {
	const temp = ".dev-tools-rename-1"
	return []Operation{
		{Kind: OpRename, From: "b", Name: temp, Before: known("beta\n"), Temp: true},
		{Kind: OpRename, From: "a", Name: "b", Before: known("alpha\n"), Vacated: true},
		{Kind: OpRename, From: temp, Name: "a", Before: known("beta\n"), Vacated: true},
		modify("d/x", "in d\n", "new\n"),
		create("n/e/w", "w\n"),
	}
}

// crashedSwap is a tree in which swap crashed after so many operations.
func crashedSwap(t testing.TB, done int) afero.Fs {
	t.Helper()
	fsys := newTestRoot(t)
	plantFiles(t, fsys, refusalTree)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	fault := NewFault(fsys)
	opts := quick()
	opts.Done = func(i int) {
		if i+1 == done {
			fault.Arm(1, FaultCrash, nil)
		}
	}
	if done == 0 {
		crashWhere(t, fsys, swap(), "rename b", 1)
		return fsys
	}
	require.Error(t, Apply(ctx, fault, swap(), opts))
	return fsys
}

func TestRecoverShows(t *testing.T) {
	for done := range 5 {
		fsys := crashedSwap(t, done)
		r, err := Recover(context.Background(), fsys, RecoverShow)
		require.NoError(t, err)
		assert.Equal(t, JournalStaged, r.State)
		assert.Equal(t, done, r.Done)
		require.Len(t, r.Journal.Operations, 5)
		assert.Equal(t, `rename "b" to ".dev-tools-rename-1"`, r.Journal.Operations[0].String())
		assert.Equal(t, `create "n/e/w"`, r.Journal.Operations[4].String())
	}
}

// TestRecoverAfterAChange changes the tree after the crash: what is still needed must be as it was left, the rest is of no
// consequence, and a change is never overwritten.
func TestRecoverAfterAChange(t *testing.T) {
	tests := []struct {
		name   string
		done   int
		change func(t *testing.T, fsys afero.Fs)
		says   string // of the refusal
	}{
		{"a file to be modified", 3, func(t *testing.T, fsys afero.Fs) { write(t, fsys, "d/x", "of another") }, `"d/x"`},
		{"a new content", 3, func(t *testing.T, fsys afero.Fs) {
			write(t, fsys, "d/"+stageIn(t, fsys, "d"), "of another")
		}, "d/.dev-tools-write-"},
		{"a new content is gone", 3, func(t *testing.T, fsys afero.Fs) {
			require.NoError(t, fsys.Remove("d/"+stageIn(t, fsys, "d")))
		}, "d/.dev-tools-write-"},
		{"a name that was free", 3, func(t *testing.T, fsys afero.Fs) { write(t, fsys, "n/e/w", "of another") }, `"n/e/w"`},
		{"the only copy", 1, func(t *testing.T, fsys afero.Fs) { write(t, fsys, ".dev-tools-rename-1", "of another") }, ".dev-tools-rename-1"},
		{"a file that is finished", 4, func(t *testing.T, fsys afero.Fs) { write(t, fsys, "a", "of another") }, ""},
		{"a file of no concern", 2, func(t *testing.T, fsys afero.Fs) { write(t, fsys, "d/y", "of another") }, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			fsys := crashedSwap(t, test.done)
			test.change(t, fsys)
			before := readFiles(t, fsys)
			_, err := Recover(context.Background(), fsys, RecoverFinish)
			if test.says == "" {
				require.NoError(t, err)
				assert.Contains(t, values(readFiles(t, fsys)), "of another")
				assert.Empty(t, readFiles(t, fsys).own())
				return
			}
			var e *BatchError
			require.ErrorAs(t, err, &e)
			assert.Equal(t, "changed_on_disk", e.Reason())
			assert.Contains(t, e.Error(), test.says)
			assert.Equal(t, before, readFiles(t, fsys))
		})
	}
}

// stageIn finds the temporary in a directory.
func stageIn(t testing.TB, fsys afero.Fs, dir string) string {
	t.Helper()
	names, err := listNames(fsys, dir)
	require.NoError(t, err)
	i := slices.IndexFunc(names, func(name string) bool { return strings.HasPrefix(name, stagePrefix) })
	require.GreaterOrEqual(t, i, 0)
	return names[i]
}

func values(f files) (texts []string) {
	for _, text := range f {
		texts = append(texts, text)
	}
	return texts
}

// TestFailingAndCrashing fails a call and then crashes in the cleaning up. Nothing is lost, and recovery leaves nothing of
// the batch behind but rename temporaries that it names.
func TestFailingAndCrashing(t *testing.T) {
	met := map[JournalState]int{}
	for seed := range uint64(12) {
		m := randomBatch(rand.New(rand.NewPCG(seed, 6)), 1)
		for k := 1; ; k++ {
			fired := false
			for later := 1; later <= 3; later++ {
				fired = failAndCrash(t, m, k, later, met) || fired
			}
			if !fired {
				break
			}
		}
	}
	t.Logf("%v", met)
	assert.Positive(t, met[JournalAbandoned])
}

// failAndCrash fails the k-th call, crashes a little later, and says whether there was such a call.
func failAndCrash(t *testing.T, m modelBatch, k, later int, met map[JournalState]int) bool {
	base := NewMemory()
	plantFiles(t, base, m.start())
	inner := NewFault(base)
	outer := NewFault(inner)
	outer.Arm(k, FaultBefore, nil)
	armed := false
	watch := &watcher{Fault: outer, each: func() {
		if outer.Fired() && !armed {
			armed = true
			inner.Arm(later, FaultCrash, nil)
		}
	}}
	opts, done := quick(), 0
	opts.Done = func(int) { done++ }
	if err := Apply(context.Background(), watch, m.ops, opts); err == nil {
		return outer.Fired()
	}
	r, err := Recover(context.Background(), base, RecoverFinish)
	require.NoError(t, err, "call %d, %d later", k, later)
	met[r.State]++
	disk := readFiles(t, base)
	want := m.states[done]
	switch r.State {
	case JournalStaged:
		want = m.end()
		fallthrough
	case JournalAbandoned, JournalUnstaged:
		require.Equal(t, r.Left, disk.own())
	}
	texts, wanted := values(disk), values(want)
	slices.Sort(texts)
	slices.Sort(wanted)
	require.Equal(t, wanted, texts, "call %d, %d later: a content is lost", k, later)
	return true
}

// watcher looks after each change of names.
type watcher struct {
	*Fault
	each func()
}

func (w *watcher) Rename(from, to string) error {
	defer w.each()
	return w.Fault.Rename(from, to)
}

func (w *watcher) RenameNoReplace(from, to string) error {
	defer w.each()
	return w.Fault.RenameNoReplace(from, to)
}

func (w *watcher) Remove(name string) error {
	defer w.each()
	return w.Fault.Remove(name)
}

func (w *watcher) Mkdir(name string, mode os.FileMode) error {
	defer w.each()
	return w.Fault.Mkdir(name, mode)
}

// TestProgressIsFound plays a batch on a model and asks after each operation how far it came; the answer may differ only
// where the tree is the same.
func TestProgressIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := randomBatch(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 7)), 2)
		entries := modelEntries(m)
		disk := first(entries)
		noted := 0
		for k := 0; ; k++ {
			at, ok := locateProgress(entries, disk, noted)
			require.True(t, ok)
			same := first(entries)
			for _, e := range entries[:at.done] {
				same.apply(e)
			}
			require.Equal(t, disk, same)
			require.GreaterOrEqual(t, at.done, noted)
			if k == len(entries) {
				return
			}
			disk.apply(entries[k])
			if rapid.Bool().Draw(t, "noted") {
				noted = k + 1
			}
		}
	})
}

// modelEntries is the journal of a model batch.
func modelEntries(m modelBatch) []JournalEntry {
	now := picture{}
	for name, text := range m.start() {
		now[name] = fileStamp(hashText(text))
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			now[dir] = directory
		}
	}
	var entries []JournalEntry
	for i, op := range m.ops {
		e := newEntry(op, route{to: op.Name}, stampAfter(op))
		if e.After != nothing {
			e.Stage = stagePrefix + string(rune('a'+i%26)) + strings.Repeat("x", i/26)
		}
		e.Before, e.Replaces = now[op.Name], nothing
		if op.Kind == OpRename {
			e.Before, e.Replaces = now[op.From], now[op.Name]
		}
		now.apply(e)
		entries = append(entries, e)
	}
	return entries
}

// TestHalfMoved shows that a file with both names, which a rename without replacing may leave, gets the right one.
func TestHalfMoved(t *testing.T) {
	batchDisks(t, func(t *testing.T, fsys afero.Fs) {
		plantFiles(t, fsys, refusalTree)
		ops := []Operation{rename("a", "z", "alpha\n"), create("n", "x\n")}
		crashWhere(t, fsys, ops, "rename a z", 1)
		require.NoError(t, Link(fsys, "a", "z"))
		_, err := Recover(context.Background(), fsys, RecoverBack)
		var e *BatchError
		require.ErrorAs(t, err, &e)
		assert.Equal(t, "published", e.Reason())
		_, err = Recover(context.Background(), fsys, RecoverFinish)
		require.NoError(t, err)
		assert.Equal(t, files{"z": "alpha\n", "n": "x\n", "b": "beta\n", "d/x": "in d\n", "d/y": "also\n"}, readFiles(t, fsys))
	})
}

// TestRecoveryCrashes crashes in a recovery, and recovers from that.
func TestRecoveryCrashes(t *testing.T) {
	for k := 1; ; k++ {
		fsys := crashedSwap(t, 2)
		fault := NewFault(fsys)
		fault.Arm(k, FaultCrash, nil)
		_, err := Recover(context.Background(), fault, RecoverFinish)
		if !fault.Fired() {
			require.NoError(t, err)
			require.Greater(t, k, 5)
			return
		}
		if err != nil {
			require.True(t, errors.Is(err, ErrCrashed), "%v", err)
		}
		_, err = Recover(context.Background(), fsys, RecoverFinish)
		require.NoError(t, err)
		require.Equal(t, files{"a": "beta\n", "b": "alpha\n", "d/x": "new\n", "n/e/w": "w\n", "d/y": "also\n"}, readFiles(t, fsys))
	}
}

// TestNothingToRecover touches nothing.
func TestNothingToRecover(t *testing.T) {
	fault := NewFault(NewMemory())
	for _, mode := range []RecoverMode{RecoverShow, RecoverBack, RecoverFinish} {
		r, err := Recover(context.Background(), fault, mode)
		require.NoError(t, err)
		assert.Equal(t, JournalAbsent, r.State)
	}
	assert.Zero(t, fault.Calls())
}
