package hunkengine

// This file tests the text model: lines, offsets, and what is no text.

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTextLines(t *testing.T) {
	cases := []struct {
		raw   string
		lines []string
	}{
		{"", nil},
		{bom, nil},
		{"\n", []string{""}},
		{"a\nb\n", []string{"a", "b"}},
		{"a\nb", []string{"a", "b"}},
		{bom + "a\r\n\r\nb\r", []string{"a", "", "b\r"}},
		{"a\rb\r\r\n", []string{"a\rb\r"}},
	}
	for _, c := range cases {
		x := text(t, c.raw)
		require.Equal(t, len(c.lines), x.NumLines(), "%q", c.raw)
		for i, want := range c.lines {
			require.Equal(t, want, x.Line(i+1), "%q", c.raw)
		}
	}
	require.Zero(t, Text{}.NumLines())
	require.Equal(t, "", Text{}.Normal())
	require.True(t, text(t, bom+"a").HasBOM())
	require.False(t, text(t, "a"+bom).HasBOM())
}

func TestLineRange(t *testing.T) {
	x := text(t, bom+"a\r\nb\nc\r\nd")
	require.Equal(t, "a\nb", x.LineRange(1, 2))
	require.Equal(t, "c\nd", x.LineRange(3, 99))
	require.Equal(t, "b", x.LineRange(2, 2))
	require.Equal(t, "", x.LineRange(5, 9))
	require.Equal(t, "", x.LineRange(3, 2))
	require.Equal(t, "a\nb\nc\nd", x.Normal())
}

func TestPosition(t *testing.T) {
	x := text(t, bom+"é1\r\nb\n")
	for offset, want := range map[int][2]int{-4: {1, 1}, 0: {1, 1}, 2: {1, 2}, 3: {1, 3}, 4: {2, 1}, 5: {2, 2}, 6: {3, 1}, 99: {3, 1}} {
		line, column := x.Position(offset)
		require.Equal(t, want, [2]int{line, column}, offset)
	}
	line, column := text(t, "a\nbc").Position(4)
	require.Equal(t, [2]int{2, 3}, [2]int{line, column})
	line, column = Text{}.Position(0)
	require.Equal(t, [2]int{1, 1}, [2]int{line, column})
}

func TestFindLineAndOccurrences(t *testing.T) {
	x := text(t, bom+"aaa\r\nb\naaa\r\n")
	require.Equal(t, []int{1, 3}, FindLine(x, "aaa"))
	require.Nil(t, FindLine(x, "aa"))
	require.Equal(t, []int{0, 6}, Occurrences(x, "aa"))
	require.Equal(t, []int{3, 5, 9}, Occurrences(x, "\r\n"))
}

func TestParseTakesTheBytes(t *testing.T) {
	data := []byte("a\n")
	x, err := Parse(data)
	require.NoError(t, err)
	require.Equal(t, "a\n", x.String())
	require.Zero(t, testing.AllocsPerRun(10, func() { _, _ = Parse(nil) })-1, "one small index, no copy")
}

func TestWithNormal(t *testing.T) {
	cases := []struct{ name, before, normal, after string }{
		{"lf", "a\nb\n", "a\nc\n", "a\nc\n"},
		{"crlf", "a\r\nb\r\n", "a\nx\nb\n", "a\r\nx\r\nb\r\n"},
		{"mixed", "a\r\nb\nc\r\n", "a\nb\nd\n", "a\r\nb\nd\r\n"},
		{"moved lines keep their ends", "a\nb\r\nc\n", "x\na\nb\n", "x\na\nb\r\n"},
		{"bom", bom + "a\r\n", "b\n", bom + "b\r\n"},
		{"bom given again", bom + "a\n", bom + "b\n", bom + "b\n"},
		{"crlf given", "a\nb\n", "a\r\nc\r\n", "a\nc\n"},
		{"crlf given for mixed", "a\nb\r\n", "a\r\nc\r\n", "a\nc\r\n"},
		{"final newline gone", "a\r\nb\r\n", "a\nb", "a\r\nb"},
		{"final newline come", "a\r\nb", "a\nb\n", "a\r\nb\r\n"},
		{"last line deleted", "a\r\nb", "a", "a"},
		{"appended", "a\r\nb", "a\nb\nc", "a\r\nb\r\nc"},
		{"emptied", bom + "a\r\n", "", bom},
		{"filled", "", "a\r\nb", "a\nb"},
	}
	for _, c := range cases {
		after, err := text(t, c.before).WithNormal(c.normal)
		require.NoError(t, err, c.name)
		require.Equal(t, c.after, after.String(), c.name)
	}
	_, err := text(t, "a\r\n").WithNormal("caf\xe9")
	require.IsType(t, (*EncodingError)(nil), err)
}

