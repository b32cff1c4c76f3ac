package lsp

// This file keeps the messages that wait, so that a request can be canceled before its turn and while it is handled.

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
)

// queue holds messages in the order in which they came. One goroutine puts, another takes.
type queue struct {
	mu      sync.Mutex
	ready   sync.Cond
	waiting []message
	closed  bool
	running map[string]context.CancelFunc // of requests that are not answered yet, by id
	live    map[string]context.Context
}

func newQueue() *queue {
	q := &queue{running: map[string]context.CancelFunc{}, live: map[string]context.Context{}}
	q.ready.L = &q.mu
	return q
}

// fill puts in the messages of a stream until it ends.
func (q *queue) fill(in frames) {
	defer q.close()
	for {
		body, err := in.next()
		switch {
		case isFrameError(err):
			q.put(message{bad: failed(codeParse, "%v", err)})
		case err != nil:
			if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				q.put(message{bad: failed(codeInternal, "cannot read: %v", err)})
			}
			return
		default:
			if m, ok := parseMessage(body); ok {
				q.put(m)
			}
		}
	}
}

// put adds a message. The order to cancel a request acts at once.
func (q *queue) put(m message) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if m.method == "$/cancelRequest" && m.id == nil {
		var params struct {
			ID json.RawMessage `json:"id"`
		}
		if json.Unmarshal(m.params, &params) == nil && q.running[string(params.ID)] != nil {
			q.running[string(params.ID)]()
		}
		return
	}
	if m.id != nil && m.bad == nil {
		q.live[string(m.id)], q.running[string(m.id)] = context.WithCancel(context.Background())
	}
	q.waiting = append(q.waiting, m)
	q.ready.Signal()
}

// take returns the next message; false when there is none. With wait it waits for one, and false is the end.
func (q *queue) take(wait bool) (message, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for wait && len(q.waiting) == 0 && !q.closed {
		q.ready.Wait()
	}
	if len(q.waiting) == 0 {
		return message{}, false
	}
	m := q.waiting[0]
	q.waiting = q.waiting[1:]
	return m, true
}

// context returns the context of a request, which ends when it is canceled.
func (q *queue) context(id json.RawMessage) context.Context {
	q.mu.Lock()
	defer q.mu.Unlock()
	if ctx := q.live[string(id)]; ctx != nil {
		return ctx
	}
	return context.Background()
}

// done forgets a request that was answered.
func (q *queue) done(id json.RawMessage) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if stop := q.running[string(id)]; stop != nil {
		stop()
	}
	delete(q.running, string(id))
	delete(q.live, string(id))
}

// close lets take end when all is taken.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.ready.Broadcast()
}

// stop drops what waits and ends the queue.
func (q *queue) stop() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting, q.closed = nil, true
	q.ready.Broadcast()
}
