package workspace

// Changes: what differs from what was acquired, and from what is on disk.

import (
	"cmp"
	"slices"
	"strings"

	"devstar/hunkengine"
	"devstar/workspace/pathtree"
)

// tempPrefix begins the names of rename temporaries.
const tempPrefix = ".dev-tools-rename-"

// Change is one row of the summary against what was acquired (Changes) or against the disk (Unwritten).
type Change struct {
	Path, Source   Path   // Source: former name of a renamed file
	Kind           string // Modified, Added, Deleted, Renamed
	Added, Removed int    // lines
	Before, After  *File  // nil for absent
}

// Changes returns what differs from what was acquired, sorted by path. A renamed file has the name under which it was
// acquired as its source, however often it was renamed and written. A name can be there twice: a file was deleted, and another
// one renamed to its name.
func (w *Workspace) Changes() []Change { return w.finish(w.state.changes()) }

// changes lists what differs from what was acquired, unsorted and without counts.
func (s *state) changes() []Change {
	rows := s.rows(&s.changed, func(e *entry) (*known, Path) {
		k, _ := s.acquired.Get(e.origin)
		return k, e.origin
	})
	for p := range s.lost.All() {
		k, _ := s.acquired.Get(p)
		rows = append(rows, Change{Path: p, Kind: Deleted, Before: k.file})
	}
	return rows
}

// Unwritten returns what differs from what is on disk as known, sorted by path. A file that lies on disk under the temporary name of
// an interrupted write has the name under which it was acquired as its source.
func (w *Workspace) Unwritten() []Change {
	s := w.state
	rows := s.rows(&s.pending, func(e *entry) (*known, Path) {
		k, _ := s.disk.Get(e.disk)
		if isTemp(e.disk) {
			return k, e.origin
		}
		return k, e.disk
	})
	replaced := map[Path]bool{}
	for i := range rows {
		row := &rows[i]
		if k, ok := s.disk.Get(row.Path); ok && row.Kind == Added && k.held == "" {
			row.Kind, row.Before = Modified, k.file
			replaced[row.Path] = true
		}
	}
	for d := range s.gone.All() {
		if k, _ := s.disk.Get(d); !replaced[d] && !isTemp(d) {
			rows = append(rows, Change{Path: d, Kind: Deleted, Before: k.file})
		}
	}
	return w.finish(rows)
}

// rows describes the held files of a set by what they were: base returns the file and its name, nil if there is none.
func (s *state) rows(set *pathtree.Map[Path, none], base func(*entry) (*known, Path)) []Change {
	rows := make([]Change, 0, set.Len())
	for p := range set.All() {
		e, _ := s.files.Get(p)
		row := Change{Path: p, Kind: Added, After: e.file}
		if was, name := base(e); was != nil {
			row.Before, row.Kind = was.file, Modified
			if name != p {
				row.Kind, row.Source = Renamed, name
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// finish sorts rows and counts their lines.
func (w *Workspace) finish(rows []Change) []Change {
	slices.SortStableFunc(rows, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Kind, b.Kind))
	})
	each(len(rows), func() func(int) {
		var c hunkengine.LineCounter
		return func(i int) {
			n := w.counts.of(revision{rows[i].Before, rows[i].After}, &c)
			rows[i].Added, rows[i].Removed = n.added, n.removed
		}
	})
	return rows
}

// text returns the text of a file, "" for none.
func (f *File) text() string {
	if f == nil || f.Opaque {
		return ""
	}
	return f.Text.String()
}

// isTemp reports whether a name on disk is a rename temporary.
func isTemp(p Path) bool {
	return strings.HasPrefix(string(p[strings.LastIndexByte(string(p), '/')+1:]), tempPrefix)
}

// parent returns the directory of a path, "" for the root.
func parent(p Path) Path {
	if i := strings.LastIndexByte(string(p), '/'); i >= 0 {
		return p[:i]
	}
	return ""
}
