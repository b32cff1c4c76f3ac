package doc

// This file tests that every name a script can use is described, and none that it cannot.

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"devstar/runtime/spec"
	scripted "devstar/starlib/modules"
)

func TestDescribeABuiltin(t *testing.T) {
	e, ok := Describe("acquire")
	require.True(t, ok)
	assert.Equal(t, "list of paths", e.Returns)
	last := e.Params[len(e.Params)-1]
	assert.Equal(t, Param{Name: "binary", Label: `binary="skip"`, Enum: []string{"skip", "error", "opaque"}, Named: true,
		Doc: "what patterns do with files that are not UTF-8 text (a string; \"skip\")"}, last)
	e, _ = Describe("attempt")
	assert.Equal(t, Param{Name: "args", Label: "*args"}, e.Params[1])
	_, ok = Describe("nothing")
	assert.False(t, ok)
}

func TestDescribeAWord(t *testing.T) {
	e, ok := Describe("json.encode_indent")
	require.True(t, ok)
	assert.Equal(t, []Param{{Name: "x", Label: "x"}, {Name: "prefix", Label: `prefix=""`, Named: true}, {Name: "indent", Label: `indent="\t"`, Named: true}}, e.Params)
	e, _ = Describe("max")
	assert.Equal(t, []Param{{Name: "args", Label: "*args"}, {Name: "key", Label: "key=None", Named: true}}, e.Params)
	e, _ = Describe("string.upper")
	assert.Empty(t, e.Params)
	e, _ = Describe("math.pi")
	assert.Equal(t, "", e.Signature)
}

func TestEveryNameOfTheLanguageIsDescribed(t *testing.T) {
	known := map[string]bool{}
	add := func(name string) {
		known[name] = true
		e, ok := Describe(name)
		assert.True(t, ok, name)
		assert.NotEmpty(t, e.Doc, name)
	}
	for name := range starlark.Universe {
		add(name)
	}
	for name, v := range scripted.All() {
		add(name)
		if m, ok := v.(*starlarkstruct.Module); ok {
			for member := range m.Members {
				add(name + "." + member)
			}
		}
	}
	for _, v := range []starlark.HasAttrs{starlark.String(""), starlark.Bytes(""), &starlark.List{}, &starlark.Dict{}, &starlark.Set{}} {
		for _, member := range v.AttrNames() {
			add(v.Type() + "." + member)
			assert.Contains(t, Members(v.Type()), member)
		}
	}
	for _, w := range words {
		kind, _, _ := strings.Cut(w.Name, ".")
		_, twice := spec.Find(w.Name)
		assert.False(t, twice, "%s is in the table of builtins", w.Name)
		own := slices.Contains([]string{"delta", "change", "diagnostics", "diagnostic", "Result", "error", "match", "request", "result", "assert", "fixture"}, kind)
		assert.True(t, own || known[w.Name], "a script has no %s", w.Name)
	}
	assert.Equal(t, []string{"string", "bytes", "list", "dict", "set", "delta", "change", "diagnostics", "diagnostic", "Result", "error", "match", "request", "result", "fixture"}, Types())
}
