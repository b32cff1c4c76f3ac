package runtime

// This file tests fs.edit: exact substrings, in order, all or none.

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"devstar/workspace"
)

func TestFSEdit(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		edits []FSEdit
		want  string
		n     int
	}{
		"part of a line":        {"daily soup, large\n", []FSEdit{{OldText: "soup", NewText: "stew"}}, "daily stew, large\n", 1},
		"over lines":            {"tea\ncake\n", []FSEdit{{OldText: "a\ncake", NewText: "an\napple"}}, "tean\napple\n", 1},
		"later sees earlier":    {"tea\n", []FSEdit{{OldText: "tea", NewText: "hot drink"}, {OldText: "hot", NewText: "cold"}}, "cold drink\n", 2},
		"unique by the earlier": {"ab ab\n", []FSEdit{{OldText: "ab a", NewText: "x"}, {OldText: "b", NewText: "y"}}, "xy\n", 2},
		"all":                   {"tea tea\ntea\n", []FSEdit{{OldText: "tea", NewText: "rum", ReplaceAll: true}}, "rum rum\nrum\n", 3},
		"all, once":             {"tea\n", []FSEdit{{OldText: "tea", NewText: "rum", ReplaceAll: true}}, "rum\n", 1},
		"all, leftmost":         {"zzz\n", []FSEdit{{OldText: "zz", NewText: "y", ReplaceAll: true}}, "yz\n", 1},
		"all, never its own":    {"a\n", []FSEdit{{OldText: "a", NewText: "aa", ReplaceAll: true}}, "aa\n", 1},
		"literal":               {"P+P\n", []FSEdit{{OldText: "P", NewText: `$& $1 \1 &`, ReplaceAll: true}}, `$& $1 \1 &+$& $1 \1 &` + "\n", 2},
		"removed":               {"a b\n", []FSEdit{{OldText: " b\n"}}, "a", 1},
		"emptied":               {"a", []FSEdit{{OldText: "a"}}, "", 1},
		"CRLF as it is":         {"a\r\nb\r\n", []FSEdit{{OldText: "a\r\nb", NewText: "c"}}, "c\r\n", 1},
		"byte order mark":       {"\ufeffa\n", []FSEdit{{OldText: "\ufeffa", NewText: "\ufeffb"}}, "\ufeffb\n", 1},
		"there and back":        {"ab\n", []FSEdit{{OldText: "a", NewText: "c"}, {OldText: "c", NewText: "a"}, {OldText: "b", NewText: "d"}}, "ad\n", 3},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, files{"d/f": c.text, "other": "x"}, func(t *testing.T, fsys afero.Fs) {
				s, _ := desk(t, fsys)
				got, err := s.FSEdit(bg, FSEditArgs{Filename: "f", Dir: "d", Edits: c.edits})
				require.NoError(t, err)
				require.Equal(t, &FSEdited{Path: "d/f", Replacements: c.n}, got)
				require.Equal(t, files{"d/f": c.want, "other": "x"}, whole(t, fsys))
			})
		})
	}
}

