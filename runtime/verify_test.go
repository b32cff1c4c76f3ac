package runtime

// This file tests that nobody is asked about what cannot be done, that what changes behind a question is met afterwards, and
// that the id of an effect covers everything the question is about.

import (
	"context"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
)

// person is a gate that looks first and then does something before it says yes.
type person struct {
	ids    []string
	asked  int
	before func()
}

func (p *person) Ask(ctx context.Context, e *Effect) (Decision, error) {
	if !e.Disk {
		return Decision{Allow: true}, nil
	}
	if err := e.Verify(ctx); err != nil {
		return Decision{}, err
	}
	p.asked++
	p.ids = append(p.ids, e.ID())
	if p.before != nil {
		p.before()
	}
	return Decision{Allow: true, By: "person"}, nil
}

func TestWhatChangedBehindTheQuestion(t *testing.T) {
	for name, do := range map[string]func(*Session) error{
		"write": func(s *Session) error {
			_, err := s.Replace(bg, ReplaceArgs{Paths: []string{"a.txt"}, Old: "one", New: "1", Count: Count{N: 1}})
			require.NoError(t, err)
			return second(s.Write(bg, WriteArgs{}))
		},
		"fs.edit": func(s *Session) error {
			return second(s.FSEdit(bg, FSEditArgs{Filename: "a.txt", Edits: []FSEdit{{OldText: "one", NewText: "1"}}}))
		},
		"fs.remove": func(s *Session) error { return second(s.FSRemove(bg, "a.txt", FSScope{})) },
	} {
		m := tree(t, map[string]string{"a.txt": "one\n"})
		p := &person{before: func() { require.NoError(t, afero.WriteFile(m, "a.txt", []byte("one more\n"), 0o666)) }}
		s := over(t, Options{FS: m, Gate: p})
		acquire(t, s, "a.txt")
		e := fails(t, do(s))
		require.Equal(t, "changed_on_disk", e.Reason, name)
		require.True(t, strings.HasSuffix(e.Message, "it changed since it was approved"), "%s: %s", name, e.Message)
		require.Equal(t, 1, p.asked, name)
		require.Equal(t, "one more\n", onDisk(t, m, "a.txt"), name)
	}
}

func TestNobodyIsAskedAboutWhatCannotBeDone(t *testing.T) {
	m := tree(t, map[string]string{"a.txt": "one\n"})
	p := &person{}
	s := over(t, Options{FS: m, Gate: p})
	acquire(t, s, "a.txt")
	_, err := s.SetText(bg, "a.txt", "1\n")
	require.NoError(t, err)
	require.NoError(t, afero.WriteFile(m, "a.txt", []byte("one more\n"), 0o666))
	e := fails(t, second(s.Write(bg, WriteArgs{})))
	require.Equal(t, "changed_on_disk", e.Reason)
	require.NotContains(t, e.Message, "approved")
	require.Zero(t, p.asked)
}

// idOf returns the id of the last question of a run over a tree.
func idOf(t *testing.T, plant func(*fsbackend.Memory), do func(*Session) error) string {
	t.Helper()
	m := fsbackend.NewMemory()
	plant(m)
	p := &person{}
	require.NoError(t, do(over(t, Options{FS: m, Gate: p})))
	return p.ids[len(p.ids)-1]
}

