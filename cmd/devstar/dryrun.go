package main

// This file shows what a dry run would have done: the diff, and the operations in order.

import (
	"fmt"
	"io"
	"strings"

	"devstar/runtime"
)

// rehearsed writes the diff and the operations of a dry run. The diff is written byte for byte where standard output is no
// terminal, so that other programs can apply it.
func (v *invocation) rehearsed(to io.Writer) {
	r := v.result
	if !r.DryRun {
		return
	}
	if r.Diff != nil && *r.Diff != "" {
		diff := *r.Diff
		if v.outTerminal || bool(v.outStyle) {
			diff = strings.Join(diffLines(diff, v.outStyle), "\n") + "\n"
		}
		io.WriteString(to, diff)
	}
	for _, op := range r.Operations {
		fmt.Fprintln(to, "would "+operationText(op))
	}
}

// operationText is one operation on disk.
func operationText(op runtime.Operation) string {
	if op.From != "" {
		return fmt.Sprintf("%s %s to %s", op.Operation, visible(op.From), visible(op.Path))
	}
	return op.Operation + " " + visible(op.Path)
}

// untouched ends the report of a dry run.
func (v *invocation) untouched(to io.Writer) {
	switch n := len(v.result.Operations); {
	case v.settings.approvals.record != "":
		fmt.Fprintf(to, "recorded %s in %s; nothing was written\n", count(v.recorded, "question"), visible(v.settings.approvals.record))
	case n > 0:
		fmt.Fprintf(to, "dry run: nothing was written; %s would be done\n", count(n, "operation"))
	default:
		fmt.Fprintln(to, "dry run: nothing would be written")
	}
}
