package starlib

// This file binds the builtins whose arguments hold places or functions: splice, substitute and report.

import (
	"fmt"

	"go.starlark.net/starlark"

	"devstar/runtime"
	"devstar/runtime/spec"
	"devstar/starlib/modules"
)

// splice takes spans of matches as places too: each is put back into the match it came from.
func (r *run) splice(thread *starlark.Thread, b *spec.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) > 1 {
		args = append(starlark.Tuple{args[0], withMatches(args[1])}, args[2:]...)
	}
	for i, kv := range kwargs {
		if kv[0] == starlark.String("edits") {
			kwargs[i] = starlark.Tuple{kv[0], withMatches(kv[1])}
		}
	}
	return r.call(thread, b, args, kwargs)
}

// withMatches returns edits in which matches stand for their spans.
func withMatches(edits starlark.Value) starlark.Value {
	list, ok := edits.(starlark.Indexable)
	if _, text := edits.(starlark.String); !ok || text {
		return edits
	}
	out := make([]starlark.Value, list.Len())
	for i := range out {
		out[i] = list.Index(i)
		pair, ok := out[i].(starlark.Indexable)
		if _, text := out[i].(starlark.String); !ok || text || pair.Len() != 2 {
			continue
		}
		if m, ok := modules.Spanned(pair.Index(0)); ok {
			out[i] = starlark.Tuple{m, pair.Index(1)}
		}
	}
	return starlark.NewList(out)
}

// substitute lets a function of the script decide about each match.
func (r *run) substitute(thread *starlark.Thread, b *spec.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var cause error // what the function failed with, its calls included
	v, err := r.actWith(thread, b, args, kwargs, func(bound spec.Args) error {
		f, ok := bound["replacement"].(starlark.Callable)
		if !ok {
			return nil
		}
		bound["replacement"] = func(m *runtime.Match) (string, bool, error) {
			text, replace, err := r.replacement(thread, f, m)
			cause = err
			return text, replace, err
		}
		return nil
	})
	switch {
	case cause != nil:
		return nil, cause
	case err != nil:
		return nil, err
	}
	return fromGo(v)
}

// replacement calls the function of a substitute: a text replaces the match, None leaves it alone.
func (r *run) replacement(thread *starlark.Thread, f starlark.Callable, m *runtime.Match) (string, bool, error) {
	v, err := starlark.Call(thread, f, starlark.Tuple{modules.NewMatch(m)}, nil)
	if err != nil {
		return "", false, err
	}
	switch v := v.(type) {
	case starlark.String:
		r.charge(string(v))
		return string(v), true, nil
	case starlark.NoneType:
		return "", false, nil
	}
	line, _ := m.Position()
	e := runtime.NewError(runtime.CodeBadArgument, "substitute", fmt.Sprintf("%s returned a %s for %s:%d, want a string or None", f.Name(), v.Type(), m.Path(), line),
		"return the new text, str(...) of a number, or None to leave the match alone")
	e.Path = m.Path()
	return "", false, e
}

// report takes its place from a match or a diagnostic.
func (r *run) report(thread *starlark.Thread, b *spec.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	_, err := r.actWith(thread, b, args, kwargs, func(bound spec.Args) error {
		switch at := bound["at"].(type) {
		case nil, *modules.Match:
			return nil
		case *record:
			if at.kind == "diagnostic" {
				bound["at"] = placeOf(at)
				return nil
			}
		}
		return badArgument(b.Name, &spec.ArgError{Builtin: b.Name, Param: "at", Message: "want a match or a diagnostic, got " + spec.Describe(bound["at"]),
			Next: `name the place with path="a.go", line=3 instead`})
	})
	if err != nil {
		return nil, err
	}
	return starlark.None, nil
}

// placeOf returns the place of a diagnostic.
func placeOf(r *record) *runtime.Diagnostic {
	number := func(name string) int {
		v, _ := r.Attr(name)
		n, _ := starlark.AsInt32(v)
		return n
	}
	path, _ := r.Attr("path")
	d := &runtime.Diagnostic{Line: number("line"), Column: number("column"), EndLine: number("end_line"), EndColumn: number("end_column")}
	d.Path, _ = starlark.AsString(path)
	return d
}
