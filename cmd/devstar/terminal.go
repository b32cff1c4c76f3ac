package main

// This file is the terminal on which a person is asked: where questions are shown, and lines are read.

import (
	"bufio"
	"context"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// terminal shows text and reads lines.
type terminal struct {
	out     io.Writer
	style   style
	size    func() (width, height int)
	discard func() // forgets what was typed before a question
	in      *bufio.Reader
}

// systemTerminal finds a terminal: standard input and standard error when they are one, else the one that the process
// belongs to, where standard input is taken by the script or only standard error leads elsewhere. nil means that nobody can
// be asked.
func systemTerminal(stdinTaken bool) *terminal {
	stdin, stderr := term.IsTerminal(int(os.Stdin.Fd())), term.IsTerminal(int(os.Stderr.Fd()))
	switch {
	case !stdinTaken && !stdin:
		return nil
	case !stdinTaken && stderr:
		return newTerminal(os.Stdin, os.Stderr)
	}
	in, out, err := openTTY()
	if err != nil || !term.IsTerminal(int(in.Fd())) {
		return nil
	}
	return newTerminal(in, out)
}

func newTerminal(in, out *os.File) *terminal {
	return &terminal{
		out: out, in: bufio.NewReader(in), style: style(coloured(os.Getenv, true)),
		discard: func() { discardInput(in) },
		size: func() (int, int) {
			width, height, err := term.GetSize(int(out.Fd()))
			if err != nil || width < 1 || height < 1 {
				return 80, 24
			}
			return width, height
		},
	}
}

// line shows a prompt and reads one line, which was typed after it; false when the input has ended. The end of ctx is an
// error.
func (t *terminal) line(ctx context.Context, prompt string) (string, bool, error) {
	t.discard()
	t.in.Discard(t.in.Buffered())
	io.WriteString(t.out, prompt)
	type read struct {
		text string
		err  error
	}
	done := make(chan read, 1)
	go func() {
		text, err := t.in.ReadString('\n')
		done <- read{text, err}
	}()
	select {
	case <-ctx.Done():
		io.WriteString(t.out, "\n")
		return "", false, ctx.Err()
	case r := <-done:
		if r.err != nil {
			io.WriteString(t.out, "\n")
		}
		return strings.TrimRight(r.text, "\r\n"), r.err == nil, nil
	}
}

// show writes lines, a screen at a time. Between two screens Enter goes on and anything else skips the rest.
func (t *terminal) show(ctx context.Context, lines []string) error {
	width, height := t.size()
	page := max(height-2, 1)
	for from := 0; from < len(lines); {
		rows, to := 0, from
		for to < len(lines) && (to == from || rows+rowsOf(lines[to], width) <= page) {
			rows += rowsOf(lines[to], width)
			to++
		}
		io.WriteString(t.out, strings.Join(lines[from:to], "\n")+"\n")
		if from = to; from == len(lines) {
			break
		}
		answer, ok, err := t.line(ctx, t.style.bold(moreText(to, len(lines))))
		if err != nil {
			return err
		}
		if !ok || answer != "" {
			break
		}
	}
	return nil
}

func moreText(shown, of int) string {
	return "-- " + count(of-shown, "more line") + ": Enter shows them, s and Enter skips to the question -- "
}

// rowsOf is how many rows of the screen a line takes, without its colours.
func rowsOf(line string, width int) int {
	n := len([]rune(colours().ReplaceAllString(line, "")))
	n += 7 * strings.Count(line, "\t")
	return max(1, (n+width-1)/width)
}
