package main_test

// This file runs format, lint and check with real tools on real projects, in both orders: check before commit, and fixing
// after the write. A tool that is not here is skipped, and said so.

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"devstar/runtime/config"
	"devstar/runtime/engine/shadow"
)

// project lays the archive of an example out.
func project(t *testing.T, name string) diskTree {
	archive, err := txtar.ParseFile(filepath.Join(repository(t), "scripts/examples/engines/testdata", name+".txtar"))
	require.NoError(t, err)
	tree := diskTree(filepath.Join(t.TempDir(), "tree"))
	for _, f := range archive.Files {
		require.NoError(t, tree.MkdirAll(filepath.Dir(f.Name), 0o777))
		require.NoError(t, tree.WriteFile(f.Name, f.Data))
	}
	return tree
}

// checked is what a run with engines came to.
type checked struct {
	OK          bool     `json:"ok"`
	Written     []string `json:"written"`
	Unwritten   []string `json:"unwritten"`
	Diagnostics []struct {
		Path, Severity, Engine, Message string
		Line                            int
	} `json:"diagnostics"`
	Error *struct{ Code, Reason, Message string } `json:"error"`
}

// found lists the errors of engines as path:line engine.
func (c checked) found() []string {
	out := []string{}
	for _, d := range c.Diagnostics {
		if d.Severity == "error" {
			out = append(out, strings.TrimSpace(d.Path+" "+d.Engine))
		}
	}
	return out
}

// runExample runs one of the examples and returns its result; the private directories of the run must be gone.
func runExample(t *testing.T, binary string, tree diskTree, args ...string) (r checked) {
	cache := t.TempDir()
	cmd := exec.Command(binary, append([]string{"run", "--json", "--root", string(tree)}, args...)...)
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+cache, "TMPDIR="+cache, "GOCACHE="+goCache(t), "GOWORK=off")
	if user, err := os.UserCacheDir(); err == nil {
		cmd.Env = append(cmd.Env, "STATICCHECK_CACHE="+filepath.Join(user, "staticcheck"))
	}
	out, err := cmd.Output()
	if _, ended := err.(*exec.ExitError); !ended {
		require.NoError(t, err)
	}
	require.NoError(t, json.Unmarshal(out, &r), "%s", out)
	left, err := filepath.Glob(filepath.Join(cache, "devstar*", "shadow-*"))
	require.NoError(t, err)
	assert.Empty(t, left)
	return r
}

func goCache(t *testing.T) string {
	out, err := exec.Command("go", "env", "GOCACHE").Output()
	require.NoError(t, err)
	return strings.TrimSpace(string(out))
}

func example(t *testing.T, name string) string {
	return filepath.Join(repository(t), "scripts/examples/engines", name)
}

func TestEnginesOnAGoModule(t *testing.T) {
	binary := build(t)
	before, after := example(t, "check_before_commit.star"), example(t, "fix_after_write.star")

	tree := project(t, "go")
	was := tree.snapshot(t)
	r := runExample(t, binary, tree, before, "--old", "Hello", "--new", "Greet", "--files", "greet.go")
	assert.False(t, r.OK)
	assert.Empty(t, r.Written)
	assert.Equal(t, []string{"cmd/greet/main.go go-vet"}, r.found(), "the caller is not held, and checked all the same")
	assert.Equal(t, was, tree.snapshot(t), "nothing of a bad change is on disk")

	r = runExample(t, binary, tree, before, "--old", "Hello", "--new", "Greet", "--files", "**/*.go")
	assert.True(t, r.OK, "%+v", r)
	assert.Equal(t, []string{"cmd/greet/main.go", "greet.go"}, r.Written)
	vet(t, string(tree))

	tree = project(t, "go")
	r = runExample(t, binary, tree, after, "--old", "Hello", "--new", "Greet", "--files", "greet.go")
	assert.False(t, r.OK)
	assert.Equal(t, []string{"greet.go"}, r.Written, "a check that fails comes after the files are on disk")
	assert.Equal(t, []string{"cmd/greet/main.go go-vet"}, r.found())
	assert.Contains(t, tree.snapshot(t)["greet.go"].text, "func Greet(")
}

