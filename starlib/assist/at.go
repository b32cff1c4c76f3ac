package assist

// This file tells what stands at an offset: it describes it, and finds where it is defined.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"devstar/starlib"
	"devstar/starlib/doc"
)

// at returns what the name at an offset stands for, and the place of the name.
func (s *Script) at(offset int) (thing, Place, bool) {
	if t, p, loads := s.loading(offset); loads {
		return t, p, t.script != nil
	}
	id := s.name(offset)
	if id == nil {
		return thing{}, Place{}, false
	}
	t, ok := s.meaning(id)
	return t, s.span(id), ok
}

// loading looks at the module and the names in load statements; false when the offset is at none. What cannot be loaded comes
// without a script.
func (s *Script) loading(offset int) (thing, Place, bool) {
	for _, l := range s.loads {
		start, end := l.Module.Span()
		if p := (Place{s.Name, s.offset(start), s.offset(end)}); p.Start <= offset && offset <= p.End {
			return thing{role: isFile, name: l.ModuleName(), script: s.load(l.ModuleName())}, p, true
		}
		for _, from := range l.From {
			if p := s.span(from); p.Start <= offset && offset <= p.End {
				t, _ := s.export(l.ModuleName(), from.Name)
				return t, p, true
			}
		}
	}
	return thing{}, Place{}, false
}

// meaning returns what an identifier of the tree stands for.
func (s *Script) meaning(id *syntax.Ident) (thing, bool) {
	switch parent := s.parent[id].(type) {
	case *syntax.DotExpr:
		return s.member(parent)
	case *syntax.CallExpr:
		return s.keyword(parent, id.Name)
	}
	if first := firstOf(id); first != nil {
		return s.variable(first), true
	}
	if s.builtin(id) {
		return known(id.Name)
	}
	return thing{}, false
}

// member returns what stands behind a dot: of a module, or of a value whose type is clear.
func (s *Script) member(dot *syntax.DotExpr) (thing, bool) {
	if id, ok := dot.X.(*syntax.Ident); ok && s.builtin(id) {
		return known(id.Name + "." + dot.Name.Name)
	}
	kind, _ := s.typeOf(dot.X, 0)
	e, ok := doc.Describe(kind + "." + dot.Name.Name)
	return thing{role: isMember, name: e.Name, entry: &e}, ok && kind != ""
}

// keyword returns the parameter that a keyword argument names.
func (s *Script) keyword(call *syntax.CallExpr, name string) (thing, bool) {
	id, ok := call.Fn.(*syntax.Ident)
	if dot, isDot := call.Fn.(*syntax.DotExpr); isDot {
		id, ok = dot.Name, true
	}
	if !ok {
		return thing{}, false
	}
	fn, ok := s.meaning(id)
	switch {
	case !ok:
	case fn.def != nil:
		for _, p := range fn.def.Params {
			if param := starlib.ParamName(p); param != nil && param.Name == name {
				return thing{role: isParameter, name: name, script: fn.script, id: param}, true
			}
		}
	case fn.entry != nil:
		for _, p := range fn.entry.Params {
			if p.Name == name {
				return thing{role: isParameter, name: name, entry: &doc.Entry{Signature: p.Label, Doc: p.Doc}}, true
			}
		}
	}
	return thing{}, false
}

// Hover describes in Markdown what stands at an offset, and tells its place.
func (s *Script) Hover(offset int) (text string, place Place, ok bool) {
	t, place, ok := s.at(offset)
	if !ok {
		return "", Place{}, false
	}
	text = s.describe(t)
	return text, place, text != ""
}

// describe describes a thing in Markdown.
func (s *Script) describe(t thing) string {
	switch {
	case t.role == isFile:
		return joined(code(t.script.Name), docstring(t.script.file.Stmts))
	case t.entry != nil:
		return t.known()
	case t.def != nil:
		return joined(code("def "+t.script.declaration(t.def)), documented(t.def), t.from(s))
	case t.role == isParameter:
		return joined(code(t.name), "A parameter"+t.script.of(t.id)+".")
	}
	return joined(code(t.script.definition(t.id)), t.from(s))
}

// from tells where a thing comes from, when that is another file.
func (t thing) from(s *Script) string {
	if t.script == s {
		return ""
	}
	return "From " + t.script.Name + "."
}

// of names the function of a parameter and says what its docstring says of it.
func (s *Script) of(param *syntax.Ident) string {
	for _, d := range s.defs {
		at := slices.IndexFunc(d.Params, func(p syntax.Expr) bool { return starlib.ParamName(p) == param })
		if at < 0 {
			continue
		}
		for _, p := range s.params(d) {
			if p.Name == param.Name && p.Doc != "" {
				return " of " + d.Name.Name + ": " + strings.TrimSuffix(p.Doc, ".")
			}
		}
		return " of " + d.Name.Name
	}
	return ""
}

// definition returns the first line of the statement that binds a variable.
func (s *Script) definition(id *syntax.Ident) string {
	line := int(id.NamePos.Line) - 1
	start := s.starts[line]
	return strings.TrimSpace(s.Text[start : start+lineLength(s.Text[start:])])
}

func code(text string) string { return "```python\n" + text + "\n```" }

// joined joins what is not empty with blank lines.
func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "\n\n")
}

// Describe describes a builtin, a module, a member or a word of the language in Markdown, "" when there is none of that name.
func Describe(name string) string {
	if t, ok := known(name); ok {
		return t.known()
	}
	if e, ok := doc.Describe(name); ok {
		return markdown(e)
	}
	return ""
}

// known describes a thing that no script defines.
func (t thing) known() string {
	if t.role == isModule {
		return joined(code(t.name), t.entry.Doc, "It has "+strings.Join(doc.Members(t.name), ", ")+".")
	}
	return markdown(*t.entry)
}

// markdown writes an entry.
func markdown(e doc.Entry) string {
	var list strings.Builder
	for _, p := range e.Params {
		if p.Doc != "" {
			fmt.Fprintf(&list, "- `%s`: %s\n", p.Name, p.Doc)
		}
	}
	parts := []string{e.Doc, strings.TrimSuffix(list.String(), "\n")}
	if head := cmp.Or(e.Signature, e.Name); head != "" {
		parts = append([]string{code(head)}, parts...)
	}
	if e.Returns != "" {
		parts = append(parts, "Gives: "+e.Returns+".")
	}
	if e.Example != "" {
		parts = append(parts, code(e.Example))
	}
	return joined(parts...)
}

// Definition returns where the name at an offset is defined, and the place of the name; false for what no file defines.
func (s *Script) Definition(offset int) (definition, origin Place, ok bool) {
	t, origin, ok := s.at(offset)
	switch {
	case !ok || t.script == nil:
		return Place{}, Place{}, false
	case t.role == isFile:
		return Place{File: t.script.Name}, origin, true
	}
	return t.script.span(t.id), origin, true
}

// Text returns the text of a file that the script or what it asked about comes from, "" for one that was not read.
func (s *Script) text(file string) string {
	for _, lib := range s.loaded {
		if lib != nil && lib.Name == file {
			return lib.Text
		}
	}
	if file == s.Name {
		return s.Text
	}
	return ""
}

// TextOf returns the text to which a place refers.
func (s *Script) TextOf(p Place) string { return s.text(p.File) }
