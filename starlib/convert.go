package starlib

// This file converts values: from Starlark to the neutral values of the table and of JSON, and back.

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"go.starlark.net/starlark"

	"devstar/runtime"
	"devstar/starlib/modules"
)

// errDeep is a value that nests too deeply, or holds itself.
var errDeep = errors.New("the value is nested too deeply or too large: does a list or dict hold itself?")

// maxDepth bounds the nesting of values that cross into Go.
const maxDepth = 200

// neutral converts an argument for spec.Bind: plain data to Go values, everything else as it is.
func neutral(v starlark.Value) (any, error) { return convert(v, hostAsIs) }

// convert refuses values that spell out to too much before it converts them.
func convert(v starlark.Value, host func(starlark.Value, int) (any, error)) (any, error) {
	if modules.CheckDepth("", v) != nil {
		return nil, errDeep
	}
	return toGo(v, maxDepth, host)
}

// jsonValue converts a value that must be plain data.
func jsonValue(v starlark.Value) (any, error) {
	out, err := convert(v, hostToJSON)
	if err != nil {
		return nil, err
	}
	if _, err := json.Marshal(out); err != nil {
		return nil, err
	}
	return out, nil
}

// toGo converts plain data; host decides about everything else.
func toGo(v starlark.Value, depth int, host func(starlark.Value, int) (any, error)) (any, error) {
	if depth == 0 {
		return nil, errDeep
	}
	switch v := v.(type) {
	case starlark.NoneType:
		return nil, nil
	case starlark.Bool:
		return bool(v), nil
	case starlark.String:
		return string(v), nil
	case starlark.Float:
		return float64(v), nil
	case starlark.Int:
		if n, ok := v.Int64(); ok {
			return n, nil
		}
	case *starlark.List:
		return sequenceToGo(v, depth, host)
	case starlark.Tuple:
		return sequenceToGo(v, depth, host)
	case *starlark.Dict:
		return dictToGo(v, depth, host)
	}
	return host(v, depth)
}

func sequenceToGo(v starlark.Indexable, depth int, host func(starlark.Value, int) (any, error)) (any, error) {
	out := make([]any, v.Len())
	for i := range out {
		e, err := toGo(v.Index(i), depth-1, host)
		if err != nil {
			return nil, err
		}
		out[i] = e
	}
	return out, nil
}

func dictToGo(v *starlark.Dict, depth int, host func(starlark.Value, int) (any, error)) (any, error) {
	out := make(map[string]any, v.Len())
	for key, value := range v.Entries() {
		name, ok := key.(starlark.String)
		if !ok {
			return nil, fmt.Errorf("the key %s is a %s, want a string", modules.Short(key), key.Type())
		}
		e, err := toGo(value, depth-1, host)
		if err != nil {
			return nil, err
		}
		out[string(name)] = e
	}
	return out, nil
}

func hostAsIs(v starlark.Value, _ int) (any, error) { return v, nil }

// hostToJSON converts big integers, sets, records and structs, and refuses the rest.
func hostToJSON(v starlark.Value, depth int) (any, error) {
	switch v := v.(type) {
	case starlark.Int:
		return v.BigInt(), nil
	case *starlark.Set:
		return sequenceToGo(elementsOf(v), depth, hostToJSON)
	case *findings:
		return sequenceToGo(v, depth, hostToJSON)
	case *modules.Match:
		return matchToJSON(v, depth)
	case *record:
		out := make(map[string]any, len(v.fields))
		for _, f := range v.fields {
			e, err := toGo(f.value, depth-1, hostToJSON)
			if err != nil {
				return nil, err
			}
			out[f.name] = e
		}
		return out, nil
	}
	return nil, fmt.Errorf("a %s", v.Type())
}

func matchToJSON(m *modules.Match, depth int) (any, error) {
	out := map[string]any{}
	for _, name := range m.AttrNames() {
		v, err := m.Attr(name)
		if err == nil {
			out[name], err = toGo(v, depth-1, hostToJSON)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func elementsOf(s *starlark.Set) starlark.Tuple {
	var out starlark.Tuple
	for v := range s.Elements() {
		out = append(out, v)
	}
	return out
}

// fromGo converts what Session.Call returns.
func fromGo(v any) (starlark.Value, error) {
	switch v := v.(type) {
	case []string:
		return stringList(v), nil
	case *runtime.Delta:
		return deltaValue(v), nil
	case []runtime.Change:
		return changeList(v), nil
	case runtime.Diagnostics:
		return newFindings(v), nil
	case []*runtime.Match:
		return modules.MatchList(v), nil
	case *runtime.Checked:
		return &findings{list: v.Diagnostics, delta: deltaValue(v.Delta)}, nil
	case *runtime.Result:
		value, err := plainValue(v.Value)
		if err != nil {
			return nil, err
		}
		return resultValue(v, value), nil
	}
	return plainValue(v)
}

// plainValue converts neutral values.
func plainValue(v any) (starlark.Value, error) {
	switch v := v.(type) {
	case nil:
		return starlark.None, nil
	case bool:
		return starlark.Bool(v), nil
	case string:
		return starlark.String(v), nil
	case int:
		return starlark.MakeInt(v), nil
	case int64:
		return starlark.MakeInt64(v), nil
	case float64:
		return starlark.Float(v), nil
	case starlark.Value:
		return v, nil
	case []any:
		return plainList(v)
	case map[string]any:
		return plainDict(v)
	}
	return nil, fmt.Errorf("a builtin gave a %T, which has no Starlark form", v)
}

func plainList(list []any) (starlark.Value, error) {
	out := make([]starlark.Value, len(list))
	for i, e := range list {
		v, err := plainValue(e)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return starlark.NewList(out), nil
}

func plainDict(m map[string]any) (starlark.Value, error) {
	out := starlark.NewDict(len(m))
	for _, key := range slices.Sorted(maps.Keys(m)) {
		v, err := plainValue(m[key])
		if err != nil {
			return nil, err
		}
		if err := out.SetKey(starlark.String(key), v); err != nil {
			return nil, err
		}
	}
	return out, nil
}
