package starlib

// This file knows the attributes of every type by its name, for hints about those that are misspelt.

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.starlark.net/starlark"

	"devstar/runtime"
	"devstar/runtime/match"
	"devstar/runtime/spec"
	"devstar/starlib/modules"
)

var noAttribute = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\w+) has no \.(\w+) (?:field or method|attribute)$`)
})

// attributeHint offers the nearest attribute, or lists those of the type where they are few.
func attributeHint(env *environment, message string) string {
	m := noAttribute().FindStringSubmatch(message)
	if m == nil {
		return ""
	}
	names := env.attributes(m[1])
	if hint := spec.Suggest(m[2], names); hint != "" || len(names) == 0 || len(names) > 12 {
		return hint
	}
	return "a " + m[1] + " has ." + strings.Join(names, ", .")
}

// attributes returns the attributes of the type called kind; for a module those of all modules.
func (e *environment) attributes(kind string) []string {
	if kind == "module" {
		var names []string
		for _, module := range e.predeclared.Keys() {
			names = append(names, e.members(module)...)
		}
		return names
	}
	samples := []starlark.HasAttrs{
		starlark.String(""), starlark.Bytes(""), &starlark.List{}, &starlark.Dict{}, &starlark.Set{},
		deltaValue(&runtime.Delta{}), changeValue(runtime.Change{}), diagnosticValue(runtime.Diagnostic{}),
		newFindings(nil), &outcome{}, errorValue(&runtime.Error{}), resultValue(&runtime.Result{}, starlark.None),
		modules.NewMatch(&match.Match{}),
	}
	at := slices.IndexFunc(samples, func(v starlark.HasAttrs) bool { return v.Type() == kind })
	if at < 0 {
		return nil
	}
	return samples[at].AttrNames()
}
