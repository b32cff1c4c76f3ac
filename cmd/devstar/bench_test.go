//go:build unix

package main_test

// This file measures the built binary: patches against GNU patch, the cost of starting, and how the cost grows. Run it
// with go test -run '^$' -bench . ./cmd/devstar; -benchtime 5x gives five rounds.

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// cost is what one process took.
type cost struct {
	wall, cpu time.Duration
	peak      float64 // MiB
}

// measure runs a command, which must succeed.
func measure(b testing.TB, dir, stdin, name string, args ...string) cost {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if stdin != "" {
		in, err := os.Open(stdin)
		require.NoError(b, err)
		defer in.Close()
		cmd.Stdin = in
	}
	start := time.Now()
	out, err := cmd.CombinedOutput()
	wall := time.Since(start)
	require.NoError(b, err, "%s %v: %.2000s", name, args, out)
	s := cmd.ProcessState
	perMiB := 1024.0 // Linux counts KiB, Darwin bytes
	if runtime.GOOS == "darwin" {
		perMiB *= 1024
	}
	peak := float64(s.SysUsage().(*syscall.Rusage).Maxrss) / perMiB
	return cost{wall, s.UserTime() + s.SystemTime(), peak}
}

// median returns the middle one of the durations.
func median(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}

// contender is a program that applies a patch to the current directory.
type contender struct {
	name  string
	apply func(b *testing.B, dir string) cost
	wall  []time.Duration
	peak  float64
}

func BenchmarkApplyManyFiles(b *testing.B) { compete(b, manyFiles(1000, 400, 3)) }

func BenchmarkApplyBigFile(b *testing.B) { compete(b, oneBigFile(10, 5000)) }

func BenchmarkApplyOneHunk(b *testing.B) { compete(b, manyFiles(1, 100, 1)) }

// compete lets devstar and, where it is installed, GNU patch do the same work in turns, and compares the bytes.
func compete(b *testing.B, in patchInput) {
	forms := writeTree(b, map[string]string{"envelope": in.envelope, "diff": in.diff})
	envelope, diff := filepath.Join(forms, "envelope"), filepath.Join(forms, "diff")
	binary := build(b)
	all := []*contender{
		{name: "devstar", apply: func(b *testing.B, dir string) cost { return measure(b, dir, "", binary, "apply", envelope) }},
		{name: "nosync", apply: func(b *testing.B, dir string) cost {
			return measure(b, dir, "", binary, "apply", "--no-fsync", envelope)
		}},
	}
	if gnu, err := exec.LookPath("patch"); err == nil {
		all = append(all, &contender{name: "patch", apply: func(b *testing.B, dir string) cost { return measure(b, dir, diff, gnu, "-p1", "-s") }})
	} else {
		b.Log("GNU patch is not installed: nothing to compare with")
	}
	for b.Loop() {
		for _, c := range all {
			c.round(b, in)
		}
	}
	report(b, all)
}

func (c *contender) round(b *testing.B, in patchInput) {
	b.StopTimer()
	dir := writeTree(b, in.before)
	b.StartTimer()
	spent := c.apply(b, dir)
	b.StopTimer()
	c.wall, c.peak = append(c.wall, spent.wall), max(c.peak, spent.peak)
	for name, e := range diskTree(dir).snapshot(b) {
		require.True(b, e.text == in.after[name], "%s: %s is wrong", c.name, name)
	}
	require.NoError(b, os.RemoveAll(dir))
	b.StartTimer()
}

func report(b *testing.B, all []*contender) {
	b.ReportMetric(0, "ns/op") // the sum of all contenders means nothing
	own := median(all[0].wall)
	for _, c := range all {
		b.ReportMetric(float64(median(c.wall).Microseconds())/1000, c.name+"-ms")
		b.ReportMetric(c.peak, c.name+"-MiB")
	}
	if last := all[len(all)-1]; last.name == "patch" {
		b.ReportMetric(float64(own)/float64(median(last.wall)), "devstar/patch")
	}
}

// BenchmarkStart is the whole cost of a plan of one line.
func BenchmarkStart(b *testing.B) {
	binary := build(b)
	dir := writeTree(b, map[string]string{"plan.star": "print(1)\n"})
	var cpu, wall []time.Duration
	for b.Loop() {
		spent := measure(b, dir, "", binary, "run", "plan.star")
		cpu, wall = append(cpu, spent.cpu), append(wall, spent.wall)
	}
	b.ReportMetric(float64(median(cpu).Microseconds())/1000, "cpu-ms")
	b.ReportMetric(float64(median(wall).Microseconds())/1000, "wall-ms")
}

// BenchmarkGrowth changes one place in each of 1,000 to 20,000 files and fits how the time grows: an exponent of 1 is
// proportional.
func BenchmarkGrowth(b *testing.B) {
	binary := build(b)
	plan := filepath.Join(writeTree(b, map[string]string{"plan.star": growthPlan}), "plan.star")
	var x, y []float64
	for b.Loop() {
		for _, n := range []int{1000, 2000, 5000, 10000, 20000} {
			b.StopTimer()
			dir := writeTree(b, manyFiles(n, 60, 1).before)
			b.StartTimer()
			spent := measure(b, dir, "", binary, "run", "--root", dir, plan)
			b.ReportMetric(spent.wall.Seconds(), fmt.Sprintf("s@%d", n))
			b.ReportMetric(spent.peak, fmt.Sprintf("MiB@%d", n))
			x, y = append(x, math.Log(float64(n))), append(y, math.Log(spent.wall.Seconds()))
			require.NoError(b, os.RemoveAll(dir))
		}
	}
	b.ReportMetric(slope(x, y), "exponent")
}

const growthPlan = `for f in acquire("**/*.go"):
    replace(f, "old_", "older_")
write()
`

// slope is the least-squares slope of y over x.
func slope(x, y []float64) float64 {
	var sx, sy, sxx, sxy float64
	for i := range x {
		sx, sy, sxx, sxy = sx+x[i], sy+y[i], sxx+x[i]*x[i], sxy+x[i]*y[i]
	}
	n := float64(len(x))
	return (n*sxy - sx*sy) / (n*sxx - sx*sx)
}

func TestTheInputsOfTheBenchmarksFit(t *testing.T) {
	in := manyFiles(3, 60, 2)
	require.Len(t, in.before, 3)
	require.Equal(t, 6, strings.Count(in.envelope, "\n@@\n"))
	require.InDelta(t, 2, slope([]float64{0, 1, 2}, []float64{1, 3, 5}), 1e-9)
	binary := build(t)
	for _, in := range []patchInput{in, oneBigFile(1, 10)} {
		dir := writeTree(t, in.before)
		envelope := filepath.Join(writeTree(t, map[string]string{"envelope": in.envelope}), "envelope")
		measure(t, dir, "", binary, "apply", envelope)
		require.Equal(t, in.after, contents(diskTree(dir).snapshot(t)))
	}
}
