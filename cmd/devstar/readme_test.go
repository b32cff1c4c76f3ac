package main_test

// This file runs what the README prints: its first command, its plans and its patch.

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// block is one fenced piece of a Markdown file.
type block struct{ language, text string }

func blocksOf(t *testing.T, file string) []block {
	text, err := os.ReadFile(filepath.Join(repository(t), file))
	require.NoError(t, err)
	var out []block
	for _, m := range regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$").FindAllStringSubmatch(string(text), -1) {
		out = append(out, block{m[1], m[2]})
	}
	return out
}

// readmeTree is the tree that the README tells of.
func readmeTree(t *testing.T) diskTree {
	tree := diskTree(t.TempDir())
	require.NoError(t, tree.MkdirAll("src", 0o777))
	require.NoError(t, tree.WriteFile("src/server.ts", []byte("import http from 'http'\nconst port = 3000\n")))
	for _, b := range blocksOf(t, "README.md") {
		if b.language == "ts" {
			require.NoError(t, tree.WriteFile("src/config.ts", []byte(b.text)))
		}
	}
	return tree
}

func TestReadmePlansRunAsPrinted(t *testing.T) {
	binary, n := build(t), 0
	for _, b := range blocksOf(t, "README.md") {
		extension, isPlan := map[string]string{"star": "star", "json": "json", "patch": "patch"}[b.language]
		if !isPlan {
			continue
		}
		n++
		tree := readmeTree(t)
		before := contents(tree.snapshot(t))
		plan := filepath.Join(t.TempDir(), "plan."+extension)
		require.NoError(t, os.WriteFile(plan, []byte(b.text), 0o666))
		verb := "run"
		if b.language == "patch" {
			verb = "apply"
		}
		out, err := exec.Command(binary, verb, "--root", string(tree), plan).CombinedOutput()
		require.NoError(t, err, "%s\n%s", b.text, out)
		after := contents(tree.snapshot(t))
		require.NotEqual(t, before, after)
		for name, text := range after {
			if text != before[name] {
				require.Contains(t, text, "8080", name)
			}
		}
	}
	require.Equal(t, 4, n)
}

func TestReadmeFirstCommandRuns(t *testing.T) {
	first := blocksOf(t, "README.md")[0]
	require.Equal(t, "sh", first.language)
	require.Contains(t, blocksOf(t, "README.md")[1].text, "go test ./...")
	for range 2 {
		cmd := exec.Command("sh", "-ec", first.text)
		cmd.Dir = repository(t)
		cmd.Env = append(os.Environ(), "TMPDIR="+t.TempDir())
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.True(t, strings.Contains(string(out), "written"), "%s", out)
	}
}
