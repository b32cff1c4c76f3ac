package fsbackend

// This file tests the journal: its text, torn and foreign ones, its lock, and what waits for it.

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// journalOf runs a batch up to a crash at the first operation and returns the journal that is left.
func journalOf(t testing.TB, fsys afero.Fs, seed uint64) []byte {
	t.Helper()
	m := randomBatch(rand.New(rand.NewPCG(seed, 5)), 1)
	plantFiles(t, fsys, m.start())
	crashWhere(t, fsys, m.ops, "write "+JournalName, 5)
	text, err := afero.ReadFile(fsys, JournalName)
	require.NoError(t, err)
	return text
}

// crashWhere runs a batch that crashes at the n-th call of that text.
func crashWhere(t testing.TB, fsys afero.Fs, ops []Operation, call string, n int) {
	t.Helper()
	require.NotEmpty(t, ops)
	opts := quick()
	opts.Name = func() string { return "r" }
	for k := 1; ; k++ {
		fault := NewFault(fsys)
		fault.Arm(k, FaultCrash, nil)
		if strings.Count(strings.Join(probe(t, fsys, ops, k), "\n"), call) < n {
			continue
		}
		require.Error(t, Apply(context.Background(), fault, ops, opts))
		return
	}
}

// probe lists the first calls of a batch, on a copy in memory.
func probe(t testing.TB, fsys afero.Fs, ops []Operation, k int) []string {
	t.Helper()
	copied := NewMemory()
	plantFiles(t, copied, readFiles(t, fsys))
	fault := NewFault(copied)
	opts := quick()
	opts.Name = func() string { return "r" }
	require.NoError(t, Apply(context.Background(), fault, ops, opts))
	calls := fault.Log()
	require.LessOrEqual(t, k, len(calls), "there is no such call")
	return calls[:k]
}

func TestJournalText(t *testing.T) {
	fsys := NewMemory()
	plantFiles(t, fsys, refusalTree)
	crashWhere(t, fsys, []Operation{rename("a", "z", "alpha\n"), modify("b", "beta\n", "B\n"), create("n/e/w", "w\n")}, "write "+JournalName, 4)
	text, err := afero.ReadFile(fsys, JournalName)
	require.NoError(t, err)
	host, _ := os.Hostname()
	lines := strings.Split(string(text), "\n")
	var header map[string]any
	require.NoError(t, json.Unmarshal([]byte(lines[0]), &header))
	assert.Equal(t, map[string]any{"devstar_journal": 1.0, "pid": float64(os.Getpid()), "host": host, "operations": 3.0}, header)
	assert.Equal(t, `{"op":"rename","from":"a","to":"z","before":"`+string(fileStamp(sha256.Sum256([]byte("alpha\n"))))+`"}`, lines[1])
	assert.Contains(t, lines[2], `{"op":"modify","to":"b","temporary":".dev-tools-write-r-1","before":"file `)
	assert.Contains(t, lines[3], `{"op":"create","to":"n/e/w","temporary":".dev-tools-write-r-2","dirs":["n","n/e"],"after":"file `)
	assert.Equal(t, "staged", lines[4])
	assert.Equal(t, ".", lines[5])
	assert.NotContains(t, string(text), "alpha\n")
}

// TestTornJournal cuts a journal everywhere: before its last line it was not staged, and only whole lines count.
func TestTornJournal(t *testing.T) {
	text := journalOf(t, NewMemory(), 1)
	whole, err := parseJournal(text)
	require.NoError(t, err)
	require.True(t, whole.Staged)
	require.Positive(t, whole.Done)
	staged := strings.Index(string(text), stagedLine) + len(stagedLine)
	for n := range text {
		j, err := parseJournal(text[:n])
		require.NoError(t, err, "cut at %d", n)
		require.Equal(t, n >= staged, j.Staged, "cut at %d", n)
		require.Len(t, j.Operations, min(max(strings.Count(string(text[:n]), "\n")-1, 0), whole.Count))
	}
}

