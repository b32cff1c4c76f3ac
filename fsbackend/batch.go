package fsbackend

// This file says what a batch is made of, and runs one: Apply.

import (
	"context"
	"io/fs"
	"time"

	"github.com/spf13/afero"
)

// OpKind is the kind of a batch operation.
type OpKind int

// The kinds of operations. A rename moves a file, a link, or (with a directory in Before) a directory with all that is in
// it, and is the only operation that uses From otherwise than as the source of a copy.
const (
	OpRename OpKind = iota
	OpRemove
	OpRemoveDir // only an empty directory, or one that earlier operations of the batch empty
	OpCreate
	OpModify
	OpMakeDir // with its parents; Name must be free
)

// String gives the verb of the operation.
func (k OpKind) String() string {
	switch k {
	case OpRename:
		return "rename"
	case OpRemove:
		return "remove"
	case OpRemoveDir:
		return "remove directory"
	case OpCreate:
		return "create"
	case OpModify:
		return "modify"
	case OpMakeDir:
		return "make directory"
	}
	return "unknown operation"
}

// Known is a content the batch expects on disk, or wants there. The type bits of Mode say what it is: a regular file
// (none), a directory, a symlink (Data is its text), or something special, of which only the type is compared.
type Known struct {
	Data   string   // the bytes, when they are held
	Sum    [32]byte // SHA-256, when Opaque
	Opaque bool
	Size   int64 // when Opaque
	Mode   fs.FileMode
	Link   string // the name is a symlink whose content lies at Link, a name relative to the root
}

// Operation is one step of a batch.
//
// For OpModify a Link in Before means: replace the file that the link names, keep the link. For the other kinds it means
// the link itself.
//
// Modes: a content that takes the place of a regular file gets the mode of that file, but for the bits in which the mode of
// New and that of Before (or Replaces) differ. Otherwise it gets the mode of New less the umask. When the mode of New is
// zero, that is the mode on disk, exactly the mode of From, or 0666 less the umask.
//
// An OpCreate or OpModify with From copies the content of that file as it is on disk before the batch; an opaque New
// needs it.
type Operation struct {
	Kind     OpKind
	From     string // OpRename: the source. OpCreate, OpModify: the file whose content is copied, if any
	Name     string // target; for a rename the destination
	New      *Known // OpCreate, OpModify
	Before   *Known // what must be at From (rename) or Name (remove, modify)
	Replaces *Known // what must be at the destination and goes; nil: the destination must be free when its turn comes
	Vacated  bool   // the destination is freed by an earlier operation of the batch
	Temp     bool   // Name is a rename temporary (.dev-tools-rename-*)
}

// BatchOptions sets what a batch may leave out and whom it tells. The zero value makes everything durable, draws random
// names, tells nobody, and waits ten seconds for another writer.
type BatchOptions struct {
	NoSync      bool
	LockTimeout time.Duration              // how long to wait while another process writes; 0: ten seconds, below 0: not at all
	Name        func() string              // random suffix of temporaries
	Done        func(i int)                // after each completed operation, in order
	Warn        func(name, message string) // e.g. a hard link was broken
}

// Apply runs a batch: preflight, guard, stage, publish. Nothing is changed on disk unless all checks pass, and every file
// is whole at every moment; several files are not changed as one. Contents are written to temporaries beside their
// targets first, and a journal at the root makes what a crash leaves recoverable (Recover). A *BatchError says what
// failed and what is on disk.
func Apply(ctx context.Context, fsys afero.Fs, ops []Operation, opts BatchOptions) error {
	if len(ops) == 0 {
		return nil
	}
	b := &batch{fs: fsys, ops: ops, opts: opts}
	if err := b.begin(ctx); err != nil {
		return b.refused(err)
	}
	p := b.publisher()
	if err := b.stage(ctx, p); err != nil {
		return b.stopped(p, err)
	}
	if err := p.run(ctx); err != nil {
		return b.stopped(p, err)
	}
	return b.finish(p)
}

// batch is one run of Apply.
type batch struct {
	fs      afero.Fs
	ops     []Operation
	opts    BatchOptions
	eye     eye
	pre     *preflight
	sights  map[string]sight // what lies under a name, as the guard saw it
	entries []JournalEntry
	log     *journalLog
}

// begin makes every check and then opens the journal. When another writer is met in between, all checks are made again
// after it has finished.
func (b *batch) begin(ctx context.Context) error {
	wait := newWait(b.fs, b.opts.LockTimeout)
	for {
		if err := wait.free(ctx); err != nil {
			return err
		}
		if err := b.check(ctx); err != nil {
			return err
		}
		log, err := createJournal(b.fs)
		if err != nil {
			return err
		}
		if log != nil {
			b.log = log
			return nil
		}
	}
}

// check is preflight and guard: it only looks.
func (b *batch) check(ctx context.Context) error {
	b.eye = newEye(b.fs, namesOf(b.ops))
	pre := newPreflight(b.fs, b.ops)
	if err := pre.run(); err != nil {
		return err
	}
	sights, after, err := guard(ctx, b.eye, b.ops, pre.wants)
	if err != nil {
		return err
	}
	b.pre, b.sights = pre, sights
	if err := b.checkTargets(); err != nil {
		return err
	}
	b.entries = writeEntries(b.ops, pre.routes, sights, after)
	return nil
}

// publisher returns what runs the operations of this batch.
func (b *batch) publisher() *publisher {
	return &publisher{
		eye: b.eye, ops: b.ops, entries: b.entries, sights: b.sights, log: b.log, done: b.opts.Done, warn: b.warn,
		touched: map[string]bool{}, made: map[string]bool{},
	}
}

// warn passes a warning on.
func (b *batch) warn(name, message string) {
	if b.opts.Warn != nil {
		b.opts.Warn(name, message)
	}
}

// finish makes the names durable and removes the journal.
func (b *batch) finish(p *publisher) error {
	if !b.opts.NoSync {
		if err := SyncAll(b.fs, nil, p.touchedDirs()); err != nil {
			return b.stopped(p, refuse("sync", "every operation was done, but the directories could not be made durable", err))
		}
	}
	if err := b.log.remove(); err != nil {
		e := refuse("journal", "every operation was done, but the journal could not be removed", err)
		e.Journal = true
		return b.tell(p, e)
	}
	return nil
}

// refused fills in an error that was met before anything was touched.
func (b *batch) refused(err error) error {
	e := asBatchError(err)
	e.Total = len(b.ops)
	e.Index = -1
	return e
}

// stopped cleans up after an error and fills it in.
func (b *batch) stopped(p *publisher, err error) error {
	e := asBatchError(err)
	if e.Unknown {
		e.Journal = true
		b.log.close()
		return b.tell(p, e)
	}
	if left := p.abandon(); left != nil {
		e.Journal = true
		e.Detail = joinDetail(e.Detail, "cleaning up failed: "+left.Error())
	}
	return b.tell(p, e)
}

// tell fills in what was done, and which temporary is left.
func (b *batch) tell(p *publisher, e *BatchError) error {
	e.Total = len(b.ops)
	e.Completed = b.ops[:p.next]
	e.Started = p.next > 0 || e.Unknown
	e.Index = -1
	if e.Started {
		e.Index = p.next
	}
	e.Temp = p.parked()
	return e
}
