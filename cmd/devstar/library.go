package main

// This file finds the directories from which scripts load, and keeps what was loaded for the lines that errors show.

import (
	"os"
	"path/filepath"
	"strings"

	"devstar/scripts"
	"devstar/starlib"
)

// library is the texts of loaded files by name.
type library map[string][]byte

// keeper is a loader that keeps what it loads.
type keeper struct {
	starlib.Loader
	kept library
}

// Load loads a file and keeps its text.
func (k keeper) Load(from, module string) (string, []byte, error) {
	name, text, err := k.Loader.Load(from, module)
	if err == nil {
		k.kept[name] = text
	}
	return name, text, err
}

// scriptSource is the script as the interpreter wants it.
func (v *invocation) scriptSource() starlib.Source {
	files := v.filesFor(v.source.name)
	v.library = library{}
	return starlib.Source{Name: v.source.name, Text: v.source.text, Options: starlib.Options{
		MaxSteps: uint64(v.settings.maxSteps), Loader: keeper{files, v.library},
	}}
}

// filesFor is where an entry script loads from.
func (v *invocation) filesFor(entry string) starlib.Files {
	files := starlib.Files{Root: v.settings.scriptRoot, Shipped: scripts.Read}
	if entry != stdinName && !isShipped(entry) {
		files.Dir = filepath.Dir(entry)
		if files.Root == "" {
			files.Root = rootAbove(files.Dir)
		}
	}
	if c := v.settings.configured; c != nil {
		files.Named = c.Load
	}
	return files
}

// isShipped reports whether a script is one of the library that comes with devstar.
func isShipped(name string) bool { return strings.HasPrefix(name, starlib.ShippedPrefix) }

// rootAbove returns the nearest directory at or above dir that holds devstar.toml or .git, "" for none.
func rootAbove(dir string) string {
	at, err := filepath.Abs(dir)
	for err == nil {
		for _, mark := range []string{"devstar.toml", ".git"} {
			if _, err := os.Lstat(filepath.Join(at, mark)); err == nil {
				return at
			}
		}
		up := filepath.Dir(at)
		if up == at {
			break
		}
		at = up
	}
	return ""
}
