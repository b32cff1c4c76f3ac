// Package fstestsuite is what every back end of fsbackend must pass: probes that each ask one question of an empty file
// system, and a comparison of two back ends over random calls.
//
// The answers are those of a disk on Linux, so a back end that passes can stand in for one in a test. It is no
// benchmark, and it says nothing of what survives a crash.
package fstestsuite

// This file runs the probes and names errors.

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
)

// Suite is a back end under test.
type Suite struct {
	// New returns an empty file system for one probe.
	New func(t testing.TB) afero.Fs
	// Umask is what the back end takes from the mode of what is made; the zero value is 022.
	Umask fs.FileMode
	// Differs lists the probes whose answers are known to differ, with the reason. One that does not differ fails.
	Differs map[string]string
}

// Run asks every probe of the back end, each as a subtest.
func Run(t *testing.T, s Suite) {
	t.Helper()
	if s.Umask == 0 {
		s.Umask = 0o022
	}
	all := map[string]func(*probe){}
	for _, group := range []map[string]func(*probe){
		nameProbes(), openProbes(), handleProbes(), directoryProbes(), removeProbes(), renameProbes(),
		linkProbes(), modeProbes(), infoProbes(), raceProbes(), extraProbes(),
	} {
		maps.Copy(all, group)
	}
	for name := range s.Differs {
		require.Contains(t, all, name, "a known difference is of no probe")
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t.Run(name, func(t *testing.T) { s.ask(t, name, all[name]) })
	}
}

// ask runs one probe and reports what it found.
func (s Suite) ask(t *testing.T, name string, question func(*probe)) {
	p := &probe{FS: s.New(t), umask: s.Umask, tb: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		question(p)
	}()
	<-done
	reason, known := s.Differs[name]
	switch {
	case known && len(p.found) == 0:
		t.Errorf("no longer differs: %s", reason)
	case known:
		t.Logf("differs as known: %s", reason)
	default:
		for _, text := range p.found {
			t.Error(text)
		}
	}
}

// probe is an empty file system and the differences found in it. It is what assertions report to.
type probe struct {
	FS    afero.Fs
	umask fs.FileMode
	found []string
	tb    testing.TB
}

// Errorf records a difference.
func (p *probe) Errorf(format string, args ...any) {
	p.found = append(p.found, fmt.Sprintf(format, args...))
}

// FailNow ends the probe.
func (p *probe) FailNow() { runtime.Goexit() }

// must ends the probe when a step that is needed for the question fails.
func (p *probe) must(err error) {
	if err != nil {
		p.Errorf("preparing: %v", err)
		p.FailNow()
	}
}

// write makes a file.
func (p *probe) write(name, content string) {
	p.must(afero.WriteFile(p.FS, name, []byte(content), 0o666))
}

// mkdir makes directories with their parents.
func (p *probe) mkdir(names ...string) {
	for _, name := range names {
		p.must(p.FS.MkdirAll(name, 0o777))
	}
}

// symlink makes a symlink.
func (p *probe) symlink(target, name string) { p.must(fsbackend.Symlink(p.FS, target, name)) }

// open opens a file.
func (p *probe) open(name string, flag int) afero.File {
	f, err := p.FS.OpenFile(name, flag, 0o666)
	p.must(err)
	return f
}

// same records a difference between what is wanted and what is there.
func (p *probe) same(want, got any, what string, args ...any) {
	if want != got {
		p.Errorf("%s: want %v, got %v", fmt.Sprintf(what, args...), want, got)
	}
}

// fails records an error that is not the wanted one; nil wants none.
func (p *probe) fails(want, got error, what string, args ...any) {
	if Reason(want) != Reason(got) {
		p.Errorf("%s: want %s, got %s (%v)", fmt.Sprintf(what, args...), Reason(want), Reason(got), got)
	}
}

// holds records a difference in the content of a file.
func (p *probe) holds(name, want string) {
	got, err := afero.ReadFile(p.FS, name)
	p.fails(nil, err, "reading %s", name)
	p.same(want, string(got), "content of %s", name)
}

// gone records that something is at a name.
func (p *probe) gone(names ...string) {
	for _, name := range names {
		_, err := fsbackend.Lstat(p.FS, name)
		p.fails(syscall.ENOENT, err, "lstat %s", name)
	}
}

// denied is the error of what permission bits forbid: none for those who may do everything.
func (p *probe) denied() error {
	if _, checked := fsbackend.ActorOf(p.FS); !checked {
		return nil
	}
	return syscall.EACCES
}

// reasons are the errors that back ends answer with.
func reasons() []error {
	return []error{
		fs.ErrClosed, fsbackend.ErrOutside, fsbackend.ErrSpecial, fsbackend.ErrCrashed, os.ErrProcessDone,
		syscall.ENOENT, syscall.EEXIST, syscall.ENOTDIR, syscall.EISDIR, syscall.ENOTEMPTY, syscall.EINVAL, syscall.ELOOP,
		syscall.EACCES, syscall.EPERM, syscall.EBADF, syscall.EBUSY, syscall.EXDEV, syscall.EFBIG, syscall.ENAMETOOLONG,
		syscall.EIO, errors.ErrUnsupported,
	}
}

// Reason is the errno or sentinel in an error, in words; "ok" for none. Two back ends that answer with one reason answer
// alike.
func Reason(err error) string {
	if err == nil {
		return "ok"
	}
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return errno.Error()
	}
	for _, r := range reasons() {
		if errors.Is(err, r) {
			return r.Error()
		}
	}
	return strings.TrimSpace(err.Error())
}
