package doc

// This file writes the page of one builtin for a terminal.

import (
	"cmp"
	"fmt"
	"strings"

	"devstar/runtime/spec"
)

const width = 100

// Page returns the page of a builtin, a module, a word of the language or a type; ok is false when there is none of that name.
func Page(name string) (text string, ok bool) {
	if b, ok := spec.Find(name); ok {
		return page(b), true
	}
	for _, b := range rows(func(b *spec.Builtin) bool { return moduleOf(b) == name && name != "" }) {
		text += summary(b)
	}
	if text == "" {
		text = wordPage(name)
	}
	return text, text != ""
}

// wordPage is the page of a word of the language, and what is behind the dot of a module or of values of a type.
func wordPage(name string) string {
	text := ""
	if e, ok := Describe(name); ok {
		text = cmp.Or(e.Signature, e.Name) + "\n\n" + wrap(e.Doc, width)
	}
	for _, member := range Members(name) {
		e, _ := Describe(name + "." + member)
		text += fmt.Sprintf("  %-20s %s\n", member, e.Doc)
	}
	return text
}

// Overview lists all builtins, a line each.
func Overview() string {
	var b strings.Builder
	for _, g := range groups() {
		fmt.Fprintf(&b, "%s\n", g.title)
		for _, row := range g.rows {
			b.WriteString(summary(row))
		}
	}
	return b.String()
}

func summary(b *spec.Builtin) string {
	first, _, _ := strings.Cut(b.Doc, ". ")
	return fmt.Sprintf("  %-20s %s\n", b.Name, strings.TrimSuffix(first, ".")+".")
}

func page(b *spec.Builtin) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n\n%s\n", Signature(b), wrap(b.Doc, width))
	for _, p := range b.Params {
		fmt.Fprintf(&out, "  %-14s %s (%s; %s)\n", p.Name, p.Doc, p.Type.Noun(), strings.Trim(defaultOf(p), "`"))
	}
	fmt.Fprintf(&out, "\nGives: %s.%s\n", b.Returns, strings.ReplaceAll(facts(b), "`", ""))
	if b.Example != "" {
		fmt.Fprintf(&out, "\nExample:\n\n  %s\n", strings.ReplaceAll(b.Example, "\n", "\n  "))
	}
	return out.String()
}

// wrap breaks a text at blanks.
func wrap(text string, most int) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case column+1+len(word) > most:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String() + "\n"
}
