package hunkengine

// This file tests how unified diffs are applied: byte for byte, at the stated line or at the single other place.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// diffed applies a diff with one section.
func diffed(t require.TestingT, text, diff string) (string, error) {
	files, err := ParseUnified(diff)
	require.NoError(t, err)
	require.Len(t, files, 1)
	old, err := ParseString(text)
	require.NoError(t, err)
	got, err := ApplyUnified(old, files[0])
	if e, ok := err.(*DiffError); ok {
		e.Path = "f"
	}
	return got.String(), err
}

func TestApplyUnified(t *testing.T) {
	mark := noNewline + "\n"
	for name, c := range map[string]struct{ text, body, want string }{
		"one line":                   {"x\n", xToY, "y\n"},
		"append":                     {"r\ng\nb\n", "@@ -3 +3,2 @@\n b\n+p\n", "r\ng\nb\np\n"},
		"the stated of equal places": {"x\nx\nx\n", "@@ -2 +2 @@\n-x\n+y\n", "x\ny\nx\n"},
		"stated with equal context":  {"a\nx\na\nx\n", "@@ -3,2 +3,2 @@\n a\n-x\n+y\n", "a\nx\na\ny\n"},
		"moved down":                 {"0\n0\na\nx\n", "@@ -1,2 +1,2 @@\n a\n-x\n+y\n", "0\n0\na\ny\n"},
		"moved up":                   {"a\nx\n", "@@ -8,2 +8,2 @@\n a\n-x\n+y\n", "a\ny\n"},
		"moved with the hunk above":  {"0\na\nx\nb\na\nb\na\n", "@@ -1,2 +1,2 @@\n a\n-x\n+y\n@@ -3,2 +3,2 @@\n b\n-a\n+z\n", "0\na\ny\nb\nz\nb\na\n"},
		"old numbers rule":           {"a\nb\nc\n", "@@ -1 +1,2 @@\n a\n+1\n@@ -3 +9,2 @@\n c\n+3\n", "a\n1\nb\nc\n3\n"},
		"only below the hunk above":  {"x\na\nx\n", "@@ -2,1 +2,2 @@\n a\n+b\n@@ -9,1 +9,2 @@\n x\n+y\n", "x\na\nb\nx\ny\n"},
		"inserted at the top":        {"a\n", "@@ -0,0 +1 @@\n+x\n", "x\na\n"},
		"inserted in the middle":     {"a\nb\n", "@@ -1,0 +2 @@\n+x\n", "a\nx\nb\n"},
		"inserted at the end":        {"a\nb\n", "@@ -2,0 +3 @@\n+x\n", "a\nb\nx\n"},
		"inserted into nothing":      {"", "@@ -0,0 +1 @@\n+x\n", "x\n"},
		"emptied":                    {"a\n", "@@ -1 +0,0 @@\n-a\n", ""},
		"CRLF":                       {"a\r\nb\r\n", "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n", "a\r\nc\r\n"},
		"ends changed":               {"a\r\n", "@@ -1 +1 @@\n-a\r\n+a\n", "a\n"},
		"newline added":              {"a", "@@ -1 +1 @@\n-a\n" + mark + "+a\n", "a\n"},
		"newline taken":              {"a\n", "@@ -1 +1 @@\n-a\n+a\n" + mark, "a"},
		"no newline kept":            {"a\nb", "@@ -1,2 +1,2 @@\n-a\n+x\n b\n" + mark, "x\nb"},
		"no newline in a later twin": {"b\nb", "@@ -1,1 +1,1 @@\n-b\n+c\n", "c\nb"},
		"behind no newline":          {"a", "@@ -1 +1,2 @@\n-a\n" + mark + "+a\n+b\n" + mark, "a\nb"},
		"byte order mark":            {"\ufeffa\nb\n", "@@ -1,2 +1,2 @@\n \ufeffa\n-b\n+c\n", "\ufeffa\nc\n"},
		"byte order mark taken":      {"\ufeffa\n", "@@ -1 +1 @@\n-\ufeffa\n+a\n", "a\n"},
		"only a byte order mark":     {"\ufeff", "@@ -1 +1,2 @@\n-\ufeff\n" + mark + "+\ufeff\n+a\n", "\ufeff\na\n"},
		"moved to the marked end":    {"b\nx\nb", "@@ -1 +1,2 @@\n+a\n b\n" + mark, "b\nx\na\nb"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := diffed(t, c.text, headF+c.body)
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

func TestDiffMismatches(t *testing.T) {
	mark := noNewline + "\n"
	abc := "@@ -1,3 +1,3 @@\n red\n-green\n+lime\n blue\n"
	created, deleted := "--- /dev/null\n+++ b/f\n"+plusX, "--- a/f\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n"
	cases := []struct{ name, text, diff, kind, cause string }{
		{"already applied", "red\nlime\nblue\n", headF + abc, ReasonNotFound, CauseAlreadyApplied},
		{"already applied elsewhere", "0\n0\nred\nlime\nblue\n", headF + abc, ReasonNotFound, CauseAlreadyApplied},
		{"letter case", "Red\ngreen\nblue\n", headF + abc, ReasonNotFound, CauseLetterCase},
		{"indentation", "red\n\tgreen\nblue\n", headF + abc, ReasonNotFound, CauseIndentation},
		{"typo", "timeout_seconds = 30\nretries = 5\n", headF + "@@ -1 +1 @@\n-timeout_second = 60\n+timeout_seconds = 90\n", ReasonNotFound, ""},
		{"nearest elsewhere", "a\nb\nc\nd\nred\ngrain\nblue\n", headF + abc, ReasonNotFound, ""},
		{"LF against CRLF", "red\r\ngreen\r\nblue\r\n", headF + abc, ReasonNotFound, CauseLineEnds},
		{"CRLF against LF", "red\ngreen\nblue\n", headF + strings.ReplaceAll(abc, "\n", "\r\n"), ReasonNotFound, CauseLineEnds},
		{"LF against CRLF elsewhere", "0\r\nred\r\ngreen\r\nblue\r\n", headF + abc, ReasonNotFound, CauseLineEnds},
		{"no newline against newline", "a\nb\n", headF + "@@ -2 +2 @@\n-b\n" + mark + "+c\n", ReasonNotFound, CauseLineEnds},
		{"newline against no newline", "a\nb", headF + "@@ -2 +2,2 @@\n b\n+c\n", ReasonNotFound, CauseLineEnds},
		{"no newline in the middle", "a\nb\n", headF + "@@ -1 +1 @@\n-a\n+c\n" + mark, ReasonNotFound, CauseEndOfFile},
		{"byte order mark", "\ufeffred\ngreen\nblue\n", headF + abc, ReasonNotFound, CauseMark},
		{"no byte order mark", "red\ngreen\nblue\n", headF + strings.Replace(abc, "red", "\ufeffred", 1), ReasonNotFound, CauseLookAlike},
		{"several places", "0\na\nx\na\nx\n", headF + "@@ -1,2 +1,2 @@\n a\n-x\n+y\n", ReasonAmbiguous, ""},
		{"very many places", strings.Repeat("a\nx\n", 200), headF + "@@ -2,2 +2,2 @@\n a\n-x\n+y\n", ReasonAmbiguous, ""},
		{"no context, elsewhere", "0\nx\n", headF + xToY, ReasonLineMismatch, ""},
		{"no context, nowhere", "0\nz\n", headF + "@@ -2 +2 @@\n-x\n+y\n", ReasonNotFound, ""},
		{"no context below a moved hunk", "0\na\nx\nb\n", headF + "@@ -1,2 +1,2 @@\n a\n-x\n+y\n@@ -3 +3 @@\n-b\n+c\n", ReasonNotFound, CauseMoved},
		{"insertion past the end", "a\nb\n", headF + "@@ -5,0 +6 @@\n+x\n", ReasonNotFound, CausePastEnd},
		{"insertion behind no newline", "a", headF + "@@ -1,0 +2 @@\n+x\n", ReasonNotFound, CausePastEnd},
		{"insertion without newline", "a\nb\n", headF + "@@ -1,0 +2 @@\n+x\n" + mark, ReasonNotFound, CausePastEnd},
		{"insertion inside the hunk above", "a\nb\nc\n", headF + "@@ -1,3 +1,4 @@\n a\n b\n c\n+d\n@@ -1,0 +2 @@\n+x\n", ReasonNotFound, CausePastEnd},
		{"above the hunk before", "x\na\nb\n", headF + "@@ -2,2 +2,3 @@\n a\n b\n+c\n@@ -1 +1,2 @@\n x\n+y\n", ReasonNotFound, CauseAboveCursor},
		{"inside the hunk before", "a\nb\nc\n", headF + "@@ -1,2 +1,3 @@\n a\n b\n+d\n@@ -2,2 +3,3 @@\n b\n+e\n c\n", ReasonNotFound, CauseOverlap},
		{"empty text", "", headF + abc, ReasonNotFound, ""},
		{"past the end", "red\ngreen\n", headF + abc, ReasonNotFound, ""},
		{"nothing like it", "q\n", headF + "@@ -7,2 +7,2 @@\n zzz\n-www\n+y\n", ReasonNotFound, ""},
		{"created over a text", "x\n", created, ReasonExists, ""},
		{"deleted with more lines", "x\ny\nz\nlast", deleted, ReasonLeftOver, ""},
		{"deleted with other lines", "x\nz\n", deleted, ReasonNotFound, ""},
		{"deleted as empty", "x\n", "diff --git a/f b/f\ndeleted file mode 100644\n", ReasonLeftOver, ""},
	}
	var g golden
	for _, c := range cases {
		_, err := diffed(t, c.text, c.diff)
		require.IsType(t, &DiffError{}, err, c.name)
		e := err.(*DiffError)
		require.Equal(t, []string{c.kind, c.cause}, []string{e.Kind, e.Cause}, "%s: %v", c.name, err)
		require.Contains(t, e.Error(), "does not match")
		g.add(t, c.name, err)
	}
	g.compare(t, "diff_mismatches.golden")
}

// TestUnifiedRoundTrip reads what Unified writes, whatever the texts.
func TestUnifiedRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old := textGen().Draw(t, "old").String()
		fresh := textGen().Draw(t, "new").String()
		if old == fresh {
			return
		}
		names := [2]string{"f", "f"}
		if old == "" {
			names[0] = ""
		} else if fresh == "" {
			names[1] = ""
		}
		got, err := diffed(t, old, Unified(names[0], names[1], old, fresh))
		require.NoError(t, err)
		require.Equal(t, fresh, got)
	})
}

