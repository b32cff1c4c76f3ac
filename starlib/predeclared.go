package starlib

// This file tells the names that a script starts with, for tools that look at scripts without running them.

// Predeclared returns the names that every script can use without defining them, sorted: those of the language, the builtins
// and the modules.
func Predeclared() []string { return names().names() }
