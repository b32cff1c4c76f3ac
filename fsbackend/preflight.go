package fsbackend

// This file is the preflight of a batch: it plays the operations through on names alone, finds what must be on disk for
// them to work, and refuses what cannot.

import (
	"fmt"
	"maps"
	"path"
	"strconv"
	"strings"

	"github.com/spf13/afero"
)

// want is one thing that must be so on disk before the batch begins.
type want struct {
	op       int
	name     string
	known    *Known          // nil: nothing may be there
	emptied  bool            // a directory that holds nothing but children
	children map[string]bool // what earlier operations take out of it
}

// source says where the content under a name comes from, in the middle of a batch.
type source struct {
	disk string // it lay under this name before the batch
	op   int    // it was made by this operation, when disk is ""
	dir  bool   // it is a directory made by the batch
	none bool   // nothing is there
}

// route is where an operation works.
type route struct {
	to    string   // the name that is changed: what the link names, where there is one
	dirs  []string // directories to make before it, outermost first
	stage string   // directory for the temporary
	link  string   // a renamed link lies there before the batch
	old   string   // where the file whose place a new content takes lies before the batch, if there is one
}

// preflight plays a batch through.
type preflight struct {
	ops     []Operation
	dirs    *dirs
	at      map[string]source          // names the batch has touched so far
	left    map[string]map[string]bool // per directory: names that were on disk and are free now
	filled  map[string]int             // per directory: names put there by the batch
	removed map[string]bool            // directories that go in the course of the batch
	wants   []want
	routes  []route
}

// newPreflight prepares the run.
func newPreflight(fsys afero.Fs, ops []Operation) *preflight {
	f := &preflight{
		ops: ops, dirs: newDirs(fsys), at: map[string]source{}, left: map[string]map[string]bool{},
		filled: map[string]int{}, removed: map[string]bool{}, routes: make([]route, 0, len(ops)),
	}
	for _, op := range ops {
		switch {
		case op.Kind == OpRemoveDir:
			f.removed[op.Name] = true
		case movesDir(op):
			f.removed[op.From] = true
		}
	}
	return f
}

// movesDir says whether the operation renames a directory.
func movesDir(op Operation) bool {
	return op.Kind == OpRename && op.Before != nil && op.Before.Mode.IsDir()
}

// run plays every operation in order.
func (f *preflight) run() error {
	for i, op := range f.ops {
		if err := checkOperation(op); err != nil {
			return ofOperation(op, err)
		}
		if err := f.play(i, op); err != nil {
			return ofOperation(op, err)
		}
	}
	return nil
}

// play takes one operation.
func (f *preflight) play(i int, op Operation) error {
	f.routes = append(f.routes, route{to: op.Name})
	switch op.Kind {
	case OpRename:
		return f.rename(i, op)
	case OpRemove:
		if err := f.expect(i, op.Name, op.Before); err != nil {
			return err
		}
		f.vacate(op.Name)
	case OpRemoveDir:
		return f.removeDir(i, op)
	case OpCreate, OpModify:
		return f.content(i, op)
	case OpMakeDir:
		return f.place(i, op.Name, nil, source{op: i, dir: true})
	}
	return nil
}

// rename moves a name.
func (f *preflight) rename(i int, op Operation) error {
	if err := f.expect(i, op.From, op.Before); err != nil {
		return err
	}
	if movesDir(op) {
		if err := f.untouched(op.From); err != nil {
			return err
		}
	}
	moved := f.source(op.From)
	if op.Before.Link != "" {
		f.routes[i].link = moved.disk
	}
	f.vacate(op.From)
	return f.place(i, op.Name, op.Replaces, moved)
}

// untouched refuses to move a directory in which the batch has done something.
func (f *preflight) untouched(dir string) error {
	for name := range f.at {
		if strings.HasPrefix(name, dir+"/") {
			return refuse("invalid", "an earlier operation of the batch has changed something in the directory", nil)
		}
	}
	return nil
}

// content puts a new content under a name.
func (f *preflight) content(i int, op Operation) error {
	if op.From != "" {
		f.wants = append(f.wants, want{op: i, name: op.From, known: asFile(op.New)})
	}
	if op.Kind == OpCreate {
		if op.Replaces != nil {
			f.routes[i].old = f.source(op.Name).disk
		}
		return f.place(i, op.Name, op.Replaces, source{op: i})
	}
	if err := f.expect(i, op.Name, op.Before); err != nil {
		return err
	}
	f.routes[i].old = f.source(op.Name).disk
	if op.Before.Link == "" {
		return f.place(i, op.Name, op.Before, source{op: i})
	}
	f.routes[i].to, f.routes[i].old = op.Before.Link, f.source(op.Before.Link).disk
	target := *op.Before
	target.Link = ""
	if err := f.expect(i, op.Before.Link, &target); err != nil {
		return err
	}
	return f.place(i, op.Before.Link, &target, source{op: i})
}

// asFile is the content without a link.
func asFile(k *Known) *Known {
	plain := *k
	plain.Link, plain.Mode = "", k.Mode.Perm()
	return &plain
}

// source says what is under a name now.
func (f *preflight) source(name string) source {
	if s, ok := f.at[name]; ok {
		return s
	}
	return source{disk: name}
}

