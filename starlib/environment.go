package starlib

// This file puts together the names a script starts with: the builtins of the table, the modules, and the few functions
// of the language that devstar replaces.

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"devstar/runtime/spec"
	"devstar/starlib/modules"
)

// environment is what a script can name without defining it.
type environment struct {
	predeclared starlark.StringDict
	own         map[string]bool // those of them that earlier pieces of the script define; nil for a script that is whole
}

// newEnvironment makes the names for one run; r acts for the builtins and may be nil where nothing is called.
func newEnvironment(r *run) *environment {
	names := starlark.StringDict{
		"fail":  starlark.NewBuiltin("fail", r.fail),
		"print": starlark.NewBuiltin("print", r.print),
		"repr":  modules.Bounded(starlark.Universe["repr"].(*starlark.Builtin)),
		"str":   modules.Bounded(starlark.Universe["str"].(*starlark.Builtin)),
	}
	for name, v := range modules.All() {
		names[name] = v
	}
	pure := modules.Functions()
	for i := range spec.Table {
		b := &spec.Table[i]
		v := r.builtin(b)
		if f, ok := pure[b.Name]; ok {
			v = r.pure(b, f)
		}
		module, member, inModule := strings.Cut(b.Name, ".")
		if !inModule {
			names[b.Name] = v
			continue
		}
		memberOf(names, module)[member] = v
	}
	return &environment{predeclared: names}
}

// with adds the names of the host.
func (e *environment) with(names starlark.StringDict) *environment {
	maps.Copy(e.predeclared, names)
	return e
}

// memberOf returns the members of a module of the table, which is made when it is first met.
func memberOf(names starlark.StringDict, module string) starlark.StringDict {
	m, ok := names[module].(*starlarkstruct.Module)
	if !ok {
		m = &starlarkstruct.Module{Name: module, Members: starlark.StringDict{}}
		names[module] = m
	}
	return m.Members
}

// get returns the value of a name of the language or of devstar, nil for none.
func (e *environment) get(name string) starlark.Value {
	if v, ok := e.predeclared[name]; ok {
		return v
	}
	return starlark.Universe[name]
}

// callable reports whether name is a builtin function.
func (e *environment) callable(name string) bool {
	_, ok := e.get(name).(starlark.Callable)
	return ok
}

// members returns the sorted names in a module, nil when name is no module.
func (e *environment) members(name string) []string {
	m, ok := e.get(name).(*starlarkstruct.Module)
	if !ok {
		return nil
	}
	return m.Members.Keys()
}

// names returns all names, sorted.
func (e *environment) names() []string {
	names := append(e.predeclared.Keys(), starlark.Universe.Keys()...)
	slices.Sort(names)
	return slices.Compact(names)
}

// whatIs tells where an undefined name is known: as a member of a module.
func (e *environment) whatIs(name string) string {
	for _, module := range e.predeclared.Keys() {
		if slices.Contains(e.members(module), name) {
			return fmt.Sprintf("write %s.%s", module, name)
		}
	}
	return ""
}
