package config

// This file tests that a first configuration is one, whatever the tree holds.

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"devstar/runtime/engine"
	"devstar/runtime/engine/builtin"
)

func tree(files map[string]string, extensions ...string) Tree {
	return Tree{
		Has:        func(name string) bool { _, ok := files[name]; return ok },
		Text:       func(name string) string { return files[name] },
		Extensions: extensions,
	}
}

// options stands in for the engines that are not of this package.
func options() Options {
	return Options{Builtins: map[string]func(string) engine.Engine{"starlark": builtin.Table()[0].Engine}}
}

func ids(t *testing.T, text string) []string {
	c, err := Parse("devstar.toml", []byte(text), options())
	require.NoError(t, err, "%s", text)
	out := []string{}
	for _, e := range c.Engines {
		out = append(out, e.ID)
	}
	return out
}

func TestStarter(t *testing.T) {
	for name, c := range map[string]struct {
		tree Tree
		want []string
	}{
		"nothing":  {tree(nil), []string{}},
		"go":       {tree(map[string]string{"go.mod": "module x\n"}, "go", "mod"), []string{"gofmt", "go-syntax", "go-vet"}},
		"node":     {tree(map[string]string{"package.json": `{"devDependencies": {"prettier": "3", "eslint": "9"}}`, "tsconfig.json": "{}"}, "json", "ts"), []string{"prettier", "eslint", "tsc", "json"}},
		"no tools": {tree(map[string]string{"package.json": `{`}, "json"), []string{"json"}},
		"python":   {tree(map[string]string{"pyproject.toml": "[project]\n"}, "py", "toml"), []string{"toml"}},
		"ruff":     {tree(map[string]string{"pyproject.toml": "[tool.ruff]\n"}, "py", "toml"), []string{"ruff", "toml"}},
		"rust":     {tree(map[string]string{"Cargo.toml": ""}, "rs", "toml"), []string{"rustfmt", "cargo-check", "toml"}},
		"scripts":  {tree(nil, "star", "yml"), []string{"starlark", "yaml"}},
	} {
		assert.Equal(t, c.want, ids(t, Starter(c.tree)), name)
	}
}

func TestWhatIsCommentedOutIsGood(t *testing.T) {
	everything := Tree{Has: func(string) bool { return true }, Text: func(string) string { return "" }, Extensions: []string{"star", "json", "yml", "toml"}}
	var lines []string
	for line := range strings.Lines(Starter(everything)) {
		rest, comment := strings.CutPrefix(line, "# ")
		if comment && (strings.HasPrefix(rest, "[") || strings.Contains(rest, " = ") && !strings.Contains(rest, ". ")) {
			line = rest
		}
		lines = append(lines, line)
	}
	text := strings.ReplaceAll(strings.Join(lines, ""), "extensions = [\"py\"]", "extensions = [\"pyx\"]")
	text = strings.Replace(text, "id = \"ruff\"", "id = \"ruff-1\"", 1)
	c, err := Parse("devstar.toml", []byte(text), options())
	require.NoError(t, err, "%s", text)
	assert.Equal(t, 100000, c.Limits.Files)
	assert.Len(t, c.Approvals, 1)
	assert.Contains(t, c.Load, "team")
	assert.True(t, slices.ContainsFunc(c.Engines, func(e engine.Engine) bool { return e.ID == "ruff" }))
}