// expect demands a content under a name at this point of the batch.
func (f *preflight) expect(i int, name string, known *Known) error {
	switch s := f.source(name); {
	case s.none:
		return refuse("invalid", fmt.Sprintf("an earlier operation of the batch takes %s away", strconv.Quote(name)), nil)
	case s.disk != "":
		f.wants = append(f.wants, want{op: i, name: s.disk, known: known})
		return f.inPlace(name, s)
	case s.dir != known.Mode.IsDir():
		return refuse("invalid", fmt.Sprintf("an earlier operation of the batch makes %s something else", strconv.Quote(name)), nil)
	case !s.dir && !equalKnown(f.ops[s.op].New, known):
		return refuse("invalid", fmt.Sprintf("an earlier operation of the batch gives %s another content", strconv.Quote(name)), nil)
	}
	return nil
}

// inPlace refuses a name that is as it was before the batch, but around which the batch has changed a directory.
func (f *preflight) inPlace(name string, s source) error {
	if s.disk != name {
		return nil
	}
	for up := path.Dir(name); up != "."; up = path.Dir(up) {
		if _, touched := f.at[up]; touched {
			return refuse("invalid", fmt.Sprintf("an earlier operation of the batch takes %s away", strconv.Quote(up)), nil)
		}
	}
	return nil
}

// equalKnown says whether two contents are one, as far as both are known the same way.
func equalKnown(a, b *Known) bool {
	if a.Opaque != b.Opaque {
		return false
	}
	if a.Opaque {
		return a.Sum == b.Sum
	}
	return a.Data == b.Data
}

// free demands that nothing is under a name at this point of the batch.
func (f *preflight) free(i int, name string) error {
	switch s := f.source(name); {
	case s.none:
	case s.disk == name:
		f.wants = append(f.wants, want{op: i, name: name})
	default:
		return refuse("invalid", fmt.Sprintf("an earlier operation of the batch has put something at %s", strconv.Quote(name)), nil)
	}
	return nil
}

// place puts something under a name, instead of what it replaces.
func (f *preflight) place(i int, name string, replaces *Known, s source) error {
	var err error
	if replaces == nil {
		err = f.free(i, name)
	} else if f.ops[i].Kind != OpModify {
		err = f.expect(i, name, replaces)
	}
	if err != nil {
		return err
	}
	if err := f.parents(i, name); err != nil {
		return err
	}
	f.put(name, s)
	return nil
}

// put notes what is under a name now.
func (f *preflight) put(name string, s source) {
	dir := path.Dir(name)
	if old, ok := f.at[name]; !ok || old.none {
		f.filled[dir]++
	}
	delete(f.left[dir], path.Base(name))
	f.at[name] = s
}

// vacate notes that nothing is under a name now.
func (f *preflight) vacate(name string) {
	dir := path.Dir(name)
	if _, ok := f.at[name]; ok {
		f.filled[dir]--
	}
	if f.left[dir] == nil {
		f.left[dir] = map[string]bool{}
	}
	f.left[dir][path.Base(name)] = true
	f.at[name] = source{none: true}
}

// removeDir takes an empty directory away.
func (f *preflight) removeDir(i int, op Operation) error {
	if f.filled[op.Name] > 0 {
		return refuse("not_empty", "an earlier operation of the batch has put something into it", nil)
	}
	if s := f.source(op.Name); s.disk == op.Name {
		f.wants = append(f.wants, want{op: i, name: op.Name, emptied: true, children: maps.Clone(f.left[op.Name])})
	} else if !s.dir {
		return refuse("invalid", "it is no directory at that point of the batch", nil)
	}
	f.vacate(op.Name)
	return nil
}

// parents finds out which directories must be made for a name, and where its temporary can be.
func (f *preflight) parents(i int, name string) error {
	r := &f.routes[i]
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		there, err := f.isDir(dir)
		if err != nil {
			return err
		}
		if there {
			break
		}
		r.dirs = append([]string{dir}, r.dirs...)
	}
	for _, dir := range r.dirs {
		f.put(dir, source{op: i, dir: true})
	}
	var err error
	r.stage, err = f.stageDir(path.Dir(name))
	return err
}

// isDir says whether a name is a directory at this point of the batch; false when nothing is there.
func (f *preflight) isDir(dir string) (bool, error) {
	s, touched := f.at[dir]
	switch {
	case dir == ".":
		return true, nil
	case touched && s.none:
		return false, nil
	case touched && s.dir:
		return true, nil
	case touched && s.disk == "":
		return false, refuse("not_directory", fmt.Sprintf("%s is a file by then", strconv.Quote(dir)), nil)
	case touched:
		return f.movedDir(dir, s)
	}
	up := path.Dir(dir)
	if there, err := f.isDir(up); err != nil || !there {
		return false, err
	}
	if _, made := f.at[up]; made {
		return false, nil
	}
	d := f.dirs.look(dir)
	return d.there, d.err
}

// movedDir refuses to work below a name that the batch has put something else on.
func (f *preflight) movedDir(dir string, s source) (bool, error) {
	text := fmt.Sprintf("%s is what was %s by then", strconv.Quote(dir), strconv.Quote(s.disk))
	return false, refuse("not_directory", text, nil)
}

// stageDir finds the nearest directory that exists now and stays.
func (f *preflight) stageDir(dir string) (string, error) {
	stay := dir
	for at := dir; at != "."; at = path.Dir(at) {
		if f.removed[at] {
			stay = path.Dir(at)
		}
	}
	for ; stay != "."; stay = path.Dir(stay) {
		if d := f.dirs.look(stay); d.err == nil && d.there {
			break
		}
	}
	return stay, nil
}
