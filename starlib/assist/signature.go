package assist

// This file describes functions: how they are called, and where in a call an offset is.

import (
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"devstar/starlib"
	"devstar/starlib/doc"
	"devstar/starlib/params"
)

// Call is a function as it is called.
type Call struct {
	Label  string // the signature: "edit(path, edits)"
	Doc    string // in Markdown
	Params []doc.Param
	Active int // the parameter at the offset, -1 for none
}

// Signature returns the call around an offset.
func (s *Script) Signature(offset int) (Call, bool) {
	c := s.cursorAt(offset)
	b, _, ok := c.call()
	if !ok || c.mute {
		return Call{}, false
	}
	call, ok := s.signatureOf(b.callee, offset)
	call.Active = call.active(b)
	return call, ok
}

// signatureOf returns how a function that is named at an offset is called.
func (s *Script) signatureOf(name string, offset int) (Call, bool) {
	t, ok := s.lookup(name, offset)
	if !ok {
		if t, ok = s.method(name, offset); !ok {
			return Call{}, false
		}
	}
	switch {
	case t.def != nil:
		return Call{Label: t.script.declaration(t.def), Doc: documented(t.def), Params: t.script.params(t.def)}, true
	case t.entry != nil && t.entry.Signature != "":
		return Call{Label: t.entry.Signature, Doc: t.entry.Doc, Params: t.entry.Params}, true
	}
	return Call{}, false
}

// method returns the method that name.method is, where the type of the variable is clear.
func (s *Script) method(name string, offset int) (thing, bool) {
	base, member, ok := strings.Cut(name, ".")
	t, known := s.lookup(base, offset)
	if !ok || !known || t.id == nil || t.script != s {
		return thing{}, false
	}
	kind, _ := s.variableType(t.id, 0)
	e, ok := doc.Describe(kind + "." + member)
	return thing{role: isMember, name: e.Name, entry: &e}, ok && kind != ""
}

// active returns the index of the parameter that the argument at the cursor is for, -1 for none.
func (c Call) active(b bracket) int {
	if b.keyword != "" {
		return slices.IndexFunc(c.Params, func(p doc.Param) bool { return p.Name == b.keyword && p.Named })
	}
	for i, p := range c.Params {
		if strings.HasPrefix(p.Label, "*") || i == b.commas {
			return i
		}
	}
	return -1
}

// declaration returns the head of a def as its signature.
func (s *Script) declaration(d *syntax.DefStmt) string {
	labels := make([]string, len(d.Params))
	for i, p := range d.Params {
		labels[i] = s.source(p)
	}
	return d.Name.Name + "(" + strings.Join(labels, ", ") + ")"
}

// source returns the text of a node on one line.
func (s *Script) source(n syntax.Node) string {
	if u, ok := n.(*syntax.UnaryExpr); ok && u.X == nil {
		return "*"
	}
	start, end := n.Span()
	from := s.offset(start)
	return strings.Join(strings.Fields(s.Text[from:max(from, s.offset(end))]), " ")
}

// params describes the parameters of a def, with what its docstring says of them.
func (s *Script) params(d *syntax.DefStmt) []doc.Param {
	_, args := params.ParseDocstring(docstring(d.Body))
	var out []doc.Param
	for _, p := range d.Params {
		if id := starlib.ParamName(p); id != nil {
			_, star := p.(*syntax.UnaryExpr)
			out = append(out, doc.Param{Name: id.Name, Label: s.source(p), Doc: args[id.Name], Named: !star})
		}
	}
	return out
}

// docstring returns the text at the head of statements, "" for none.
func docstring(body []syntax.Stmt) string {
	if len(body) > 0 {
		if e, ok := body[0].(*syntax.ExprStmt); ok {
			if lit, ok := e.X.(*syntax.Literal); ok {
				text, _ := lit.Value.(string)
				return text
			}
		}
	}
	return ""
}

// documented returns the docstring of a function, its indentation taken off.
func documented(d *syntax.DefStmt) string {
	text, _ := params.ParseDocstring(docstring(d.Body))
	return text
}
