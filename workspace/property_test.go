package workspace

// Properties of workspaces and plans: random runs on a model disk end as they should, in the order they should, and lose
// nothing on the way.

import (
	"crypto/sha256"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// world is a workspace on a model disk, with what a reader of the script expects.
type world struct {
	t     *rapid.T
	w     *Workspace
	disk  *model
	names []Path

	want    map[Path]string // held files, as the operations say
	strange map[Path]string // files on disk that were never acquired
	saved   []save
	fresh   int
}

type save struct {
	point   Savepoint
	want    map[Path]string
	reloads int
}

var plainNames = []Path{"a", "b", "c", "a/x", "a/y", "b/x", "c/x", "c/x/y", "d/x", "d/x/z", "e", "l"}

// newWorld draws a disk and acquires some of it. Where l is, it is a link to real/l.
func newWorld(t *rapid.T, names []Path, folds bool) *world {
	wo := &world{
		t: t, w: New(Limits{}), disk: &model{files: map[string]modelFile{}, dirs: map[string]bool{}, folds: folds},
		names: names, want: map[Path]string{}, strange: map[Path]string{},
	}
	files := map[Path]File{}
	for _, p := range names {
		if wo.blocked(p) || rapid.IntRange(0, 2).Draw(t, "on disk") == 0 {
			continue
		}
		wo.disk.put(p, wo.content())
		if p == "l" {
			wo.disk.put("real/l", wo.disk.files["l"].data)
			wo.disk.files["l"] = modelFile{name: "l", link: "real/l"}
		}
		if rapid.IntRange(0, 5).Draw(t, "unknown") == 0 && p != "l" {
			wo.strange[p] = wo.disk.files[wo.disk.key(p)].data
			continue
		}
		files[p] = wo.disk.file(p, p != "l" && rapid.IntRange(0, 5).Draw(t, "opaque") == 0)
		wo.want[p] = wo.valueOf(files[p])
	}
	require.NoError(t, wo.w.Acquire(files))
	return wo
}

// blocked reports whether p cannot be made on the model disk.
func (wo *world) blocked(p Path) bool {
	kind, _ := wo.disk.Kind(p)
	for dir := range above(p) {
		if k, _ := wo.disk.Kind(dir); k == Regular || k == Symlink {
			return true
		}
	}
	return kind != Absent
}

// content returns a text that nothing else holds.
func (wo *world) content() string {
	wo.fresh++
	return strings.Repeat("x", wo.fresh)
}

func (wo *world) valueOf(f File) string {
	if f.Opaque {
		return string(f.Sum[:])
	}
	return f.Text.String()
}

func (wo *world) name() Path { return rapid.SampledFrom(wo.names).Draw(wo.t, "name") }

// operate tries one operation. What is refused leaves everything as it was.
func (wo *world) operate() {
	d := wo.w.Begin(wo.disk)
	want := maps.Clone(wo.want)
	a, b := wo.name(), wo.name()
	var err error
	switch rapid.IntRange(0, 9).Draw(wo.t, "operation") {
	case 0, 1:
		want[a] = wo.content()
		err = d.Create(a, text(want[a]), rapid.Bool().Draw(wo.t, "executable"))
	case 2:
		want[a] = wo.content()
		err = d.SetText(a, text(want[a]), 1)
	case 3, 4:
		delete(want, a)
		err = d.Delete(a)
	case 5:
		want[b] = want[a]
		err = d.Copy(a, b)
	default:
		want[b] = want[a]
		delete(want, a)
		err = d.Rename(a, b)
	}
	if err != nil {
		wo.refused(err)
		return
	}
	d.Commit()
	wo.want = want
}

// refused checks that an error says what, where and what next.
func (wo *world) refused(err error) {
	failure, ok := err.(interface{ Reason() string })
	require.True(wo.t, ok, "%T", err)
	require.NotEmpty(wo.t, failure.Reason())
}

// check compares the workspace with what the operations say.
func (wo *world) check() {
	got := map[Path]string{}
	var bytes int64
	for _, p := range wo.w.Paths() {
		f, _ := wo.w.Get(p)
		got[p] = wo.valueOf(f)
		bytes += f.Size
	}
	require.Equal(wo.t, wo.want, got)
	require.Equal(wo.t, bytes, wo.w.Bytes())
	wo.checkIndexes()
}

// checkIndexes compares what the state derives step by step with what follows from files and baselines.
func (wo *world) checkIndexes() {
	s := wo.w.state
	claims, descents := map[Path]Path{}, map[Path]Path{}
	for p, e := range s.files.All() {
		claims[e.disk], descents[e.origin] = p, p
		require.Equal(wo.t, e.disk != p || !s.onDisk(e).same(e.file), s.pending.Has(p), "pending %s", p)
		require.Equal(wo.t, e.origin != p || !s.asAcquired(e).same(e.file), s.changed.Has(p), "changed %s", p)
		require.Equal(wo.t, e.file.Opaque && e.disk == "", s.copies.Has(copyKey(e.file, p)))
	}
	for d, k := range s.disk.All() {
		require.Equal(wo.t, claims[d], k.held, "claim on %s", d)
		require.Equal(wo.t, k.held == "", s.gone.Has(d))
		if e, ok := s.files.Get(d); ok && e.disk == "" && k.held == "" {
			require.False(wo.t, takesPlace(e.file, k.file), "%s is deleted and created", d)
		}
	}
	for p, k := range s.acquired.All() {
		require.Equal(wo.t, descents[p], k.held, "descent from %s", p)
		require.Equal(wo.t, k.held == "", s.lost.Has(p))
	}
	require.LessOrEqual(wo.t, s.pending.Len()+s.gone.Len(), s.files.Len()+s.disk.Len())
}

// write carries out a plan, or a part of it, on the disk.
func (wo *world) write() {
	var sel *Selector
	if rapid.IntRange(0, 2).Draw(wo.t, "selected") == 0 {
		names := rapid.SliceOfNDistinct(rapid.SampledFrom(wo.names), 1, 4, rapid.ID[Path]).Draw(wo.t, "selection")
		patterns := make([]string, len(names))
		for i, p := range names {
			patterns[i] = string(p)
		}
		s := mustSelect(wo.t, patterns)
		sel = &s
	}
	ops, err := wo.w.Plan(sel, freshTemps(wo.disk))
	if err != nil {
		require.NotNil(wo.t, sel, "%v", err)
		wo.refused(err)
		return
	}
	wo.checkOrder(ops)
	b := &batch{model: wo.disk, start: wo.disk.clone()}
	end := rapid.IntRange(0, 2*len(ops)).Draw(wo.t, "end")
	for i, op := range ops {
		if i == end {
			break
		}
		wo.completes(ops, i)
		require.NoError(wo.t, b.do(op), "operation %d of\n%s", i, shown(ops))
		wo.w.Done(op)
		wo.check()
	}
}

// completes checks that from here a fresh plan leads to the end, and that it has to touch nothing twice.
func (wo *world) completes(ops []Op, done int) {
	copied := &Workspace{state: wo.w.state.clone(), tail: new(event)}
	rest, err := copied.Plan(nil, freshTemps(wo.disk))
	require.NoError(wo.t, err)
	b := &batch{model: wo.disk.clone(), start: wo.disk.clone()}
	lives := wo.living()
	for _, op := range rest {
		require.NoError(wo.t, b.do(op), "after %d operations of\n%s\nin\n%s", done, shown(ops), shown(rest))
		copied.Done(op)
		wo.matches(copied, b.model)
		for content := range lives {
			require.True(wo.t, b.has(content), "lost in\n%s at %v", shown(rest), op)
		}
	}
	wo.ended(b.model)
	require.Empty(wo.t, mustPlan(wo.t, copied))
	require.Empty(wo.t, copied.Unwritten())
}

// freshTemps draws names that the disk does not have.
func freshTemps(m *model) func(string) (Path, error) {
	draw := temps()
	return func(dir string) (Path, error) {
		for {
			p, err := draw(dir)
			if kind, _ := m.Kind(p); kind == Absent || err != nil {
				return p, err
			}
		}
	}
}

// living returns the contents that are on disk and wanted, and not only to be written there.
func (wo *world) living() map[string]bool {
	lives := map[string]bool{}
	for p, e := range wo.w.state.files.All() {
		if e.disk != "" && wo.w.state.onDisk(e).SameContent(e.file) {
			lives[wo.want[p]] = true
		}
	}
	return lives
}

// has reports whether some file of the model has a content.
func (m *model) has(content string) bool {
	for _, f := range m.files {
		if sum := sha256.Sum256([]byte(f.data)); f.data == content || string(sum[:]) == content {
			return true
		}
	}
	return false
}

// matches checks that what a workspace knows of the disk is there.
func (wo *world) matches(w *Workspace, m *model) {
	for d, k := range w.state.disk.All() {
		require.NoError(wo.t, m.holds(d, k.file))
	}
}

// ended checks that a disk is what the operations say: the held files, what was never acquired, and nothing else.
func (wo *world) ended(m *model) {
	want := map[Path]string{}
	for p := range wo.want {
		f, _ := wo.w.Get(p)
		require.NoError(wo.t, m.holds(p, &f))
		want[p] = ""
	}
	for p, data := range wo.strange {
		require.Equal(wo.t, data, m.files[m.key(p)].data, "%s, which was never acquired", p)
		want[p] = ""
	}
	for _, f := range m.files {
		_, ok := want[f.name]
		require.True(wo.t, ok || f.name == "real/l", "%s is left", f.name)
	}
}

// immediate changes a clean file on disk and in the workspace.
func (wo *world) immediate() {
	p := wo.name()
	f, ok := wo.w.Get(p)
	if !ok || !wo.w.Clean(p) || f.Opaque || f.Link != "" {
		return
	}
	key := wo.disk.key(p)
	if rapid.Bool().Draw(wo.t, "remove") {
		delete(wo.disk.files, key)
		delete(wo.want, p)
		wo.w.Reload(p, nil)
		return
	}
	on := wo.disk.files[key]
	on.data = wo.content()
	wo.disk.files[key] = on
	wo.want[p] = on.data
	now := wo.disk.file(p, false)
	now.Mode = f.Mode
	wo.w.Reload(p, &now)
}

// goBack restores a savepoint. A file may be otherwise than it was only because an immediate operation came between.
func (wo *world) goBack(reloads int) {
	if len(wo.saved) == 0 {
		return
	}
	i := rapid.IntRange(0, len(wo.saved)-1).Draw(wo.t, "savepoint")
	s := wo.saved[i]
	wo.saved = wo.saved[:i+1]
	wo.w.Restore(s.point)
	wo.want = maps.Clone(s.want)
	if s.reloads != reloads {
		wo.want = map[Path]string{}
		for _, p := range wo.w.Paths() {
			f, _ := wo.w.Get(p)
			wo.want[p] = wo.valueOf(f)
		}
	}
	wo.dropLost()
}

// dropLost deletes the opaque files whose bytes a write has destroyed since the savepoint: the plan says that they are lost.
func (wo *world) dropLost() {
	for {
		_, err := wo.w.Plan(nil, temps())
		lost, ok := err.(*LostError)
		if !ok {
			return
		}
		require.False(wo.t, wo.disk.has(wo.want[lost.Path]))
		d := wo.w.Begin(wo.disk)
		require.NoError(wo.t, d.Delete(lost.Path))
		d.Commit()
		delete(wo.want, lost.Path)
	}
}

func (wo *world) run(steps int) {
	reloads := 0
	for range steps {
		switch rapid.IntRange(0, 15).Draw(wo.t, "step") {
		case 0, 1:
			wo.write()
		case 2:
			wo.saved = append(wo.saved, save{wo.w.Save(), maps.Clone(wo.want), reloads})
		case 3:
			wo.goBack(reloads)
		case 4:
			wo.immediate()
			reloads++
		default:
			wo.operate()
		}
		wo.check()
		wo.matches(wo.w, wo.disk)
	}
	wo.completes(nil, 0)
}

func TestRunsEndAsTheyShould(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		newWorld(t, plainNames, false).run(rapid.IntRange(1, 40).Draw(t, "steps"))
	})
}

