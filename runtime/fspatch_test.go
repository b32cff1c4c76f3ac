package runtime

// This file tests fs.apply_patch: whole diffs, all or nothing.

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"devstar/fsbackend"
)

// gitDiff begins a section of git; its lines follow.
func gitDiff(old, fresh string, lines ...string) string {
	return "diff --git a/" + old + " b/" + fresh + "\n" + strings.Join(lines, "\n") + "\n"
}

func renameDiff(old, fresh string) string {
	return gitDiff(old, fresh, "similarity index 100%", "rename from "+old, "rename to "+fresh)
}

// inGit puts git's line above a section, so that it can follow one without lines of its own.
func inGit(name, section string) string {
	return "diff --git a/" + name + " b/" + name + "\n" + section
}

func copyDiff(old, fresh string) string {
	return gitDiff(old, fresh, "similarity index 100%", "copy from "+old, "copy to "+fresh)
}

func deleteDiff(name, line string) string {
	return "--- a/" + name + "\n+++ /dev/null\n@@ -1 +0,0 @@\n-" + line + "\n"
}

// desktop is the tree of these tests.
func desktop() files {
	return files{"a": "a\n", "b": "b\n", "c.txt": "red\ngreen\nblue\n", "two words": "tea\n", "dir/f": "f\n", "bin": "\x00\xff", "empty": ""}
}

// fsPatched is a value of fs.apply_patch in few words.
type fsPatched struct {
	created, changed, deleted string
	renamed                   map[string]string
}

func (f fsPatched) value() *FSPatched {
	out := &FSPatched{Created: strings.Fields(f.created), Changed: strings.Fields(f.changed), Deleted: strings.Fields(f.deleted), Renamed: map[string]string{}}
	maps.Copy(out.Renamed, f.renamed)
	return out
}

