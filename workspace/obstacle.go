package workspace

// Obstacles: what has to leave before a name can be taken, where files and directories change places.

import (
	"slices"
	"sort"
	"strings"
)

// clearWay emits what has to be done just before a file takes the name p: deletions above, below and under another spelling, then the
// removal of directories. It reports whether the name was taken when the batch began and is, or has been, freed.
func (pl *planner) clearWay(p Path) (vacated bool) {
	key := pl.key(p)
	_, vacated = pl.leaving[key]
	if i, ok := pl.doomed[key]; ok && pl.deletions[i].path != p {
		pl.emitDeletion(i)
		vacated = true
	}
	for dir := range above(key) {
		if i, ok := pl.doomed[dir]; ok {
			pl.emitDeletion(i)
		}
	}
	for _, i := range pl.doomedBelow(key) {
		pl.emitDeletion(i)
	}
	for _, dir := range pl.dirs(p) {
		pl.ops = append(pl.ops, Op{Kind: RemoveDirOp, Path: dir})
		vacated = true
	}
	return vacated
}

// doomedBelow returns the deletions below a key, by path.
func (pl *planner) doomedBelow(key string) []int {
	at := func(i int) string { return pl.key(pl.deletions[pl.doomedBy[i]].path) }
	prefix := key + "/"
	first := sort.Search(len(pl.doomedBy), func(i int) bool { return at(i) >= prefix })
	end := first
	for end < len(pl.doomedBy) && strings.HasPrefix(at(end), prefix) {
		end++
	}
	below := slices.Clone(pl.doomedBy[first:end])
	slices.Sort(below)
	return below
}

// dirs returns the directories on disk, as far as known, that stand at p and below, innermost first.
func (pl *planner) dirs(p Path) []Path {
	if _, ok := pl.state.disk.FirstBelow(p); !ok && pl.state.dirs.Len() == 0 {
		return nil
	}
	found := map[Path]bool{}
	for d := range pl.state.disk.Below(p) {
		for dir := parent(d); len(dir) >= len(p) && !found[dir]; dir = parent(dir) {
			found[dir] = true
		}
	}
	for dir := range pl.state.dirs.Below(p) {
		found[dir] = true
	}
	if pl.state.dirs.Has(p) {
		found[p] = true
	}
	dirs := make([]Path, 0, len(found))
	for dir := range found {
		dirs = append(dirs, dir)
	}
	slices.SortFunc(dirs, func(a, b Path) int { return strings.Compare(string(b), string(a)) })
	return dirs
}

// lowestFree returns the directory nearest to dir, dir included, in which a name can be taken now: none of its directories is
// a file that has not left yet.
func (pl *planner) lowestFree(dir Path) Path {
	for d := range above(dir + "/") {
		if pl.present(d) {
			return parent(d)
		}
	}
	return dir
}

// present reports whether a file that is about to leave is still at p.
func (pl *planner) present(p Path) bool {
	key := pl.key(p)
	if i, ok := pl.leaving[key]; ok && !pl.moves[i].left {
		return true
	}
	i, ok := pl.doomed[key]
	return ok && !pl.deletions[i].done
}
