package main_test

// This file makes the inputs of the benchmarks: trees of source-like files, an envelope and the equal unified diff. The
// same arguments always give the same bytes.

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// patchInput is a tree before, the same tree after, and the two forms of the patch between them.
type patchInput struct {
	before, after  map[string]string
	envelope, diff string
}

// writer builds a patchInput.
type writer struct {
	in             patchInput
	envelope, diff strings.Builder
}

func newWriter() *writer {
	w := &writer{in: patchInput{before: map[string]string{}, after: map[string]string{}}}
	w.envelope.WriteString("*** Begin Patch\n")
	return w
}

func (w *writer) file(path string, before, after []string) {
	w.in.before[path], w.in.after[path] = join(before), join(after)
	fmt.Fprintf(&w.envelope, "*** Update File: %s\n", path)
	fmt.Fprintf(&w.diff, "--- a/%s\n+++ b/%s\n", path, path)
}

// hunk adds one hunk: old lines from to, 0-based and half-open, with context lines around; shift is how far the new
// text is ahead of the old one.
func (w *writer) hunk(before []string, from, to int, added []string, shift int) {
	const context = 3
	first, last := max(0, from-context), min(len(before), to+context)
	var body strings.Builder
	put := func(prefix string, lines []string) {
		for _, l := range lines {
			body.WriteString(prefix + l + "\n")
		}
	}
	put(" ", before[first:from])
	put("-", before[from:to])
	put("+", added)
	put(" ", before[to:last])
	fmt.Fprintf(&w.envelope, "@@\n%s", body.String())
	fmt.Fprintf(&w.diff, "@@ -%d,%d +%d,%d @@\n%s", first+1, last-first, first+1+shift, last-first+len(added)-(to-from), body.String())
}

func (w *writer) finish() patchInput {
	w.envelope.WriteString("*** End Patch\n")
	w.in.envelope, w.in.diff = w.envelope.String(), w.diff.String()
	return w.in
}

func join(lines []string) string { return strings.Join(lines, "\n") + "\n" }

var words = strings.Fields("apple bread chair drums eagle flute grape house igloo jolly knife lemon mouse night ocean piano queen river snake tiger")

// sourceLine is a line that looks like source; a third of them stand in every file many times.
func sourceLine(r *rand.Rand, file, line int) string {
	switch r.IntN(9) {
	case 0:
		return ""
	case 1:
		return "}"
	case 2:
		return "\treturn err"
	}
	word := func() string { return words[r.IntN(len(words))] }
	return fmt.Sprintf("%s%s_%s(%d, %q) // %d.%d", strings.Repeat("\t", r.IntN(4)), word(), word(), r.IntN(10000), word()+" "+word(), file, line)
}

// manyFiles gives files with hunks spread evenly over each of them.
func manyFiles(files, lines, hunks int) patchInput {
	w := newWriter()
	for f := range files {
		r := rand.New(rand.NewPCG(1, uint64(f)))
		path := fmt.Sprintf("part%02d/unit%02d/file%05d.go", f%20, f/20%10, f)
		before := make([]string, lines)
		for i := range before {
			before[i] = sourceLine(r, f, i)
		}
		var spots []int
		for h := range hunks {
			spot := lines*h/hunks + lines/hunks/2
			before[spot] = fmt.Sprintf("\told_%d_%d(%q)", f, h, words[r.IntN(len(words))])
			spots = append(spots, spot)
		}
		w.editedFile(path, before, spots, f)
	}
	return w.finish()
}

// editedFile replaces two lines by three at each spot.
func (w *writer) editedFile(path string, before []string, spots []int, f int) {
	var after []string
	var news [][]string
	done := 0
	for h, spot := range spots {
		added := []string{fmt.Sprintf("\tnew_%d_%d()", f, h), "\tadded()", "\tkept()"}
		after = append(append(after, before[done:spot]...), added...)
		news = append(news, added)
		done = spot + 2
	}
	w.file(path, before, append(after, before[done:]...))
	for h, spot := range spots {
		w.hunk(before, spot, spot+2, news[h], h)
	}
}

// oneBigFile gives a file of about mib MiB whose first lines are replaced in one hunk.
func oneBigFile(mib, replaced int) patchInput {
	w := newWriter()
	before := make([]string, mib<<20/100)
	for i := range before {
		before[i] = fmt.Sprintf("%09d %s", i, strings.Repeat("a", 89))
	}
	added := make([]string, replaced)
	for i := range added {
		added[i] = fmt.Sprintf("%09d %s", i, strings.Repeat("b", 89))
	}
	w.file("big.txt", before, append(added[:replaced:replaced], before[replaced:]...))
	w.hunk(before, 0, replaced, added, 0)
	return w.finish()
}

// writeTree writes files below a fresh directory on the fastest place there is, and removes them in the end.
func writeTree(t testing.TB, files map[string]string) string {
	dir, err := os.MkdirTemp(scratch(), "devstar-")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	for name, text := range files {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	return dir
}

// scratch is a directory in memory where the system has one, else "": the usual one.
func scratch() string {
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		return "/dev/shm"
	}
	return ""
}
