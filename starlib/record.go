package starlib

// This file defines records: the immutable values with named fields that the builtins give to scripts.

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// field is one named value of a record.
type field struct {
	name  string
	value starlark.Value
}

// record is an immutable value with fields in a fixed order. text is its str, "" for its fields written out.
type record struct {
	kind   string
	fields []field
	text   string
	truth  bool
}

var (
	_ starlark.HasAttrs   = (*record)(nil)
	_ starlark.Comparable = (*record)(nil)
	_ starlark.Mapping    = (*record)(nil)
)

// newRecord makes a record; its values are frozen.
func newRecord(kind string, fields ...field) *record {
	for _, f := range fields {
		f.value.Freeze()
	}
	return &record{kind: kind, fields: fields, truth: true}
}

// Type returns the name of the kind of record.
func (r *record) Type() string { return r.kind }

// Freeze does nothing: records do not change.
func (r *record) Freeze() {}

// Truth is true except for a record that stands for nothing.
func (r *record) Truth() starlark.Bool { return starlark.Bool(r.truth) }

// Get returns a field by its name, as in r["path"].
func (r *record) Get(key starlark.Value) (starlark.Value, bool, error) {
	name, ok := starlark.AsString(key)
	if !ok {
		return nil, false, nil
	}
	v, err := r.Attr(name)
	return v, v != nil, err
}

// String returns the text of the record, or its kind and fields.
func (r *record) String() string {
	if r.text != "" {
		return r.text
	}
	parts := make([]string, len(r.fields))
	for i, f := range r.fields {
		parts[i] = f.name + " = " + f.value.String()
	}
	return r.kind + "(" + strings.Join(parts, ", ") + ")"
}

// Hash combines the hashes of the fields.
func (r *record) Hash() (uint32, error) {
	h := uint32(len(r.fields))
	for _, f := range r.fields {
		n, err := f.value.Hash()
		if err != nil {
			return 0, fmt.Errorf("unhashable type: %s", r.kind)
		}
		h = h*31 + n
	}
	return h, nil
}

// Attr returns a field, nil for none.
func (r *record) Attr(name string) (starlark.Value, error) {
	for _, f := range r.fields {
		if f.name == name {
			return f.value, nil
		}
	}
	return nil, nil
}

// AttrNames returns the names of the fields, sorted.
func (r *record) AttrNames() []string {
	names := make([]string, len(r.fields))
	for i, f := range r.fields {
		names[i] = f.name
	}
	slices.Sort(names)
	return names
}

// CompareSameType compares two records field by field; records have no order.
func (r *record) CompareSameType(op syntax.Token, y starlark.Value, depth int) (bool, error) {
	if op != syntax.EQL && op != syntax.NEQ {
		return false, fmt.Errorf("%s %s %s not implemented", r.kind, op, r.kind)
	}
	same, err := r.equal(y.(*record), depth)
	return same == (op == syntax.EQL), err
}

func (r *record) equal(o *record, depth int) (bool, error) {
	if r.kind != o.kind || len(r.fields) != len(o.fields) {
		return false, nil
	}
	for i, f := range r.fields {
		if same, err := starlark.EqualDepth(f.value, o.fields[i].value, depth-1); err != nil || !same {
			return false, err
		}
	}
	return true, nil
}
