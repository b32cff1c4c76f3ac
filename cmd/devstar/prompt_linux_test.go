package main

// This file tests the prompt in a pseudo-terminal: questions, answers, pages, and what happens behind a question.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const allowMkdir = "Allow this fs.mkdir? [y/n/a/A/q, ? for help] "

// asking starts a script in a terminal, over a new tree with some files.
func asking(t *testing.T, script string, args ...string) (*dialogue, string) {
	dir := t.TempDir()
	root := filepath.Join(dir, "tree")
	for name, text := range map[string]string{"src/a.txt": "one\ntwo\n", "src/b.txt": "b\n", "build/1": "", "build/2": "", "build/x/3": ""} {
		full := filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(full), 0o755))
		require.NoError(t, os.WriteFile(full, []byte(text), 0o600))
	}
	plan := filepath.Join(dir, "plan.star")
	require.NoError(t, os.WriteFile(plan, []byte(script), 0o600))
	return talk(t, nil, append(append([]string{"run", "--root", root}, args...), plan)...), root
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typed  string
		code   int
		report string // in what is shown afterwards
	}{
		{"y\n", exitOK, "fs.mkdir made: allowed by person"},
		{" y \n", exitOK, "fs.mkdir made: allowed by person"},
		{"n\n", exitDeclined, "fs.mkdir: denied by a person: make the directory made"},
		{"n not now\x01\n", exitDeclined, "denied by a person: not now"},
		{"\n", exitDeclined, "an empty answer is no yes"},
		{"yes\n", exitDeclined, `"yes" is no yes: it counts as no. The answers are y, n,`},
		{"Y\n", exitDeclined, `"Y" is no yes`},
		{"\x04", exitDeclined, "the input ended without an answer"},
		{"q\n", exitDeclined, "no to this and to all that follow"},
		{"a\n", exitOK, "allowed by person"},
		{"\x03", exitInterrupted, "the run was interrupted"},
	} {
		d, root := asking(t, `fs.mkdir("made").or_fail()`)
		d.asks(allowMkdir, c.typed)
		code, rest := d.ends()
		assert.Equal(t, c.code, code, "%q: %s", c.typed, rest)
		assert.Contains(t, rest, c.report, "%q", c.typed)
		_, err := os.Stat(filepath.Join(root, "made"))
		assert.Equal(t, c.code == exitOK, err == nil, "%q", c.typed)
	}
}

func TestAQuestion(t *testing.T) {
	t.Parallel()
	d, _ := asking(t, `
fs.edit("src/a.txt", [{"old_text": "two", "new_text": "2\x1b[2J\u202e"}]).or_fail()
fs.copy("src/a.txt", "src/b.txt").or_fail()
fs.remove("build").or_fail()
`)
	plan := d.cmd.Args[len(d.cmd.Args)-1]
	shown := d.asks("Allow this fs.edit? ", "y\n")
	assert.Equal(t, `
── approval 1: fs.edit ──
edit src/a.txt: 1 replacement
from      `+plan+`:2:4
paths     src/a.txt

diff --git a/src/a.txt b/src/a.txt
--- a/src/a.txt
+++ b/src/a.txt
@@ -1,2 +1,2 @@
 one
-two
+2\x1b[2J\u202e

Allow this fs.edit? `, shown)
	shown = d.asks("Allow this fs.copy? ", "y\n")
	assert.Contains(t, shown, "paths     src/a.txt\n          src/b.txt\nreplaces  what is there now\n")
	shown = d.asks("Allow this fs.remove? ", "?\n")
	assert.Contains(t, shown, "remove the directory build with 4 names in it\n")
	assert.Contains(t, shown, "with      4 names: build/x, build/1, build/2, build/x/3\n")
	shown = d.asks("Allow this fs.remove? ", "n\n")
	assert.Contains(t, shown, "A         yes, and always in this run: fs.remove in and below build/ (asks once more)\n")
	code, _ := d.ends()
	assert.Equal(t, exitDeclined, code)
}

