package hunkengine

// This file holds what must always be true, checked on random texts.

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// lineGen draws contents that repeat often, so that ambiguity and odd characters are common.
func lineGen() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{"", "a", "b", "c", "dd", "\ta", " a", "a ", "é", "e\u0301", "x\ry", "---", "+++ a", "*** End Patch", "@@", "\\"})
}

// textGen draws texts of mixed ends, with and without BOM and final newline.
func textGen() *rapid.Generator[Text] {
	return rapid.Custom(func(t *rapid.T) Text {
		ends := rapid.SampledFrom([][]string{{"\n"}, {"\r\n"}, {"\n", "\r\n"}}).Draw(t, "ends")
		var b strings.Builder
		b.WriteString(rapid.SampledFrom([]string{"", "", bom}).Draw(t, "bom"))
		n := rapid.IntRange(0, 14).Draw(t, "lines")
		for i := range n {
			b.WriteString(lineGen().Draw(t, "line"))
			if i < n-1 || rapid.Bool().Draw(t, "terminated") {
				b.WriteString(rapid.SampledFrom(ends).Draw(t, "end"))
			}
		}
		text, err := ParseString(b.String())
		require.NoError(t, err)
		return text
	})
}

func linesGen(least int) *rapid.Generator[[]string] {
	return rapid.SliceOfN(lineGen(), least, 5)
}

func TestLinesSpellTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := textGen().Draw(t, "text")
		x := text.lines()
		raw, normal := text.raw[:x.bom()], ""
		for i := range x.count() {
			require.Equal(t, len(normal), x.normalStart(i))
			raw += x.content(i) + x.end(i)
			normal += x.content(i) + strings.TrimPrefix(x.end(i), "\r")
			require.True(t, x.is(i, text.Line(i+1)))
		}
		require.Equal(t, text.String(), raw)
		require.Equal(t, text.Normal(), normal)
		require.Equal(t, strings.TrimSuffix(normal, "\n"), text.LineRange(1, x.count()+3))
	})
}

func TestWithNormalOfNormalIsIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := textGen().Draw(t, "text")
		same, err := text.WithNormal(text.Normal())
		require.NoError(t, err)
		require.Equal(t, text.String(), same.String())
	})
}

func TestWithNormalHasThatNormal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := textGen().Draw(t, "text")
		want := strings.TrimPrefix(textGen().Draw(t, "new").Normal(), bom)
		got, err := text.WithNormal(want)
		require.NoError(t, err)
		require.Equal(t, want, got.Normal())
		require.Equal(t, text.HasBOM(), got.HasBOM())
		if text.lines().crlf == 0 {
			require.Zero(t, got.lines().crlf)
		}
	})
}

// TestUnreplacedBytesSurvive replaces lines at known places and builds the wanted bytes by hand: every line
// outside keeps its own bytes, and the lines read as they should.
func TestUnreplacedBytesSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := textGen().Draw(t, "text")
		x := text.lines()
		from := rapid.IntRange(0, x.count()).Draw(t, "from")
		to := rapid.IntRange(from, min(from+4, x.count())).Draw(t, "to")
		if from == to {
			return
		}
		h := Hunk{New: linesGen(0).Draw(t, "new"), Line: from + 1}
		for i := from; i < to; i++ {
			h.Old = append(h.Old, x.content(i))
		}
		got, err := Apply(text, []Hunk{h})
		require.NoError(t, err)
		before := text.raw[:x.starts[from]]
		after := text.raw[x.starts[to]:]
		require.True(t, strings.HasPrefix(got.raw, before))
		require.True(t, strings.HasSuffix(got.raw, after))
		middle := strings.Split(unixEnds(got.raw[len(before):len(got.raw)-len(after)]), "\n")
		if n := len(middle) - 1; middle[n] == "" {
			middle = middle[:n]
		}
		want := slices.Clone(h.New)
		deletesLast := len(h.New) < len(h.Old) && slices.Equal(h.New, h.Old[:len(h.New)])
		if n := len(want) - 1; n >= 0 && !deletesLast && want[n] == "" && after == "" && x.open() {
			want = want[:n] // an empty last line without end is no line
		}
		require.Equal(t, append([]string{}, want...), append([]string{}, middle...))
		if after == "" && !deletesLast && len(h.New) > 0 && h.New[len(h.New)-1] != "" {
			require.Equal(t, x.open(), got.lines().open())
		}
	})
}

