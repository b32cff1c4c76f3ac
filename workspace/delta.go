package workspace

// Delta: what one draft changes.

import (
	"maps"
	"slices"
)

// Kinds of a change.
const (
	Modified = "modified"
	Added    = "added"
	Deleted  = "deleted"
	Renamed  = "renamed"
)

// Delta is what one call changed.
type Delta struct {
	Changed []Path        // files whose text or mode is another one, those among the renamed included
	Added   []Path        // sorted, like all lists of paths here
	Deleted []Path        // files that are gone
	Renamed map[Path]Path // from -> to
	Count   int           // places changed: hunks, edits, and one for each file created, copied, renamed or deleted
	Touched []Path        // every operation path, both ends of moves
	Files   []FileDelta   // sorted by path
}

// FileDelta is one file before and after; nil for absent.
type FileDelta struct {
	Path, Source  Path   // Source: former name of a renamed file
	Kind          string // Modified, Added, Deleted, Renamed
	Before, After *File
}

// Empty reports whether nothing differs.
func (d Delta) Empty() bool { return len(d.Files) == 0 }

// Delta returns what the draft changes, against the workspace it was opened on. What cancels out is not in it; Count and
// Touched tell of the operations as they were made.
func (d *Draft) Delta() Delta {
	delta := Delta{Count: d.places, Touched: slices.Sorted(maps.Keys(d.touched))}
	heirs := d.heirs()
	for _, p := range delta.Touched {
		before, was := d.before.files.Get(p)
		_, lives := heirs[p]
		gone := was && !lives
		after, held := d.state.files.Get(p)
		switch base := d.baseOf(p); {
		case held && base != "" && base != p:
			source, _ := d.before.files.Get(base)
			delta.add(FileDelta{Path: p, Source: base, Kind: Renamed, Before: source.file, After: after.file})
		case held && (base == p || gone):
			gone = false
			delta.add(FileDelta{Path: p, Kind: Modified, Before: before.file, After: after.file})
		case held:
			delta.add(FileDelta{Path: p, Kind: Added, After: after.file})
		}
		if gone {
			delta.add(FileDelta{Path: p, Kind: Deleted, Before: before.file})
		}
	}
	return delta
}

// heirs returns, for each path held before, the path under which the same file is held now.
func (d *Draft) heirs() map[Path]Path {
	heirs := make(map[Path]Path, len(d.touched))
	for p := range d.touched {
		if base := d.baseOf(p); base != "" && d.state.files.Has(p) {
			heirs[base] = p
		}
	}
	return heirs
}

// add puts one file into the lists, unless it is as it was.
func (d *Delta) add(f FileDelta) {
	differs := f.Before == nil || f.After == nil || !f.Before.same(f.After)
	switch f.Kind {
	case Modified:
		if !differs {
			return
		}
		d.Changed = append(d.Changed, f.Path)
	case Added:
		d.Added = append(d.Added, f.Path)
	case Deleted:
		d.Deleted = append(d.Deleted, f.Path)
	case Renamed:
		if d.Renamed == nil {
			d.Renamed = map[Path]Path{}
		}
		d.Renamed[f.Source] = f.Path
		if differs {
			d.Changed = append(d.Changed, f.Path)
		}
	}
	d.Files = append(d.Files, f)
}