func TestFSApplyPatch(t *testing.T) {
	type m = map[string]string
	for name, c := range map[string]struct {
		patch string
		want  files
		value fsPatched
	}{
		"one line":              {"--- a/c.txt\n+++ b/c.txt\n@@ -1,3 +1,3 @@\n red\n-green\n+lime\n blue\n", files{"c.txt": "red\nlime\nblue\n"}, fsPatched{changed: "c.txt"}},
		"blank in the name":     {"--- a/two words\t\n+++ b/two words\t\n@@ -1 +1 @@\n-tea\n+rum\n", files{"two words": "rum\n"}, fsPatched{}},
		"several files":         {lineDiff("a", "a", "1") + lineDiff("./dir//f", "f", "2"), files{"a": "1\n", "dir/f": "2\n"}, fsPatched{changed: "a dir/f"}},
		"one file twice":        {lineDiff("a", "a", "1") + lineDiff("a", "1", "2"), files{"a": "2\n"}, fsPatched{changed: "a"}},
		"there and back":        {lineDiff("a", "a", "1") + lineDiff("a", "1", "a"), files{}, fsPatched{}},
		"created":               {newDiff("new/deep/n", "n"), files{"new/deep/n": "n\n"}, fsPatched{created: "new/deep/n"}},
		"created without end":   {strings.TrimSuffix(newDiff("n", "n"), "\n") + "\n\\ No newline at end of file\n", files{"n": "n"}, fsPatched{created: "n"}},
		"created empty":         {gitDiff("n", "n", "new file mode 100644"), files{"n": ""}, fsPatched{created: "n"}},
		"created and changed":   {newDiff("n", "n") + lineDiff("n", "n", "m"), files{"n": "m\n"}, fsPatched{created: "n"}},
		"created and deleted":   {newDiff("n", "n") + deleteDiff("n", "n"), files{}, fsPatched{}},
		"deleted":               {deleteDiff("a", "a"), files{"a": "(gone)"}, fsPatched{deleted: "a"}},
		"deleted from the last": {deleteDiff("dir/f", "f"), files{"dir/f": "(gone)", "dir/": ""}, fsPatched{deleted: "dir/f"}},
		"deleted empty":         {gitDiff("empty", "empty", "deleted file mode 100644"), files{"empty": "(gone)"}, fsPatched{deleted: "empty"}},
		"changed, then deleted": {lineDiff("a", "a", "1") + deleteDiff("a", "1"), files{"a": "(gone)"}, fsPatched{deleted: "a"}},
		"deleted, then created": {deleteDiff("a", "a") + newDiff("a", "1"), files{"a": "1\n"}, fsPatched{changed: "a"}},
		"created, then deleted": {newDiff("a", "1") + deleteDiff("a", "a"), files{"a": "1\n"}, fsPatched{changed: "a"}},
		"renamed":               {renameDiff("a", "new/z"), files{"a": "(gone)", "new/z": "a\n"}, fsPatched{renamed: m{"a": "new/z"}}},
		"renamed and changed":   {gitDiff("a", "z", "rename from a", "rename to z", "--- a/a", "+++ b/z", "@@ -1 +1 @@", "-a", "+1"), files{"a": "(gone)", "z": "1\n"}, fsPatched{changed: "z", renamed: m{"a": "z"}}},
		"renamed, then changed": {renameDiff("a", "z") + inGit("z", lineDiff("z", "a", "1")), files{"a": "(gone)", "z": "1\n"}, fsPatched{changed: "z", renamed: m{"a": "z"}}},
		"changed, then renamed": {lineDiff("a", "a", "1") + renameDiff("a", "z"), files{"a": "(gone)", "z": "1\n"}, fsPatched{changed: "z", renamed: m{"a": "z"}}},
		"renamed twice":         {renameDiff("a", "y") + renameDiff("y", "z"), files{"a": "(gone)", "z": "a\n"}, fsPatched{renamed: m{"a": "z"}}},
		"renamed and back":      {renameDiff("a", "y") + renameDiff("y", "a"), files{}, fsPatched{}},
		"renamed in a row":      {renameDiff("a", "b") + renameDiff("b", "z"), files{"a": "(gone)", "b": "a\n", "z": "b\n"}, fsPatched{renamed: m{"a": "b", "b": "z"}}},
		"changed places":        {renameDiff("a", "b") + renameDiff("b", "a"), files{"a": "b\n", "b": "a\n"}, fsPatched{renamed: m{"a": "b", "b": "a"}}},
		"changed places of three": {renameDiff("a", "b") + renameDiff("b", "bin") + renameDiff("bin", "a"), files{"a": "\x00\xff", "b": "a\n", "bin": "b\n"},
			fsPatched{renamed: m{"a": "b", "b": "bin", "bin": "a"}}},
		"over a deleted one":         {renameDiff("a", "b") + inGit("b", deleteDiff("b", "b")), files{"a": "(gone)", "b": "a\n"}, fsPatched{deleted: "b", renamed: m{"a": "b"}}},
		"created where one left":     {renameDiff("a", "z") + inGit("a", newDiff("a", "1")), files{"a": "1\n", "z": "a\n"}, fsPatched{created: "a", renamed: m{"a": "z"}}},
		"created where one will go":  {newDiff("a", "1") + renameDiff("a", "z"), files{"a": "1\n", "z": "a\n"}, fsPatched{created: "a", renamed: m{"a": "z"}}},
		"copied":                     {copyDiff("a", "z"), files{"z": "a\n"}, fsPatched{created: "z"}},
		"copied as it was":           {lineDiff("a", "a", "1") + copyDiff("a", "z"), files{"a": "1\n", "z": "a\n"}, fsPatched{created: "z", changed: "a"}},
		"copied and renamed":         {renameDiff("a", "y") + copyDiff("a", "z"), files{"a": "(gone)", "y": "a\n", "z": "a\n"}, fsPatched{created: "z", renamed: m{"a": "y"}}},
		"copied and changed":         {gitDiff("a", "z", "copy from a", "copy to z", "--- a/a", "+++ b/z", "@@ -1 +1 @@", "-a", "+1"), files{"z": "1\n"}, fsPatched{created: "z"}},
		"copied from a new one":      {newDiff("n", "n") + copyDiff("n", "z"), files{"n": "n\n", "z": "n\n"}, fsPatched{created: "n z"}},
		"bytes renamed":              {renameDiff("bin", "z"), files{"bin": "(gone)", "z": "\x00\xff"}, fsPatched{renamed: m{"bin": "z"}}},
		"bytes copied":               {copyDiff("bin", "z"), files{"z": "\x00\xff"}, fsPatched{created: "z"}},
		"a directory for a file":     {deleteDiff("a", "a") + newDiff("a/n", "n"), files{"a": "(gone)", "a/n": "n\n"}, fsPatched{created: "a/n", deleted: "a"}},
		"a file moves below itself":  {renameDiff("a", "a/n"), files{"a": "(gone)", "a/n": "a\n"}, fsPatched{renamed: m{"a": "a/n"}}},
		"a file for a directory":     {newDiff("dir", "n") + deleteDiff("dir/f", "f"), files{"dir": "n\n", "dir/f": "(gone)"}, fsPatched{created: "dir", deleted: "dir/f"}},
		"a mail":                     {"From 1 Mon Sep 17 00:00:00 2001\nSubject: x\n\n---\n a | 2 +-\n\n" + gitDiff("a", "a", "index 1..2 100644") + lineDiff("a", "a", "1") + "-- \n2.39.5\n\n", files{"a": "1\n"}, fsPatched{changed: "a"}},
		"one section beside another": {lineDiff("b", "b", "1") + newDiff("a.txt", "n"), files{"a.txt": "n\n", "b": "1\n"}, fsPatched{created: "a.txt", changed: "b"}},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, desktop(), func(t *testing.T, fsys afero.Fs) {
				s, k := desk(t, fsys)
				got, err := s.FSApplyPatch(bg, FSPatchArgs{Patch: c.patch})
				require.NoError(t, err)
				want := c.value.value()
				if name == "blank in the name" {
					want.Changed = []string{"two words"}
				}
				require.Equal(t, want, got)
				require.Equal(t, desktop().with(c.want), whole(t, fsys))
				if len(c.want) == 0 {
					require.Empty(t, k.asked, "a diff without consequence asks nobody")
				}
			})
		})
	}
}

