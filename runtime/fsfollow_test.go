package runtime

// This file tests how the workspace and the immediate operations get along: unwritten changes are not overtaken, and what
// was acquired follows the disk.

import (
	"maps"
	"slices"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
)

// study is the tree of these tests.
func study() files {
	return files{"x": "x\n", "y": "y\n", "lib/a": "a\n", "lib/deep/b": "b\n", "free": "f\n", "bin": "\x00"}
}

// TestUnwrittenChangesAreNotOvertaken names in many ways paths that the workspace has changed and not written.
func TestUnwrittenChangesAreNotOvertaken(t *testing.T) {
	edit := func(p string) func(s *Session) error {
		return func(s *Session) error { _, err := s.SetText(bg, p, "changed\n"); return err }
	}
	drop := func(p string) func(s *Session) error {
		return func(s *Session) error { _, err := s.Delete(bg, p); return err }
	}
	rename := func(from, to string) func(s *Session) error {
		return func(s *Session) error { _, err := s.Rename(bg, from, to); return err }
	}
	create := func(p string) func(s *Session) error {
		return func(s *Session) error { _, err := s.Create(bg, p, "n\n", false); return err }
	}
	ops := fsOps()
	for name, c := range map[string]struct {
		change func(s *Session) error
		path   string
	}{
		"changed":                  {edit("x"), "x"},
		"deleted":                  {drop("x"), "x"},
		"renamed from":             {rename("x", "z"), "x"},
		"renamed to":               {rename("y", "z"), "z"},
		"created":                  {create("n"), "n"},
		"changed below":            {edit("lib/deep/b"), "lib"},
		"deleted below":            {drop("lib/a"), "lib"},
		"created below":            {create("lib/n"), "lib"},
		"renamed out of it":        {rename("lib/a", "z"), "lib"},
		"created where a dir goes": {create("n"), "n/deep"},
	} {
		for _, op := range inOrder(ops) {
			t.Run(name+"/"+op, func(t *testing.T) {
				m := fsbackend.NewMemory()
				lay(t, m, study())
				s, k := desk(t, m)
				acquire(t, s, "**")
				require.NoError(t, c.change(s))
				k.asked = nil
				unwritten := s.Finish(nil).Unwritten
				e := fails(t, ops[op](s, c.path, FSScope{}))
				if op == "copy to" && c.path == "x" || op == "move to" && c.path == "x" {
					require.Contains(t, []string{"unwritten", "same_path"}, e.Reason)
				} else {
					require.Equal(t, []string{"unwritten", c.path}, []string{e.Reason, e.Path}, e.Message)
					require.Contains(t, e.Message, "write it first")
				}
				require.Empty(t, k.asked)
				require.Equal(t, study(), whole(t, m))
				require.Equal(t, unwritten, s.Finish(nil).Unwritten)

				_, err := s.Write(bg, WriteArgs{})
				require.NoError(t, err, "the changes can still be written")
			})
		}
	}
}

// TestOtherUnwrittenChangesStay sees that an operation neither writes nor forgets what is not its own.
func TestOtherUnwrittenChangesStay(t *testing.T) {
	m := fsbackend.NewMemory()
	lay(t, m, study())
	s, _ := desk(t, m)
	acquire(t, s, "**")
	_, err := s.SetText(bg, "y", "unwritten\n")
	require.NoError(t, err)
	for _, do := range []func() error{
		func() error { return fsOps()["edit"](s, "x", FSScope{}) },
		func() error { _, err := s.FSMove(bg, "lib", "lib2", FSScope{}); return err },
		func() error { _, err := s.FSCopy(bg, "free", "x", FSScope{}); return err },
		func() error { _, err := s.FSRemove(bg, "free", FSScope{}); return err },
		func() error {
			_, err := s.FSApplyPatch(bg, FSPatchArgs{Patch: renameDiff("x", "z")})
			return err
		},
	} {
		require.NoError(t, do())
		require.Equal(t, []string{"y"}, s.Finish(nil).Unwritten)
		require.Equal(t, "y\n", onDisk(t, m, "y"))
	}
	_, err = s.Write(bg, WriteArgs{})
	require.NoError(t, err)
	require.Equal(t, files{"y": "unwritten\n", "z": "f\n", "lib2/a": "a\n", "lib2/deep/b": "b\n", "bin": "\x00"}, whole(t, m))
}

