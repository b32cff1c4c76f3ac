package workspace

// The summaries as tables: against what was acquired, and against the disk.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// rowsOf writes changes as one line: kind, source and path, lines added and removed.
func rowsOf(changes []Change) string {
	var rows []string
	for _, c := range changes {
		row := c.Kind + " "
		if c.Source != "" {
			row += string(c.Source) + ">"
		}
		rows = append(rows, fmt.Sprintf("%s%s +%d-%d", row, c.Path, c.Added, c.Removed))
	}
	return strings.Join(rows, ", ")
}

func TestChanges(t *testing.T) {
	for _, c := range []struct{ steps, changes, unwritten string }{
		{"", "", ""},
		{"set a 1", "modified a +1-1", "modified a +1-1"},
		{"set a 1\nset a A", "", ""},
		{"set a 1\nwrite", "modified a +1-1", ""},
		{"set a 1\nwrite\nset a A", "", "modified a +1-1"},
		{"create n 1", "added n +1-0", "added n +1-0"},
		{"rm a", "deleted a +0-1", "deleted a +0-1"},
		{"rm a\nwrite", "deleted a +0-1", ""},
		{"rm a\nwrite\ncreate a A", "", "added a +1-0"},
		{"rm a\ncreate a 1", "modified a +1-1", "modified a +1-1"},
		{"rm a\ncreate a A", "", ""},
		{"mv a n", "renamed a>n +0-0", "renamed a>n +0-0"},
		{"mv a n\nset n 1\nmv n m", "renamed a>m +1-1", "renamed a>m +1-1"},
		{"mv a n\nwrite\nmv n m", "renamed a>m +0-0", "renamed n>m +0-0"},
		{"mv a n\nwrite\nmv n m\nwrite", "renamed a>m +0-0", ""},
		{"mv a n\nwrite\nmv n a", "", "renamed n>a +0-0"},
		{"mv a n\nmv n a", "", ""},
		{"mv a n\ncreate a A", "added a +1-0, renamed a>n +0-0", "added a +1-0, renamed a>n +0-0"},
		{"mv a n\ncreate a 1\nrm n", "modified a +1-1", "modified a +1-1"},
		{"mv a n\nwrite\nrm n\ncreate a A", "", "added a +1-0, deleted n +0-1"},
		{"mv a n\nwrite\ncreate a 1\nrm n", "modified a +1-1", "added a +1-0, deleted n +0-1"},
		{"rm b\nmv a b", "deleted b +0-1, renamed a>b +0-0", "deleted b +0-1, renamed a>b +0-0"},
		{"mv a n\nmv b a\nmv n b", "renamed b>a +0-0, renamed a>b +0-0", "renamed b>a +0-0, renamed a>b +0-0"},
		{"create n 1\nwrite\nrm n", "", "deleted n +0-1"},
		{"create n 1\nwrite\nmv n m", "added m +1-0", "renamed n>m +0-0"},
	} {
		t.Run(strings.ReplaceAll(c.steps, "\n", "; "), func(t *testing.T) {
			m := newModel(map[Path]string{"a": "A", "b": "B"})
			w := acquired(t, m)
			for line := range strings.FieldsFuncSeq(c.steps, func(r rune) bool { return r == '\n' }) {
				if line == "write" {
					carryOut(t, w, m, mustPlan(t, w))
					continue
				}
				require.NoError(t, steps(w, m, line))
			}
			require.Equal(t, c.changes, rowsOf(w.Changes()))
			require.Equal(t, c.unwritten, rowsOf(w.Unwritten()))
		})
	}
}

func TestUnwrittenShowsAReplacedLinkOnce(t *testing.T) {
	m, w, err := sampleDisk()
	require.NoError(t, err)
	require.NoError(t, steps(w, m, "rm s/l\ncreate s/l 1"))
	require.Equal(t, "modified s/l +1-1", rowsOf(w.Unwritten()))
	require.Equal(t, "modified s/l +1-1", rowsOf(w.Changes()))
}

func TestFate(t *testing.T) {
	m := newModel(map[Path]string{"a": "A", "b": "B", "c": "C"})
	w := acquired(t, m)
	require.NoError(t, steps(w, m, "rm a\nmv b n\nmv n m\nmv c k\ncreate c 1"))
	for range 2 {
		for p, want := range map[Path]string{"a": "gone", "b": "gone m", "c": "", "n": "", "m": "", "nope": ""} {
			to, gone := w.Fate(p)
			got := strings.TrimSpace(map[bool]string{true: "gone", false: ""}[gone] + " " + string(to))
			require.Equal(t, want, got, p)
		}
		carryOut(t, w, m, mustPlan(t, w))
	}
}

func TestDirty(t *testing.T) {
	m := newModel(map[Path]string{"a": "A", "d/x": "X", "d/y": "Y", "e/z": "Z", "f/w": "W"})
	w := acquired(t, m)
	require.NoError(t, steps(w, m, "set d/x 1\nmv e/z k/z\nrm a"))
	for p, want := range map[Path]bool{"a": true, "d": true, "d/x": true, "d/y": false, "e": true, "e/z": true, "k": true, "f": false} {
		require.Equal(t, want, w.Dirty(p), p)
	}
	require.False(t, w.Clean("d/x"))
	require.True(t, w.Clean("d/y"))
	require.False(t, w.Clean("a"))
}