func TestForeignJournals(t *testing.T) {
	header := `{"devstar_journal":1,"operations":1}` + "\n"
	for name, text := range map[string]string{
		"another version":       `{"devstar_journal":2,"operations":0}` + "\n",
		"something else":        "hello\n",
		"no line at all":        header + "nonsense\n",
		"outside":               header + `{"op":"remove","to":"../x"}` + "\nstaged\n",
		"absolute":              header + `{"op":"remove","to":"/etc/x"}` + "\nstaged\n",
		"git":                   header + `{"op":"remove","to":".git/config"}` + "\nstaged\n",
		"a file as a temporary": header + `{"op":"create","to":"x","temporary":"src/main.go"}` + "\n",
		"a temporary outside":   header + `{"op":"create","to":"x","temporary":"../.dev-tools-write-1"}` + "\n",
		"a probe of a file":     `{"devstar_journal":1,"operations":0,"probes":["main.go"]}` + "\n",
		"a directory outside":   header + `{"op":"create","to":"x","temporary":".dev-tools-write-1","dirs":["../d"]}` + "\n",
		"an unknown kind":       header + `{"op":"format","to":"x"}` + "\n",
		"a rename from nowhere": header + `{"op":"rename","to":"x"}` + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			fsys := NewMemory()
			plantFiles(t, fsys, files{"x": "x\n", "src/main.go": "go\n", "main.go": "go\n", JournalName: text})
			before := readFiles(t, fsys)
			_, _, err := Pending(fsys)
			require.Error(t, err)
			for _, mode := range []RecoverMode{RecoverShow, RecoverBack, RecoverFinish} {
				_, err := Recover(context.Background(), fsys, mode)
				var e *BatchError
				require.ErrorAs(t, err, &e)
				assert.Equal(t, "journal", e.Reason())
				assert.Equal(t, before, readFiles(t, fsys))
			}
			assert.Equal(t, "interrupted_write", refusedBy(t, fsys, []Operation{create("n", "x")}).Reason())
		})
	}
}

func FuzzJournal(f *testing.F) {
	for seed := range uint64(5) {
		f.Add(journalOf(f, NewMemory(), seed))
	}
	f.Add([]byte(`{"devstar_journal":1,"operations":1}` + "\n" + `{"op":"mkdir","to":"a"}` + "\nstaged\n.!"))
	f.Fuzz(func(t *testing.T, text []byte) {
		j, err := parseJournal(text)
		if err != nil {
			return
		}
		assert.LessOrEqual(t, j.Done, len(j.Operations))
		for _, e := range j.Operations {
			assert.NotContains(t, strings.Split(e.To, "/"), "..")
		}
		if j.Version == 0 { // torn before its first line was whole
			assert.Empty(t, j.Operations)
			return
		}
		again, err := j.encode()
		require.NoError(t, err)
		back, err := parseJournal(again)
		require.NoError(t, err)
		assert.Equal(t, len(j.Operations), len(back.Operations))
		// What a journal says must not lead recovery astray, whatever stands on disk.
		_, _ = locateProgress(j.Operations, picture{}, j.Done)
		_, _ = locateProgress(j.Operations, first(j.Operations), j.Done)
	})
}

// holding opens and locks a journal as another process would.
func holding(t *testing.T, fsys afero.Fs) *journalLog {
	t.Helper()
	log, err := createJournal(fsys)
	require.NoError(t, err)
	require.NotNil(t, log)
	require.NoError(t, log.write([]JournalEntry{{Kind: "remove", To: "a"}}, nil))
	return log
}

func TestLocked(t *testing.T) {
	batchDisks(t, func(t *testing.T, fsys afero.Fs) {
		plantFiles(t, fsys, refusalTree)
		log := holding(t, fsys)
		_, state, err := Pending(fsys)
		require.NoError(t, err)
		assert.Equal(t, JournalHeld, state)
		e := refusedBy(t, fsys, []Operation{create("n", "x")})
		assert.Equal(t, "locked", e.Reason())
		_, err = Recover(context.Background(), fsys, RecoverFinish)
		require.ErrorContains(t, err, "another devstar is writing")

		opts := BatchOptions{NoSync: true, LockTimeout: 60 * time.Millisecond}
		begin := time.Now()
		err = Apply(context.Background(), fsys, []Operation{create("n", "x")}, opts)
		require.ErrorContains(t, err, "waited 60ms")
		assert.GreaterOrEqual(t, time.Since(begin), 50*time.Millisecond)

		opts.LockTimeout = time.Minute
		time.AfterFunc(50*time.Millisecond, func() { _ = log.remove() })
		require.NoError(t, Apply(context.Background(), fsys, []Operation{create("n", "x")}, opts))
		assert.Equal(t, "x", readFiles(t, fsys)["n"])
	})
}

