package main

// This file reads what a command is to run: a file, or standard input.

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode/utf8"

	"devstar/runtime"
	"devstar/runtime/spec"
	"devstar/scripts"
	"devstar/starlib"
)

// maxSource bounds a script, a plan or an envelope, in bytes.
const maxSource = 64 << 20

// byteOrderMark may begin a file; it is no part of its text.
const byteOrderMark = "\ufeff"

// stdinName is the name of standard input in positions.
const stdinName = "<stdin>"

// source is a text to run and where it came from.
type source struct {
	name string // as positions show it
	text []byte
	json bool // a plan as data, not a script
}

// readScript reads SCRIPT; the extension says what it is, on standard input the first character does.
func readScript(ctx context.Context, in io.Reader, arg string) (source, error) {
	ext := strings.ToLower(filepath.Ext(arg))
	if arg != "-" && ext != ".star" && ext != ".json" {
		return source{}, unknownKind(arg)
	}
	s, err := readSource(ctx, in, arg)
	s.json = ext == ".json"
	if arg == "-" {
		s.json = bytes.HasPrefix(bytes.TrimLeft(s.text, " \t\r\n"), []byte("{"))
	}
	return s, err
}

// unknownKind is the error for a script that is neither .star nor .json; one that is missing is told so.
func unknownKind(arg string) error {
	info, err := os.Stat(arg)
	if err != nil {
		return unreadable(arg, err)
	}
	if info.IsDir() {
		return unreadable(arg, syscall.EISDIR)
	}
	return configError("unknown_kind", fmt.Sprintf("%s is neither a .star nor a .json file", arg), "rename it, or give it on standard input: devstar run - < FILE")
}

// readSource reads a file, or standard input where arg is "-". Waiting for it can be interrupted.
func readSource(ctx context.Context, in io.Reader, arg string) (source, error) {
	type read struct {
		text []byte
		err  error
	}
	done := make(chan read, 1)
	go func() {
		text, err := readAll(in, arg)
		done <- read{text, err}
	}()
	select {
	case <-ctx.Done():
		return source{}, runtime.NewError(runtime.CodeCanceled, "", "interrupted while the script was read", "")
	case r := <-done:
		if arg == "-" {
			arg = stdinName
		}
		if r.err != nil {
			return source{}, unreadable(arg, r.err)
		}
		return decoded(arg, r.text)
	}
}

// decoded takes off a byte order mark and refuses what is no text. The interpreter itself would read on behind bytes that
// are not UTF-8, and end at a NUL.
func decoded(name string, text []byte) (source, error) {
	s := source{name: name, text: bytes.TrimPrefix(text, []byte(byteOrderMark))}
	at := bytes.IndexByte(s.text, 0)
	if !utf8.Valid(s.text) {
		at = invalidAt(s.text)
	}
	if at < 0 {
		return s, nil
	}
	before := s.text[:at]
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	e := runtime.NewError(runtime.CodeCompile, "", fmt.Sprintf("the text is not UTF-8: there is a byte %#02x", s.text[at]), "save it as UTF-8")
	e.Reason = "encoding"
	e.Position = &runtime.Position{File: name, Line: bytes.Count(before, []byte("\n")) + 1, Column: utf8.RuneCount(line) + 1}
	return s, e
}

// invalidAt returns the offset of the first byte that is not UTF-8, -1 for none.
func invalidAt(text []byte) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

func readAll(in io.Reader, arg string) ([]byte, error) {
	if isShipped(arg) {
		return scripts.Read(strings.TrimPrefix(arg, starlib.ShippedPrefix))
	}
	if arg != "-" {
		f, err := os.Open(arg)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, maxSource+1))
	if len(text) > maxSource {
		return nil, fmt.Errorf("it has more than %d bytes", maxSource)
	}
	return text, err
}

// unreadable is the error for a script that cannot be read.
func unreadable(arg string, err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	hint := "name a file that can be read, or - for standard input"
	switch {
	case errors.Is(err, os.ErrNotExist) && isShipped(arg):
		hint = spec.Suggest(strings.TrimPrefix(arg, starlib.ShippedPrefix), scripts.Names())
		hint = cmp.Or(hint, "devstar doc @devstar lists the shipped scripts")
	case errors.Is(err, os.ErrNotExist):
		hint = neighbour(arg)
	}
	return configError("unreadable", fmt.Sprintf("cannot read %s: %v", arg, err), hint)
}

// neighbour offers the script that was probably meant.
func neighbour(arg string) string {
	dir, name := filepath.Split(arg)
	ext := filepath.Ext(name)
	entries, _ := os.ReadDir(cmp.Or(dir, "."))
	var stems []string
	for _, e := range entries {
		if stem, ok := strings.CutSuffix(e.Name(), ext); ok {
			stems = append(stems, stem)
		}
	}
	if ext == "" {
		stems = nil
	}
	if near := spec.Nearest(strings.TrimSuffix(name, ext), stems); near != "" {
		return fmt.Sprintf("did you mean %s?", dir+near+ext)
	}
	return "scripts are looked for from the current directory, not from --root"
}
