package command

// This file makes command lines from arguments with placeholders.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"devstar/runtime/engine"
)

const (
	onePath  = "{path}"
	allPaths = "{paths}"
)

// maxPathBytes bounds the paths of one command line, well below what any system allows.
const maxPathBytes = 24_000

// CheckArgs refuses arguments that cannot be run. stdin: the program gets one file at a time.
func CheckArgs(args []string, stdin bool) error {
	if len(args) == 0 || args[0] == "" {
		return fmt.Errorf(`want the program and its arguments, such as ["go", "vet", "./..."]`)
	}
	one, all := false, false
	for i, a := range args {
		if strings.ContainsRune(a, 0) {
			return fmt.Errorf("the argument %q holds a NUL byte", a)
		}
		if i == 0 && (strings.Contains(a, onePath) || strings.Contains(a, allPaths)) {
			return fmt.Errorf("the program itself cannot be a placeholder")
		}
		if strings.Contains(a, allPaths) && a != allPaths {
			return fmt.Errorf("%q: %s must be an argument of its own", a, allPaths)
		}
		one, all = one || strings.Contains(a, onePath), all || a == allPaths
	}
	switch {
	case one && all:
		return fmt.Errorf("use %s or %s, not both", onePath, allPaths)
	case all && stdin:
		return fmt.Errorf(`%s with input = "stdin": the program gets one file at a time; use %s`, allPaths, onePath)
	}
	return nil
}

// UsesPaths reports whether arguments have a placeholder for files.
func UsesPaths(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool { return strings.Contains(a, onePath) || a == allPaths })
}

// commandLines spells the arguments out for the files: once without placeholders, once a file for {path}, and for {paths}
// as often as the length of a command line demands.
func commandLines(args []string, files []engine.File) [][]string {
	switch {
	case slices.Contains(args, allPaths):
		return manyPaths(args, files)
	case UsesPaths(args):
		out := make([][]string, len(files))
		for i, f := range files {
			out[i] = substituted(args, f.Path)
		}
		return out
	}
	return [][]string{args}
}

func manyPaths(args []string, files []engine.File) (out [][]string) {
	for len(files) > 0 {
		n, size := 0, 0
		for n < len(files) && (n == 0 || size+len(files[n].Path) < maxPathBytes) {
			size += len(files[n].Path) + 1
			n++
		}
		var line []string
		for _, a := range args {
			if a != allPaths {
				line = append(line, a)
				continue
			}
			for _, f := range files[:n] {
				line = append(line, plainPath(f.Path))
			}
		}
		out, files = append(out, line), files[n:]
	}
	return out
}

// substituted puts a path into the arguments.
func substituted(args []string, path string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		if a == onePath {
			path := plainPath(path)
			out[i] = path
			continue
		}
		out[i] = strings.ReplaceAll(a, onePath, path)
	}
	return out
}

// plainPath keeps a path from being taken for an option.
func plainPath(path string) string {
	if strings.HasPrefix(path, "-") || strings.HasPrefix(path, "@") {
		return "./" + path
	}
	return path
}

const shownBytes = 200 // of a command line in messages

// shown renders a command line for a message.
func shown(args []string) string {
	var b strings.Builder
	for i, a := range args {
		if i > 0 {
			b.WriteByte(' ')
		}
		if b.Len() > shownBytes {
			fmt.Fprintf(&b, "... (%d more arguments)", len(args)-i)
			break
		}
		if a == "" || strings.ContainsFunc(a, func(r rune) bool { return !strconv.IsPrint(r) || strings.ContainsRune(" \"'\\$`*?", r) }) {
			a = strconv.Quote(a)
		}
		b.WriteString(a)
	}
	return b.String()
}