// TestWaitingSeesWhatTheOtherWrote shows that the guard looks again after another writer has finished.
func TestWaitingSeesWhatTheOtherWrote(t *testing.T) {
	fsys := newTestRoot(t)
	plantFiles(t, fsys, refusalTree)
	log := holding(t, fsys)
	time.AfterFunc(30*time.Millisecond, func() {
		_ = afero.WriteFile(fsys, "a", []byte("of the other\n"), 0o666)
		_ = log.remove()
	})
	err := Apply(context.Background(), fsys, []Operation{modify("a", "alpha\n", "mine\n")}, BatchOptions{NoSync: true})
	require.ErrorContains(t, err, "changed on disk")
	assert.Equal(t, "of the other\n", readFiles(t, fsys)["a"])
}

func TestWaitingIsCanceled(t *testing.T) {
	fsys := newTestRoot(t)
	plantFiles(t, fsys, refusalTree)
	log := holding(t, fsys)
	defer log.close()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	err := Apply(ctx, fsys, []Operation{create("n", "x")}, BatchOptions{})
	var e *BatchError
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "canceled", e.Reason())
}

// TestManyWriters lets batches of several writers meet: each waits for the others, and every one succeeds.
func TestManyWriters(t *testing.T) {
	batchDisks(t, func(t *testing.T, fsys afero.Fs) {
		const writers, rounds = 4, 5
		errs := make(chan error)
		for w := range writers {
			go func() {
				for round := range rounds {
					name := string(rune('a'+w)) + string(rune('0'+round))
					errs <- Apply(context.Background(), fsys, []Operation{create(name, name)}, BatchOptions{NoSync: true, LockTimeout: time.Minute})
				}
			}()
		}
		for range writers * rounds {
			require.NoError(t, <-errs)
		}
		assert.Len(t, readFiles(t, fsys), writers*rounds)
	})
}

// TestNoLocks shows that a back end without locks takes every journal for one that a crash has left.
func TestNoLocks(t *testing.T) {
	base := NewMemory()
	plantFiles(t, base, files{"a": "a\n", JournalName: ""})
	fsys := struct {
		afero.Fs
		Lstater
		NoReplacer
	}{base, base, base}
	assert.Equal(t, "interrupted_write", refusedBy(t, fsys, []Operation{create("n", "x")}).Reason())
	_, err := Recover(context.Background(), fsys, RecoverBack)
	require.NoError(t, err)
	require.NoError(t, Apply(context.Background(), fsys, []Operation{create("n", "x"), rename("a", "b", "a\n")}, quick()))
	assert.Equal(t, files{"n": "x", "b": "a\n"}, readFiles(t, fsys))
}

// interfering does something at the first attempt to take a lock.
type interfering struct {
	*Memory
	once func()
}

func (f *interfering) TryLock(file afero.File) (bool, error) {
	if once := f.once; once != nil {
		f.once = nil
		once()
	}
	return f.Memory.TryLock(file)
}

// TestJournalTakenAtBirth removes a journal between its creation and its locking, as a recovery may that takes it for the
// trace of a crash: the writer notices, and makes another.
func TestJournalTakenAtBirth(t *testing.T) {
	base := NewMemory()
	fsys := &interfering{Memory: base, once: func() { require.NoError(t, base.Remove(JournalName)) }}
	log, err := createJournal(fsys)
	require.NoError(t, err)
	require.Nil(t, log)

	fsys.once = func() { require.NoError(t, base.Remove(JournalName)) }
	applied(t, fsys, create("n", "x"))
	assert.Equal(t, files{"n": "x"}, readFiles(t, base))
}
