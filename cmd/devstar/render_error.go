package main

// This file shows an error to people: its place in the script, the message and the hint, and what is on disk.

import (
	"fmt"
	"io"
	"strings"

	"devstar/runtime"
	"devstar/starlib"
)

// errorText is the error of the result as text, "" for none.
func (v *invocation) errorText() string {
	e := v.result.Error
	if e == nil {
		return ""
	}
	list := e.Errors
	if len(list) == 0 {
		list = []*runtime.Error{e}
	}
	var b strings.Builder
	for _, one := range list {
		text := visibleText(starlib.Explain(one, v.text))
		b.WriteString(strings.Replace(text, "error: ", v.errStyle.red("error:")+" ", 1))
	}
	if !e.Compiling() {
		onDisk(&b, v.result)
	}
	return b.String()
}

// onDisk says what a run that failed has left on disk.
func onDisk(to io.Writer, r *runtime.Result) {
	if r.DryRun || len(r.Written)+len(r.Error.Deleted) == 0 {
		fmt.Fprintln(to, "nothing was written")
	}
	if r.DryRun {
		return
	}
	if n := len(r.Written); n > 0 {
		fmt.Fprintf(to, "%s already written: %s\n", isAre(n), joined(r.Written))
	}
	if n := len(r.Error.Deleted); n > 0 {
		fmt.Fprintf(to, "%s already deleted: %s\n", isAre(n), joined(r.Error.Deleted))
	}
	if r.Error.Operation != "" {
		fmt.Fprintf(to, "it stopped at: %s\n", visible(r.Error.Operation))
	}
	if r.Error.Temporary != "" {
		fmt.Fprintf(to, "the only copy of a file lies at %s: rename it back\n", visible(r.Error.Temporary))
	}
}

// isAre begins a sentence about n files.
func isAre(n int) string {
	if n == 1 {
		return "1 file is"
	}
	return fmt.Sprintf("%d files are", n)
}

// text returns the source of a file that a position names, nil when it is not known.
func (v *invocation) text(file string) []byte {
	if file == v.source.name {
		return v.source.text
	}
	return v.library[file]
}