func TestFSApplyPatchRefuses(t *testing.T) {
	tree := desktop().with(files{"crlf": "red\r\ngreen\r\nblue\r\n", "latin": "caf\xe9\n"})
	rgb := "@@ -1,3 +1,3 @@\n red\n-green\n+lime\n blue\n"
	for name, c := range map[string]struct {
		patch  string
		reason string
		path   string
		says   []string
	}{
		"no section":                {"no diff here\n", "bad_patch", "", []string{"patch"}},
		"counts":                    {"--- a/c.txt\n+++ b/c.txt\n@@ -1,9 +1,7 @@\n red\n-green\n+lime\n blue\n", "bad_patch", "c.txt", []string{"hunk", "c.txt"}},
		"binary":                    {gitDiff("bin", "bin", "index 1..2 100644", "Binary files a/bin and b/bin differ"), "bad_patch", "bin", []string{"bin", "binary"}},
		"missing":                   {lineDiff("none", "a", "b"), ReasonNotFound, "none", []string{"none: not found"}},
		"missing below a file":      {lineDiff("a/none", "a", "b"), ReasonNotFound, "a/none", []string{"not found"}},
		"missing to delete":         {deleteDiff("none", "a"), ReasonNotFound, "none", []string{"none: not found"}},
		"missing to rename":         {renameDiff("none", "z"), ReasonNotFound, "none", []string{"none: not found"}},
		"missing to copy":           {copyDiff("none", "z"), ReasonNotFound, "none", []string{"none: not found"}},
		"missing by then":           {renameDiff("a", "z") + inGit("a", lineDiff("a", "a", "b")), ReasonNotFound, "a", []string{"a: not found", "earlier section"}},
		"renamed away twice":        {renameDiff("a", "y") + renameDiff("a", "z"), ReasonNotFound, "a", []string{"a: not found"}},
		"directory":                 {lineDiff("dir", "a", "b"), ReasonDirectory, "dir", []string{"dir: is a directory"}},
		"not UTF-8":                 {lineDiff("latin", "a", "b"), "encoding", "latin", []string{"latin", "UTF-8"}},
		"not UTF-8, renamed":        {renameDiff("latin", "l2") + inGit("l2", lineDiff("l2", "a", "b")), "encoding", "l2", []string{"UTF-8"}},
		"not UTF-8, copied":         {gitDiff("latin", "l2", "copy from latin", "copy to l2", "--- a/latin", "+++ b/l2", "@@ -1 +1 @@", "-a", "+b"), "encoding", "latin", []string{"latin", "UTF-8"}},
		"over a file":               {newDiff("a", "n"), "exists", "a", []string{"a: exists"}},
		"over an unread file":       {newDiff("bin", "n"), "exists", "bin", []string{"bin: exists"}},
		"over a directory":          {newDiff("dir", "n"), "exists", "dir", []string{"dir: exists", "directory"}},
		"over a new one":            {newDiff("n", "n") + newDiff("n", "m"), "exists", "n", []string{"n: exists"}},
		"renamed over a file":       {renameDiff("a", "b"), "exists", "b", []string{"b: exists"}},
		"renamed over a directory":  {renameDiff("a", "dir"), "exists", "dir", []string{"dir: exists"}},
		"copied over a file":        {copyDiff("a", "b"), "exists", "b", []string{"b: exists"}},
		"two to one name":           {renameDiff("a", "z") + renameDiff("b", "z"), "exists", "z", []string{"z: exists"}},
		"below a file":              {newDiff("a/n", "n"), "not_directory", "a/n", []string{"a/n", "a is a file"}},
		"git":                       {newDiff(".git/hooks/x", "n"), "git", ".git/hooks/x", []string{".git/hooks/x"}},
		"climbs":                    {newDiff("../n", "n"), "outside", "../n", []string{"../n", "outside"}},
		"climbs out of a rename":    {renameDiff("a", "../n"), "outside", "../n", []string{"../n", "outside"}},
		"already applied":           {"--- a/c.txt\n+++ b/c.txt\n@@ -1,3 +1,3 @@\n red\n-lime\n+green\n blue\n", ReasonNotFound, "c.txt", []string{"does not match", "c.txt", "hunk 1", "already applied"}},
		"letter case":               {"--- a/c.txt\n+++ b/c.txt\n" + strings.Replace(rgb, "red", "Red", 1), ReasonNotFound, "c.txt", []string{"does not match", "text line 1: red", "old line 1:  Red"}},
		"LF against CRLF":           {"--- a/crlf\n+++ b/crlf\n" + rgb, ReasonNotFound, "crlf", []string{"does not match", "CRLF"}},
		"deleted with another line": {deleteDiff("a", "z"), ReasonNotFound, "a", []string{"does not match"}},
		"deleted with more lines":   {deleteDiff("c.txt", "red"), "left_over", "c.txt", []string{"does not match", "2 would be left"}},
		"deleted as empty":          {gitDiff("a", "a", "deleted file mode 100644"), "left_over", "a", []string{"does not match"}},
		"wrong mode":                {gitDiff("a", "a", "old mode 100755", "new mode 100644"), "mode", "a", []string{"does not match", "mode"}},
		"last section fails":        {lineDiff("a", "a", "1") + newDiff("n", "n") + deleteDiff("b", "b") + renameDiff("dir/f", "g") + inGit("c.txt", lineDiff("c.txt", "x", "y")), ReasonNotFound, "c.txt", []string{"does not match"}},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, tree, func(t *testing.T, fsys afero.Fs) {
				s, k := desk(t, fsys)
				_, err := s.FSApplyPatch(bg, FSPatchArgs{Patch: c.patch})
				e := fails(t, err)
				require.Equal(t, []string{c.reason, c.path}, []string{e.Reason, e.Path}, e.Message)
				for _, word := range c.says {
					require.Contains(t, e.Message, word)
				}
				require.NotContains(t, e.Message, "acquire")
				require.Empty(t, k.asked)
				require.Equal(t, tree, whole(t, fsys))
			})
		})
	}
}

