package config

// This file tests what a configuration means, and that every mistake is refused with its line and key.

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"devstar/runtime/approval"
	"devstar/runtime/engine"
	"devstar/runtime/engine/command"
	"devstar/workspace"
)

const full = `# a comment
[[engine]]
id = "gofmt"
builtin = "gofmt"

[[engine]]
id = "prettier"
[engine.format]
extensions = ["ts", "tsx"]
command = ["npx", "prettier", "--stdin-filepath", "{path}"]

[[engine]]
id = "eslint"
[engine.lint]
extensions = ["ts"]
scope = ["src/**"]
command = ["npx", "eslint", "--format", "json", "{paths}"]
input = "shadow"
output = "eslint-json"
fix_command = ["npx", "eslint", "--fix", "{paths}"]
ok_exit_codes = [0, 1]
shadow_link = ["node_modules/"]

[[engine]]
id = "go-vet"
[engine.check]
extensions = ["go"]
command = ["go", "vet", "./..."]
output = ["%f:%l:%c: %m", "%f:%l: %m"]
timeout = "2m"
env = { GOFLAGS = "-mod=mod" }
pass_env = ["GOPATH", "NOT_SET"]

[limits]
files = 7
timeout = "90s"
max_steps = 1000

[approvals]
version = 1
[[approvals.rules]]
effect = "fs.remove"
action = "deny"
reason = "no"

[load]
team = "lib"

[output]
color = "never"
`

func lookup(name string) (string, bool) {
	v, ok := map[string]string{"PATH": "/bin", "GOPATH": "/gopath", "SECRET": "x"}[name]
	return v, ok
}

func TestParse(t *testing.T) {
	c, err := Parse("/tree/devstar.toml", []byte(full), Options{Lookup: lookup})
	require.NoError(t, err)
	require.Len(t, c.Engines, 4)
	assert.Equal(t, []string{"go"}, c.Engines[0].Formats.Extensions)
	prettier := c.Engines[1].Formats
	assert.True(t, prettier.Tool.(*command.Tool).Stdin)
	eslint := c.Engines[2].Lints
	assert.True(t, eslint.Shadow && eslint.Fixable && !eslint.InPlace)
	assert.Equal(t, []string{"node_modules"}, eslint.Link)
	assert.Equal(t, []string{"src/**"}, eslint.Scope)
	assert.Equal(t, []int{0, 1}, eslint.Tool.(*command.Tool).OK)
	assert.Equal(t, "/tree/devstar.toml:12", c.Engines[2].Origin)
	vet := c.Engines[3].Checks
	assert.True(t, vet.Shadow)
	assert.Equal(t, 2*time.Minute, vet.Tool.(*command.Tool).Timeout)
	assert.Equal(t, []string{"GOFLAGS=-mod=mod", "GOPATH=/gopath", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "NO_COLOR=1", "PATH=/bin", "TERM=dumb"}, vet.Tool.(*command.Tool).Env)
	assert.Equal(t, workspace.Limits{Files: 7}, c.Limits)
	assert.Equal(t, 90*time.Second, c.Timeout)
	assert.Equal(t, uint64(1000), c.MaxSteps)
	assert.Equal(t, map[string]string{"team": filepath.FromSlash("/tree/lib")}, c.Load)
	assert.Equal(t, "never", c.Color)
	require.Len(t, c.Approvals, 1)
	assert.Equal(t, approval.Deny, c.Approvals[0].Action)
}

