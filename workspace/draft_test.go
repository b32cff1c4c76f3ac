package workspace

// Operations as tables: what they do, what they refuse, and in which words.

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sampleDisk has files to acquire, files nobody acquires, a link to a directory, and an empty directory.
func sampleDisk() (m *model, w *Workspace, err error) {
	m = newModel(map[Path]string{"a": "A", "b": "B", "d/x": "X", "d/y": "Y", "bin": "\x01", "s/l": "",
		"s/real": "R", "stray": "S", "e/held": "H", "e/stray": "S"})
	m.files["link"] = modelFile{name: "link", link: "d"}
	m.files["s/l"] = modelFile{name: "s/l", link: "s/real"}
	m.dirs["empty"], m.dirs["empty/deep"] = true, true
	w = New(Limits{})
	files := map[Path]File{"bin": m.file("bin", true)}
	for _, p := range []Path{"a", "b", "d/x", "d/y", "e/held", "s/l"} {
		files[p] = m.file(p, false)
	}
	return m, w, w.Acquire(files)
}

func TestOperationsRefused(t *testing.T) {
	for _, c := range []struct{ steps, reason, message string }{
		{"create a 1", "exists", "a exists already"},
		{"create stray 1", "exists", "stray exists on disk but is not acquired: add it to acquire(...)"},
		{"create d 1", "is_directory", "d is a directory, and holds d/x"},
		{"create s 1", "is_directory", "s is a directory, and holds s/l"},
		{"rm e/held\ncreate e 1", "is_directory", "e is a directory, and holds e/stray"},
		{"create a/n 1", "not_directory", "a/n: a is a file, not a directory"},
		{"create stray/n 1", "not_directory", "stray/n: stray is a file, not a directory"},
		{"create link/n 1", "symlink", "link/n: link is a symlink"},
		{"create s/l/n 1", "symlink", "s/l/n: s/l is a symlink"},
		{"create s/real 1", "alias", "s/real is the same file as s/l"},
		{"create link 1", "exists", "link exists on disk but is not acquired"},
		{"create con.txt 1", "", "con.txt"},
		{"set stray 1", "not_acquired", "stray exists on disk but is not acquired: add it to acquire(...)"},
		{"set nope 1", "not_found", "nope does not exist"},
		{"set d 1", "is_directory", "d is a directory"},
		{"set empty 1", "is_directory", "empty is a directory"},
		{"set bin 1", "opaque", "bin is not held as text"},
		{"rm a\nset a 1", "not_found", "a does not exist any more: this run deleted it"},
		{"mv a n\nset a 1", "not_found", "a does not exist any more: this run renamed it to n"},
		{"mv a n\nrm n\nset a 1", "not_found", "this run deleted it"},
		{"rm d", "is_directory", "d is a directory"},
		{"rm stray", "not_acquired", "stray exists on disk"},
		{"mv a a", "same_path", "a: source and destination are the same"},
		{"mv a b", "exists", "b exists already"},
		{"mv a stray", "exists", "stray exists on disk"},
		{"mv nope n", "not_found", "nope does not exist"},
		{"mv s/l l", "link_moved", "s/l is a symlink"},
		{"mv a d/x/n", "not_directory", "d/x is a file"},
		{"copy a a", "same_path", "a: source"},
		{"copy a b", "exists", "b exists already"},
		{"mvtree d d/n", "inside_itself", "d: the destination d/n lies inside it"},
		{"mvtree d d", "same_path", "d: source"},
		{"mvtree e n", "not_held", "e holds e/stray: not acquired"},
		{"rmtree e", "not_held", "e holds e/stray"},
		{"cptree s n", "not_held", "s holds s/real"},
		{"mvtree d e", "is_directory", "e is a directory, and holds e/held"},
		{"mvtree d a", "exists", "a exists already"},
		{"mvtree a n", "not_directory", "a is a file"},
		{"rmtree nope", "not_found", "nope does not exist"},
		{"rmtree empty", "no_files", "empty is a directory in which no file is held"},
	} {
		t.Run(strings.ReplaceAll(c.steps, "\n", "; "), func(t *testing.T) {
			m, w, err := sampleDisk()
			require.NoError(t, err)
			err = steps(w, m, c.steps)
			require.ErrorContains(t, err, c.message)
			var failure interface {
				Reason() string
				Hint() string
			}
			require.ErrorAs(t, err, &failure)
			if c.reason != "" {
				require.Equal(t, c.reason, failure.Reason())
			}
			require.False(t, failure.Hint() != "" && strings.Contains(err.Error(), failure.Hint()), "the hint repeats the message")
		})
	}
}

