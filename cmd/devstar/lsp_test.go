package main_test

// This file talks to the built program as an editor does.

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// editor is the other end of the program's streams.
type editor struct {
	testing.TB
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// edits starts the language server in a directory.
func edits(t testing.TB, dir string, args ...string) *editor {
	cmd := exec.Command(build(t), append([]string{"lsp"}, args...)...)
	cmd.Dir = dir
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { in.Close(); cmd.Process.Kill(); cmd.Wait() })
	return &editor{t, cmd, in, bufio.NewReader(out)}
}

func (e *editor) send(body string) {
	_, err := fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(body), body)
	require.NoError(e, err)
}

// hears reads messages up to one that holds a text, and returns it.
func (e *editor) hears(text string) string {
	e.Helper()
	for {
		header, err := textproto.NewReader(e.out).ReadMIMEHeader()
		require.NoError(e, err)
		n, err := strconv.Atoi(header.Get("Content-Length"))
		require.NoError(e, err)
		body := make([]byte, n)
		_, err = io.ReadFull(e.out, body)
		require.NoError(e, err)
		if strings.Contains(string(body), text) {
			return string(body)
		}
	}
}

// asks sends a request and returns the response.
func (e *editor) asks(id int, method, params string) string {
	e.Helper()
	e.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, params))
	return e.hears(fmt.Sprintf(`"id":%d,`, id))
}

func (e *editor) opens(file, text string) string {
	e.Helper()
	address := (&url.URL{Scheme: "file", Path: file}).String()
	quoted, err := json.Marshal(text)
	require.NoError(e, err)
	e.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"languageId":"starlark","version":1,"text":%s}}}`, address, quoted))
	return e.hears("publishDiagnostics")
}

func TestTheLanguageServer(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"devstar.toml":        "[load]\nteam = \"shared\"\n[[engine]]\nid = \"starlark\"\nbuiltin = \"starlark\"\n",
		"shared/helpers.star": "def helper():\n    pass\n",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	e := edits(t, "/")
	assert.Contains(t, e.asks(1, "initialize", `{"processId":null,"rootUri":null,"capabilities":{}}`), `"hoverProvider":true`)
	plan := filepath.ToSlash(filepath.Join(dir, "scripts", "plan.star"))
	shown := e.opens(plan, "load('@team//helpers.star', 'helper')\nformat()\ncheck()\nhelper()\nx=1\n")
	assert.Contains(t, shown, `"code":"capability_required`, "the engines are those of the script root")
	assert.Equal(t, 1, strings.Count(shown, `"severity"`), shown)
	address, err := json.Marshal((&url.URL{Scheme: "file", Path: plan}).String())
	require.NoError(t, err)
	assert.Contains(t, e.asks(2, "textDocument/definition", fmt.Sprintf(`{"textDocument":{"uri":%s},"position":{"line":3,"character":3}}`, address)), "shared/helpers.star")
	assert.Contains(t, e.asks(3, "textDocument/formatting", fmt.Sprintf(`{"textDocument":{"uri":%s}}`, address)), `"newText":"load(\"@team//helpers.star\", \"helper\")`)
	assert.Contains(t, e.asks(4, "shutdown", "null"), `"result":null`)
	e.send(`{"jsonrpc":"2.0","method":"exit"}`)
	require.NoError(t, e.cmd.Wait())
}

func TestTheLanguageServerEndsWithItsEditor(t *testing.T) {
	e := edits(t, t.TempDir())
	e.asks(1, "initialize", `{"capabilities":{}}`)
	e.in.Close()
	require.Error(t, e.cmd.Wait())
	assert.Equal(t, 1, e.cmd.ProcessState.ExitCode())
}

func TestABrokenConfigurationShowsInTheEditor(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "devstar.toml"), []byte("[engin]\n"), 0o600))
	e := edits(t, dir)
	e.asks(1, "initialize", `{"capabilities":{}}`)
	shown := e.opens(filepath.ToSlash(filepath.Join(dir, "plan.star")), "edti()\n")
	assert.Contains(t, shown, "devstar.toml:1: ")
	assert.Contains(t, shown, "undefined: edti")
}
