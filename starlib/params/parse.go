package params

// This file reads the flags of a script, or values given as data, into what main is called with.

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"devstar/runtime/spec"
)

// ErrHelp is the error of Parse when --help or -h is among the flags.
var ErrHelp = errors.New("help requested")

// Values are the arguments of a call of main: by keyword, and the positional ones of *name.
type Values struct {
	Named map[string]any
	Rest  []any
}

// UsageError is a flag or value that main cannot take.
type UsageError struct {
	Message string
	Next    string
}

// Error returns what is wrong.
func (e *UsageError) Error() string { return e.Message }

// Reason returns "usage".
func (e *UsageError) Reason() string { return "usage" }

// Hint returns the next step.
func (e *UsageError) Hint() string { return e.Next }

// Parse reads script flags: --name VALUE, --name=VALUE, --flag and --no-flag, repeated flags for lists, positional
// arguments for *name, all behind "--" positional. Errors are *UsageError or ErrHelp.
func (m *Main) Parse(args []string) (Values, error) {
	v := Values{Named: map[string]any{}}
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			v.Rest = append(v.Rest, anyStrings(args)...)
			args = nil
		case arg == "--help" || arg == "-h":
			return Values{}, ErrHelp
		case len(arg) > 1 && arg[0] == '-' && !isNumber(arg):
			var err error
			if args, err = m.flag(v.Named, arg, args); err != nil {
				return Values{}, err
			}
		default:
			v.Rest = append(v.Rest, arg)
		}
	}
	return m.finish(v)
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

func anyStrings(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// flag takes one flag and its value from the arguments and returns the rest.
func (m *Main) flag(named map[string]any, arg string, rest []string) ([]string, error) {
	name, text, given := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	p, off := m.find(name)
	if p == nil || !strings.HasPrefix(arg, "--") {
		return nil, m.unknown(strings.TrimSuffix(arg, "="+text), name)
	}
	if _, twice := named[p.Name]; twice && p.Type.Kind != List {
		return nil, &UsageError{fmt.Sprintf("--%s is given twice", p.Flag()), "give it once"}
	}
	if p.Type.Kind == Bool {
		if given {
			return nil, &UsageError{fmt.Sprintf("--%s takes no value", name), fmt.Sprintf("write --%s or --no-%s", p.Flag(), p.Flag())}
		}
		named[p.Name] = !off
		return rest, nil
	}
	if !given {
		if len(rest) == 0 {
			return nil, &UsageError{fmt.Sprintf("--%s needs a value", name), fmt.Sprintf("write --%s=VALUE (%s)", name, p.Type)}
		}
		text, rest = rest[0], rest[1:]
	}
	v, err := p.Type.read(text)
	if err != nil {
		return nil, &UsageError{fmt.Sprintf("--%s: %v", name, err), fmt.Sprintf("give a value of type %s", p.Type)}
	}
	if p.Type.Kind == List {
		before, _ := named[p.Name].([]any)
		v = append(before, v)
	}
	named[p.Name] = v
	return rest, nil
}

// find returns the parameter of a flag; off says that it is the --no- form.
func (m *Main) find(name string) (p *Param, off bool) {
	for i := range m.Params {
		p := &m.Params[i]
		switch {
		case p.Rest:
		case p.Flag() == name:
			return p, false
		case p.Type.Kind == Bool && "no-"+p.Flag() == name:
			return p, true
		}
	}
	return nil, false
}

func (m *Main) unknown(arg, name string) error {
	var known []string
	for _, p := range m.Params {
		if !p.Rest {
			known = append(known, p.Flag())
		}
	}
	next := "the script takes no flags"
	if len(known) > 0 {
		next = "its flags are --" + strings.Join(known, ", --")
	}
	if near := spec.Nearest(name, known); near != "" {
		next = "did you mean --" + near + "?"
	}
	return &UsageError{fmt.Sprintf("unknown flag %s of the script", arg), next}
}

// read reads the text of a flag.
func (t Type) read(text string) (any, error) {
	kind := t.Kind
	if kind == List {
		kind = t.Elem
	}
	switch kind {
	case Int:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("want an integer, got %q", text)
		}
		return n, nil
	case Float:
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("want a number, got %q", text)
		}
		return f, nil
	case OneOf:
		return text, t.checkText(text)
	}
	return text, nil
}

// finish checks that nothing is missing, and types the positional arguments.
func (m *Main) finish(v Values) (Values, error) {
	rest := m.rest()
	if rest == nil && len(v.Rest) > 0 {
		return Values{}, &UsageError{fmt.Sprintf("unexpected argument %q", v.Rest[0]), "the script takes flags only: " + m.usage()}
	}
	for i, a := range v.Rest {
		text, isText := a.(string)
		if !isText || rest.Type.Elem == String {
			continue
		}
		n, err := rest.Type.read(text)
		if err != nil {
			return Values{}, &UsageError{fmt.Sprintf("argument %d: %v", i+1, err), fmt.Sprintf("give values of type %s", rest.Type.Elem)}
		}
		v.Rest[i] = n
	}
	return v, m.missing(v)
}

func (m *Main) rest() *Param {
	for i := range m.Params {
		if m.Params[i].Rest {
			return &m.Params[i]
		}
	}
	return nil
}

func (m *Main) missing(v Values) error {
	var names []string
	for _, p := range m.Params {
		if _, given := v.Named[p.Name]; p.Need && !given {
			names = append(names, "--"+p.Flag())
		}
	}
	if len(names) == 0 {
		return nil
	}
	return &UsageError{"the script needs " + strings.Join(names, ", "), m.usage()}
}

// FromData takes values as data, by parameter name; those of *name are a list under its name. The error is a *UsageError.
func (m *Main) FromData(data map[string]any) (Values, error) {
	v := Values{Named: map[string]any{}}
	names := map[string]bool{}
	for _, p := range m.Params {
		names[p.Name] = true
		value, given := data[p.Name]
		if !given {
			continue
		}
		if err := p.Type.check(value); err != nil {
			return Values{}, &UsageError{fmt.Sprintf("%s: %v", p.Name, err), m.usage()}
		}
		if p.Rest {
			v.Rest, _ = value.([]any)
			continue
		}
		v.Named[p.Name] = value
	}
	if err := unknownNames(data, names); err != nil {
		return Values{}, err
	}
	return m.finish(v)
}
