package main_test

// This file runs the shipped library: its own tests, and each refactor on real code, which the compiler or parser of its
// language must accept afterwards and which a second run must leave alone.

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

func TestTheTestsOfTheLibrary(t *testing.T) {
	dir := filepath.Join(repository(t), "scripts")
	cmd := exec.Command(build(t), "test", "--idempotent", dir)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	out, err = exec.Command(build(t), "fmt", "--check", dir).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// TestEveryScriptOfTheLibraryHasTests holds the library to its promise.
func TestEveryScriptOfTheLibraryHasTests(t *testing.T) {
	all, err := filepath.Glob(filepath.Join(repository(t), "scripts", "*.star"))
	require.NoError(t, err)
	refactors := 0
	for _, name := range all {
		if strings.HasSuffix(name, "_test.star") {
			continue
		}
		assert.FileExists(t, strings.TrimSuffix(name, ".star")+"_test.star")
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		if strings.Contains(string(text), "\ndef main(") {
			refactors++
		}
	}
	assert.GreaterOrEqual(t, refactors, 12)
}

// runShipped runs a script of the library over a tree, and then again: the second run must change nothing. It returns
// what the first one wrote.
func runShipped(t *testing.T, tree diskTree, script string, args ...string) []string {
	t.Helper()
	run := func() []string {
		cmd := exec.Command(build(t), append([]string{"run", "--root", string(tree), "--json", "@devstar//" + script}, args...)...)
		out, err := cmd.Output()
		require.NoError(t, err, "%s", out)
		var r observed
		require.NoError(t, json.Unmarshal(out, &r))
		return r.Written
	}
	written := run()
	require.NotEmpty(t, written)
	require.Empty(t, run(), "a second run writes nothing")
	return written
}

// testifySource is a copy of the source of testify.
func testifySource(t *testing.T) diskTree {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/stretchr/testify").Output()
	require.NoError(t, err)
	return copyTree(t, strings.TrimSpace(string(out)))
}

func TestTheLibraryOnAGoModule(t *testing.T) {
	rows := []struct {
		script  string
		args    []string
		prepare func(t *testing.T, tree diskTree)
	}{
		{"replace_call.star", []string{"--old", "ObjectsAreEqual", "--new", "ObjectsAreEqualValues", "--order", "2", "--order", "1", "--files", "assert/*.go"}, nil},
		{"licence_headers.star", []string{"--owner", "The Authors", "--year", "2026"}, nil},
		{"split_go_file.star", []string{"--source", "assert/assertions.go", "--destination", "assert/equal.go", "ObjectsAreEqual", "ObjectsAreEqualValues"}, nil},
		{"fix_go_errors.star", []string{"--log", "build.log"}, breakImports},
		{"remove_flag.star", []string{"--flag", `enabled("strict")`}, addFlag},
		{"rename_env.star", []string{"--old", "GOFLAGS_EXTRA", "--new", "TESTIFY_FLAGS"}, addEnv},
		{"sort_blocks.star", nil, addBlock},
		{"rename_go_package.star", []string{"--old", "suite", "--new", "internal/suites"}, nil},
		{"rename_go_package.star", []string{"--old", "assert", "--new", "check"}, nil},
	}
	tree := testifySource(t)
	for _, row := range rows {
		if row.prepare != nil {
			row.prepare(t, tree)
		}
		runShipped(t, tree, row.script, row.args...)
	}
	vet(t, string(tree))
}

func addFile(t *testing.T, tree diskTree, name, text string) {
	require.NoError(t, os.WriteFile(filepath.Join(string(tree), name), []byte(text), 0o644))
}

// breakImports adds a file that does not compile, and the log of the compiler.
func breakImports(t *testing.T, tree diskTree) {
	addFile(t, tree, "mock/more.go", "package mock\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc more() {\n\tn := fmt.Sprint(1)\n}\n")
	cmd := exec.Command("go", "build", "-gcflags=-e", "./mock")
	cmd.Dir = string(tree)
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "imported and not used")
	addFile(t, tree, "build.log", string(out))
}

func addFlag(t *testing.T, tree diskTree) {
	addFile(t, tree, "mock/flag.go", "package mock\n\nimport \"fmt\"\n\nfunc enabled(string) bool { return true }\n\nfunc shown() string {\n\ts := \"\"\n\tif enabled(\"strict\") {\n\t\ts = fmt.Sprint(\"{\")\n\t} else {\n\t\ts = \"old\"\n\t}\n\tif !enabled(\"strict\") {\n\t\treturn \"old\"\n\t}\n\treturn s\n}\n")
}

func addEnv(t *testing.T, tree diskTree) {
	addFile(t, tree, "mock/env.go", "package mock\n\nimport \"os\"\n\nfunc flags() string { return os.Getenv(\"GOFLAGS_EXTRA\") }\n")
}

func addBlock(t *testing.T, tree diskTree) {
	addFile(t, tree, "mock/block.go", "package mock\n\nvar words = []string{\n\t// keep-sorted start\n\t\"b\",\n\t\"a\",\n\t\"b\",\n\t// keep-sorted end\n}\n")
}

// addFiles writes a tree of texts.
func addFiles(t *testing.T, tree diskTree, files map[string]string) {
	for name, text := range files {
		require.NoError(t, os.MkdirAll(filepath.Join(string(tree), filepath.Dir(name)), 0o755))
		addFile(t, tree, name, text)
	}
}

