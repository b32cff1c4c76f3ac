package hunkengine

// This file tests which envelopes are read, as what, and which are refused.

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const updateA = "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch\n"

// unplaced drops what only tells where in the patch text things stood.
func unplaced(e Envelope) Envelope {
	for i := range e.Operations {
		e.Operations[i].Source = 0
		for j := range e.Operations[i].Hunks {
			e.Operations[i].Hunks[j].Source = 0
			e.Operations[i].Hunks[j].kept = nil
		}
	}
	return e
}

func TestEnvelopeFormsReadAsOne(t *testing.T) {
	want := Envelope{Operations: []Operation{{Kind: UpdateFile, Path: "a", Hunks: []Hunk{{Old: []string{"x"}, New: []string{"y"}}}}}}
	cases := map[string]string{
		"canonical":                 updateA,
		"no final newline":          strings.TrimSuffix(updateA, "\n"),
		"crlf":                      strings.ReplaceAll(updateA, "\n", "\r\n"),
		"blank lines around":        "\n  \n" + updateA + "\n\t\n\n",
		"blanks around markers":     strings.NewReplacer("*** Begin Patch", "  *** Begin Patch\t", "*** End Patch", " *** End Patch  ").Replace(updateA),
		"blanks behind markers":     strings.NewReplacer("File: a", "File:  a  ", "@@", "@@ ").Replace(updateA),
		"no space behind colon":     strings.Replace(updateA, "File: a", "File:a", 1),
		"code fence":                "```diff\n" + updateA + "```\n",
		"long code fence":           "````\n" + updateA + "````",
		"here-document":             "<<EOF\n" + updateA + "EOF\n",
		"here-document of cat":      "cat <<'EOF'\n" + updateA + "EOF",
		"here-document of the tool": "apply_patch <<-\"PATCH-1\"\n" + updateA + "PATCH-1\n",
		"indented first header":     strings.Replace(updateA, "*** Update", "   *** Update", 1),
		"file headers":              strings.Replace(updateA, "@@", "--- a/a\n+++ b/a\n@@", 1),
		"file headers with dates":   strings.Replace(updateA, "@@", "--- a\t2024-01-01\n+++ ./a\t2024\n@@", 1),
		"numbers":                   strings.Replace(updateA, "@@", "@@ -10,3 +10,3 @@ func x() {", 1),
		"numbers without counts":    strings.Replace(updateA, "@@", "@@ -1 +1 @@", 1),
		"no @@":                     strings.Replace(updateA, "@@\n", "", 1),
		"no @@, blank line":         strings.Replace(updateA, "@@\n", "\n", 1),
		"two bare @@":               strings.Replace(updateA, "@@\n", "@@\n@@\n", 1),
		"blank line behind @@ text": strings.Replace(updateA, "@@\n", "@@ -1 +1 @@\n\n@@\n", 1),
		"blank line at the end":     strings.Replace(updateA, "+y\n", "+y\n\n\n", 1),
		"blank line after Begin":    strings.Replace(updateA, "Patch\n", "Patch\n\n", 1),
	}
	for name, patch := range cases {
		got, err := ParseEnvelope(patch)
		require.NoError(t, err, name)
		require.Equal(t, want, unplaced(got), name)
	}
}