// TestHunksOfADiffGiveTheOtherText makes hunks with context from the difference of two texts.
func TestHunksOfADiffGiveTheOtherText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, fresh := textGen().Draw(t, "old"), textGen().Draw(t, "new")
		h := wholeHunk(old, fresh)
		got, err := Apply(old, []Hunk{h})
		require.NoError(t, err)
		want, err := old.WithNormal(strings.TrimPrefix(fresh.Normal(), bom))
		require.NoError(t, err)
		require.Equal(t, want.Normal(), got.Normal())
	})
}

// wholeHunk is the hunk that replaces one text by the other, end of file included.
func wholeHunk(old, fresh Text) Hunk {
	all := func(x *lines) (list []string) {
		for i := range x.count() {
			list = append(list, x.content(i))
		}
		return list
	}
	h := Hunk{Old: all(old.lines()), New: all(fresh.lines()), AtEnd: true}
	h.OldOpen, h.NewOpen = old.lines().open(), fresh.lines().open()
	h.kept = diffRuns(h.Old, h.New)
	return h
}

// diffRuns returns what the edits leave alone.
func diffRuns(old, fresh []string) []run {
	var runs []run
	at := run{}
	for _, e := range append(diffLines(old, fresh), lineEdit{len(old), len(old), len(fresh), len(fresh)}) {
		if n := e.oldFrom - at.old; n > 0 {
			runs = append(runs, run{at.old, at.new, n})
		}
		at = run{old: e.oldTo, new: e.newTo}
	}
	return runs
}

func TestDiffLinesAreEdits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gen := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g", "h"}), 0, 160)
		old, fresh := gen.Draw(t, "old"), gen.Draw(t, "new")
		at, made := 0, []string{}
		for i, e := range diffLines(old, fresh) {
			require.True(t, i == 0 || e.oldFrom > at, "edits touch")
			made = append(made, old[at:e.oldFrom]...)
			require.Len(t, made, e.newFrom)
			made = append(made, fresh[e.newFrom:e.newTo]...)
			at = e.oldTo
		}
		require.Equal(t, append([]string{}, fresh...), append(made, old[at:]...))
	})
}

func TestUnifiedAppliesToTheOtherText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, fresh := textGen().Draw(t, "old").raw, textGen().Draw(t, "new").raw
		diff := Unified("f", "f", old, fresh)
		require.Equal(t, old == fresh, diff == "")
		require.Equal(t, fresh, applyUnified(t, old, diff))
		added, removed := CountChanged(old, fresh)
		require.Equal(t, added-removed, lineCount(fresh)-lineCount(old))
	})
}

func lineCount(s string) int { return len(withoutLastEmpty(strings.SplitAfter(s, "\n"))) }

// envelopeGen draws values as the parser makes them.
func envelopeGen() *rapid.Generator[Envelope] {
	return rapid.Custom(func(t *rapid.T) Envelope {
		var e Envelope
		for range rapid.IntRange(1, 4).Draw(t, "operations") {
			op := Operation{Kind: OpKind(rapid.IntRange(0, 2).Draw(t, "kind")), Path: rapid.SampledFrom([]string{"a.txt", "b c.md"}).Draw(t, "path")}
			switch op.Kind {
			case AddFile:
				op.Content = textGen().Draw(t, "content").raw
			case UpdateFile:
				op.MoveTo = rapid.SampledFrom([]string{"", "moved.txt"}).Draw(t, "move")
				for range rapid.IntRange(0, 3).Draw(t, "hunks") {
					if h := patchHunkGen().Draw(t, "hunk"); op.MoveTo != "" || h.OldOpen != h.NewOpen || !slices.Equal(h.Old, h.New) {
						op.Hunks = append(op.Hunks, h)
					}
				}
				if len(op.Hunks) == 0 {
					op.MoveTo = "moved.txt"
				}
			}
			e.Operations = append(e.Operations, op)
		}
		return e
	})
}

