package modules

// This file is the module re: regular expressions on strings, as Python has them, where RE2 allows.

import (
	"fmt"
	"regexp"
	"strings"

	"go.starlark.net/starlark"

	"devstar/runtime/match"
	"devstar/runtime/spec"
)

// maxExpressions bounds the compiled expressions that are kept for calls in a loop.
const maxExpressions = 256

// expressions keeps what was compiled.
type expressions struct {
	compiled map[expression]*match.Pattern
}

type expression struct {
	text string
	mode match.Mode
}

func (e *expressions) get(text string, mode match.Mode) (*match.Pattern, error) {
	key := expression{text, mode}
	if p, ok := e.compiled[key]; ok {
		return p, nil
	}
	p, err := match.Compile(text, mode)
	if err != nil {
		return nil, err
	}
	if e.compiled == nil || len(e.compiled) >= maxExpressions {
		e.compiled = map[expression]*match.Pattern{}
	}
	e.compiled[key] = p
	return p, nil
}

// find returns up to most matches, below 0 all.
func (e *expressions) find(a spec.Args, builtin string, mode match.Mode, most int) (*match.Pattern, string, [][]int, error) {
	text := a.String("string")
	p, err := e.get(a.String("pattern"), mode)
	if err != nil {
		return nil, "", nil, err
	}
	limit := most
	if most < 0 || most > match.Most {
		limit = match.Most + 1
	}
	found := p.Find(text, limit)
	if len(found) > match.Most {
		return nil, "", nil, fmt.Errorf("%s: more than %d matches, which is the most a call may find: look for more at once, or cut the text first", builtin, match.Most)
	}
	return p, text, found, nil
}

// first gives the first match or None.
func (e *expressions) first(a spec.Args, builtin string, mode match.Mode) (starlark.Value, error) {
	p, text, found, err := e.find(a, builtin, mode, 1)
	if err != nil || len(found) == 0 {
		return starlark.None, err
	}
	return NewMatch(p.Match(match.InString(text), found[0])), nil
}

func (e *expressions) match(_ *starlark.Thread, a spec.Args) (starlark.Value, error) {
	return e.first(a, "re.match", match.AtStart)
}

func (e *expressions) fullmatch(_ *starlark.Thread, a spec.Args) (starlark.Value, error) {
	return e.first(a, "re.fullmatch", match.Whole)
}

func (e *expressions) search(_ *starlark.Thread, a spec.Args) (starlark.Value, error) {
	return e.first(a, "re.search", match.Anywhere)
}

func (e *expressions) finditer(_ *starlark.Thread, a spec.Args) (starlark.Value, error) {
	p, text, found, err := e.find(a, "re.finditer", match.Anywhere, -1)
	if err != nil {
		return nil, err
	}
	source := match.InString(text)
	out := make([]*match.Match, len(found))
	for i, loc := range found {
		out[i] = p.Match(source, loc)
	}
	return MatchList(out), nil
}

// findall lists texts: of the whole, of the one group, or of all groups together.
func (e *expressions) findall(_ *starlark.Thread, a spec.Args) (starlark.Value, error) {
	p, text, found, err := e.find(a, "re.findall", match.Anywhere, -1)
	if err != nil {
		return nil, err
	}
	part := func(loc []int, group int) starlark.Value {
		if loc[2*group] < 0 {
			return starlark.String("")
		}
		return starlark.String(text[loc[2*group]:loc[2*group+1]])
	}
	out := make([]starlark.Value, len(found))
	for i, loc := range found {
		if n := p.NumGroups(); n < 2 {
			out[i] = part(loc, n)
			continue
		}
		groups := make(starlark.Tuple, p.NumGroups())
		for g := range groups {
			groups[g] = part(loc, g+1)
		}
		out[i] = groups
	}
	return starlark.NewList(out), nil
}

// split lists the texts between matches, and those of groups.
func (e *expressions) split(_ *starlark.Thread, a spec.Args) (starlark.Value, error) {
	most := a.Int("maxsplit")
	if most == 0 {
		most = -1
	}
	p, text, found, err := e.find(a, "re.split", match.Anywhere, most)
	if err != nil {
		return nil, err
	}
	var out []starlark.Value
	at := 0
	for _, loc := range found {
		out = append(out, starlark.String(text[at:loc[0]]))
		at = loc[1]
		for g := 1; g <= p.NumGroups(); g++ {
			if loc[2*g] < 0 {
				out = append(out, starlark.None)
			} else {
				out = append(out, starlark.String(text[loc[2*g]:loc[2*g+1]]))
			}
		}
	}
	return starlark.NewList(append(out, starlark.String(text[at:]))), nil
}

// sub replaces matches by a text or by what a function returns.
func (e *expressions) sub(thread *starlark.Thread, a spec.Args) (starlark.Value, error) {
	most := a.Int("count")
	if most == 0 {
		most = -1
	}
	p, text, found, err := e.find(a, "re.sub", match.Anywhere, most)
	if err != nil {
		return nil, err
	}
	replacement, err := replacer(thread, a["repl"], p, text)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	at := 0
	for _, loc := range found {
		fresh, err := replacement(loc)
		if err != nil {
			return nil, err
		}
		b.WriteString(text[at:loc[0]])
		b.WriteString(fresh)
		at = loc[1]
	}
	b.WriteString(text[at:])
	return starlark.String(b.String()), nil
}

// replacer returns what makes the new text of a match.
func replacer(thread *starlark.Thread, repl any, p *match.Pattern, text string) (func(loc []int) (string, error), error) {
	if s, ok := repl.(string); ok {
		t, err := match.ParseTemplate(s, p.Names())
		if err != nil {
			return nil, err
		}
		return func(loc []int) (string, error) { return t.ExpandAt(text, loc), nil }, nil
	}
	f, ok := repl.(starlark.Callable)
	if !ok {
		return nil, misuse("re.sub", "repl", "want a string or a function, got "+spec.Describe(repl), "")
	}
	source := match.InString(text)
	return func(loc []int) (string, error) {
		v, err := starlark.Call(thread, f, starlark.Tuple{NewMatch(p.Match(source, loc))}, nil)
		if err != nil {
			return "", err
		}
		switch v := v.(type) {
		case starlark.String:
			return string(v), nil
		case starlark.NoneType:
			return text[loc[0]:loc[1]], nil
		}
		return "", misuse("re.sub", "repl", fmt.Sprintf("%s returned a %s, want a string or None", f.Name(), v.Type()), "return the new text, str(...) of a number, or None to leave the match alone")
	}, nil
}

func escape(_ *starlark.Thread, a spec.Args) (starlark.Value, error) {
	return starlark.String(regexp.QuoteMeta(a.String("string"))), nil
}