func TestInsertLines(t *testing.T) {
	cases := []struct {
		name, before string
		after        int
		lines, want  string
	}{
		{"start", "a\r\nb\n", 0, "x\ny\n", "x\r\ny\r\na\r\nb\n"},
		{"middle", "a\r\nb\n", 1, "x", "a\r\nx\r\nb\n"},
		{"end", "a\r\nb\n", 2, "x\n", "a\r\nb\nx\n"},
		{"unterminated end", "a\r\nb", 2, "x\n", "a\r\nb\r\nx"},
		{"behind the bom", bom + "a\n", 0, "x", bom + "x\na\n"},
		{"empty text", "", 0, "x", "x\n"},
		{"empty line", "a\n", 0, "\n", "\na\n"},
		{"two empty lines", "a\n", 1, "\r\n\r\n", "a\n\n\n"},
		{"nothing", "a\n", 1, "", "a\n"},
	}
	for _, c := range cases {
		got, err := InsertLines(text(t, c.before), c.after, c.lines)
		require.NoError(t, err, c.name)
		require.Equal(t, c.want, got.String(), c.name)
	}
}

func TestSplice(t *testing.T) {
	cases := []struct {
		name, before string
		spans        []Span
		want         string
	}{
		{"inside a line", "abc\n", []Span{{1, 2, "XY"}}, "aXYc\n"},
		{"any order", "abc\n", []Span{{2, 3, "C"}, {0, 1, "A"}}, "AbC\n"},
		{"insertions in order given", "ab", []Span{{1, 1, "1"}, {1, 1, "2"}, {1, 2, "B"}}, "a12B"},
		{"touching", "abcd", []Span{{0, 2, "x"}, {2, 4, "y"}}, "xy"},
		{"behind the bom", bom + "ab\r\n", []Span{{0, 0, "x"}, {2, 3, ""}}, bom + "xab"},
		{"split a crlf line", "ab\r\ncd\r\n", []Span{{1, 1, "\n"}}, "a\r\nb\r\ncd\r\n"},
		{"whole lines in a mixed text", "a\r\nb\nc\n", []Span{{2, 4, "x\ny\n"}}, "a\r\nx\ny\nc\n"},
		{"inserted lines take the end above", "a\r\nb\nc\n", []Span{{2, 2, "x\n"}}, "a\r\nx\r\nb\nc\n"},
		{"joined lines", "a\r\nb\nc\n", []Span{{1, 2, " "}}, "a b\nc\n"},
		{"end of an unterminated text", "a\r\nb", []Span{{3, 3, "\nc"}}, "a\r\nb\r\nc"},
		{"crlf in new text", "a\nb\n", []Span{{0, 1, "x\r\ny"}}, "x\ny\nb\n"},
		{"nothing", "a\n", nil, "a\n"},
	}
	for _, c := range cases {
		got, err := Splice(text(t, c.before), c.spans)
		require.NoError(t, err, c.name)
		require.Equal(t, c.want, got.String(), c.name)
	}
}

func TestReplaceAll(t *testing.T) {
	got, n, err := ReplaceAll(text(t, "aaa b\r\naaa\r\n"), "aa", "a")
	require.NoError(t, err)
	require.Equal(t, 2, n)
	require.Equal(t, "aa b\r\naa\r\n", got.String())

	got, n, err = ReplaceAll(text(t, "a\r\nb\r\na\r\nb"), "a\nb", "x\ny\nz")
	require.NoError(t, err)
	require.Equal(t, 2, n)
	require.Equal(t, "x\r\ny\r\nz\r\nx\r\ny\r\nz", got.String())

	got, n, err = ReplaceAll(text(t, "a\n"), "", "x")
	require.NoError(t, err)
	require.Zero(t, n)
	require.Equal(t, "a\n", got.String())

	_, _, err = ReplaceAll(text(t, "a\n"), "a", "\x00")
	require.IsType(t, (*EncodingError)(nil), err)
}

func TestTextMessages(t *testing.T) {
	var g golden
	for _, c := range []struct{ name, raw string }{
		{"latin 1", "ok\nint x; // café \xe9\n"},
		{"truncated character", "abc\xc3"},
		{"NUL", "a\nb\x00c"},
		{"UTF-16", "\xff\xfea\x00"},
	} {
		_, err := ParseString(c.raw)
		err.(*EncodingError).Path = "a.c"
		g.add(t, c.name, err)
	}
	_, err := Apply(text(t, "a\nb\n"), []Hunk{{Old: []string{"b"}, New: []string{"x\r"}}})
	g.add(t, "carriage return", err)
	_, err = Apply(text(t, "a\nb\n"), []Hunk{{Old: []string{"b"}, New: []string{"x\ny"}}})
	g.add(t, "line end in a line", err)
	_, err = InsertLines(text(t, "a\n"), 2, "x")
	g.add(t, "insert below the end", err)
	for _, c := range []struct {
		name  string
		spans []Span
	}{
		{"span outside", []Span{{2, 9, ""}}},
		{"span backwards", []Span{{2, 1, ""}}},
		{"span in a character", []Span{{1, 2, ""}}},
		{"spans overlap", []Span{{0, 3, ""}, {2, 3, "x"}}},
		{"insertion inside a span", []Span{{0, 3, ""}, {2, 2, "x"}}},
	} {
		_, err := Splice(text(t, "éa\n"), c.spans)
		g.add(t, c.name, err)
	}
	g.compare(t, "text_messages.golden")
}