func TestTheDiffIsColoured(t *testing.T) {
	t.Parallel()
	script := filepath.Join(t.TempDir(), "p.star")
	require.NoError(t, os.WriteFile(script, []byte(`fs.apply_patch("--- a/n\n+++ b/n\n@@ -1 +1 @@\n-x\n+y\n").or_fail()`), 0o600))
	root := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(root, "n"), []byte("x\n"), 0o600))
	d := talk(t, func(c *exec.Cmd) { c.Env = append(c.Env, "NO_COLOR=") }, "run", "--root", root, script)
	shown := d.asks("Allow this fs.apply_patch? ", "n\n")
	assert.Contains(t, shown, "\x1b[1;31m-x\x1b[0m\n\x1b[32m+y\x1b[0m\n")
	d.ends()
}

func TestAlways(t *testing.T) {
	t.Parallel()
	d, _ := asking(t, `
def twice(path):
    fs.edit(path, [{"old_text": "o", "new_text": "oo"}]).or_fail()
fs.mkdir("m/1").or_fail()
fs.remove("m").or_fail()
fs.mkdir("m/1").or_fail()
fs.mkdir("m/2").or_fail()
fs.mkdir("m/3").or_fail()
fs.mkdir("other").or_fail()
fs.mkdir("last").or_fail()
`, "--allow", "fs.remove", "--save-policy", filepath.Join(t.TempDir(), "kept.json"))
	kept := d.cmd.Args[7]
	d.asks(allowMkdir, "a\n") // m/1, and again m/1
	shown := d.asks(allowMkdir, "A\n")
	assert.Contains(t, shown, "paths     m/2\n")
	assert.NotContains(t, shown, "m/1")
	d.asks("Always allow fs.mkdir in and below m/ in this run? [y/n] ", "y\n")
	shown = d.asks(allowMkdir, "A\n")
	assert.Contains(t, shown, "paths     other\n")
	d.asks("Always allow fs.mkdir anywhere in the tree in this run? [y/n] ", "\n")
	code, _ := d.ends()
	assert.Equal(t, exitDeclined, code, "always that is not confirmed is no")
	text, err := os.ReadFile(kept)
	require.NoError(t, err)
	_, out, _ := devstar(t, "", "policy", "explain", "--policy", kept, "fs.mkdir", "m/1")
	assert.Contains(t, out, "allowed\n  by rule 1 of", string(text))
	_, out, _ = devstar(t, "", "policy", "explain", "--policy", kept, "fs.mkdir", "m/7")
	assert.Contains(t, out, "allowed\n  by rule 2 of", string(text))
	_, out, _ = devstar(t, "", "policy", "explain", "--policy", kept, "fs.mkdir", "other")
	assert.Contains(t, out, "no rule matches", string(text))
}

func TestQuitIsNoToAllThatFollow(t *testing.T) {
	t.Parallel()
	d, root := asking(t, `
print(fs.mkdir("a").rejected)
print(fs.mkdir("b").rejected)
print(fs.mkdir("c", handler=approval.approve).rejected)
`)
	d.asks(allowMkdir, "q\n")
	code, rest := d.ends()
	assert.Equal(t, exitOK, code, rest)
	assert.Contains(t, rest, "True\nTrue\nFalse\n", "what nobody must be asked about is done")
	assert.DirExists(t, filepath.Join(root, "c"))
}

func TestALongQuestionComesInPages(t *testing.T) {
	t.Parallel()
	for _, skip := range []bool{false, true} {
		d, _ := asking(t, `fs.edit("src/a.txt", [{"old_text": "two", "new_text": "".join(["line %d\n" % i for i in range(50)])}]).or_fail()`)
		shown := d.asks("Enter shows them, s and Enter skips to the question -- ", map[bool]string{true: "s\n", false: "\n"}[skip])
		assert.Equal(t, 23, strings.Count(shown, "\n")+1, "a page fits on the screen: %s", shown)
		if !skip {
			d.asks("Enter shows them", "y\n") // no answer yet: the question has not been asked
		}
		shown = d.asks("Allow this fs.edit? ", "n\n")
		assert.NotContains(t, shown, "line 49")
		code, _ := d.ends()
		assert.Equal(t, exitDeclined, code)
	}
}

