package starlib

// This file finds the files that scripts load, never outside the directories they were given, never through links.

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Loader finds the file that a load statement names. from is the name of the loading file, module the string as written.
// It returns the name of the file, which is also its identity, and its text. The message of an error does not repeat
// module; a method Hint() string of the error may say what to do.
type Loader interface {
	Load(from, module string) (name string, text []byte, err error)
}

// Files is the Loader that reads the disk: "x.star", ":x.star" and "sub/x.star" beside the loading file, "//dir/x.star"
// from the script root, "@devstar//x.star" from the shipped library, "@name//dir/x.star" from a directory that has a name.
type Files struct {
	Dir   string            // the directory of the entry script; "" when it has none
	Root  string            // the script root; "" for none
	Named map[string]string // directories by name

	// Shipped reads "@devstar//x.star" and what such a file loads; nil where there is no such library. An error is
	// fs.ErrNotExist for a name that there is none of.
	Shipped func(name string) ([]byte, error)
}

// ShippedPrefix begins the names of the files of the library that comes with devstar.
const ShippedPrefix = "@devstar//"

// FileError says why a file cannot be loaded.
type FileError struct {
	Path string // the file that was looked for; "" when the name itself is refused
	Why  string
	Next string
	Err  error // of the disk, if any
}

// Error returns the path and what is wrong.
func (e *FileError) Error() string {
	if e.Path == "" {
		return e.Why
	}
	return e.Path + ": " + e.Why
}

// Hint returns the next step.
func (e *FileError) Hint() string { return e.Next }

// Unwrap returns the error of the disk, if any.
func (e *FileError) Unwrap() error { return e.Err }

// Load reads a file. Errors are *FileError.
func (f Files) Load(from, module string) (string, []byte, error) {
	if name, ok := shippedName(from, module); ok {
		return f.shipped(name)
	}
	base, rel, err := f.resolve(from, module)
	if err != nil {
		return "", nil, err
	}
	name := filepath.ToSlash(filepath.Join(base, filepath.FromSlash(rel)))
	text, err := readConfined(base, rel)
	if err != nil {
		return "", nil, notLoaded(name, err)
	}
	return name, text, nil
}

// shippedName returns the name in the shipped library that module has in from.
func shippedName(from, module string) (string, bool) {
	if name, ok := strings.CutPrefix(module, ShippedPrefix); ok {
		return name, true
	}
	dir, inside := strings.CutPrefix(from, ShippedPrefix)
	if !inside || strings.HasPrefix(module, "@") {
		return "", false
	}
	if rooted, ok := strings.CutPrefix(module, "//"); ok {
		return rooted, true
	}
	return path.Join(path.Dir(dir), strings.TrimPrefix(module, ":")), true
}

// shipped reads a file of the shipped library.
func (f Files) shipped(name string) (string, []byte, error) {
	rel, err := cleanModule(name)
	if err != nil {
		return "", nil, err
	}
	full := ShippedPrefix + rel
	if f.Shipped == nil {
		return "", nil, &FileError{Path: full, Why: "this program ships no library"}
	}
	text, err := f.Shipped(rel)
	if err != nil {
		return "", nil, &FileError{Path: full, Why: "the shipped library has no such file", Next: "devstar doc @devstar lists them", Err: err}
	}
	return full, text, nil
}

// resolve returns the directory that confines a file, and the path of the file in it.
func (f Files) resolve(from, module string) (base, rel string, err error) {
	if strings.HasPrefix(module, "@") {
		return f.named(module)
	}
	if rooted, ok := strings.CutPrefix(module, "//"); ok {
		if f.Root == "" {
			return "", "", &FileError{Why: "there is no script root", Next: "name it with --script-root, or keep a devstar.toml above the script"}
		}
		rel, err = cleanModule(rooted)
		return f.Root, rel, err
	}
	if f.Dir == "" {
		return "", "", &FileError{Why: "the script is no file: nothing stands beside it", Next: `name the script root with --script-root and load "//dir/x.star"`}
	}
	if rel, err = cleanModule(strings.TrimPrefix(module, ":")); err != nil {
		return "", "", err
	}
	base, dir := f.place(from)
	return base, path.Join(dir, rel), nil
}

// named finds a file in a directory that has a name.
func (f Files) named(module string) (base, rel string, err error) {
	name, rel, _ := strings.Cut(module[1:], "//")
	dir, ok := f.Named[name]
	if !ok {
		return "", "", &FileError{Why: "no library of that name", Next: `load a file: "x.star" beside this one, "//dir/x.star" from the script root, or name a directory under [load] in devstar.toml`}
	}
	rel, err = cleanModule(rel)
	return dir, rel, err
}

// place returns the directory that confines the loading file, and where in it the file stands.
func (f Files) place(from string) (base, dir string) {
	at := filepath.Dir(from)
	if rel, ok := inside(f.Root, at); ok {
		return f.Root, rel
	}
	if rel, ok := inside(f.Dir, at); ok {
		return f.Dir, rel
	}
	for _, name := range slices.Sorted(maps.Keys(f.Named)) {
		if rel, ok := inside(f.Named[name], at); ok {
			return f.Named[name], rel
		}
	}
	return f.Dir, "."
}

// inside returns dir relative to base, with slashes, when it lies there.
func inside(base, dir string) (string, bool) {
	if base == "" {
		return "", false
	}
	b, err1 := filepath.Abs(base)
	d, err2 := filepath.Abs(dir)
	if err1 != nil || err2 != nil {
		return "", false
	}
	rel, err := filepath.Rel(b, d)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

func cleanModule(rel string) (string, error) {
	if !fs.ValidPath(rel) || strings.Contains(rel, `\`) {
		return "", &FileError{Why: "the name must be a path below the directory, without .. and with /", Next: `write "sub/x.star", or "//dir/x.star" from the script root`}
	}
	if path.Ext(rel) != ".star" {
		return "", &FileError{Why: "the name must end in .star"}
	}
	return rel, nil
}

var errLink = errors.New("is a symbolic link, or lies behind one")

// readConfined reads a regular file below base. No part of rel may be a link.
func readConfined(base, rel string) ([]byte, error) {
	root, err := os.OpenRoot(base)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	for i := range len(rel) + 1 {
		if i < len(rel) && rel[i] != '/' {
			continue
		}
		info, err := root.Lstat(rel[:i])
		switch {
		case err != nil:
			return nil, err
		case info.Mode()&fs.ModeSymlink != 0:
			return nil, errLink
		case i == len(rel) && !info.Mode().IsRegular():
			return nil, fmt.Errorf("is not a regular file")
		}
	}
	return root.ReadFile(rel)
}

func notLoaded(name string, err error) error {
	e := &FileError{Path: name, Why: err.Error(), Err: err}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.Why, e.Next = "no such file", "files are loaded from the disk, not from the workspace: look at the path"
	case errors.Is(err, errLink):
		e.Next = "load the file itself, under its own path"
	}
	return e
}