func TestFSEditRefusals(t *testing.T) {
	tree := files{"f": "tea\r\ntea\n Cake \nzzz\n", "latin": "caf\xe9\n", "nul": "a\x00b", "d/x": "x"}
	one := func(old, fresh string) []FSEdit { return []FSEdit{{OldText: old, NewText: fresh}} }
	for name, c := range map[string]struct {
		file   string
		edits  []FSEdit
		reason string
		says   string
		hint   string
	}{
		"missing":            {"none", one("a", "b"), ReasonNotFound, "none: not found", ""},
		"missing directory":  {"none/f", one("a", "b"), ReasonNotFound, "none/f: not found", ""},
		"below a file":       {"f/g", one("a", "b"), ReasonNotFound, "f/g: not found", ""},
		"directory":          {"d", one("a", "b"), ReasonDirectory, "d: is a directory", ""},
		"no edits":           {"f", nil, "empty", "f: the list of edits is empty", ""},
		"empty old text":     {"f", one("", "b"), "empty", "f: edits[0].old_text is empty", ""},
		"empty for all":      {"f", []FSEdit{{NewText: "b", ReplaceAll: true}}, "empty", "f: edits[0].old_text is empty", ""},
		"equal texts":        {"f", one("zzz", "zzz"), "no_change", "f: edits[0]: new_text equals old_text", ""},
		"nothing in the end": {"f", []FSEdit{{OldText: "zzz", NewText: "y"}, {OldText: "y", NewText: "zzz"}}, "no_change", "f: the edits together change nothing", ""},
		"absent":             {"f", one("cocoa", "b"), ReasonNotFound, `f: edits[0].old_text is not found: "cocoa"`, "copy the text exactly"},
		"absent for all":     {"f", []FSEdit{{OldText: "cocoa", ReplaceAll: true}}, ReasonNotFound, "not found", ""},
		"other case":         {"f", one("cake", "b"), ReasonNotFound, "not found", "letter case"},
		"other blanks":       {"f", one("  Cake", "b"), ReasonNotFound, "not found", "white space"},
		"LF against CRLF":    {"f", one("tea\ntea\n", "b"), ReasonNotFound, "not found", `\r\n`},
		"twice":              {"f", one("tea", "b"), "not_unique", `f: edits[0].old_text is not unique: "tea" is at lines 1, 2`, "replace_all"},
		"overlapping":        {"f", one("zz", "b"), "not_unique", "lines 4, 4", ""},
		"second fails":       {"f", []FSEdit{{OldText: "zzz", NewText: "y"}, {OldText: "gone", NewText: "y"}}, ReasonNotFound, "edits[1].old_text is not found", ""},
		"made double":        {"f", []FSEdit{{OldText: "Cake", NewText: "zzz"}, {OldText: "zzz", NewText: "y"}}, "not_unique", "edits[1].old_text is not unique", ""},
		"not UTF-8":          {"latin", one("c", "k"), "encoding", "latin: not UTF-8", ""},
		"NUL":                {"nul", one("a", "k"), "encoding", "nul: not UTF-8", ""},
		"would be no UTF-8":  {"f", one("zzz", "\xff"), "encoding", "f: not UTF-8", ""},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, tree, func(t *testing.T, fsys afero.Fs) {
				s, k := desk(t, fsys)
				_, err := s.FSEdit(bg, FSEditArgs{Filename: c.file, Edits: c.edits})
				e := fails(t, err)
				require.Equal(t, []string{string(CodeStepFailed), c.reason, c.file}, []string{string(e.Code), e.Reason, e.Path}, e.Message)
				require.Contains(t, e.Message, c.says)
				require.Contains(t, e.Hint, c.hint)
				require.Empty(t, k.asked)
				require.Equal(t, tree, whole(t, fsys))
			})
		})
	}
}

func TestFSEditListsAllLines(t *testing.T) {
	s, _ := open(t, map[string]string{"f": strings.Repeat("a\n", 12), "many": strings.Repeat("a\n", 1000)})
	_, err := s.FSEdit(bg, FSEditArgs{Filename: "f", Edits: []FSEdit{{OldText: "a", NewText: "b"}}})
	require.Contains(t, fails(t, err).Message, "at lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12")
	_, err = s.FSEdit(bg, FSEditArgs{Filename: "many", Edits: []FSEdit{{OldText: "a", NewText: "b"}}})
	require.Contains(t, fails(t, err).Message, "100 and perhaps more")
}

// TestFSEditStaysInDir sees that a filename cannot climb out of dir, even where it stays inside the root.
func TestFSEditStaysInDir(t *testing.T) {
	s, m := open(t, map[string]string{"f": "a", "d/x": "x"})
	for _, c := range []struct{ dir, file string }{{"d", "../f"}, {"d", "/f"}, {"..", "f"}, {"/", "f"}, {"d", "."}, {"d", ""}} {
		_, err := s.FSEdit(bg, FSEditArgs{Filename: c.file, Dir: c.dir, Edits: []FSEdit{{OldText: "a", NewText: "b"}}})
		require.Equal(t, CodePath, fails(t, err).Code, "%q", c)
	}
	require.Equal(t, files{"f": "a", "d/x": "x"}, whole(t, m))
	_, err := s.FSEdit(bg, FSEditArgs{Filename: "x", Dir: "./d/", Edits: []FSEdit{{OldText: "x", NewText: "y"}}})
	require.NoError(t, err)
}

func TestFSEditKeepsTheMode(t *testing.T) {
	onBoth(t, files{"f": "a"}, func(t *testing.T, fsys afero.Fs) {
		require.NoError(t, fsys.Chmod("f", 0o751))
		s, _ := desk(t, fsys)
		_, err := s.FSEdit(bg, FSEditArgs{Filename: "f", Edits: []FSEdit{{OldText: "a", NewText: "b"}}})
		require.NoError(t, err)
		info, err := fsys.Stat("f")
		require.NoError(t, err)
		require.Equal(t, fs.FileMode(0o751), info.Mode())
	})
}

