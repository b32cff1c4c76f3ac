// Package doc writes what the table of builtins says: the reference in Markdown, the page of one builtin for a terminal,
// and a Python stub for editors. It holds no text about builtins of its own.
package doc

// This file writes the reference.

import (
	"fmt"
	"slices"
	"strings"

	"devstar/runtime/spec"
)

// group is a part of the reference.
type group struct {
	title string
	rows  []*spec.Builtin
}

// groups are the parts in the order in which a plan uses them: the builtins by kind, then the modules by name.
func groups() []group {
	var out []group
	for _, g := range []struct {
		kind  spec.Kind
		title string
	}{{spec.Step, "Steps"}, {spec.Look, "Looks"}, {spec.Change, "Changes"}, {spec.Control, "Control"}} {
		out = append(out, group{g.title, rows(func(b *spec.Builtin) bool { return b.Kind == g.kind && moduleOf(b) == "" })})
	}
	for _, name := range modules() {
		out = append(out, group{"Module " + name, rows(func(b *spec.Builtin) bool { return moduleOf(b) == name })})
	}
	return out
}

func rows(wanted func(*spec.Builtin) bool) []*spec.Builtin {
	var out []*spec.Builtin
	for i := range spec.Table {
		if wanted(&spec.Table[i]) {
			out = append(out, &spec.Table[i])
		}
	}
	return out
}

// moduleOf returns the module of a builtin, "" for none.
func moduleOf(b *spec.Builtin) string {
	module, _, ok := strings.Cut(b.Name, ".")
	if !ok {
		return ""
	}
	return module
}

// modules returns the names of the modules, sorted.
func modules() []string {
	var names []string
	for i := range spec.Table {
		if m := moduleOf(&spec.Table[i]); m != "" {
			names = append(names, m)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Markdown returns the reference of all builtins.
func Markdown() string {
	var b strings.Builder
	b.WriteString("# Reference of the builtins\n\nThis page is made by `devstar doc --format markdown` from the table that binds their arguments.\n")
	for _, g := range groups() {
		fmt.Fprintf(&b, "\n## %s\n", g.title)
		for _, row := range g.rows {
			b.WriteString("\n" + section(row))
		}
	}
	return b.String()
}

func section(b *spec.Builtin) string {
	var out strings.Builder
	fmt.Fprintf(&out, "### `%s`\n\n%s\n", Signature(b), b.Doc)
	if len(b.Params) > 0 {
		out.WriteString("\n| parameter | takes | default | meaning |\n|---|---|---|---|\n")
	}
	for _, p := range b.Params {
		fmt.Fprintf(&out, "| `%s` | %s | %s | %s |\n", p.Name, cell(p.Type.Noun()), cell(defaultOf(p)), cell(p.Doc))
		for _, f := range fields(p.Type) {
			fmt.Fprintf(&out, "| `%s[].%s` | %s | %s | %s |\n", p.Name, f.Name, cell(f.Type.Noun()), cell(defaultOf(f)), cell(f.Doc))
		}
	}
	fmt.Fprintf(&out, "\nGives: %s.%s\n", b.Returns, facts(b))
	if b.Example != "" {
		fmt.Fprintf(&out, "\n```star\n%s\n```\n", b.Example)
	}
	return out.String()
}

// fields returns the fields of the objects in a list.
func fields(t spec.Type) []spec.Param {
	if t.Shape == spec.List && t.Elem != nil {
		return t.Elem.Fields
	}
	return nil
}

func facts(b *spec.Builtin) string {
	text := ""
	if b.Effect != "" {
		text += fmt.Sprintf(" Effect: `%s`.", b.Effect)
	}
	if b.Plan {
		text += " Also a step of JSON plans."
	}
	if b.Capability != "" {
		text += fmt.Sprintf(" It is there only where a %s engine is configured.", b.Capability)
	}
	return text
}

// cell makes a text safe for a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

func defaultOf(p spec.Param) string {
	if p.Need {
		return "required"
	}
	return "`" + literal(p.Default) + "`"
}

// Signature returns a builtin as it is called: edit(path, edits), acquire(paths, exclude=[], ...).
func Signature(b *spec.Builtin) string {
	var parts []string
	for _, p := range b.Params {
		if p.Need {
			parts = append(parts, p.Name)
		} else {
			parts = append(parts, p.Name+"="+literal(p.Default))
		}
	}
	if b.Rest != "" {
		parts = append(parts, "*"+b.Rest)
	}
	return b.Name + "(" + strings.Join(parts, ", ") + ")"
}

// literal writes a default as a script would.
func literal(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case string:
		return fmt.Sprintf("%q", v)
	case []any:
		return "[]"
	}
	return fmt.Sprint(v)
}