func TestTheIDCoversWhatTheQuestionIsAbout(t *testing.T) {
	file := func(name, text string) func(*fsbackend.Memory) {
		return func(m *fsbackend.Memory) { require.NoError(t, afero.WriteFile(m, name, []byte(text), 0o666)) }
	}
	two := func(a, b string) func(*fsbackend.Memory) {
		return func(m *fsbackend.Memory) { file("a", a)(m); file("b", b)(m) }
	}
	written := func(do func(*Session)) func(*Session) error {
		return func(s *Session) error {
			if _, err := s.Acquire(bg, AcquireArgs{Paths: []string{"*"}, Binary: "opaque"}); err != nil {
				return err
			}
			do(s)
			return second(s.Write(bg, WriteArgs{}))
		}
	}
	create := func(executable bool) func(*Session) error {
		return written(func(s *Session) { require.NoError(t, second(s.Create(bg, "new", "x", executable))) })
	}
	remove := written(func(s *Session) { require.NoError(t, second(s.Delete(bg, "a"))) })
	rename := written(func(s *Session) { require.NoError(t, second(s.Rename(bg, "a", "c"))) })
	onto := func(s *Session) error { return second(s.FSCopy(bg, "a", "b", FSScope{})) }
	for name, c := range map[string][2]string{
		"same":                 {idOf(t, file("a", "1"), remove), idOf(t, file("a", "1"), remove)},
		"text that goes":       {idOf(t, file("a", "1"), remove), idOf(t, file("a", "2"), remove)},
		"binary that goes":     {idOf(t, file("a", "\x00"), remove), idOf(t, file("a", "\x01\xff"), remove)},
		"binary that moves":    {idOf(t, file("a", "\x00"), rename), idOf(t, file("a", "\x00\x00"), rename)},
		"mode":                 {idOf(t, file("a", "1"), create(false)), idOf(t, file("a", "1"), create(true))},
		"what a copy replaces": {idOf(t, two("1", "2"), onto), idOf(t, two("1", "3"), onto)},
	} {
		require.Regexp(t, `^[0-9a-f]{32}-1$`, c[0], name)
		require.Equal(t, name == "same", c[0] == c[1], name)
	}
}

func TestDidIsToldOfEveryOperation(t *testing.T) {
	m := tree(t, map[string]string{"a.txt": "one\n", "d/x": "x\n"})
	var told []string
	s := over(t, Options{FS: m, Did: func(op fsbackend.Operation) {
		o := OperationOf(op)
		told = append(told, strings.TrimSpace(o.Operation+" "+o.From+" "+o.Path))
	}})
	acquire(t, s, "a.txt")
	require.NoError(t, second(s.Rename(bg, "a.txt", "b.txt")))
	require.NoError(t, second(s.Write(bg, WriteArgs{})))
	require.NoError(t, second(s.FSMkdir(bg, "e", FSScope{})))
	require.NoError(t, second(s.FSRemove(bg, "d", FSScope{})))
	require.Equal(t, []string{"rename a.txt b.txt", "make directory  e", "delete  d/x", "remove directory  d"}, told)
}

// The diff of a question shows what has no lines, too.
func TestTheDiffOfAQuestionShowsModesRenamesAndBinaries(t *testing.T) {
	m := tree(t, map[string]string{"a": "a\n", "b": "b\n", "bin": "\x00"})
	var diffs []string
	s := over(t, Options{FS: m, Gate: GateFunc(func(_ context.Context, e *Effect) (Decision, error) {
		if e.Disk {
			diffs = append(diffs, e.Diff())
		}
		return Decision{Allow: true}, nil
	})})
	require.NoError(t, second(s.Acquire(bg, AcquireArgs{Paths: []string{"*"}, Binary: "opaque"})))
	require.NoError(t, second(s.Rename(bg, "a", "c")))
	require.NoError(t, second(s.Delete(bg, "bin")))
	require.NoError(t, second(s.Create(bg, "run", "", true)))
	require.NoError(t, second(s.Write(bg, WriteArgs{})))
	require.NoError(t, second(s.FSApplyPatch(bg, FSPatchArgs{Patch: "diff --git a/b b/b\nold mode 100644\nnew mode 100755\n"})))
	require.Equal(t, []string{
		"diff --git a/bin b/bin\ndeleted file mode 100644\nBinary files a/bin and /dev/null differ\n" +
			"diff --git a/a b/c\nsimilarity index 100%\nrename from a\nrename to c\n" +
			"diff --git a/run b/run\nnew file mode 100755\n",
		"diff --git a/b b/b\nold mode 100644\nnew mode 100755\n",
	}, diffs)
}
