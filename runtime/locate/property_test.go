package locate_test

// This file replaces every located value of random documents and reads them again: only that value may have changed.

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"

	"devstar/runtime/locate"
	"devstar/runtime/match"
)

var words = []string{"a", "b c", "x.y", "it's", "\"q\"", "# no", "a: b", "- d", "é日", "", "two\nlines", "  lead", "trail ", "\\", "[x]", "{y}", "*z", "&w", "!t", "%p", "0", "true", "null", "~", "one\n\n  three\n", "a,b", ": ", "x #y", "tab\there", "end\n"}

// document draws a value: objects, lists and scalars.
func document(t *rapid.T, depth int, nulls bool) any {
	kind := rapid.IntRange(0, 5).Draw(t, "kind")
	switch {
	case depth > 0 && kind <= 1:
		out := map[string]any{}
		for range rapid.IntRange(0, 3).Draw(t, "members") {
			out[rapid.SampledFrom(words).Draw(t, "name")] = document(t, depth-1, nulls)
		}
		return out
	case depth > 0 && kind == 2:
		out := []any{}
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			out = append(out, document(t, depth-1, nulls))
		}
		return out
	case kind == 3:
		return int64(rapid.IntRange(-5, 5).Draw(t, "number"))
	case kind == 4 && nulls:
		return nil
	}
	return rapid.SampledFrom(words).Draw(t, "text")
}

// leaf is a place in a document, and how to put another value there.
type leaf struct {
	key locate.Key
	set func(any)
	old any
}

func leaves(v any, key locate.Key, set func(any)) []leaf {
	key = slices.Clone(key)
	out := []leaf{}
	if len(key) > 0 {
		out = append(out, leaf{key, set, v})
	}
	switch v := v.(type) {
	case map[string]any:
		for name, e := range v {
			out = append(out, leaves(e, append(key, locate.Step{Name: name, Named: true}), func(x any) { v[name] = x })...)
		}
	case []any:
		for i, e := range v {
			out = append(out, leaves(e, append(key, locate.Step{Index: i}), func(x any) { v[i] = x })...)
		}
	}
	return out
}

// normal makes values of the three formats comparable.
func normal(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			out[k] = normal(e)
		}
		return out
	case match.Members:
		out := map[string]any{}
		for _, m := range v {
			out[m.Name] = normal(m.Value)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = normal(e)
		}
		return out
	case int:
		return float64(v)
	case int64:
		return float64(v)
	case *big.Int:
		f, _ := new(big.Float).SetInt(v).Float64()
		return f
	}
	return v
}

func replaceEach(t *rapid.T, file string, doc map[string]any, text string, parse func(string) (any, error)) {
	before, err := parse(text)
	require.NoError(t, err, "%s", text)
	require.Equal(t, normal(doc), normal(before))
	for _, l := range leaves(doc, nil, nil) {
		found, err := locate.Find(file, text, l.key)
		if bad, ok := err.(*locate.Error); ok && bad.Word == "scattered" && file == "a.toml" {
			continue
		}
		require.NoError(t, err, "%s in\n%s", l.key, text)
		require.Len(t, found, 1, "%s in\n%s", l.key, text)
		at := found[0].Span
		require.Equal(t, normal(l.old), normal(found[0].Value), "%s in\n%s", l.key, text)
		if _, isTable := l.old.(map[string]any); isTable && file == "a.toml" {
			continue
		}
		fresh := ` "new: #1"`
		l.set("new: #1")
		after, err := parse(text[:at.Start] + fresh + text[at.End:])
		require.NoError(t, err, "%s in\n%s\nnow\n%s", l.key, text, text[:at.Start]+fresh+text[at.End:])
		require.Equal(t, normal(doc), normal(after), "%s in\n%s", l.key, text)
		l.set(l.old)
	}
}

func TestReplacingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := map[string]any{"root": document(t, 3, true), "next": int64(1)}
		text, err := json.MarshalIndent(doc, "", rapid.SampledFrom([]string{"", "  "}).Draw(t, "indent"))
		require.NoError(t, err)
		replaceEach(t, "a.json", doc, string(text), func(s string) (v any, err error) { err = json.Unmarshal([]byte(s), &v); return v, err })
	})
}

func TestReplacingTOML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := map[string]any{"root": document(t, 3, false), "next": int64(1)}
		text, err := toml.Marshal(doc)
		require.NoError(t, err)
		replaceEach(t, "a.toml", doc, string(text), func(s string) (v any, err error) { err = toml.Unmarshal([]byte(s), &v); return v, err })
	})
}

func TestReplacingYAML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := map[string]any{"root": document(t, 3, true), "next": int64(1)}
		var n yaml.Node
		require.NoError(t, n.Encode(doc))
		restyle(t, &n)
		text, err := yaml.Marshal(&n)
		require.NoError(t, err)
		parse := func(s string) (v any, err error) { err = yaml.Unmarshal([]byte(s), &v); return v, err }
		if back, err := parse(string(text)); err != nil || fmt.Sprint(normal(back)) != fmt.Sprint(normal(doc)) {
			t.Skip("the printer of the library does not keep this one")
		}
		replaceEach(t, "a.yaml", doc, string(text), parse)
	})
}

// restyle gives nodes other styles and comments.
func restyle(t *rapid.T, n *yaml.Node) {
	switch {
	case n.Kind == yaml.ScalarNode && n.Tag == "!!str":
		n.Style = rapid.SampledFrom([]yaml.Style{0, yaml.DoubleQuotedStyle, yaml.SingleQuotedStyle, yaml.LiteralStyle, yaml.FoldedStyle}).Draw(t, "style")
	case n.Kind != yaml.ScalarNode:
		n.Style = rapid.SampledFrom([]yaml.Style{0, 0, yaml.FlowStyle}).Draw(t, "style")
	}
	if rapid.IntRange(0, 9).Draw(t, "comment") == 0 {
		n.HeadComment = "# a comment: with [signs]"
	}
	for _, c := range n.Content {
		restyle(t, c)
	}
}

func FuzzFind(f *testing.F) {
	for _, seed := range []string{
		`{"a": [1, {"b": "c"}]}`, "{\"a\": // x\n1,}", "a: [1, {b: c}]\n", "a: &x\n  b: |\n    c\nd: *x\n", "a: >-\n  x\n", "? a\n: 1\n",
		"[a]\nb = 1\n", "[[a]]\nb.c = '''x'''\n", "a = { b = 1 }\n", "a: 'x\n  y'\n", "- a\n-\n", "a: !!str &b\n", "%YAML 1.2\n---\na: 1\n...\n", "\r", "a:\u2028 1",
	} {
		f.Add(seed, "a", uint8(0))
		f.Add(seed, "a[0].b", uint8(1))
		f.Add(seed, `"a".b`, uint8(2))
	}
	files := []string{"a.json", "a.yaml", "a.toml"}
	f.Fuzz(func(t *testing.T, text, k string, file uint8) {
		key, err := locate.ParseKey(k)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		again, err := locate.ParseKey(key.String())
		require.NoError(t, err)
		require.Equal(t, key, again)
		found, err := locate.Find(files[int(file)%3], text, key)
		if err != nil {
			require.NotEmpty(t, err.(*locate.Error).Hint())
			return
		}
		for _, at := range found {
			require.True(t, at.Span.Start >= 0 && at.Span.Start <= at.Span.End && at.Span.End <= len(text))
			require.LessOrEqual(t, at.Key.End, len(text))
			if v, ok := at.Value.(float64); ok && math.IsNaN(v) {
				continue
			}
			if s := text[at.Span.Start:at.Span.End]; file%3 == 0 {
				var v any
				if json.Unmarshal([]byte(s), &v) == nil && utf8.ValidString(s) && !strings.ContainsAny(s, `0123456789\`) {
					require.Equal(t, v, normal(at.Value))
				}
			}
		}
	})
}
