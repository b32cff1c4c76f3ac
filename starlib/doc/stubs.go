package doc

// This file writes the builtins as a Python stub, which editors and type checkers read.

import (
	"fmt"
	"strings"

	"devstar/runtime/spec"
)

// Stubs returns the stub of all builtins; those of modules are static methods of a class with the name of the module.
func Stubs() string {
	var b strings.Builder
	b.WriteString("# The builtins of devstar plans, for editors. Made by `devstar stubs`.\nfrom typing import Any, Callable\n")
	for _, row := range rows(func(b *spec.Builtin) bool { return moduleOf(b) == "" }) {
		b.WriteString("\n" + stub(row, row.Name, ""))
	}
	for _, m := range modules() {
		fmt.Fprintf(&b, "\nclass %s:\n", m)
		for _, row := range rows(func(b *spec.Builtin) bool { return moduleOf(b) == m }) {
			b.WriteString("    @staticmethod\n" + stub(row, strings.TrimPrefix(row.Name, m+"."), "    "))
		}
	}
	return b.String()
}

// reserved are parameters that Python cannot have as names.
func reserved(name string) bool { return name == "from" || name == "import" || name == "lambda" }

func stub(b *spec.Builtin, name, indent string) string {
	var parts []string
	for _, p := range b.Params {
		part := p.Name + ": " + hint(p.Type)
		if reserved(p.Name) {
			part = p.Name + "_: " + hint(p.Type)
		}
		if !p.Need {
			part += " = " + literal(p.Default)
		}
		parts = append(parts, part)
	}
	if b.Rest != "" {
		parts = append(parts, "*"+b.Rest+": Any", "**kwargs: Any")
	}
	doc := strings.ReplaceAll(b.Doc, `\`, `\\`)
	return fmt.Sprintf("%sdef %s(%s) -> %s:\n%s    \"\"\"%s\"\"\"\n%s    ...\n", indent, name, strings.Join(parts, ", "), result(b.Returns), indent, doc, indent)
}

// hint returns the Python type of a parameter.
func hint(t spec.Type) string {
	text := map[spec.Shape]string{spec.String: "str", spec.Integer: "int", spec.Boolean: "bool", spec.List: "list", spec.Object: "dict",
		spec.OneOrAll: "int | str", spec.Selector: "str | list[str]", spec.Callable: "Callable"}[t.Shape]
	if text == "" {
		return "Any"
	}
	if t.Null {
		text += " | None"
	}
	return text
}

// result returns the Python type of what a builtin gives, where Python has one.
func result(returns string) string {
	switch returns {
	case "string":
		return "str"
	case "bool":
		return "bool"
	case "list of paths", "list of strings":
		return "list[str]"
	}
	return "Any"
}
