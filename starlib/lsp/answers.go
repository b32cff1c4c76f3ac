package lsp

// This file answers questions about places in documents.

import (
	"cmp"
	"encoding/json"
	"fmt"

	"devstar/starlib/assist"
)

// place reads the parameters of a question about a place.
func (s *server) place(params json.RawMessage) (*document, int, *rpcError) {
	p, err := decode[placeParams](params)
	if err != nil {
		return nil, 0, err
	}
	d, err := s.open(p.TextDocument.URI)
	if err != nil {
		return nil, 0, err
	}
	return d, d.at(p.Position), nil
}

func (s *server) open(uri string) (*document, *rpcError) {
	if d := s.docs[uri]; d != nil {
		return d, nil
	}
	return nil, failed(codeInvalidParams, "%s is not open", uri)
}

func (s *server) markup(text string) markup {
	if s.markdown {
		return markup{"markdown", text}
	}
	return markup{"plaintext", text}
}

// documentation is a text to show beside something, nil for none.
func (s *server) documentation(text string) *markup {
	if text == "" {
		return nil
	}
	m := s.markup(text)
	return &m
}

func (s *server) hover(params json.RawMessage) (any, *rpcError) {
	d, at, err := s.place(params)
	if err != nil {
		return nil, err
	}
	text, where, ok := s.script(d).Hover(at)
	if !ok {
		return nil, nil
	}
	return hover{s.markup(text), d.span(where)}, nil
}

// itemKinds are the kinds of the protocol.
var itemKinds = map[assist.Kind]int{assist.Method: 2, assist.Function: 3, assist.Field: 5, assist.Variable: 6, assist.Module: 9,
	assist.Parameter: 10, assist.Choice: 12, assist.Keyword: 14, assist.Constant: 21}

// ranks order the items: what only fits here comes first, words of the syntax last.
func rank(k assist.Kind) string {
	switch k {
	case assist.Parameter, assist.Choice:
		return "0"
	case assist.Keyword:
		return "2"
	}
	return "1"
}

func (s *server) completion(params json.RawMessage) (any, *rpcError) {
	d, at, err := s.place(params)
	if err != nil {
		return nil, err
	}
	list, start := s.script(d).Complete(at)
	out := completionList{Items: []completionItem{}}
	where := d.span(assist.Place{Start: start, End: at})
	for _, c := range list {
		item := completionItem{Label: c.Label, Kind: itemKinds[c.Kind], Detail: c.Detail, Documentation: s.documentation(c.Doc), SortText: rank(c.Kind) + c.Label}
		if where.Start.Line == where.End.Line {
			item.TextEdit = &textEdit{where, c.Label}
		}
		if c.Name != "" {
			item.Data, _ = json.Marshal(c.Name) // a string can be marshaled
		}
		out.Items = append(out.Items, item)
	}
	return out, nil
}

// resolve adds the documentation of a builtin to an item.
func (s *server) resolve(params json.RawMessage) (any, *rpcError) {
	var item map[string]json.RawMessage // with all that the editor has put in
	if failure := json.Unmarshal(params, &item); failure != nil || item == nil {
		return nil, failed(codeInvalidParams, "the parameters are no item")
	}
	name := ""
	if json.Unmarshal(item["data"], &name) == nil && name != "" {
		if text := s.documentation(assist.Describe(name)); text != nil {
			item["documentation"], _ = json.Marshal(text) // strings can be marshaled
		}
	}
	return item, nil
}

func (s *server) signatureHelp(params json.RawMessage) (any, *rpcError) {
	d, at, err := s.place(params)
	if err != nil {
		return nil, err
	}
	call, ok := s.script(d).Signature(at)
	if !ok {
		return nil, nil
	}
	sig := signature{Label: call.Label, Documentation: s.documentation(call.Doc), Parameters: []parameter{}}
	for _, p := range call.Params {
		sig.Parameters = append(sig.Parameters, parameter{p.Label, p.Doc})
	}
	active := call.Active
	if active < 0 {
		active = len(call.Params) // none
	}
	return signatureHelp{Signatures: []signature{sig}, ActiveParameter: active}, nil
}

func (s *server) definition(params json.RawMessage) (any, *rpcError) {
	d, at, err := s.place(params)
	if err != nil {
		return nil, err
	}
	script := s.script(d)
	where, _, ok := script.Definition(at)
	if !ok {
		return nil, nil
	}
	there := d
	if where.File != d.name {
		there = &document{}
		there.setText(script.TextOf(where))
	}
	return location{s.uriOf(where.File), there.span(where)}, nil
}

// document is the open document that a request is about.
func (s *server) document(params json.RawMessage) (*document, *rpcError) {
	p, err := decode[documentParams](params)
	if err != nil {
		return nil, err
	}
	return s.open(p.TextDocument.URI)
}

// symbolKinds are the kinds of the protocol.
var symbolKinds = map[assist.Kind]int{assist.Module: 2, assist.Function: 12, assist.Variable: 13, assist.Constant: 14}

func (s *server) documentSymbol(params json.RawMessage) (any, *rpcError) {
	d, err := s.document(params)
	if err != nil {
		return nil, err
	}
	symbols := s.script(d).Symbols()
	if s.nested {
		return d.symbols(symbols), nil
	}
	return d.flat([]symbolInformation{}, symbols), nil
}

func (d *document) symbols(list []assist.Symbol) []documentSymbol {
	out := []documentSymbol{}
	for _, y := range list {
		out = append(out, documentSymbol{Name: cmp.Or(y.Name, "?"), Detail: y.Detail, Kind: symbolKinds[y.Kind], Range: d.span(y.Whole),
			SelectionRange: d.span(y.At), Children: d.symbols(y.Inner)})
	}
	return out
}

func (d *document) flat(out []symbolInformation, list []assist.Symbol) []symbolInformation {
	for _, y := range list {
		out = append(out, symbolInformation{cmp.Or(y.Name, "?"), symbolKinds[y.Kind], location{d.uri, d.span(y.Whole)}})
		out = d.flat(out, y.Inner)
	}
	return out
}

// quickFix is the kind of the actions there are.
const quickFix = "quickfix"

func (s *server) codeAction(params json.RawMessage) (any, *rpcError) {
	p, err := decode[codeActionParams](params)
	if err != nil {
		return nil, err
	}
	d, err := s.open(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	out := []codeAction{}
	if !s.actions || !wanted(p.Context.Only) {
		return out, nil
	}
	if d.stale {
		s.check(d)
		d.stale = true // it is still to be published
	}
	for _, found := range d.found {
		if found.fix == nil || before(found.Range.End, p.Range.Start) || before(p.Range.End, found.Range.Start) {
			continue
		}
		edit := textEdit{d.span(found.fix.Place), found.fix.Text}
		out = append(out, codeAction{Title: fmt.Sprintf("Change to %q", found.fix.Text), Kind: quickFix, IsPreferred: true,
			Diagnostics: []diagnostic{found.diagnostic}, Edit: workspaceEdit{map[string][]textEdit{d.uri: {edit}}}})
	}
	return out, nil
}

// wanted reports whether quick fixes are among the kinds that an editor asks for.
func wanted(only []string) bool {
	for _, kind := range only {
		if kind == quickFix || kind == "" {
			return true
		}
	}
	return len(only) == 0
}

func before(a, b position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
}