func TestEnvelopeReads(t *testing.T) {
	update := func(h ...Hunk) []Operation { return []Operation{{Kind: UpdateFile, Path: "a", Hunks: h}} }
	add := func(content string) []Operation { return []Operation{{Kind: AddFile, Path: "a", Content: content}} }
	lines := func(s ...string) []string { return s }
	cases := []struct {
		name, body string
		want       []Operation
	}{
		{"add", "*** Add File: a\n+one\n+\n+  two\n", add("one\n\n  two\n")},
		{"add nothing", "*** Add File: a\n", add("")},
		{"add, layout behind", "*** Add File: a\n+one\n\n\n", add("one\n")},
		{"add markers", "*** Add File: a\n+*** End Patch\n++z\n+@@\n", add("*** End Patch\n+z\n@@\n")},
		{"add without final newline", "*** Add File: a\n+one\n\\ No newline at end of file\n", add("one")},
		{"delete", "*** Delete File: my dir/a b.txt\n", []Operation{{Kind: DeleteFile, Path: "my dir/a b.txt"}}},
		{"indented header under delete", "*** Delete File: a\n  *** Add File: b\n", []Operation{{Kind: DeleteFile, Path: "a"}, {Kind: AddFile, Path: "b"}}},
		{"rename", "*** Update File: a\n*** Move to: b\n", []Operation{{Kind: UpdateFile, Path: "a", MoveTo: "b"}}},
		{"rename with headers", "*** Update File: a\n*** Move to: b\n--- a/a\n+++ b/b\n@@\n-x\n+y\n",
			[]Operation{{Kind: UpdateFile, Path: "a", MoveTo: "b", Hunks: []Hunk{{Old: lines("x"), New: lines("y")}}}}},
		{"rename with check", "*** Update File: a\n*** Move to: b\n@@\n-x\n+x\n",
			[]Operation{{Kind: UpdateFile, Path: "a", MoveTo: "b", Hunks: []Hunk{{Old: lines("x"), New: lines("x")}}}}},
		{"same path twice", "*** Update File: a\n@@\n-x\n+y\n*** Update File: a\n@@\n-z\n+w\n",
			append(update(Hunk{Old: lines("x"), New: lines("y")}), update(Hunk{Old: lines("z"), New: lines("w")})...)},
		{"anchors", "*** Update File: a\n@@ class B:\n@@     def f():\n-x\n+y\n", update(Hunk{Anchors: lines("class B:", "    def f():"), Old: lines("x"), New: lines("y")})},
		{"blank context", "*** Update File: a\n@@\n\n x\n\n-y\n\n\n", update(Hunk{Old: lines("", "x", "", "y"), New: lines("", "x", "")})},
		{"dashes are content", "*** Update File: a\n@@\n--- old\n+++ new\n", update(Hunk{Old: lines("-- old"), New: lines("++ new")})},
		{"one dash line is content", "*** Update File: a\n--- old\n+new\n", update(Hunk{Old: lines("-- old"), New: lines("new")})},
		{"marker context", "*** Update File: a\n@@\n *** End Patch\n-x\n", update(Hunk{Old: lines("*** End Patch", "x"), New: lines("*** End Patch")})},
		{"end of file", "*** Update File: a\n@@\n-x\n+y\n\n*** End of File  \n@@\n+z\n*** End of File\n",
			update(Hunk{Old: lines("x"), New: lines("y"), AtEnd: true}, Hunk{New: lines("z"), AtEnd: true})},
		{"indented header after end of file", "*** Update File: a\n@@\n-x\n*** End of File\n *** Delete File: b\n",
			append(update(Hunk{Old: lines("x"), AtEnd: true}), Operation{Kind: DeleteFile, Path: "b"})},
		{"old open", "*** Update File: a\n@@\n-x\n\\ No newline at end of file\n+y\n", update(Hunk{Old: lines("x"), New: lines("y"), OldOpen: true})},
		{"new open", "*** Update File: a\n@@\n-x\n+y\n\\ No newline at end of file\n", update(Hunk{Old: lines("x"), New: lines("y"), NewOpen: true})},
		{"both open by context", "*** Update File: a\n@@\n-x\n y\n\\ No newline at end of file\n", update(Hunk{Old: lines("x", "y"), New: lines("y"), OldOpen: true, NewOpen: true})},
		{"open line gets company", "*** Update File: a\n@@\n x\n\\ No newline at end of file\n+y\n", update(Hunk{Old: lines("x"), New: lines("x", "y"), OldOpen: true})},
		{"only the final newline", "*** Update File: a\n@@\n-x\n+x\n\\ No newline at end of file\n", update(Hunk{Old: lines("x"), New: lines("x"), NewOpen: true})},
		{"carriage return of content", "*** Add File: a\n+x\r\r\n+y\n", add("x\r\ny\n")},
	}
	for _, c := range cases {
		got, err := ParseEnvelope("*** Begin Patch\n" + c.body + "*** End Patch\n")
		require.NoError(t, err, c.name)
		require.Equal(t, c.want, unplaced(got).Operations, c.name)
	}
}

func TestEnvelopePositions(t *testing.T) {
	e, err := ParseEnvelope("\n*** Begin Patch\n*** Add File: n\n+x\n*** Update File: a\n-x\n+y\n@@ f\n@@ g\n-z\n*** End Patch\n")
	require.NoError(t, err)
	require.Equal(t, 3, e.Operations[0].Source)
	require.Equal(t, 5, e.Operations[1].Source)
	require.Equal(t, 6, e.Operations[1].Hunks[0].Source)
	require.Equal(t, 8, e.Operations[1].Hunks[1].Source)
}

