package fsbackend

// This file finishes or takes back a write that was interrupted, from its journal and what is on disk.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"

	"github.com/spf13/afero"
)

// JournalState says what an interrupted write has left.
type JournalState int

// The states of a journal. In JournalUnstaged nothing was changed but for temporaries; in JournalStaged every new content
// is in its temporary, and operations may be done; in JournalAbandoned a write had given up and was cleaning up.
const (
	JournalAbsent   JournalState = iota
	JournalHeld                  // another process is writing
	JournalUnstaged              // only temporaries are to be removed
	JournalStaged                // it can be finished, and taken back when no operation is done
	JournalAbandoned
)

// String says it in words.
func (s JournalState) String() string {
	switch s {
	case JournalAbsent:
		return "no write was interrupted"
	case JournalHeld:
		return "another process is writing"
	case JournalUnstaged:
		return "interrupted before anything was changed"
	case JournalStaged:
		return "interrupted while files were being changed"
	}
	return "interrupted while cleaning up after a failure"
}

// Pending looks for the journal of another write. It changes nothing, and costs one look at a name when there is none.
// An error is a journal that this program cannot have written.
func Pending(fsys afero.Fs) (Journal, JournalState, error) {
	who, err := settledHolder(fsys)
	switch {
	case err != nil:
		return Journal{}, JournalAbsent, err
	case who == nobody:
		return Journal{}, JournalAbsent, nil
	case who == writer:
		return Journal{}, JournalHeld, nil
	}
	text, err := afero.ReadFile(fsys, JournalName)
	if errors.Is(err, fs.ErrNotExist) {
		return Journal{}, JournalAbsent, nil
	}
	if err != nil {
		return Journal{}, JournalAbsent, failed("reading the journal", err)
	}
	j, err := parseJournal(text)
	if err != nil {
		return j, JournalAbsent, unreadable(err)
	}
	return j, j.state(), nil
}

// unreadable is the error of a journal that cannot be followed.
func unreadable(err error) error {
	return refuse("journal", "the journal "+JournalName+" cannot be read; nothing was touched", err)
}

// state is the state of a journal that nobody holds.
func (j Journal) state() JournalState {
	switch {
	case !j.Staged:
		return JournalUnstaged
	case j.Abandoned:
		return JournalAbandoned
	}
	return JournalStaged
}

// RecoverMode says what Recover is to do.
type RecoverMode int

// RecoverShow changes nothing. RecoverBack takes a write back of which no operation is done; RecoverFinish does the rest
// of it. Where nothing was staged, both remove the temporaries.
const (
	RecoverShow RecoverMode = iota
	RecoverBack
	RecoverFinish
)

// Recovery says what Recover has found and done.
type Recovery struct {
	State   JournalState // as it was found
	Journal Journal
	Done    int      // operations that are on disk, counted from the first; after RecoverFinish, all
	Half    string   // the old name of a file that has its new name too, as found
	Changed []string // names that were changed since, so that no state of the write fits; nothing is done then
	Removed []string // temporaries that were removed
	Left    []string // rename temporaries that hold an only copy and could not be put anywhere
}

// Recover shows, takes back, or finishes an interrupted write. It decides by what is on disk, and verifies every hash
// before it changes a name. A rename temporary is never removed. Errors are *BatchError.
func Recover(ctx context.Context, fsys afero.Fs, mode RecoverMode) (Recovery, error) {
	log, j, err := openJournal(fsys)
	if err != nil {
		return Recovery{}, err
	}
	if log == nil {
		return Recovery{}, nil
	}
	r := &recovery{log: log, mode: mode, Recovery: Recovery{State: j.state(), Journal: j, Done: j.Done}}
	for _, e := range j.Operations {
		r.ops = append(r.ops, e.operation())
	}
	r.eye = newEye(fsys, namesOf(r.ops))
	err = r.run(ctx)
	if !r.removed {
		log.close()
	}
	return r.Recovery, err
}

