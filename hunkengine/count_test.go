package hunkengine

// This file tests counting changed lines against the plain definition: what is in no longest common subsequence.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// longestCommon is the textbook table.
func longestCommon(a, b []string) int {
	row := make([]int, len(b)+1)
	for i := range a {
		diagonal := 0
		for j := range b {
			diagonal, row[j+1] = row[j+1], max(row[j+1], row[j], func() int {
				if a[i] == b[j] {
					return diagonal + 1
				}
				return 0
			}())
		}
	}
	return row[len(b)]
}

func TestCountChangedIsTheShortestEdit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "b\n", "\n", "c\r\n", "d"}), 0, 24),
			func(lines []string) string { return strings.Join(lines, "") })
		old, fresh := text.Draw(t, "old"), text.Draw(t, "new")
		a, b := strings.SplitAfter(old, "\n"), strings.SplitAfter(fresh, "\n")
		a, b = withoutLastEmpty(a), withoutLastEmpty(b)
		common := longestCommon(a, b)
		added, removed := CountChanged(old, fresh)
		require.Equal(t, len(b)-common, added)
		require.Equal(t, len(a)-common, removed)
	})
}

func TestCountChangedOfManyChanges(t *testing.T) {
	var old, fresh strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&old, "%d\nold\n", i)
		fmt.Fprintf(&fresh, "%d\nnew\n", i)
	}
	added, removed := CountChanged(old.String(), fresh.String())
	require.Equal(t, []int{2000, 2000}, []int{added, removed})
}
