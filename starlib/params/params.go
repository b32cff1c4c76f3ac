// Package params turns the parameters of a script's main into a command line: flags, positional arguments, help, and the
// values to call it with. It knows no interpreter: defaults and values are neutral (nil, bool, int64, float64, string,
// []any).
package params

// This file defines parameters and their types.

import (
	"fmt"
	"strings"
)

// Kind is the type of a value.
type Kind string

// The kinds of values.
const (
	String Kind = "str"
	Int    Kind = "int"
	Float  Kind = "float"
	Bool   Kind = "bool"
	List   Kind = "list"
	OneOf  Kind = "one of"
)

// Type says which values a parameter takes.
type Type struct {
	Kind Kind
	Elem Kind     // of a list: String, Int or Float
	Enum []string // of OneOf
	Null bool     // None is the default
}

// String returns the type as a docstring writes it.
func (t Type) String() string {
	switch t.Kind {
	case List:
		if t.Elem != String {
			return "list of " + string(t.Elem)
		}
		return "list of str"
	case OneOf:
		return "one of: " + strings.Join(t.Enum, ", ")
	}
	return string(t.Kind)
}

// Param is one parameter of main.
type Param struct {
	Name    string
	Type    Type
	Need    bool // no default
	Default any  // neutral; Unknown where it is computed
	Rest    bool // *name: takes the positional arguments
	Doc     string
}

// Unknown is a default that is not a literal: it is known only when the script runs.
type Unknown struct{}

// Flag returns the flag of a parameter, without dashes: old_name is old-name, from_ is from.
func (p Param) Flag() string {
	return strings.ReplaceAll(strings.TrimRight(p.Name, "_"), "_", "-")
}

// Main is the command line of a script: its parameters in order, and the first paragraph of its docstring.
type Main struct {
	Summary string
	Params  []Param
}

// Declared is a parameter as the script's code declares it.
type Declared struct {
	Name    string
	Need    bool
	Default any // neutral, or Unknown
	Rest    bool
}

// Error is a parameter that cannot become a flag.
type Error struct {
	Param   string
	Message string
	Next    string
}

// Error returns the parameter and what is wrong.
func (e *Error) Error() string { return fmt.Sprintf("parameter %s of main: %s", e.Param, e.Message) }

// Reason returns "parameter".
func (e *Error) Reason() string { return "parameter" }

// Hint returns the next step.
func (e *Error) Hint() string { return e.Next }

// New joins what the code declares with what the docstring says. The error is an *Error.
func New(declared []Declared, docstring string) (*Main, error) {
	doc := parseDoc(docstring)
	m := &Main{Summary: doc.summary}
	flags := map[string]string{}
	for _, d := range declared {
		p, err := join(d, doc.args[d.Name])
		if err != nil {
			return nil, err
		}
		if other, taken := flags[p.Flag()]; taken {
			return nil, &Error{Param: d.Name, Message: fmt.Sprintf("its flag --%s is that of %s, too", p.Flag(), other), Next: "rename one of them"}
		}
		flags[p.Flag()] = d.Name
		m.Params = append(m.Params, p)
	}
	for _, name := range doc.order {
		if !declares(declared, name) {
			return nil, &Error{Param: name, Message: "the docstring describes it, but main does not have it", Next: "rename it in the docstring, or remove it there"}
		}
	}
	return m, nil
}

func declares(declared []Declared, name string) bool {
	for _, d := range declared {
		if d.Name == name {
			return true
		}
	}
	return false
}

// join finds the type: the docstring's, else that of the default, else a string.
func join(d Declared, doc docArg) (Param, error) {
	p := Param{Name: d.Name, Need: d.Need, Default: d.Default, Rest: d.Rest, Doc: doc.text, Type: Type{Kind: String}}
	if d.Rest {
		p.Need, p.Default = false, []any{}
		p.Type = Type{Kind: List, Elem: String}
	} else if !d.Need {
		p.Type = typeOf(d.Default)
	}
	if doc.typ == "" {
		return p, nil
	}
	t, ok := parseType(doc.typ)
	if !ok {
		return p, &Error{Param: d.Name, Message: fmt.Sprintf("unknown type %q in the docstring", doc.typ),
			Next: "write str, int, float, bool, list, list of int, or one of: a, b"}
	}
	t.Null = p.Type.Null
	if d.Rest && t.Kind != List {
		t = Type{Kind: List, Elem: t.Kind}
	}
	p.Type = t
	if _, unknown := d.Default.(Unknown); !d.Need && !d.Rest && !unknown && d.Default != nil {
		if err := t.check(d.Default); err != nil {
			return p, &Error{Param: d.Name, Message: fmt.Sprintf("its default does not fit its type: %v", err), Next: "change one of them"}
		}
	}
	return p, nil
}

// typeOf returns the type that a default implies.
func typeOf(v any) Type {
	switch v := v.(type) {
	case nil:
		return Type{Kind: String, Null: true}
	case bool:
		return Type{Kind: Bool}
	case int64:
		return Type{Kind: Int}
	case float64:
		return Type{Kind: Float}
	case []any:
		elem := String
		if len(v) > 0 {
			elem = typeOf(v[0]).Kind
		}
		return Type{Kind: List, Elem: elem}
	}
	return Type{Kind: String}
}

// check reports whether a neutral value is of the type.
func (t Type) check(v any) error {
	ok := false
	switch v := v.(type) {
	case nil:
		ok = t.Null
	case string:
		return t.checkText(v)
	case bool:
		ok = t.Kind == Bool
	case int64:
		ok = t.Kind == Int || t.Kind == Float
	case float64:
		ok = t.Kind == Float
	case []any:
		return t.checkList(v)
	}
	if !ok {
		return fmt.Errorf("want %s, got %v", t, v)
	}
	return nil
}

func (t Type) checkText(s string) error {
	switch t.Kind {
	case String:
		return nil
	case OneOf:
		for _, e := range t.Enum {
			if e == s {
				return nil
			}
		}
	}
	return fmt.Errorf("want %s, got %q", t, s)
}

func (t Type) checkList(list []any) error {
	if t.Kind != List {
		return fmt.Errorf("want %s, got a list", t)
	}
	for _, e := range list {
		if err := (Type{Kind: t.Elem}).check(e); err != nil {
			return err
		}
	}
	return nil
}