func TestPatchMessages(t *testing.T) {
	in := func(body string) string { return "*** Begin Patch\n" + body + "*** End Patch\n" }
	up := func(body string) string { return in("*** Update File: a.txt\n" + body) }
	cases := []struct{ name, patch string }{
		{"empty", " \n"},
		{"text before", "Here is the patch:\n" + updateA},
		{"text after", updateA + "and now something else\n"},
		{"second envelope", updateA + updateA},
		{"second envelope, unfinished", updateA + "*** Begin Patch\n"},
		{"begin inside", in("*** Delete File: a\n*** Begin Patch\n")},
		{"missing end", "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n"},
		{"only begin", "*** Begin Patch"},
		{"open fence", "```\n" + updateA},
		{"two wrappers", "```\ncat <<EOF\n" + updateA + "EOF\n```\n"},
		{"empty fence", "```\n\n```\n"},
		{"unified diff", "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-x\n+y\n"},
		{"git diff", "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n"},
		{"no operation", in("")},
		{"unified diff in an envelope", in("--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-x\n+y\n")},
		{"unknown header", in("*** Rename File: a.txt\n")},
		{"unknown header in a hunk", up("@@\n-x\n+y\n*** note\n")},
		{"unknown header under add", in("*** Add File: a\n+x\n*** note\n")},
		{"no path", in("*** Delete File:  \n")},
		{"no move target", in("*** Update File: a\n*** Move to:\n")},
		{"line without prefix", up("@@\n one\ntwo\n+three\n")},
		{"tab without prefix", up("@@\n one\n\t\n+three\n")},
		{"no hunk", up("")},
		{"hunk without lines", up("@@ f()\n")},
		{"second hunk without lines", up("@@\n-x\n@@\n\n")},
		{"hunk of context", up("@@\n x\n y\n")},
		{"hunk without change", up("@@\n-x\n-y\n+x\n+y\n")},
		{"second hunk without change", up("@@\n-x\n+y\n@@ f\n-x\n+x\n")},
		{"body under delete", in("*** Delete File: a\n-x\n")},
		{"move after a hunk", up("@@\n-x\n+y\n*** Move to: b\n")},
		{"move under add", in("*** Add File: a\n+x\n*** Move to: b\n")},
		{"move twice", in("*** Update File: a\n*** Move to: b\n*** Move to: c\n")},
		{"added line without plus", in("*** Add File: a\n+x\ny\n")},
		{"empty line in an added file", in("*** Add File: a\n+x\n\n+y\n")},
		{"end of file under add", in("*** Add File: a\n+x\n*** End of File\n")},
		{"end of file without lines", up("@@\n*** End of File\n")},
		{"line after end of file", up("@@\n-x\n*** End of File\n+y\n")},
		{"wrong file header", up("--- a/b.txt\n+++ b/b.txt\n@@\n-x\n+y\n")},
		{"wrong new file header", up("--- a/a.txt\n+++ b/b.txt\n@@\n-x\n+y\n")},
		{"no space behind @@", up("@@f()\n-x\n+y\n")},
		{"mark first", up("@@\n\\ No newline at end of file\n-x\n")},
		{"mark in the middle", up("@@\n-x\n\\ No newline at end of file\n-y\n")},
		{"mark on context above old", up("@@\n x\n\\ No newline at end of file\n-y\n")},
		{"mark on an empty line", up("@@\n-x\n+\n\\ No newline at end of file\n")},
		{"mark twice", up("@@\n-x\n\\ No newline at end of file\n\\ No newline at end of file\n")},
		{"other backslash", up("@@\n-x\n\\ Kein Zeilenumbruch\n")},
		{"mark in an added file", in("*** Add File: a\n+x\n\\ No newline at end of file\n+y\n")},
		{"mark first in an added file", in("*** Add File: a\n\\ No newline at end of file\n")},
		{"not UTF-8", up("@@\n-x\n+caf\xe9\n")},
		{"NUL", up("@@\n-x\n+a\x00b\n")},
		{"long line", up("@@\n" + strings.Repeat("x", 300) + "\n")},
	}
	var g golden
	for _, c := range cases {
		_, err := ParseEnvelope(c.patch)
		require.Error(t, err, c.name)
		require.IsType(t, (*PatchError)(nil), err, c.name)
		g.add(t, c.name, err)
	}
	g.compare(t, "patch_messages.golden")
}

func TestIsUnified(t *testing.T) {
	require.True(t, IsUnified("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"))
	require.True(t, IsUnified("some words\ndiff --git a/x b/x\nrename from x\n"))
	require.False(t, IsUnified(updateA))
	require.False(t, IsUnified("```\n*** Begin Patch\n*** Update File: a\n--- a\n+++ a\n@@\n-x\n*** End Patch\n```"))
	require.False(t, IsUnified("--- only\nwords"))
	require.False(t, IsUnified(""))
}

func FuzzEnvelope(f *testing.F) {
	f.Add(updateA)
	f.Add("```\n" + updateA + "```")
	f.Add("*** Begin Patch\n*** Add File: a\n+x\r\n+y\n\\ No newline at end of file\n*** Delete File: b\n*** Update File: c\n*** Move to: d\n--- c\n+++ d\n@@ -1 +1 @@\n@@ f\n-x\n\\ No newline at end of file\n+y\n\n z\n*** End of File\n*** End Patch")
	f.Fuzz(func(t *testing.T, patch string) {
		e, err := ParseEnvelope(patch)
		if err != nil {
			require.IsType(t, (*PatchError)(nil), err)
			return
		}
		printed := e.String()
		again, err := ParseEnvelope(printed)
		require.NoError(t, err, printed)
		require.Equal(t, printed, again.String())
		require.Equal(t, len(e.Operations), len(again.Operations))
		for i, op := range e.Operations {
			require.Equal(t, op.Content, again.Operations[i].Content)
			for j, h := range op.Hunks {
				h.Source, again.Operations[i].Hunks[j].Source = 0, 0
				require.Equal(t, h, again.Operations[i].Hunks[j], printed)
			}
		}
	})
}
