package fsbackend

// This file takes names apart, the same way for every back end.

import (
	"strings"
	"syscall"
)

const (
	maxComponent = 255
	maxName      = 4096
)

// place is a name taken apart: the directory and the last component, both clean.
type place struct {
	path  string // the whole, clean
	dir   string // "" is the root
	base  string // "." is the root itself
	slash bool   // the name ended in a slash: it must be a directory
}

// isRoot says whether the name is the root itself.
func (p place) isRoot() bool { return p.base == "." }

// locate takes a name apart or refuses it with a bare error.
func locate(name string) (place, error) {
	switch {
	case name == "":
		return place{}, syscall.ENOENT
	case strings.IndexByte(name, 0) >= 0:
		return place{}, syscall.EINVAL
	case len(name) > maxName:
		return place{}, syscall.ENAMETOOLONG
	case name[0] == '/':
		return place{}, ErrOutside
	}
	clean, slash, err := tidy(name)
	if err != nil {
		return place{}, err
	}
	if i := strings.LastIndexByte(clean, '/'); i >= 0 {
		return place{path: clean, dir: clean[:i], base: clean[i+1:], slash: slash}, nil
	}
	return place{path: clean, base: clean, slash: slash}, nil
}

// tidy drops empty and "." components; it allocates only when there are some.
func tidy(name string) (clean string, slash bool, err error) {
	kept, start := 0, 0
	for i := 0; i <= len(name); i++ {
		if i < len(name) && name[i] != '/' {
			continue
		}
		part := name[start:i]
		start = i + 1
		if err := checkComponent(part); err != nil {
			return "", false, err
		}
		slash = part == "" || part == "."
		if !slash {
			kept += len(part) + 1
		}
	}
	if kept == len(name)+1 {
		return name, false, nil
	}
	return rejoin(name), slash, nil
}

// checkComponent refuses what is no name in any directory.
func checkComponent(part string) error {
	if part == ".." {
		return ErrOutside
	}
	if len(part) > maxComponent {
		return syscall.ENAMETOOLONG
	}
	return nil
}

// rejoin joins the components that count; "." when none does.
func rejoin(name string) string {
	var parts []string
	for part := range strings.SplitSeq(name, "/") {
		if part != "" && part != "." {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return "."
	}
	return strings.Join(parts, "/")
}

// join is the clean name of an entry of a directory.
func join(dir, name string) string {
	if dir == "." {
		return name
	}
	return dir + "/" + name
}
