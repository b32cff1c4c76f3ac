package fsbackend

// This file makes random batches with a model of what they do, and compares a disk with the model.

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
)

// files is a model of a disk: contents by name.
type files map[string]string

// modelBatch is a batch with the tree it begins in and every state it goes through.
type modelBatch struct {
	ops    []Operation
	states []files // states[i] is the tree before ops[i]
}

func (m modelBatch) start() files { return m.states[0] }
func (m modelBatch) end() files   { return m.states[len(m.states)-1] }

// modelMaker plays a planner: it makes the operations and keeps the states.
type modelMaker struct {
	r      *rand.Rand
	now    files
	batch  modelBatch
	ready  map[string]bool // names that an operation has freed
	serial int
	scale  int
}

// randomBatch makes a tree and a batch over it, of about eight operations times scale: chains, swaps, replacements, deletions, creations, changes of kind.
func randomBatch(r *rand.Rand, scale int) modelBatch {
	m := &modelMaker{r: r, now: files{}, ready: map[string]bool{}, scale: scale}
	m.plant()
	m.batch.states = []files{maps.Clone(m.now)}
	m.renames()
	m.deletions()
	m.kindChanges()
	m.contents()
	return m.batch
}

func (m *modelMaker) plant() {
	for i := range m.scale * (4 + m.r.IntN(8)) {
		dir := []string{"", "d/", "d/e/", "s/"}[m.r.IntN(4)]
		m.now[fmt.Sprintf("%sf%d", dir, i)] = m.text()
	}
	m.now["kind/only"] = m.text()
	m.now["plain"] = m.text()
}

// text makes a content; some are equal and some are long.
func (m *modelMaker) text() string {
	switch m.r.IntN(6) {
	case 0:
		return "the same\n"
	case 1:
		return strings.Repeat("long ", 30)
	case 2:
		return ""
	}
	m.serial++
	return fmt.Sprintf("content %d %d\n", m.serial, m.r.IntN(1000))
}

func (m *modelMaker) pick() string {
	var names []string
	for name := range m.now {
		if strings.Contains(name, "f") && name != "plain" && !strings.HasPrefix(path.Base(name), ".") {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	slices.Sort(names)
	return names[m.r.IntN(len(names))]
}

func (m *modelMaker) do(op Operation) {
	next := maps.Clone(m.now)
	switch op.Kind {
	case OpRename:
		next[op.Name] = next[op.From]
		delete(next, op.From)
		m.ready[op.From] = true
	case OpRemove:
		delete(next, op.Name)
		m.ready[op.Name] = true
	case OpCreate, OpModify:
		next[op.Name] = op.New.Data
	}
	m.now = next
	m.batch.ops = append(m.batch.ops, op)
	m.batch.states = append(m.batch.states, next)
}

func (m *modelMaker) move(from, to string) {
	op := Operation{Kind: OpRename, From: from, Name: to, Before: known(m.now[from]), Vacated: m.ready[to], Temp: isParked(to)}
	if old, ok := m.now[to]; ok {
		op.Replaces = known(old)
	}
	m.do(op)
}

// renames makes chains, swaps, longer cycles, and moves over a file.
func (m *modelMaker) renames() {
	for n := range m.scale * m.r.IntN(4) {
		var ring []string
		for range 1 + m.r.IntN(3) {
			if name := m.pick(); name != "" && !slices.Contains(ring, name) {
				ring = append(ring, name)
			}
		}
		if len(ring) == 0 {
			return
		}
		last := ring[len(ring)-1]
		switch {
		case len(ring) > 1 && m.r.IntN(2) == 0: // a cycle
			temp := path.Join(path.Dir(last), fmt.Sprintf("%s%d", parkedPrefix, n))
			m.move(last, temp)
			for i := len(ring) - 2; i >= 0; i-- {
				m.move(ring[i], ring[i+1])
			}
			m.move(temp, ring[0])
		case len(ring) > 1 && m.r.IntN(3) == 0: // over a file
			m.move(ring[0], last)
		default: // a chain
			m.move(last, fmt.Sprintf("n%d/f%d-%d", n, n, m.r.IntN(100)))
			for i := len(ring) - 2; i >= 0; i-- {
				m.move(ring[i], ring[i+1])
			}
		}
	}
}

func (m *modelMaker) deletions() {
	for range m.scale * m.r.IntN(3) {
		if name := m.pick(); name != "" {
			m.do(Operation{Kind: OpRemove, Name: name, Before: known(m.now[name])})
		}
	}
}

// kindChanges makes a file of a directory, and a directory of a file.
func (m *modelMaker) kindChanges() {
	if m.r.IntN(3) == 0 {
		m.do(Operation{Kind: OpRemove, Name: "kind/only", Before: known(m.now["kind/only"])})
		m.do(Operation{Kind: OpRemoveDir, Name: "kind"})
		m.do(Operation{Kind: OpCreate, Name: "kind", New: known(m.text()), Vacated: true})
	}
	if m.r.IntN(3) == 0 {
		m.do(Operation{Kind: OpRemove, Name: "plain", Before: known(m.now["plain"])})
		m.do(Operation{Kind: OpCreate, Name: "plain/deep/x", New: known(m.text())})
	}
}

func (m *modelMaker) contents() {
	for i := range m.scale * m.r.IntN(4) {
		name := m.pick()
		if name == "" || m.r.IntN(2) == 0 {
			name = fmt.Sprintf("new%d/a/b%d", i%2, i)
			m.do(Operation{Kind: OpCreate, Name: name, New: known(m.text())})
			continue
		}
		m.do(Operation{Kind: OpModify, Name: name, New: known(m.text()), Before: known(m.now[name])})
	}
}

// known is a content with no mode of its own.
func known(text string) *Known { return &Known{Data: text} }

// plantFiles makes a tree on a disk.
func plantFiles(t testing.TB, fsys afero.Fs, tree files) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		if dir := path.Dir(name); dir != "." {
			require.NoError(t, fsys.MkdirAll(dir, 0o777))
		}
		require.NoError(t, afero.WriteFile(fsys, name, []byte(tree[name]), 0o666))
	}
}

