package workspace

// Going back: what is undone, and what has happened on disk and stays true.

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRestore(t *testing.T) {
	for _, c := range []struct{ before, since, held, plan string }{
		{"", "set a 1\nmv b n\ncreate m 1", "a=A b=B", ""},
		{"set a 1", "set a 2\nrm a", "a=1 b=B", "modify a"},
		{"", "set a 1\nwrite", "a=A b=B", "modify a"},
		{"", "mv a n\nwrite", "a=A b=B", "mv n a"},
		{"", "mv a n\nmv b a\nmv n b\nwrite", "a=A b=B", "mv b T1\nmv a b\nmv T1 a"},
		{"mv a n", "write", "b=B n=A", ""},
		{"mv a n", "write\nmv n a\nwrite", "b=B n=A", "mv a n"},
		{"", "rm a\nwrite", "a=A b=B", "create a"},
		{"", "create n 1\nwrite", "a=A b=B", "rm n"},
		{"rm a", "create a 1\nwrite", "b=B", "rm a"},
		{"", "acquire late", "a=A b=B", ""},
		{"", "acquire late\nset late 1", "a=A b=B", ""},
		{"", "acquire late\nset late 1\nwrite", "a=A b=B late=L", "modify late"},
		{"", "rm a\nacquire late\nmv late a\nwrite", "a=A b=B late=L", "mv a late\ncreate a"},
		{"", "fs a 7", "a=7 b=B", ""},
		{"", "fs a 7\nfs a 8", "a=8 b=B", ""},
		{"", "fs a", "b=B", ""},
		{"", "fs new 7", "a=A b=B new=7", ""},
		{"", "set a 1\nwrite\nfs a 7", "a=A b=B", "modify a"},
		{"", "rm a\nwrite\nfs a 7", "a=A b=B", "modify a"},
	} {
		t.Run(strings.ReplaceAll(c.before+"| "+c.since, "\n", "; "), func(t *testing.T) {
			m := newModel(map[Path]string{"a": "A", "b": "B"})
			w := acquired(t, m)
			m.put("late", "L")
			play(t, w, m, c.before)
			outer := w.Save()
			play(t, w, m, c.since)
			for range 2 {
				w.Restore(outer)
				require.Equal(t, c.held, heldOf(w))
				require.Equal(t, c.plan, shown(mustPlan(t, w)))
			}
			carryOut(t, w, m, mustPlan(t, w))
			require.Empty(t, w.Unwritten())
		})
	}
}

// play runs steps, and besides: write, acquire PATH, fs PATH [TEXT] for an immediate operation.
func play(t *testing.T, w *Workspace, m *model, script string) {
	for line := range strings.FieldsFuncSeq(script, func(r rune) bool { return r == '\n' }) {
		words := append(strings.Fields(line), "")
		p := Path(words[1])
		switch {
		case words[0] == "write":
			carryOut(t, w, m, mustPlan(t, w))
		case words[0] == "acquire":
			require.NoError(t, w.Acquire(map[Path]File{p: m.file(p, false)}))
		case words[0] == "fs" && words[2] == "":
			delete(m.files, words[1])
			w.Reload(p, nil)
		case words[0] == "fs":
			m.put(p, words[2])
			f := m.file(p, false)
			w.Reload(p, &f)
		default:
			require.NoError(t, steps(w, m, line))
		}
	}
}

// heldOf writes what is held as one line.
func heldOf(w *Workspace) string {
	var held []string
	for _, p := range w.Paths() {
		f, _ := w.Get(p)
		held = append(held, string(p)+"="+f.text())
	}
	return strings.Join(held, " ")
}

func TestSavepointsNest(t *testing.T) {
	m := newModel(map[Path]string{"a": "A"})
	w := acquired(t, m)
	outer := w.Save()
	play(t, w, m, "set a 1")
	inner := w.Save()
	play(t, w, m, "set a 2\nwrite\nmv a b")
	w.Restore(inner)
	require.Equal(t, "a=1", heldOf(w))
	play(t, w, m, "mv a c\nwrite")
	w.Restore(outer)
	require.Equal(t, "a=A", heldOf(w))
	require.Equal(t, "mv c a\nmodify a", shown(mustPlan(t, w)))
}

func TestForgottenAcquisitionIsReadAnew(t *testing.T) {
	m := newModel(map[Path]string{"a": "A"})
	w := acquired(t, m)
	m.put("late", "old")
	outer := w.Save()
	inner := w.Save()
	play(t, w, m, "acquire late")
	w.Restore(inner)
	m.put("late", "new")
	play(t, w, m, "acquire late\nset late 1\nwrite")
	w.Restore(outer)
	require.Equal(t, "a=A late=new", heldOf(w))
}

func TestRestoredOpaqueFileMayBeLost(t *testing.T) {
	m := newModel(map[Path]string{"bin": "\x01"})
	w := New(Limits{})
	require.NoError(t, w.Acquire(map[Path]File{"bin": m.file("bin", true)}))
	s := w.Save()
	play(t, w, m, "rm bin\nwrite")
	w.Restore(s)
	_, err := w.Plan(nil, temps())
	require.ErrorContains(t, err, "bin cannot be written")
}

func TestRestoredFileInPlaceOfAWrittenDirectory(t *testing.T) {
	m := newModel(map[Path]string{"a": "A"})
	w := acquired(t, m)
	play(t, w, m, "create d 1")
	s := w.Save()
	play(t, w, m, "rm d\ncreate d/e/x 1\nwrite")
	w.Restore(s)
	ops := mustPlan(t, w)
	require.Equal(t, "rm d/e/x\nrmdir d/e\nrmdir d\ncreate d", shown(ops))
	carryOut(t, w, m, ops[:1])
	ops = mustPlan(t, w)
	require.Equal(t, "rmdir d/e\nrmdir d\ncreate d", shown(ops))
	carryOut(t, w, m, ops)
}

func TestRestoredNamesFold(t *testing.T) {
	m := newModel(map[Path]string{"a": "A"})
	m.folds = true
	w := acquired(t, m)
	s := w.Save()
	play(t, w, m, "rm a\ncreate A 1\nwrite")
	w.Restore(s)
	ops := mustPlan(t, w)
	require.Equal(t, "rm A\ncreate a", shown(ops))
	require.True(t, ops[1].Vacated)
	carryOut(t, w, m, ops)
}

func TestRestoredLinkBecomesAFile(t *testing.T) {
	m, w, err := sampleDisk()
	require.NoError(t, err)
	s := w.Save()
	play(t, w, m, "rm s/l\nwrite")
	w.Restore(s)
	ops := mustPlan(t, w)
	require.Equal(t, "create s/l", shown(ops))
	require.Empty(t, ops[0].File.Link)
	require.Equal(t, "R", ops[0].File.text())
}
