package hunkengine

// This file writes sections of a diff with the headers of git: modes, new and deleted files, renames.

import (
	"fmt"
	"strings"
)

// LinkMode is the mode of a symlink in a diff; its text is where it leads.
const LinkMode = 0o120000

// GitSide is a file before or after a change.
type GitSide struct {
	Name   string
	Mode   int // 0o100644, 0o100755 or LinkMode
	Text   string
	Binary bool // Text is no text: it is compared and not shown
}

// GitDiff returns the section of one file as git writes and applies it; "" when nothing differs. before is nil for a new
// file, after for a deleted one; two names are a rename.
func GitDiff(before, after *GitSide) string {
	switch {
	case before == nil && after == nil:
		return ""
	case before != nil && after != nil && *before == *after:
		return ""
	}
	var b strings.Builder
	from, to := nameOf(before, after), nameOf(after, before)
	fmt.Fprintf(&b, "diff --git %s %s\n", gitName("a/"+from), gitName("b/"+to))
	gitModes(&b, before, after)
	if from != to {
		if before.Text == after.Text {
			b.WriteString("similarity index 100%\n")
		}
		fmt.Fprintf(&b, "rename from %s\nrename to %s\n", gitName(from), gitName(to))
	}
	b.WriteString(gitText(before, after))
	return b.String()
}

// nameOf is the name of one side, or of the other where that is missing.
func nameOf(side, other *GitSide) string {
	if side == nil {
		return other.Name
	}
	return side.Name
}

func gitModes(b *strings.Builder, before, after *GitSide) {
	switch {
	case before == nil:
		fmt.Fprintf(b, "new file mode %o\n", after.Mode)
	case after == nil:
		fmt.Fprintf(b, "deleted file mode %o\n", before.Mode)
	case before.Mode != after.Mode:
		fmt.Fprintf(b, "old mode %o\nnew mode %o\n", before.Mode, after.Mode)
	}
}

// gitText is the part of a section that shows texts.
func gitText(before, after *GitSide) string {
	var names, texts [2]string
	binary := false
	for i, side := range []*GitSide{before, after} {
		if side != nil {
			names[i], texts[i] = side.Name, side.Text
			binary = binary || side.Binary
		}
	}
	if !binary {
		return Unified(names[0], names[1], texts[0], texts[1])
	}
	if texts[0] == texts[1] {
		return ""
	}
	shown := func(prefix, name string) string {
		if name == "" {
			return "/dev/null"
		}
		return gitName(prefix + name)
	}
	return fmt.Sprintf("Binary files %s and %s differ\n", shown("a/", names[0]), shown("b/", names[1]))
}

// gitName is a name in a header line, quoted where it must be.
func gitName(name string) string {
	return strings.TrimSuffix(headerName("", name), "\t")
}
