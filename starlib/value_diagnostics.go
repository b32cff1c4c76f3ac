package starlib

// This file defines the list of diagnostics that scripts get.

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"devstar/runtime"
)

// findings is an immutable list of diagnostics; delta is what lint(fix=True) changed.
type findings struct {
	list  runtime.Diagnostics
	delta starlark.Value // nil for none
}

var (
	_ starlark.Sequence  = (*findings)(nil)
	_ starlark.Indexable = (*findings)(nil)
	_ starlark.Sliceable = (*findings)(nil)
	_ starlark.HasBinary = (*findings)(nil)
	_ starlark.HasAttrs  = (*findings)(nil)
)

func newFindings(list runtime.Diagnostics) *findings { return &findings{list: list} }

// Type returns "diagnostics".
func (f *findings) Type() string { return "diagnostics" }

// Freeze does nothing: the list does not change.
func (f *findings) Freeze() {}

// Truth is false when there are none.
func (f *findings) Truth() starlark.Bool { return len(f.list) > 0 }

// Hash is an error, as for lists.
func (f *findings) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable type: diagnostics") }

// String returns one diagnostic a line.
func (f *findings) String() string {
	lines := make([]string, len(f.list))
	for i, d := range f.list {
		lines[i] = diagnosticText(d)
	}
	return strings.Join(lines, "\n")
}

// Len returns the number of diagnostics.
func (f *findings) Len() int { return len(f.list) }

// Index returns the i-th diagnostic.
func (f *findings) Index(i int) starlark.Value { return diagnosticValue(f.list[i]) }

// Slice returns a part of the list.
func (f *findings) Slice(start, end, step int) starlark.Value {
	out := &findings{}
	for i := start; step > 0 && i < end || step < 0 && i > end; i += step {
		out.list = append(out.list, f.list[i])
	}
	return out
}

// Iterate goes through the diagnostics in order.
func (f *findings) Iterate() starlark.Iterator { return &findingsIterator{list: f.list} }

type findingsIterator struct{ list runtime.Diagnostics }

// Next gives the next diagnostic.
func (it *findingsIterator) Next(p *starlark.Value) bool {
	if len(it.list) == 0 {
		return false
	}
	*p, it.list = diagnosticValue(it.list[0]), it.list[1:]
	return true
}

// Done ends the iteration.
func (it *findingsIterator) Done() {}

// Binary joins two lists of diagnostics with +.
func (f *findings) Binary(op syntax.Token, y starlark.Value, side starlark.Side) (starlark.Value, error) {
	o, ok := y.(*findings)
	if !ok || op != syntax.PLUS {
		return nil, nil
	}
	if side == starlark.Right {
		f, o = o, f
	}
	return &findings{list: append(append(runtime.Diagnostics{}, f.list...), o.list...)}, nil
}

// Attr gives ok (none is an error), errors (those that are) and, after lint, delta.
func (f *findings) Attr(name string) (starlark.Value, error) {
	switch name {
	case "ok":
		return starlark.Bool(f.list.OK()), nil
	case "errors":
		return newFindings(f.list.Errors()), nil
	case "delta":
		return f.delta, nil
	}
	return nil, nil
}

// AttrNames returns the names that Attr knows.
func (f *findings) AttrNames() []string {
	if f.delta == nil {
		return []string{"errors", "ok"}
	}
	return []string{"delta", "errors", "ok"}
}