func TestFSEditRespectsLimits(t *testing.T) {
	m := tree(t, map[string]string{"f": strings.Repeat("a", 100)})
	s := over(t, Options{FS: m, Limits: workspace.Limits{FileBytes: 99}})
	_, err := s.FSEdit(bg, FSEditArgs{Filename: "f", Edits: []FSEdit{{OldText: "a", NewText: "b", ReplaceAll: true}}})
	require.Equal(t, CodeBounds, fails(t, err).Code)
}

func TestFSEditAsks(t *testing.T) {
	s, _ := open(t, map[string]string{"d/f": "a\n"})
	k := &clerk{}
	s.gate = k
	ctx := WithOrigin(bg, Origin{File: "p.star", Line: 3, Column: 1})
	_, err := s.FSEdit(ctx, FSEditArgs{Filename: "f", Dir: "d", Edits: []FSEdit{{OldText: "a", NewText: "b"}}})
	require.NoError(t, err)
	e := k.last(t)
	require.Equal(t, "fs.edit", e.Name)
	require.True(t, e.Disk)
	require.Equal(t, 3, e.Origin.Line)
	require.Equal(t, []string{"d/f"}, e.Paths)
	require.Equal(t, "edit d/f: 1 replacement", e.Message)
	require.Equal(t, map[string]any{"paths": []any{"d/f"}, "filename": "f", "dir": "d", "before": "a\n", "after": "b\n",
		"edits": []any{map[string]any{"old_text": "a", "new_text": "b", "replace_all": false}}}, e.Data())
	require.Equal(t, "diff --git a/d/f b/d/f\n--- a/d/f\n+++ b/d/f\n@@ -1 +1 @@\n-a\n+b\n", e.Diff())
	r := s.Finish(nil)
	require.Len(t, r.Effects, 1)
	require.Equal(t, []string{"fs.edit", "allowed", "host"}, []string{r.Effects[0].Effect, r.Effects[0].Answer, r.Effects[0].By})
}

// TestFSEditStaysQuick bounds a search whose every place overlaps the next: quadratic work would take minutes.
func TestFSEditStaysQuick(t *testing.T) {
	s, _ := open(t, map[string]string{"f": strings.Repeat("a", 4<<20)})
	ctx, cancel := context.WithCancel(bg)
	defer cancel()
	_, err := s.FSEdit(ctx, FSEditArgs{Filename: "f", Edits: []FSEdit{{OldText: strings.Repeat("a", 1<<20), NewText: "b"}}})
	require.Equal(t, "not_unique", fails(t, err).Reason)
	got, err := s.FSEdit(ctx, FSEditArgs{Filename: "f", Edits: []FSEdit{{OldText: strings.Repeat("a", 1<<20), NewText: "b", ReplaceAll: true}}})
	require.NoError(t, err)
	require.Equal(t, 4, got.Replacements)
}

func TestFSCallsByName(t *testing.T) {
	s, _ := open(t, map[string]string{"f": "a\n", "g": "g\n"})
	for i, c := range []struct {
		name string
		args map[string]any
		want map[string]any
	}{
		{"fs.edit", map[string]any{"filename": "f", "dir": ".", "edits": []any{map[string]any{"old_text": "a", "new_text": "b"}}}, map[string]any{"path": "f", "replacements": int64(1)}},
		{"fs.mkdir", map[string]any{"dir": "d"}, map[string]any{"created": true}},
		{"fs.copy", map[string]any{"src": "f", "dest": "d/f"}, map[string]any{"dest": "d/f", "replaced": false}},
		{"fs.move", map[string]any{"src": "d/f", "dest": "g"}, map[string]any{"dest": "g", "replaced": true}},
		{"fs.apply_patch", map[string]any{"patch": lineDiff("g", "b", "c") + newDiff("n", "n")}, map[string]any{"created": []any{"n"}, "changed": []any{"g"}, "deleted": []any{}, "renamed": map[string]any{}}},
		{"fs.remove", map[string]any{"target": "d", "allowed_paths": []any{"d"}}, map[string]any{"removed": true}},
	} {
		got, err := s.Call(bg, c.name, c.args)
		require.NoError(t, err, fmt.Sprint(i))
		require.Equal(t, c.want, got)
	}
}
