package spec

// This file binds the arguments of a call to the parameters of a builtin.

import (
	"fmt"
	"slices"
	"strings"
)

// Named is a keyword argument.
type Named struct {
	Name  string
	Value any
}

// Bind matches positional and keyword arguments to the parameters of b, fills in defaults and validates every value.
// Arguments beyond the parameters are collected under b.Rest where the builtin has one.
func (b *Builtin) Bind(pos []any, named []Named) (Args, *ArgError) {
	args, err := b.match(pos, named)
	if err != nil {
		return nil, b.complete(err)
	}
	for _, p := range b.Params {
		v, given := args[p.Name]
		if !given {
			if p.Need {
				return nil, b.complete(&ArgError{Message: fmt.Sprintf("missing argument %q", p.Name)})
			}
			args[p.Name] = p.Default
			continue
		}
		if v == nil && !p.Need && p.Default == nil {
			continue
		}
		if err := Validate(p.Type, v, p.Name); err != nil {
			return nil, b.about(args, err)
		}
	}
	if b.Check != nil {
		if err := b.Check(args); err != nil {
			return nil, b.about(args, err)
		}
	}
	return args, nil
}

// complete names the builtin in an error and adds the form of the call where no better hint is known.
func (b *Builtin) complete(e *ArgError) *ArgError {
	e.Builtin = b.Name
	if e.Next == "" {
		e.Next = "write " + b.Usage
	}
	return e
}

// about completes an error of a call whose arguments are known by name.
func (b *Builtin) about(args Args, e *ArgError) *ArgError {
	for _, name := range []string{"path", "filename", "src", "source", "target", "dir"} {
		if args.Has(name) {
			e.Path = args.String(name)
			break
		}
	}
	return b.complete(e)
}

func (b *Builtin) match(pos []any, named []Named) (Args, *ArgError) {
	args := make(Args, len(b.Params)+1)
	if len(pos) > len(b.Params) && b.Rest == "" {
		return nil, b.tooMany(len(pos))
	}
	for i, v := range pos[:min(len(pos), len(b.Params))] {
		args[b.Params[i].Name] = v
	}
	if b.Rest != "" && len(pos) > len(b.Params) {
		args[b.Rest] = pos[len(b.Params):]
	}
	for _, n := range named {
		if err := b.keyword(args, n); err != nil {
			return nil, err
		}
	}
	return args, nil
}

func (b *Builtin) keyword(args Args, n Named) *ArgError {
	if !slices.Contains(b.names(), n.Name) {
		e := &ArgError{Message: fmt.Sprintf("unexpected argument %q", n.Name), Next: Suggest(n.Name, b.names())}
		if e.Next != "" {
			e.Next += " (" + b.Usage + ")"
		}
		return e
	}
	if _, twice := args[n.Name]; twice {
		return &ArgError{Message: fmt.Sprintf("argument %q is given twice", n.Name)}
	}
	args[n.Name] = n.Value
	return nil
}

func (b *Builtin) tooMany(n int) *ArgError {
	if len(b.Params) == 0 {
		return &ArgError{Message: fmt.Sprintf("takes no arguments, got %d", n)}
	}
	return &ArgError{Message: fmt.Sprintf("takes at most %d arguments (%s), got %d", len(b.Params), strings.Join(b.names(), ", "), n)}
}

func (b *Builtin) names() []string {
	names := make([]string, len(b.Params))
	for i, p := range b.Params {
		names[i] = p.Name
	}
	return names
}
