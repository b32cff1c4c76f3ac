package main

// This file holds the standard streams, whether they are terminals, and the few colours used there.

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"

	"golang.org/x/term"

	"devstar/runtime"
)

// console is where the program reads and writes.
type console struct {
	in       io.Reader
	out, err io.Writer
	outStyle style
	errStyle style
	raw      bool // what scripts print is passed on as it is: standard error is no terminal

	outTerminal  bool
	openTerminal func(stdinTaken bool) *terminal // where a person can be asked; nil when nobody can
	openPrompt   promptOpener                    // where a person can type a plan; nil where standard input and output are no terminal
}

func systemConsole() console {
	out, err := term.IsTerminal(int(os.Stdout.Fd())), term.IsTerminal(int(os.Stderr.Fd()))
	return console{
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
		outStyle:     style(coloured(os.Getenv, out)),
		errStyle:     style(coloured(os.Getenv, err)),
		raw:          !err,
		outTerminal:  out,
		openTerminal: systemTerminal,
		openPrompt:   systemPrompt(),
	}
}

// say prints a line on standard output. It is no error when nobody reads it.
func (c console) say(line string) error {
	_, err := io.WriteString(c.out, line+"\n")
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return runtime.NewError(runtime.CodeInternal, "", "cannot print: "+err.Error(), "look where standard output leads")
}

// object prints a value as one JSON object on standard output.
func (c console) object(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	return c.say(strings.TrimSuffix(b.String(), "\n"))
}

// coloured decides about colour: CLICOLOR_FORCE demands it, NO_COLOR forbids it, else a terminal has it.
func coloured(env func(string) string, terminal bool) bool {
	if env("NO_COLOR") != "" {
		return false
	}
	if force := env("CLICOLOR_FORCE"); force != "" && force != "0" {
		return true
	}
	return terminal && env("TERM") != "dumb"
}

// style says whether colour is used.
type style bool

func (s style) paint(code, text string) string {
	if !s {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s style) red(text string) string    { return s.paint("1;31", text) }
func (s style) yellow(text string) string { return s.paint("33", text) }
func (s style) green(text string) string  { return s.paint("32", text) }
func (s style) cyan(text string) string   { return s.paint("36", text) }
func (s style) bold(text string) string   { return s.paint("1", text) }
