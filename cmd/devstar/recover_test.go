//go:build unix

package main

// This file tests devstar recover over the journals of writers that were really killed, and what other commands say to them.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
)

// swaps exchanges pairs of files and then makes some: a long write that has a rename temporary most of the time.
const swaps = `
acquire("*.txt")
for i in range(200):
    rename("a%d.txt" % i, "t.txt")
    rename("b%d.txt" % i, "a%d.txt" % i)
    rename("t.txt", "b%d.txt" % i)
for i in range(60):
    create("new/n%d.txt" % i, "new %d\n" % i)
write()
`

// swapTree makes the files of swaps in a new directory.
func swapTree(t *testing.T) string {
	dir := t.TempDir()
	for i := range 200 {
		for _, head := range []string{"a", "b"} {
			name := fmt.Sprintf("%s%d.txt", head, i)
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(name+"\n"), 0o600))
		}
	}
	return dir
}

// contentsOf maps the files below a directory to their texts.
func contentsOf(t *testing.T, dir string) map[string]string {
	out := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		out[strings.TrimPrefix(name, dir+"/")] = string(text)
		return err
	}))
	return out
}

// devstar runs the program to its end.
func devstar(t *testing.T, stdin string, args ...string) (code int, out, errs string) {
	self, err := os.Executable()
	require.NoError(t, err)
	var stdout, stderr bytes.Buffer
	cmd := &exec.Cmd{Path: self, Args: append([]string{"devstar"}, args...), Stdin: strings.NewReader(stdin), Stdout: &stdout, Stderr: &stderr}
	require.NoError(t, cmd.Start())
	cmd.Wait() // the code says it
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

// frozen starts swaps over a new tree and stops the process where its journal is as wanted. A process that was too fast is
// tried again.
func frozen(t *testing.T, wanted func(dir, journal string) bool) (dir string, p *os.Process) {
	for range 100 {
		dir := swapTree(t)
		self, err := os.Executable()
		require.NoError(t, err)
		cmd := &exec.Cmd{Path: self, Args: []string{"devstar", "run", "--no-fsync", "--root", dir, "-"}, Stdin: strings.NewReader(swaps)}
		require.NoError(t, cmd.Start())
		gone := make(chan struct{})
		go func() { cmd.Wait(); close(gone) }()
		if stoppedWhere(t, cmd.Process, gone, func(journal string) bool { return wanted(dir, journal) }, filepath.Join(dir, fsbackend.JournalName)) {
			t.Cleanup(func() { cmd.Process.Kill(); <-gone })
			return dir, cmd.Process
		}
		<-gone
	}
	require.Fail(t, "the write was never met in the state that is wanted")
	return "", nil
}

// stoppedWhere stops a process as soon as its journal is as wanted, and makes sure that it still is; else the process goes on.
func stoppedWhere(t *testing.T, p *os.Process, gone chan struct{}, wanted func(string) bool, journal string) bool {
	for {
		select {
		case <-gone:
			return false
		default:
		}
		text, _ := os.ReadFile(journal) // it may not be there yet
		if !wanted(string(text)) {
			continue
		}
		if p.Signal(syscall.SIGSTOP) != nil {
			return false
		}
		time.Sleep(5 * time.Millisecond) // until it has stopped
		if text, err := os.ReadFile(journal); err == nil && wanted(string(text)) {
			return true
		}
		require.NoError(t, p.Signal(syscall.SIGCONT))
	}
}

// killed is frozen, and then killed.
func killed(t *testing.T, wanted func(dir, journal string) bool) string {
	dir, p := frozen(t, wanted)
	require.NoError(t, p.Kill())
	for code, deadline := exitFailed, time.Now().Add(patience); code != exitOK; { // until its lock is gone
		require.Less(t, time.Now(), deadline)
		_, out, _ := devstar(t, "", "recover", "--json", "--root", dir)
		if !strings.Contains(out, `"held"`) {
			code = exitOK
		}
	}
	return dir
}

// marks is how many operations a journal says are done; -1 before everything is staged.
func marks(journal string) int {
	_, tail, staged := strings.Cut(journal, "\nstaged\n")
	if !staged {
		return -1
	}
	return len(tail)
}

// parked lists the rename temporaries of a directory.
func parked(t *testing.T, dir string) []string {
	list, err := filepath.Glob(filepath.Join(dir, ".dev-tools-rename-*"))
	require.NoError(t, err)
	return list
}

// swapped is the tree as the whole write leaves it.
func swapped(t *testing.T) map[string]string {
	dir := swapTree(t)
	code, _, errs := devstar(t, swaps, "run", "--no-fsync", "--root", dir, "-")
	require.Zero(t, code, errs)
	return contentsOf(t, dir)
}

func TestRecoverFinishesAKilledWrite(t *testing.T) {
	t.Parallel()
	// Killed where a file waits under a temporary name: its only copy.
	dir := killed(t, func(dir, journal string) bool {
		return marks(journal) > 3 && marks(journal) < 600 && len(parked(t, dir)) == 1
	})
	require.Len(t, parked(t, dir), 1)
	before := contentsOf(t, dir)

	code, out, errs := devstar(t, "", "recover", "--root", dir)
	assert.Equal(t, exitFailed, code, "something is left to do")
	assert.Regexp(t, `^a write by process \d+ was interrupted: \d+ of 660 operations done\n  done   rename `, out)
	assert.Contains(t, out, "\n  next   rename ")
	assert.Contains(t, out, "\n  to do  create new/n59.txt\n")
	assert.Contains(t, out, "devstar recover --finish does the ")
	assert.Contains(t, out, "cannot be taken back")
	assert.Empty(t, errs)

	for _, args := range [][]string{{"run", "--json", "--root", dir, "-"}, {"run", "--dry-run", "--json", "--root", dir, "-"}} {
		code, out, _ = devstar(t, `acquire("a1.txt")`, args...)
		assert.Equal(t, exitFailed, code)
		assert.Contains(t, out, `"reason":"interrupted_write"`)
		assert.Contains(t, out, "devstar recover")
	}
	code, _, errs = devstar(t, "*** Begin Patch\n*** Add File: x\n+x\n*** End Patch\n", "apply", "--root", dir)
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, errs, "devstar recover")

	code, out, _ = devstar(t, "", "recover", "--back", "--root", dir)
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, out, "error: it cannot be taken back any more, only finished\nhint: devstar recover --finish does the rest")
	assert.Equal(t, before, contentsOf(t, dir), "nothing of all this has changed a file")

	code, out, _ = devstar(t, "", "recover", "--finish", "--root", dir)
	assert.Equal(t, exitOK, code, out)
	assert.Equal(t, "finished: 660 operations done, the tree is as the write wanted it\n", out)
	assert.Equal(t, swapped(t), contentsOf(t, dir))
	code, out, _ = devstar(t, "", "recover", "--root", dir)
	assert.Equal(t, exitOK, code)
	assert.Equal(t, "nothing to recover: no write was interrupted\n", out)
}

