package hunkengine

// This file tests where hunks go and which bytes come out.

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func text(t testing.TB, s string) Text {
	t.Helper()
	parsed, err := ParseString(s)
	require.NoError(t, err)
	return parsed
}

// patched applies the body of one Update section.
func patched(t testing.TB, before, body string) (string, error) {
	t.Helper()
	e, err := ParseEnvelope("*** Begin Patch\n*** Update File: f\n" + body + "*** End Patch\n")
	require.NoError(t, err)
	after, err := Apply(text(t, before), e.Operations[0].Hunks)
	return after.String(), err
}

func TestEditsKeepLineEnds(t *testing.T) {
	cases := []struct{ name, before, find, replace, after string }{
		{"lf", "a\nb\nc\n", "b", "B", "a\nB\nc\n"},
		{"crlf", "a\r\nb\r\nc\r\n", "b", "B\nB2", "a\r\nB\r\nB2\r\nc\r\n"},
		{"find and replace in crlf", "a\nb\nc\n", "a\r\nb", "A\r\nB", "A\nB\nc\n"},
		{"paired by position", "a\r\nb\nc\r\n", "a\nb\nc", "1\n2\n3", "1\r\n2\n3\r\n"},
		{"more lines: the one above", "a\nb\r\nc\n", "b", "1\n2\n3", "a\n1\r\n2\r\n3\r\nc\n"},
		{"common first lines set aside", "x\r\na\nb\r\n", "x\na", "x\nn\na", "x\r\nn\r\na\nb\r\n"},
		{"common last lines set aside", "a\nb\r\nc\n", "b\nc", "n\nb\nc", "a\nn\nb\r\nc\n"},
		{"top of the file: the one below", "a\r\nb\n", "a", "n\na", "n\r\na\r\nb\n"},
		{"bom", bom + "a\r\nb\r\n", "a", "A", bom + "A\r\nb\r\n"},
		{"bom and deletion", bom + "a\nb\n", "a", "", bom + "b\n"},
		{"lone cr is content", "5%\r9%\ndone\n", "done", "ready", "5%\r9%\nready\n"},
		{"line with cr matched", "5%\r9%\ndone\n", "5%\r9%", "x", "x\ndone\n"},
		{"unterminated kept", "a\nb", "b", "B", "a\nB"},
		{"unterminated, more lines", "a\r\nb", "b", "B\nC", "a\r\nB\r\nC"},
		{"only line, unterminated", "a", "a", "b\nc", "b\nc"},
		{"only line, other majority", "a\r\nb\r\nc", "c", "1\n2", "a\r\nb\r\n1\r\n2"},
		{"delete first", "a\nb\n", "a", "", "b\n"},
		{"delete last", "a\r\nb\n", "b", "", "a\r\n"},
		{"delete unterminated last", "a\r\nb", "b", "", "a\r\n"},
		{"delete all", "a\nb", "a\nb", "", ""},
		{"find two empty lines", "a\n\n\nb\n", "\n", "x", "a\nx\nb\n"},
		{"add an empty line", "a\nb\n", "a", "a\n", "a\n\nb\n"},
		{"final newline by an empty line", "a\nb", "b", "b\n", "a\nb\n"},
		{"blank lines at the end survive", "a\n\n\n", "a", "b", "b\n\n\n"},
		{"dollar and backslash", "a\n", "a", `$1 \1 \n %s`, "$1 \\1 \\n %s\n"},
	}
	for _, c := range cases {
		hunks, err := EditHunks([]Edit{{Find: c.find, Replace: c.replace}})
		require.NoError(t, err, c.name)
		after, err := Apply(text(t, c.before), hunks)
		require.NoError(t, err, c.name)
		require.Equal(t, c.after, after.String(), c.name)
	}
}

func TestEditsGoForward(t *testing.T) {
	cases := []struct {
		name, before string
		edits        []Edit
		after        string
	}{
		{"growing and shrinking", "end\n1\n2\n  3\nend\n",
			[]Edit{{Find: "1", Replace: "one"}, {Find: "2\n  3", Replace: "two\n  three\n  more"}, {Find: "end", Replace: "END"}},
			"end\none\ntwo\n  three\n  more\nEND\n"},
		{"output is not matched", "one\ntwo\n", []Edit{{Find: "one", Replace: "two\none"}, {Find: "two", Replace: "2"}}, "two\none\n2\n"},
		{"line picks among equal places", "x\nx\nx\n", []Edit{{Find: "x", Replace: "1", Line: 1}, {Find: "x", Replace: "3", Line: 3}}, "1\nx\n3\n"},
		{"line counts in the text before", "a\nx\nx\n", []Edit{{Find: "a", Replace: "1\n2\n3"}, {Find: "x", Replace: "y", Line: 3}}, "1\n2\n3\nx\ny\n"},
		{"neighbours", "a\nb\n", []Edit{{Find: "a", Replace: ""}, {Find: "b", Replace: ""}}, ""},
		{"edits that undo each other", "a\nb\n", []Edit{{Find: "a", Replace: "a\nb"}, {Find: "b", Replace: ""}}, "a\nb\n"},
		{"deleted last lines, new one above", "a\nb\nc", []Edit{{Find: "a", Replace: "A"}, {Find: "b\nc", Replace: ""}}, "A"},
	}
	for _, c := range cases {
		hunks, err := EditHunks(c.edits)
		require.NoError(t, err, c.name)
		after, err := Apply(text(t, c.before), hunks)
		require.NoError(t, err, c.name)
		require.Equal(t, c.after, after.String(), c.name)
	}
}

