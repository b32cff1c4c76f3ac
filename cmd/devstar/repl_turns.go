package main

// This file lets signals end what a conversation is doing, and not the conversation itself.

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

// turns gives each turn of a conversation a context that a signal ends.
type turns struct {
	parent  context.Context
	signals chan os.Signal
	over    atomic.Bool // the conversation is to end
	typed   bool        // a person is there: SIGINT ends a turn only
}

func newTurns(ctx context.Context, typed bool) *turns {
	t := &turns{parent: ctx, typed: typed}
	if typed { // the context ends with the first SIGINT, which here is meant for a turn
		t.parent, t.signals = context.WithoutCancel(ctx), make(chan os.Signal, 1)
		signal.Notify(t.signals, os.Interrupt, syscall.SIGTERM)
	}
	return t
}

// next begins a turn.
func (t *turns) next() (context.Context, func()) {
	ctx, cancel := context.WithCancel(t.parent)
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		select {
		case s := <-t.signals:
			if s == syscall.SIGTERM {
				t.over.Store(true)
			}
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, func() { cancel(); <-gone }
}

// ended reports whether the conversation is to end.
func (t *turns) ended() bool { return t.over.Load() || t.parent.Err() != nil }

func (t *turns) stop() {
	if t.signals != nil {
		signal.Stop(t.signals)
	}
}
