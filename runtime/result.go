package runtime

// This file assembles the result of a run from the two baselines. Its JSON form is the struct.

import (
	"errors"
	"slices"
)

// Result is what a run did. Lists are never null in JSON.
type Result struct {
	OK          bool              `json:"ok"` // no error, and no error diagnostic standing
	Value       any               `json:"value"`
	Changes     []Change          `json:"changes"` // against what was acquired, sorted by path
	Reads       map[string]string `json:"reads"`
	Written     []string          `json:"written"`   // cumulative, in execution order, no repeats
	Unwritten   []string          `json:"unwritten"` // changed in memory only, sorted
	Diagnostics Diagnostics       `json:"diagnostics"`
	Effects     []EffectRecord    `json:"effects"`
	Log         []string          `json:"log"`
	Unreadable  []Unreadable      `json:"unreadable"`
	Error       *Error            `json:"error"`

	DryRun     bool        `json:"dry_run,omitempty"`   // nothing of it is on disk
	Diff       *string     `json:"diff,omitempty"`      // of a dry run: what would change on disk, as git shows it
	Operations []Operation `json:"operations,omitzero"` // of a dry run: what would be done on disk, in order
}

// Operation is one change of one name on disk.
type Operation struct {
	Operation string `json:"operation"` // rename, delete, remove directory, create, modify, make directory
	Path      string `json:"path"`
	From      string `json:"from,omitempty"` // of a rename
}

// Change is one file that differs from what was acquired.
type Change struct {
	Path    string `json:"path"`
	Kind    string `json:"kind"` // modified, added, deleted, renamed
	Source  string `json:"source,omitempty"`
	Added   int    `json:"added"`   // lines
	Removed int    `json:"removed"` // lines
}

// Changes lists what differs from what was acquired, sorted by path.
func (s *Session) Changes() []Change {
	out := []Change{}
	for _, c := range s.ws.Changes() {
		out = append(out, Change{Path: string(c.Path), Kind: c.Kind, Source: string(c.Source), Added: c.Added, Removed: c.Removed})
	}
	return out
}

// Finish assembles the result. err is what ended the run, nil for nothing; an error that is no *Error is internal.
// Whatever engines needed outside of the tree is removed.
func (s *Session) Finish(err error) *Result {
	if closed := s.Close(); closed != nil {
		s.notes.warn("shadow", "", "the private directory of engines could not be removed: %v", closed)
	}
	r := s.soFar()
	if n := len(r.Unwritten); n > 0 {
		r.Diagnostics = append(r.Diagnostics, unwrittenNote(n))
	}
	if err != nil {
		r.Error = s.errorOf(err)
	}
	r.OK = r.Error == nil && r.Diagnostics.OK()
	return r
}

// soFar is the result without its end.
func (s *Session) soFar() *Result {
	r := &Result{
		Value: s.value, Changes: s.Changes(), Reads: s.reads, Written: slices.Clone(s.written.list), Unwritten: []string{},
		Diagnostics: s.Diagnostics(), Effects: slices.Clone(s.effects), Log: slices.Clone(s.log), Unreadable: slices.Clone(s.unread),
	}
	for _, c := range s.ws.Unwritten() {
		r.Unwritten = append(r.Unwritten, string(c.Path))
	}
	r.fill()
	r.OK = r.Diagnostics.OK()
	return r
}

// fill replaces nil lists, which JSON would show as null.
func (r *Result) fill() {
	if r.Written == nil {
		r.Written = []string{}
	}
	if r.Diagnostics == nil {
		r.Diagnostics = Diagnostics{}
	}
	if r.Effects == nil {
		r.Effects = []EffectRecord{}
	}
	if r.Log == nil {
		r.Log = []string{}
	}
	if r.Unreadable == nil {
		r.Unreadable = []Unreadable{}
	}
}

func (s *Session) errorOf(err error) *Error {
	var own *Error
	if !errors.As(err, &own) {
		own = NewError(CodeInternal, "", err.Error(), "this is a fault of devstar: please report it")
	}
	return own.fill(s.written.list)
}

// Failed is the result of a run that ended before there was a session.
func Failed(err *Error) *Result {
	r := &Result{Changes: []Change{}, Reads: map[string]string{}, Unwritten: []string{}, Error: err.fill(nil)}
	r.fill()
	return r
}
