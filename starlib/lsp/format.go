package lsp

// This file lays documents out.

import (
	"encoding/json"
	"strings"

	"devstar/starlib/assist"
)

func (s *server) formatting(params json.RawMessage) (any, *rpcError) {
	d, err := s.document(params)
	if err != nil {
		return nil, err
	}
	text, _ := d.code()
	out, failure := s.Format(d.name, text)
	if failure != nil {
		return nil, failed(codeFailed, "%v", failure)
	}
	return d.difference(text, out), nil
}

// difference is the edit of the lines that differ, between those that are equal at both ends; none when all are.
func (d *document) difference(old, text string) []textEdit {
	if old == text {
		return []textEdit{}
	}
	a, b := strings.SplitAfter(old, "\n"), strings.SplitAfter(text, "\n")
	start, end := 0, len(old)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		start += len(a[0])
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		end -= len(a[len(a)-1])
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return []textEdit{{d.span(assist.Place{Start: start, End: end}), strings.Join(b, "")}}
}