// readFiles reads a whole disk; links as "-> target".
func readFiles(t testing.TB, fsys afero.Fs) files {
	t.Helper()
	tree := files{}
	var enter func(dir string)
	enter = func(dir string) {
		names, err := listNames(fsys, dir)
		require.NoError(t, err)
		for _, base := range names {
			name := path.Join(dir, base)
			info, err := Lstat(fsys, name)
			require.NoError(t, err)
			switch {
			case info.IsDir():
				enter(name)
			case info.Mode()&fs.ModeSymlink != 0:
				text, err := Readlink(fsys, name)
				require.NoError(t, err)
				tree[name] = "-> " + text
			default:
				data, err := afero.ReadFile(fsys, name)
				require.NoError(t, err)
				tree[name] = string(data)
			}
		}
	}
	enter(".")
	return tree
}

// own lists the names in a tree that belong to the batch.
func (f files) own() []string {
	var names []string
	for name := range f {
		if strings.HasPrefix(path.Base(name), ownPrefix) {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

// emptyDirs lists the directories of a disk that hold nothing.
func emptyDirs(t testing.TB, fsys afero.Fs, dir string) (empty []string) {
	t.Helper()
	infos, err := afero.ReadDir(fsys, dir)
	require.NoError(t, err)
	for _, info := range infos {
		if info.IsDir() {
			empty = append(empty, emptyDirs(t, fsys, path.Join(dir, info.Name()))...)
		}
	}
	if len(infos) == 0 {
		empty = append(empty, dir)
	}
	return empty
}

// newTestRoot opens a directory of its own.
func newTestRoot(t testing.TB) *Root {
	t.Helper()
	return openTestRoot(t, t.TempDir())
}

func openTestRoot(t testing.TB, dir string) *Root {
	t.Helper()
	root, err := NewRoot(dir)
	require.NoError(t, err)
	t.Cleanup(func() { _ = root.Close() })
	return root
}

// batchDisks are the back ends a rule is tested on.
func batchDisks(t *testing.T, test func(t *testing.T, fsys afero.Fs)) {
	t.Run("memory", func(t *testing.T) { test(t, NewMemory()) })
	t.Run("root", func(t *testing.T) { test(t, newTestRoot(t)) })
}

// quick is how a test runs a batch when durability is not its subject.
func quick() BatchOptions { return BatchOptions{NoSync: true, LockTimeout: -1} }

// envCount reads a number of rounds from the environment.
func envCount(t testing.TB, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	var n int
	_, err := fmt.Sscan(text, &n)
	require.NoError(t, err, "%s", name)
	return n
}
