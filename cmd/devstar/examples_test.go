package main_test

// This file runs the plans of scripts/examples: on the small shop they are written for, and on the source of a real
// module, which must still compile and pass go vet afterwards.

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// runPlan runs a plan over a tree and returns the written paths. The run must succeed.
func runPlan(t *testing.T, binary, root, plan string) []string {
	cmd := exec.Command(binary, "run", "--root", root, "--json", plan)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "%s%s", out, stderr.String())
	var r observed
	require.NoError(t, json.Unmarshal(out, &r))
	require.True(t, r.OK)
	return r.Written
}

// vet compiles a Go module and looks for mistakes in it.
func vet(t *testing.T, dir string) {
	cmd := exec.Command("go", "vet", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// copyTree copies a directory; the copy can be changed even where the original cannot.
func copyTree(t testing.TB, from string) diskTree {
	to := filepath.Join(t.TempDir(), "tree")
	require.NoError(t, os.CopyFS(to, os.DirFS(from)))
	err := filepath.WalkDir(to, func(name string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.Chmod(name, info.Mode().Perm()|0o200)
	})
	require.NoError(t, err)
	return diskTree(to)
}

// TestExamples runs each example on the shop and compares the whole tree with the golden archive of its name: the files
// that differ afterwards, and in its comment a line "gone PATH" for each that is no more.
func TestExamples(t *testing.T) {
	binary, dir := build(t), filepath.Join(repository(t), "scripts", "examples")
	plans, err := filepath.Glob(filepath.Join(dir, "*.star"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(plans), 4)
	for _, plan := range plans {
		name := strings.TrimSuffix(filepath.Base(plan), ".star")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tree := copyTree(t, filepath.Join(dir, "testdata", "shop"))
			want := wanted(t, filepath.Join(dir, "testdata", name+".txtar"), tree.snapshot(t))
			runPlan(t, binary, string(tree), plan)
			assert.Equal(t, want, contents(tree.snapshot(t)))
			vet(t, string(tree))
			assert.Empty(t, runPlan(t, binary, string(tree), plan), "a second run writes nothing")
			assert.Equal(t, want, contents(tree.snapshot(t)))
		})
	}
}

// wanted applies a golden archive to the tree before.
func wanted(t *testing.T, golden string, before map[string]entry) map[string]string {
	want := contents(before)
	archive, err := txtar.ParseFile(golden)
	require.NoError(t, err)
	for line := range strings.Lines(string(archive.Comment)) {
		name, ok := strings.CutPrefix(strings.TrimSpace(line), "gone ")
		require.True(t, ok, "%s: %q", golden, line)
		require.Contains(t, want, name)
		delete(want, name)
	}
	for _, f := range archive.Files {
		require.NotEqual(t, want[f.Name], string(f.Data), "%s: %s does not change", golden, f.Name)
		want[f.Name] = string(f.Data)
	}
	return want
}

func contents(tree map[string]entry) map[string]string {
	texts := map[string]string{}
	for name, e := range tree {
		texts[name] = e.text
	}
	return texts
}

// TestExamplesRefuse runs plans whose conditions do not hold: nothing may change.
func TestExamplesRefuse(t *testing.T) {
	binary, dir := build(t), filepath.Join(repository(t), "scripts", "examples")
	for _, c := range []struct {
		plan, want string
		constants  map[string]string
	}{
		{"rename_identifier", "Price cannot become Item", map[string]string{"RENAMES": `{"Price": "Item"}`}},
		{"move_file", "neither docs/price.md", map[string]string{"SOURCE": `"docs/price.md"`}},
		{"delete_file", "Find is still used in", map[string]string{"NAMES": `["Find"]`}},
		{"split_file", "declares Prices 0 times", map[string]string{"DECLARATIONS": `["Prices"]`}},
	} {
		t.Run(c.plan, func(t *testing.T) {
			tree := copyTree(t, filepath.Join(dir, "testdata", "shop"))
			before := tree.snapshot(t)
			plan := withConstants(t, filepath.Join(dir, c.plan+".star"), c.constants)
			out, err := exec.Command(binary, "run", "--root", string(tree), "--json", plan).Output()
			assert.Error(t, err)
			assert.Contains(t, string(out), c.want)
			assert.Equal(t, before, tree.snapshot(t))
		})
	}
}

// withConstants writes a copy of a plan with other values in the assignments at its top, as its reader would edit them.
func withConstants(t *testing.T, plan string, constants map[string]string) string {
	text, err := os.ReadFile(plan)
	require.NoError(t, err)
	for name, value := range constants {
		assignment := regexp.MustCompile(`(?m)^` + name + ` = .*$`)
		require.Len(t, assignment.FindAll(text, -1), 1, "%s in %s", name, plan)
		text = assignment.ReplaceAllLiteral(text, []byte(name+" = "+value))
	}
	edited := filepath.Join(t.TempDir(), filepath.Base(plan))
	require.NoError(t, os.WriteFile(edited, text, 0o666))
	return edited
}

// TestExamplesOnARealModule refactors the source of testify.
func TestExamplesOnARealModule(t *testing.T) {
	list := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/stretchr/testify")
	list.Dir = repository(t)
	out, err := list.Output()
	require.NoError(t, err)
	tree := copyTree(t, strings.TrimSpace(string(out)))
	before := contents(tree.snapshot(t))
	binary, dir := build(t), filepath.Join(repository(t), "scripts", "examples")

	for _, step := range []struct {
		plan      string
		constants map[string]string
		written   int // at least
	}{
		{"rename_identifier", map[string]string{
			"FILES":   `["**/*.go", "**/*.tmpl", "**/*.md"]`,
			"RENAMES": `{"TestingT": "Reporter", "msgAndArgs": "extraArgs", "tHelper": "helperMarker", "Assertions": "CheckSet", "Arguments": "CallValues", "expected": "wantedValue"}`,
		}, 24},
		{"move_file", map[string]string{"SOURCE": `"assert/http_assertions.go"`, "DESTINATION": `"assert/web.go"`}, 1},
		{"delete_file", map[string]string{"PATH": `"http/test_response_writer.go"`, "NAMES": `["TestResponseWriter"]`}, 0},
		{"split_file", map[string]string{
			"SOURCE": `"mock/mock.go"`, "DESTINATION": `"mock/values.go"`,
			"DECLARATIONS": `["AnythingOfType", "IsType", "MatchedBy", "assertOpts", "funcName", "isFuncSame"]`,
		}, 2},
	} {
		t.Run(step.plan, func(t *testing.T) {
			plan := withConstants(t, filepath.Join(dir, step.plan+".star"), step.constants)
			written := runPlan(t, binary, string(tree), plan)
			t.Logf("%d files written", len(written))
			assert.GreaterOrEqual(t, len(written), step.written)
			vet(t, string(tree))
			assert.Empty(t, runPlan(t, binary, string(tree), plan), "a second run writes nothing")
		})
	}
	after := contents(tree.snapshot(t))
	assert.NotContains(t, after, "http/test_response_writer.go")
	assert.NotContains(t, after, "assert/http_assertions.go")
	assert.Equal(t, strings.Count(before["assert/http_assertions.go"], "\n"), strings.Count(after["assert/web.go"], "\n"))
	assert.Contains(t, after["mock/values.go"], "func MatchedBy(")
	assert.Equal(t, before["LICENSE"], after["LICENSE"])
}
