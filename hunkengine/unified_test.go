package hunkengine

// This file tests the writer of unified diffs.

import (
	"regexp"
	"strconv"
	"strings"

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
