// Package lsp is a language server for scripts: it tells an editor over a stream what devstar check would say, what names are,
// and which names there are. It runs nothing and writes nothing; it reads files only through the loader that its host gives it.
//
// Framing and messages are small and its own: the libraries for JSON-RPC that are kept drop the connection at the first frame
// that is no message, or trust its length, and those for the messages of the protocol bring hundreds of types for the twenty that
// are spoken here.
package lsp

// This file is the server: it takes messages in, hands them on, and ends.

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"

	"devstar/runtime"
	"devstar/starlib"
)

// Options are what the server needs from its host.
type Options struct {
	Version string // of the program, for the editor to show

	// Project tells what a script belongs to; file is its absolute path, "" for a text that is no file. The error is one of the
	// configuration: it is shown, and the project is used all the same.
	Project func(file string) (Project, error)

	// Format lays a script out. The error says why that is not possible.
	Format func(name, text string) (string, error)
}

// Project is what a script is compiled with.
type Project struct {
	Loader  starlib.Loader   // finds what it loads; nil where there is nothing to load from
	Session *runtime.Session // says which capabilities are configured; nil for all
}

// ErrNoShutdown is the end of a server that was not told to shut down before.
var ErrNoShutdown = errors.New("the connection ended without the request shutdown")

// server is a connection to an editor.
type server struct {
	Options
	out   io.Writer
	queue *queue
	docs  map[string]*document // by URI
	asked int                  // requests to the editor

	state    state
	markdown bool // the editor shows Markdown
	nested   bool // it shows symbols in symbols
	actions  bool // it takes actions as data
	watches  bool // it can be asked to watch files
}

// state is how far a connection is.
type state int

const (
	fresh state = iota
	ready
	shut
	gone
)

// Serve serves an editor until it says exit, the stream ends, or ctx does. It returns nil after shutdown and exit, ErrNoShutdown
// for an end without them, the error of ctx, or one of writing.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	s := &server{Options: o, out: out, queue: newQueue(), docs: map[string]*document{}}
	defer context.AfterFunc(ctx, s.queue.stop)()
	go s.queue.fill(frames{bufio.NewReader(in)})
	for s.state != gone {
		m, ok := s.queue.take(false)
		if !ok {
			busy, err := s.checkNext()
			if err != nil {
				return err
			}
			if busy {
				continue
			}
			if m, ok = s.queue.take(true); !ok {
				break
			}
		}
		if err := s.handle(m); err != nil {
			return err
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case s.state == gone:
		return nil
	}
	return ErrNoShutdown
}

// handle acts on a message. The error is one of writing, or the end without shutdown.
func (s *server) handle(m message) error {
	switch {
	case m.bad != nil:
		return s.respond(answer(m.id, nil, m.bad))
	case m.method == "exit":
		if s.state != shut {
			return ErrNoShutdown
		}
		s.state = gone
		return nil
	case m.id != nil:
		ctx := s.queue.context(m.id)
		result, err := s.request(ctx, m)
		if ctx.Err() != nil {
			result, err = nil, failed(codeCanceled, "the request was canceled")
		}
		s.queue.done(m.id)
		if err := s.respond(answer(m.id, result, err)); err != nil {
			return err
		}
		if m.method == "initialize" && err == nil {
			s.state = ready
		}
		return nil
	case s.state == ready:
		return s.notification(m)
	}
	return nil // before initialize and after shutdown notifications are dropped
}

// request handles a request.
func (s *server) request(ctx context.Context, m message) (result any, err *rpcError) {
	defer func() {
		if p := recover(); p != nil {
			result, err = nil, failed(codeInternal, "%s: panic: %v; this is a fault of devstar: please report it", m.method, p)
		}
	}()
	switch {
	case ctx.Err() != nil:
		return nil, nil
	case s.state == fresh && m.method != "initialize":
		return nil, failed(codeNotInitialized, "%s came before initialize", m.method)
	case s.state == shut:
		return nil, failed(codeInvalidRequest, "%s came after shutdown", m.method)
	case s.state == ready && m.method == "initialize":
		return nil, failed(codeInvalidRequest, "initialize came twice")
	}
	handler, ok := requests[m.method]
	if !ok {
		return nil, failed(codeNoMethod, "there is no method %s", m.method)
	}
	return handler(s, m.params)
}

// notification handles a notification; what it cannot read it tells.
func (s *server) notification(m message) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = s.log("%s: panic: %v; this is a fault of devstar: please report it", m.method, p)
		}
	}()
	handler, ok := notifications[m.method]
	if !ok {
		return nil
	}
	if mistake := handler(s, m.params); mistake != nil {
		return s.log("%s: %s", m.method, mistake.Message)
	}
	return nil
}

func (s *server) respond(r response) error { return s.write(r) }

// tell sends a notification.
func (s *server) tell(method string, params any) error {
	return s.write(request{JSONRPC: "2.0", Method: method, Params: params})
}

func (s *server) write(v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return writeFrame(s.out, body)
}

// log shows a line in the log of the editor.
func (s *server) log(format string, args ...any) error {
	return s.tell("window/logMessage", map[string]any{"type": 2, "message": failed(0, format, args...).Message})
}

// decode reads parameters.
func decode[T any](params json.RawMessage) (v T, err *rpcError) {
	if failure := json.Unmarshal(params, &v); failure != nil {
		return v, failed(codeInvalidParams, "the parameters cannot be read: %v", failure)
	}
	return v, nil
}
