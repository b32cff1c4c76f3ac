package builtin

// This file tests what the engines of the binary make of texts.

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"devstar/runtime/engine"
)

func find(t *testing.T, name string) engine.Engine {
	for _, b := range Table() {
		if b.Name == name {
			return b.Engine(name)
		}
	}
	require.Fail(t, "no builtin "+name)
	return engine.Engine{}
}

func TestFormat(t *testing.T) {
	for name, c := range map[string]struct{ engine, in, want string }{
		"go":                {"gofmt", "package a\nfunc  f( ) {\nx:=1\n}\n", "package a\n\nfunc f() {\n\tx := 1\n}\n"},
		"go keeps CRLF":     {"gofmt", "package a\r\n\r\nvar  x = 1\r\n", "package a\r\n\r\nvar x = 1\r\n"},
		"go is clean":       {"gofmt", "package a\n", "package a\n"},
		"json":              {"json", `{"b":[1,{}],"a":1.50,"c":[]}`, "{\n  \"b\": [\n    1,\n    {}\n  ],\n  \"a\": 1.50,\n  \"c\": []\n}\n"},
		"json keeps tabs":   {"json", "{\n\t\"a\":  1\n}\n", "{\n\t\"a\": 1\n}\n"},
		"json keeps a BOM":  {"json", "\ufeff{ \"a\": 1 }\n", "\ufeff{\n  \"a\": 1\n}\n"},
		"json keeps scalar": {"json", "12345678901234567890123", "12345678901234567890123\n"},
	} {
		t.Run(name, func(t *testing.T) {
			tool := find(t, c.engine).Formats.Tool
			r, err := tool.Run(context.Background(), &engine.Request{Files: []engine.File{{Path: "a", Text: c.in}}})
			require.NoError(t, err)
			got, changed := r.Changed["a"]
			if !changed {
				got = c.in
			}
			assert.Equal(t, c.want, got)
			assert.Equal(t, c.want != c.in, changed)
			again, err := tool.Run(context.Background(), &engine.Request{Files: []engine.File{{Path: "a", Text: got}}})
			require.NoError(t, err)
			assert.Empty(t, again.Changed, "formatting twice changes nothing")
		})
	}
	for name, text := range map[string]string{"gofmt": "package\n", "json": "{\"a\": }"} {
		_, err := find(t, name).Formats.Tool.Run(context.Background(), &engine.Request{Engine: name, Files: []engine.File{{Path: "x/a", Text: text}}})
		assert.ErrorContains(t, err, "engine "+name+": x/a cannot be formatted: ")
	}
}

func TestLint(t *testing.T) {
	for name, c := range map[string]struct {
		engine, in string
		want       []string
	}{
		"go":           {"go-syntax", "package a\nfunc f( {}\n", []string{"2:9 expected ')', found '{'"}},
		"go is fine":   {"go-syntax", "package a\n", nil},
		"json":         {"json", "{\n  \"a\": 1,\n}\n", []string{"3:1 invalid character '}'"}},
		"json twice":   {"json", "{\"a\": 1,\n\"a\": 2}", []string{"2:4 the key \"a\" is given twice"}},
		"json is fine": {"json", "[1e400000, 123456789012345678901234567890]", nil},
		"yaml":         {"yaml", "a: 1\n---\nb: [1\nc: 2\n", []string{"3:0 did not find expected ',' or ']'"}},
		"yaml tab":     {"yaml", "a:\n  b: 1\n\tc: 2\n", []string{"2:0 found a tab"}},
		"yaml key":     {"yaml", "a: 1\nb: 2\n c: 3\n", []string{"3:0 mapping values are not allowed"}},
		"yaml is fine": {"yaml", "a: &x [1, *x]\n---\nb: 2\n", nil},
		"toml":         {"toml", "a = 1\nb = [1,\nc = 2\n", []string{"3:1 "}},
		"toml is fine": {"toml", "[a]\nb = 1979-05-27\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := find(t, c.engine).Lints.Tool.Run(context.Background(), &engine.Request{Files: []engine.File{{Path: "p", Text: c.in}}})
			require.NoError(t, err)
			var got []string
			for i, d := range r.Diagnostics {
				assert.Equal(t, "p", d.Path)
				text := fmt.Sprintf("%d:%d %s", d.Line, d.Column, d.Message)
				if i < len(c.want) && len(text) > len(c.want[i]) {
					text = text[:len(c.want[i])]
				}
				got = append(got, text)
			}
			assert.Equal(t, c.want, got)
		})
	}
}

// FuzzTexts looks for texts that break a parser, and for formatting that is not stable.
func FuzzTexts(f *testing.F) {
	for _, s := range []string{"package a\n", "{\"a\": [1, 2]}\n", "a: [1]\n---\nb: 2\n", "a = 1\n[b]\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, b := range Table() {
			if b.Lint != nil {
				b.Lint("p", text)
			}
			if b.Format == nil {
				continue
			}
			once, err := b.Format("p", text)
			if err != nil {
				continue
			}
			if twice, err := b.Format("p", once); b.Name == "json" {
				require.NoError(t, err)
				require.Equal(t, once, twice)
			}
		}
	})
}
