package workspace

// Plans as tables: which operations a difference becomes, in which order, and which selections are refused.

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPlan(t *testing.T) {
	abc := map[Path]string{"a": "A", "b": "B", "c": "C", "d/x": "X"}
	for _, c := range []struct{ name, steps, want string }{
		{"nothing", "set a A", ""},
		{"changed and back", "set a 1\nset a A", ""},
		{"modify", "set a 1", "modify a"},
		{"path-only move", "mv a n/e/w", "mv a n/e/w"},
		{"move with change", "mv a e\nset e 1", "mv a e\nmodify e"},
		{"create", "create e E", "create e"},
		{"order", "create z Z\nset c 1\nmv a y\nrm b\nrm d/x", "mv a y\nrm b\nrm d/x\nmodify c\ncreate z"},
		{"net zero", "mv a e\nmv e f\nmv f a", ""},
		{"net zero with change", "mv a e\nset e 1\nmv e a", "modify a"},
		{"chain", "mv a e\nmv b a\nmv c b", "mv a e\nmv b a\nmv c b"},
		{"later destination first", "mv b e\nmv a b", "mv b e\nmv a b"},
		{"ready ones by destination", "mv b m\nmv a b\nmv c y\nmv d/x x\ncreate n 1", "mv b m\nmv a b\nmv d/x x\nmv c y\ncreate n"},
		{"swap", "mv a t\nmv b a\nmv t b", "mv b T1\nmv a b\nmv T1 a"},
		{"swap in directories", "mv a t\nmv d/x a\nmv t d/x", "mv d/x T1\nmv a d/x\nmv T1 a"},
		{"cycle of three", "mv a t\nmv c a\nmv b c\nmv t b", "mv c T1\nmv b c\nmv a b\nmv T1 a"},
		{"free renames before a cycle", "mv a t\nmv b a\nmv t b\nmv c z", "mv c z\nmv b T1\nmv a b\nmv T1 a"},
		{"deleted and created", "rm a\ncreate a 1", "modify a"},
		{"deleted and created, equal", "rm a\ncreate a A", ""},
		{"created and deleted", "create e E\nrm e", ""},
		{"moved away and created", "mv a e\ncreate a A", "mv a e\ncreate a"},
		{"moved away, created, back", "mv a e\ncreate a N\nmv a f\nmv e a", "create f"},
		{"moved away, created, mover deleted", "mv a e\ncreate a 1\nrm e", "modify a"},
		{"onto a deleted one", "rm b\nmv a b", "mv a b replacing"},
		{"onto a deleted one, with change", "rm b\nmv a b\nset b 1", "mv a b replacing\nmodify b"},
		{"onto a deleted one and on", "rm b\nmv a b\nmv b e", "mv a e\nrm b"},
		{"onto a deleted one, then deleted", "rm b\nmv a b\nrm b", "rm a\nrm b"},
		{"created, moved onto a deleted one", "rm b\ncreate e 1\nmv e b", "modify b"},
		{"file gives way to directory", "rm a\ncreate a/n N", "rm a\ncreate a/n"},
		{"file gives way to a moved one", "rm a\nmv b a/n\nrm c", "rm a\nmv b a/n\nrm c"},
		{"file moves below itself", "mv a a/n", "mv a T1\nmv T1 a/n"},
		{"moved file gives way to directory", "mv a e\nmv b a/b", "mv a e\nmv b a/b"},
		{"directory gives way to file", "rm d/x\ncreate d D", "rm d/x\nrmdir d\ncreate d"},
		{"directory gives way to its own file", "mv d/x d", "mv d/x T1\nrmdir d\nmv T1 d"},
		{"directory gives way to a moved one", "rm c\nrm d/x\nmv a d", "rm d/x\nrmdir d\nmv a d\nrm c"},
		{"copy", "copy a e\nset a 1", "modify a\ncreate e"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newModel(abc)
			w := acquired(t, m)
			require.NoError(t, steps(w, m, c.steps))
			ops := mustPlan(t, w)
			require.Equal(t, c.want, shown(ops))
			carryOut(t, w, m, ops)
			require.Empty(t, mustPlan(t, w))
			require.Empty(t, w.Unwritten())
		})
	}
}

func TestPlanTwoWrites(t *testing.T) {
	m := newModel(map[Path]string{"a": "A"})
	w := acquired(t, m)
	for _, c := range []struct{ steps, want string }{
		{"mv a b", "mv a b"},
		{"create a A", "create a"},
		{"mv b c", "mv b c"},
		{"rm c\nrm a\nmvtree x y", ""},
	} {
		err := steps(w, m, c.steps)
		if c.want == "" {
			require.Error(t, err)
			continue
		}
		require.NoError(t, err)
		ops := mustPlan(t, w)
		require.Equal(t, c.want, shown(ops))
		carryOut(t, w, m, ops)
	}
}