// TestWorkspaceFollows acquires some of the tree and compares, after each operation, what is held and what is reported.
func TestWorkspaceFollows(t *testing.T) {
	type text = map[string]string
	patch := func(p string) func(s *Session) error {
		return func(s *Session) error { _, err := s.FSApplyPatch(bg, FSPatchArgs{Patch: p}); return err }
	}
	move := func(from, to string) func(s *Session) error {
		return func(s *Session) error { _, err := s.FSMove(bg, from, to, FSScope{}); return err }
	}
	copied := func(from, to string) func(s *Session) error {
		return func(s *Session) error { _, err := s.FSCopy(bg, from, to, FSScope{}); return err }
	}
	remove := func(p string) func(s *Session) error {
		return func(s *Session) error { _, err := s.FSRemove(bg, p, FSScope{}); return err }
	}
	modified := func(p string) Change { return Change{Path: p, Kind: "modified", Added: 1, Removed: 1} }
	gone := func(p string) Change { return Change{Path: p, Kind: "deleted", Removed: 1} }
	renamed := func(from, to string) Change { return Change{Path: to, Kind: "renamed", Source: from} }
	for name, c := range map[string]struct {
		do      func(s *Session) error
		held    text // against x, y, lib/a, lib/deep/b as acquired; "(gone)" for no longer held
		changes []Change
	}{
		"edit": {func(s *Session) error { return fsOps()["edit"](s, "x", FSScope{}) }, text{"x": "y\n"}, []Change{modified("x")}},
		"edit of another": {func(s *Session) error {
			_, err := s.FSEdit(bg, FSEditArgs{Filename: "free", Edits: []FSEdit{{OldText: "f", NewText: "g"}}})
			return err
		}, text{}, []Change{}},
		"remove":                   {remove("x"), text{"x": "(gone)"}, []Change{gone("x")}},
		"remove a tree":            {remove("lib"), text{"lib/a": "(gone)", "lib/deep/b": "(gone)"}, []Change{gone("lib/a"), gone("lib/deep/b")}},
		"copy over":                {copied("x", "y"), text{"y": "x\n"}, []Change{modified("y")}},
		"copy over from another":   {copied("free", "y"), text{"y": "f\n"}, []Change{modified("y")}},
		"copy to another":          {copied("x", "free"), text{}, []Change{}},
		"copy a tree":              {copied("lib", "lib2"), text{}, []Change{}},
		"move":                     {move("x", "z"), text{"x": "(gone)", "z": "x\n"}, []Change{renamed("x", "z")}},
		"move a tree":              {move("lib", "new"), text{"lib/a": "(gone)", "lib/deep/b": "(gone)", "new/a": "a\n", "new/deep/b": "b\n"}, []Change{renamed("lib/a", "new/a"), renamed("lib/deep/b", "new/deep/b")}},
		"move over":                {move("x", "y"), text{"x": "(gone)", "y": "x\n"}, []Change{gone("y"), renamed("x", "y")}},
		"move over from another":   {move("free", "y"), text{"y": "f\n"}, []Change{modified("y")}},
		"move over another":        {move("x", "free"), text{"x": "(gone)", "free": "x\n"}, []Change{renamed("x", "free")}},
		"move what is not held":    {move("free", "z"), text{}, []Change{}},
		"patch":                    {patch(lineDiff("x", "x", "1") + lineDiff("free", "f", "2")), text{"x": "1\n"}, []Change{modified("x")}},
		"patch deletes":            {patch(deleteDiff("x", "x") + deleteDiff("free", "f")), text{"x": "(gone)"}, []Change{gone("x")}},
		"patch creates":            {patch(newDiff("n", "n")), text{}, []Change{}},
		"patch renames":            {patch(renameDiff("x", "z") + renameDiff("free", "n")), text{"x": "(gone)", "z": "x\n"}, []Change{renamed("x", "z")}},
		"patch changes places":     {patch(renameDiff("x", "y") + renameDiff("y", "x")), text{"x": "y\n", "y": "x\n"}, []Change{renamed("y", "x"), renamed("x", "y")}},
		"patch, places with other": {patch(renameDiff("x", "free") + renameDiff("free", "x")), text{"x": "(gone)", "free": "x\n"}, []Change{renamed("x", "free")}},
		"patch renames over":       {patch(inGit("y", deleteDiff("y", "y")) + renameDiff("free", "y")), text{"y": "(gone)"}, []Change{gone("y")}},
		"patch in a row":           {patch(renameDiff("x", "y") + renameDiff("y", "z")), text{"x": "(gone)", "y": "x\n", "z": "y\n"}, []Change{renamed("x", "y"), renamed("y", "z")}},
		"patch renames and alters": {patch(renameDiff("x", "z") + inGit("z", lineDiff("z", "x", "1"))), text{"x": "(gone)", "z": "1\n"}, []Change{{Path: "z", Kind: "renamed", Source: "x", Added: 1, Removed: 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, study(), func(t *testing.T, fsys afero.Fs) {
				s, _ := desk(t, fsys)
				acquire(t, s, "x", "y", "lib/**")
				require.NoError(t, c.do(s))
				held := files{"x": "x\n", "y": "y\n", "lib/a": "a\n", "lib/deep/b": "b\n"}.with(c.held)
				got := files{}
				list, err := s.Files(nil, nil)
				require.NoError(t, err)
				for _, p := range list {
					got[p], err = s.Read(bg, p)
					require.NoError(t, err)
				}
				require.Equal(t, held, got)
				require.Equal(t, c.changes, s.Changes())
				require.Empty(t, s.Finish(nil).Unwritten)
				for p, text := range held {
					require.Equal(t, text, onDisk(t, fsys, p), "what is held is on disk")
				}
				before := whole(t, fsys)
				written, err := s.Write(bg, WriteArgs{})
				require.NoError(t, err)
				require.Empty(t, written, "there is nothing to write")
				require.Equal(t, before, whole(t, fsys))

				for _, p := range slices.Sorted(maps.Keys(held)) { // and the baseline is true: later steps can write
					_, err := s.SetText(bg, p, "later "+p+"\n")
					require.NoError(t, err)
				}
				_, err = s.Write(bg, WriteArgs{})
				require.NoError(t, err)
				for p := range held {
					require.Equal(t, "later "+p+"\n", onDisk(t, fsys, p))
				}
			})
		})
	}
}

