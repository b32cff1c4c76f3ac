package runtime

// This file renders lists of paths for messages and results.

import (
	"fmt"
	"strings"
	"unicode"

	"devstar/workspace"
)

func names(paths []workspace.Path) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = string(p)
	}
	return out
}

// brief names up to three paths and counts the rest.
func brief(paths []string) string {
	if len(paths) <= 3 {
		return strings.Join(paths, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(paths[:3], ", "), len(paths)-3)
}

// oneLine returns a name as it is, in quotes when it holds ends of lines or other controls.
func oneLine(name string) string {
	if strings.ContainsFunc(name, unicode.IsControl) {
		return quoted(name)
	}
	return name
}

// plural returns "1 file" or "3 files".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
