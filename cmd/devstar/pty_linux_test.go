package main

// This file runs the program in a pseudo-terminal and talks to it.

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// dialogue is the program in a terminal of 80 columns and 24 rows.
type dialogue struct {
	testing.TB
	cmd    *exec.Cmd
	master *os.File
	mu     sync.Mutex
	screen string // everything shown so far
	seen   int    // how much of it has been looked at
	closed chan struct{}
}

// openPTY opens a pseudo-terminal.
func openPTY(t testing.TB) (master, slave *os.File) {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("there are no pseudo-terminals here: %v", err)
	}
	fd := int(master.Fd())
	require.NoError(t, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	require.NoError(t, err)
	require.NoError(t, unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}))
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	return master, slave
}

// talk starts the program with all its streams on a terminal; adjust may give it others.
func talk(t testing.TB, adjust func(*exec.Cmd), args ...string) *dialogue {
	self, err := os.Executable()
	require.NoError(t, err)
	master, slave := openPTY(t)
	d := &dialogue{TB: t, master: master, closed: make(chan struct{})}
	d.cmd = &exec.Cmd{Path: self, Args: append([]string{"devstar"}, args...), Stdin: slave, Stdout: slave, Stderr: slave}
	d.cmd.Env = append(os.Environ(), "TERM=xterm", "NO_COLOR=1", "CLICOLOR_FORCE=")
	d.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if adjust != nil {
		adjust(d.cmd)
	}
	if d.cmd.Stdin != slave {
		d.cmd.ExtraFiles, d.cmd.SysProcAttr.Ctty = []*os.File{slave}, 3
	}
	require.NoError(t, d.cmd.Start())
	slave.Close()
	go d.read()
	t.Cleanup(func() {
		d.cmd.Process.Kill()
		master.Close()
		<-d.closed
	})
	return d
}

func (d *dialogue) read() {
	defer close(d.closed)
	b := make([]byte, 4096)
	for {
		n, err := d.master.Read(b)
		d.mu.Lock()
		d.screen += strings.ReplaceAll(string(b[:n]), "\r\n", "\n")
		d.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// shows waits until a text is on the screen behind what was looked at last, and returns what stands up to its end.
func (d *dialogue) shows(text string) string {
	d.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		d.mu.Lock()
		fresh := d.screen[d.seen:]
		if at := strings.Index(fresh, text); at >= 0 {
			d.seen += at + len(text)
			d.mu.Unlock()
			return fresh[:at+len(text)]
		}
		d.mu.Unlock()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	require.Fail(d, "it does not come", "%q in\n%s", text, d.screen[d.seen:])
	return ""
}

// types types as a person would: when there is something to answer.
func (d *dialogue) types(text string) {
	_, err := io.WriteString(d.master, text)
	require.NoError(d, err)
}

// asks waits for a question and answers it.
func (d *dialogue) asks(question, answer string) string {
	d.Helper()
	shown := d.shows(question)
	d.types(answer)
	return shown
}

// ends waits for the end and returns the code and the rest of the screen.
func (d *dialogue) ends() (code int, rest string) {
	d.Helper()
	done := make(chan struct{})
	go func() { d.cmd.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(patience):
		d.mu.Lock()
		defer d.mu.Unlock()
		require.Fail(d, "it does not end", "%s", d.screen)
	}
	<-d.closed
	return d.cmd.ProcessState.ExitCode(), d.screen[d.seen:]
}
