package spec

// This file offers the nearest known name for a name that is not known.

import (
	"fmt"
	"strings"
)

// Suggest returns `did you mean "x"?` for the nearest of names, or "" when none is near.
func Suggest(name string, names []string) string {
	if n := Nearest(name, names); n != "" {
		return fmt.Sprintf("did you mean %q?", n)
	}
	return ""
}

// Nearest returns the name within a third of its length (at least 1) in edit distance, letter case aside; "" for none.
// Of equally near names the first one wins.
func Nearest(name string, names []string) string {
	best, least := "", 1+max(1, len(name)/3)
	name = fold(name)
	for _, n := range names {
		known := fold(n)
		if max(len(known)-len(name), len(name)-len(known)) >= least {
			continue // the lengths alone differ by as much
		}
		if d := distance(name, known); d < least {
			best, least = n, d
		}
	}
	return best
}

func fold(s string) string { return strings.ReplaceAll(strings.ToLower(s), "_", "") }

// distance is the Damerau-Levenshtein distance with adjacent transpositions, in bytes.
func distance(a, b string) int {
	prev2, prev := make([]int, len(b)+1), make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], prev2[j-2]+1)
			}
		}
		prev2, prev, row = prev, row, prev2
	}
	return prev[len(b)]
}