func TestOperationsAllowed(t *testing.T) {
	for _, c := range []struct{ steps, plan string }{
		{"create empty 1", "rmdir empty/deep\nrmdir empty\ncreate empty"},
		{"mv a empty", "rmdir empty/deep\nrmdir empty\nmv a empty"},
		{"mvtree d n", "mv d/x n/x\nmv d/y n/y"},
		{"mvtree d empty", "mv d/x empty/x\nmv d/y empty/y"},
		{"cptree d n\nset n/x 1", "create n/x\ncreate n/y"},
		{"rmtree d\ncreate d 1", "rm d/x\nrm d/y\nrmdir d\ncreate d"},
		{"mvtree d n\ncreate d 1\nmvtree n m", "mv d/x m/x\nmv d/y m/y\nrmdir d\ncreate d"},
		{"mv s/l s/k\nset s/k 1", "mv s/l s/k\nmodify s/k"},
		{"rm s/l", "rm s/l"},
		{"rm s/l\ncreate s/l 1", "create s/l replacing"},
		{"copy s/l k", "create k"},
		{"mv bin n", "mv bin n"},
		{"copy bin n", "create n"},
		{"copy bin n\nrm bin", "mv bin n"},
		{"copy bin n\nrm bin\ncreate bin 1", "mv bin n\ncreate bin"},
		{"rm a\ncopy bin a", "create a replacing"},
		{"rm a\ncopy bin a\nrm bin", "mv bin a replacing"},
		{"rm a\nexec a A", "modify a"},
	} {
		t.Run(strings.ReplaceAll(c.steps, "\n", "; "), func(t *testing.T) {
			m, w, err := sampleDisk()
			require.NoError(t, err)
			require.NoError(t, steps(w, m, c.steps))
			ops := mustPlan(t, w)
			require.Equal(t, c.plan, shown(ops))
			carryOut(t, w, m, ops)
			for _, p := range w.Paths() {
				f, _ := w.Get(p)
				require.NoError(t, m.holds(p, &f))
				require.True(t, w.Clean(p))
			}
			require.Equal(t, "S", m.files["stray"].data)
		})
	}
}

func TestWithoutListingOnlyOwnDirectoriesGiveWay(t *testing.T) {
	m, w, err := sampleDisk()
	require.NoError(t, err)
	blind := struct{ Disk }{m}
	require.ErrorContains(t, steps(w, blind, "create empty 1"), "empty is a directory")
	require.ErrorContains(t, steps(w, blind, "mvtree d n"), "cannot list")
	require.NoError(t, steps(w, blind, "rm d/x\nrm d/y\ncreate d 1"))
	require.Equal(t, "rm d/x\nrm d/y\nrmdir d\ncreate d", shown(mustPlan(t, w)))
}

func TestModes(t *testing.T) {
	m := newModel(map[Path]string{"a": "A", "x": "X"})
	w := New(Limits{})
	a, x := m.file("a", false), m.file("x", false)
	a.Mode, x.Mode = 0o640, 0o755
	require.NoError(t, w.Acquire(map[Path]File{"a": a, "x": x}))
	require.NoError(t, steps(w, m, "create n N\nexec e E\ncopy x c\nset x 1\nrm a\nexec a 1\nmv x y"))
	for p, mode := range map[Path]string{"n": "-rw-rw-rw-", "e": "-rwxrwxrwx", "c": "-rwxr-xr-x", "y": "-rwxr-xr-x", "a": "-rwxr-x---"} {
		f, _ := w.Get(p)
		require.Equal(t, mode, f.Mode.String(), p)
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		steps  string
		limits Limits
		name   string
	}{
		{"create c 1", Limits{Files: 2}, "files"},
		{"copy a c", Limits{Files: 2}, "files"},
		{"create d/e/f 1", Limits{Depth: 2}, "depth"},
		{"mv a d/e/f", Limits{Depth: 2}, "depth"},
		{"set a 12345", Limits{FileBytes: 4}, "file_bytes"},
		{"create c 12345", Limits{FileBytes: 4}, "file_bytes"},
		{"set a 12345", Limits{TotalBytes: 5}, "total_bytes"},
		{"rm b\nset a 1234\ncreate c 12", Limits{TotalBytes: 5}, "total_bytes"},
	} {
		m := newModel(map[Path]string{"a": "A", "b": "B"})
		w := New(c.limits)
		require.NoError(t, w.Acquire(map[Path]File{"a": m.file("a", false), "b": m.file("b", false)}))
		err := steps(w, m, c.steps)
		var bound *BoundError
		require.ErrorAs(t, err, &bound, c.steps)
		require.Equal(t, c.name, bound.Reason())
		require.ErrorContains(t, err, c.name)
		require.Contains(t, bound.Hint(), "raise "+c.name)
	}
	require.Error(t, New(Limits{FileBytes: 1}).Acquire(map[Path]File{"a": {Text: text("12")}}))
	require.Error(t, New(Limits{TotalBytes: 3}).Acquire(map[Path]File{"a": {Text: text("12")}, "b": {Text: text("12")}}))
	w := New(Limits{Files: 1})
	require.Error(t, w.Acquire(map[Path]File{"a": {}, "b": {}}))
	require.Zero(t, w.Len())
}

