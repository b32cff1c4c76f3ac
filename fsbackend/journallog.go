package fsbackend

// This file is the journal as a file: created exclusively, locked, written to, and removed last.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/afero"
)

const (
	defaultLockTimeout = 10 * time.Second
	lockPoll           = 10 * time.Millisecond
	birthPolls         = 5 // how often an empty journal that nobody holds is looked at before it counts as a crash
)

// journalLog is the open, locked journal of this process.
type journalLog struct {
	fs     afero.Fs
	file   afero.File
	staged bool
	deaf   bool // a mark could not be written; the disk itself shows what was done
}

// createJournal creates and locks the journal; nil when another writer was faster.
func createJournal(fsys afero.Fs) (*journalLog, error) {
	f, err := fsys.OpenFile(JournalName, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, nil
	}
	if err != nil {
		e := failed("creating the journal", err)
		e.Journal = !buryEmpty(fsys)
		return nil, e
	}
	mine, err := lockOwn(fsys, f)
	if err != nil {
		err = failed("locking the journal", errors.Join(err, fsys.Remove(JournalName)))
	}
	if err != nil || !mine {
		f.Close()
		return nil, err
	}
	return &journalLog{fs: fsys, file: f}, nil
}

// buryEmpty removes the empty journal that a failed creation may have left, and says whether there is none of it. Another
// writer whose journal this is, made but not locked yet, will notice and begin again.
func buryEmpty(fsys afero.Fs) bool {
	f, err := fsys.OpenFile(JournalName, os.O_RDWR, 0)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	who, err := holderOf(fsys, f)
	if err != nil || who != newborn {
		return err == nil && who == writer
	}
	return fsys.Remove(JournalName) == nil
}

// lockOwn locks a journal that was just created; others hold the lock of a new journal only to look at it. False when
// the name is another file's by now.
func lockOwn(fsys afero.Fs, f afero.File) (bool, error) {
	for {
		held, err := TryLock(fsys, f)
		if errors.Is(err, errors.ErrUnsupported) {
			return true, nil
		}
		if err != nil {
			return false, err
		}
		if !held {
			return isJournal(fsys, f)
		}
		time.Sleep(lockPoll)
	}
}

// isJournal says whether an open file is the one that has the name of the journal.
func isJournal(fsys afero.Fs, f afero.File) (bool, error) {
	info, err := Lstat(fsys, JournalName)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	opened, err := f.Stat()
	if err != nil {
		return false, err
	}
	a, ok := Identify(fsys, info)
	b, known := Identify(fsys, opened)
	return !ok || !known || a.Same(b), nil
}

// write puts header and operations down.
func (l *journalLog) write(entries []JournalEntry, probes []string) error {
	host, err := os.Hostname()
	if err != nil {
		host = ""
	}
	j := Journal{Version: journalVersion, PID: os.Getpid(), Host: host, Operations: entries, Probes: probes}
	text, err := j.encode()
	if err == nil {
		_, err = l.file.Write(text)
	}
	if err != nil {
		return failed("writing the journal", err)
	}
	return nil
}

// stage notes that every new content is in its temporary. From here on a crash is rolled forward.
func (l *journalLog) stage(sync bool) error {
	l.staged = true
	_, err := io.WriteString(l.file, stagedLine)
	if err == nil && sync {
		err = l.file.Sync()
	}
	if err != nil {
		return failed("writing the journal", err)
	}
	return nil
}

// mark notes a completed operation. That it cannot is no failure of the operation, which is done: recovery reads the
// disk, not the marks, and only takes them as a hint.
func (l *journalLog) mark(mark byte) {
	if l.deaf || !l.staged {
		return
	}
	if _, err := l.file.Write([]byte{mark}); err != nil {
		l.deaf = true
	}
}

// close gives the lock up and leaves the journal.
func (l *journalLog) close() { l.file.Close() }

// remove takes the journal away, and the lock with it. Where an open file cannot be removed it is closed first.
func (l *journalLog) remove() error {
	err := l.fs.Remove(JournalName)
	l.file.Close()
	if err == nil {
		return nil
	}
	if _, look := Lstat(l.fs, JournalName); errors.Is(look, fs.ErrNotExist) {
		return nil
	}
	return l.fs.Remove(JournalName)
}

// holder says who has the journal.
type holder int

const (
	nobody  holder = iota // there is no journal
	writer                // another process is writing
	newborn               // it is empty and free: just made, or left by a crash
	crashed               // it is free and has a content: its writer has died
)

// whoHolds looks at the journal. Where the back end has no locks, a journal that is there counts as left by a crash.
func whoHolds(fsys afero.Fs) (holder, error) {
	if _, err := Lstat(fsys, JournalName); errors.Is(err, fs.ErrNotExist) {
		return nobody, nil
	}
	f, err := fsys.Open(JournalName)
	if errors.Is(err, fs.ErrNotExist) {
		return nobody, nil
	}
	if err != nil {
		return nobody, failed("opening the journal", err)
	}
	defer f.Close()
	return holderOf(fsys, f)
}

// holderOf tries the lock of an open journal.
func holderOf(fsys afero.Fs, f afero.File) (holder, error) {
	held, err := TryLock(fsys, f)
	if errors.Is(err, errors.ErrUnsupported) {
		return crashed, nil
	}
	if err != nil {
		return nobody, failed("locking the journal", err)
	}
	if held {
		return writer, nil
	}
	if mine, err := isJournal(fsys, f); err != nil || !mine {
		return writer, err
	}
	info, err := f.Stat()
	if err != nil {
		return nobody, failed("looking at the journal", err)
	}
	if info.Size() == 0 {
		return newborn, nil
	}
	return crashed, nil
}

// wait waits for another writer.
type wait struct {
	fs      afero.Fs
	timeout time.Duration
	left    time.Duration
}

// newWait begins to count.
func newWait(fsys afero.Fs, timeout time.Duration) *wait {
	if timeout == 0 {
		timeout = defaultLockTimeout
	}
	return &wait{fs: fsys, timeout: max(timeout, 0), left: max(timeout, 0)}
}

// free returns when there is no journal. A writer is waited for; what a crash has left is an error.
func (w *wait) free(ctx context.Context) error {
	for births := 0; ; {
		who, err := whoHolds(w.fs)
		if err != nil || who == nobody {
			return err
		}
		if who == newborn {
			births++
		}
		switch {
		case who == crashed || births > birthPolls:
			return refuse("interrupted_write", "an earlier write was interrupted and has left the journal "+JournalName, nil)
		case who == writer && w.left <= 0:
			return refuse("locked", fmt.Sprintf("another devstar is writing in this tree (waited %s)", w.timeout), nil)
		}
		if err := w.pause(ctx); err != nil {
			return err
		}
	}
}

// pause lets a little time pass.
func (w *wait) pause(ctx context.Context) error {
	w.left -= lockPoll
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(lockPoll):
		return nil
	}
}

// settledHolder looks at the journal until it is clear whether an empty one has an owner.
func settledHolder(fsys afero.Fs) (holder, error) {
	for range birthPolls {
		who, err := whoHolds(fsys)
		if err != nil || who != newborn {
			return who, err
		}
		time.Sleep(lockPoll)
	}
	return newborn, nil
}
