package config

// This file decodes TOML and remembers on which line each key stands.

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"devstar/runtime/spec"
)

// document is a decoded file.
type document struct {
	file  string
	value map[string]any
	lines map[string]int // by key, such as "engine[0].lint.input"
}

func decode(file string, text []byte) (*document, error) {
	d := &document{file: file, value: map[string]any{}, lines: map[string]int{}}
	err := toml.Unmarshal(text, &d.value)
	var at *toml.DecodeError
	switch {
	case errors.As(err, &at):
		line, _ := at.Position()
		return nil, &Error{File: file, Line: line, Key: strings.Join(at.Key(), "."), Message: strings.TrimPrefix(at.Error(), "toml: "),
			Next: "see https://toml.io for the form of the file"}
	case err != nil:
		return nil, &Error{File: file, Message: strings.TrimPrefix(err.Error(), "toml: ")}
	}
	d.index(text)
	return d, nil
}

// index walks the expressions of a text that is known to be good.
func (d *document) index(text []byte) {
	var p unstable.Parser
	p.Reset(text)
	counts := map[string]int{} // elements of arrays of tables
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table:
			table = d.note(&p, e, "", counts)
		case unstable.ArrayTable:
			counts[d.key(e, "", counts, true)]++
			table = d.note(&p, e, "", counts)
		case unstable.KeyValue:
			d.note(&p, e, table, counts)
		}
	}
}

// note remembers the line of an expression and returns its key.
func (d *document) note(p *unstable.Parser, e *unstable.Node, table string, counts map[string]int) string {
	key := d.key(e, table, counts, false)
	it := e.Key()
	if it.Next() {
		if _, known := d.lines[key]; !known {
			d.lines[key] = p.Shape(it.Node().Raw).Start.Line
		}
	}
	return key
}

// key spells the key of an expression, with the numbers of array elements. bare leaves out the last number.
func (d *document) key(e *unstable.Node, table string, counts map[string]int, bare bool) string {
	key := table
	for it := e.Key(); it.Next(); {
		if key != "" {
			key += "."
		}
		key += string(it.Node().Data)
		if n := counts[key]; n > 0 && !(bare && it.IsLast()) {
			key += "[" + strconv.Itoa(n-1) + "]"
		}
	}
	return key
}

// line returns the line of a key; where it has none, that of the nearest one around it.
func (d *document) line(key string) int {
	for {
		if n, ok := d.lines[key]; ok {
			return n
		}
		i := strings.LastIndexAny(key, ".[")
		if i < 0 {
			return 0
		}
		key = key[:i]
	}
}

// refuse makes the error for a key.
func (d *document) refuse(key, next, format string, args ...any) error {
	return &Error{File: d.file, Line: d.line(key), Key: key, Message: fmt.Sprintf(format, args...), Next: next}
}

// validate checks the form of the whole file.
func (d *document) validate() error {
	if err := spec.Validate(fileType(), d.value, "file"); err != nil {
		return d.refuse(culprit(strings.TrimPrefix(strings.TrimPrefix(err.Param, "file"), "."), err.Message), err.Next, "%s", err.Message)
	}
	return nil
}

// culprit is the key that a message is about: an unknown one stands below the place of the mistake.
func culprit(key, message string) string {
	quoted, ok := strings.CutPrefix(message, "unknown key ")
	if !ok {
		return key
	}
	prefix, err := strconv.QuotedPrefix(quoted)
	if err != nil {
		return key
	}
	name, _ := strconv.Unquote(prefix)
	return strings.TrimPrefix(key+"."+name, ".")
}

// table returns the table under a key, nil for none.
func (d *document) table(key string) spec.Args {
	t, _ := d.value[key].(map[string]any)
	return t
}