// TestEnginesInPlans holds steps to the same: write refuses after errors, in ops and in JSON plans.
func TestEnginesInPlans(t *testing.T) {
	binary, tree := build(t), project(t, "go")
	steps := `[{"step": "replace", "args": {"paths": "greet.go", "old": "Hello(", "new": "Greet("}}, {"step": "check", "args": {}}, {"step": "write", "args": {}}]`
	plan, script := filepath.Join(t.TempDir(), "plan.json"), filepath.Join(t.TempDir(), "plan.star")
	require.NoError(t, os.WriteFile(plan, []byte(`{"paths": ["greet.go"], "steps": `+steps+`}`), 0o666))
	require.NoError(t, os.WriteFile(script, []byte(`ops("greet.go", `+steps+`)`), 0o666))
	was := tree.snapshot(t)
	for _, file := range []string{plan, script} {
		r := runExample(t, binary, tree, file)
		require.NotNil(t, r.Error, file)
		assert.Equal(t, "errors_before_write", r.Error.Reason, file)
		assert.Equal(t, was, tree.snapshot(t), file)
	}
}

func TestStaticcheck(t *testing.T) {
	out, err := exec.Command("go", "tool", "-n", "staticcheck").Output()
	if err != nil {
		t.Skipf("staticcheck is not here: %v", err)
	}
	tree := project(t, "go")
	text, err := os.ReadFile(filepath.Join(string(tree), "devstar.toml"))
	require.NoError(t, err)
	more, err := json.Marshal(strings.TrimSpace(string(out)))
	require.NoError(t, err)
	require.NoError(t, tree.WriteFile("devstar.toml", append(text, "\n[[engine]]\nid = \"staticcheck\"\n[engine.check]\nextensions = [\"go\"]\ncommand = ["+
		string(more)+", \"-f\", \"sarif\", \"./...\"]\noutput = \"sarif\"\npass_env = [\"GOCACHE\", \"STATICCHECK_CACHE\"]\n"...)))
	script := filepath.Join(t.TempDir(), "plan.star")
	require.NoError(t, os.WriteFile(script, []byte("acquire(\"greet.go\")\ninsert(\"greet.go\", \"func unused() {}\\n\", at = \"end\")\ncheck()\n"), 0o666))
	r := runExample(t, build(t), tree, script)
	require.NotEmpty(t, r.Diagnostics)
	assert.Equal(t, "greet.go staticcheck warning 8 func unused is unused", strings.Join([]string{r.Diagnostics[0].Path, r.Diagnostics[0].Engine,
		r.Diagnostics[0].Severity, jsonNumber(r.Diagnostics[0].Line), r.Diagnostics[0].Message}, " "))
}

func jsonNumber(n int) string { text, _ := json.Marshal(n); return string(text) }

// nodeModules returns a directory with eslint, prettier and typescript. DEVSTAR_NODE_MODULES names one; with DEVSTAR_NPM=1
// they are installed.
func nodeModules(t *testing.T, packageJSON string) string {
	for _, program := range []string{"node", "npx"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not here", program)
		}
	}
	if dir := os.Getenv("DEVSTAR_NODE_MODULES"); dir != "" {
		return dir
	}
	if os.Getenv("DEVSTAR_NPM") != "1" {
		t.Skip("eslint and prettier are not here: set DEVSTAR_NPM=1 to install them with npm, or DEVSTAR_NODE_MODULES to where they are")
	}
	dir := t.TempDir()
	text, err := os.ReadFile(packageJSON)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "package.json"), text, 0o666))
	cmd := exec.Command("npm", "install", "--no-audit", "--no-fund", "--loglevel=error")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("npm cannot install them: %v\n%s", err, out)
	}
	return filepath.Join(dir, "node_modules")
}

