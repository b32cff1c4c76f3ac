package fsbackend

// This file measures a batch against truncating and writing the same files, in the same run.

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkReplace replaces 1,000 files of 10 KiB. The metric x/truncate is the median time of Apply over
// that of os.WriteFile, taken in turns.
// DEVSTAR_BENCH_DIR names a directory on the file system to measure, otherwise it is that of temporary files.
func BenchmarkReplace(b *testing.B) {
	for _, sync := range []bool{false, true} {
		b.Run(fmt.Sprintf("sync=%v", sync), func(b *testing.B) {
			dir, err := os.MkdirTemp(os.Getenv("DEVSTAR_BENCH_DIR"), "replace")
			require.NoError(b, err)
			defer os.RemoveAll(dir)
			benchReplace(b, dir, sync)
		})
	}
}

func benchReplace(b *testing.B, dir string, sync bool) {
	const count, size = 1000, 10 << 10
	contents := [2]string{strings.Repeat("old\n", size/4), strings.Repeat("new\n", size/4)}
	var ops []Operation
	for i := range count {
		name := fmt.Sprintf("d%d/e/f%d", i%10, i)
		ops = append(ops, Operation{
			Kind: OpModify, Name: name, Before: &Known{Data: contents[0], Mode: 0o644}, New: &Known{Data: contents[1], Mode: 0o644},
		})
		require.NoError(b, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777))
		require.NoError(b, os.WriteFile(filepath.Join(dir, name), []byte(contents[0]), 0o644))
	}
	root := openTestRoot(b, dir)
	var plain, batch []time.Duration
	for b.Loop() {
		begin := time.Now()
		for _, op := range ops {
			require.NoError(b, os.WriteFile(filepath.Join(dir, op.Name), []byte(contents[0]), 0o644))
		}
		plain = append(plain, time.Since(begin))
		begin = time.Now()
		require.NoError(b, Apply(context.Background(), root, ops, BatchOptions{NoSync: !sync}))
		batch = append(batch, time.Since(begin))
	}
	slices.Sort(plain)
	slices.Sort(batch)
	b.ReportMetric(batch[len(batch)/2].Seconds()/plain[len(plain)/2].Seconds(), "x/truncate")
	b.ReportMetric(batch[len(batch)/2].Seconds()*1000, "ms/apply")
	b.ReportMetric(batch[0].Seconds()*1000, "ms/apply-best")
	b.ReportMetric(plain[len(plain)/2].Seconds()*1000, "ms/truncate")
	b.ReportMetric(plain[0].Seconds()*1000, "ms/truncate-best")
}
