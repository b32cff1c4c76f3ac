package runtime

// This file tests what paths the immediate operations take: the same rules for all six, and nobody is asked about a path
// that is refused.

import (
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
)

func TestPathsThatAreRefused(t *testing.T) {
	tree := files{"x": "x\n", "src/x": "x\n", "srcx/x": "x\n", "link": "-> src", "src/leaf": "-> ../x", "devstar.toml": "x\n", "conf/own.toml": "x\n", ".git/config": "x\n", "sub/.git/config": "x\n"}
	cases := map[string]struct {
		path   string
		scope  FSScope
		reason string
		says   []string
	}{
		"climbs":            {"../x", FSScope{}, "outside", []string{"../x", "outside"}},
		"climbs inside":     {"src/../x", FSScope{}, "outside", []string{"src/../x", "outside"}},
		"comes to the root": {"src/..", FSScope{}, "outside", []string{"src/..", "root"}},
		"absolute":          {"/x", FSScope{}, "absolute", []string{"/x", "outside"}},
		"home":              {"~/x", FSScope{}, "outside", []string{"~/x", "outside"}},
		"home of a user":    {"~me/x", FSScope{}, "outside", []string{"~me/x", "outside"}},
		"root":              {".", FSScope{}, "root", []string{`"."`, "root"}},
		"root with slashes": {".//.", FSScope{}, "root", []string{`".//."`, "root"}},
		"git":               {".git/config", FSScope{}, "git", []string{".git/config"}},
		"git below":         {"sub/.git/config", FSScope{}, "git", []string{"sub/.git/config"}},
		"git by folding":    {".GIT/config", FSScope{}, "git", []string{".GIT/config"}},
		"own state":         {".dev-tools-journal", FSScope{}, "reserved", []string{".dev-tools-journal"}},
		"configuration":     {"devstar.toml", FSScope{}, ReasonProtected, []string{"devstar.toml", "protected"}},
		"protected":         {"conf/own.toml", FSScope{}, ReasonProtected, []string{"conf/own.toml", "protected"}},
		"through a link":    {"link/x", FSScope{}, ReasonSymlink, []string{"link/x", "symlink", "src/x"}},
		"backslash":         {`src\x`, FSScope{}, "characters", []string{"backslash"}},
		"other segment":     {"srcx/x", FSScope{AllowedPaths: []string{"src", "x", "target"}}, ReasonAllowed, []string{"srcx/x", "allowed_paths"}},
		"above the allowed": {"src", FSScope{AllowedPaths: []string{"src/deep", "x", "target"}}, ReasonAllowed, []string{"src", "allowed_paths"}},
		"below a file name": {"src/x", FSScope{AllowedPaths: []string{"src/x.txt", "x", "target"}}, ReasonAllowed, []string{"src/x", "allowed_paths"}},
	}
	ops := fsOps()
	m := fsbackend.NewMemory()
	lay(t, m, tree)
	for name, c := range cases {
		for _, op := range inOrder(ops) {
			t.Run(name+"/"+op, func(t *testing.T) {
				k := &clerk{}
				s := over(t, Options{FS: m, Gate: k, Protected: []string{"conf/own.toml"}})
				e := fails(t, ops[op](s, c.path, c.scope))
				require.Equal(t, CodePath, e.Code, e.Message)
				require.Equal(t, c.reason, e.Reason, e.Message)
				require.Equal(t, c.path, e.Path)
				require.False(t, e.Retryable)
				for _, word := range c.says {
					require.Contains(t, e.Error()+e.Hint, word)
				}
				require.Empty(t, k.asked)
				require.Equal(t, tree, whole(t, m))
			})
		}
	}
}