func TestFSApplyPatchModes(t *testing.T) {
	mode := func(t *testing.T, fsys afero.Fs, name string) fs.FileMode {
		info, err := fsys.Stat(name)
		require.NoError(t, err)
		return info.Mode()
	}
	onBoth(t, desktop(), func(t *testing.T, fsys afero.Fs) {
		require.NoError(t, fsys.Chmod("a", 0o640))
		require.NoError(t, fsys.Chmod("b", 0o755))
		require.NoError(t, fsys.Chmod("bin", 0o600))
		s, k := desk(t, fsys)
		patch := gitDiff("a", "a", "old mode 100644", "new mode 100755") +
			gitDiff("b", "z", "old mode 100755", "new mode 100644", "similarity index 50%", "rename from b", "rename to z") + inGit("z", lineDiff("z", "b", "1")) +
			gitDiff("bin", "bin", "old mode 100644", "new mode 100755") +
			gitDiff("n", "n", "new file mode 100755", "--- /dev/null", "+++ b/n", "@@ -0,0 +1 @@", "+n") +
			gitDiff("dir/f", "g", "old mode 100644", "new mode 100755", "copy from dir/f", "copy to g")
		got, err := s.FSApplyPatch(bg, FSPatchArgs{Patch: patch})
		require.NoError(t, err)
		require.Equal(t, fsPatched{created: "g n", changed: "a bin z", renamed: map[string]string{"b": "z"}}.value(), got)
		require.Equal(t, desktop().with(files{"b": "(gone)", "z": "1\n", "n": "n\n", "g": "f\n"}), whole(t, fsys))
		require.Equal(t, fs.FileMode(0o750), mode(t, fsys, "a"), "x for those who may read")
		require.Equal(t, fs.FileMode(0o644), mode(t, fsys, "z"))
		require.Equal(t, fs.FileMode(0o700), mode(t, fsys, "bin"))
		require.NotZero(t, mode(t, fsys, "n")&0o100, "what else it has is up to the umask")
		require.NotZero(t, mode(t, fsys, "g")&0o100)
		require.Equal(t, map[string]any{"a": "0750", "bin": "0700", "g": "0777", "z": "0644"}, k.last(t).Data()["modes"])
		require.Contains(t, k.last(t).Message, "mode of a: 0750")

		_, err = s.FSApplyPatch(bg, FSPatchArgs{Patch: gitDiff("a", "a", "old mode 100755", "new mode 100644") + gitDiff("a", "a", "old mode 100644", "new mode 100755")})
		require.NoError(t, err)
		require.Len(t, k.asked, 1, "modes that come back ask nobody")
	})
}

