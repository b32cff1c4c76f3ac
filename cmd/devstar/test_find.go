package main

// This file finds the test files that the arguments of devstar test name.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devstar/starlib/startest"
)

// findTests reads the files named, and those below the directories named.
func findTests(ctx context.Context, args []string) ([]startest.Source, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	var names []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case err != nil:
			return nil, unreadable(arg, err)
		case !info.IsDir() && !isTest(arg):
			return nil, usageError(fmt.Sprintf("%s is no test file", arg), "the names of test files end in _test.star")
		case !info.IsDir():
			names = append(names, filepath.Clean(arg))
		default:
			below, err := filesBelow(arg, isTest)
			if err != nil {
				return nil, unreadable(arg, err)
			}
			if len(below) == 0 {
				return nil, usageError(fmt.Sprintf("there is no test file below %s", arg), "the names of test files end in _test.star")
			}
			names = append(names, below...)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	out := make([]startest.Source, len(names))
	for i, name := range names {
		src, err := readSource(ctx, nil, name)
		if err != nil {
			return nil, err
		}
		out[i] = startest.Source{Name: filepath.ToSlash(name), Text: src.text}
	}
	return out, nil
}

func isTest(name string) bool { return strings.HasSuffix(name, "_test.star") }

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
