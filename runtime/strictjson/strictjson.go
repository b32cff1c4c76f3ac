// Package strictjson decodes JSON without forgiving anything: no repeated keys, integers stay integers, no lone surrogates,
// nothing after the value. It tells on which line each value stands. It validates no schema.
package strictjson

// This file decodes values and keeps their places.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error is a mistake in the text; Line and Column are 1-based, columns count code points.
type Error struct {
	Line, Column int
	Message      string
}

// Error returns the message with its place.
func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// Document is a decoded text.
type Document struct {
	Value any            // nil, bool, int64, float64, string, []any or map[string]any
	lines map[string]int // by path
}

// Line returns the 1-based line on which the value at a path such as "steps[2]" or "rules[0].action" starts; where there
// is no such value, that of the nearest value around it.
func (d *Document) Line(path string) int {
	for {
		if n, ok := d.lines[path]; ok {
			return n
		}
		i := strings.LastIndexAny(path, ".[")
		if i < 0 {
			return d.lines[""]
		}
		path = path[:i]
	}
}

// Decode decodes one value. The error is an *Error.
func Decode(data []byte) (*Document, error) {
	d := &decoder{data: data, json: json.NewDecoder(bytes.NewReader(data)), lines: map[string]int{}}
	d.json.UseNumber()
	if !utf8.Valid(data) {
		return nil, d.fail("the text is not UTF-8")
	}
	if at := loneSurrogate(data); at >= 0 {
		return nil, d.failAt(int64(at), `a \u escape is half of a surrogate pair`)
	}
	v, err := d.value("")
	if err != nil {
		return nil, err
	}
	if _, err := d.json.Token(); !errors.Is(err, io.EOF) {
		return nil, d.fail("there is text after the end of the value")
	}
	return &Document{Value: v, lines: d.lines}, nil
}

// decoder walks the tokens; line is that of the byte at offset seen.
type decoder struct {
	data       []byte
	json       *json.Decoder
	lines      map[string]int
	seen, line int
}

func (d *decoder) fail(format string, args ...any) error {
	return d.failAt(d.json.InputOffset(), format, args...)
}

func (d *decoder) failAt(offset int64, format string, args ...any) error {
	before := d.data[:min(int(offset), len(d.data))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return &Error{Line: bytes.Count(before, []byte("\n")) + 1, Column: utf8.RuneCount(before[start:]) + 1, Message: fmt.Sprintf(format, args...)}
}

func (d *decoder) token() (json.Token, error) {
	t, err := d.json.Token()
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, d.failAt(syntax.Offset, "%s", syntax.Error())
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, d.failAt(int64(len(d.data)), "the text ends in the middle of a value")
	case err != nil:
		return nil, d.fail("%v", err)
	}
	return t, nil
}

// value decodes one value; path is where it stands.
func (d *decoder) value(path string) (any, error) {
	d.lines[path] = d.lineOfNext()
	t, err := d.token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case json.Delim:
		if t == '{' {
			return d.object(path)
		}
		return d.list(path)
	case json.Number:
		return number(t)
	}
	return t, nil
}

func (d *decoder) object(path string) (any, error) {
	out := map[string]any{}
	for d.json.More() {
		t, err := d.token()
		if err != nil {
			return nil, err
		}
		key := t.(string)
		if _, twice := out[key]; twice {
			return nil, d.fail("the key %q is given twice", key)
		}
		if out[key], err = d.value(strings.TrimPrefix(path+"."+key, ".")); err != nil {
			return nil, err
		}
	}
	_, err := d.token()
	return out, err
}

func (d *decoder) list(path string) (any, error) {
	out := []any{}
	for d.json.More() {
		v, err := d.value(path + "[" + strconv.Itoa(len(out)) + "]")
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	_, err := d.token()
	return out, err
}

// lineOfNext returns the line on which the next value starts; it only ever moves forward.
func (d *decoder) lineOfNext() int {
	at := int(d.json.InputOffset())
	for at < len(d.data) && strings.IndexByte(" \t\r\n,:", d.data[at]) >= 0 {
		at++
	}
	d.line += bytes.Count(d.data[d.seen:at], []byte("\n"))
	d.seen = at
	return d.line + 1
}

// number keeps integers integers: what has a fraction or an exponent is a float64, and so is what int64 cannot hold.
func number(n json.Number) (any, error) {
	if i, err := strconv.ParseInt(string(n), 10, 64); err == nil {
		return i, nil
	}
	return n.Float64()
}

// loneSurrogate returns the offset of a \u escape that is half of a surrogate pair, -1 for none. A decoder would turn it
// into U+FFFD without a word.
func loneSurrogate(data []byte) int {
	for i := 0; i+1 < len(data); i++ {
		if data[i] != '\\' {
			continue
		}
		unit, ok := escape(data[i:])
		if !ok {
			i++
			continue
		}
		if unit >= 0xdc00 && unit < 0xe000 {
			return i
		}
		if unit >= 0xd800 && unit < 0xdc00 {
			low, ok := escape(data[min(i+6, len(data)):])
			if !ok || low < 0xdc00 || low >= 0xe000 {
				return i
			}
			i += 6
		}
		i += 5
	}
	return -1
}

// escape reads \uXXXX at the start of s.
func escape(s []byte) (uint64, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(s[2:6]), 16, 32)
	return n, err == nil
}