func TestRunsEndAsTheyShouldWhereNamesFold(t *testing.T) {
	names := []Path{"a", "A", "b", "B", "c", "d/x", "d/X", "é", "e\u0301"}
	rapid.Check(t, func(t *rapid.T) {
		newWorld(t, names, true).run(rapid.IntRange(1, 30).Draw(t, "steps"))
	})
}

// TestRenamesInOneWrite is about chains, cycles and changes of kind: many files are renamed to random names, then written.
func TestRenamesInOneWrite(t *testing.T) {
	var flat []Path
	for _, c := range "abcdefghijkl" {
		flat = append(flat, Path(c))
	}
	nested := []Path{"a", "a/x", "a/x/p", "a/y", "b", "b/x", "b/y", "c/x", "c/y", "d/x", "e", "f/x"}
	rapid.Check(t, func(t *rapid.T) {
		names := flat
		if rapid.Bool().Draw(t, "nested") {
			names = nested
		}
		wo := newWorld(t, names, false)
		order := rapid.Permutation(names).Draw(t, "order")
		wo.permute(order)
		wo.write()
		wo.completes(nil, 0)
	})
}

// permute renames each held file to a name of its own in the order given, as far as the names go together.
func (wo *world) permute(order []Path) {
	held := wo.w.Paths()
	rename := func(from, to Path) bool {
		d := wo.w.Begin(wo.disk)
		if d.Rename(from, to) != nil {
			return false
		}
		d.Commit()
		wo.want[to] = wo.want[from]
		delete(wo.want, from)
		return true
	}
	for _, p := range held {
		rename(p, "t/"+p)
	}
	for _, p := range held {
		for i, to := range order {
			if rename("t/"+p, to) {
				order = slices.Delete(order, i, i+1)
				break
			}
		}
	}
	wo.check()
}