// TestLinksAsTargets sees that only remove takes a symlink, and takes the link alone.
func TestLinksAsTargets(t *testing.T) {
	tree := files{"x": "x\n", "empty/": "", "leaf": "-> x", "dir": "-> empty"}
	ops := fsOps()
	onBoth(t, tree, func(t *testing.T, fsys afero.Fs) {
		s, k := desk(t, fsys)
		for _, op := range inOrder(ops) {
			for _, link := range []string{"leaf", "dir"} {
				if op == "remove" {
					continue
				}
				e := fails(t, ops[op](s, link, FSScope{}))
				require.Equal(t, ReasonSymlink, e.Reason, "%s %s: %s", op, link, e.Message)
				require.Contains(t, e.Message, link)
				require.Contains(t, e.Message, "symlink")
			}
		}
		require.Empty(t, k.asked)
		require.Equal(t, tree, whole(t, fsys))
		for _, link := range []string{"leaf", "dir"} {
			removed, err := s.FSRemove(bg, link, FSScope{})
			require.NoError(t, err)
			require.True(t, removed)
		}
		require.Equal(t, files{"x": "x\n", "empty/": ""}, whole(t, fsys))
	})
}

func TestAllowedPathsCover(t *testing.T) {
	for _, allowed := range [][]string{nil, {}, {"src"}, {"./src/"}, {"other", "src//deep"}, {"."}, {"src/deep/x"}} {
		s, m := open(t, map[string]string{"src/deep/x": "x\n"})
		require.NoError(t, fsOps()["edit"](s, "src/deep/x", FSScope{AllowedPaths: allowed}), "%q", allowed)
		require.Equal(t, "y\n", onDisk(t, m, "src/deep/x"))
	}
}

func TestAllowedPathsThatAreNone(t *testing.T) {
	ops := fsOps()
	for _, bad := range []string{"", "  ", "../x", "/src", "src\x00"} {
		for _, op := range inOrder(ops) {
			s, m := open(t, map[string]string{"x": "x\n"})
			e := fails(t, ops[op](s, "x", FSScope{AllowedPaths: []string{"x", bad}}))
			require.Equal(t, CodeBadArgument, e.Code)
			require.Contains(t, e.Message, "allowed_paths")
			require.Equal(t, files{"x": "x\n"}, whole(t, m))
		}
	}
}

func TestAllowedPathsCoverEveryPath(t *testing.T) {
	for name, do := range map[string]func(s *Session, scope FSScope) error{
		"copy from": func(s *Session, scope FSScope) error { _, err := s.FSCopy(bg, "out", "in/y", scope); return err },
		"copy to":   func(s *Session, scope FSScope) error { _, err := s.FSCopy(bg, "in/x", "out", scope); return err },
		"move from": func(s *Session, scope FSScope) error { _, err := s.FSMove(bg, "out", "in/y", scope); return err },
		"move to":   func(s *Session, scope FSScope) error { _, err := s.FSMove(bg, "in/x", "out", scope); return err },
		"patch": func(s *Session, scope FSScope) error {
			_, err := s.FSApplyPatch(bg, FSPatchArgs{Patch: lineDiff("in/x", "x", "y") + lineDiff("out", "x", "y"), FSScope: scope})
			return err
		},
		"patch that renames": func(s *Session, scope FSScope) error {
			_, err := s.FSApplyPatch(bg, FSPatchArgs{Patch: "diff --git a/in/x b/out\nsimilarity index 100%\nrename from in/x\nrename to out\n", FSScope: scope})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			tree := files{"in/x": "x\n", "out": "x\n"}
			m := fsbackend.NewMemory()
			lay(t, m, tree)
			s, k := desk(t, m)
			e := fails(t, do(s, FSScope{AllowedPaths: []string{"in"}}))
			require.Equal(t, []string{ReasonAllowed, "out"}, []string{e.Reason, e.Path})
			require.Empty(t, k.asked)
			require.Equal(t, tree, whole(t, m))
		})
	}
}

