package config

// This file makes engines from their tables.

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"devstar/runtime/diagnostic"
	"devstar/runtime/engine"
	"devstar/runtime/engine/builtin"
	"devstar/runtime/engine/command"
	"devstar/runtime/engine/output"
	"devstar/runtime/spec"
	"devstar/workspace"
)

func (c *Config) readEngines(o Options) error {
	list, _ := c.doc.value["engine"].([]any)
	for i, v := range list {
		r := engineReader{doc: c.doc, options: o, key: fmt.Sprintf("engine[%d]", i), table: v.(map[string]any)}
		e, err := r.engine()
		if err != nil {
			return err
		}
		e.Origin = fmt.Sprintf("%s:%d", c.File, c.doc.line(r.key))
		c.Engines = append(c.Engines, e)
		if _, err := engine.New(slices.Clone(c.Engines)); err != nil {
			return r.declaration(err)
		}
	}
	return nil
}

// engineReader reads one [[engine]].
type engineReader struct {
	doc     *document
	options Options
	key     string
	table   spec.Args
}

// declaration places an error of a declaration.
func (r *engineReader) declaration(err error) error {
	var d *engine.DeclarationError
	if errors.As(err, &d) {
		return r.refuse(strings.TrimPrefix("."+d.Field, ".."), "", "%s", d.Message)
	}
	return err
}

// refuse makes the error for a key below the engine, such as ".lint.input".
func (r *engineReader) refuse(key, next, format string, args ...any) error {
	return r.doc.refuse(strings.TrimSuffix(r.key+key, "."), next, format, args...)
}

func (r *engineReader) engine() (engine.Engine, error) {
	if r.table.Has("builtin") {
		return r.builtin()
	}
	for _, key := range []string{"extensions", "scope"} {
		if r.table.Has(key) {
			return engine.Engine{}, r.refuse("."+key, "move it into [engine.format], [engine.lint] or [engine.check]", "%s stands here only beside builtin", key)
		}
	}
	e := engine.Engine{ID: r.table.String("id")}
	for _, step := range engine.Steps() {
		table, ok := r.table[string(step)].(map[string]any)
		if !ok {
			continue
		}
		t := toolReader{engineReader: r, step: step, at: "." + string(step), table: table}
		c, err := t.capability()
		if err != nil {
			return e, err
		}
		switch step {
		case engine.Format:
			e.Formats = c
		case engine.Lint:
			e.Lints = c
		default:
			e.Checks = c
		}
	}
	return e, nil
}

// builtin makes an engine that is in the binary.
func (r *engineReader) builtin() (engine.Engine, error) {
	for _, step := range engine.Steps() {
		if r.table.Has(string(step)) {
			return engine.Engine{}, r.refuse("."+string(step), "give it an [[engine]] of its own", "a builtin has its own %s", step)
		}
	}
	known := r.options.builtins()
	name := r.table.String("builtin")
	make, ok := known[name]
	if !ok {
		names := slices.Sorted(maps.Keys(known))
		return engine.Engine{}, r.refuse(".builtin", spec.Suggest(name, names), "there is no builtin %q; there are %s", name, strings.Join(names, ", "))
	}
	e := make(r.table.String("id"))
	for _, step := range engine.Steps() {
		if c := e.For(step); c != nil {
			if x := r.table.Strings("extensions"); x != nil {
				c.Extensions = x
			}
			c.Scope = r.table.Strings("scope")
		}
	}
	return e, nil
}

// builtins are all engines of the binary by name.
func (o Options) builtins() map[string]func(string) engine.Engine {
	all := map[string]func(string) engine.Engine{}
	for _, b := range builtin.Table() {
		all[b.Name] = b.Engine
	}
	maps.Copy(all, o.Builtins)
	return all
}

// toolReader reads one capability of a command.
type toolReader struct {
	*engineReader
	step  engine.Step
	at    string // ".lint"
	table spec.Args
}

func (t *toolReader) refuse(key, next, format string, args ...any) error {
	return t.engineReader.refuse(t.at+key, next, format, args...)
}

// capability makes the capability and its tool.
func (t *toolReader) capability() (*engine.Capability, error) {
	tool := &command.Tool{Args: t.table.Strings("command"), Fix: t.table.Strings("fix_command")}
	input := t.input()
	tool.Stdin = input == inputStdin
	for _, read := range []func(*command.Tool) error{t.commands, t.codes, t.timeout, t.environment, t.output} {
		if err := read(tool); err != nil {
			return nil, err
		}
	}
	links, err := t.links(input)
	if err != nil {
		return nil, err
	}
	return &engine.Capability{
		Extensions: t.table.Strings("extensions"), Scope: t.table.Strings("scope"),
		InPlace: input == inputDisk, Shadow: input == inputShadow, NeedsDir: true, Link: links,
		Generates: t.table.Bool("generates"), Fixable: tool.Fix != nil, Tool: tool, Summary: strings.Join(tool.Args, " "),
	}, nil
}

