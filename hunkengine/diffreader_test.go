package hunkengine

// This file tests the reader of unified diffs: what a section means, what is form, and what is refused.

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	headF = "--- a/f\n+++ b/f\n"
	xToY  = "@@ -1 +1 @@\n-x\n+y\n"
	plusX = "@@ -0,0 +1 @@\n+x\n"
)

func TestSectionsMean(t *testing.T) {
	hunk := []DiffHunk{{OldStart: 1, NewStart: 1, Old: "x\n", New: "y\n"}}
	added := []DiffHunk{{NewStart: 1, New: "x\n"}}
	cases := []struct {
		name, diff string
		want       FileDiff
	}{
		{"traditional", headF + xToY, FileDiff{OldName: "f", NewName: "f", Hunks: hunk}},
		{"times behind a tab", "--- a/f\t2024-01-01 10:00:00 +0000\n+++ b/f\t2024-01-02\n" + xToY, FileDiff{OldName: "f", NewName: "f", Hunks: hunk}},
		{"blank in the name", "--- a/two words\t\n+++ b/two words\t\n" + xToY, FileDiff{OldName: "two words", NewName: "two words", Hunks: hunk}},
		{"no prefixes", "--- f\n+++ f\n" + xToY, FileDiff{OldName: "f", NewName: "f", Hunks: hunk}},
		{"a prefix that is a directory", "--- a/f\n+++ a/f\n" + xToY, FileDiff{OldName: "a/f", NewName: "a/f", Hunks: hunk}},
		{"created", "--- /dev/null\n+++ b/f\n" + plusX, FileDiff{Kind: CreateFile, NewName: "f", Hunks: added}},
		{"created without prefix", "--- /dev/null\n+++ f\n" + plusX, FileDiff{Kind: CreateFile, NewName: "f", Hunks: added}},
		{"created in a directory a", "--- /dev/null\n+++ a/f\n" + plusX, FileDiff{Kind: CreateFile, NewName: "a/f", Hunks: added}},
		{"deleted", "--- a/f\t\n+++ /dev/null\t1970-01-01\n@@ -1 +0,0 @@\n-x\n", FileDiff{Kind: RemoveFile, OldName: "f", Hunks: []DiffHunk{{OldStart: 1, Old: "x\n"}}}},
		{"git", "diff --git a/f b/f\nindex 1..2 100644\n" + headF + xToY, FileDiff{OldName: "f", NewName: "f", Hunks: hunk}},
		{"git without prefixes in b", "diff --git b/f b/f\nnew file mode 100644\n--- /dev/null\n+++ b/f\n" + plusX, FileDiff{Kind: CreateFile, NewName: "b/f", NewMode: 0o644, Hunks: added}},
		{"git created", "diff --git a/f b/f\nnew file mode 100755\nindex 0..1\n--- /dev/null\n+++ b/f\n" + plusX, FileDiff{Kind: CreateFile, NewName: "f", NewMode: 0o755, Hunks: added}},
		{"git created empty", "diff --git a/d/e f b/d/e f\nnew file mode 100644\nindex 0..e69\n", FileDiff{Kind: CreateFile, NewName: "d/e f", NewMode: 0o644}},
		{"git deleted empty", "diff --git a/f b/f\ndeleted file mode 100644\nindex e69..0\n", FileDiff{Kind: RemoveFile, OldName: "f", OldMode: 0o644}},
		{"git mode", "diff --git a/f b/f\nold mode 100644\nnew mode 100755\n", FileDiff{OldName: "f", NewName: "f", OldMode: 0o644, NewMode: 0o755}},
		{"git rename", "diff --git a/x y b/z\nsimilarity index 100%\nrename from x y\nrename to z\n", FileDiff{Kind: RenameFile, OldName: "x y", NewName: "z"}},
		{"git rename without prefixes", "diff --git a/f b/f\nsimilarity index 100%\nrename from a/f\nrename to b/f\n", FileDiff{Kind: RenameFile, OldName: "a/f", NewName: "b/f"}},
		{"git rename and change", "diff --git a/e b/f\nsimilarity index 80%\nrename from e\nrename to f\nindex 1..2\n--- a/e\n+++ b/f\n" + xToY, FileDiff{Kind: RenameFile, OldName: "e", NewName: "f", Hunks: hunk}},
		{"git copy", "diff --git a/e b/f\nsimilarity index 100%\ncopy from e\ncopy to f\n", FileDiff{Kind: CopyFile, OldName: "e", NewName: "f"}},
		{"git quoted", "diff --git \"a/\\303\\251\\t\\\"\" \"b/\\303\\251\\t\\\"\"\n--- \"a/\\303\\251\\t\\\"\"\n+++ \"b/\\303\\251\\t\\\"\"\n" + xToY, FileDiff{OldName: "é\t\"", NewName: "é\t\"", Hunks: hunk}},
		{"git quoted on one side", "diff --git a/f \"b/\\\\\"\nsimilarity index 100%\nrename from f\nrename to \"\\\\\"\n", FileDiff{Kind: RenameFile, OldName: "f", NewName: `\`}},
		{"heading", headF + "@@ -1 +1 @@ func f() {\n-x\n+y\n", FileDiff{OldName: "f", NewName: "f", Hunks: hunk}},
		{"ends of lines", headF + "@@ -1,2 +1,2 @@\n-x\r\n-y\n\\ No newline at end of file\n+x\n+y\r\n", FileDiff{OldName: "f", NewName: "f", Hunks: []DiffHunk{{OldStart: 1, NewStart: 1, Old: "x\r\ny", New: "x\ny\r\n"}}}},
		{"mark in another language", headF + "@@ -1 +1 @@\n-x\n\\ Kein Zeilenumbruch am Dateiende.\n+x\n", FileDiff{OldName: "f", NewName: "f", Hunks: []DiffHunk{{OldStart: 1, NewStart: 1, Old: "x", New: "x\n"}}}},
		{"empty line is context", headF + "@@ -1,3 +1,2 @@\n \n\n-x\n", FileDiff{OldName: "f", NewName: "f", Hunks: []DiffHunk{{OldStart: 1, NewStart: 1, Old: "\n\nx\n", New: "\n\n", Context: true}}}},
		{"lines like headers", headF + "@@ -1,2 +1,2 @@\n--- a/g\n+++ b/g\n-- \n+2.39\n", FileDiff{OldName: "f", NewName: "f", Hunks: []DiffHunk{{OldStart: 1, NewStart: 1, Old: "-- a/g\n- \n", New: "++ b/g\n2.39\n"}}}},
		{"last line cut off behind context", headF + "@@ -1,2 +1,2 @@\n-x\n+y\n z", FileDiff{OldName: "f", NewName: "f", Hunks: []DiffHunk{{OldStart: 1, NewStart: 1, Old: "x\nz\n", New: "y\nz\n", Context: true}}}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			files, err := ParseUnified(c.diff)
			require.NoError(t, err)
			require.Len(t, files, 1)
			got := files[0]
			require.Equal(t, 1, got.Source)
			got.Source = 0
			for i := range got.Hunks {
				require.Equal(t, byte('@'), strings.Split(c.diff, "\n")[got.Hunks[i].Source-1][0])
				got.Hunks[i].Source = 0
			}
			require.Equal(t, c.want, got)
		})
	}
}

// TestFormIsAccepted sees that what is no part of a section neither hides nor adds one.
func TestFormIsAccepted(t *testing.T) {
	section := headF + xToY
	for name, c := range map[string]struct {
		diff     string
		sections int
	}{
		"mail":                     {"From 0123 Mon Sep 17 00:00:00 2001\nFrom: A <a@b>\nSubject: x\n\n- a list\n---\n f | 2 +-\n\n" + section + "-- \n2.39.5\n\n", 1},
		"mail signature of a mac":  {section + "-- \n2.39.5 (Apple Git-154)\n", 1},
		"index lines":              {"Index: f\n" + ruler + "\n" + section + "Index: f\n" + ruler + "\n" + section, 2},
		"command lines":            {"diff -u a/f b/f\n" + section + "diff -u a/f b/f\n" + section, 2},
		"blank lines":              {"\n\n" + section + "\n\n" + section + "\n \n", 2},
		"headers that end in CRLF": {"diff --git a/f b/f\r\nindex 1..2\r\n--- a/f\r\n+++ b/f\r\n@@ -1 +1 @@\r\n-x\r\n+y\r\n", 1},
		"two hunks":                {section + "@@ -9 +9 @@\n-x\n+y\n" + section, 2},
		"rename, then git":         {"diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\ndiff --git a/f b/f\n" + section, 2},
	} {
		t.Run(name, func(t *testing.T) {
			files, err := ParseUnified(c.diff)
			require.NoError(t, err)
			require.Len(t, files, c.sections)
		})
	}
	files, err := ParseUnified("--- a/f\r\n+++ b/f\r\n@@ -1 +1 @@\r\n-x\r\n+y\r\n")
	require.NoError(t, err)
	require.Equal(t, []DiffHunk{{OldStart: 1, NewStart: 1, Old: "x\r\n", New: "y\r\n", Source: 3}}, files[0].Hunks, "a CR is content, whatever the headers end in")
}

func TestDiffRefusals(t *testing.T) {
	git := "diff --git a/f b/f\n"
	cases := []struct{ name, diff string }{
		{"nothing", ""},
		{"no section", "no diff here\n"},
		{"not text", headF + "@@ -1 +1 @@\n-x\n+\xff\n"},
		{"envelope", "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\n"},
		{"hunk without header", "prose\n" + xToY},
		{"too few lines", headF + "@@ -1,9 +1,7 @@\n red\n-green\n+lime\n blue\n"},
		{"too few lines before a section", headF + "@@ -1,2 +1,2 @@\n-x\n+y\ndiff --git a/g b/g\n"},
		{"too many lines", headF + "@@ -1 +1 @@\n-x\n+y\n z\n-w\n"},
		{"too many of one side", headF + "@@ -1,2 +1,1 @@\n-x\n+y\n+z\n w\n"},
		{"too many behind a blank line", headF + "@@ -1 +1 @@\n-x\n+y\n\n z\n"},
		{"signature that may be a line", headF + "@@ -1 +1 @@\n-x\n+y\n-- \n"},
		{"line without mark", headF + "@@ -1,2 +1,2 @@\n-x\n+y\nz\n"},
		{"header of a hunk", headF + "@@ -1,x +1 @@\n-x\n+y\n"},
		{"only the start of a header", headF + "@@ ... @@\n-x\n+y\n"},
		{"line zero", headF + "@@ -0,1 +1 @@\n-x\n+y\n"},
		{"no change", headF + "@@ -1 +1 @@\n x\n"},
		{"equal lines", headF + "@@ -1 +1 @@\n-x\n+x\n"},
		{"mark without line", headF + "@@ -1 +1 @@\n\\ No newline at end of file\n-x\n+y\n"},
		{"mark twice", headF + "@@ -1 +1 @@\n-x\n+y\n\\ No newline at end of file\n\\ No newline at end of file\n"},
		{"line behind the mark", headF + "@@ -1,2 +1 @@\n-x\n\\ No newline at end of file\n-z\n+y\n"},
		{"cut off in a new line", headF + "@@ -1 +1,2 @@\n x\n+y"},
		{"CRLF insertion", "--- a/f\r\n+++ b/f\r\n@@ -1,0 +2 @@\r\n+y\r\n"},
		{"CRLF creation", "--- /dev/null\r\n+++ b/f\r\n@@ -0,0 +1 @@\r\n+y\r\n"},
		{"prose between", headF + xToY + "and then\n" + headF + xToY},
		{"prose behind", headF + xToY + "\nthat is all\n"},
		{"closing fence", "```diff\n" + headF + xToY + "```\n"},
		{"blank line between hunks", headF + xToY + "\n@@ -9 +9 @@\n-x\n+y\n"},
		{"announced and missing", headF + xToY + "Index: g\n"},
		{"minus header alone", headF + xToY + "--- a/g\n@@ -1 +1 @@\n"},
		{"second mail", headF + xToY + "-- \n2.39.5\n\nFrom 0123 Mon Sep 17 00:00:00 2001\n"},
		{"text behind the signature", headF + xToY + "-- \n2.39.5\nmore\n"},
		{"two names", "--- a/f\n+++ b/g\n" + xToY},
		{"reverse prefixes", "--- b/f\n+++ a/f\n" + xToY},
		{"backup name", "--- f.orig\n+++ f\n" + xToY},
		{"both /dev/null", "--- /dev/null\n+++ /dev/null\n" + xToY},
		{"empty name", "--- \n+++ b/f\n" + xToY},
		{"open quote", "--- \"a/f\n+++ b/f\n" + xToY},
		{"bad escape", "--- \"a/\\q\"\n+++ b/f\n" + xToY},
		{"no hunk", headF},
		{"git names differ", git + "--- a/g\n+++ b/g\n" + xToY},
		{"git names of its own prefixes", "diff --git i/f w/f\n--- i/f\n+++ w/f\n" + xToY},
		{"git names cannot be told", "diff --git a/f b/g\nold mode 100644\nnew mode 100755\n"},
		{"git rename disagrees", "diff --git a/e b/f\nrename from e\nrename to g\n"},
		{"git rename to itself", "diff --git a/e b/e\nrename from e\nrename to e\n"},
		{"git rename half", "diff --git a/e b/f\nrename from e\n"},
		{"git rename and copy", "diff --git a/e b/f\nrename from e\nrename to f\ncopy from e\ncopy to f\n"},
		{"git created from a file", git + "new file mode 100644\n" + headF + xToY},
		{"git created with a mode change", git + "new file mode 100644\nold mode 100644\nnew mode 100755\n"},
		{"git twice", git + "old mode 100644\nold mode 100644\n"},
		{"git changes nothing", git + "index 1..2 100644\n"},
		{"git hunk without names", git + "index 1..2\n" + xToY},
		{"symlink", git + "new file mode 120000\n--- /dev/null\n+++ b/f\n" + plusX},
		{"submodule", git + "old mode 160000\nnew mode 100644\n"},
		{"odd mode", git + "old mode 100600\nnew mode 100644\n"},
		{"git binary", git + "index 1..2\nBinary files a/f and b/f differ\n"},
		{"git binary patch", git + "index 1..2\nGIT binary patch\nliteral 1\nIcmZ\n"},
		{"binary of diff -r", headF + xToY + "Binary files a/x.png and b/x.png differ\n"},
		{"binary before all", "Binary files a/x.png and b/x.png differ\n" + headF + xToY},
		{"only on one side", "Only in b: new.txt\n" + headF + xToY},
		{"combined", "diff --cc f\nindex 1,2..3\n--- a/f\n+++ b/f\n@@@ -1,1 -1,1 +1,1 @@@\n--x\n++y\n"},
		{"created with old lines", "--- /dev/null\n+++ b/f\n" + xToY},
		{"created by two hunks", "--- /dev/null\n+++ b/f\n" + plusX + plusX},
		{"deleted with new lines", "--- a/f\n+++ /dev/null\n" + xToY},
	}
	var g golden
	for _, c := range cases {
		_, err := ParseUnified(c.diff)
		require.IsType(t, &PatchError{}, err, c.name)
		g.add(t, c.name, err)
	}
	g.compare(t, "diff_refusals.golden")
}

func FuzzParseUnified(f *testing.F) {
	for _, seed := range []string{
		headF + xToY, "diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\n--- a/x\n+++ b/y\n" + xToY,
		"diff --git \"a/\\303\" \"b/\\303\"\nold mode 100644\nnew mode 100755\n", "--- /dev/null\n+++ b/f\n" + plusX + "\\ No newline at end of file\n",
		"prose\n" + headF + "@@ -1,3 +1,2 @@\n a\n\n-x\r\n-- \n2.1\n", "Index: f\n" + ruler + "\n" + headF + xToY, headF + "@@ -1,9 +1 @@\n-x\n",
	} {
		f.Add(seed, "x\n")
	}
	f.Fuzz(func(t *testing.T, diff, text string) {
		files, err := ParseUnified(diff)
		if err != nil {
			e := err.(*PatchError)
			require.NotEmpty(t, e.Problem)
			require.LessOrEqual(t, e.Line, strings.Count(diff, "\n")+1)
			require.Positive(t, e.Line)
			return
		}
		require.NotEmpty(t, files)
		old, err := ParseString(text)
		if err != nil {
			return
		}
		for _, d := range files {
			require.Equal(t, d.Kind == CreateFile, d.OldName == "")
			require.Equal(t, d.Kind == RemoveFile, d.NewName == "")
			for _, h := range d.Hunks {
				require.NotEqual(t, h.Old, h.New)
			}
			got, err := ApplyUnified(old, d)
			if err != nil {
				require.Implements(t, (*Failure)(nil), err)
				require.NotEqual(t, err.Error(), err.(Failure).Hint())
			} else if len(d.Hunks) == 0 {
				require.Equal(t, text, got.String())
			}
		}
	})
}
