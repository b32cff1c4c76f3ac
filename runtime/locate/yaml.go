package locate

// This file locates values in YAML: a library parses and tells where nodes start, and their ends are found here.

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"devstar/runtime/match"
)

// findYAML locates a value in each document of a YAML text. Aliases and merged mappings are followed: the place is where
// the value is written.
func findYAML(text string, key Key) ([]Found, error) {
	docs, err := parseYAML(text)
	if err != nil {
		return nil, err
	}
	y := &yamlText{text: text, lines: yamlLines(text)}
	var out []Found
	for i, doc := range docs {
		at, err := y.follow(doc, key)
		if err != nil {
			return nil, err
		}
		if at.value == nil {
			continue
		}
		found, err := y.found(at)
		if err != nil {
			return nil, err
		}
		found.Document = i
		out = append(out, found)
	}
	return out, nil
}

// parseYAML returns the root of each document; nil for an empty one.
func parseYAML(text string) (docs []*yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = yamlError(fmt.Errorf("%v", p))
		}
	}()
	text = regexp.MustCompile(`(?m)^%YAML 1\.2`).ReplaceAllString(text, "%YAML 1.1") // which the parser knows; as long
	dec := yaml.NewDecoder(strings.NewReader(text))
	for {
		var doc yaml.Node
		err := dec.Decode(&doc)
		switch {
		case errors.Is(err, io.EOF):
			return docs, nil
		case err != nil:
			return nil, yamlError(err)
		case len(doc.Content) > 0:
			docs = append(docs, doc.Content[0])
		default:
			docs = append(docs, nil)
		}
	}
}

func yamlError(err error) *Error {
	e := &Error{Word: "syntax", Why: strings.TrimPrefix(err.Error(), "yaml: "), Next: "mend the file first: what cannot be read cannot be located"}
	if m := regexp.MustCompile(`^line (\d+): (.*)`).FindStringSubmatch(e.Why); m != nil {
		e.Line, _ = strconv.Atoi(m[1])
		e.Why = m[2]
	}
	return e
}

// place is a value and the key that names it, nil where none does.
type place struct{ key, value *yaml.Node }

// follow goes from the root of a document to the value at a key.
func (y *yamlText) follow(root *yaml.Node, key Key) (place, error) {
	at := place{value: root}
	for i, step := range key {
		at.value = target(at.value)
		if at.value == nil {
			return place{}, nil
		}
		next, err := y.child(at.value, step, 0)
		var twice *twiceError
		if errors.As(err, &twice) {
			return place{}, ambiguous(y.text, twice, key[:i+1])
		}
		if err != nil || next.value == nil {
			return place{}, err
		}
		at = next
	}
	return at, nil
}

// target follows aliases.
func target(n *yaml.Node) *yaml.Node {
	for i := 0; n != nil && n.Kind == yaml.AliasNode && i < maxDepth; i++ {
		n = n.Alias
	}
	return n
}

func (y *yamlText) child(n *yaml.Node, step Step, merges int) (place, error) {
	switch {
	case n.Kind == yaml.SequenceNode && !step.Named && step.Index < len(n.Content):
		return place{value: n.Content[step.Index]}, nil
	case n.Kind != yaml.MappingNode || !step.Named:
		return place{}, nil
	}
	var found place
	for i := 0; i+1 < len(n.Content); i += 2 {
		if k := target(n.Content[i]); k.Kind != yaml.ScalarNode || k.Value != step.Name || isMerge(n.Content[i]) {
			continue
		}
		if found.value != nil {
			return place{}, &twiceError{y.offset(found.key), y.offset(n.Content[i])}
		}
		found = place{n.Content[i], n.Content[i+1]}
	}
	if found.value != nil || merges > maxMerges {
		return found, nil
	}
	return y.merged(n, step, merges)
}

// maxMerges bounds how deeply merged mappings are followed.
const maxMerges = 20

func isMerge(key *yaml.Node) bool {
	return key.Kind == yaml.ScalarNode && key.Value == "<<" && key.ShortTag() == "!!merge"
}

// merged looks into the mappings that << brings in; the first that has the key counts.
func (y *yamlText) merged(n *yaml.Node, step Step, merges int) (place, error) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if !isMerge(n.Content[i]) {
			continue
		}
		sources := []*yaml.Node{n.Content[i+1]}
		if sources[0].Kind == yaml.SequenceNode {
			sources = sources[0].Content
		}
		for _, s := range sources {
			s = target(s)
			if s == nil || s.Kind != yaml.MappingNode {
				continue
			}
			if found, err := y.child(s, step, merges+1); err != nil || found.value != nil {
				return found, err
			}
		}
	}
	return place{}, nil
}

// found makes the result for a place.
func (y *yamlText) found(at place) (Found, error) {
	f := Found{Entry: match.Entry{Key: nowhere}}
	var err error
	if at.key != nil {
		if f.Key, err = y.span(at.key, nil, 0); err != nil {
			return f, err
		}
	}
	if f.Span, err = y.span(at.value, at.key, 0); err != nil {
		return f, err
	}
	f.Value, err = decodeYAML(at.value, 0, new(int))
	return f, err
}

// maxValues bounds what shared parts of a value spell out to.
const maxValues = 1_000_000

// decodeYAML decodes a node; made counts the values.
func decodeYAML(n *yaml.Node, depth int, made *int) (any, error) {
	*made++
	if depth > maxDepth || *made > maxValues {
		return nil, &Error{Word: "syntax", Line: n.Line, Why: "the value holds itself, or spells out to too much", Next: "locate a value inside of it"}
	}
	switch n = target(n); n.Kind {
	case yaml.MappingNode:
		return decodeMapping(n, depth, made)
	case yaml.SequenceNode:
		out := make([]any, len(n.Content))
		for i, e := range n.Content {
			v, err := decodeYAML(e, depth+1, made)
			if err != nil {
				return nil, err
			}
			out[i] = v
		}
		return out, nil
	}
	return decodeScalar(n), nil
}

func decodeMapping(n *yaml.Node, depth int, made *int) (any, error) {
	out := make(match.Members, 0, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		v, err := decodeYAML(n.Content[i+1], depth+1, made)
		if err != nil {
			return nil, err
		}
		out = append(out, match.Member{Name: target(n.Content[i]).Value, Value: v})
	}
	return out, nil
}

// decodeScalar returns nil, a boolean, a number or text; dates and binary data stay the text they are.
func decodeScalar(n *yaml.Node) any {
	switch n.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		var b bool
		if n.Decode(&b) == nil {
			return b
		}
	case "!!int":
		var i int64
		if n.Decode(&i) == nil {
			return i
		}
		if isDecimal(n.Value) {
			return decodeWord(strings.ReplaceAll(n.Value, "_", ""))
		}
	case "!!float":
		var f float64
		if n.Decode(&f) == nil {
			return f
		}
	}
	return n.Value
}

func isDecimal(s string) bool { return strings.Trim(s, "+-_0123456789") == "" }
