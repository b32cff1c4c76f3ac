package runtime

// This file tests the session: acquire, looks, changes, write, gate and result.

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
	"devstar/hunkengine"
)

// tree makes a memory back end with the given files.
func tree(t *testing.T, files map[string]string) *fsbackend.Memory {
	t.Helper()
	m := fsbackend.NewMemory()
	for name, text := range files {
		require.NoError(t, m.MkdirAll(path.Dir(name), 0o777))
		require.NoError(t, afero.WriteFile(m, name, []byte(text), 0o666))
	}
	return m
}

func open(t *testing.T, files map[string]string) (*Session, *fsbackend.Memory) {
	t.Helper()
	m := tree(t, files)
	return over(t, Options{FS: m}), m
}

func over(t *testing.T, o Options) *Session {
	t.Helper()
	s, err := New(o)
	require.NoError(t, err)
	return s
}

func onDisk(t *testing.T, m afero.Fs, name string) string {
	t.Helper()
	b, err := afero.ReadFile(m, name)
	require.NoError(t, err)
	return string(b)
}

// fails returns err as the *Error it must be.
func fails(t *testing.T, err error) *Error {
	t.Helper()
	var e *Error
	require.Error(t, err)
	require.True(t, errors.As(err, &e), "%T: %v", err, err)
	return e
}

var bg = context.Background()

func acquire(t *testing.T, s *Session, paths ...string) []string {
	t.Helper()
	got, err := s.Acquire(bg, AcquireArgs{Paths: paths})
	require.NoError(t, err)
	return got
}

func TestAcquireEditWrite(t *testing.T) {
	s, m := open(t, map[string]string{"a.txt": "one\ntwo\n", "b.txt": "b\n"})
	require.Equal(t, []string{"a.txt", "b.txt"}, acquire(t, s, "*.txt"))
	d, err := s.Edit(bg, "./a.txt", []hunkengine.Edit{{Find: "two", Replace: "2"}})
	require.NoError(t, err)
	require.Equal(t, &Delta{Changed: []string{"a.txt"}, Added: []string{}, Deleted: []string{}, Renamed: map[string]string{}, Count: 1}, d)
	require.Equal(t, "one\ntwo\n", onDisk(t, m, "a.txt"), "nothing is on disk before write")
	require.Equal(t, []string{"a.txt"}, s.Finish(nil).Unwritten)

	written, err := s.Write(bg, WriteArgs{})
	require.NoError(t, err)
	require.Equal(t, []string{"a.txt"}, written)
	require.Equal(t, "one\n2\n", onDisk(t, m, "a.txt"))
	r := s.Finish(nil)
	require.True(t, r.OK)
	require.Empty(t, r.Unwritten)
	require.Equal(t, []Change{{Path: "a.txt", Kind: "modified", Added: 1, Removed: 1}}, r.Changes)
}

