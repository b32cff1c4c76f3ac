package runtime

// This file decodes JSON strictly: no repeated keys, integers stay integers, nothing after the value.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// jsonError is a mistake in the text of a plan.
type jsonError struct {
	Line, Column int
	Message      string
}

// Error returns the message with its place.
func (e *jsonError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// decodePlan decodes JSON into nil, bool, int64, float64, string, []any and map[string]any. lines gives, for each element
// of the list under "steps", the line on which it starts.
func decodePlan(data []byte) (v any, lines map[int]int, err error) {
	d := &decoder{data: data, json: json.NewDecoder(bytes.NewReader(data)), lines: map[int]int{}}
	d.json.UseNumber()
	if !utf8.Valid(data) {
		return nil, nil, d.fail("the plan is not UTF-8")
	}
	if at := loneSurrogate(data); at >= 0 {
		return nil, nil, d.failAt(int64(at), `a \u escape is half of a surrogate pair`)
	}
	if v, err = d.value(""); err != nil {
		return nil, nil, err
	}
	if _, err := d.json.Token(); !errors.Is(err, io.EOF) {
		return nil, nil, d.fail("text after the end of the plan")
	}
	return v, d.lines, nil
}

type decoder struct {
	data  []byte
	json  *json.Decoder
	lines map[int]int
}

func (d *decoder) fail(format string, args ...any) error {
	return d.failAt(d.json.InputOffset(), format, args...)
}

func (d *decoder) failAt(offset int64, format string, args ...any) error {
	before := d.data[:min(int(offset), len(d.data))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return &jsonError{Line: bytes.Count(before, []byte("\n")) + 1, Column: utf8.RuneCount(before[start:]) + 1, Message: fmt.Sprintf(format, args...)}
}

func (d *decoder) token() (json.Token, error) {
	t, err := d.json.Token()
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, d.failAt(syntax.Offset, "%s", syntax.Error())
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, d.failAt(int64(len(d.data)), "the plan ends in the middle")
	case err != nil:
		return nil, d.fail("%v", err)
	}
	return t, nil
}

// value decodes one value; at is where it stands, as far as steps are concerned.
func (d *decoder) value(at string) (any, error) {
	t, err := d.token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case json.Delim:
		if t == '{' {
			return d.object(at)
		}
		return d.list(at)
	case json.Number:
		return number(t)
	}
	return t, nil
}

func (d *decoder) object(at string) (any, error) {
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
		if out[key], err = d.value(at + "." + key); err != nil {
			return nil, err
		}
	}
	_, err := d.token()
	return out, err
}

func (d *decoder) list(at string) (any, error) {
	out := []any{}
	for d.json.More() {
		if at == ".steps" {
			d.lines[len(out)] = d.lineOfNext()
		}
		v, err := d.value("")
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	_, err := d.token()
	return out, err
}

// lineOfNext returns the line on which the next value starts.
func (d *decoder) lineOfNext() int {
	at := int(d.json.InputOffset())
	for at < len(d.data) && strings.IndexByte(" \t\r\n,", d.data[at]) >= 0 {
		at++
	}
	return bytes.Count(d.data[:at], []byte("\n")) + 1
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

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
