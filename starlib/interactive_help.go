package starlib

// This file is help(x): what a value is, from the tables and from docstrings.

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"devstar/starlib/doc"
	"devstar/starlib/params"
)

const helpText = `help(edit) shows a builtin, help(fs) a module, help("string") what strings have behind the dot, help(f) the docstring of a
function. All builtins:

`

// helpBuiltin makes the function help, which tells its text.
func helpBuiltin(tell func(text string)) *starlark.Builtin {
	return starlark.NewBuiltin("help", func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var v starlark.Value
		if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 0, &v); err != nil {
			return nil, err
		}
		tell(strings.TrimSpace(helpOn(v)))
		return starlark.None, nil
	})
}

// helpOn is the help for a value: nil for none.
func helpOn(v starlark.Value) string {
	switch v := v.(type) {
	case nil:
		return helpText + doc.Overview()
	case starlark.String:
		if page, ok := doc.Page(string(v)); ok {
			return page
		}
	case *starlark.Function:
		return helpOnFunction(v)
	case *starlark.Builtin:
		return helpOnBuiltin(v)
	case *starlarkstruct.Module:
		page, _ := doc.Page(v.Name)
		return page
	}
	if page, ok := doc.Page(v.Type()); ok {
		return fmt.Sprintf("a value of type %s\n\n%s", v.Type(), page)
	}
	return "a value of type " + v.Type()
}

// helpOnBuiltin finds the page of a builtin: by its name, of a method by the type it belongs to, of a function of math by the
// name of the module.
func helpOnBuiltin(b *starlark.Builtin) string {
	names := []string{b.Name(), "math." + b.Name()}
	if b.Receiver() != nil {
		names = []string{b.Receiver().Type() + "." + b.Name()}
	}
	for _, name := range names {
		if page, ok := doc.Page(name); ok {
			return page
		}
	}
	return "the builtin " + b.Name()
}

func helpOnFunction(f *starlark.Function) string {
	list := make([]string, f.NumParams())
	for i := range list {
		list[i], _ = f.Param(i)
		if v := f.ParamDefault(i); v != nil {
			list[i] += "=" + spelled(v)
		}
	}
	rest := len(list)
	if f.HasKwargs() {
		rest--
		list[rest] = "**" + list[rest]
	}
	if f.HasVarargs() {
		list[rest-1] = "*" + list[rest-1]
	}
	text, _ := params.ParseDocstring(f.Doc())
	return fmt.Sprintf("%s(%s)\n\n%s", f.Name(), strings.Join(list, ", "), text)
}