func TestPatchHunks(t *testing.T) {
	mark := noNewline + "\n"
	cases := []struct{ name, before, body, after string }{
		{"context keeps the bytes of the file", "a\r\nb\nc\r\nd\n", "@@\n a\n-b\n+B\n c\n", "a\r\nB\nc\r\nd\n"},
		{"inner context keeps its end", "a\nk\r\nb\n", "@@\n-a\n k\n-b\n+B\n+B2\n", "k\r\nB\nB2\n"},
		{"append below context", "one\ntwo", "@@\n two\n+three\n", "one\ntwo\nthree"},
		{"append at the end", "a\nb\n", "@@\n+c\n*** End of File\n", "a\nb\nc\n"},
		{"append at an unterminated end", "a\r\nb", "@@\n+c\n*** End of File\n", "a\r\nb\r\nc"},
		{"fill an empty file", "", "@@\n+a\n+b\n", "a\nb\n"},
		{"fill an empty file, open", "", "@@\n+a\n" + mark, "a"},
		{"earlier twin of the end", "end\nmid\nend\n", "@@\n-end\n+END\n*** End of File\n", "end\nmid\nEND\n"},
		{"anchor", "f\nx\ng\nx\n", "@@ g\n-x\n+y\n", "f\nx\ng\ny\n"},
		{"nested anchors", "A\nr\nx\nB\nr\nx\n", "@@ B\n@@ r\n-x\n+y\n", "A\nr\nx\nB\nr\ny\n"},
		{"anchor and end", "f\nx\nx\n", "@@ f\n-x\n+y\n*** End of File\n", "f\nx\ny\n"},
		{"numbers ignored", "a\nb\n", "@@ -90,3 +90,3 @@ a\n-b\n+c\n", "a\nc\n"},
		{"result unterminated", "one\ntwo\n", "@@\n-two\n+TWO\n" + mark, "one\nTWO"},
		{"result unterminated, crlf", "one\r\ntwo\r\n", "@@\n-two\n+TWO\n" + mark, "one\r\nTWO"},
		{"mark takes the last of equal places", "x\nm\nx", "@@\n-x\n" + mark + "+y\n" + mark, "x\nm\ny"},
		{"both sides unterminated", "one\ntwo", "@@\n-two\n" + mark + "+TWO\n" + mark, "one\nTWO"},
		{"gets a final newline", "one\r\ntwo", "@@\n-two\n" + mark + "+TWO\n", "one\r\nTWO\r\n"},
		{"only a final newline", "one\ntwo", "@@\n-two\n" + mark + "+two\n", "one\ntwo\n"},
		{"only no final newline", "one\ntwo\n", "@@\n-two\n+two\n" + mark, "one\ntwo"},
		{"open context stays", "a\nb\nc", "@@\n-a\n+A\n b\n c\n" + mark, "A\nb\nc"},
		{"open context gets company", "a\nb", "@@\n b\n" + mark + "+c\n", "a\nb\nc\n"},
		{"delete the open last line", "a\nb", "@@\n-b\n" + mark, "a\n"},
		{"bom outside line 1", bom + "a\n", "@@\n-a\n+b\n", bom + "b\n"},
	}
	for _, c := range cases {
		after, err := patched(t, c.before, c.body)
		require.NoError(t, err, c.name)
		require.Equal(t, c.after, after, c.name)
	}
}

func TestApplyRefusesWhatIsNoText(t *testing.T) {
	cases := []struct {
		name, before, line, problem string
	}{
		{"not UTF-8", "a\n", "caf\xe9", ProblemUTF8},
		{"NUL", "a\n", "x\x00", ProblemNUL},
		{"two lines in one", "a\n", "x\ny", ProblemLineEnd},
		{"content would become a line end", "a\nb\n", "x\r", ProblemReturn},
	}
	for _, c := range cases {
		_, err := Apply(text(t, c.before), []Hunk{{Old: []string{"a"}, New: []string{c.line}}})
		var bad *EncodingError
		require.ErrorAs(t, err, &bad, c.name)
		require.Equal(t, c.problem, bad.Problem, c.name)
	}
	after, err := Apply(text(t, "a\r\n"), []Hunk{{Old: []string{"a"}, New: []string{"x\r"}}})
	require.NoError(t, err)
	require.Equal(t, "x\r\r\n", after.String())
}

