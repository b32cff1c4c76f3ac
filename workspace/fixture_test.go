package workspace

// What the tests of this package share: building workspaces and reading plans.

import (
	"fmt"
	"strings"
	"testing"

	"devstar/hunkengine"

	"github.com/stretchr/testify/require"
)

// text returns the text that holds s.
func text(s string) hunkengine.Text {
	t, err := hunkengine.ParseString(s)
	if err != nil {
		panic(err)
	}
	return t
}

// acquired returns a workspace that has acquired every file of the disk.
func acquired(t testing.TB, m *model) *Workspace {
	w := New(Limits{})
	files := map[Path]File{}
	for _, f := range m.files {
		files[f.name] = m.file(f.name, false)
	}
	require.NoError(t, w.Acquire(files))
	return w
}

// steps runs a script on a workspace: one operation a line, each in a draft of its own:
//
//	create PATH TEXT | exec PATH TEXT | set PATH TEXT | copy A B | mv A B | rm PATH | mvtree A B | cptree A B | rmtree PATH
func steps(w *Workspace, disk Disk, script string) error {
	for line := range strings.SplitSeq(strings.TrimSpace(script), "\n") {
		d := w.Begin(disk)
		if err := step(d, strings.Fields(line)); err != nil {
			return err
		}
		d.Commit()
	}
	return nil
}

func step(d *Draft, words []string) error {
	words = append(words, "", "")
	a, b := Path(words[1]), Path(words[2])
	switch words[0] {
	case "create", "exec":
		return d.Create(a, text(words[2]), words[0] == "exec")
	case "set":
		return d.SetText(a, text(words[2]), 1)
	case "copy":
		return d.Copy(a, b)
	case "mv":
		return d.Rename(a, b)
	case "rm":
		return d.Delete(a)
	case "mvtree":
		return d.RenameTree(a, b)
	case "cptree":
		return d.CopyTree(a, b)
	case "rmtree":
		return d.DeleteTree(a)
	}
	panic("no such step: " + words[0])
}

// temps returns a source of temporary names, T1, T2, ...
func temps() func(string) (Path, error) {
	n := 0
	return func(dir string) (Path, error) {
		n++
		if dir != "" {
			dir += "/"
		}
		return Path(fmt.Sprintf("%s%sT%d", dir, tempPrefix, n)), nil
	}
}

// shown writes a plan with one operation a line, temporaries as T1, T2, ...
func shown(ops []Op) string {
	var lines []string
	for _, op := range ops {
		line := map[OpKind]string{RenameOp: "mv " + string(op.From) + " ", DeleteOp: "rm ", RemoveDirOp: "rmdir ",
			CreateOp: "create ", ModifyOp: "modify "}[op.Kind] + string(op.Path)
		if op.Replaces != nil {
			line += " replacing"
		}
		lines = append(lines, strings.ReplaceAll(line, tempPrefix, ""))
	}
	return strings.Join(lines, "\n")
}

// carryOut does a plan on the model and notes it in the workspace.
func carryOut(t require.TestingT, w *Workspace, m *model, ops []Op) {
	b := &batch{model: m, start: m.clone()}
	for _, op := range ops {
		require.NoError(t, b.do(op), "in\n%s", shown(ops))
		w.Done(op)
	}
}

// mustPlan plans everything, or what the patterns select.
func mustPlan(t require.TestingT, w *Workspace, patterns ...string) []Op {
	ops, err := w.Plan(selection(t, patterns...), temps())
	require.NoError(t, err)
	return ops
}

func selection(t require.TestingT, patterns ...string) *Selector {
	if len(patterns) == 0 {
		return nil
	}
	sel := mustSelect(t, patterns)
	return &sel
}
