package params

// This file writes the help of a script.

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"devstar/runtime/spec"
)

func unknownNames(data map[string]any, known map[string]bool) error {
	names := slices.Sorted(maps.Keys(known))
	for _, name := range slices.Sorted(maps.Keys(data)) {
		if known[name] {
			continue
		}
		next := "its parameters are " + strings.Join(names, ", ")
		if s := spec.Suggest(name, names); s != "" {
			next = s
		}
		return &UsageError{fmt.Sprintf("main has no parameter %q", name), next}
	}
	return nil
}

// usage is one line: required flags first, as main declares them.
func (m *Main) usage() string {
	var parts []string
	for _, p := range m.Params {
		switch {
		case p.Rest:
			parts = append(parts, "["+p.Name+" ...]")
		case p.Need:
			parts = append(parts, p.form())
		default:
			parts = append(parts, "["+p.form()+"]")
		}
	}
	return strings.Join(parts, " ")
}

// form is the flag with its value.
func (p Param) form() string {
	switch p.Type.Kind {
	case Bool:
		return "--" + p.Flag()
	case OneOf:
		return "--" + p.Flag() + " " + strings.Join(p.Type.Enum, "|")
	case List:
		return "--" + p.Flag() + " " + strings.ToUpper(string(p.Type.Elem)) + " ..."
	}
	return "--" + p.Flag() + " " + strings.ToUpper(string(p.Type.Kind))
}

// Help returns what `devstar run SCRIPT --help` prints.
func (m *Main) Help(script string) string {
	var b strings.Builder
	if m.Summary != "" {
		b.WriteString(m.Summary + "\n\n")
	}
	fmt.Fprintf(&b, "Usage:\n  devstar run [flags] %s %s\n", script, m.usage())
	if len(m.Params) == 0 {
		return b.String()
	}
	b.WriteString("\nScript flags:\n")
	width := 0
	for _, p := range m.Params {
		width = max(width, len(p.column()))
	}
	for _, p := range m.Params {
		row := fmt.Sprintf("  %-*s  %s", width, p.column(), strings.TrimSpace(p.Doc+" "+p.note()))
		b.WriteString(strings.TrimRight(row, " ") + "\n")
	}
	return b.String()
}

func (p Param) column() string {
	if p.Rest {
		return p.Name + " ..."
	}
	if p.Type.Kind == Bool {
		return "--[no-]" + p.Flag()
	}
	return p.form()
}

// note says whether a parameter is required, or what its default is.
func (p Param) note() string {
	if p.Rest {
		return ""
	}
	if p.Need {
		return "(required)"
	}
	switch d := p.Default.(type) {
	case nil, Unknown:
		return ""
	case string:
		return fmt.Sprintf("(default %q)", d)
	case []any:
		if len(d) == 0 {
			return ""
		}
	}
	return fmt.Sprintf("(default %v)", p.Default)
}
