package doc

// This file describes any name a script can use, a builtin of the table or a word of the language, in one form.

import (
	"fmt"
	"strings"

	"devstar/runtime/spec"
)

// Word is a name of the language, or of what a value has behind the dot.
type Word struct {
	Name string // "len", "json.encode"; with the type of the value: "string.split", "match.text"
	Call string // how it is called, with the defaults; what stands before / has no name. "" where it is no function
	Doc  string // one sentence
}

// Entry describes a name.
type Entry struct {
	Name      string // "edit", "fs.edit", "string.split"
	Signature string // "edit(path, edits)"; "" where it is no function
	Params    []Param
	Doc       string
	Returns   string // what a builtin gives, in words; "" for words of the language
	Example   string
}

// Param describes a parameter.
type Param struct {
	Name  string
	Label string // as the signature shows it: "count=1", "*args"
	Doc   string
	Enum  []string // the only strings allowed; nil for any
	Named bool     // may be given by name
}

// Describe returns the entry of a name.
func Describe(name string) (Entry, bool) {
	if b, ok := spec.Find(name); ok {
		return ofBuiltin(b), true
	}
	for _, w := range words {
		if w.Name == name {
			return ofWord(w), true
		}
	}
	return Entry{}, false
}

// Members returns the names behind the dot of a module or of a type, in the order of the tables; nil for none. The types are
// those that the function type of a script names: "string", "list", "dict", "match".
func Members(of string) []string {
	var out []string
	add := func(name string) {
		if member, ok := strings.CutPrefix(name, of+"."); ok {
			out = append(out, member)
		}
	}
	for i := range spec.Table {
		add(spec.Table[i].Name)
	}
	for _, w := range words {
		add(w.Name)
	}
	return out
}

// Types returns the names of the types that have something behind the dot, in the order of the table.
func Types() []string {
	var out []string
	for _, w := range words {
		kind, _, behind := strings.Cut(w.Name, ".")
		if behind && kind != "json" && kind != "math" && kind != "assert" && (len(out) == 0 || out[len(out)-1] != kind) {
			out = append(out, kind)
		}
	}
	return out
}

func ofBuiltin(b *spec.Builtin) Entry {
	e := Entry{Name: b.Name, Signature: Signature(b), Doc: b.Doc, Returns: b.Returns, Example: b.Example}
	for _, p := range b.Params {
		label := p.Name
		if !p.Need {
			label += "=" + literal(p.Default)
		}
		e.Params = append(e.Params, Param{Name: p.Name, Label: label, Enum: p.Type.Enum, Named: true,
			Doc: fmt.Sprintf("%s (%s; %s)", p.Doc, p.Type.Noun(), strings.Trim(defaultOf(p), "`"))})
	}
	if b.Rest != "" {
		e.Params = append(e.Params, Param{Name: b.Rest, Label: "*" + b.Rest})
	}
	return e
}

// ofWord reads the parameters off the call; no default of the table holds a comma.
func ofWord(w Word) Entry {
	e := Entry{Name: w.Name, Signature: w.Call, Doc: w.Doc}
	_, list, _ := strings.Cut(strings.TrimSuffix(w.Call, ")"), "(")
	slash := strings.Contains(list, "/")
	for _, label := range strings.Split(list, ", ") {
		if label == "/" {
			slash = false
			continue
		}
		name, _, _ := strings.Cut(label, "=")
		star := strings.HasPrefix(name, "*")
		if name != "" {
			e.Params = append(e.Params, Param{Name: strings.TrimLeft(name, "*"), Label: label, Named: !slash && !star})
		}
	}
	return e
}
