package modules

// This file lists the functions of the modules re, posixpath and strings by their names in the table of builtins.

import (
	"go.starlark.net/starlark"

	"devstar/runtime/spec"
)

// Function computes a value from arguments that the table has checked. thread is for calling functions of the script.
type Function func(thread *starlark.Thread, a spec.Args) (starlark.Value, error)

// Functions returns the functions for one run: they share the expressions that were compiled before.
func Functions() map[string]Function {
	e := &expressions{}
	return map[string]Function{
		"posixpath.basename":   onPath(basename),
		"posixpath.commonpath": commonpath,
		"posixpath.dirname":    onPath(dirname),
		"posixpath.join":       join,
		"posixpath.matches":    matches,
		"posixpath.normpath":   onPath(normpath),
		"posixpath.relpath":    relpath,
		"posixpath.splitext":   splitext,
		"posixpath.stem":       onPath(stem),
		"re.escape":            escape,
		"re.findall":           e.findall,
		"re.finditer":          e.finditer,
		"re.fullmatch":         e.fullmatch,
		"re.match":             e.match,
		"re.search":            e.search,
		"re.split":             e.split,
		"re.sub":               e.sub,
		"strings.camel":        onName(camel),
		"strings.dedent":       onText(dedent),
		"strings.diff":         diff,
		"strings.indent":       indent,
		"strings.kebab":        onName(kebab),
		"strings.lines":        lines,
		"strings.pad":          pad,
		"strings.pascal":       onName(pascal),
		"strings.snake":        onName(snake),
	}
}

func onPath(do func(string) string) Function { return onParam("path", do) }
func onName(do func(string) string) Function { return onParam("name", do) }
func onText(do func(string) string) Function { return onParam("text", do) }

// onParam makes a function of one text.
func onParam(param string, do func(string) string) Function {
	return func(_ *starlark.Thread, a spec.Args) (starlark.Value, error) {
		return starlark.String(do(a.String(param))), nil
	}
}

func stringList(list []string) *starlark.List {
	out := make([]starlark.Value, len(list))
	for i, s := range list {
		out[i] = starlark.String(s)
	}
	return starlark.NewList(out)
}

// misuse is the error for an argument that only its value shows to be wrong.
func misuse(builtin, param, message, next string) error {
	return &spec.ArgError{Builtin: builtin, Param: param, Message: message, Next: next}
}
