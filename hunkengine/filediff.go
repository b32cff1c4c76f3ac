package hunkengine

// This file holds the values of a unified diff that was read.

import "strings"

// DiffKind is what a section of a unified diff does to its file.
type DiffKind int

// The kinds of sections.
const (
	ModifyFile DiffKind = iota // its text, its mode, or both
	CreateFile
	RemoveFile
	RenameFile // and perhaps modify it
	CopyFile   // and perhaps modify the copy
)

// String returns a verb: modify, create, delete, rename or copy.
func (k DiffKind) String() string {
	return [...]string{ModifyFile: "modify", CreateFile: "create", RemoveFile: "delete", RenameFile: "rename", CopyFile: "copy"}[k]
}

// FileDiff is one section of a unified diff. Names are as the headers mean them (unquoted, without the prefixes a/
// and b/), not validated.
type FileDiff struct {
	Kind    DiffKind
	OldName string // "" when the file is created
	NewName string // "" when the file is deleted
	OldMode int    // 0o644 or 0o755, as "old mode" or "deleted file mode" says; 0 when nothing says it
	NewMode int    // as "new mode" or "new file mode" says
	Hunks   []DiffHunk
	Source  int // 1-based line of the diff at which the section begins
}

// Name returns the name of the file behind the change, or before it when it is deleted.
func (d *FileDiff) Name() string {
	if d.Kind == RemoveFile {
		return d.OldName
	}
	return d.NewName
}

// DiffHunk replaces the bytes Old by the bytes New. Both are whole lines with their ends; only the last line of a file
// may have none.
type DiffHunk struct {
	OldStart int // 1-based line of Old; when Old is "", the line behind which New goes (0: at the top)
	NewStart int
	Old, New string
	Context  bool // a line is shared by both sides
	Source   int  // 1-based line of the "@@" line in the diff
}

// open reports whether a side ends in an unterminated line.
func open(side string) bool { return side != "" && !strings.HasSuffix(side, "\n") }

// oldLines and newLines return the contents of the lines of a side.
func (h *DiffHunk) oldLines() []string { return contents(h.Old) }
func (h *DiffHunk) newLines() []string { return contents(h.New) }

func contents(side string) []string {
	if side == "" {
		return nil
	}
	return splitPatch(strings.TrimSuffix(side, "\n"))
}
