package main

// This file reads the lines of a conversation: with a line editor where a person types, as they are elsewhere.

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"devstar/starlib/repl"
)

// completer returns what the name at the end of a text may become, and how much of it is written.
type completer func(text string) (names []string, written string)

// promptOpener makes the lines of a person at a terminal.
type promptOpener func(completer) repl.Lines

// systemPrompt returns the opener for standard input and output, nil when they are no terminal.
func systemPrompt() promptOpener {
	if !term.IsTerminal(int(os.Stdin.Fd())) || !term.IsTerminal(int(os.Stdout.Fd())) {
		return nil
	}
	return func(complete completer) repl.Lines {
		if os.Getenv("TERM") == "dumb" {
			return newPlainLines(os.Stdin, os.Stdout)
		}
		e := &editedLines{in: os.Stdin, out: os.Stdout, history: openHistory(historyFile(os.Getenv)), complete: complete}
		e.renew()
		return e
	}
}

// read is a line that was read.
type read struct {
	line string
	err  error
}

// plainLines reads lines as they are.
type plainLines struct {
	in      *bufio.Reader
	out     io.Writer // where prompts go; nil for nowhere
	pending chan read // of a line that is being waited for
}

func newPlainLines(in io.Reader, out io.Writer) *plainLines {
	return &plainLines{in: bufio.NewReader(in), out: out}
}

// Line reads a line. One that an interruption did not wait for comes the next time.
func (p *plainLines) Line(ctx context.Context, prompt, _ string) (string, bool, error) {
	if p.out != nil {
		io.WriteString(p.out, prompt)
	}
	if p.pending == nil {
		p.pending = make(chan read, 1)
		go func(to chan read) {
			line, err := boundedLine(p.in)
			to <- read{line, err}
		}(p.pending)
	}
	select {
	case <-ctx.Done():
		if p.out != nil {
			io.WriteString(p.out, "\n")
		}
		return "", false, repl.ErrInterrupt
	case r := <-p.pending:
		p.pending = nil
		if errors.Is(r.err, io.EOF) && r.line != "" {
			r.err = nil
		}
		return strings.TrimRight(r.line, "\r\n"), false, r.err
	}
}

// boundedLine reads a line with its end, as long as a piece may be.
func boundedLine(in *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > repl.MaxPiece:
			return "", fmt.Errorf("a line has more than %d bytes", repl.MaxPiece)
		case !errors.Is(err, bufio.ErrBufferFull):
			return string(line), err
		}
	}
}

// editedLines reads lines with an editor. The terminal is raw only while a line is typed.
type editedLines struct {
	in, out  *os.File
	history  *history
	complete completer
	editor   *term.Terminal
	keys     *keyReader
	before   string    // the lines of the piece so far
	pending  chan read // of a line that is still being typed
}

// keyReader remembers whether Ctrl-C is among the keys that were read last.
type keyReader struct {
	io.Reader
	io.Writer
	interrupted bool
}

const ctrlC = 3

// Read reads keys.
func (k *keyReader) Read(b []byte) (int, error) {
	n, err := k.Reader.Read(b)
	k.interrupted = bytes.IndexByte(b[:n], ctrlC) >= 0
	return n, err
}

// renew makes a new editor, which knows nothing of what was typed before.
func (e *editedLines) renew() {
	e.keys = &keyReader{Reader: e.in, Writer: e.out}
	e.editor = term.NewTerminal(e.keys, "")
	e.editor.History = e.history
	e.editor.AutoCompleteCallback = e.key
}

// Line reads a line.
func (e *editedLines) Line(ctx context.Context, prompt, before string) (string, bool, error) {
	e.before = before
	state, err := term.MakeRaw(int(e.in.Fd()))
	if err != nil {
		return "", false, err
	}
	defer term.Restore(int(e.in.Fd()), state)
	if width, height, err := term.GetSize(int(e.out.Fd())); err == nil && width > 0 && height > 0 {
		e.editor.SetSize(width, height)
	}
	e.editor.SetPrompt(prompt)
	e.editor.SetBracketedPasteMode(true)
	defer e.editor.SetBracketedPasteMode(false)
	e.read()
	select {
	case <-ctx.Done(): // by a signal that was sent, not typed
		io.WriteString(e.out, "\r\n")
		return "", false, repl.ErrInterrupt
	case r := <-e.pending:
		e.pending = nil
		return e.typed(r)
	}
}

// read begins to read a line, or shows again the one that is being typed.
func (e *editedLines) read() {
	if e.pending != nil {
		e.editor.Write(nil)
		return
	}
	e.pending = make(chan read, 1)
	go func(to chan read) {
		line, err := e.editor.ReadLine()
		to <- read{line, err}
	}(e.pending)
}

// typed tells what a line that was read means.
func (e *editedLines) typed(r read) (string, bool, error) {
	if errors.Is(r.err, term.ErrPasteIndicator) {
		return r.line, true, nil
	}
	if errors.Is(r.err, io.EOF) {
		io.WriteString(e.out, "\r\n")
		if e.keys.interrupted {
			e.renew()
			return "", false, repl.ErrInterrupt
		}
	}
	return r.line, false, r.err
}

// key completes at Tab; in the indentation it is four blanks.
func (e *editedLines) key(line string, pos int, key rune) (string, int, bool) {
	if key != '\t' {
		return "", 0, false
	}
	head, tail := line[:pos], line[pos:]
	insert := "    "
	if strings.TrimSpace(head) != "" {
		names, written := e.complete(e.before + head)
		common := repl.Common(names)
		insert = strings.TrimPrefix(common, written)
		if len(common) <= len(written) {
			insert = ""
			e.offer(names)
		}
	}
	return head + insert + tail, pos + len(insert), true
}

// maxOffered bounds how many names are listed.
const maxOffered = 60

// offer lists names above the line, when there is more than one.
func (e *editedLines) offer(names []string) {
	if len(names) < 2 {
		return
	}
	text := strings.Join(names[:min(len(names), maxOffered)], "  ")
	if len(names) > maxOffered {
		text += "  ..."
	}
	io.WriteString(e.editor, text+"\n")
}