// checkOrder holds a plan to the order that is promised.
func (wo *world) checkOrder(ops []Op) {
	phase := map[OpKind]int{RenameOp: 0, DeleteOp: 1, RemoveDirOp: 0, CreateOp: 2, ModifyOp: 2}
	last, lastPath := 0, Path("")
	for i, op := range ops {
		if op.Kind == RemoveDirOp || op.Kind == DeleteOp && wo.clearsFor(ops[i:]) {
			continue
		}
		require.GreaterOrEqual(wo.t, phase[op.Kind], last, "order of\n%s", shown(ops))
		if phase[op.Kind] > last {
			last, lastPath = phase[op.Kind], ""
		}
		if last > 0 {
			require.Less(wo.t, lastPath, op.Path, "order of\n%s", shown(ops))
			lastPath = op.Path
		}
	}
	wo.checkRenames(ops)
}

// clearsFor reports whether the deletion at the front stands in the way of the rename that follows it.
func (wo *world) clearsFor(ops []Op) bool {
	i := slices.IndexFunc(ops, func(op Op) bool { return op.Kind != DeleteOp && op.Kind != RemoveDirOp })
	return i >= 0 && ops[i].Kind == RenameOp && wo.clash(ops[0].Path, ops[i].Path)
}

// clash reports whether two names cannot both be files: they are one, or one is a directory of the other.
func (wo *world) clash(a, b Path) bool {
	x, y := wo.disk.key(a), wo.disk.key(b)
	return x == y || strings.HasPrefix(x, y+"/") || strings.HasPrefix(y, x+"/")
}

