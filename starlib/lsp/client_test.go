package lsp

// This file is the editor of the tests: it talks to a server over pipes.

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"devstar/starlib"
)

// client is an editor.
type client struct {
	testing.TB
	in    io.WriteCloser
	out   frames
	ended chan error
	asked int
	heard map[string][][]diagnostic // published and not asked for yet, by document
}

// reply is what the server sends.
type reply struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *rpcError
}

// project loads from a directory.
func project(dir string) func(string) (Project, error) {
	return func(file string) (Project, error) {
		if file == "" {
			return Project{}, nil
		}
		return Project{Loader: starlib.Files{Dir: filepath.Dir(file), Root: dir}}, nil
	}
}

// upper is a layout that a test can see.
func upper(_, text string) (string, error) {
	if strings.Contains(text, "= =") {
		return "", errors.New("it does not parse")
	}
	return strings.ReplaceAll(text, "x=", "x ="), nil
}

// dial starts a server.
func dial(t testing.TB, o Options) *client {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	c := &client{TB: t, in: inWrite, out: frames{bufio.NewReader(outRead)}, ended: make(chan error, 1), heard: map[string][][]diagnostic{}}
	go func() {
		err := Serve(context.Background(), inRead, outWrite, o)
		outWrite.Close()
		inRead.Close()
		c.ended <- err
	}()
	t.Cleanup(func() { inWrite.Close(); outRead.Close() })
	return c
}

const capabilities = `{"capabilities":{"textDocument":{"hover":{"contentFormat":["markdown"]},"documentSymbol":{"hierarchicalDocumentSymbolSupport":true},"codeAction":{"codeActionLiteralSupport":{}}}}}`

// connect starts a server over a directory and initializes it.
func connect(t testing.TB, dir string) *client {
	c := dial(t, Options{Version: "1", Project: project(dir), Format: upper})
	c.call("initialize", capabilities)
	c.tell("initialized", "{}")
	return c
}

// send writes a message as it is.
func (c *client) send(body string) {
	c.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
}

func (c *client) raw(text string) {
	_, err := io.WriteString(c.in, text)
	require.NoError(c, err)
}

func (c *client) tell(method, params string) {
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
}

// hears reads the next message, and keeps diagnostics.
func (c *client) hears() reply {
	c.Helper()
	body, err := c.out.next()
	require.NoError(c, err)
	var r reply
	require.NoError(c, json.Unmarshal(body, &r), "%s", body)
	if r.Method == "textDocument/publishDiagnostics" {
		var p publishParams
		require.NoError(c, json.Unmarshal(r.Params, &p))
		c.heard[p.URI] = append(c.heard[p.URI], p.Diagnostics)
	}
	return r
}

// asks sends a request and reads its response, and whatever comes before it.
func (c *client) asks(method, params string) reply {
	c.Helper()
	c.asked++
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.asked, method, params))
	for {
		r := c.hears()
		if string(r.ID) == fmt.Sprint(c.asked) {
			return r
		}
	}
}

// call is a request that succeeds.
func (c *client) call(method, params string) string {
	c.Helper()
	r := c.asks(method, params)
	require.Nil(c, r.Error, "%s", method)
	return string(r.Result)
}

func quoted(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

// opens opens a document and returns what is wrong with it.
func (c *client) opens(uri, text string) []diagnostic {
	c.Helper()
	c.tell("textDocument/didOpen", fmt.Sprintf(`{"textDocument":{"uri":%q,"languageId":"starlark","version":1,"text":%s}}`, uri, quoted(text)))
	return c.published(uri)
}

// published waits for the next diagnostics of a document.
func (c *client) published(uri string) []diagnostic {
	c.Helper()
	for len(c.heard[uri]) == 0 {
		c.hears()
	}
	list := c.heard[uri][0]
	c.heard[uri] = c.heard[uri][1:]
	return list
}

// at is the parameters of a question about a place.
func at(uri string, line, character int) string {
	return fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":%d,"character":%d}}`, uri, line, character)
}

func shown(list []diagnostic) []string {
	var out []string
	for _, d := range list {
		out = append(out, fmt.Sprintf("%d:%d-%d:%d %s", d.Range.Start.Line, d.Range.Start.Character, d.Range.End.Line, d.Range.End.Character, d.Message))
	}
	return out
}
