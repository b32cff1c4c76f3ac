package command

// This file builds the errors of commands.

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"devstar/runtime/engine"
)

const (
	tailLines = 12   // of standard error in messages
	tailBytes = 2000 // of standard error in messages
)

func (t *Tool) fail(r *engine.Request, done *outcome, word, message, next string) *engine.Error {
	return &engine.Error{Engine: r.Engine, Step: r.Step, Command: shown(done.args), Exit: done.exit, Message: message,
		Stderr: tail(done.stderr, done.dir), Word: word, Next: next}
}

func (t *Tool) badExit(r *engine.Request, done *outcome) error {
	message := fmt.Sprintf("it ended with exit code %d", done.exit)
	if done.exit < 0 {
		message = "it was ended: " + done.state
	}
	e := t.fail(r, done, engine.ReasonExit, message, "run the command by hand; if this code is fine, list it in ok_exit_codes")
	if e.Stderr == "" {
		e.Stderr = tail(done.stdout, done.dir)
	}
	return e
}

func (t *Tool) unparsable(r *engine.Request, done *outcome, err error) error {
	e := t.fail(r, done, engine.ReasonOutput, err.Error(), "look at what the command prints, and at output in its declaration")
	e.Message += fmt.Sprintf(" (exit code %d)", done.exit)
	e.Err = err
	return e
}

func (t *Tool) timedOut(r *engine.Request, done *outcome, limit time.Duration) error {
	return t.fail(r, done, engine.ReasonTimeout, fmt.Sprintf("it did not end within %v and was killed", limit), "raise timeout in its declaration, or let it do less")
}

func (t *Tool) tooMuch(r *engine.Request, done *outcome) error {
	return t.fail(r, done, engine.ReasonTooMuch, fmt.Sprintf("it printed more than %d bytes and was killed", maxStdout), "let it print less, or select fewer files")
}

func (t *Tool) notStarted(r *engine.Request, done *outcome, err error) error {
	done.exit = -1
	if _, gone := os.Stat(done.dir); gone != nil && done.dir != "" {
		return t.fail(r, done, engine.ReasonShadow, "the directory it was to run in is gone", "look at what ran before it: a tool deleted its directory")
	}
	if missing(err) {
		e := t.fail(r, done, engine.ReasonMissing, fmt.Sprintf("the program %s was not found", done.args[0]), "install it, or correct its command; it is looked for in PATH")
		e.Err = err
		return e
	}
	e := t.fail(r, done, engine.ReasonFailed, "it could not be started: "+err.Error(), "run the command by hand")
	e.Err = err
	return e
}

// tail returns the last lines of a text, without the directory a program ran in.
func tail(text []byte, dir string) string {
	text = bytes.TrimSpace(text)
	if len(text) > tailBytes {
		text = text[len(text)-tailBytes:]
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			text = text[i+1:]
		}
	}
	lines := strings.Split(strings.ToValidUTF8(string(text), "\ufffd"), "\n")
	if len(lines) > tailLines {
		lines = lines[len(lines)-tailLines:]
	}
	s := strings.Join(lines, "\n")
	if dir != "" {
		s = strings.ReplaceAll(s, dir+string(filepath.Separator), "")
	}
	return s
}
