package lsp

// This file tests how a connection begins and ends, and what it does with messages that are none.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBeginAndEnd(t *testing.T) {
	c := dial(t, Options{Version: "7", Project: project("/dir"), Format: upper})
	c.tell("textDocument/didOpen", `{}`) // dropped
	assert.Equal(t, codeNotInitialized, c.asks("textDocument/hover", at(plan, 0, 0)).Error.Code)
	assert.Equal(t, codeNotInitialized, c.asks("shutdown", "null").Error.Code)
	assert.Contains(t, c.call("initialize", `{"capabilities":{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}}`), `"serverInfo":{"name":"devstar","version":"7"}`)
	c.tell("initialized", "{}")
	r := c.hears()
	assert.Equal(t, "client/registerCapability", r.Method)
	c.send(`{"jsonrpc":"2.0","id":"devstar-1","result":null}`)
	assert.Equal(t, codeInvalidRequest, c.asks("initialize", `{}`).Error.Code)
	assert.Equal(t, "null", c.call("shutdown", "null"))
	assert.Equal(t, codeInvalidRequest, c.asks("textDocument/hover", at(plan, 0, 0)).Error.Code)
	c.tell("exit", "null")
	assert.NoError(t, <-c.ended)
}

func TestEndsWithoutShutdown(t *testing.T) {
	c := connect(t, "/dir")
	c.tell("exit", "null")
	assert.ErrorIs(t, <-c.ended, ErrNoShutdown)
	c = connect(t, "/dir")
	c.in.Close()
	assert.ErrorIs(t, <-c.ended, ErrNoShutdown)
	c = connect(t, "/dir")
	c.raw("Content-Length: 100\r\n\r\n{")
	c.in.Close()
	assert.ErrorIs(t, <-c.ended, ErrNoShutdown)
}

func TestTheContextEnds(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	in, write := io.Pipe()
	defer write.Close()
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, in, io.Discard, Options{}) }()
	stop()
	assert.ErrorIs(t, <-ended, context.Canceled)
}

// closed is a stream that nobody reads.
type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestNobodyReads(t *testing.T) {
	in := "Content-Length: 46\r\n\r\n" + `{"jsonrpc":"2.0","id":1,"method":"initialize"}`
	assert.EqualError(t, Serve(context.Background(), strings.NewReader(in), closed{}, Options{}), "broken pipe")
}

func TestMessagesThatAreNone(t *testing.T) {
	c := connect(t, "/dir")
	for body, want := range map[string]string{
		`{`:                              "null -32700",
		``:                               "null -32700",
		`[]`:                             "null -32600",
		`"x"`:                            "null -32600",
		`null`:                           "null -32600",
		`{"jsonrpc":"2.0"}`:              "null -32600",
		`{"jsonrpc":"2.0","id":7}`:       "7 -32600",
		`{"id":"a","method":"shutdown"}`: `"a" -32600`,
		`{"jsonrpc":"2.0","id":null,"method":"shutdown"}`:                                                  "null -32600",
		`{"jsonrpc":"2.0","id":[1],"method":"shutdown"}`:                                                   "null -32600",
		`{"jsonrpc":"2.0","id":1,"method":5}`:                                                              "null -32600",
		`{"jsonrpc":"2.0","id":1.5,"method":"no/such"}`:                                                    "1.5 -32601",
		`{"jsonrpc":"2.0","id":1,"method":"$/no"}`:                                                         "1 -32601",
		`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover"}`:                                           "1 -32602",
		`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":[1]}`:                              "1 -32602",
		`{"jsonrpc":"2.0","id":1,"method":"completionItem/resolve","params":null}`:                         "1 -32602",
		`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"position":{"line":1e99}}}`:       "1 -32602",
		`{"jsonrpc":"2.0","id":1,"method":"textDocument/formatting","params":{"textDocument":{"uri":""}}}`: "1 -32602",
		strings.Repeat(`[`, 20000):                                                                         "null -32700",
	} {
		c.send(body)
		r := c.hears()
		require.NotNil(t, r.Error, body)
		id := string(r.ID)
		if id == "" {
			id = "null"
		}
		assert.Equal(t, want, fmt.Sprint(id, " ", r.Error.Code), "%.60s", body)
		assert.NotEmpty(t, r.Error.Message)
	}
	// Notifications that cannot be read are told in the log, those that nobody knows are dropped.
	c.tell("textDocument/didChange", `{"textDocument":{"uri":"file:///not/open"}}`)
	assert.Equal(t, "window/logMessage", c.hears().Method)
	c.tell("textDocument/didOpen", `[]`)
	assert.Equal(t, "window/logMessage", c.hears().Method)
	c.tell("$/setTrace", `{}`)
	c.tell("no/such", `{}`)
	assert.Equal(t, "null", c.call("shutdown", "null"))
}

func TestFramesThatAreNone(t *testing.T) {
	for name, garbage := range map[string]string{
		"negative length":         "Content-Length: -1\r\n\r\n",
		"giant length":            "Content-Length: 99999999999999999999\r\n\r\n{}",
		"length over the limit":   "Content-Length: 67108865\r\n\r\n{}",
		"no number":               "Content-Length: ten\r\n\r\n",
		"no length":               "Content-Type: x\r\n\r\n{}",
		"other bytes":             "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
		"a header that is none":   "Content-Length: 2\r\nfoo\r\n{}",
		"an endless header":       "Content-Length: 2\r\nx: " + strings.Repeat("y", 5000) + "\r\n\r\n{}",
		"an endless length":       "Content-Length: " + strings.Repeat("1", 5000) + "\r\n\r\n{}",
		"a body that is too long": "Content-Length: 2\r\n\r\n{}{}{}",
	} {
		c := connect(t, "/dir")
		c.raw(garbage)
		r := c.asks("shutdown", "null") // it comes through behind errors without an id
		assert.Equal(t, "null", string(r.Result), name)
	}
	c := connect(t, "/dir")
	c.raw("\r\ncontent-type: x\r\nCONTENT-LENGTH:46\r\nOther: 1\r\n\r\n" + `{"jsonrpc":"2.0","id":"x","method":"shutdown"}`)
	assert.Equal(t, `"x"`, string(c.hears().ID))
}

func TestCanceledRequests(t *testing.T) {
	q := newQueue()
	for _, body := range []string{`{"jsonrpc":"2.0","id":1,"method":"a"}`, `{"jsonrpc":"2.0","id":"1","method":"b"}`, `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"1"}}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":9}}`, `{"jsonrpc":"2.0","method":"$/cancelRequest","params":7}`} {
		m, ok := parseMessage([]byte(body))
		require.True(t, ok)
		q.put(m)
	}
	q.close()
	s := &server{out: io.Discard, queue: q, state: ready}
	var got []int
	for {
		m, ok := q.take(true)
		if !ok {
			break
		}
		var out strings.Builder
		s.out = &out
		require.NoError(t, s.handle(m))
		var r reply
		body, _ := (frames{reader(out.String())}).next()
		require.NoError(t, json.Unmarshal(body, &r))
		got = append(got, r.Error.Code)
	}
	assert.Equal(t, []int{codeNoMethod, codeCanceled}, got)
	assert.Empty(t, q.running)
}
