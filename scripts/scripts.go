// Package scripts holds the library that is shipped in the binary: scripts that run as they are (devstar run
// @devstar//x.star) and functions for other scripts (load("@devstar//x.star", ...)). The tests stand beside the scripts and
// are run by devstar test.
package scripts

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.star
var files embed.FS

// Read returns the text of a script; the error is fs.ErrNotExist for a name that there is none of.
func Read(name string) ([]byte, error) {
	if strings.HasSuffix(name, "_test.star") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return files.ReadFile(name)
}

// Names lists the scripts, sorted.
func Names() []string {
	all, err := fs.Glob(files, "*.star")
	if err != nil {
		panic(err) // the pattern is constant
	}
	var out []string
	for _, name := range all {
		if !strings.HasSuffix(name, "_test.star") {
			out = append(out, name)
		}
	}
	return out
}
