package config

// This file writes a first devstar.toml from what a tree contains.

import (
	"encoding/json"
	"slices"
	"strings"
)

// Tree is what a first configuration is made from.
type Tree struct {
	Has        func(name string) bool   // is there a file of that name in the root
	Text       func(name string) string // its text, "" for none
	Extensions []string                 // of the files in the tree: lower case, no dot
}

// part is a section of a first configuration.
type part struct {
	when func(t Tree) bool
	text string
}

// Starter returns a commented configuration: engines for what is there, and comments for what may be wanted.
func Starter(t Tree) string {
	var b strings.Builder
	b.WriteString(starterHead)
	for _, p := range parts() {
		if p.when(t) {
			b.WriteString("\n" + p.text)
		}
	}
	b.WriteString(starterTail)
	return b.String()
}

func hasFile(names ...string) func(Tree) bool {
	return func(t Tree) bool { return slices.ContainsFunc(names, t.Has) }
}

func hasExtension(list ...string) func(Tree) bool {
	return func(t Tree) bool {
		return slices.ContainsFunc(list, func(x string) bool { return slices.Contains(t.Extensions, x) })
	}
}

// depends reports whether package.json names a package.
func depends(name string) func(Tree) bool {
	return func(t Tree) bool {
		var p struct {
			Dependencies    map[string]json.RawMessage `json:"dependencies"`
			DevDependencies map[string]json.RawMessage `json:"devDependencies"`
		}
		if json.Unmarshal([]byte(t.Text("package.json")), &p) != nil {
			return false
		}
		return p.Dependencies[name] != nil || p.DevDependencies[name] != nil
	}
}

// mentions reports whether a file holds a word.
func mentions(name, word string) func(Tree) bool {
	return func(t Tree) bool { return strings.Contains(t.Text(name), word) }
}

func either(list ...func(Tree) bool) func(Tree) bool {
	return func(t Tree) bool {
		return slices.ContainsFunc(list, func(when func(Tree) bool) bool { return when(t) })
	}
}

const starterHead = `# Configuration of devstar for this tree. devstar config show prints what is in effect, devstar steps what it makes possible.
# Engines are tried and report in the order in which they stand here. Commands run without a shell.
`

const starterTail = `
# Bounds of a run; flags of the command line come before them.
# [limits]
# files = 100000
# timeout = "10m"

# Rules for approvals; the first one that matches decides.
# [approvals]
# version = 1
# [[approvals.rules]]
# effect = "fs.remove"
# action = "ask"

# Directories for load("@team//x.star").
# [load]
# team = "scripts"
`

// parts are the sections in their order.
func parts() []part {
	return []part{
		{hasFile("go.mod"), `# Go, in the binary: no tool is needed.
[[engine]]
id = "gofmt"
builtin = "gofmt"

[[engine]]
id = "go-syntax"
builtin = "go-syntax"

# go vet sees the workspace as it would be written, in a private copy of the tree.
[[engine]]
id = "go-vet"
[engine.check]
extensions = ["go"]
command = ["go", "vet", "./..."]
input = "shadow"
output = ["%f:%l:%c: %m", "%f:%l: %m"]
pass_env = ["GOPATH", "GOCACHE", "GOMODCACHE", "GOFLAGS", "GOPROXY", "GOTOOLCHAIN"]
timeout = "5m"
`},
		{either(depends("prettier"), hasFile(".prettierrc", ".prettierrc.json", "prettier.config.js", "prettier.config.mjs")), `# Text in, text out: nothing touches the disk.
[[engine]]
id = "prettier"
[engine.format]
extensions = ["ts", "tsx", "js", "jsx", "mjs", "cjs", "css", "scss", "html", "md"]
command = ["npx", "--no-install", "prettier", "--stdin-filepath", "{path}"]
`},
		{either(depends("eslint"), hasFile("eslint.config.js", "eslint.config.mjs", ".eslintrc.json", ".eslintrc.cjs")), `# shadow_link is the one place where a tool can reach the tree itself: node_modules is not copied.
[[engine]]
id = "eslint"
[engine.lint]
extensions = ["ts", "tsx", "js", "jsx", "mjs", "cjs"]
command = ["npx", "--no-install", "eslint", "--format", "json", "{paths}"]
fix_command = ["npx", "--no-install", "eslint", "--fix", "{paths}"]
input = "shadow"
shadow_link = ["node_modules"]
output = "eslint-json"
ok_exit_codes = [0, 1]
`},
		{hasFile("tsconfig.json"), `[[engine]]
id = "tsc"
[engine.check]
extensions = ["ts", "tsx"]
command = ["npx", "--no-install", "tsc", "--noEmit", "--pretty", "false"]
input = "shadow"
shadow_link = ["node_modules"]
output = ["%f(%l\\,%c): %trror TS%n: %m"]
ok_exit_codes = [0, 1, 2]
`},
		{either(mentions("pyproject.toml", "[tool.ruff"), hasFile("ruff.toml", ".ruff.toml")), `[[engine]]
id = "ruff"
[engine.format]
extensions = ["py", "pyi"]
command = ["ruff", "format", "--stdin-filename", "{path}", "-"]
[engine.lint]
extensions = ["py", "pyi"]
command = ["ruff", "check", "--output-format", "sarif", "{paths}"]
fix_command = ["ruff", "check", "--fix", "{paths}"]
input = "shadow"
output = "sarif"
ok_exit_codes = [0, 1]
`},
		{func(t Tree) bool {
			return hasFile("pyproject.toml", "setup.py")(t) && !mentions("pyproject.toml", "[tool.ruff")(t)
		}, `# Python: take the comment signs away where ruff is installed.
# [[engine]]
# id = "ruff"
# [engine.format]
# extensions = ["py"]
# command = ["ruff", "format", "--stdin-filename", "{path}", "-"]
`},
		{hasFile("Cargo.toml"), `[[engine]]
id = "rustfmt"
[engine.format]
extensions = ["rs"]
command = ["rustfmt", "--edition", "2021", "--emit", "stdout"]

[[engine]]
id = "cargo-check"
[engine.check]
extensions = ["rs"]
command = ["cargo", "check", "--quiet", "--message-format", "short"]
input = "shadow"
output = ["%f:%l:%c: %trror%m", "%f:%l:%c: %tarning%m"]
ok_exit_codes = [0, 101]
pass_env = ["CARGO_HOME", "RUSTUP_HOME"]
timeout = "10m"
`},
		{hasExtension("star"), "[[engine]]\nid = \"starlark\"\nbuiltin = \"starlark\"\n"},
		{hasExtension("json"), "# Layout and syntax of JSON; extensions and scope narrow it down.\n[[engine]]\nid = \"json\"\nbuiltin = \"json\"\n"},
		{hasExtension("yaml", "yml"), "[[engine]]\nid = \"yaml\"\nbuiltin = \"yaml\"\n"},
		{hasExtension("toml"), "[[engine]]\nid = \"toml\"\nbuiltin = \"toml\"\n"},
	}
}