func TestAcquireErrors(t *testing.T) {
	files := map[string]string{
		"src/a.py": "a\n", "src/deep/b.py": "b\n", "bin.dat": "\x00\x01", "latin.c": "caf\xe9\n",
		".gitignore": "*.log\n", "x.log": "log\n",
	}
	for name, c := range map[string]struct {
		args   AcquireArgs
		code   Code
		reason string
		says   []string
	}{
		"missing file":       {AcquireArgs{Paths: []string{"nope.py"}}, CodeStepFailed, ReasonNotFound, []string{"nope.py does not exist"}},
		"same name deeper":   {AcquireArgs{Paths: []string{"b.py"}}, CodeStepFailed, ReasonNotFound, []string{"did you mean src/deep/b.py?"}},
		"directory":          {AcquireArgs{Paths: []string{"src"}}, CodeStepFailed, ReasonDirectory, []string{"src is a directory", "use src/**"}},
		"pattern of nothing": {AcquireArgs{Paths: []string{"*.py"}}, CodeStepFailed, ReasonEmpty, []string{"*.py selects nothing", "**/*.py would match 2"}},
		"ignored only":       {AcquireArgs{Paths: []string{"*.log"}}, CodeStepFailed, ReasonEmpty, []string{"ignored by .gitignore are 1 file that would match", "ignored=True"}},
		"binary by name":     {AcquireArgs{Paths: []string{"bin.dat"}}, CodeStepFailed, "", []string{"bin.dat"}},
		"binary only":        {AcquireArgs{Paths: []string{"*.dat"}}, CodeStepFailed, ReasonEmpty, []string{"binary"}},
		"binary as error":    {AcquireArgs{Paths: []string{"*.c"}, Binary: "error"}, CodeStepFailed, "", []string{"latin.c", "UTF-8"}},
		"none holds it":      {AcquireArgs{Paths: []string{"**/*.py"}, Containing: "zzz"}, CodeStepFailed, ReasonEmpty, []string{`none of the 2 files selected holds "zzz"`}},
		"outside":            {AcquireArgs{Paths: []string{"../x"}}, CodePath, "", []string{"../x", "outside the root"}},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := open(t, files)
			_, err := s.Acquire(bg, c.args)
			e := fails(t, err)
			require.Equal(t, c.code, e.Code)
			if c.reason != "" {
				require.Equal(t, c.reason, e.Reason)
			}
			for _, want := range c.says {
				require.Contains(t, e.Message+" | "+e.Hint, want)
			}
			require.NotContains(t, e.Hint, e.Message)
		})
	}
}

func TestAcquireTakesWhatItIsAsked(t *testing.T) {
	files := map[string]string{"a.txt": "x\n", "b.txt": "y\n", "c.bin": "\x00", ".gitignore": "*.log\n", "x.log": "log\n"}
	s, _ := open(t, files)
	got, err := s.Acquire(bg, AcquireArgs{Paths: []string{"*.txt"}, Containing: "x"})
	require.NoError(t, err)
	require.Equal(t, []string{"a.txt"}, got)
	got, err = s.Acquire(bg, AcquireArgs{Paths: []string{"*.txt", "nope"}, Exclude: []string{"b*"}, MissingOK: true})
	require.NoError(t, err)
	require.Equal(t, []string{"a.txt"}, got, "what is held counts, what is excluded does not")
	got, err = s.Acquire(bg, AcquireArgs{Paths: []string{"*.log"}, Ignored: true})
	require.NoError(t, err)
	require.Equal(t, []string{"x.log"}, got)
	got, err = s.Acquire(bg, AcquireArgs{Paths: []string{"*.bin"}, Binary: "opaque"})
	require.NoError(t, err)
	require.Equal(t, []string{"c.bin"}, got)
	_, err = s.Read(bg, "c.bin")
	require.Equal(t, ReasonOpaque, fails(t, err).Reason)
}