// accepts lets the language itself run a file of the tree; false where it is not installed, which .ci/run tells.
func accepts(t *testing.T, tree diskTree, want, program string, args ...string) bool {
	if _, err := exec.LookPath(program); err != nil {
		t.Logf("%s is not here: the texts alone were compared", program)
		return false
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = string(tree)
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", said)
	assert.Equal(t, want, string(said))
	return true
}

// TestTheLibraryOnPython moves a package, compares what became of it, and runs what uses it.
func TestTheLibraryOnPython(t *testing.T) {
	tree := diskTree(t.TempDir())
	addFiles(t, tree, map[string]string{
		"parts/__init__.py":      "from .mime import text\n",
		"parts/util.py":          "def loud(s):\n    return s.upper()\n",
		"parts/mime/__init__.py": "",
		"parts/mime/text.py":     "from ..util import loud\nfrom .base import Base\n\nclass Text(Base):\n    said = loud(\"parts.mime\")\n",
		"parts/mime/base.py":     "class Base:\n    pass\n",
		"use.py":                 "import parts.mime.text\nfrom parts.mime.text import Text\nprint(parts.mime.text.Text is Text, Text.said)\n",
	})
	runShipped(t, tree, "move_py_package.star", "--source", "parts/mime", "--destination", "parts/kinds")
	got := contents(tree.snapshot(t))
	assert.Equal(t, "from parts.kinds import text\n", got["parts/__init__.py"])
	assert.Equal(t, "from parts.util import loud\nfrom .base import Base\n\nclass Text(Base):\n    said = loud(\"parts.mime\")\n", got["parts/kinds/text.py"])
	assert.Equal(t, "import parts.kinds.text\nfrom parts.kinds.text import Text\nprint(parts.kinds.text.Text is Text, Text.said)\n", got["use.py"])
	assert.NotContains(t, got, "parts/mime/text.py")
	if accepts(t, tree, "True PARTS.MIME\n", "python3", "-B", "use.py") {
		movePythonsOwn(t)
	}
}

// movePythonsOwn moves a package of Python's own library, and imports what was moved.
func movePythonsOwn(t *testing.T) {
	out, err := exec.Command("python3", "-c", "import email, os; print(os.path.dirname(email.__file__))").Output()
	require.NoError(t, err)
	source := copyTree(t, strings.TrimSpace(string(out)))
	require.NoError(t, os.RemoveAll(filepath.Join(string(source), "__pycache__")))
	tree := diskTree(filepath.Join(t.TempDir(), "tree"))
	require.NoError(t, os.MkdirAll(string(tree), 0o755))
	require.NoError(t, os.Rename(string(source), filepath.Join(string(tree), "mailparts")))
	addFile(t, tree, "use.py", "import mailparts.mime.text\nfrom mailparts.mime.text import MIMEText\nprint(mailparts.mime.text.MIMEText is MIMEText)\n")
	runShipped(t, tree, "move_py_package.star", "--source", "mailparts/mime", "--destination", "mailparts/kinds/mime")
	addFile(t, tree, "mailparts/kinds/__init__.py", "")
	accepts(t, tree, "True\n", "python3", "-B", "use.py")
}

// TestTheLibraryOnJavaScript turns a small package from require to import, moves a directory of it, and runs it.
func TestTheLibraryOnJavaScript(t *testing.T) {
	tree := diskTree(t.TempDir())
	addFiles(t, tree, map[string]string{
		"package.json": "{\n  \"name\": \"demo\",\n  \"type\": \"module\",\n  \"version\": \"1.0.0\"\n}\n",
		"lib/add.js":   "const { sep } = require(\"path\");\nmodule.exports = (a, b) => a + b + sep.length;\n",
		"src/main.js":  "const add = require(\"../lib/add.js\");\nconsole.log(add(1, 2));\n",
	})
	runShipped(t, tree, "require_to_import.star")
	runShipped(t, tree, "move_ts_directory.star", "--source", "lib", "--destination", "src/math/lib")
	runShipped(t, tree, "bump_version.star", "--version", "2.0.0")
	got := contents(tree.snapshot(t))
	assert.Equal(t, "{\n  \"name\": \"demo\",\n  \"type\": \"module\",\n  \"version\": \"2.0.0\"\n}\n", got["package.json"])
	assert.Equal(t, "import { sep } from \"path\";\nexport default (a, b) => a + b + sep.length;\n", got["src/math/lib/add.js"])
	assert.Equal(t, "import add from \"./math/lib/add.js\";\nconsole.log(add(1, 2));\n", got["src/main.js"])
	accepts(t, tree, "4\n", "node", "src/main.js")
}

// TestTheLibraryOnManifests adds a field, and reads the file again as YAML.
func TestTheLibraryOnManifests(t *testing.T) {
	tree := diskTree(t.TempDir())
	addFile(t, tree, "app.yaml", "kind: Deployment\nmetadata:\n  name: a # the name\n---\nkind: Service\n")
	runShipped(t, tree, "add_yaml_field.star", "--kind", "Deployment", "--key", "metadata.team", "--value", "core")
	text, err := os.ReadFile(filepath.Join(string(tree), "app.yaml"))
	require.NoError(t, err)
	var first struct {
		Kind     string
		Metadata map[string]string
	}
	require.NoError(t, yaml.Unmarshal(text, &first))
	assert.Equal(t, map[string]string{"name": "a", "team": "core"}, first.Metadata)
	assert.Equal(t, 1, strings.Count(string(text), "team: core"))
	assert.Contains(t, string(text), "name: a # the name\n---\nkind: Service\n")
}
