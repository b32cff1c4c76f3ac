// Package repl is the prompt over a script that comes in pieces: it gathers lines into pieces, has them run, and completes names.
// Where lines come from and what the prompt looks like is the business of its host.
package repl

// This file gathers lines into pieces and runs them.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"devstar/starlib/assist"
)

// The prompts: for a piece, and for a line that goes on with one.
const (
	Prompt = ">>> "
	More   = "... "
)

// MaxPiece bounds a piece, in bytes.
const MaxPiece = 64 << 20

// ErrInterrupt is the end of a piece that its author does not want after all.
var ErrInterrupt = errors.New("interrupted")

// Lines is where lines come from.
type Lines interface {
	// Line shows a prompt and reads a line, without its end. pasted tells that the line was not typed: blank lines in it end
	// nothing. The error is ErrInterrupt, io.EOF at the end, or one of reading.
	Line(ctx context.Context, prompt, before string) (line string, pasted bool, err error)
}

// Reader makes pieces of lines.
type Reader struct {
	Lines Lines
	Typed bool // a person types: a compound statement ends with a blank line, for what follows is not known yet

	ahead *string // a line that was read and belongs to the next piece
}

// Piece reads the next piece; io.EOF is the end. A piece that is not finished at the end comes as it is.
func (r *Reader) Piece(ctx context.Context) (string, error) {
	var piece strings.Builder
	var typing assist.Typing
	for {
		prompt := Prompt
		if piece.Len() > 0 {
			prompt = More
		}
		line, pasted, err := r.line(ctx, prompt, piece.String())
		switch {
		case errors.Is(err, io.EOF) && strings.TrimSpace(piece.String()) != "":
			return piece.String(), nil
		case err != nil:
			return "", err
		case piece.Len()+len(line) > MaxPiece:
			return "", fmt.Errorf("a piece has more than %d bytes", MaxPiece)
		}
		if typing.Block() && !typing.Open() {
			if !r.Typed && !assist.Continues(line) {
				r.ahead = &line
				return piece.String(), nil
			}
			if r.Typed && !pasted && strings.TrimSpace(line) == "" {
				return piece.String(), nil
			}
		}
		piece.WriteString(line + "\n")
		if typing.Add(line); !typing.Open() && !typing.Block() {
			return piece.String(), nil
		}
	}
}

// line returns the line that was read ahead, or reads one.
func (r *Reader) line(ctx context.Context, prompt, before string) (string, bool, error) {
	if r.ahead != nil {
		line := *r.ahead
		r.ahead = nil
		return line, false, nil
	}
	return r.Lines.Line(ctx, prompt, before)
}

// Leaves reports whether a piece asks to end.
func Leaves(piece string) bool {
	switch strings.TrimSpace(piece) {
	case "exit", "quit", "exit()", "quit()":
		return true
	}
	return false
}
