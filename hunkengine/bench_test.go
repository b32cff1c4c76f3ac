package hunkengine

// This file measures what must stay quick: large files, many hunks, many files, failures.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const bigLines = 10 << 20 / 96

// bigText is a text of 10 MiB.
func bigText() string {
	var b strings.Builder
	fill := strings.Repeat("x", 86)
	for i := range bigLines {
		fmt.Fprintf(&b, "%08d %s\n", i, fill)
	}
	return b.String()
}

// bigHunks replaces every step-th line, one hunk each, or the first n lines in one hunk.
func bigHunks(n, step int) []Hunk {
	fill, fresh := strings.Repeat("x", 86), strings.Repeat("y", 86)
	hunks := make([]Hunk, 1, n)
	for i := range n {
		if step > 0 && i > 0 {
			hunks = append(hunks, Hunk{})
		}
		h := &hunks[len(hunks)-1]
		h.Old = append(h.Old, fmt.Sprintf("%08d %s", i*max(step, 1), fill))
		h.New = append(h.New, fmt.Sprintf("%08d %s", i*max(step, 1), fresh))
	}
	return hunks
}

// manyFiles is an envelope for 1,000 files of 400 lines with three hunks each, and the files.
func manyFiles() (envelope string, files []string) {
	var patch strings.Builder
	patch.WriteString(markBegin + "\n")
	for f := range 1000 {
		var b strings.Builder
		fmt.Fprintf(&patch, "*** Update File: pkg/file_%d.go\n", f)
		for i := range 400 {
			line := fmt.Sprintf("    handle_table(%d, \"queue router\") // f%d:%d", i*7, f, i)
			switch i % 8 {
			case 1:
				line = "}"
			case 2:
				line = ""
			}
			b.WriteString(line + "\n")
			if i%133 == 60 {
				patch.WriteString("@@\n")
			}
			if at := i % 133; at >= 60 && at < 67 {
				if at == 63 {
					patch.WriteString("-" + line + "\n+changed(" + fmt.Sprint(i) + ")\n+added()\n")
				} else {
					patch.WriteString(" " + line + "\n")
				}
			}
		}
		files = append(files, b.String())
	}
	patch.WriteString(markEnd + "\n")
	return patch.String(), files
}

func BenchmarkApply(b *testing.B) {
	big := bigText()
	for _, c := range []struct {
		name    string
		n, step int
	}{{"10MiB_1_line", 1, 0}, {"10MiB_5000_lines_1_hunk", 5000, 0}, {"10MiB_5000_hunks", 5000, 20}} {
		hunks := bigHunks(c.n, c.step)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(big)))
			for b.Loop() {
				parsed, err := ParseString(big)
				require.NoError(b, err)
				_, err = Apply(parsed, hunks)
				require.NoError(b, err)
			}
		})
	}
}

func BenchmarkApplyManyFiles(b *testing.B) {
	patch, files := manyFiles()
	b.ReportAllocs()
	for b.Loop() {
		e, err := ParseEnvelope(patch)
		require.NoError(b, err)
		for i := range e.Operations {
			parsed, err := ParseString(files[i])
			require.NoError(b, err)
			_, err = Apply(parsed, e.Operations[i].Hunks)
			require.NoError(b, err)
		}
	}
}

func BenchmarkParseEnvelope(b *testing.B) {
	patch, _ := manyFiles()
	b.ReportAllocs()
	b.SetBytes(int64(len(patch)))
	for b.Loop() {
		_, err := ParseEnvelope(patch)
		require.NoError(b, err)
	}
}

func BenchmarkNotFound(b *testing.B) {
	parsed := text(b, bigText())
	for name, old := range map[string][]string{
		"similar": {strings.Repeat("z", 40) + " 00070000"},
		"block":   {"00050000 " + strings.Repeat("x", 86), "gone", "00050002 " + strings.Repeat("x", 86)},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, err := Apply(parsed, []Hunk{{Old: old, New: []string{"y"}}})
				require.Error(b, err)
			}
		})
	}
}

func BenchmarkUnified(b *testing.B) {
	big := bigText()
	one := strings.Replace(big, "00050000 x", "00050000 y", 1)
	first := strings.Replace(big, "x\n", "y\n", 5000)
	before, after, _ := scattered(300000)
	for _, c := range []struct{ name, before, after string }{
		{"10MiB_1_line", big, one}, {"10MiB_5000_lines", big, first}, {"6MiB_33000_scattered", before, after}, {"10MiB_all", big, before},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				require.NotEmpty(b, Unified("f", "f", c.before, c.after))
			}
		})
	}
}

func BenchmarkReplaceAll(b *testing.B) {
	for _, end := range []string{"\n", "\r\n"} {
		parsed := text(b, strings.ReplaceAll(bigText(), "\n", end))
		b.Run(fmt.Sprintf("10MiB_%q", end), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, n, err := ReplaceAll(parsed, "00 x", "00 long replacement")
				require.NoError(b, err)
				require.Equal(b, bigLines/100+1, n)
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	big := bigText()
	b.SetBytes(int64(len(big)))
	for b.Loop() {
		_, err := ParseString(big)
		require.NoError(b, err)
	}
}

// BenchmarkUnifiedDiff reads and applies a diff of 10,000 hunks to a text of 16 MiB.
func BenchmarkUnifiedDiff(b *testing.B) {
	var old, fresh strings.Builder
	for i := range 400_000 {
		s := fmt.Sprintf("line %d of a large generated file, 0123456789\n", i)
		old.WriteString(s)
		if i%40 == 20 {
			s = "changed\n"
		}
		fresh.WriteString(s)
	}
	before := old.String()
	diff := Unified("f", "f", before, fresh.String())
	text, err := ParseString(before)
	require.NoError(b, err)
	b.SetBytes(int64(len(before)))
	for b.Loop() {
		files, err := ParseUnified(diff)
		require.NoError(b, err)
		got, err := ApplyUnified(text, files[0])
		require.NoError(b, err)
		require.Len(b, got.String(), fresh.Len())
	}
}