// openJournal opens and locks the journal for recovery; nil when there is none.
func openJournal(fsys afero.Fs) (*journalLog, Journal, error) {
	var j Journal
	if who, err := whoHolds(fsys); err != nil || who == nobody {
		return nil, j, err
	}
	f, err := fsys.OpenFile(JournalName, os.O_RDWR, 0)
	if err != nil {
		return nil, j, failed("opening the journal", err)
	}
	held, err := TryLock(fsys, f)
	if errors.Is(err, errors.ErrUnsupported) {
		err = nil
	}
	var text []byte
	switch {
	case err != nil:
		err = failed("locking the journal", err)
	case held:
		err = refuse("locked", "another devstar is writing in this tree", nil)
	default:
		if text, err = io.ReadAll(f); err != nil {
			err = failed("reading the journal", err)
		} else if j, err = parseJournal(text); err != nil {
			err = unreadable(err)
		}
	}
	if err != nil {
		f.Close()
		return nil, j, err
	}
	return &journalLog{fs: fsys, file: f, staged: j.Staged}, j, nil
}

// recovery is one run of Recover.
type recovery struct {
	Recovery
	eye     eye
	log     *journalLog
	mode    RecoverMode
	ops     []Operation
	removed bool
}

// run does what the mode asks for.
func (r *recovery) run(ctx context.Context) error {
	switch {
	case r.State == JournalStaged:
		return r.staged(ctx)
	case r.mode == RecoverShow:
		return nil
	case r.State == JournalAbandoned:
		if err := r.unpark(); err != nil {
			return err
		}
	}
	return r.clean()
}

// clean removes temporaries and the journal.
func (r *recovery) clean() error {
	names := slices.Clone(r.Journal.Probes)
	for _, e := range r.Journal.Operations {
		if e.Stage != "" {
			names = append(names, e.Stage)
		}
	}
	for _, name := range names {
		info, err := r.eye.info(name)
		if err != nil {
			return failed("looking at "+strconv.Quote(name), err)
		}
		if info == nil || !info.Mode().IsRegular() {
			continue
		}
		if err := discard(r.eye, name); err != nil {
			return failed("removing the temporary "+strconv.Quote(name), err)
		}
		r.Removed = append(r.Removed, name)
	}
	if r.State != JournalUnstaged {
		r.cleanDirs()
	}
	return r.end()
}

// cleanDirs removes directories that were made and got nothing.
func (r *recovery) cleanDirs() {
	made := map[string]bool{}
	for _, e := range r.Journal.Operations {
		for _, dir := range e.Dirs {
			made[dir] = true
		}
	}
	p := &publisher{eye: r.eye}
	for _, dir := range slices.Backward(slices.SortedFunc(maps.Keys(made), outermostFirst)) {
		p.removeEmpty(dir)
	}
}

// end removes the journal.
func (r *recovery) end() error {
	if err := r.log.remove(); err != nil {
		return failed("removing the journal", err)
	}
	r.removed = true
	return nil
}

// staged decides by what is on disk, and takes back or finishes.
func (r *recovery) staged(ctx context.Context) error {
	sights, err := r.look(ctx)
	if err != nil {
		return err
	}
	disk := make(picture, len(sights))
	for name, n := range sights {
		disk[name] = n.stamp
	}
	at, ok := locateProgress(r.Journal.Operations, disk, r.Journal.Done)
	if !ok {
		r.Changed = slices.Sorted(maps.Keys(changedSince(r.Journal.Operations, disk, r.Journal.Done)))
		return r.changed()
	}
	r.Done, r.Half = at.done, at.half
	switch {
	case r.mode == RecoverShow:
		return nil
	case r.mode == RecoverFinish:
		return r.finish(ctx, sights)
	case at.done > 0 || at.half != "":
		return r.tell(refuse("published", "it cannot be taken back any more, only finished", nil))
	}
	return r.clean()
}