// input is what a tool sees: by default one file at a time, and for check the private directory.
func (t *toolReader) input() string {
	switch {
	case t.table.Has("input"):
		return t.table.String("input")
	case t.step == engine.Check:
		return inputShadow
	}
	return inputStdin
}

func (t *toolReader) commands(tool *command.Tool) error {
	if t.step == engine.Check && tool.Stdin {
		return t.refuse(".input", `use "shadow"`, "check runs once over the whole tree, not on one file")
	}
	if t.table.Bool("generates") && tool.Stdin {
		return t.refuse(".generates", `use input = "shadow"`, "a command that gets one file at a time cannot add others")
	}
	for _, key := range []string{"command", "fix_command"} {
		if !t.table.Has(key) {
			continue
		}
		if err := command.CheckArgs(t.table.Strings(key), tool.Stdin); err != nil {
			return t.refuse("."+key, "", "%v", err)
		}
	}
	return nil
}

func (t *toolReader) codes(tool *command.Tool) error {
	list, _ := t.table["ok_exit_codes"].([]any)
	for i, v := range list {
		n := v.(int64)
		if n < 0 || n > 255 {
			return t.refuse(fmt.Sprintf(".ok_exit_codes[%d]", i), "", "%d is no exit code: want 0 to 255", n)
		}
		tool.OK = append(tool.OK, int(n))
	}
	return nil
}

func (t *toolReader) timeout(tool *command.Tool) error {
	if !t.table.Has("timeout") {
		return nil
	}
	d, err := time.ParseDuration(t.table.String("timeout"))
	if err != nil || d <= 0 {
		return t.refuse(".timeout", `write "90s" or "2m"`, "%q is no duration above 0", t.table.String("timeout"))
	}
	tool.Timeout = d
	return nil
}

func (t *toolReader) environment(tool *command.Tool) error {
	set := map[string]string{}
	if v, given := t.table["env"]; given {
		table, ok := v.(map[string]any)
		if !ok {
			return t.refuse(".env", `write env = { NAME = "value" }`, "want a table of strings, got %s", spec.Describe(v))
		}
		for _, name := range slices.Sorted(maps.Keys(table)) {
			value, ok := table[name].(string)
			if !ok || name == "" || strings.ContainsAny(name+value, "\x00") || strings.Contains(name, "=") {
				return t.refuse(".env."+name, "", "want a variable with a string, got %s", spec.Describe(table[name]))
			}
			set[name] = value
		}
	}
	lookup := t.options.Lookup
	if lookup == nil {
		lookup = func(string) (string, bool) { return "", false }
	}
	tool.Env = command.Environment(lookup, t.table.Strings("pass_env"), set)
	return nil
}

func (t *toolReader) output(tool *command.Tool) (err error) {
	switch v := t.table["output"].(type) {
	case nil:
		return nil
	case string:
		tool.Output, err = output.Named(v)
	case []any:
		tool.Output, err = output.Patterns(t.table.Strings("output"))
		if len(t.table.Strings("output")) != len(v) {
			err = fmt.Errorf("want a list of strings")
		}
	default:
		err = fmt.Errorf("want a name or a list of errorformat patterns, got %s", spec.Describe(v))
	}
	if err != nil {
		return t.refuse(".output", `write output = "sarif", or output = ["%f:%l:%c: %m"]`, "%v", err)
	}
	tool.Output.Severity = diagnostic.Severity(t.table.String("severity"))
	return nil
}

// links are the directories of shadow_link.
func (t *toolReader) links(input string) ([]string, error) {
	if t.table.Has("shadow_link") && input != inputShadow {
		return nil, t.refuse(".shadow_link", "", `it has a meaning only with input = "shadow"`)
	}
	var out []string
	for i, name := range t.table.Strings("shadow_link") {
		p, err := workspace.ParsePath(strings.TrimSuffix(name, "/"))
		if err != nil || workspace.IsGlob(name) {
			return nil, t.refuse(fmt.Sprintf(".shadow_link[%d]", i), `name a directory from the root, such as "node_modules"`, "%q is no directory inside the root", name)
		}
		out = append(out, string(p))
	}
	return out, nil
}