func TestAcquireRefused(t *testing.T) {
	m, w, err := sampleDisk()
	require.NoError(t, err)
	require.NoError(t, steps(w, m, "rm a\nmv b n\nmv d/x k"))
	for p, message := range map[Path]string{
		"bin": "exists already", "a": "this run deleted it", "b": "this run renamed it to n", "d/x": "renamed it to k",
		"s/real": "same file as s/l", "n/below": "n is a file", "e": "is a directory",
	} {
		require.ErrorContains(t, w.Acquire(map[Path]File{p: {}, "fine": {}}), message)
	}
	require.ErrorContains(t, w.Acquire(map[Path]File{"other": {Link: "d/y"}}), "same file as d/y")
	_, ok := w.Get("fine")
	require.False(t, ok)
}

func TestFoldedNames(t *testing.T) {
	m := newModel(map[Path]string{"a": "A", "b": "B"})
	m.folds = true
	w := acquired(t, m)
	require.ErrorContains(t, steps(w, m, "create B 1"), "one name on this disk")
	require.ErrorContains(t, steps(w, m, "mv a B"), "one name on this disk")
	require.NoError(t, steps(w, m, "mv a A\nmv b c\nmv A B"))
	ops := mustPlan(t, w)
	require.Equal(t, "mv b c\nmv a B", shown(ops))
	carryOut(t, w, m, ops)
	require.NoError(t, steps(w, m, "mv B b"))
	ops = mustPlan(t, w)
	require.Equal(t, "mv B b", shown(ops))
	require.True(t, ops[0].Vacated)
	carryOut(t, w, m, ops)
}

func TestDelta(t *testing.T) {
	for _, c := range []struct {
		steps string
		want  Delta
	}{
		{"set a A", Delta{}},
		{"set a 1", Delta{Changed: []Path{"a"}, Count: 1}},
		{"mv a n", Delta{Renamed: map[Path]Path{"a": "n"}, Count: 1}},
		{"mv a n\nset n 1", Delta{Renamed: map[Path]Path{"a": "n"}, Changed: []Path{"n"}, Count: 2}},
		{"set a 1\nmv a n", Delta{Renamed: map[Path]Path{"a": "n"}, Changed: []Path{"n"}, Count: 2}},
		{"mv a n\nmv n a", Delta{Count: 2}},
		{"mv a n\nmv b a\nmv n b", Delta{Renamed: map[Path]Path{"a": "b", "b": "a"}, Count: 3}},
		{"mv a n\ncreate a 1", Delta{Renamed: map[Path]Path{"a": "n"}, Added: []Path{"a"}, Count: 2}},
		{"mv a n\ncreate a 1\nrm n", Delta{Changed: []Path{"a"}, Count: 3}},
		{"rm a\ncreate a 1", Delta{Changed: []Path{"a"}, Count: 2}},
		{"rm a\ncreate a A", Delta{Count: 2}},
		{"rm b\nmv a b", Delta{Renamed: map[Path]Path{"a": "b"}, Deleted: []Path{"b"}, Count: 2}},
		{"create n 1\nmv n m", Delta{Added: []Path{"m"}, Count: 2}},
		{"create n 1\nrm n", Delta{Count: 2}},
		{"rmtree d", Delta{Deleted: []Path{"d/x", "d/y"}, Count: 2}},
		{"mvtree d n", Delta{Renamed: map[Path]Path{"d/x": "n/x", "d/y": "n/y"}, Count: 2}},
	} {
		m := newModel(map[Path]string{"a": "A", "b": "B", "d/x": "X", "d/y": "Y"})
		d := acquired(t, m).Begin(m)
		for line := range strings.SplitSeq(c.steps, "\n") {
			require.NoError(t, step(d, strings.Fields(line)))
		}
		got := d.Delta()
		require.Equal(t, len(c.want.Changed)+len(c.want.Added)+len(c.want.Deleted)+len(c.want.Renamed) == 0, got.Empty())
		got.Touched, got.Files = nil, nil
		require.Equal(t, c.want, got, c.steps)
	}
}

