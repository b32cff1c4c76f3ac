package modules

// This file is the value of a match in scripts: one type for search, calls, locate, substitute and re.

import (
	"fmt"
	"math/big"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"devstar/runtime/match"
)

// Match is a match as scripts see it. It does not change.
type Match struct{ found *match.Match }

var (
	_ starlark.HasAttrs   = (*Match)(nil)
	_ starlark.Mapping    = (*Match)(nil)
	_ starlark.Comparable = (*Match)(nil)
)

// NewMatch returns the value of a match.
func NewMatch(m *match.Match) *Match { return &Match{m} }

// MatchList returns a list of matches.
func MatchList(list []*match.Match) *starlark.List {
	out := make([]starlark.Value, len(list))
	for i, m := range list {
		out[i] = NewMatch(m)
	}
	return starlark.NewList(out)
}

// Match returns what the value stands for.
func (m *Match) Match() *match.Match { return m.found }

// Type returns "match".
func (m *Match) Type() string { return "match" }

// Freeze does nothing: a match does not change.
func (m *Match) Freeze() {}

// Truth is true: a search that finds nothing gives None or an empty list.
func (m *Match) Truth() starlark.Bool { return true }

// Hash is made of the place.
func (m *Match) Hash() (uint32, error) {
	h, err := starlark.String(m.found.Path()).Hash()
	at := m.found.Span()
	return h*31*31 + uint32(at.Start)*31 + uint32(at.End), err
}

// String returns the text and the place.
func (m *Match) String() string {
	line, column := m.found.Position()
	if m.found.Path() == "" {
		return fmt.Sprintf("match(%s, line %d, column %d)", Short(starlark.String(m.found.Text())), line, column)
	}
	return fmt.Sprintf("match(%s, %s:%d:%d)", Short(starlark.String(m.found.Text())), m.found.Path(), line, column)
}

// CompareSameType compares places and texts; matches have no order.
func (m *Match) CompareSameType(op syntax.Token, y starlark.Value, _ int) (bool, error) {
	if op != syntax.EQL && op != syntax.NEQ {
		return false, fmt.Errorf("match %s match not implemented: compare m.span or m.line", op)
	}
	o := y.(*Match)
	same := m.found == o.found || m.found.Path() == o.found.Path() && slices.Equal(m.spans(), o.spans()) && m.found.Text() == o.found.Text()
	return same == (op == syntax.EQL), nil
}

func (m *Match) spans() []match.Span {
	out := make([]match.Span, m.found.NumGroups()+1)
	for i := range out {
		out[i] = m.found.Group(i)
	}
	return out
}

// Get returns the text of a group by number or name, as in m[1] and m["name"].
func (m *Match) Get(key starlark.Value) (starlark.Value, bool, error) {
	switch key := key.(type) {
	case starlark.Int:
		if n, ok := key.Int64(); ok && n >= 0 && n <= int64(m.found.NumGroups()) {
			return m.group(int(n)), true, nil
		}
		return nil, false, fmt.Errorf("group %s is none of the match: the pattern has %d, counted from 1; m[0] is the whole", key, m.found.NumGroups())
	case starlark.String:
		if i := slices.Index(m.found.Names(), string(key)); i > 0 {
			return m.group(i), true, nil
		}
		return nil, false, fmt.Errorf("no group of the match is called %s: (?P<name>...) names one", key)
	}
	return nil, false, fmt.Errorf("a group has a number or a name, not a %s", key.Type())
}

func (m *Match) group(i int) starlark.Value {
	if text, took := m.found.GroupText(i); took {
		return starlark.String(text)
	}
	return starlark.None
}

// matchFields are what every match has; those of calls and of located values come after.
var (
	matchFields   = []string{"column", "groups", "line", "line_text", "named", "path", "span", "spans", "text"}
	callFields    = []string{"args"}
	locatedFields = []string{"document", "key_span", "value"}
)

// AttrNames returns the fields, sorted.
func (m *Match) AttrNames() []string {
	names := slices.Clone(matchFields)
	if m.found.Call {
		names = append(names, callFields...)
	}
	if m.found.Entry != nil {
		names = append(names, locatedFields...)
	}
	slices.Sort(names)
	return names
}

