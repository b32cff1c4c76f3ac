package lsp

// This file takes in what the editor does to documents.

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

func (s *server) didOpen(params json.RawMessage) *rpcError {
	p, err := decode[openParams](params)
	if err != nil {
		return err
	}
	d := &document{uri: p.TextDocument.URI, name: nameOf(p.TextDocument.URI), version: p.TextDocument.Version}
	d.setText(p.TextDocument.Text)
	s.docs[d.uri] = d
	s.touched(d.name)
	return nil
}

func (s *server) didChange(params json.RawMessage) *rpcError {
	p, err := decode[changeParams](params)
	if err != nil {
		return err
	}
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return failed(codeInvalidParams, "%s is not open", p.TextDocument.URI)
	}
	d.version = p.TextDocument.Version
	d.apply(p.ContentChanges)
	s.touched(d.name)
	return nil
}

func (s *server) didClose(params json.RawMessage) *rpcError {
	p, err := decode[documentParams](params)
	if err != nil {
		return err
	}
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return failed(codeInvalidParams, "%s is not open", p.TextDocument.URI)
	}
	delete(s.docs, d.uri)
	s.touched(d.name)
	if failure := s.tell("textDocument/publishDiagnostics", publishParams{URI: d.uri, Diagnostics: []diagnostic{}}); failure != nil {
		return failed(codeInternal, "%v", failure)
	}
	return nil
}

// didSave looks at everything anew: any file may be loaded by any script.
func (s *server) didSave(json.RawMessage) *rpcError {
	for _, d := range s.docs {
		d.stale, d.script = true, nil
	}
	return nil
}

// touched marks the documents that load a file.
func (s *server) touched(name string) {
	for _, d := range s.docs {
		if d.needs[name] {
			d.stale, d.script = true, nil
		}
	}
}

// sorted returns the open documents in a fixed order.
func (s *server) sorted() []*document {
	return slices.SortedFunc(maps.Values(s.docs), func(a, b *document) int { return strings.Compare(a.uri, b.uri) })
}

// buffer returns the text of a file that is open.
func (s *server) buffer(name string) (string, bool) {
	for _, d := range s.docs {
		if d.name == name {
			text, _ := d.code()
			return text, true
		}
	}
	return "", false
}
