package main

// This file finds the scripts that arguments name: files, and everything of a kind below directories.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// scriptKind is a kind of files that a command takes.
type scriptKind struct {
	noun string // in "x.star is no test file"
	rule string // what their names are like, for hints
	is   func(name string) bool
}

// in lists the files that are named, and those of the kind below the directories that are named, sorted and without
// repeats. No argument means the current directory.
func (k scriptKind) in(args []string) ([]string, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	var names []string
	for _, arg := range args {
		found, err := k.at(arg)
		if err != nil {
			return nil, err
		}
		names = append(names, found...)
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// at lists what one argument names.
func (k scriptKind) at(arg string) ([]string, error) {
	info, err := os.Stat(arg)
	switch {
	case err != nil:
		return nil, unreadable(arg, err)
	case !info.IsDir() && !k.is(arg):
		return nil, usageError(fmt.Sprintf("%s is no %s", arg, k.noun), k.rule)
	case !info.IsDir() && !info.Mode().IsRegular():
		return nil, usageError(arg+" is no regular file", "name a file, or - for standard input where the command takes it")
	case !info.IsDir():
		return []string{filepath.Clean(arg)}, nil
	}
	below, err := filesBelow(arg, k.is)
	switch {
	case err != nil:
		return nil, unreadable(arg, err)
	case len(below) == 0:
		return nil, usageError(fmt.Sprintf("there is no %s below %s", k.noun, arg), k.rule)
	}
	return below, nil
}

// filesBelow lists the wanted files in a directory; directories that begin with a dot are passed over, and links are not
// followed.
func filesBelow(dir string, wanted func(name string) bool) ([]string, error) {
	var out []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && !errors.Is(err, fs.ErrPermission):
			return err
		case err != nil:
			return nil
		case name != dir && strings.HasPrefix(d.Name(), ".") && d.IsDir():
			return fs.SkipDir
		case d.Type().IsRegular() && wanted(name):
			out = append(out, filepath.Clean(name))
		}
		return nil
	})
	return out, err
}
