package main

// This file turns signals into the end of a run: the first one cancels, the second one kills.

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"devstar/runtime"
)

// interruptible returns a context that the first SIGINT or SIGTERM cancels. After it the signals have their usual
// effect again.
func interruptible(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case <-signals:
			signal.Stop(signals)
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel()
	}
}

// survivePipes makes a write to a pipe that nobody reads an ordinary error, so that a run is not killed between two
// writes because its output is cut off by head. The signal is caught and not ignored: child processes inherit what is
// ignored.
func survivePipes() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
}

// bounded returns a context that ends after d with an error that names the limit; 0 is no limit.
func bounded(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d == 0 {
		return context.WithCancel(parent)
	}
	e := runtime.NewError(runtime.CodeLimit, "", "the run took longer than "+d.String()+", the limit timeout", "")
	e.Reason = runtime.ReasonTimeout
	return context.WithTimeoutCause(parent, d, e)
}