func TestAcquireNeverTakesBackWhatThePlanRemoved(t *testing.T) {
	s, _ := open(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n"})
	acquire(t, s, "*.txt")
	_, err := s.Delete(bg, "a.txt")
	require.NoError(t, err)
	_, err = s.Rename(bg, "b.txt", "c.txt")
	require.NoError(t, err)
	_, err = s.Acquire(bg, AcquireArgs{Paths: []string{"a.txt"}})
	require.Contains(t, fails(t, err).Message, "a.txt was deleted by this plan")
	_, err = s.Acquire(bg, AcquireArgs{Paths: []string{"b.txt"}})
	require.Contains(t, fails(t, err).Message, "b.txt was renamed to c.txt")
	require.Equal(t, []string{"c.txt"}, acquire(t, s, "*.txt"))
	all, err := s.Glob(bg, []string{"**"}, nil)
	require.NoError(t, err)
	require.Equal(t, []string{"c.txt"}, all)
}

func TestSymlinks(t *testing.T) {
	m := tree(t, map[string]string{"real/a.txt": "one\n"})
	for link, target := range map[string]string{"in": "real/a.txt", "abs": "/real/a.txt", "out": "../x", "dangling": "real/none", "dir": "real", "loop": "loop"} {
		require.NoError(t, m.Symlink(target, link))
	}
	for _, name := range []string{"abs", "out", "dangling", "dir", "loop", "dir/a.txt"} {
		s := over(t, Options{FS: m})
		_, err := s.Acquire(bg, AcquireArgs{Paths: []string{name}})
		require.Equal(t, ReasonSymlink, fails(t, err).Reason, name)
	}
	s := over(t, Options{FS: m})
	require.Equal(t, []string{"in"}, acquire(t, s, "in"))
	_, err := s.Acquire(bg, AcquireArgs{Paths: []string{"real/a.txt"}})
	require.Contains(t, fails(t, err).Message, "real/a.txt is another name of in")
	_, err = s.SetText(bg, "in", "two\n")
	require.NoError(t, err)
	_, err = s.Write(bg, WriteArgs{})
	require.NoError(t, err)
	require.Equal(t, "two\n", onDisk(t, m, "real/a.txt"))
	target, err := m.Readlink("in")
	require.NoError(t, err)
	require.Equal(t, "real/a.txt", target)
}

func TestReadLines(t *testing.T) {
	s, _ := open(t, map[string]string{"p.txt": "a\r\nb\r\nc", "empty": ""})
	acquire(t, s, "p.txt", "empty")
	text, err := s.ReadLines(bg, ReadLinesArgs{Path: "p.txt", Start: 2, End: 99, Label: "tail"})
	require.NoError(t, err)
	require.Equal(t, "b\nc", text)
	require.Equal(t, map[string]string{"tail": "b\nc"}, s.Finish(nil).Reads)
	for name, c := range map[string]struct {
		args ReadLinesArgs
		says string
	}{
		"past the end":    {ReadLinesArgs{Path: "p.txt", Start: 4}, "the file has 3 lines"},
		"end first":       {ReadLinesArgs{Path: "p.txt", Start: 3, End: 2}, "range 3 to 2"},
		"zero":            {ReadLinesArgs{Path: "p.txt"}, "start is 0"},
		"empty":           {ReadLinesArgs{Path: "empty", Start: 1}, "the file has 0 lines"},
		"duplicate label": {ReadLinesArgs{Path: "p.txt", Start: 1, Label: "tail"}, `"tail" is there already`},
	} {
		_, err := s.ReadLines(bg, c.args)
		require.Contains(t, fails(t, err).Message, c.says, name)
	}
}

func TestNotHeldSaysWhatToDo(t *testing.T) {
	s, _ := open(t, map[string]string{"a.txt": "a\n", "dir/b.txt": "b\n"})
	for path, want := range map[string]string{
		"a.txt": `add it to acquire(...)`, "dir": "use dir/**", "b.txt": "did you mean dir/b.txt?",
	} {
		_, err := s.Read(bg, path)
		e := fails(t, err)
		require.Contains(t, e.Hint, want)
		require.Contains(t, e.Message, path)
	}
}

func TestReplaceCounts(t *testing.T) {
	s, _ := open(t, map[string]string{"a.txt": "x x\r\nx\n", "b.txt": "y\n"})
	acquire(t, s, "*.txt")
	_, err := s.Replace(bg, ReplaceArgs{Paths: []string{"*.txt"}, Old: "x", New: "z", Count: Count{N: 2}})
	require.Contains(t, fails(t, err).Message, `"x" occurs 3 times, want 2: a.txt:1, a.txt:1, a.txt:2`)
	_, err = s.Replace(bg, ReplaceArgs{Paths: []string{"*.txt"}, Old: "q", New: "z", Count: Count{All: true}})
	require.Equal(t, ReasonNotFound, fails(t, err).Reason)
	d, err := s.Replace(bg, ReplaceArgs{Paths: []string{"*.txt"}, Old: "q", New: "z", Count: Count{Any: true}})
	require.NoError(t, err)
	require.True(t, d.Empty())
	d, err = s.Replace(bg, ReplaceArgs{Paths: []string{"**"}, Old: "x\nx", New: "z", Count: Count{N: 1}})
	require.NoError(t, err)
	require.Equal(t, 1, d.Count)
	text, err := s.Read(bg, "a.txt")
	require.NoError(t, err)
	require.Equal(t, "x z\n", text)
}

func TestInsertPlaces(t *testing.T) {
	str := func(s string) *string { return &s }
	for name, c := range map[string]struct {
		args InsertArgs
		want string
	}{
		"start":       {InsertArgs{At: "start"}, "new\na\nb\na"},
		"end":         {InsertArgs{At: "end"}, "a\nb\na\nnew"},
		"before line": {InsertArgs{BeforeLine: 2}, "a\nnew\nb\na"},
		"after line":  {InsertArgs{AfterLine: 2}, "a\nb\nnew\na"},
		"after text":  {InsertArgs{AfterText: str("b")}, "a\nb\nnew\na"},
		"before text": {InsertArgs{BeforeText: str("b")}, "a\nnew\nb\na"},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := open(t, map[string]string{"f": "a\nb\na"})
			acquire(t, s, "f")
			c.args.Path, c.args.Text = "f", "new\n"
			_, err := s.Insert(bg, c.args)
			require.NoError(t, err)
			text, _ := s.Read(bg, "f")
			require.Equal(t, c.want, text)
		})
	}
	s, _ := open(t, map[string]string{"f": "a\nb\na"})
	acquire(t, s, "f")
	for _, c := range []struct {
		args InsertArgs
		says string
	}{
		{InsertArgs{AfterText: str("a")}, "stands at lines 1, 3"},
		{InsertArgs{AfterText: str("c")}, `no line is exactly "c"`},
		{InsertArgs{AfterLine: 4}, "the file has 3 lines"},
	} {
		c.args.Path, c.args.Text = "f", "new\n"
		_, err := s.Insert(bg, c.args)
		require.Contains(t, fails(t, err).Message, c.says)
	}
}

