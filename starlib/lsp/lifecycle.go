package lsp

// This file begins and ends a connection, and lists what the server can do.

import (
	"encoding/json"
	"fmt"
	"slices"
)

// requests are the methods that are answered.
var requests = map[string]func(*server, json.RawMessage) (any, *rpcError){
	"initialize":                  (*server).initialize,
	"shutdown":                    (*server).shutdown,
	"textDocument/hover":          (*server).hover,
	"textDocument/completion":     (*server).completion,
	"completionItem/resolve":      (*server).resolve,
	"textDocument/signatureHelp":  (*server).signatureHelp,
	"textDocument/definition":     (*server).definition,
	"textDocument/documentSymbol": (*server).documentSymbol,
	"textDocument/formatting":     (*server).formatting,
	"textDocument/codeAction":     (*server).codeAction,
}

// notifications are the methods that are acted on; all others are dropped.
var notifications = map[string]func(*server, json.RawMessage) *rpcError{
	"initialized":                     (*server).initialized,
	"textDocument/didOpen":            (*server).didOpen,
	"textDocument/didChange":          (*server).didChange,
	"textDocument/didClose":           (*server).didClose,
	"textDocument/didSave":            (*server).didSave,
	"workspace/didChangeWatchedFiles": (*server).didSave,
}

func (s *server) initialize(params json.RawMessage) (any, *rpcError) {
	p, err := decode[initializeParams](params)
	if err != nil {
		return nil, err
	}
	s.markdown = slices.Contains(p.Capabilities.TextDocument.Hover.ContentFormat, "markdown")
	s.nested = p.Capabilities.TextDocument.DocumentSymbol.Hierarchical
	s.actions = p.Capabilities.TextDocument.CodeAction.Literal != nil
	s.watches = p.Capabilities.Workspace.Watch.Dynamic
	return map[string]any{
		"serverInfo": map[string]any{"name": "devstar", "version": s.Version},
		"capabilities": map[string]any{
			"positionEncoding":           "utf-16",
			"textDocumentSync":           map[string]any{"openClose": true, "change": 2, "save": map[string]any{"includeText": false}},
			"hoverProvider":              true,
			"completionProvider":         map[string]any{"triggerCharacters": []string{".", "(", "\"", "'"}, "resolveProvider": true},
			"signatureHelpProvider":      map[string]any{"triggerCharacters": []string{"(", ","}},
			"definitionProvider":         true,
			"documentSymbolProvider":     true,
			"documentFormattingProvider": true,
			"codeActionProvider":         map[string]any{"codeActionKinds": []string{quickFix}},
		},
	}, nil
}

// initialized asks the editor to tell when scripts and configurations change on disk.
func (s *server) initialized(json.RawMessage) *rpcError {
	if !s.watches {
		return nil
	}
	s.asked++
	watchers := []map[string]string{{"globPattern": "**/*.star"}, {"globPattern": "**/devstar.toml"}}
	failure := s.write(request{JSONRPC: "2.0", ID: fmt.Sprintf("devstar-%d", s.asked), Method: "client/registerCapability", Params: map[string]any{
		"registrations": []map[string]any{{"id": "watch", "method": "workspace/didChangeWatchedFiles", "registerOptions": map[string]any{"watchers": watchers}}},
	}})
	if failure != nil {
		return failed(codeInternal, "%v", failure)
	}
	return nil
}

func (s *server) shutdown(json.RawMessage) (any, *rpcError) {
	s.state = shut
	return nil, nil
}
