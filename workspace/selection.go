package workspace

// Selections of a write: what they know, and whether they can be done alone.

import (
	"fmt"
)

// knows says whether a selection means anything: every literal path is, or was, a name of the workspace or the disk baseline, and
// something at all is selected (hit: by what differs).
func (s *state) knows(sel *Selector, hit bool) error {
	var unknown []string
	for _, p := range sel.Literals() {
		if !s.known(p) {
			unknown = append(unknown, string(p))
		}
	}
	if len(unknown) > 0 {
		return &SelectionError{Word: "unknown", Patterns: unknown}
	}
	if hit || s.matches(sel) {
		return nil
	}
	patterns := sel.Globs()
	for _, p := range sel.Literals() {
		patterns = append(patterns, string(p))
	}
	return &SelectionError{Word: "unknown", Patterns: patterns}
}

func (s *state) known(p Path) bool {
	return s.files.Has(p) || s.disk.Has(p) || s.acquired.Has(p)
}

// matches reports whether a selection matches any name that is known.
func (s *state) matches(sel *Selector) bool {
	for p := range s.files.All() {
		if sel.Match(p) {
			return true
		}
	}
	for d := range s.disk.All() {
		if sel.Match(d) {
			return true
		}
	}
	for p := range s.acquired.All() {
		if sel.Match(p) {
			return true
		}
	}
	return false
}

// checkSelection refuses a selection in which a file takes a name that is cleared only by an operation that is not selected.
func (pl *planner) checkSelection() error {
	if !pl.skipped {
		return nil
	}
	for i := range pl.moves {
		if err := pl.checkTarget(pl.moves[i].to); err != nil {
			return err
		}
	}
	for _, p := range pl.writes {
		if e, _ := pl.state.files.Get(p); e.disk != "" {
			continue
		}
		if err := pl.checkTarget(p); err != nil {
			return err
		}
	}
	return nil
}

// checkTarget looks at what is on disk at p, above it and below it.
func (pl *planner) checkTarget(p Path) error {
	if d, k := pl.state.occupant(p); k != nil && !(d == p && k.held == "") && !pl.clears(d) {
		return pl.needed(p, d)
	}
	for dir := range above(p) {
		if d, k := pl.state.occupant(dir); k != nil && !pl.clears(d) {
			return pl.needed(p, d)
		}
	}
	for d := range pl.state.disk.Below(p) {
		if !pl.clears(d) {
			return pl.needed(p, d)
		}
	}
	return nil
}

// clears reports whether the plan takes away what is on disk at d.
func (pl *planner) clears(d Path) bool {
	key := pl.key(d)
	if _, ok := pl.leaving[key]; ok {
		return true
	}
	_, ok := pl.doomed[key]
	return ok
}

// needed names the operation that takes the name p, and the one it has to wait for.
func (pl *planner) needed(p, d Path) error {
	e, _ := pl.state.files.Get(p)
	k, _ := pl.state.disk.Get(d)
	wanted := fmt.Sprintf("create %s", p)
	if e.disk != "" {
		wanted = fmt.Sprintf("rename %s to %s", e.disk, p)
	}
	waits := fmt.Sprintf("delete %s", d)
	if k.held != "" {
		waits = fmt.Sprintf("rename %s to %s", d, k.held)
	}
	return &SelectionError{Word: "needed", Wanted: wanted, Needed: waits}
}
