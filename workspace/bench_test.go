package workspace

// What planning and drafts cost in a workspace of 100,000 files.

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

const many = 100_000

func numbered(i int) Path {
	return Path(fmt.Sprintf("src/dir%03d/sub%02d/file%06d.go", i%500, i%20, i))
}

// crowd returns a workspace of many files.
func crowd(b *testing.B) *Workspace {
	files := make(map[Path]File, many)
	for i := range many {
		files[numbered(i)] = File{Text: text("package x\n"), Mode: 0o644}
	}
	w := New(Limits{})
	require.NoError(b, w.Acquire(files))
	return w
}

// shuffled renames every file to the name that next gives, through names that are gone in the end.
func shuffled(b *testing.B, next func(i int) Path) *Workspace {
	w := crowd(b)
	d := w.Begin(nil)
	for i := range many {
		require.NoError(b, d.Rename(numbered(i), Path(fmt.Sprintf("t/%d", i))))
	}
	for i := range many {
		require.NoError(b, d.Rename(Path(fmt.Sprintf("t/%d", i)), next(i)))
	}
	d.Commit()
	return w
}

func benchmarkPlan(b *testing.B, next func(i int) Path) {
	w := shuffled(b, next)
	b.ReportAllocs()
	for b.Loop() {
		ops, err := w.Plan(nil, temps())
		require.NoError(b, err)
		require.GreaterOrEqual(b, len(ops), many)
	}
}

func BenchmarkPlanFreeRenames(b *testing.B) {
	benchmarkPlan(b, func(i int) Path { return "new/" + numbered(i) })
}

func BenchmarkPlanOneChain(b *testing.B) {
	benchmarkPlan(b, func(i int) Path {
		if i == 0 {
			return "end"
		}
		return numbered(i - 1)
	})
}

func BenchmarkPlanSwaps(b *testing.B) {
	benchmarkPlan(b, func(i int) Path { return numbered(i ^ 1) })
}

func BenchmarkPlanOneCycle(b *testing.B) {
	benchmarkPlan(b, func(i int) Path { return numbered((i + 7919) % many) })
}

func BenchmarkPlanFilesBecomeDirectories(b *testing.B) {
	benchmarkPlan(b, func(i int) Path { return numbered((i+7919)%many) + "/below" })
}

func BenchmarkAcquire(b *testing.B) {
	for b.Loop() {
		crowd(b)
	}
}

func BenchmarkDraftEditsOneFile(b *testing.B) {
	w := crowd(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		d := w.Begin(nil)
		require.NoError(b, d.SetText(numbered(i%many), text("package y\n"), 1))
		_ = d.Delta()
		d.Commit()
	}
}

func BenchmarkDraftRenamesAll(b *testing.B) {
	for b.Loop() {
		shuffled(b, func(i int) Path { return "new/" + numbered(i) })
	}
}

func BenchmarkEditPlanAndDone(b *testing.B) {
	w := crowd(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		d := w.Begin(nil)
		require.NoError(b, d.SetText(numbered(i%many), text(fmt.Sprint(i)), 1))
		d.Commit()
		ops, err := w.Plan(nil, temps())
		require.NoError(b, err)
		require.Len(b, ops, 1)
		w.Done(ops[0])
	}
}

func BenchmarkSavepoint(b *testing.B) {
	w := crowd(b)
	for i := 0; b.Loop(); i++ {
		s := w.Save()
		d := w.Begin(nil)
		require.NoError(b, d.Delete(numbered(i%many)))
		d.Commit()
		w.Restore(s)
	}
}