// patchHunkGen draws hunks through the same builder as the parser.
func patchHunkGen() *rapid.Generator[Hunk] {
	return rapid.Custom(func(t *rapid.T) Hunk {
		d := draft{Hunk: Hunk{Anchors: rapid.SliceOfN(rapid.SampledFrom([]string{"a", "  b ", "f() {"}), 0, 2).Draw(t, "anchors")}}
		if len(d.Anchors) == 0 {
			d.Anchors = nil
		}
		for range rapid.IntRange(0, 4).Draw(t, "groups") {
			for range rapid.IntRange(0, 2).Draw(t, "context") {
				d.add(' ', lineGen().Draw(t, "line"))
			}
			for range rapid.IntRange(0, 2).Draw(t, "old") {
				d.add('-', lineGen().Draw(t, "line"))
			}
			for range rapid.IntRange(0, 2).Draw(t, "new") {
				d.add('+', lineGen().Draw(t, "line"))
			}
		}
		d.add(rapid.SampledFrom([]byte("+-")).Draw(t, "last"), "end")
		h := d.Hunk
		h.AtEnd = rapid.Bool().Draw(t, "at end")
		if d.last == '-' {
			h.OldOpen = rapid.Bool().Draw(t, "old open")
		} else {
			h.NewOpen = rapid.Bool().Draw(t, "new open")
		}
		return h
	})
}

// TestPrintedEnvelopeParsesBack compares the values without their positions in the text.
func TestPrintedEnvelopeParsesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := envelopeGen().Draw(t, "envelope")
		printed := want.String()
		got, err := ParseEnvelope(printed)
		require.NoError(t, err, printed)
		require.Equal(t, printed, got.String())
		for i := range got.Operations {
			got.Operations[i].Source = 0
			for j := range got.Operations[i].Hunks {
				got.Operations[i].Hunks[j].Source = 0
			}
		}
		require.Equal(t, want, got, printed)
	})
}

// TestSpliceIsSpliceOfNormal compares with the same change of the normal form.
func TestSpliceIsSpliceOfNormal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := textGen().Draw(t, "text")
		normal := text.Normal()
		var spans []Span
		var want strings.Builder
		at := 0
		for range rapid.IntRange(0, 4).Draw(t, "spans") {
			start := rapid.IntRange(at, len(normal)).Draw(t, "start")
			end := rapid.IntRange(start, min(start+4, len(normal))).Draw(t, "end")
			if !atRune(normal, start) || !atRune(normal, end) {
				continue
			}
			fresh := strings.Join(linesGen(0).Draw(t, "new"), "\n")
			spans = append(spans, Span{start, end, fresh})
			want.WriteString(normal[at:start] + fresh)
			at = end
		}
		want.WriteString(normal[at:])
		got, err := Splice(text, spans)
		if strings.Contains(want.String(), "\r\n") {
			return // a carriage return that is content has met a line end
		}
		require.NoError(t, err)
		require.Equal(t, want.String(), got.Normal())
		require.Equal(t, text.HasBOM(), got.HasBOM())
		if !strings.Contains(strings.ReplaceAll(text.raw, "\r\n", ""), "\n") && text.lines().crlf > 0 {
			require.Equal(t, strings.ReplaceAll(want.String(), "\n", "\r\n"), strings.TrimPrefix(got.raw, bom))
		}
	})
}

func TestPositionCountsLinesAndCodePoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := textGen().Draw(t, "text")
		normal := text.Normal()
		offset := rapid.IntRange(0, len(normal)).Draw(t, "offset")
		if !atRune(normal, offset) {
			return
		}
		line, column := text.Position(offset)
		start := strings.LastIndexByte(normal[:offset], '\n') + 1
		require.Equal(t, 1+strings.Count(normal[:offset], "\n"), line)
		require.Equal(t, 1+runeCount(normal[start:offset]), column)
	})
}
