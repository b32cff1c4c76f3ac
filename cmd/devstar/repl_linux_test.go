package main

// This file tests the conversation in a pseudo-terminal: keys, history, completion, interruptions, and what is left at the end.

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// typing starts a conversation over a new tree, with a history of its own.
func typing(t *testing.T, state string, args ...string) (*dialogue, string) {
	root := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(root, "a.txt"), []byte("one\n"), 0o600))
	d := talk(t, func(c *exec.Cmd) {
		c.Dir = root
		c.Env = append(c.Env, "XDG_STATE_HOME="+state)
	}, append([]string{"repl"}, args...)...)
	return d, root
}

// enters waits for a prompt and types a line.
func (d *dialogue) enters(line string) {
	d.Helper()
	d.asks(">>> ", line+"\r")
}

func TestAConversation(t *testing.T) {
	t.Parallel()
	d, root := typing(t, t.TempDir())
	shown := d.shows("Ctrl-D leaves\n")
	assert.Contains(t, shown, "devstar repl over ., on an overlay: nothing reaches the disk (--write changes that)\n")
	d.enters("x = 20")
	d.enters("x + 1")
	d.shows("\x1b[?2004l21\n")
	d.enters("def f(y):")
	d.asks("... ", "    return [x, y]\r")
	d.asks("... ", "\r")
	d.enters("f('😀é')")
	d.shows("[20, \"😀é\"]\n")
	d.enters("f(edti)")
	d.shows("<5>:1:3: error: undefined: edti\n    1 | f(edti)\n      |   ^^^^\nhint: did you mean \"edit\"?\n")
	d.enters("acquire('*'); replace('a.txt', 'one', 'two'); write(); create('b.txt', ''); print('hi')")
	d.shows("\x1b[?2004lhi\n")
	d.enters("help(len)")
	d.shows("len(x, /)\n\nThe number of elements")
	d.asks(">>> ", "\x04")
	code, rest := d.ends()
	assert.Equal(t, exitOK, code)
	assert.Contains(t, rest, "1 file changed in memory only, and gone now: b.txt\n")
	assert.Contains(t, rest, "1 operation on the overlay only: the disk is as it was; devstar repl --write changes it\n")
	text, err := os.ReadFile(filepath.Join(root, "a.txt"))
	require.NoError(t, err)
	assert.Equal(t, "one\n", string(text))
}

func TestCtrlC(t *testing.T) {
	t.Parallel()
	d, _ := typing(t, t.TempDir())
	d.asks(">>> ", "edit('a', [\x03")
	d.enters("def f():")
	d.asks("... ", "    nonsense\x03")
	d.enters("for i in range(1000000000000):")
	d.asks("... ", "    if i == 0: print('running')\r")
	d.asks("... ", "\r")
	d.asks("running\n", "\x03")
	d.shows("error: the run was interrupted\n")
	d.enters("1 + 1")
	d.shows("\x1b[?2004l2\n")
	d.enters("quit()")
	code, _ := d.ends()
	assert.Equal(t, exitOK, code)
}

func TestSignalsOfOthers(t *testing.T) {
	t.Parallel()
	d, _ := typing(t, t.TempDir())
	d.shows(">>> ")
	require.NoError(t, d.cmd.Process.Signal(os.Interrupt))
	d.enters("1 + 1")
	d.shows("\x1b[?2004l2\n")
	d.shows(">>> ")
	require.NoError(t, d.cmd.Process.Signal(syscall.SIGTERM))
	code, _ := d.ends()
	assert.Equal(t, exitInterrupted, code)

	d, _ = typing(t, t.TempDir(), "--max-steps", "1000000000000")
	d.enters("[print('running') for i in range(2)] + [i for i in range(1000000000) if i < 0]")
	d.shows("running\n")
	require.NoError(t, d.cmd.Process.Signal(syscall.SIGTERM))
	code, _ = d.ends()
	assert.Equal(t, exitInterrupted, code)
}

func TestTab(t *testing.T) {
	t.Parallel()
	d, _ := typing(t, t.TempDir())
	d.enters("own_value = 'a b'")
	d.asks(">>> ", "own_v\t.spl\t\t")
	d.shows("split  splitlines\n")
	d.types("('x')\r")
	d.shows("\x1b[?2004l[\"a b\"]\n")
	d.asks(">>> ", "fs.mk\t")
	d.shows("fs.mkdir")
	d.types("\x03")
	d.enters("def f(argument):")
	d.asks("... ", "\treturn arg\t * 2\r")
	d.asks("... ", "\r")
	d.enters("f(4)")
	d.shows("\x1b[?2004l8\n")
	d.asks(">>> ", "zzz\t\t\x03")
	d.asks(">>> ", "\x04")
	code, _ := d.ends()
	assert.Equal(t, exitOK, code)
}

