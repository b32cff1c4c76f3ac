package command

// This file runs one process, within bounds of time and output, and takes its whole group down with it.

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os/exec"
	"strings"
	"sync"
	"time"

	"devstar/runtime/engine"
)

const (
	maxStdout = 64 << 20 // bytes of standard output
	maxStderr = 8 << 20  // bytes of standard error that are kept for reading findings
	// leftoverDelay is how long what a program left running may hold its output open.
	leftoverDelay = 500 * time.Millisecond
)

// outcome is what a process did.
type outcome struct {
	args           []string
	dir            string
	exit           int // -1 when a signal ended it
	state          string
	stdout, stderr []byte
}

var (
	errTimeout = errors.New("timeout")
	errTooMuch = errors.New("too much output")
)

// start runs a command line to its end.
func (t *Tool) start(ctx context.Context, r *engine.Request, args []string, input string) (*outcome, error) {
	limit := t.Timeout
	if limit == 0 {
		limit = DefaultTimeout
	}
	bound, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	timer := time.AfterFunc(limit, func() { stop(errTimeout) })
	defer timer.Stop()
	out := &capture{max: maxStdout, full: func() { stop(errTooMuch) }}
	errs := &capture{max: maxStderr, keepEnd: true}
	cmd := exec.CommandContext(bound, args[0], args[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = r.Dir, t.Env, out, errs, leftoverDelay
	if t.Stdin {
		cmd.Stdin = strings.NewReader(input)
	}
	done := &outcome{args: args, dir: r.Dir}
	err := runGroup(cmd)
	done.stdout, done.stderr = out.bytes(), errs.bytes()
	if state := cmd.ProcessState; state != nil {
		done.exit, done.state = state.ExitCode(), state.String()
	}
	switch cause := context.Cause(bound); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case cause == errTimeout:
		return nil, t.timedOut(r, done, limit)
	case cause == errTooMuch:
		return nil, t.tooMuch(r, done)
	case cmd.ProcessState == nil:
		return nil, t.notStarted(r, done, err)
	}
	return done, nil
}

// runGroup runs cmd in a process group of its own and leaves nothing of the group behind.
func runGroup(cmd *exec.Cmd) error {
	g := newGroup(cmd)
	cmd.Cancel = g.kill
	if err := cmd.Start(); err != nil {
		g.close()
		return err
	}
	g.started()
	err := cmd.Wait()
	g.kill()
	g.close()
	return err
}

// capture keeps what is written to it, up to a bound: the beginning, or the end.
type capture struct {
	mu      sync.Mutex
	buf     bytes.Buffer
	max     int
	keepEnd bool
	full    func() // called when the beginning is full
}

// Write keeps p. It never fails, so that a program does not die of a closed pipe before it is ended.
func (c *capture) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := len(p)
	if c.keepEnd {
		if len(p) > c.max {
			p = p[len(p)-c.max:]
		}
		c.buf.Write(p)
		if c.buf.Len() > 2*c.max {
			c.buf.Next(c.buf.Len() - c.max)
		}
		return n, nil
	}
	if room := c.max - c.buf.Len(); len(p) > room {
		c.buf.Write(p[:room])
		c.full()
		return n, nil
	}
	return c.buf.Write(p)
}

func (c *capture) bytes() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.buf.Bytes()
	if len(b) > c.max {
		b = b[len(b)-c.max:]
	}
	return bytes.Clone(b)
}

// missing reports whether a program could not be started because it is not there.
func missing(err error) bool {
	return errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist)
}
