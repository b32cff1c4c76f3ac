package main

// This file shows an error to people: its place in the script, the message and the hint, and what is on disk.

import (
	"fmt"
	"io"
	"slices"
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

// deletedOnDisk lists what the run has deleted: in writes that succeeded, and in the one that failed.
func deletedOnDisk(r *runtime.Result) []string {
	out := slices.Clone(r.Error.Deleted)
	for _, c := range r.Changes {
		if c.Kind == "deleted" && !slices.Contains(r.Unwritten, c.Path) && !slices.Contains(out, c.Path) {
			out = append(out, c.Path)
		}
	}
	slices.Sort(out)
	return out
}

// actedAtOnce reports whether an immediate operation was done.
func actedAtOnce(r *runtime.Result) bool {
	return slices.ContainsFunc(r.Effects, func(e runtime.EffectRecord) bool {
		return strings.HasPrefix(e.Effect, "fs.") && e.Answer == "allowed"
	})
}

// onDisk says what a run that failed has left on disk.
func onDisk(to io.Writer, r *runtime.Result) {
	deleted := deletedOnDisk(r)
	if r.DryRun || len(r.Written)+len(deleted) == 0 && !actedAtOnce(r) {
		fmt.Fprintln(to, "nothing was written")
	}
	if r.DryRun {
		return
	}
	if n := len(r.Written); n > 0 {
		fmt.Fprintf(to, "%s already written: %s\n", isAre(n), joined(r.Written))
	}
	if n := len(deleted); n > 0 {
		fmt.Fprintf(to, "%s already deleted: %s\n", isAre(n), joined(deleted))
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