// Attr returns a field.
func (m *Match) Attr(name string) (starlark.Value, error) {
	line, column := 0, 0
	if name == "line" || name == "column" {
		line, column = m.found.Position()
	}
	switch name {
	case "text":
		return starlark.String(m.found.Text()), nil
	case "groups":
		return m.groups(), nil
	case "named":
		return m.named(), nil
	case "span":
		return m.span(0), nil
	case "spans":
		return m.allSpans(), nil
	case "path":
		if m.found.Path() == "" {
			return starlark.None, nil
		}
		return starlark.String(m.found.Path()), nil
	case "line":
		return starlark.MakeInt(line), nil
	case "column":
		return starlark.MakeInt(column), nil
	case "line_text":
		return starlark.String(m.found.LineText()), nil
	}
	return m.special(name)
}

// special returns a field of calls or of located values.
func (m *Match) special(name string) (starlark.Value, error) {
	switch {
	case m.found.Call && name == "args":
		list := MatchList(m.found.Args)
		list.Freeze()
		return list, nil
	case m.found.Entry == nil:
		return nil, nil
	}
	switch e := m.found.Entry; name {
	case "key_span":
		if e.Key.Start < 0 {
			return starlark.None, nil
		}
		return spanOf(match.New(m.found.In(), e.Key)), nil
	case "value":
		v := decoded(e.Value)
		v.Freeze()
		return v, nil
	case "document":
		return starlark.MakeInt(e.Document), nil
	}
	return nil, nil
}

func (m *Match) groups() starlark.Tuple {
	out := make(starlark.Tuple, m.found.NumGroups())
	for i := range out {
		out[i] = m.group(i + 1)
	}
	return out
}

func (m *Match) named() starlark.Value {
	out := starlark.NewDict(0)
	for i, name := range m.found.Names() {
		if name != "" {
			_ = out.SetKey(starlark.String(name), m.group(i)) // a fresh dict takes any string
		}
	}
	out.Freeze()
	return out
}

func (m *Match) allSpans() starlark.Tuple {
	out := make(starlark.Tuple, m.found.NumGroups()+1)
	for i := range out {
		out[i] = m.span(i)
	}
	return out
}

func (m *Match) span(i int) starlark.Value {
	if sub := m.found.Sub(i); sub != nil {
		return spanOf(sub)
	}
	return starlark.None
}

// spanOf returns the place of a match as a tuple of two offsets. Behind its end, where no script can reach, the tuple keeps
// the match itself, so that splice knows the text that stands there: see Spanned.
func spanOf(m *match.Match) starlark.Tuple {
	at := m.Span()
	return starlark.Tuple{starlark.MakeInt(at.Start), starlark.MakeInt(at.End), NewMatch(m)}[:2]
}

// Spanned returns the match whose place a tuple is, when the tuple came from a match; a tuple that a script put together is
// none.
func Spanned(v starlark.Value) (*Match, bool) {
	t, ok := v.(starlark.Tuple)
	if !ok || len(t) != 2 || cap(t) < 3 {
		return nil, false
	}
	m, ok := t[:3][2].(*Match)
	return m, ok
}

// decoded converts a value of JSON, YAML or TOML.
func decoded(v any) starlark.Value {
	switch v := v.(type) {
	case bool:
		return starlark.Bool(v)
	case int64:
		return starlark.MakeInt64(v)
	case *big.Int:
		return starlark.MakeBigInt(v)
	case float64:
		return starlark.Float(v)
	case string:
		return starlark.String(v)
	case []any:
		out := make([]starlark.Value, len(v))
		for i, e := range v {
			out[i] = decoded(e)
		}
		return starlark.NewList(out)
	case match.Members:
		out := starlark.NewDict(len(v))
		for _, m := range v {
			_ = out.SetKey(starlark.String(m.Name), decoded(m.Value)) // a fresh dict takes any string
		}
		return out
	}
	return starlark.None
}
