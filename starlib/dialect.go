package starlib

// This file fixes the dialect: which syntax the entry script and the libraries may use.

import "go.starlark.net/syntax"

// entryDialect is for the script that is run: control flow and reassignment at top level, because a plan is a sequence.
func entryDialect() *syntax.FileOptions {
	return &syntax.FileOptions{Set: true, TopLevelControl: true, GlobalReassign: true}
}

// libraryDialect is for files reached through load: strict, so that they mean the same to every script that loads them.
func libraryDialect() *syntax.FileOptions { return &syntax.FileOptions{Set: true} }