// look takes in everything the operations speak of.
func (r *recovery) look(ctx context.Context) (map[string]sight, error) {
	names := slices.Sorted(maps.Keys(first(r.Journal.Operations)))
	sights := make([]sight, len(names))
	err := parallel(ctx, guardWorkers, len(names), func(i int) (err error) {
		if sights[i], err = r.eye.sight(names[i]); err != nil {
			err = failed("looking at "+strconv.Quote(names[i]), err)
		}
		return err
	})
	if err != nil {
		return nil, asBatchError(err)
	}
	found := make(map[string]sight, len(names))
	for i, name := range names {
		found[name] = sights[i]
	}
	return found, nil
}

// changed is the error of a tree that fits no state of the write; a show has it in its result instead.
func (r *recovery) changed() error {
	if r.mode == RecoverShow {
		return nil
	}
	const most = 10
	text := ""
	for i, name := range r.Changed {
		if i == most {
			text += fmt.Sprintf(" and %d more", len(r.Changed)-most)
			break
		}
		text = joinList(text, strconv.Quote(name))
	}
	e := refuse("changed_on_disk", "these were changed since the write was interrupted: "+text, nil)
	return r.tell(e)
}

// joinList joins names with commas.
func joinList(a, b string) string {
	if a == "" {
		return b
	}
	return a + ", " + b
}

// finish does the rest of the operations.
func (r *recovery) finish(ctx context.Context, sights map[string]sight) error {
	p := &publisher{
		eye: r.eye, ops: r.ops, entries: r.Journal.Operations, next: r.Done, sights: sights, log: r.log,
		touched: map[string]bool{}, made: map[string]bool{}, warn: func(string, string) {},
	}
	err := r.finishHalf(p)
	if err == nil {
		err = p.run(ctx)
	}
	r.Done = p.next
	if err != nil {
		return r.tell(asBatchError(err))
	}
	if err := SyncAll(r.eye.fs, r.published(), p.touchedDirs()); err != nil {
		return r.tell(failed("making the files durable", err))
	}
	return r.end()
}

// finishHalf takes the old name of a file away that has its new name already.
func (r *recovery) finishHalf(p *publisher) error {
	if r.Half == "" {
		return nil
	}
	to := p.entries[p.next].To
	if !p.sights[r.Half].seen.one(p.sights[to].seen) {
		r.Changed = []string{to}
		return r.changed()
	}
	if err := p.dropName(r.Half, to); err != nil {
		return err
	}
	p.log.mark(doneByte)
	p.next++
	return nil
}

// published lists the files that the write gave a new content and that are still where it put them.
func (r *recovery) published() []string {
	last := picture{}
	for _, e := range r.Journal.Operations {
		last.apply(e)
	}
	var names []string
	for _, e := range r.Journal.Operations {
		if e.After != nothing && last[e.To] == e.After {
			names = append(names, e.To)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// unpark moves each rename temporary of a write that gave up to where its content belongs: back to its name, or on to
// the one it was meant for.
func (r *recovery) unpark() error {
	for _, e := range r.Journal.Operations {
		if e.Kind != "rename" || !isParked(e.To) {
			continue
		}
		info, err := r.eye.info(e.To)
		if err != nil {
			return failed("looking at "+strconv.Quote(e.To), err)
		}
		if info == nil {
			continue
		}
		if err := r.unparkOne(e); err != nil {
			return err
		}
	}
	return nil
}

// unparkOne moves one rename temporary.
func (r *recovery) unparkOne(e JournalEntry) error {
	homes := []string{e.From}
	for _, next := range r.Journal.Operations {
		if next.Kind == "rename" && next.From == e.To {
			homes = append(homes, next.To)
		}
	}
	for _, home := range homes {
		_, err := RenameNoReplace(r.eye.fs, e.To, home)
		if err == nil {
			return nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return failed(fmt.Sprintf("moving %s to %s", strconv.Quote(e.To), strconv.Quote(home)), err)
		}
	}
	r.Left = append(r.Left, e.To)
	return nil
}

// tell fills an error in.
func (r *recovery) tell(err error) error {
	e := asBatchError(err)
	e.Total, e.Journal = len(r.ops), true
	e.Completed = r.ops[:min(r.Done, len(r.ops))]
	e.Started = r.Done > 0
	e.Index = r.Done
	return e
}
