package hunkengine

// This file tests diffs with the headers of git.

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGitDiff(t *testing.T) {
	file := func(name, text string) *GitSide { return &GitSide{Name: name, Mode: 0o100644, Text: text} }
	script := &GitSide{Name: "a", Mode: 0o100755, Text: "x\n"}
	for _, c := range []struct {
		name          string
		before, after *GitSide
		want          string
	}{
		{"nothing", nil, nil, ""},
		{"equal", file("a", "x\n"), file("a", "x\n"), ""},
		{"changed", file("a", "x\n"), file("a", "y\n"), "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n"},
		{"new", nil, file("a b", "x\n"), "diff --git a/a b b/a b\nnew file mode 100644\n--- /dev/null\n+++ b/a b\t\n@@ -0,0 +1 @@\n+x\n"},
		{"new and empty", nil, file("a", ""), "diff --git a/a b/a\nnew file mode 100644\n"},
		{"gone", script, nil, "diff --git a/a b/a\ndeleted file mode 100755\n--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"},
		{"mode", file("a", "x\n"), script, "diff --git a/a b/a\nold mode 100644\nnew mode 100755\n"},
		{"renamed", file("a", "x\n"), file("b\n", "x\n"), "diff --git a/a \"b/b\\n\"\nsimilarity index 100%\nrename from a\nrename to \"b\\n\"\n"},
		{"renamed and changed", file("a", "x\n"), file("b", "y\n"), "diff --git a/a b/b\nrename from a\nrename to b\n--- a/a\n+++ b/b\n@@ -1 +1 @@\n-x\n+y\n"},
		{"link", nil, &GitSide{Name: "l", Mode: LinkMode, Text: "a"}, "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n"},
		{"binary", &GitSide{Name: "a", Mode: 0o100644, Text: "\x00", Binary: true}, file("a", "x\n"), "diff --git a/a b/a\nBinary files a/a and b/a differ\n"},
		{"new binary", nil, &GitSide{Name: "a", Mode: 0o100644, Text: "\x00", Binary: true}, "diff --git a/a b/a\nnew file mode 100644\nBinary files /dev/null and b/a differ\n"},
	} {
		require.Equal(t, c.want, GitDiff(c.before, c.after), c.name)
	}
}

// What is written can be read, and means the same.
func TestGitDiffIsRead(t *testing.T) {
	text := GitDiff(&GitSide{Name: "a", Mode: 0o100644, Text: "x\ny"}, &GitSide{Name: "b \"c", Mode: 0o100755, Text: "x\nz"}) +
		GitDiff(nil, &GitSide{Name: "n", Mode: 0o100644, Text: ""}) + GitDiff(&GitSide{Name: "o", Mode: 0o100644, Text: "o\n"}, nil)
	files, err := ParseUnified(text)
	require.NoError(t, err, text)
	require.Len(t, files, 3)
	require.Equal(t, FileDiff{Kind: RenameFile, OldName: "a", NewName: "b \"c", OldMode: 0o644, NewMode: 0o755, Hunks: files[0].Hunks, Source: files[0].Source}, files[0])
	require.Equal(t, []DiffKind{CreateFile, RemoveFile}, []DiffKind{files[1].Kind, files[2].Kind})
}
