package fsbackend

// This file holds the error of a batch: what failed, why, what is on disk now, and the next step.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"syscall"
)

// BatchError says which operation failed and what is on disk. Its text names the operation with its paths, the reason,
// what was done before, and what is left behind.
type BatchError struct {
	Op        Operation   // the operation that failed; without a name when none did
	Index     int         // of the operation; -1 when the batch failed before the first; the number of all when it failed after the last
	Started   bool        // something was published, or may have been
	Word      string      // changed_on_disk, not_writable, mount, no_space, permission, locked, interrupted_write, canceled, ...
	Detail    string      // what differs, or what could not be done
	Temp      string      // a rename temporary that is left on disk and holds a file's only copy, "" for none
	Completed []Operation // what was done, in order
	Total     int         // number of operations in the batch
	Unknown   bool        // it could not be seen whether the operation was done
	Journal   bool        // the journal is left, so that Recover can go on
	Err       error
}

// Error gives the whole story in one line.
func (e *BatchError) Error() string {
	var b strings.Builder
	if e.Op.Name != "" {
		b.WriteString(phrase(e.Op) + ": ")
	}
	b.WriteString(e.Detail)
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	if e.Total > 0 {
		b.WriteString("; " + e.progress())
	}
	if e.Temp != "" {
		fmt.Fprintf(&b, "; %s is left on disk and holds %s", strconv.Quote(e.Temp), e.parkedName())
	}
	if e.Journal {
		b.WriteString("; the journal " + strconv.Quote(JournalName) + " is left")
	}
	return b.String()
}

// Reason returns the stable word for what went wrong.
func (e *BatchError) Reason() string { return e.Word }

// Unwrap returns the error of the system, if there was one.
func (e *BatchError) Unwrap() error { return e.Err }

// Hint gives the next step.
func (e *BatchError) Hint() string {
	switch {
	case e.Journal || e.Word == "interrupted_write":
		return `run "devstar recover" to see what the interrupted write did, and to finish it or take it back`
	case e.Temp != "":
		return "move the temporary to the name you want for it, then acquire again and run the plan again"
	}
	if hint, ok := batchHints()[e.Word]; ok {
		return hint
	}
	return "remove the cause, then acquire again and run the plan again"
}

// batchHints gives the next step for each reason that has one of its own.
func batchHints() map[string]string {
	const again = ", then acquire again and run the plan again"
	return map[string]string{
		"changed_on_disk": "acquire again and run the plan again",
		"canceled":        "acquire again and run the plan again",
		"locked":          "wait until the other devstar has finished, or give a longer lock timeout",
		"not_writable":    "give the file a write bit (chmod u+w) if it is meant to be edited" + again,
		"mount":           "keep both names on one file system: copy and delete instead of renaming",
		"no_space":        "free some space or raise the quota" + again,
		"read_only":       "make the file system writable" + again,
		"permission":      "run as a user who may write in that directory, or change its mode" + again,
		"too_large":       "raise the limit on file sizes (ulimit -f)" + again,
		"too_many_files":  "raise the limit on open files (ulimit -n)" + again,
		"not_directory":   "delete or move what stands where a directory is needed, in the same write",
		"not_empty":       "delete or move what is left in the directory, in the same write",
		"symlink":         "use the path that the link stands for",
		"sync":            "the files are complete; run sync, and check the disk for errors",
		"invalid":         "this is a fault in the program that made the batch; report it",
	}
}

// progress says how much was done.
func (e *BatchError) progress() string {
	switch {
	case len(e.Completed) == 0 && e.Unknown:
		return "it could not be seen whether this operation was done; nothing else was written"
	case len(e.Completed) == 0:
		return "nothing was written"
	}
	text := fmt.Sprintf("%d of %d operations were done: %s", len(e.Completed), e.Total, doneList(e.Completed))
	if e.Unknown {
		text += "; it could not be seen whether this one was"
	}
	return text
}

// parkedName says where the content of the temporary comes from.
func (e *BatchError) parkedName() string {
	for _, op := range e.Completed {
		if op.Temp && op.Name == e.Temp {
			return "what was " + strconv.Quote(op.From)
		}
	}
	return "what was " + strconv.Quote(e.Op.From)
}

// doneList names the last operations, which are the ones next to the failure.
func doneList(ops []Operation) string {
	const most = 5
	var parts []string
	if len(ops) > most {
		parts = append(parts, fmt.Sprintf("%d others", len(ops)-most))
		ops = ops[len(ops)-most:]
	}
	for _, op := range ops {
		parts = append(parts, phrase(op))
	}
	return strings.Join(parts, ", ")
}

// phrase names an operation with its paths.
func phrase(op Operation) string {
	if op.Kind == OpRename {
		return fmt.Sprintf("rename %s to %s", strconv.Quote(op.From), strconv.Quote(op.Name))
	}
	text := op.Kind.String() + " " + strconv.Quote(op.Name)
	if op.Kind == OpModify && op.Before != nil && op.Before.Link != "" {
		text += " (a link to " + strconv.Quote(op.Before.Link) + ")"
	}
	return text
}

// refuse makes an error that the batch fills in later.
func refuse(word, detail string, err error) *BatchError {
	return &BatchError{Word: word, Detail: detail, Err: err}
}

// failed makes an error of the system into one of the batch.
func failed(detail string, err error) *BatchError {
	return refuse(wordOf(err), detail, err)
}

// ofOperation says to which operation an error belongs.
func ofOperation(op Operation, err error) error {
	if err == nil {
		return nil
	}
	e := asBatchError(err)
	if e.Word != "canceled" && e.Op.Name == "" {
		e.Op = op
	}
	return e
}

// asBatchError finds the batch error in err, or makes one.
func asBatchError(err error) *BatchError {
	var e *BatchError
	if errors.As(err, &e) {
		return e
	}
	if word := wordOf(err); word == "canceled" {
		return refuse(word, "canceled", err)
	}
	return failed("failed", err)
}

// joinDetail joins two parts of a detail.
func joinDetail(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// wordOf gives the reason for an error of the system.
func wordOf(err error) string {
	var link *SymlinkError
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return "canceled"
	case errors.As(err, &link):
		return "symlink"
	}
	for _, class := range errnoClasses() {
		for _, errno := range class.errnos {
			if errors.Is(err, errno) {
				return class.word
			}
		}
	}
	return "io"
}

// errnoClass is a reason and the errors that have it.
type errnoClass struct {
	word   string
	errnos []error
}

// errnoClasses lists the reasons in the order in which they are tried.
func errnoClasses() []errnoClass {
	return []errnoClass{
		{"no_space", []error{syscall.ENOSPC, syscall.EDQUOT}},
		{"too_large", []error{syscall.EFBIG}},
		{"too_many_files", []error{syscall.EMFILE, syscall.ENFILE}},
		{"read_only", []error{syscall.EROFS}},
		{"mount", []error{syscall.EXDEV, syscall.EBUSY}},
		{"not_empty", []error{syscall.ENOTEMPTY}},
		{"not_directory", []error{syscall.ENOTDIR}},
		{"permission", []error{syscall.EACCES, syscall.EPERM, fs.ErrPermission}},
		{"exists", []error{fs.ErrExist}},
		{"gone", []error{fs.ErrNotExist}},
	}
}
