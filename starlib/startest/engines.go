package startest

// This file makes engines for format, lint and check of functions of the test.

import (
	"context"
	"fmt"
	"sync"

	"go.starlark.net/starlark"

	"devstar/runtime/diagnostic"
	"devstar/runtime/engine"
	"devstar/runtime/spec"
	"devstar/starlib"
)

// engines reads the argument engines: {"format": function(path, text) -> text, "lint": function(path, text) -> findings,
// "check": function({path: text}) -> findings}. A finding is a dict as report takes it.
func (t *testing) engines(thread *starlark.Thread, v starlark.Value) ([]engine.Engine, error) {
	if v == nil || v == starlark.None {
		return nil, nil
	}
	d, ok := v.(*starlark.Dict)
	if !ok {
		return nil, fmt.Errorf(`fixture: engines: want {"check": function}, got %s`, spec.Describe(v))
	}
	var out []engine.Engine
	for _, item := range d.Items() {
		step, _ := starlark.AsString(item[0])
		fn, ok := item[1].(starlark.Callable)
		if !ok {
			return nil, fmt.Errorf("fixture: engines: %s: want a function, got %s", item[0], spec.Describe(item[1]))
		}
		tool := &functionTool{fn: fn, thread: thread}
		e := engine.Engine{ID: "test-" + step, Origin: "fixture"}
		capability := &engine.Capability{Extensions: []string{"*"}, Summary: "function " + fn.Name()}
		switch engine.Step(step) {
		case engine.Format:
			capability.Tool, e.Formats = engine.ToolFunc(tool.format), capability
		case engine.Lint:
			capability.Tool, e.Lints = engine.ToolFunc(tool.lint), capability
		case engine.Check:
			capability.Tool, e.Checks = engine.ToolFunc(tool.check), capability
		default:
			return nil, fmt.Errorf("fixture: engines: %s is no step; the steps are format, lint and check", item[0])
		}
		out = append(out, e)
	}
	return out, nil
}

// functionTool calls a function of the test, one call at a time: it runs on the thread of the test, which waits meanwhile.
type functionTool struct {
	fn     starlark.Callable
	thread *starlark.Thread
	mu     sync.Mutex
}

func (f *functionTool) call(args ...starlark.Value) (starlark.Value, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return starlark.Call(f.thread, f.fn, args, nil)
}

func (f *functionTool) format(_ context.Context, r *engine.Request) (*engine.Response, error) {
	out := &engine.Response{Changed: map[string]string{}}
	for _, file := range r.Files {
		v, err := f.call(starlark.String(file.Path), starlark.String(file.Text))
		if err != nil {
			return nil, err
		}
		text, ok := starlark.AsString(v)
		if !ok {
			return nil, fmt.Errorf("the engine %s must return the text, not %s", f.fn.Name(), spec.Describe(v))
		}
		if text != file.Text {
			out.Changed[file.Path] = text
		}
	}
	return out, nil
}

func (f *functionTool) lint(_ context.Context, r *engine.Request) (*engine.Response, error) {
	out := &engine.Response{}
	for _, file := range r.Files {
		v, err := f.call(starlark.String(file.Path), starlark.String(file.Text))
		if err != nil {
			return nil, err
		}
		found, err := f.findings(v, file.Path)
		if err != nil {
			return nil, err
		}
		out.Diagnostics = append(out.Diagnostics, found...)
	}
	return out, nil
}

func (f *functionTool) check(_ context.Context, r *engine.Request) (*engine.Response, error) {
	files := starlark.NewDict(len(r.Files))
	for _, file := range r.Files {
		if err := files.SetKey(starlark.String(file.Path), starlark.String(file.Text)); err != nil {
			return nil, err
		}
	}
	v, err := f.call(files)
	if err != nil {
		return nil, err
	}
	found, err := f.findings(v, "")
	return &engine.Response{Diagnostics: found}, err
}

// findings reads what the function returned: None, or a list of dicts.
func (f *functionTool) findings(v starlark.Value, path string) (diagnostic.List, error) {
	data, err := starlib.Data(v)
	if err != nil {
		return nil, fmt.Errorf("the engine %s: %w", f.fn.Name(), err)
	}
	list, ok := data.([]any)
	if !ok && data != nil {
		return nil, fmt.Errorf(`the engine %s must return a list of {"message": ...}, got %s`, f.fn.Name(), spec.Describe(v))
	}
	var out diagnostic.List
	for _, e := range list {
		d, err := finding(e, path)
		if err != nil {
			return nil, fmt.Errorf("the engine %s: %w", f.fn.Name(), err)
		}
		out = append(out, d)
	}
	return out, nil
}

// findingKeys are the keys of a finding.
var findingKeys = []string{"path", "line", "column", "message", "rule", "severity"}

// finding reads one dict.
func finding(v any, path string) (diagnostic.Diagnostic, error) {
	d := diagnostic.Diagnostic{Path: path, Severity: diagnostic.Error}
	m, ok := v.(map[string]any)
	if !ok {
		return d, fmt.Errorf("a finding is a dict with message, got %s", spec.Describe(v))
	}
	for key, value := range m {
		text, isText := value.(string)
		number, isNumber := value.(int64)
		switch {
		case key == "path" && isText:
			d.Path = text
		case key == "message" && isText:
			d.Message = text
		case key == "rule" && isText:
			d.Rule = text
		case key == "severity" && (text == "error" || text == "warning" || text == "info"):
			d.Severity = diagnostic.Severity(text)
		case key == "line" && isNumber:
			d.Line = int(number)
		case key == "column" && isNumber:
			d.Column = int(number)
		default:
			return d, fmt.Errorf("%q cannot be %v; the keys of a finding are %v", key, value, findingKeys)
		}
	}
	if d.Message == "" {
		return d, fmt.Errorf("a finding needs a message")
	}
	return d, nil
}