// checkRenames replays the renames by the rule as it is written: of the ready ones the lexically first destination; a
// temporary only when none is ready, for one that waits for itself in the end.
func (wo *world) checkRenames(ops []Op) {
	to, parked := map[Path]Path{}, map[Path]Path{} // source -> destination; temporary -> source
	for _, op := range ops {
		if op.Kind == RenameOp && op.Temp {
			parked[op.Path] = op.From
		} else if source, ok := parked[op.From]; ok {
			to[source] = op.Path
		} else if op.Kind == RenameOp {
			to[op.From] = op.Path
		}
	}
	for _, op := range ops {
		if op.Kind != RenameOp {
			continue
		}
		ready := wo.ready(to)
		if !op.Temp {
			require.NotEmpty(wo.t, ready, "order of\n%s", shown(ops))
			require.Equal(wo.t, slices.Min(ready), op.Path, "order of\n%s", shown(ops))
			delete(to, op.From)
			continue
		}
		require.Empty(wo.t, ready, "order of\n%s", shown(ops))
		require.True(wo.t, wo.circular(to, op.From), "%s is on no cycle in\n%s", op.From, shown(ops))
		to[op.Path] = to[op.From]
		delete(to, op.From)
	}
	require.Empty(wo.t, to)
}

// ready returns the destinations for which nothing is in the way.
func (wo *world) ready(to map[Path]Path) (ready []Path) {
	for from, dest := range to {
		if len(wo.waits(to, from, dest)) == 0 {
			ready = append(ready, dest)
		}
	}
	return ready
}

// waits returns the sources that have to leave before a rename. A file that only changes its spelling does not wait for itself, and
// what has a temporary name is in nobody's way.
func (wo *world) waits(to map[Path]Path, from, dest Path) (sources []Path) {
	for other := range to {
		self := other == from && wo.disk.key(other) == wo.disk.key(dest)
		if wo.clash(other, dest) && !self && !isTemp(other) {
			sources = append(sources, other)
		}
	}
	return sources
}

// circular reports whether a rename waits for itself.
func (wo *world) circular(to map[Path]Path, start Path) bool {
	seen, todo := map[Path]bool{}, []Path{start}
	for len(todo) > 0 {
		from := todo[0]
		todo = todo[1:]
		for _, next := range wo.waits(to, from, to[from]) {
			if next == start {
				return true
			}
			if !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return false
}