func TestFSApplyPatchKeepsTheModeOfWhatItChanges(t *testing.T) {
	onBoth(t, desktop(), func(t *testing.T, fsys afero.Fs) {
		require.NoError(t, fsys.Chmod("a", 0o701))
		s, _ := desk(t, fsys)
		_, err := s.FSApplyPatch(bg, FSPatchArgs{Patch: lineDiff("a", "a", "1") + renameDiff("a", "z")})
		require.NoError(t, err)
		info, err := fsys.Stat("z")
		require.NoError(t, err)
		require.Equal(t, fs.FileMode(0o701), info.Mode())
	})
}

func TestFSApplyPatchAsks(t *testing.T) {
	m := fsbackend.NewMemory()
	lay(t, m, desktop())
	s, k := desk(t, m)
	patch := lineDiff("./a", "a", "1") + newDiff("n", "n") + deleteDiff("b", "b") + renameDiff("dir/f", "g")
	_, err := s.FSApplyPatch(bg, FSPatchArgs{Patch: patch})
	require.NoError(t, err)
	e := k.last(t)
	require.Equal(t, []string{"a", "b", "dir/f", "g", "n"}, e.Paths)
	require.True(t, e.Disk)
	require.True(t, e.MayCreate)
	require.Equal(t, "apply a diff to 5 files: a, b, dir/f and 2 more", e.Message)
	file := func(name, kind string, source, before, after any) map[string]any {
		return map[string]any{"path": name, "kind": kind, "source": source, "before": before, "after": after}
	}
	require.Equal(t, map[string]any{"paths": []any{"a", "b", "dir/f", "g", "n"}, "patch": patch, "files": []any{
		file("a", "modified", nil, "a\n", "1\n"), file("b", "deleted", nil, "b\n", nil),
		file("g", "renamed", "dir/f", "f\n", "f\n"), file("n", "added", nil, nil, "n\n")}}, e.Data())
	require.Equal(t, "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+1\n"+
		"diff --git a/b b/b\ndeleted file mode 100644\n--- a/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n"+
		"diff --git a/dir/f b/g\nsimilarity index 100%\nrename from dir/f\nrename to g\n"+
		"diff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+n\n", e.Diff())
}