func TestAttemptTakesBack(t *testing.T) {
	s, _ := open(t, map[string]string{"a.txt": "a\n"})
	acquire(t, s, "a.txt")
	err := s.Attempt(func() error {
		if _, err := s.SetText(bg, "a.txt", "b\n"); err != nil {
			return err
		}
		if _, err := s.ReadLines(bg, ReadLinesArgs{Path: "a.txt", Start: 1, Label: "l"}); err != nil {
			return err
		}
		_, err := s.Edit(bg, "a.txt", []hunkengine.Edit{{Find: "zz", Replace: "y"}})
		return err
	})
	require.Error(t, err)
	text, err := s.Read(bg, "a.txt")
	require.NoError(t, err)
	require.Equal(t, "a\n", text)
	require.Empty(t, s.Finish(nil).Reads)
}

func TestGateIsAskedAfterTheChecksAndCanRefuse(t *testing.T) {
	var asked []*Effect
	refuse := ""
	gate := GateFunc(func(_ context.Context, e *Effect) (Decision, error) {
		asked = append(asked, e)
		return Decision{Allow: e.Name != refuse, By: "host"}, nil
	})
	m := tree(t, map[string]string{"a.txt": "a\n"})
	s := over(t, Options{FS: m, Gate: gate})
	acquire(t, s, "a.txt")
	_, err := s.Edit(bg, "a.txt", []hunkengine.Edit{{Find: "zz", Replace: "y"}})
	require.Error(t, err)
	require.Len(t, asked, 1, "an edit that cannot be done asks nobody")

	refuse = "edit"
	_, err = s.SetText(bg, "a.txt", "b\n")
	require.Equal(t, CodeDeclined, fails(t, err).Code)
	require.Equal(t, "b\n", *asked[1].Files()[0].After)
	text, _ := s.Read(bg, "a.txt")
	require.Equal(t, "a\n", text)

	refuse = "write"
	_, err = s.Create(bg, "n.txt", "n", false)
	require.NoError(t, err)
	_, err = s.Write(bg, WriteArgs{})
	require.Equal(t, CodeDeclined, fails(t, err).Code)
	_, err = m.Stat("n.txt")
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestProtectedFilesStay(t *testing.T) {
	s, _ := open(t, map[string]string{"devstar.toml": "x\n", "a.txt": "a\n"})
	acquire(t, s, "devstar.toml", "a.txt")
	for _, do := range []func() error{
		func() error { _, err := s.SetText(bg, "devstar.toml", "y\n"); return err },
		func() error { _, err := s.Delete(bg, "devstar.toml"); return err },
		func() error { _, err := s.Rename(bg, "devstar.toml", "b"); return err },
	} {
		require.Equal(t, ReasonProtected, fails(t, do()).Reason)
	}
}

func TestCanceledBeforeAnything(t *testing.T) {
	ctx, cancel := context.WithCancel(bg)
	cancel()
	s, _ := open(t, map[string]string{"a.txt": "a\n"})
	_, err := s.Acquire(ctx, AcquireArgs{Paths: []string{"a.txt"}})
	require.Equal(t, CodeCanceled, fails(t, err).Code)
}

func TestResultJSONIsStable(t *testing.T) {
	s, _ := open(t, map[string]string{"a.txt": "a\n"})
	acquire(t, s, "a.txt")
	_, err := s.SetText(bg, "a.txt", "b\n")
	require.NoError(t, err)
	s.Log("hello")
	text, err := json.Marshal(s.Finish(NewError(CodeScript, "", "boom", "mend it")))
	require.NoError(t, err)
	require.Equal(t, strings.ReplaceAll(`{"ok":false,"value":null,"changes":[{"path":"a.txt","kind":"modified","added":1,"removed":1}],
"reads":{},"written":[],"unwritten":["a.txt"],
"diagnostics":[{"path":null,"severity":"warning","message":"1 file changed in memory only: call write()","rule":"unwritten","line":null,"column":null,"end_line":null,"end_column":null,"engine":null,"out_of_scope":false}],
"effects":[],"log":["hello"],"unreadable":[],
"error":{"code":"script_error","step":"","message":"boom","hint":"mend it","trace":[],"retryable":true,"written":[]}}`, "\n", ""), string(text))
}

func TestInterruptedWriteIsMetAtOnce(t *testing.T) {
	s, m := open(t, map[string]string{"a.txt": "a\n"})
	require.NoError(t, afero.WriteFile(m, fsbackend.JournalName, []byte("{\"devstar_journal\":1}\n"), 0o666))
	_, err := s.Acquire(bg, AcquireArgs{Paths: []string{"a.txt"}})
	e := fails(t, err)
	require.Equal(t, "interrupted_write", e.Reason)
	require.Contains(t, e.Hint, "devstar recover")
}

func TestHiddenFilesCannotBeReadOrListed(t *testing.T) {
	m := tree(t, map[string]string{"policy.json": "{}\n", "a.json": "{}\n"})
	s := over(t, Options{FS: m, Hidden: []string{"policy.json"}})
	_, err := s.Acquire(bg, AcquireArgs{Paths: []string{"policy.json"}})
	require.Equal(t, ReasonProtected, fails(t, err).Reason)
	require.Equal(t, []string{"a.json"}, acquire(t, s, "*.json"))
	there, err := s.Exists("policy.json")
	require.NoError(t, err)
	require.False(t, there)
	all, err := s.Glob(bg, []string{"**"}, nil)
	require.NoError(t, err)
	require.Equal(t, []string{"a.json"}, all)
	_, err = s.FSRemove(bg, "policy.json", FSScope{})
	require.Equal(t, ReasonProtected, fails(t, err).Reason)
}
