package modules

// This file bounds how deeply values may nest where the interpreter would recurse without a bound: a list nested a
// million deep, or JSON text of brackets only, would exhaust the stack of the process.

import (
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// maxNesting is far above what data needs and far below what the stack holds.
const maxNesting = 10000

// maxSize bounds what shared parts can spell out to.
const maxSize = 50_000_000

// Bounded returns b, refusing arguments that nest more than 10,000 levels deep. Values that hold themselves are left to
// b, which knows how to show or refuse them.
func Bounded(b *starlark.Builtin) *starlark.Builtin {
	return starlark.NewBuiltin(b.Name(), func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		for _, a := range args {
			if err := CheckDepth(b.Name(), a); err != nil {
				return nil, err
			}
		}
		return b.CallInternal(thread, args, kwargs)
	})
}

// boundedText returns b, refusing JSON text that nests too deeply.
func boundedText(b *starlark.Builtin) *starlark.Builtin {
	return starlark.NewBuiltin(b.Name(), func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		for _, a := range append(args, second(kwargs)...) {
			if s, ok := a.(starlark.String); ok && bracketDepth(string(s)) > maxNesting {
				return nil, tooDeep(b.Name())
			}
		}
		return b.CallInternal(thread, args, kwargs)
	})
}

func second(kwargs []starlark.Tuple) starlark.Tuple {
	var out starlark.Tuple
	for _, kv := range kwargs {
		out = append(out, kv[1])
	}
	return out
}

func tooDeep(name string) error {
	return fmt.Errorf("%s: the value nests more than %d levels deep", name, maxNesting)
}

// bracketDepth returns how deeply the brackets of a JSON text nest; brackets in strings do not count.
func bracketDepth(s string) int {
	depth, most, quoted := 0, 0, false
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			quoted = !quoted
		case '[', '{':
			if !quoted {
				depth++
				most = max(most, depth)
			}
		case ']', '}':
			if !quoted {
				depth--
			}
		}
	}
	return most
}

// CheckDepth returns an error in the name of a builtin when v nests more than 10,000 levels deep, or spells out to more
// than 50 million values because its parts are shared. A value that holds itself passes. The cost is linear: shared
// parts are measured once.
func CheckDepth(name string, v starlark.Value) error {
	w := depthWalk{known: map[starlark.Value]extent{}}
	e, ok := w.measure(v, 0)
	switch {
	case !ok:
		return tooDeep(name)
	case e.size > maxSize:
		return fmt.Errorf("%s: the value spells out to more than %d values", name, maxSize)
	}
	return nil
}

// extent is how far a value nests, and how many values it spells out to.
type extent struct{ height, size int }

// depthWalk measures values; known holds containers, zero while one is being measured.
type depthWalk struct{ known map[starlark.Value]extent }

// measure returns the extent of v, and whether the limit of nesting holds with v standing at depth.
func (w *depthWalk) measure(v starlark.Value, depth int) (extent, bool) {
	if depth > maxNesting {
		return extent{}, false
	}
	key, held := identity(v)
	if held {
		if e, ok := w.known[key]; ok {
			return e, depth+e.height <= maxNesting
		}
		w.known[key] = extent{}
	}
	e, ok := extent{0, 1}, true
	each(v, func(part starlark.Value) bool {
		var p extent
		p, ok = w.measure(part, depth+1)
		e.height = max(e.height, p.height+1)
		e.size = min(e.size+p.size, maxSize+1)
		return ok
	})
	if held {
		w.known[key] = e
	}
	return e, ok
}

// identity returns a key for containers that may be shared or hold themselves.
func identity(v starlark.Value) (starlark.Value, bool) {
	switch v.(type) {
	case *starlark.List, *starlark.Dict, *starlark.Set:
		return v, true
	}
	return nil, false
}

// each calls visit for the values directly inside v until it returns false.
func each(v starlark.Value, visit func(starlark.Value) bool) {
	switch v := v.(type) {
	case starlark.Tuple:
		for _, e := range v {
			if !visit(e) {
				return
			}
		}
	case *starlark.List:
		for e := range v.Elements() {
			if !visit(e) {
				return
			}
		}
	case *starlark.Dict:
		for k, e := range v.Entries() {
			if !visit(k) || !visit(e) {
				return
			}
		}
	case *starlarkstruct.Struct:
		for _, name := range v.AttrNames() {
			if e, err := v.Attr(name); err == nil && !visit(e) {
				return
			}
		}
	}
}

// Short returns a value as a message shows it, cut at 60 characters.
func Short(v starlark.Value) string {
	if CheckDepth("", v) != nil {
		return "a deeply nested " + v.Type()
	}
	s := v.String()
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "..."
	}
	return s
}