// An answer is what was typed after the question was shown.
func TestWhatIsTypedAheadAnswersNothing(t *testing.T) {
	t.Parallel()
	d, root := asking(t, "print('ready')\nfor i in range(20000000):\n    pass\nfs.mkdir('made').or_fail()\n")
	d.asks("ready\n", "y\ny\ny\n")
	d.shows(allowMkdir)
	time.Sleep(50 * time.Millisecond)
	assert.NoDirExists(t, filepath.Join(root, "made"))
	d.types("n\n")
	code, _ := d.ends()
	assert.Equal(t, exitDeclined, code)
}

func TestAFileThatChangesBehindTheQuestion(t *testing.T) {
	t.Parallel()
	for effect, script := range map[string]string{
		"fs.edit": `fs.edit("src/a.txt", [{"old_text": "two", "new_text": "2"}]).or_fail()`,
		"write":   "acquire('src/a.txt')\nreplace('src/a.txt', 'two', '2')\nwrite()\n",
	} {
		d, root := asking(t, script, "--approve=host")
		d.shows("Allow this " + effect + "? ")
		file := filepath.Join(root, "src/a.txt")
		require.NoError(t, os.WriteFile(file, []byte("one\ntwo\nthree\n"), 0o600))
		d.types("y\n")
		code, rest := d.ends()
		assert.Equal(t, exitFailed, code)
		assert.Contains(t, rest, "it changed since it was approved")
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, "one\ntwo\nthree\n", string(text))
	}
}

func TestWhoCanBeAsked(t *testing.T) {
	t.Parallel()
	const script = `fs.mkdir("made").or_fail()`
	t.Run("the script comes from standard input", func(t *testing.T) {
		root := t.TempDir()
		d := talk(t, func(c *exec.Cmd) { c.Stdin = strings.NewReader(script) }, "run", "--root", root, "-")
		d.asks(allowMkdir, "y\n")
		code, rest := d.ends()
		assert.Equal(t, exitOK, code, rest)
	})
	t.Run("standard error leads elsewhere", func(t *testing.T) {
		root := t.TempDir()
		plan := filepath.Join(t.TempDir(), "p.star")
		require.NoError(t, os.WriteFile(plan, []byte(script), 0o600))
		d := talk(t, func(c *exec.Cmd) { c.Stderr = nil }, "run", "--root", root, plan)
		d.asks(allowMkdir, "y\n")
		code, rest := d.ends()
		assert.Equal(t, exitOK, code, rest)
	})
	t.Run("nobody when standard input is no terminal", func(t *testing.T) {
		root := t.TempDir()
		plan := filepath.Join(t.TempDir(), "p.star")
		require.NoError(t, os.WriteFile(plan, []byte(script), 0o600))
		d := talk(t, func(c *exec.Cmd) { c.Stdin = strings.NewReader("y\n") }, "run", "--root", root, plan)
		code, rest := d.ends()
		assert.Equal(t, exitDeclined, code)
		assert.Contains(t, rest, "nobody can be asked")
	})
	for _, flag := range []string{"--json", "--dry-run", "--approve=script", "--approve=none"} {
		t.Run("nobody with "+flag, func(t *testing.T) {
			d, _ := asking(t, script, flag)
			code, rest := d.ends()
			assert.Equal(t, map[bool]int{true: exitOK, false: exitDeclined}[flag == "--dry-run"], code, rest)
			assert.NotContains(t, rest, "Allow this")
		})
	}
}

func TestRowsOfALine(t *testing.T) {
	for text, want := range map[string]int{"": 1, "x": 1, strings.Repeat("x", 80): 1, strings.Repeat("x", 81): 2, "\x1b[1m" + strings.Repeat("ä", 80) + "\x1b[0m": 1, strings.Repeat("\t", 11): 2} {
		assert.Equal(t, want, rowsOf(text, 80), fmt.Sprintf("%q", text))
	}
}
