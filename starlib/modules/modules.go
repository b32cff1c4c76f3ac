// Package modules holds the modules that scripts find predeclared: pure functions over Starlark values. It knows
// nothing of sessions, files or approvals.
package modules

// This file lists the modules.

import (
	"go.starlark.net/lib/json"
	"go.starlark.net/lib/math"
	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// All returns the modules, and the struct constructor, by name.
func All() starlark.StringDict {
	return starlark.StringDict{
		"json":   &starlarkstruct.Module{Name: "json", Members: jsonMembers()},
		"math":   math.Module,
		"struct": starlark.NewBuiltin("struct", starlarkstruct.Make),
	}
}

func jsonMembers() starlark.StringDict {
	out := starlark.StringDict{}
	for name, v := range json.Module.Members {
		b := v.(*starlark.Builtin)
		if name == "decode" || name == "indent" {
			out[name] = boundedText(b)
		} else {
			out[name] = Bounded(b)
		}
	}
	return out
}