func TestHistoryOutlivesAConversation(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	d, _ := typing(t, state)
	d.enters("first = 111")
	d.enters("first")
	d.enters("first")
	d.shows("\x1b[?2004l111\n")
	d.asks(">>> ", "\x04")
	d.ends()
	file := filepath.Join(state, "devstar", "history")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, "first = 111\nfirst\n", string(text))
	info, err := os.Stat(file)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	d, _ = typing(t, state)
	d.asks(">>> ", "\x1b[A\x1b[A\r")
	d.asks(">>> ", "\x1b[A\x1b[B\x1b[A + 1\r")
	d.asks(">>> ", "first\r")
	d.shows("\x1b[?2004l112\n")
	d.asks(">>> ", "\x04")
	d.ends()
}

func TestAPaste(t *testing.T) {
	t.Parallel()
	d, _ := typing(t, t.TempDir())
	d.asks(">>> ", "\x1b[200~def f():\n\n    return 7\n\x1b[201~")
	d.asks("... ", "\r")
	d.enters("f()")
	d.shows("\x1b[?2004l7\n")
	d.asks(">>> ", "\x04")
	d.ends()
}

func TestAConversationThatWrites(t *testing.T) {
	t.Parallel()
	d, root := typing(t, t.TempDir(), "--write")
	d.shows("write() changes the disk\n")
	d.enters("fs.mkdir('made').ok")
	d.asks(allowMkdir, "y\n")
	d.shows("True\n")
	d.enters("create('b.txt', 'b'); write()")
	d.shows("[\"b.txt\"]\n")
	d.enters("fs.mkdir('other').ok")
	d.asks(allowMkdir, "n\n")
	d.shows("False\n")
	d.asks(">>> ", "\x04")
	code, rest := d.ends()
	assert.Equal(t, exitOK, code)
	assert.NotContains(t, rest, "overlay")
	assert.FileExists(t, filepath.Join(root, "b.txt"))
	assert.DirExists(t, filepath.Join(root, "made"))
	assert.NoDirExists(t, filepath.Join(root, "other"))
}

func TestADumbTerminal(t *testing.T) {
	t.Parallel()
	d := talk(t, func(c *exec.Cmd) {
		c.Dir = t.TempDir()
		c.Env = append(c.Env, "TERM=dumb", "HOME=")
	}, "repl")
	d.asks(">>> ", "1 + 1\n")
	d.shows("\n2\n")
	d.asks(">>> ", "x = (\n")
	d.asks("... ", "\x03")
	d.asks(">>> ", "\x04")
	code, rest := d.ends()
	assert.Equal(t, exitOK, code)
	assert.NotContains(t, rest, "\x1b")
}

// Who starts the language server by hand is told what it waits for.
func TestTheLanguageServerInATerminal(t *testing.T) {
	t.Parallel()
	d := talk(t, nil, "lsp")
	d.asks("Ctrl-C ends it\n", "\x03")
	code, _ := d.ends()
	assert.Equal(t, exitInterrupted, code)
}

func TestTheFileOfTheHistory(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "devstar", "history")
	h := openHistory(file)
	for _, line := range []string{"a", "a", " ", "b\x1b[2J", strings.Repeat("x", maxHistoryLine+1), "b"} {
		h.Add(line)
	}
	assert.Equal(t, 2, h.Len())
	assert.Equal(t, "b", h.At(0))
	h = openHistory(file)
	assert.Equal(t, []string{"a", "b"}, h.lines)
	var many strings.Builder
	for i := range 2*maxHistory + 5 {
		many.WriteString(strings.Repeat("x", i%50+1) + "\n")
	}
	require.NoError(t, os.WriteFile(file, []byte(many.String()), 0o600))
	assert.Equal(t, maxHistory, openHistory(file).Len())
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, maxHistory, strings.Count(string(text), "\n"), "the file is cut")

	pipe := filepath.Join(dir, "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	for _, odd := range []string{pipe, dir, "", filepath.Join(file, "below")} {
		h = openHistory(odd)
		h.Add("kept in memory")
		assert.Equal(t, 1, h.Len(), odd)
	}
	env := func(value string) func(string) string { return func(string) string { return value } }
	assert.Equal(t, "/state/devstar/history", historyFile(env("/state")))
	assert.True(t, strings.HasSuffix(historyFile(env("relative")), "/.local/state/devstar/history"))
}
