package main_test

// This file runs what the documents print: files are written as their paragraph names them, console blocks are run, and what
// they show is compared. With -update the shown output is rewritten.

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// document is a text whose blocks are run in one directory, from the top down.
type document struct {
	testing.TB
	dir, bin string
	output   strings.Builder // the document with the output that the commands really have
	commands int
}

// named finds the file that a paragraph gives its block to: the last name in backquotes of the line before it.
var named = regexp.MustCompile("`([^`\\s]*[./][^`\\s]*)`[^`]*$")

func TestDocumentsRunAsPrinted(t *testing.T) {
	binary := build(t)
	for _, name := range []string{"approvals.md", "safety.md", "mapping.md", "editor.md", "tutorial.md", "testing.md", "library.md", "cookbook.md"} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(repository(t), "docs", name)
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			d := &document{TB: t, dir: t.TempDir(), bin: filepath.Dir(binary)}
			d.run(string(text))
			require.Positive(t, d.commands)
			if flag.Lookup("update").Value.String() == "true" {
				require.NoError(t, os.WriteFile(file, []byte(d.output.String()), 0o666))
				return
			}
			require.Equal(t, string(text), d.output.String())
		})
	}
}

// run goes through the document.
func (d *document) run(text string) {
	blocks := regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$").FindAllStringSubmatchIndex(text, -1)
	at := 0
	for _, m := range blocks {
		before, language, body := text[at:m[0]], text[m[2]:m[3]], text[m[4]:m[5]]
		d.output.WriteString(before + "```" + language + "\n")
		switch language {
		case "console":
			body = d.console(body)
		case "sh":
			d.tests(body)
		default:
			d.file(before, body)
		}
		d.output.WriteString(body + "```")
		at = m[1]
	}
	d.output.WriteString(text[at:])
}

// file writes a block under the name that the paragraph before it says.
func (d *document) file(before, body string) {
	paragraph := strings.ReplaceAll(strings.TrimSpace(before), "\n", " ")
	m := named.FindStringSubmatch(paragraph)
	require.NotNil(d, m, "no file is named before this block:\n%s", body)
	name := filepath.Join(d.dir, filepath.FromSlash(m[1]))
	require.NoError(d, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(d, os.WriteFile(name, []byte(body), 0o644))
}

// console runs the commands of a block and returns it with what they print.
func (d *document) console(body string) string {
	var out strings.Builder
	for line := range strings.Lines(body) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		d.commands++
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir = d.dir
		cmd.Env = append(os.Environ(), "PATH="+d.bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		text, _ := cmd.CombinedOutput() // the codes that matter are printed
		out.WriteString(line + string(text))
	}
	return out.String()
}

// tests looks whether each command that runs tests of this repository finds some.
func (d *document) tests(body string) {
	for _, m := range regexp.MustCompile(`go test (\S+) -run '([^']+)'`).FindAllStringSubmatch(body, -1) {
		var sources strings.Builder
		files, err := filepath.Glob(filepath.Join(repository(d), m[1], "*_test.go"))
		require.NoError(d, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(d, err)
			sources.Write(text)
		}
		for name := range strings.SplitSeq(strings.ReplaceAll(m[2], "$", ""), "|") {
			require.Contains(d, sources.String(), "func "+name, "%s has no such test", m[1])
		}
	}
}
