//go:build unix

package main

// This file tests the program as a process: signals, closed pipes, and inputs that never come.

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// patience is how long a process may take to do what it must.
const patience = 20 * time.Second

// process is the program running in a directory of its own.
type process struct {
	*exec.Cmd
	dir    string
	out    bytes.Buffer
	stderr *bufio.Reader
}

// start runs the program over a plan.star with the given text. The test binary is the program when it is called so.
func start(t *testing.T, plan string, args ...string) *process {
	self, err := os.Executable()
	require.NoError(t, err)
	p := &process{Cmd: &exec.Cmd{Path: self, Args: append([]string{"devstar"}, args...)}, dir: t.TempDir()}
	p.Dir, p.Stdout = p.dir, &p.out
	require.NoError(t, os.WriteFile(filepath.Join(p.dir, args[len(args)-1]), []byte(plan), 0o600))
	stderr, err := p.StderrPipe()
	require.NoError(t, err)
	p.stderr = bufio.NewReader(stderr)
	require.NoError(t, p.Start())
	timer := time.AfterFunc(patience, func() { p.Process.Kill() })
	t.Cleanup(func() { timer.Stop(); p.Process.Kill() })
	return p
}

// says waits for a line on standard error.
func (p *process) says(t *testing.T, line string) {
	got, err := p.stderr.ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, line+"\n", got)
}

// ends waits for the end and returns the code, -1 for a signal, and the rest of standard error.
func (p *process) ends(t *testing.T) (code int, rest string) {
	text, err := io.ReadAll(p.stderr)
	require.NoError(t, err)
	p.Wait() // the code says it
	return p.ProcessState.ExitCode(), string(text)
}

const longPlan = `
create("first.txt", "x\n")
write()
print("ready")
for i in range(1000000000):
    pass
create("second.txt", "x\n")
write()
`

func TestASignalEndsTheRun(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		p := start(t, longPlan, "run", "--json", "--max-steps", "1000000000000", "plan.star")
		p.says(t, "ready")
		require.NoError(t, p.Process.Signal(signal))
		code, rest := p.ends(t)
		assert.Equal(t, exitInterrupted, code)
		assert.Empty(t, rest)
		var r struct {
			OK      bool
			Written []string
			Error   struct {
				Code    string
				Written []string
			}
		}
		require.NoError(t, json.Unmarshal(p.out.Bytes(), &r))
		assert.False(t, r.OK)
		assert.Equal(t, "canceled", r.Error.Code)
		assert.Equal(t, []string{"first.txt"}, r.Written)
		assert.Equal(t, []string{"first.txt"}, r.Error.Written)
		assert.FileExists(t, filepath.Join(p.dir, "first.txt"))
		assert.NoFileExists(t, filepath.Join(p.dir, "second.txt"))
	}
}

func TestTheReportOfAnInterruption(t *testing.T) {
	p := start(t, longPlan, "run", "--max-steps", "1000000000000", "plan.star")
	p.says(t, "ready")
	require.NoError(t, p.Process.Signal(os.Interrupt))
	code, rest := p.ends(t)
	assert.Equal(t, exitInterrupted, code)
	assert.Contains(t, rest, "interrupted")
	assert.Contains(t, rest, "1 file is already written: first.txt\n")
	assert.Equal(t, "A first.txt +1\nwritten 1 file\n", p.out.String())
}

// However far the tests are when the signal comes, the answer is the same.
func TestInterruptedTestsSaySo(t *testing.T) {
	p := start(t, "def test_x():\n    for i in range(1000000000):\n        pass\n", "test", "--max-steps", "1000000000000", "plan_test.star")
	time.Sleep(300 * time.Millisecond)
	require.NoError(t, p.Process.Signal(os.Interrupt))
	code, rest := p.ends(t)
	assert.Equal(t, exitInterrupted, code)
	assert.Contains(t, rest, "interrupted")
}

// A run that hangs where nothing can cancel it, here in the print to a pipe that nobody empties, is killed by the second
// signal.
func TestASecondSignalKills(t *testing.T) {
	p := start(t, "print('ready')\nprint('x' * 1000000)\n", "run", "plan.star")
	p.says(t, "ready")
	done := make(chan error, 1)
	go func() { done <- p.Wait() }()
	for sent := 0; ; sent++ {
		select {
		case <-done:
			assert.Equal(t, syscall.SIGINT, p.ProcessState.Sys().(syscall.WaitStatus).Signal())
			assert.Greater(t, sent, 1, "the first signal only cancels")
			return
		case <-time.After(100 * time.Millisecond):
			p.Process.Signal(os.Interrupt) // it may be gone by now
		}
	}
}

func TestWaitingForAScriptCanBeInterrupted(t *testing.T) {
	read, write, err := os.Pipe()
	require.NoError(t, err)
	defer write.Close()
	defer read.Close()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := &exec.Cmd{Path: self, Args: []string{"devstar", "run", "--json", "-"}, Stdin: read}
	var out bytes.Buffer
	cmd.Stdout = &out
	require.NoError(t, cmd.Start())
	_, err = write.Write(bytes.Repeat([]byte(" "), 200_000)) // more than a pipe holds: it is reading now
	require.NoError(t, err)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	cmd.Wait()
	assert.Equal(t, exitInterrupted, cmd.ProcessState.ExitCode())
	assert.Contains(t, out.String(), `"code":"canceled"`)
}

// Output that nobody reads neither stops a run nor changes its code.
func TestClosedPipes(t *testing.T) {
	plan := "print('x')\ncreate('a.txt', '')\nprint('y')\nwrite()\nprint('z')\n"
	for _, args := range [][]string{{"run", "plan.star"}, {"run", "--json", "plan.star"}, {"run", "missing.star"}, {"check", "plan.star"}, {"version"}, {"--help"}} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "plan.star"), []byte(plan), 0o600))
		self, err := os.Executable()
		require.NoError(t, err)
		read, write, err := os.Pipe()
		require.NoError(t, err)
		read.Close()
		cmd := &exec.Cmd{Path: self, Args: append([]string{"devstar"}, args...), Dir: dir, Stdout: write, Stderr: write}
		require.NoError(t, cmd.Start())
		write.Close()
		cmd.Wait()
		want := exitOK
		if args[len(args)-1] == "missing.star" {
			want = exitNothingRan
		}
		assert.Equal(t, want, cmd.ProcessState.ExitCode(), "%s: %s", strings.Join(args, " "), cmd.ProcessState)
		if args[0] == "run" && want == exitOK {
			assert.FileExists(t, filepath.Join(dir, "a.txt"))
		}
	}
}
