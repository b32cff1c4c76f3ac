package builtin

// This file formats and reads Go.

import (
	"errors"
	"go/format"
	"go/parser"
	"go/scanner"
	"go/token"

	"devstar/runtime/diagnostic"
)

func formatGo(_, text string) (string, error) {
	out, err := format.Source([]byte(text))
	return string(out), err
}

func lintGo(path, text string) diagnostic.List {
	_, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		return nil
	}
	var out diagnostic.List
	for _, e := range list {
		out = append(out, syntaxError(e.Pos.Line, e.Pos.Column, e.Msg))
	}
	return out
}