func TestPlanGuards(t *testing.T) {
	m := newModel(map[Path]string{"a": "A", "b": "B", "c": "C"})
	w := acquired(t, m)
	require.NoError(t, steps(w, m, "rm b\nmv a b\nset b 1\nset c 2"))
	ops := mustPlan(t, w)
	require.Equal(t, "mv a b replacing\nmodify b\nmodify c", shown(ops))
	require.Equal(t, "B", ops[0].Replaces.text())
	require.Equal(t, "A", ops[0].Before.text())
	require.Equal(t, "A", ops[1].Before.text())
	require.Equal(t, "1", ops[1].File.text())
	require.Equal(t, "C", ops[2].Before.text())
}

func TestPlanSelection(t *testing.T) {
	for _, c := range []struct {
		name, steps string
		sel         []string
		want, err   string
	}{
		{"by path", "set a 1\nset b 1", []string{"a"}, "modify a", ""},
		{"by old name", "mv a e\nset e 1\nset b 1", []string{"a"}, "mv a e\nmodify e", ""},
		{"by new name", "mv a e\nset b 1", []string{"e"}, "mv a e", ""},
		{"by glob over old names", "mv d/x e\nrm d/y", []string{"d/*"}, "mv d/x e\nrm d/y", ""},
		{"clean", "set a 1", []string{"b"}, "", ""},
		{"clean by glob", "set a 1", []string{"d/**"}, "", ""},
		{"unknown", "set a 1", []string{"nope"}, "", `nothing in the workspace is selected by "nope"`},
		{"one unknown", "set a 1", []string{"a", "nope"}, "", `nothing in the workspace is selected by "nope"`},
		{"unknown glob", "set a 1", []string{"*.zig"}, "", `nothing in the workspace is selected by "*.zig"`},
		{"replacing by source", "rm b\nmv a b", []string{"a"}, "mv a b replacing", ""},
		{"head of a chain", "mv b e\nmv a b", []string{"e"}, "mv b e", ""},
		{"tail of a chain", "mv b e\nmv a b", []string{"a"}, "", "rename a to b has to wait for rename b to e"},
		{"creation where one leaves", "mv a e\ncreate a 1", []string{"a"}, "mv a e\ncreate a", ""},
		{"half a swap", "mv a t\nmv b a\nmv t b", []string{"a"}, "mv b T1\nmv a b\nmv T1 a", ""},
		{"part of a cycle", "mv a t\nmv c a\nmv b c\nmv t b", []string{"c"}, "", "rename c to a has to wait for rename a to b"},
		{"below a file that is deleted", "rm a\ncreate a/n 1", []string{"a/n"}, "", "create a/n has to wait for delete a"},
		{"in place of a directory", "rm d/x\nrm d/y\ncreate d 1", []string{"d", "d/x"}, "", "create d has to wait for delete d/y"},
		{"below a file that leaves", "mv a e\nmv b a/n", []string{"b"}, "", "rename b to a/n has to wait for rename a to e"},
		{"deletion that others wait for", "rm a\ncreate a/n 1", []string{"a"}, "rm a", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newModel(map[Path]string{"a": "A", "b": "B", "c": "C", "d/x": "X", "d/y": "Y"})
			w := acquired(t, m)
			require.NoError(t, steps(w, m, c.steps))
			ops, err := w.Plan(selection(t, c.sel...), temps())
			if c.err != "" {
				require.ErrorContains(t, err, c.err)
				require.Empty(t, ops)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, shown(ops))
			carryOut(t, w, m, ops)
			carryOut(t, w, m, mustPlan(t, w))
			require.Empty(t, w.Unwritten())
		})
	}
}

func TestPlanReturnsTheErrorOfTemp(t *testing.T) {
	m := newModel(map[Path]string{"a": "A", "b": "B"})
	w := acquired(t, m)
	require.NoError(t, steps(w, m, "mv a t\nmv b a\nmv t b"))
	no := errors.New("no name")
	_, err := w.Plan(nil, func(string) (Path, error) { return "", no })
	require.ErrorIs(t, err, no)
}

func TestPlanAfterAParkedRename(t *testing.T) {
	m := newModel(map[Path]string{"a": "A", "b": "B"})
	w := acquired(t, m)
	require.NoError(t, steps(w, m, "mv a t\nmv b a\nmv t b"))
	carryOut(t, w, m, mustPlan(t, w)[:1])
	for _, row := range w.Unwritten() {
		require.NotContains(t, row.Path, tempPrefix)
		require.NotContains(t, row.Source, tempPrefix)
	}
	ops := mustPlan(t, w)
	require.Equal(t, "mv a b\nmv T1 a", shown(ops))
	carryOut(t, w, m, ops)
	require.Equal(t, "B", m.files["a"].data)
	require.Equal(t, "A", m.files["b"].data)
}