// naivePlaces is the rule about places on slices of lines, written down a second time.
func naivePlaces(text string, hunks []DiffHunk) (string, bool) {
	lines, out := wholeLines(text), []string{}
	cursor, drift := 0, 0
	for _, h := range hunks {
		old, stated := wholeLines(h.Old), h.OldStart-1
		if h.Old == "" {
			stated++
		}
		var places []int
		for at := cursor; at+len(old) <= len(lines); at++ {
			stands := slices.Equal(lines[at:at+len(old)], old)
			if len(old) == 0 && at > 0 && open(lines[at-1]) || open(h.New) && at+len(old) < len(lines) {
				stands = false
			}
			if stands {
				places = append(places, at)
			}
		}
		at := stated + drift
		switch {
		case !h.Context && (drift != 0 || !slices.Contains(places, at)):
			return "", false
		case !slices.Contains(places, at) && len(places) != 1:
			return "", false
		case !slices.Contains(places, at):
			at = places[0]
		}
		out = append(append(out, lines[cursor:at]...), h.New)
		cursor, drift = at+len(old), at-stated
	}
	return strings.Join(append(out, lines[cursor:]...), ""), true
}

func wholeLines(s string) []string { return withoutLastEmpty(strings.SplitAfter(s, "\n")) }

// TestPlacesFollowTheRule applies diffs to texts they were not made for.
func TestPlacesFollowTheRule(t *testing.T) {
	placed, moved := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SampledFrom([]string{"0\n", "1\n", "2\n", "3\r\n", "\n"})
		text := func(name string, most int) string {
			s := strings.Join(rapid.SliceOfN(line, 0, most).Draw(t, name), "")
			if rapid.IntRange(0, 4).Draw(t, "open "+name) == 0 {
				s = strings.TrimRight(s, "\r\n")
			}
			return s
		}
		old, fresh, above := text("old", 16), text("new", 16), text("above", 3)
		diff := Unified("f", "f", old, fresh)
		if diff == "" {
			return
		}
		target := old
		if above != "" {
			target = strings.TrimRight(above, "\r\n") + "\n" + old
		}
		files, err := ParseUnified(diff)
		require.NoError(t, err)
		want, ok := naivePlaces(target, files[0].Hunks)
		got, err := diffed(t, target, diff)
		require.Equal(t, ok, err == nil, "%v", err)
		if ok {
			require.Equal(t, want, got)
			placed++
			if target != old {
				moved++
			}
		}
	})
	require.Greater(t, placed, 10)
	require.Greater(t, moved, 5)
}

// TestGitAgrees reads diffs that git made, with all amounts of context.
func TestGitAgrees(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	put := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	texts := rapid.Custom(func(t *rapid.T) [2]string {
		return [2]string{textGen().Draw(t, "old").String(), textGen().Draw(t, "new").String()}
	})
	compared := 0
	for seed := range 60 {
		pair := texts.Example(seed)
		if pair[0] == pair[1] {
			continue
		}
		put("a/some file", pair[0])
		put("b/some file", pair[1])
		cmd := exec.Command(git, "diff", "--no-index", "--no-prefix", "--text", fmt.Sprintf("-U%d", seed%4), "a/some file", "b/some file")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		diff, _ := cmd.Output() // git answers 1 where there is a difference
		require.NotEmpty(t, diff)
		got, err := diffed(t, pair[0], string(diff))
		require.NoError(t, err, "%s", diff)
		require.Equal(t, pair[1], got, "%s", diff)
		compared++
	}
	require.Greater(t, compared, 20)
}
