package modules

// This file is the module posixpath: paths as text, as Python has them.

import (
	"path"
	"strings"

	"go.starlark.net/starlark"

	"devstar/runtime/spec"
	"devstar/workspace"
)

func basename(p string) string { return p[strings.LastIndexByte(p, '/')+1:] }

// dirname keeps slashes at the end only where the path is nothing else.
func dirname(p string) string {
	head := p[:strings.LastIndexByte(p, '/')+1]
	if trimmed := strings.TrimRight(head, "/"); trimmed != "" {
		return trimmed
	}
	return head
}

// extension returns where the extension of the last name starts; the end where it has none.
func extension(p string) int {
	base := basename(p)
	name := strings.TrimLeft(base, ".")
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		return len(p) - len(name) + dot
	}
	return len(p)
}

func splitext(_ *starlark.Thread, a spec.Args) (starlark.Value, error) {
	p := a.String("path")
	at := extension(p)
	return starlark.Tuple{starlark.String(p[:at]), starlark.String(p[at:])}, nil
}

func stem(p string) string { return basename(p[:extension(p)]) }

// normpath keeps two slashes at the start, which POSIX leaves to the system.
func normpath(p string) string {
	clean := path.Clean(p)
	if strings.HasPrefix(p, "//") && !strings.HasPrefix(p, "///") {
		return "/" + clean
	}
	return clean
}

func join(_ *starlark.Thread, a spec.Args) (starlark.Value, error) {
	out := a.String("path")
	rest, _ := a["paths"].([]any)
	for _, v := range rest {
		p, ok := v.(string)
		if !ok {
			return nil, misuse("posixpath.join", "paths", "want a string, got "+spec.Describe(v), `write posixpath.join("a", "b"); a list is spread with *list`)
		}
		switch {
		case strings.HasPrefix(p, "/"):
			out = p
		case out == "" || strings.HasSuffix(out, "/"):
			out += p
		default:
			out += "/" + p
		}
	}
	return starlark.String(out), nil
}

// names returns the names of a path without dots and empty ones.
func names(p string) []string {
	p = strings.Trim(normpath(p), "/")
	if p == "" || p == "." {
		return nil
	}
	return strings.Split(p, "/")
}

func relpath(_ *starlark.Thread, a spec.Args) (starlark.Value, error) {
	const name = "posixpath.relpath"
	p, start := a.String("path"), a.String("start")
	switch {
	case p == "":
		return nil, misuse(name, "path", "the path is empty", "")
	case path.IsAbs(p) != path.IsAbs(start):
		return nil, misuse(name, "start", "one path is absolute and the other is not", "give both relative to the root of the tree")
	}
	to, from := names(p), names(start)
	shared := common([][]string{to, from})
	up := from[shared:]
	for _, n := range up {
		if n == ".." {
			return nil, misuse(name, "start", "the way back from .. is not known", "give both relative to the root of the tree")
		}
	}
	parts := to[shared:]
	for range up {
		parts = append([]string{".."}, parts...)
	}
	if len(parts) == 0 {
		return starlark.String("."), nil
	}
	return starlark.String(strings.Join(parts, "/")), nil
}

// common returns how many names all lists start with.
func common(lists [][]string) int {
	n := 0
	for ; ; n++ {
		for _, l := range lists {
			if n >= len(l) || l[n] != lists[0][n] {
				return n
			}
		}
	}
}

func commonpath(_ *starlark.Thread, a spec.Args) (starlark.Value, error) {
	list := a.Strings("paths")
	root := ""
	if path.IsAbs(list[0]) {
		root = "/"
	}
	split := make([][]string, len(list))
	for i, p := range list {
		if path.IsAbs(p) != (root != "") {
			return nil, misuse("posixpath.commonpath", "paths", "absolute and relative paths are mixed", "give all relative to the root of the tree")
		}
		split[i] = names(p)
	}
	return starlark.String(root + strings.Join(split[0][:common(split)], "/")), nil
}

func matches(_ *starlark.Thread, a spec.Args) (starlark.Value, error) {
	p, err := workspace.ParsePath(a.String("path"))
	if err != nil {
		return starlark.Bool(false), nil // no path of the tree, so no pattern selects it
	}
	sel, err := workspace.ParseSelector(a.Strings("patterns"), nil)
	return starlark.Bool(err == nil && sel.Match(p)), err
}
