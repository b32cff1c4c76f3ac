package main

// This file keeps the lines of earlier conversations, in the directory for such state.

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

const (
	maxHistory     = 1000     // lines that are kept
	maxHistoryLine = 4 << 10  // bytes of a line that is kept
	maxHistoryFile = 16 << 20 // bytes of a file that is read
)

// history is the lines that were typed, the newest last. What goes wrong with its file is no reason to stop.
type history struct {
	file  string // "" for none
	lines []string
}

// historyFile returns where lines are kept: below XDG_STATE_HOME, else below ~/.local/state; "" when there is no home.
func historyFile(env func(string) string) string {
	dir := env("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(dir, "devstar", "history")
}

// openHistory reads a file. When it has grown beyond what is kept, it is cut.
func openHistory(file string) *history {
	h := &history{file: file}
	info, err := os.Stat(file)
	if err != nil {
		return h
	}
	if !info.Mode().IsRegular() || info.Size() > maxHistoryFile {
		h.file = ""
		return h
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return h
	}
	for line := range bytes.Lines(text) {
		h.take(string(bytes.TrimRight(line, "\r\n")))
	}
	if bytes.Count(text, []byte("\n")) > 2*maxHistory {
		_ = replaceFile(file, []byte(strings.Join(h.lines, "\n")+"\n")) // else it is cut the next time
	}
	return h
}

// take adds a line; false for one that is not kept: blank, the same as before, long, or with controls.
func (h *history) take(line string) bool {
	last := len(h.lines) - 1
	if strings.TrimSpace(line) == "" || last >= 0 && h.lines[last] == line || len(line) > maxHistoryLine || visible(line) != line {
		return false
	}
	h.lines = append(h.lines, line)
	h.lines = h.lines[max(0, len(h.lines)-maxHistory):]
	return true
}

// Add keeps a line, in memory and in the file.
func (h *history) Add(line string) {
	if !h.take(line) || h.file == "" {
		return
	}
	if os.MkdirAll(filepath.Dir(h.file), 0o700) != nil {
		return
	}
	f, err := os.OpenFile(h.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	defer f.Close()
	_, _ = f.WriteString(line + "\n") // a line that is not kept is lost, and no more
}

// Len returns the number of lines.
func (h *history) Len() int { return len(h.lines) }

// At returns a line; 0 is the newest.
func (h *history) At(i int) string { return h.lines[len(h.lines)-1-i] }