func TestMistakesAreRefusedWithLineAndKey(t *testing.T) {
	lint := func(line string) string {
		return "[[engine]]\nid = \"x\"\n[engine.lint]\nextensions = [\"ts\"]\ncommand = [\"x\"]\noutput = \"sarif\"\n" + line
	}
	for name, c := range map[string]struct {
		text, key string
		line      int
		message   string
	}{
		"no toml":            {"a = \n", "", 1, ""},
		"twice":              {"[limits]\nfiles = 1\nfiles = 2\n", "files", 3, "already defined"},
		"unknown top":        {"[engines]\n", "engines", 1, "unknown"},
		"unknown key":        {lint("inputs = \"disk\"\n"), "engine[0].lint.inputs", 7, "unknown"},
		"wrong type":         {"[limits]\n\nfiles = \"many\"\n", "limits.files", 3, "integer"},
		"below one":          {"[limits]\nfiles = 0\n", "limits.files", 2, "1"},
		"no duration":        {"[limits]\ntimeout = \"soon\"\n", "limits.timeout", 2, "duration"},
		"no id":              {"[[engine]]\nbuiltin = \"gofmt\"\n", "engine[0]", 1, "lacks"},
		"same id":            {"[[engine]]\nid = \"a\"\nbuiltin = \"gofmt\"\n[[engine]]\nid = \"a\"\nbuiltin = \"json\"\n", "engine[1].id", 5, "already"},
		"no capability":      {"[[engine]]\nid = \"a\"\n", "engine[0]", 1, "no capability"},
		"no builtin":         {"[[engine]]\nid = \"a\"\nbuiltin = \"gofnt\"\n", "engine[0].builtin", 3, "there is no builtin"},
		"builtin and lint":   {"[[engine]]\nid = \"x\"\nbuiltin = \"json\"\n[engine.lint]\nextensions=[\"ts\"]\ncommand=[\"x\"]\noutput=\"sarif\"\n", "engine[0].lint", 4, "builtin"},
		"extensions outside": {"[[engine]]\nid = \"x\"\nextensions = [\"go\"]\n", "engine[0].extensions", 3, "only beside builtin"},
		"dotted extension":   {"[[engine]]\nid = \"a\"\nbuiltin = \"json\"\nextensions = [\".JSON\"]\n", "engine[0].format.extensions", 1, "lower case"},
		"bad scope":          {lint("scope = [\"../x\"]\n"), "engine[0].lint.scope", 7, "outside"},
		"bad input":          {lint("input = \"pipe\"\n"), "engine[0].lint.input", 7, "not one of"},
		"bad output":         {lint("")[:len(lint(""))-8] + "\"xml\"\n", "engine[0].lint.output", 6, "unknown output"},
		"bad pattern":        {lint("")[:len(lint(""))-8] + "[\"%z\"]\n", "engine[0].lint.output", 6, "errorformat"},
		"no output":          {"[[engine]]\nid = \"x\"\n[engine.check]\nextensions = [\"ts\"]\ncommand = [\"x\"]\n", "engine[0].check", 3, "lacks"},
		"no command":         {"[[engine]]\nid = \"x\"\n[engine.format]\nextensions = [\"ts\"]\n", "engine[0].format", 3, "lacks"},
		"paths on stdin":     {"[[engine]]\nid = \"x\"\n[engine.format]\nextensions = [\"ts\"]\ncommand = [\"x\", \"{paths}\"]\n", "engine[0].format.command", 5, "one file at a time"},
		"paths inside":       {lint("fix_command = [\"x\", \"--{paths}\"]\n"), "engine[0].lint.fix_command", 7, "of its own"},
		"check on stdin":     {"[[engine]]\nid = \"x\"\n[engine.check]\nextensions = [\"ts\"]\ncommand = [\"x\"]\noutput = \"sarif\"\ninput = \"stdin\"\n", "engine[0].check.input", 7, "whole tree"},
		"fix for check":      {"[[engine]]\nid = \"x\"\n[engine.check]\nextensions = [\"ts\"]\ncommand = [\"x\"]\noutput = \"sarif\"\nfix_command = [\"x\"]\n", "engine[0].check.fix_command", 7, "unknown"},
		"exit code":          {lint("ok_exit_codes = [0, 300]\n"), "engine[0].lint.ok_exit_codes[1]", 7, "300"},
		"timeout":            {lint("timeout = \"-1s\"\n"), "engine[0].lint.timeout", 7, "duration"},
		"link without":       {lint("shadow_link = [\"node_modules\"]\n"), "engine[0].lint.shadow_link", 7, "shadow"},
		"link outside":       {lint("input = \"shadow\"\nshadow_link = [\"../x\"]\n"), "engine[0].lint.shadow_link[0]", 8, "inside the root"},
		"env":                {lint("env = { A = 1 }\n"), "engine[0].lint.env.A", 7, "string"},
		"approvals":          {"[approvals]\nversion = 1\n[[approvals.rules]]\neffect = \"fs.rm\"\naction = \"deny\"\n", "approvals.rules[0]", 3, "unknown effect"},
		"approvals key":      {"[approvals]\nversion = 1\nrule = []\n", "approvals.rule", 3, ""},
		"load":               {"[load]\na = 1\n", "load.a", 2, "directory"},
		"load name":          {"[load]\ndevstar = \"x\"\n", "load.devstar", 2, "no name"},
		"colour":             {"[output]\ncolor = \"yes\"\n", "output.color", 2, "not one of"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse("d.toml", []byte(c.text), Options{})
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.Equal(t, "d.toml", e.File)
			assert.Equal(t, c.line, e.Line, "%v", e)
			if c.key != "" {
				assert.Equal(t, c.key, e.Key, "%v", e)
			}
			assert.Contains(t, e.Error(), c.message)
		})
	}
}

func TestFindAndLoad(t *testing.T) {
	dir := t.TempDir()
	c, err := Find(dir, Options{})
	require.NoError(t, err)
	assert.Equal(t, &Config{}, c)
	require.NoError(t, os.WriteFile(filepath.Join(dir, Name), []byte("[limits]\ndepth = 3\n"), 0o666))
	c, err = Find(dir, Options{})
	require.NoError(t, err)
	assert.Equal(t, 3, c.Limits.Depth)
	_, err = Load(filepath.Join(dir, "none.toml"), Options{})
	assert.ErrorContains(t, err, "none.toml: cannot be read: no such file")
}

func TestEntriesTellWhereEachValueComesFrom(t *testing.T) {
	c, err := Parse("devstar.toml", []byte("[limits]\nfiles = 7\n[[engine]]\nid = \"a\"\nbuiltin = \"json\"\nextensions = [\"json\", \"map\"]\n[load]\nteam = \"lib\"\n"), Options{})
	require.NoError(t, err)
	assert.Equal(t, `limits.files = 7  # devstar.toml:2
limits.file_bytes = 16777216  # default
limits.total_bytes = 1073741824  # default
limits.depth = 64  # default
output.color = "auto"  # default
load.team = "lib"  # devstar.toml:8
engine[0].builtin = "json"  # devstar.toml:5
engine[0].extensions = ["json", "map"]  # devstar.toml:6
engine[0].id = "a"  # devstar.toml:4
`, String(c.Entries()))
	assert.Len(t, (&Config{}).Entries(), 5)
}

// FuzzParse looks for texts that break the reader: what is accepted must give engines that can be registered.
func FuzzParse(f *testing.F) {
	f.Add(full)
	f.Add("[[a.b]]\nc=1\n[[a.b]]\n[a.b.d]\ne=[{f=1}]\n")
	f.Add("engine = [{id=\"a\", builtin=\"json\"}]\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse("d.toml", []byte(text), Options{})
		if err != nil {
			return
		}
		_, err = engine.New(c.Engines)
		require.NoError(t, err)
		c.Entries()
	})
}
