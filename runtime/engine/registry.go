package engine

// This file checks declarations once, and divides the files of an invocation among the engines.

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"devstar/workspace"
)

// Registry is the engines of a session, in declaration order. The zero value has none.
type Registry struct {
	engines []*Engine
	scopes  map[*Capability]workspace.Selector
}

// DeclarationError is an engine that cannot be.
type DeclarationError struct {
	Engine  string
	Field   string // "lint.extensions"; "" for the whole
	Message string
}

// Error names the engine, the field and what is wrong.
func (e *DeclarationError) Error() string {
	name := "engine"
	if e.Engine != "" {
		name = fmt.Sprintf("engine %q", e.Engine)
	}
	if e.Field != "" {
		name += ": " + e.Field
	}
	return name + ": " + e.Message
}

// New checks engines and keeps them in the given order. The error is a *DeclarationError.
func New(engines []Engine) (*Registry, error) {
	r := &Registry{scopes: map[*Capability]workspace.Selector{}}
	for i := range engines {
		e := &engines[i]
		if err := r.add(e); err != nil {
			return nil, err
		}
		r.engines = append(r.engines, e)
	}
	return r, nil
}

func (r *Registry) add(e *Engine) error {
	switch {
	case e.ID == "" || strings.ContainsFunc(e.ID, func(c rune) bool { return c <= ' ' || c == 0x7f }):
		return &DeclarationError{Engine: e.ID, Field: "id", Message: "want a name without blanks"}
	case slices.ContainsFunc(r.engines, func(o *Engine) bool { return o.ID == e.ID }):
		return &DeclarationError{Engine: e.ID, Field: "id", Message: "another engine has this id already"}
	case e.Formats == nil && e.Lints == nil && e.Checks == nil:
		return &DeclarationError{Engine: e.ID, Message: "it has no capability: declare format, lint or check"}
	}
	for _, step := range Steps() {
		if c := e.For(step); c != nil {
			if err := r.addCapability(c); err != nil {
				err.Engine, err.Field = e.ID, string(step)+err.Field
				return err
			}
		}
	}
	return nil
}

func (r *Registry) addCapability(c *Capability) *DeclarationError {
	if c.Tool == nil {
		return &DeclarationError{Message: "it has no tool"}
	}
	if len(c.Extensions) == 0 {
		return &DeclarationError{Field: ".extensions", Message: `want at least one, such as "go"; "*" is all files, "" those without an extension`}
	}
	for _, x := range c.Extensions {
		if x != strings.ToLower(x) || strings.ContainsAny(x, "./") {
			return &DeclarationError{Field: ".extensions", Message: fmt.Sprintf("%q: want lower case without a dot, such as %q", x, strings.ToLower(strings.TrimLeft(path.Base(x), ".")))}
		}
	}
	if c.InPlace && c.Shadow {
		return &DeclarationError{Message: "it cannot work on the disk and in a private directory at once"}
	}
	if c.Scope == nil {
		return nil
	}
	sel, err := workspace.ParseSelector(c.Scope, nil)
	if err != nil {
		return &DeclarationError{Field: ".scope", Message: err.Error()}
	}
	r.scopes[c] = sel
	return nil
}

// Engines returns the engines in declaration order.
func (r *Registry) Engines() []*Engine {
	if r == nil {
		return nil
	}
	return r.engines
}

// Has reports whether an engine for a step is there.
func (r *Registry) Has(s Step) bool {
	return slices.ContainsFunc(r.Engines(), func(e *Engine) bool { return e.For(s) != nil })
}

// InScope reports whether the scope of a capability covers a path; one without a scope covers everything.
func (r *Registry) InScope(c *Capability, p string) bool {
	sel, narrowed := r.scopes[c]
	return !narrowed || sel.Match(workspace.Path(p))
}

// Scoped reports whether a capability has a scope.
func (r *Registry) Scoped(c *Capability) bool {
	_, narrowed := r.scopes[c]
	return narrowed
}

// Takes reports whether a capability is for a path.
func (r *Registry) Takes(c *Capability, p string) bool {
	return (slices.Contains(c.Extensions, "*") || slices.Contains(c.Extensions, Extension(p))) && r.InScope(c, p)
}

// Extension returns the extension of a path as capabilities declare them: lower case, no dot. A name that begins with its
// only dot has none.
func Extension(p string) string {
	base := path.Base(p)
	i := strings.LastIndexByte(base, '.')
	if i <= 0 {
		return ""
	}
	return strings.ToLower(base[i+1:])
}

// Invocation is one engine with the files it is run on.
type Invocation struct {
	Engine *Engine
	*Capability
	Step  Step
	Files []string // sorted
}

// Unserved are files of one extension that no engine takes.
type Unserved struct {
	Extension string
	Files     []string
}

// Select divides sorted paths among the engines for a step, in declaration order. format: the first engine that takes a file
// has it; lint: all that do; check: every engine runs once, whatever the files. An engine that generates runs without any.
func (r *Registry) Select(step Step, paths []string) (run []Invocation, unserved []Unserved) {
	served := make(map[string]bool, len(paths))
	for _, e := range r.Engines() {
		c := e.For(step)
		if c == nil {
			continue
		}
		in := Invocation{Engine: e, Capability: c, Step: step}
		for _, p := range paths {
			if r.Takes(c, p) && (step != Format || !served[p]) {
				in.Files = append(in.Files, p)
			}
		}
		for _, p := range in.Files {
			served[p] = true
		}
		if len(in.Files) > 0 || c.Generates || step == Check {
			run = append(run, in)
		}
	}
	if step == Check {
		return run, nil
	}
	return run, groups(paths, served)
}

// groups collects the paths that are not served by extension, sorted.
func groups(paths []string, served map[string]bool) []Unserved {
	var out []Unserved
	for _, p := range paths {
		if served[p] {
			continue
		}
		x := Extension(p)
		i, found := slices.BinarySearchFunc(out, x, func(u Unserved, x string) int { return strings.Compare(u.Extension, x) })
		if !found {
			out = slices.Insert(out, i, Unserved{Extension: x})
		}
		out[i].Files = append(out[i].Files, p)
	}
	return out
}
