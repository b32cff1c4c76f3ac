package hunkengine

// This file decides what a section of a unified diff means, and refuses headers that contradict each other.

import "slices"

const oneName = "name the file that is changed in both headers; git writes renames with rename from and rename to"

// about begins an error about the first line of the section.
func (h *diffHeader) about(problem string) *PatchError {
	return &PatchError{Path: h.path, Line: h.source, Quote: h.quote, Problem: problem}
}

// classify returns the section without its hunks.
func (h *diffHeader) classify() (FileDiff, error) {
	d := FileDiff{Source: h.source}
	if err := h.kind(&d); err != nil {
		return d, err
	}
	if err := h.modes(&d); err != nil {
		return d, err
	}
	n, err := h.resolve(d.Kind)
	if err != nil {
		return d, err
	}
	d.OldName, d.NewName = n.old, n.new
	switch d.Kind {
	case CreateFile:
		d.OldName = ""
	case RemoveFile:
		d.NewName = ""
	}
	return d, nil
}

func (h *diffHeader) has(field string) bool { _, ok := h.fields[field]; return ok }

// kind finds out the kind of the section from everything that tells it.
func (h *diffHeader) kind(d *FileDiff) error {
	says := map[DiffKind]bool{
		CreateFile: h.has("new file mode") || h.named && h.given.old == "",
		RemoveFile: h.has("deleted file mode") || h.named && h.given.new == "",
		RenameFile: h.has("rename from") || h.has("rename to"),
		CopyFile:   h.has("copy from") || h.has("copy to"),
	}
	n := 0
	for kind, said := range says {
		if said {
			n++
			d.Kind = kind
		}
	}
	switch {
	case n > 1:
		return h.about("the headers contradict each other about what becomes of the file")
	case h.has("rename from") != h.has("rename to"), h.has("copy from") != h.has("copy to"), h.has("old mode") != h.has("new mode"):
		return h.about("one of a pair of headers (from and to, old and new mode) is missing")
	case h.named && (d.Kind == CreateFile) != (h.given.old == ""), h.named && (d.Kind == RemoveFile) != (h.given.new == ""):
		return h.about("the headers contradict each other: only a file that is created or deleted has /dev/null on one side")
	case h.has("old mode") && (d.Kind == CreateFile || d.Kind == RemoveFile):
		return h.about("the headers contradict each other: a file that is created or deleted changes no mode")
	}
	return nil
}

// modes reads the modes. Git knows two of a regular file.
func (h *diffHeader) modes(d *FileDiff) error {
	for _, m := range []struct {
		field string
		to    *int
	}{{"old mode", &d.OldMode}, {"deleted file mode", &d.OldMode}, {"new mode", &d.NewMode}, {"new file mode", &d.NewMode}} {
		value, ok := h.fields[m.field]
		if !ok {
			continue
		}
		switch value {
		case "100644":
			*m.to = 0o644
		case "100755":
			*m.to = 0o755
		case "120000":
			return h.noFile("a symlink")
		case "160000":
			return h.noFile("a submodule")
		default:
			e := h.about("the mode " + quote(value) + " is none that git gives a file")
			e.Expect = "100644 or 100755"
			return e
		}
	}
	return nil
}

// noFile refuses what is no regular file.
func (h *diffHeader) noFile(what string) error {
	e := h.about("the section is about " + what + ", and only regular files can be patched")
	e.Next = "take the section out"
	return e
}

// resolve returns the names that the headers agree on.
func (h *diffHeader) resolve(kind DiffKind) (names, error) {
	if h.fields == nil {
		return h.plain(kind)
	}
	for _, verb := range []string{"rename", "copy"} {
		if h.has(verb + " from") {
			return h.moved(names{h.fields[verb+" from"], h.fields[verb+" to"]})
		}
	}
	for _, n := range h.git {
		if !h.agrees(n) {
			continue
		}
		if n, _ := n.stripped(); n.old == n.new {
			return n, nil
		}
	}
	return names{}, h.disagree()
}

// plain resolves the names of a section without git's headers.
func (h *diffHeader) plain(kind DiffKind) (names, error) {
	n, _ := h.given.stripped()
	if kind == ModifyFile && n.old != n.new {
		h.path = n.new
		e := h.about("the headers name two files, " + quote(n.old) + " and " + quote(n.new) + ", and nothing says that one is renamed")
		e.Next = oneName
		return n, e
	}
	return n, nil
}

// moved checks the names of a rename or copy against the other headers; with or without prefixes, but all alike.
func (h *diffHeader) moved(n names) (names, error) {
	h.path = n.new
	if n.old == n.new {
		return n, h.about("the two names are the same")
	}
	for _, written := range []names{n, {"a/" + n.old, "b/" + n.new}} {
		if slices.Contains(h.git, written) && h.agrees(written) {
			return n, nil
		}
	}
	return n, h.disagree()
}

// agrees reports whether the "---" and "+++" lines, where there are any, have the names of the "diff --git" line.
func (h *diffHeader) agrees(n names) bool {
	return !h.named || (h.given.old == n.old || h.given.old == "") && (h.given.new == n.new || h.given.new == "")
}

func (h *diffHeader) disagree() error {
	e := h.about("the headers of the section do not agree on one name for each side")
	e.Next = "make the diff with git diff --default-prefix (or --src-prefix=a/ --dst-prefix=b/); " + oneName
	return e
}

// check refuses a section whose hunks do not do what its headers say.
func (h *diffHeader) check(d *FileDiff) error {
	switch {
	case h.fields == nil && len(d.Hunks) == 0:
		return h.fail("the section has no hunk", `"@@ -line,count +line,count @@"`)
	case d.Kind == ModifyFile && len(d.Hunks) == 0 && d.OldMode == d.NewMode:
		return h.about("the section changes nothing")
	case h.named && len(d.Hunks) == 0:
		return h.fail("the section has no hunk", `"@@ -line,count +line,count @@"`)
	}
	for i, hunk := range d.Hunks {
		whole := i == 0 && (d.Kind == CreateFile && hunk.Old == "" && hunk.OldStart == 0 || d.Kind == RemoveFile && hunk.New == "" && hunk.NewStart == 0)
		if (d.Kind == CreateFile || d.Kind == RemoveFile) && !whole {
			e := h.about("a file that is created or deleted has one hunk, with all its lines")
			e.Line, e.Hunk, e.Quote = hunk.Source, i+1, ""
			return e
		}
	}
	return nil
}