func TestRecoverTakesAWriteBackThatChangedNothing(t *testing.T) {
	t.Parallel()
	for _, flag := range []string{"--back", "--finish"} {
		dir := killed(t, func(_, journal string) bool { return journal != "" && marks(journal) < 0 })
		code, out, _ := devstar(t, "", "recover", "--root", dir)
		assert.Equal(t, exitFailed, code)
		assert.Regexp(t, `^a write( by process \d+)? was interrupted before it changed anything\n`, out)
		assert.Contains(t, out, "devstar recover --back removes what was staged; the tree is as it was\n")
		code, out, _ = devstar(t, "", "recover", flag, "--root", dir)
		assert.Equal(t, exitOK, code)
		assert.Contains(t, out, "taken back: the tree is as it was before the write\n")
		assert.Equal(t, contentsOf(t, swapTree(t)), contentsOf(t, dir))
	}
}

func TestRecoverLeavesATreeAloneThatWasChangedSince(t *testing.T) {
	t.Parallel()
	dir := killed(t, func(_, journal string) bool { return marks(journal) > 0 && marks(journal) < 500 })
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a99.txt"), []byte("mine\n"), 0o600))
	before := contentsOf(t, dir)
	for _, args := range [][]string{{"--finish"}, {"--back"}, {}} {
		code, out, _ := devstar(t, "", append([]string{"recover", "--json", "--root", dir}, args...)...)
		assert.Equal(t, exitFailed, code)
		var r recovery
		require.NoError(t, json.Unmarshal([]byte(out), &r))
		assert.False(t, r.OK || r.CanBack || r.CanFinish)
		assert.Equal(t, "staged", r.State)
		assert.Contains(t, r.Changed, "a99.txt")
		if len(args) > 0 {
			assert.Equal(t, "changed_on_disk", r.Error.Reason)
			assert.Contains(t, r.Error.Hint, "by hand")
		}
		assert.Equal(t, before, contentsOf(t, dir))
	}
	code, out, _ := devstar(t, "", "recover", "--root", dir)
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, out, "it can be neither finished nor taken back, for these were changed since: ")
}

func TestAWriterIsWaitedFor(t *testing.T) {
	t.Parallel()
	dir, p := frozen(t, func(_, journal string) bool { return marks(journal) > 0 && marks(journal) < 500 })
	code, out, _ := devstar(t, "acquire('a1.txt')", "run", "--json", "--lock-timeout", "0", "--root", dir, "-")
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, out, `"reason":"locked"`)
	begin := time.Now()
	code, _, errs := devstar(t, "acquire('a1.txt')", "run", "--lock-timeout", "100ms", "--root", dir, "-")
	assert.Equal(t, exitFailed, code)
	assert.GreaterOrEqual(t, time.Since(begin), 100*time.Millisecond)
	assert.Contains(t, errs, "another devstar is writing in this tree")
	code, out, _ = devstar(t, "", "recover", "--root", dir)
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, out, "another devstar is writing in this tree\n")
	assert.NotContains(t, out, "interrupted:")

	require.NoError(t, p.Signal(syscall.SIGCONT))
	code, _, errs = devstar(t, "acquire('a1.txt')", "run", "--lock-timeout", "20s", "--root", dir, "-")
	assert.Zero(t, code, errs)
	assert.Equal(t, swapped(t), contentsOf(t, dir))
}