// TestGitDiffsApply makes random changes to trees, lets git describe them, and must come to the same tree.
func TestGitDiffsApply(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	texts := rapid.Custom(func(t *rapid.T) map[string]string {
		out := map[string]string{}
		for range rapid.IntRange(0, 7).Draw(t, "files") {
			name := rapid.SampledFrom([]string{"a", "b", "c d", "dir/a", "dir/b", "dir", "é", "e/f/g"}).Draw(t, "name")
			lines := rapid.SliceOfN(rapid.SampledFrom([]string{"1\n", "2\n", "3\r\n", "four\n", "\n"}), 0, 12).Draw(t, "lines")
			out[name] = strings.Join(lines, "") + rapid.SampledFrom([]string{"", "", "end"}).Draw(t, "end")
		}
		if _, file := out["dir"]; file {
			delete(out, "dir/a")
			delete(out, "dir/b")
		}
		return out
	})
	compared := 0
	for seed := range 15 {
		old, fresh := texts.Example(seed), texts.Example(seed+1000)
		dir := t.TempDir()
		run := func(args ...string) string {
			cmd := exec.Command(git, append([]string{"-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.autocrlf=false"}, args...)...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
			out, err := cmd.Output()
			require.NoError(t, err, args)
			return string(out)
		}
		commit := func(tree map[string]string) {
			list, err := os.ReadDir(dir)
			require.NoError(t, err)
			for _, e := range list {
				if e.Name() != ".git" {
					require.NoError(t, os.RemoveAll(filepath.Join(dir, e.Name())))
				}
			}
			for name, text := range tree {
				require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
			}
			run("add", "-A")
			run("commit", "-q", "--allow-empty", "-m", "x")
		}
		run("init", "-q")
		commit(old)
		commit(fresh)
		diff := run("diff", "--text", "-M10%", "-C10%", "--find-copies-harder", "-U1", "HEAD~1", "HEAD")
		if diff == "" {
			continue
		}
		m := fsbackend.NewMemory()
		lay(t, m, old)
		s, _ := desk(t, m)
		_, err := s.FSApplyPatch(bg, FSPatchArgs{Patch: diff})
		require.NoError(t, err, diff)
		got := whole(t, m)
		maps.DeleteFunc(got, func(name, _ string) bool { return strings.HasSuffix(name, "/") })
		require.Equal(t, files(fresh), got, diff)
		compared++
	}
	require.Greater(t, compared, 8)
}
