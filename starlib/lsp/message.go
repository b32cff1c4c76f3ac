package lsp

// This file reads and writes the messages of JSON-RPC 2.0.

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// The codes of errors.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeNoMethod       = -32601
	codeInvalidParams  = -32602
	codeInternal       = -32603
	codeNotInitialized = -32002
	codeFailed         = -32803
	codeCanceled       = -32800
)

// rpcError is the error of a request.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *rpcError) Error() string { return e.Message }

func failed(code int, format string, args ...any) *rpcError {
	return &rpcError{code, fmt.Sprintf(format, args...)}
}

// message is what came in: a request, a notification (no id), or a mistake (bad).
type message struct {
	id     json.RawMessage // as it is to be given back
	method string
	params json.RawMessage
	bad    *rpcError
}

// parseMessage reads a message; ok is false for the response to a request of the server's own, which nobody waits for.
func parseMessage(body []byte) (m message, ok bool) {
	var raw struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Method  *string         `json:"method"`
		Params  json.RawMessage `json:"params"`
		Result  json.RawMessage `json:"result"`
		Error   json.RawMessage `json:"error"`
	}
	if err := json.Unmarshal(body, &raw); err != nil {
		m.bad = failed(codeInvalidRequest, "the message is no request: %v", err)
		if !json.Valid(body) {
			m.bad = failed(codeParse, "the message is no JSON: %v", err)
		}
		return m, true
	}
	if validID(raw.ID) {
		m.id = raw.ID
	}
	switch {
	case raw.JSONRPC != "2.0":
		m.bad = failed(codeInvalidRequest, `the message has no "jsonrpc": "2.0"`)
	case raw.Method == nil && (raw.Result != nil || raw.Error != nil):
		return m, false
	case raw.Method == nil:
		m.bad = failed(codeInvalidRequest, "the message has no method")
	case raw.ID != nil && m.id == nil:
		m.bad = failed(codeInvalidRequest, "the id of a request is a number or a string")
	default:
		m.method, m.params = *raw.Method, raw.Params
	}
	return m, true
}

// validID reports whether an id is a number or a string.
func validID(id json.RawMessage) bool {
	id = bytes.TrimSpace(id)
	return len(id) > 0 && (id[0] == '"' || id[0] == '-' || id[0] >= '0' && id[0] <= '9')
}

// response is the answer to a request.
type response struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"` // null where the request could not be read
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

// request is what the server itself asks, or tells where there is no id.
type request struct {
	JSONRPC string `json:"jsonrpc"`
	ID      string `json:"id,omitempty"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

// answer makes the response to a request.
func answer(id json.RawMessage, result any, err *rpcError) response {
	r := response{JSONRPC: "2.0", ID: id, Error: err}
	if err != nil {
		return r
	}
	body, failure := json.Marshal(result)
	if failure != nil {
		r.Error = failed(codeInternal, "%v", failure)
		return r
	}
	r.Result = body
	return r
}
