package fsbackend

// This file is Fault: a back end that fails on command, for tests.

import (
	"errors"
	"slices"
	"sync"
	"syscall"

	"github.com/spf13/afero"
)

// FaultMode is how a call fails.
type FaultMode int

// The ways to fail.
const (
	FaultBefore FaultMode = iota // nothing happens, the call returns the error
	FaultAfter                   // the call happens, and returns the error all the same
	FaultHalf                    // half of the call happens where a call has halves (a write, a removal of a tree, ...); else as FaultAfter
	FaultCrash                   // nothing happens, and this and every later call returns ErrCrashed
	FaultTorn                    // half of the call happens as with FaultHalf, then it goes on as with FaultCrash
)

// ErrCrashed is the error of every call after a crash.
var ErrCrashed = errors.New("crashed")

// Fault passes every call to its base, counts those that change something, and fails one of them. A call that changes
// is: opening with O_CREATE or O_TRUNC, writing, truncating, syncing, closing a file that was opened for writing,
// making, removing, renaming, linking, and setting attributes. A crash closes all open files of the base, as the end of a
// process does, so locks are free. It passes on every optional interface; what the base has none of behaves as it
// does without the interface. Safe for concurrent use, though then the order of the count is that of chance.
type Fault struct {
	base afero.Fs

	mu      sync.Mutex
	log     []string
	at      int // the number of the call that fails; 0 for none
	mode    FaultMode
	err     error
	crashed bool
	open    map[*faultFile]bool
}

// NewFault wraps a base; nothing fails until Arm.
func NewFault(base afero.Fs) *Fault { return &Fault{base: base, open: map[*faultFile]bool{}} }

// Arm makes the k-th changing call from now on fail, counted from 1; the ones after it succeed again, except after a
// crash. A nil err is EIO.
func (f *Fault) Arm(k int, mode FaultMode, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err == nil {
		err = syscall.EIO
	}
	f.at, f.mode, f.err = len(f.log)+k, mode, err
}

// Calls is the number of changing calls so far, the failed ones among them.
func (f *Fault) Calls() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.log)
}

// Log is the changing calls so far, in words.
func (f *Fault) Log() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.log)
}

// Fired says whether the armed call has come.
func (f *Fault) Fired() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.at > 0 && len(f.log) >= f.at
}

// step is a changing call: what it is called, what it does, and what half of it does.
type step struct {
	op, name, to string
	full, half   func() error // a nil half is full
}

// fail gives an error the shape the call has.
func (s step) fail(err error) error {
	if s.to != "" {
		return linkError(s.op, s.name, s.to, err)
	}
	return pathError(s.op, s.name, err)
}

// change counts a call and does it, or what its fault leaves of it.
func (f *Fault) change(s step) error {
	mode, fault := f.count(s)
	if fault == nil {
		return s.full()
	}
	if s.half == nil {
		s.half = s.full
	}
	// What the call itself answers does not matter: it fails.
	switch mode {
	case FaultAfter:
		_ = s.full()
	case FaultHalf:
		_ = s.half()
	case FaultTorn:
		_ = s.half()
		f.crash()
	case FaultCrash:
		f.crash()
	}
	return s.fail(fault)
}

// count counts a call and says with which error it is to fail, if it is.
func (f *Fault) count(s step) (FaultMode, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.crashed {
		return FaultBefore, ErrCrashed
	}
	call := s.op + " " + s.name
	if s.to != "" {
		call += " " + s.to
	}
	f.log = append(f.log, call)
	switch {
	case len(f.log) != f.at:
		return FaultBefore, nil
	case f.mode == FaultCrash || f.mode == FaultTorn:
		return f.mode, ErrCrashed
	}
	return f.mode, f.err
}

// crash ends everything: open files of the base are closed.
func (f *Fault) crash() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.crashed = true
	for file := range f.open {
		// A process that ends does not look at what close says either.
		_ = file.File.Close()
	}
	clear(f.open)
}

// alive is the error of a call that only looks.
func (f *Fault) alive(op, name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.crashed {
		return pathError(op, name, ErrCrashed)
	}
	return nil
}