func TestApplyWithoutChangeReturnsTheText(t *testing.T) {
	before := text(t, "a\r\nb\n")
	after, err := Apply(before, []Hunk{{Old: []string{"a", "b"}, New: []string{"a", "b"}}})
	require.NoError(t, err)
	require.True(t, before.Equal(after))
	_, err = Apply(before, []Hunk{{Old: []string{"b"}, New: []string{"b"}}, {Old: []string{"a"}, New: []string{"a"}}})
	require.Error(t, err)
}

func TestLineWithoutOldLinesInserts(t *testing.T) {
	after, err := Apply(text(t, "a\nb\n"), []Hunk{{New: []string{"x"}, Line: 2}})
	require.NoError(t, err)
	require.Equal(t, "a\nx\nb\n", after.String())
	_, err = Apply(text(t, "a\nb\n"), []Hunk{{New: []string{"x"}, Line: 9}})
	require.ErrorContains(t, err, "line 9")
	require.NotEmpty(t, err.(Failure).Hint())
}

// TestManyHunks crosses the size at which places are looked up in an index: both ways must agree.
func TestManyHunks(t *testing.T) {
	const lines = 6000
	var b strings.Builder
	var hunks []Hunk
	for i := range lines {
		fmt.Fprintf(&b, "}\nline %d\n", i)
		if i%2 == 0 {
			hunks = append(hunks, Hunk{Old: []string{"}", fmt.Sprintf("line %d", i)}, New: []string{fmt.Sprintf("LINE %d", i)}})
		}
	}
	before := text(t, b.String())
	require.NotNil(t, newMatcher(before.lines(), hunks).probes)
	after, err := Apply(before, hunks)
	require.NoError(t, err)
	require.Equal(t, lines*2-lines/2, after.NumLines())
	require.Equal(t, []int{1}, FindLine(after, "LINE 0"))

	hunks[2000].Old = []string{"}"}
	_, err = Apply(before, hunks)
	var e *MismatchError
	require.ErrorAs(t, err, &e)
	require.Equal(t, ReasonAmbiguous, e.Kind)
	require.Equal(t, 2001, e.Number)
	require.Equal(t, 7999, e.SearchFrom)
	require.Len(t, e.Lines, 5)

	hunks[2000].Old = []string{"}", "line 1"}
	_, err = Apply(before, hunks)
	require.ErrorAs(t, err, &e)
	require.Equal(t, CauseAboveCursor, e.Cause)
}

// TestScanFindsAllPlaces compares the linear search with the plain one.
func TestScanFindsAllPlaces(t *testing.T) {
	x := text(t, strings.Repeat("a\na\nb\n", 9)+"a\na\na\nb\na").lines()
	m := &matcher{lines: x}
	for _, old := range [][]string{{"a"}, {"a", "a"}, {"a", "b"}, {"a", "a", "b", "a"}, {"b", "a", "a", "b"}, {"a", "a", "a"}, {"c"}} {
		for lo := range x.count() + 1 {
			var want []int
			for i := lo; i+len(old) <= x.count(); i++ {
				if x.matches(i, old) {
					want = append(want, i)
				}
			}
			require.Equal(t, want, m.scan(old, lo, 1<<30), "%v from %d", old, lo)
		}
	}
}

func FuzzApply(f *testing.F) {
	f.Add("a\r\nb\nc", "b", "B\nC", 0)
	f.Add(bom+"x\nx\n", "x", "", 2)
	f.Add("\r\r\n\n", "\r", "é", 0)
	f.Add("a\n", "a", "b", math.MaxInt)
	f.Fuzz(func(t *testing.T, before, find, replace string, line int) {
		parsed, err := ParseString(before)
		if err != nil {
			require.Implements(t, (*Failure)(nil), err)
			return
		}
		hunks, err := EditHunks([]Edit{{Find: find, Replace: replace, Line: line}})
		if err != nil {
			require.IsType(t, (*EditError)(nil), err)
			return
		}
		after, err := Apply(parsed, hunks)
		if err != nil {
			failure, ok := err.(Failure)
			require.True(t, ok)
			require.NotEmpty(t, failure.Error())
			_ = failure.Hint()
			return
		}
		_, err = ParseString(after.String())
		require.NoError(t, err)
		x := parsed.lines()
		places := (&matcher{lines: x}).scan(hunks[0].Old, 0, 1<<30)
		at := places[0]
		if line > 0 {
			at = line - 1
		} else {
			require.Len(t, places, 1)
		}
		require.True(t, strings.HasPrefix(after.raw, x.raw[:x.starts[at]]))
		require.True(t, strings.HasSuffix(after.raw, x.raw[x.starts[at+len(hunks[0].Old)]:]))
	})
}