func TestEnginesOnATypeScriptProject(t *testing.T) {
	modules := nodeModules(t, filepath.Join(string(project(t, "typescript")), "package.json"))
	binary := build(t)
	fresh := func() diskTree {
		tree := project(t, "typescript")
		require.NoError(t, os.CopyFS(filepath.Join(string(tree), "node_modules"), os.DirFS(modules)))
		bin := filepath.Join(string(tree), "node_modules/.bin")
		require.NoError(t, os.MkdirAll(bin, 0o777))
		for name, target := range map[string]string{"eslint": "../eslint/bin/eslint.js", "prettier": "../prettier/bin/prettier.cjs", "tsc": "../typescript/bin/tsc"} {
			os.Remove(filepath.Join(bin, name))
			require.NoError(t, os.Symlink(target, filepath.Join(bin, name)))
			require.NoError(t, os.Chmod(filepath.Join(bin, target), 0o777))
		}
		return tree
	}
	before, after := example(t, "check_before_commit.star"), example(t, "fix_after_write.star")
	sources := func(tree diskTree) string {
		text, err := os.ReadFile(filepath.Join(string(tree), "src/greet.ts"))
		require.NoError(t, err)
		return string(text)
	}

	tree := fresh()
	was := sources(tree)
	r := runExample(t, binary, tree, before, "--old", "hello(name: string)", "--new", "hi(name:string)", "--files", "src/greet.ts")
	assert.False(t, r.OK)
	assert.Equal(t, []string{"src/greet.ts eslint", "src/main.ts tsc"}, r.found())
	assert.Equal(t, was, sources(tree))

	r = runExample(t, binary, tree, after, "--old", "hello(name: string)", "--new", "hello( name:string )", "--files", "src/greet.ts")
	assert.True(t, r.OK, "%+v", r)
	assert.Equal(t, []string{"src/greet.ts"}, r.Written)
	assert.Equal(t, "const greeting = \"hello\";\n\nexport function hello(name: string): string {\n  return greeting + \", \" + name;\n}\n", sources(tree),
		"prettier and eslint --fix have done their work")
}

// TestAKilledRunLeavesNothingForGood kills a run while its checker works, and looks that the next one sweeps.
func TestAKilledRunLeavesNothingForGood(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh here")
	}
	binary, tree, cache := build(t), project(t, "go"), t.TempDir()
	config := "[[engine]]\nid = \"slow\"\n[engine.check]\nextensions = [\"go\"]\ncommand = [\"sh\", \"-c\", \"touch started; sleep 5\"]\noutput = [\"%f: %m\"]\n"
	require.NoError(t, tree.WriteFile("devstar.toml", []byte(config)))
	script := filepath.Join(t.TempDir(), "plan.star")
	require.NoError(t, os.WriteFile(script, []byte("check()\n"), 0o666))
	cmd := exec.Command(binary, "run", "--root", string(tree), script)
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+cache, "TMPDIR="+cache)
	require.NoError(t, cmd.Start())
	shadows := func() []string {
		list, err := filepath.Glob(filepath.Join(cache, "devstar*", "shadow-*", "tree", "started"))
		require.NoError(t, err)
		return list
	}
	require.Eventually(t, func() bool { return len(shadows()) == 1 }, 10*time.Second, 10*time.Millisecond)
	require.NoError(t, cmd.Process.Kill())
	cmd.Wait()
	require.Len(t, shadows(), 1, "a killed run cannot clean up")
	base := filepath.Dir(filepath.Dir(filepath.Dir(shadows()[0])))
	assert.Equal(t, 1, shadow.Sweep(base))
	assert.Empty(t, shadows())
}

// TestTheDocumentedEngines holds docs/engines.md to what there is: its configuration can be read, its scripts are the examples.
func TestTheDocumentedEngines(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repository(t), "docs/engines.md"))
	require.NoError(t, err)
	blocks := map[string][]string{}
	for i, part := range strings.Split(string(text), "\n```") {
		if kind, body, ok := strings.Cut(part, "\n"); ok && i%2 == 1 {
			blocks[kind] = append(blocks[kind], body+"\n")
		}
	}
	require.Len(t, blocks["toml"], 1)
	c, err := config.Parse("devstar.toml", []byte(blocks["toml"][0]), config.Options{})
	require.NoError(t, err)
	assert.Len(t, c.Engines, 4)
	require.Len(t, blocks["star"], 2)
	for i, name := range []string{"check_before_commit.star", "fix_after_write.star"} {
		script, err := os.ReadFile(example(t, name))
		require.NoError(t, err)
		assert.Equal(t, string(script), blocks["star"][i])
	}
}