// TestCopyOfBytesOverAHeldText sees that a held file which is no text any more is held by its hash.
func TestCopyOfBytesOverAHeldText(t *testing.T) {
	m := fsbackend.NewMemory()
	lay(t, m, study())
	s, _ := desk(t, m)
	acquire(t, s, "x")
	_, err := s.FSCopy(bg, "bin", "x", FSScope{})
	require.NoError(t, err)
	_, err = s.Read(bg, "x")
	require.Equal(t, ReasonOpaque, fails(t, err).Reason)
	_, err = s.Rename(bg, "x", "z")
	require.NoError(t, err)
	_, err = s.Write(bg, WriteArgs{})
	require.NoError(t, err)
	require.Equal(t, "\x00", onDisk(t, m, "z"))
}

// TestFilesHeldByALink sees that a file is not changed under another name than the one it was acquired by.
func TestFilesHeldByALink(t *testing.T) {
	tree := study().with(files{"link": "-> lib/a"})
	m := fsbackend.NewMemory()
	lay(t, m, tree)
	s, k := desk(t, m)
	acquire(t, s, "link")
	k.asked = nil
	for _, do := range []func() error{
		func() error {
			_, err := s.FSEdit(bg, FSEditArgs{Filename: "lib/a", Edits: []FSEdit{{OldText: "a", NewText: "b"}}})
			return err
		},
		func() error {
			_, err := s.FSApplyPatch(bg, FSPatchArgs{Patch: lineDiff("lib/a", "a", "b")})
			return err
		},
		func() error { _, err := s.FSRemove(bg, "lib/a", FSScope{}); return err },
		func() error { _, err := s.FSRemove(bg, "lib", FSScope{}); return err },
		func() error { _, err := s.FSMove(bg, "lib", "lib2", FSScope{}); return err },
		func() error { _, err := s.FSCopy(bg, "x", "lib/a", FSScope{}); return err },
	} {
		e := fails(t, do())
		require.Equal(t, "alias", e.Reason)
		require.Contains(t, e.Message, "link")
	}
	require.Empty(t, k.asked)
	require.Equal(t, tree, whole(t, m))
	_, err := s.FSRemove(bg, "link", FSScope{})
	require.NoError(t, err)
	require.Equal(t, []Change{{Path: "link", Kind: "deleted", Removed: 1}}, s.Changes())
	require.Equal(t, study(), whole(t, m))
}

// TestAttemptKnowsWhatIsOnDisk sees that taking the workspace back does not forget what was done at once.
func TestAttemptKnowsWhatIsOnDisk(t *testing.T) {
	m := fsbackend.NewMemory()
	lay(t, m, study())
	s, _ := desk(t, m)
	acquire(t, s, "x", "y", "lib/**")
	err := s.Attempt(func() error {
		if _, err := s.SetText(bg, "y", "taken back\n"); err != nil {
			return err
		}
		if err := fsOps()["edit"](s, "x", FSScope{}); err != nil {
			return err
		}
		if _, err := s.FSMove(bg, "lib", "new", FSScope{}); err != nil {
			return err
		}
		return fsOps()["edit"](s, "none", FSScope{})
	})
	require.Equal(t, ReasonNotFound, fails(t, err).Reason)
	require.Empty(t, s.Finish(nil).Unwritten)
	text, err := s.Read(bg, "x")
	require.NoError(t, err)
	require.Equal(t, "y\n", text)
	text, err = s.Read(bg, "new/a")
	require.NoError(t, err)
	require.Equal(t, "a\n", text)
	require.Equal(t, study().with(files{"x": "y\n", "lib/a": "(gone)", "lib/deep/b": "(gone)", "new/a": "a\n", "new/deep/b": "b\n"}), whole(t, m))
}
