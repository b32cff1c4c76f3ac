// Package config reads devstar.toml: engines, limits, approvals, named script directories and output. It is strict: what is
// not known, or cannot be meant, is refused with file, line and key.
//
// It decides nothing about whose configuration may be used, and runs nothing.
package config

// This file is the API: from a text to a configuration.

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"devstar/runtime/approval"
	"devstar/runtime/engine"
	"devstar/workspace"
)

// Name is the file that a tree keeps its configuration in.
const Name = "devstar.toml"

// maxBytes bounds a configuration, in bytes.
const maxBytes = 1 << 20

// Options say what a configuration may refer to. The zero value works.
type Options struct {
	Builtins map[string]func(id string) engine.Engine // beside those of package builtin
	Lookup   func(name string) (string, bool)         // the environment that commands get a part of; nil for none
}

// Config is a configuration. The zero value is that of a tree without a file.
type Config struct {
	File      string // as it was named; "" for none
	Engines   []engine.Engine
	Limits    workspace.Limits // zero fields mean the defaults
	MaxSteps  uint64           // of the interpreter; 0 means the default
	Timeout   time.Duration    // of a run; 0 means none
	Approvals []approval.Rule
	Load      map[string]string // directories by name, for "@name//x.star"; absolute where File is
	Color     string            // auto, always or never; "" means auto

	doc *document
}

// Error is a mistake in a configuration; Line is 1-based, 0 when unknown.
type Error struct {
	File    string
	Line    int
	Key     string // "engine[0].lint.input"; "" for the whole
	Message string
	Next    string
}

// Error returns file, line, key and what is wrong.
func (e *Error) Error() string {
	at := e.File
	if e.Line > 0 {
		at = fmt.Sprintf("%s:%d", e.File, e.Line)
	}
	if e.Key != "" {
		at += ": " + e.Key
	}
	return at + ": " + e.Message
}

// Reason returns "config".
func (e *Error) Reason() string { return "config" }

// Hint returns what to write instead.
func (e *Error) Hint() string { return e.Next }

// Find reads the configuration of a tree; without a file it is the zero value.
func Find(root string, o Options) (*Config, error) {
	file := filepath.Join(root, Name)
	if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
		return &Config{}, nil
	}
	return Load(file, o)
}

// Load reads a configuration file. The error is an *Error.
func Load(file string, o Options) (*Config, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, unreadable(file, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err != nil {
		return nil, unreadable(file, err)
	}
	return Parse(file, text, o)
}

func unreadable(file string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return &Error{File: file, Message: "cannot be read: " + err.Error(), Next: "devstar init writes a first " + Name}
}

// Parse reads a configuration; file names it in errors, which are *Error, and is where relative directories start.
func Parse(file string, text []byte, o Options) (*Config, error) {
	if len(text) > maxBytes {
		return nil, &Error{File: file, Message: fmt.Sprintf("it has more than %d bytes", maxBytes)}
	}
	doc, err := decode(file, text)
	if err != nil {
		return nil, err
	}
	if err := doc.validate(); err != nil {
		return nil, err
	}
	c := &Config{File: file, doc: doc}
	for _, part := range []func(Options) error{c.readEngines, c.readLimits, c.readApprovals, c.readLoad, c.readOutput} {
		if err := part(o); err != nil {
			return nil, err
		}
	}
	return c, nil
}
