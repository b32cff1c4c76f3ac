package workspace

// The errors of operations on a workspace and of selections for a write. Texts are built here and nowhere else.

import (
	"fmt"
	"strconv"
	"strings"
)

// OpError is an operation that was refused. Nothing of it was done. Word says which of these it is:
//
//	exists         the target is taken: in the workspace, or on disk (OnDisk)
//	not_found      the file is neither in the workspace nor on disk; Fate tells if this run deleted or renamed it (to Other)
//	not_acquired   the file is on disk, but not in the workspace
//	same_path      a file cannot be moved or copied to itself
//	opaque         the file is held by its hash only
//	is_directory   a directory stands where a file is meant; Names are files in the way, if they are known
//	not_directory  Other, a directory of the path, is a file
//	symlink        Other, a directory of the path, is a symlink (to Target, if known)
//	link_moved     a symlink would move to another directory, where its relative target is another one
//	name_clash     Other is the same name on a disk that ignores case or normal form
//	alias          the file is already in the workspace as Other
//	not_held       a directory holds Names, which are not in the workspace
//	no_files       a directory in which no file is held
//	inside_itself  a directory cannot be moved or copied into itself
//	not_regular    what is on disk is neither a file nor a directory nor a symlink
//	no_listing     the disk cannot list directories
type OpError struct {
	Path   Path
	Word   string
	Other  Path
	Target Path   // symlink: what it stands for; "" when that is not known
	Names  []Path // the first few names
	More   int    // how many names there are besides
	OnDisk bool
	Fate   string // not_found: deleted, renamed or ""
	Line   int    // 1-based line in the patch text; 0 when there is none
}

// Error returns the message: the path, what is wrong, and the line of the patch.
func (e *OpError) Error() string {
	text := string(e.Path) + e.predicate()
	if e.Line > 0 {
		text += " (patch line " + strconv.Itoa(e.Line) + ")"
	}
	return text
}

const notAcquired = " exists on disk but is not acquired: add it to acquire(...)"

func (e *OpError) predicate() string {
	switch e.Word {
	case "exists":
		if e.OnDisk {
			return notAcquired
		}
		return " exists already"
	case "not_found":
		return e.notFound()
	case "not_acquired":
		return notAcquired
	case "same_path":
		return ": source and destination are the same"
	case "opaque":
		return " is not held as text: it can be renamed, copied or deleted, not read or edited"
	case "is_directory":
		return " is a directory" + e.list(", and holds ")
	case "not_directory":
		return fmt.Sprintf(": %s is a file, not a directory", e.Other)
	case "symlink":
		return fmt.Sprintf(": %s is a symlink%s; paths do not lead through links", e.Other, to(" to ", e.Target))
	case "link_moved":
		return fmt.Sprintf(" is a symlink, and in the directory of %s its relative target would be another one", e.Other)
	}
	return e.rarePredicate()
}

func (e *OpError) rarePredicate() string {
	switch e.Word {
	case "name_clash":
		return fmt.Sprintf(" and %s are one name on this disk, which ignores case or normal form", e.Other)
	case "alias":
		return fmt.Sprintf(" is the same file as %s, which is in the workspace", e.Other)
	case "not_held":
		return e.list(" holds ") + ": not acquired"
	case "no_files":
		return " is a directory in which no file is held"
	case "inside_itself":
		return fmt.Sprintf(": the destination %s lies inside it", e.Other)
	case "no_listing":
		return " is a directory, and this disk cannot list what it holds"
	default:
		return " exists on disk and is not a regular file"
	}
}

func (e *OpError) notFound() string {
	switch e.Fate {
	case "deleted":
		return " does not exist any more: this run deleted it"
	case "renamed":
		return fmt.Sprintf(" does not exist any more: this run renamed it to %s", e.Other)
	}
	return " does not exist"
}

// list names the first few files; "" when there are none.
func (e *OpError) list(before string) string {
	if len(e.Names) == 0 {
		return ""
	}
	names := make([]string, len(e.Names))
	for i, p := range e.Names {
		names[i] = string(p)
	}
	text := before + strings.Join(names, ", ")
	if e.More > 0 {
		text += fmt.Sprintf(" and %d more", e.More)
	}
	return text
}

func to(before string, p Path) string {
	if p == "" {
		return ""
	}
	return before + string(p)
}

// Reason returns the word that says which refusal it is.
func (e *OpError) Reason() string { return e.Word }

// Hint returns the next step, "" where the message has it.
func (e *OpError) Hint() string {
	switch e.Word {
	case "exists":
		if e.OnDisk {
			return "nobody has looked at what would be lost; acquire it and edit or delete it, or choose another path"
		}
		return "edit the file that is there, delete it first, or choose another path"
	case "not_found":
		return "files() lists what is in the workspace"
	case "same_path":
		return "leave the move out, or name another destination"
	case "is_directory":
		return "name the files in it, or a path that is free"
	case "not_directory":
		return "choose another path, or move that file away or delete it first"
	case "symlink":
		return "use the path of the real directory" + to(": ", e.Target)
	case "link_moved":
		return "rename it within its directory, or rename the file it points to"
	case "name_clash", "inside_itself", "not_regular":
		return "choose another path"
	case "alias":
		return "use " + string(e.Other)
	case "not_held":
		return "acquire " + Below(e.Path) + " first, or name the files one by one"
	case "no_listing":
		return "name the files one by one"
	}
	return ""
}

// fewNames is how many names a message lists.
const fewNames = 5

// withNames puts the first names into e and counts the others.
func (e *OpError) withNames(names []Path) *OpError {
	e.Names = names[:min(len(names), fewNames)]
	e.More = len(names) - len(e.Names)
	return e
}

// SelectionError is a selection of a write that cannot be done alone. Word is "unknown" when nothing in the workspace is
// called so, "needed" when Wanted would take a name that the operation Needed, which is not selected, still has to clear.
type SelectionError struct {
	Word           string
	Patterns       []string // unknown: what knows nothing
	Wanted, Needed string   // needed: the operations, such as "rename a.txt to b.txt"
}

// Error returns the message.
func (e *SelectionError) Error() string {
	if e.Word == "unknown" {
		return "nothing in the workspace is selected by " + strings.Join(quoted(e.Patterns), ", ")
	}
	return fmt.Sprintf("the selection cannot be written alone: %s has to wait for %s, which is not selected", e.Wanted, e.Needed)
}

// Reason returns the word that says which error it is.
func (e *SelectionError) Reason() string { return e.Word }

// Hint returns the next step.
func (e *SelectionError) Hint() string {
	if e.Word == "unknown" {
		return "files() lists what is in the workspace; acquire or create the file first"
	}
	return "select both, or call write() without paths"
}

func quoted(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = Quote(name)
	}
	return out
}

// DiskError is a question about the disk that could not be answered.
type DiskError struct {
	Path Path
	Err  error
}

// Error returns the message.
func (e *DiskError) Error() string {
	return fmt.Sprintf("looking at %s on disk: %v", e.Path, e.Err)
}

// Reason returns "disk".
func (e *DiskError) Reason() string { return "disk" }

// Hint returns the next step.
func (e *DiskError) Hint() string { return "check the permissions of the file and of its directories" }

// Unwrap returns the cause.
func (e *DiskError) Unwrap() error { return e.Err }