func TestDeltaFiles(t *testing.T) {
	m := newModel(map[Path]string{"a": "A", "b": "B"})
	w := acquired(t, m)
	d := w.Begin(m)
	require.NoError(t, d.Rename("a", "n"))
	require.NoError(t, d.SetText("n", text("1"), 7))
	require.NoError(t, d.Copy("b", "c"))
	delta := d.Delta()
	require.Equal(t, []Path{"a", "b", "c", "n"}, delta.Touched)
	require.Equal(t, 9, delta.Count)
	require.Len(t, delta.Files, 2)
	require.Equal(t, Path("c"), delta.Files[0].Path)
	require.Nil(t, delta.Files[0].Before)
	require.Equal(t, "a", string(delta.Files[1].Source))
	require.Equal(t, "A", delta.Files[1].Before.text())
	require.Equal(t, "1", delta.Files[1].After.text())
	_, seen := w.Get("n")
	require.False(t, seen, "nothing is visible before Commit")
	d.Commit()
	require.Equal(t, []Path{"b", "c", "n"}, w.Paths())
	require.Equal(t, delta, d.Delta(), "Commit changes nothing about the delta")
}

func TestCommitLosesNothing(t *testing.T) {
	m := newModel(map[Path]string{"a": "A"})
	w := acquired(t, m)
	failed := w.Begin(m)
	require.Error(t, failed.Delete("nope"))
	require.Panics(t, failed.Commit)
	first, second := w.Begin(m), w.Begin(m)
	require.NoError(t, first.SetText("a", text("1"), 1))
	require.NoError(t, second.SetText("a", text("2"), 1))
	first.Commit()
	require.Panics(t, second.Commit)
	f, _ := w.Get("a")
	require.Equal(t, "1", f.text())
}

func TestDiskErrorsAreReported(t *testing.T) {
	w := New(Limits{})
	no := errors.New("no")
	err := w.Begin(deafDisk{no}).Create("a", text(""), false)
	require.ErrorIs(t, err, no)
	require.ErrorContains(t, err, "a")
}

type deafDisk struct{ err error }

func (d deafDisk) Kind(Path) (Kind, error) { return Absent, d.err }
func (d deafDisk) Folds() bool             { return false }

func TestDirectoriesOfDroppedAndOlderDraftsDoNotCount(t *testing.T) {
	m, w, err := sampleDisk()
	require.NoError(t, err)
	require.NoError(t, w.Begin(m).Create("empty", text("1"), false))
	require.Zero(t, w.state.dirs.Len(), "the draft was dropped")
	require.NoError(t, steps(w, m, "create empty 1\nrm empty"))
	delete(m.dirs, "empty/deep")
	delete(m.dirs, "empty")
	require.NoError(t, steps(w, m, "create empty 1"))
	require.Equal(t, "create empty", shown(mustPlan(t, w)))
}

func TestClonesShareNoOwner(t *testing.T) {
	m, w, err := sampleDisk()
	require.NoError(t, err)
	w.state.fold()
	require.NoError(t, steps(w, m, "rm a\nset b 1\ncopy bin n\ncreate empty 1"))
	c := w.state.clone()
	original, clone := reflect.ValueOf(w.state).Elem(), reflect.ValueOf(c).Elem()
	maps := 0
	for i := range original.NumField() {
		if original.Field(i).Kind() != reflect.Struct {
			require.True(t, original.Field(i).Equal(clone.Field(i)))
			continue
		}
		maps++
		name := original.Type().Field(i).Name
		require.NotZero(t, original.Field(i).FieldByName("size").Int(), name)
		require.True(t, original.Field(i).FieldByName("owner").IsNil(), name)
		require.True(t, clone.Field(i).Equal(original.Field(i)), name)
	}
	require.Equal(t, 12, maps)
}
