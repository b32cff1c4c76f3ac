package hunkengine

// This file tests the writer of unified diffs.

import (
	"fmt"
	"math/rand"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var hunkHeader = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n$`)

// applyUnified is a plain reader of one file's diff that checks every number and every line.
func applyUnified(t require.TestingT, old, diff string) string {
	if diff == "" {
		return old
	}
	lines := withoutLastEmpty(strings.SplitAfter(diff, "\n"))
	have := withoutLastEmpty(strings.SplitAfter(old, "\n"))
	var out []string
	at := 0
	for i := 2; i < len(lines); {
		m := hunkHeader.FindStringSubmatch(lines[i])
		require.NotNil(t, m, lines[i])
		from, oldCount := atoi(m[1]), count(m[2])
		to, newCount := atoi(m[3]), count(m[4])
		if oldCount > 0 {
			from--
		}
		if newCount > 0 {
			to--
		}
		out = append(out, have[at:from]...)
		at = from
		require.Len(t, out, to)
		for i++; i < len(lines) && !strings.HasPrefix(lines[i], "@@ "); i++ {
			text := lines[i][1:]
			if i+1 < len(lines) && lines[i+1] == noNewline+"\n" {
				text = strings.TrimSuffix(text, "\n")
			}
			switch lines[i][0] {
			case ' ', '-':
				require.Equal(t, have[at], text)
				if at++; lines[i][0] == ' ' {
					out = append(out, text)
					newCount--
				}
				oldCount--
			case '+':
				out = append(out, text)
				newCount--
			case '\\':
			default:
				require.Fail(t, "bad line", lines[i])
			}
		}
		require.Zero(t, oldCount)
		require.Zero(t, newCount)
	}
	return strings.Join(append(out, have[at:]...), "")
}

func atoi(s string) int { n, _ := strconv.Atoi(s); return n }

func count(s string) int {
	if s == "" {
		return 1
	}
	return atoi(s)
}

func TestUnified(t *testing.T) {
	six := "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
	mark := noNewline + "\n"
	cases := []struct{ name, oldName, newName, before, after, want string }{
		{"equal", "a", "a", "x\n", "x\n", ""},
		{"one line", "d/f.go", "d/f.go", "x\n", "y\n", "--- a/d/f.go\n+++ b/d/f.go\n@@ -1 +1 @@\n-x\n+y\n"},
		{"created", "", "f", "", "x\ny\n", "--- /dev/null\n+++ b/f\n@@ -0,0 +1,2 @@\n+x\n+y\n"},
		{"deleted", "f", "", "x\n", "", "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"},
		{"renamed", "f", "g", "x\n", "y\n", "--- a/f\n+++ b/g\n@@ -1 +1 @@\n-x\n+y\n"},
		{"context", "f", "f", six, strings.Replace(six, "5", "five", 1), "--- a/f\n+++ b/f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"},
		{"insertion", "f", "f", six, strings.Replace(six, "9\n", "9\n10\n", 1), "--- a/f\n+++ b/f\n@@ -7,3 +7,4 @@\n 7\n 8\n 9\n+10\n"},
		{"two close changes", "f", "f", six, strings.NewReplacer("1", "one", "8", "eight").Replace(six), "--- a/f\n+++ b/f\n@@ -1,9 +1,9 @@\n-1\n+one\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+eight\n 9\n"},
		{"two far changes", "f", "f", six, strings.NewReplacer("1", "one", "9", "nine").Replace(six), "--- a/f\n+++ b/f\n@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+nine\n"},
		{"old unterminated", "f", "f", "x", "x\n", "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-x\n" + mark + "+x\n"},
		{"new unterminated", "f", "f", "x\ny\n", "x\ny", "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n x\n-y\n+y\n" + mark},
		{"both unterminated", "f", "f", "x\ny", "z\ny", "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-x\n+z\n y\n" + mark},
		{"carriage returns show", "f", "f", "x\r\n", "x\n", "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-x\r\n+x\n"},
		{"blank in the name", "a b", "a b", "x\n", "y\n", "--- a/a b\t\n+++ b/a b\t\n@@ -1 +1 @@\n-x\n+y\n"},
		{"odd names", "a\"b", "é\tc\\\n\x01", "x\n", "y\n", "--- \"a/a\\\"b\"\n+++ \"b/é\\tc\\\\\\n\\001\"\n@@ -1 +1 @@\n-x\n+y\n"},
	}
	for _, c := range cases {
		require.Equal(t, c.want, Unified(c.oldName, c.newName, c.before, c.after), c.name)
	}
}

func TestCountChanged(t *testing.T) {
	for _, c := range []struct {
		before, after  string
		added, removed int
	}{{"", "", 0, 0}, {"a\n", "a\n", 0, 0}, {"", "a\nb", 2, 0}, {"a\nb\nc\n", "a\nc\n", 0, 1}, {"a\nb\nc\n", "x\nb\ny\nz\n", 3, 2}, {"a", "a\n", 1, 1}} {
		added, removed := CountChanged(c.before, c.after)
		require.Equal(t, []int{c.added, c.removed}, []int{added, removed}, "%q to %q", c.before, c.after)
	}
}

// scattered returns a large text and one in which every few lines a line has changed, and their number.
func scattered(lines int) (before, after string, changed int) {
	r := rand.New(rand.NewSource(1))
	var a, b strings.Builder
	for i := range lines {
		s := fmt.Sprintf("\tcall_%d(x) // %d\n", r.Intn(lines/4), i)
		if r.Intn(4) == 0 {
			s = "}\n"
		}
		a.WriteString(s)
		if r.Intn(9) == 0 {
			changed++
			s = fmt.Sprintf("changed %d\n", i)
		}
		b.WriteString(s)
	}
	return a.String(), b.String(), changed
}

// TestDiffsStayShort sees that many scattered changes do not make one large block.
func TestDiffsStayShort(t *testing.T) {
	before, after, changed := scattered(20000)
	added, removed := CountChanged(before, after)
	require.Equal(t, added, removed)
	require.InDelta(t, changed, added, float64(changed)/20)
	require.Equal(t, after, applyUnified(t, before, Unified("f", "f", before, after)))
}

// TestDiffsStayQuick bounds the worst inputs generously: quadratic work would take minutes.
func TestDiffsStayQuick(t *testing.T) {
	shuffled := func(seed int64, kinds int) string {
		r := rand.New(rand.NewSource(seed))
		var b strings.Builder
		for range 200000 {
			fmt.Fprintf(&b, "line %d\n", r.Intn(kinds))
		}
		return b.String()
	}
	start := time.Now()
	for _, kinds := range []int{2, 50, 100000} {
		before, after := shuffled(1, kinds), shuffled(2, kinds)
		require.Equal(t, after, applyUnified(t, before, Unified("f", "f", before, after)))
	}
	require.Less(t, time.Since(start), 20*time.Second)
}