func TestAgentCwd(t *testing.T) {
	tree := files{"x": "x\n", "sub/x": "x\n"}
	use := FSScope{UseAgentCwd: true}
	for name, c := range map[string]struct {
		cwd  string
		do   func(s *Session) error
		want files
	}{
		"by default the root": {"sub", func(s *Session) error { return fsOps()["edit"](s, "x", FSScope{}) }, tree.with(files{"x": "y\n"})},
		"the directory":       {"sub", func(s *Session) error { return fsOps()["edit"](s, "x", use) }, tree.with(files{"sub/x": "y\n"})},
		"none is set":         {"", func(s *Session) error { return fsOps()["edit"](s, "x", use) }, tree.with(files{"x": "y\n"})},
		"dir below it": {"sub", func(s *Session) error {
			_, err := s.FSMkdir(bg, "deep", use)
			require.NoError(t, err)
			_, err = s.FSCopy(bg, "x", "deep/x", use)
			require.NoError(t, err)
			_, err = s.FSEdit(bg, FSEditArgs{Filename: "x", Dir: "deep", Edits: []FSEdit{{OldText: "x", NewText: "y"}}, FSScope: use})
			return err
		}, tree.with(files{"sub/deep/x": "y\n"})},
		"move":   {"sub", func(s *Session) error { _, err := s.FSMove(bg, "x", "z", use); return err }, files{"x": "x\n", "sub/z": "x\n"}},
		"remove": {"sub", func(s *Session) error { _, err := s.FSRemove(bg, "x", use); return err }, files{"x": "x\n", "sub/": ""}},
		"allowed_paths stay with the root": {"sub", func(s *Session) error {
			return fsOps()["edit"](s, "x", FSScope{UseAgentCwd: true, AllowedPaths: []string{"sub"}})
		}, tree.with(files{"sub/x": "y\n"})},
	} {
		t.Run(name, func(t *testing.T) {
			m := fsbackend.NewMemory()
			lay(t, m, tree)
			require.NoError(t, c.do(over(t, Options{FS: m, AgentCwd: c.cwd})))
			require.Equal(t, c.want, whole(t, m))
		})
	}
	m := fsbackend.NewMemory()
	lay(t, m, tree)
	s := over(t, Options{FS: m, AgentCwd: "sub"})
	e := fails(t, fsOps()["edit"](s, "../x", use))
	require.Contains(t, e.Message, "outside", "the directory is no way out, not even to the root")
	e = fails(t, fsOps()["remove"](s, ".", use))
	require.Equal(t, "root", e.Reason)
	e = fails(t, fsOps()["edit"](s, "x", FSScope{UseAgentCwd: true, AllowedPaths: []string{"x"}}))
	require.Equal(t, ReasonAllowed, e.Reason)
	require.Equal(t, tree, whole(t, m))
}

func TestSlashAtTheEnd(t *testing.T) {
	tree := files{"x": "x\n", "d/x": "x\n"}
	onBoth(t, tree, func(t *testing.T, fsys afero.Fs) {
		s, k := desk(t, fsys)
		for _, do := range []func() error{
			func() error { _, err := s.FSCopy(bg, "x/", "y", FSScope{}); return err },
			func() error { _, err := s.FSMove(bg, "x", "y/", FSScope{}); return err },
			func() error { _, err := s.FSRemove(bg, "x/", FSScope{}); return err },
			func() error { return fsOps()["edit"](s, "x/", FSScope{}) },
		} {
			e := fails(t, do())
			require.Contains(t, e.Message, "/")
			require.Contains(t, e.Message, "names a directory")
		}
		require.Empty(t, k.asked)
		_, err := s.FSMkdir(bg, "new/", FSScope{})
		require.NoError(t, err)
		_, err = s.FSCopy(bg, "d/", "e/", FSScope{})
		require.NoError(t, err)
		_, err = s.FSRemove(bg, "d/", FSScope{})
		require.NoError(t, err)
		require.Equal(t, files{"x": "x\n", "new/": "", "e/x": "x\n"}, whole(t, fsys))
	})
}
