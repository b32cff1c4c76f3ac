package lsp

// This file tests the answers of the server as an editor sees them.

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"devstar/runtime"
)

const plan = "file:///dir/plan.star"

func TestDiagnostics(t *testing.T) {
	c := connect(t, "/dir")
	found := c.opens(plan, "s = '😀'; raed('a')\nread_lines('a', start = 0)\nfs.edt()\n")
	assert.Equal(t, []string{
		"0:10-0:14 undefined: raed\nhint: did you mean \"read\"?",
		"1:24-1:25 read_lines: start: want an integer of at least 1, got 0\nhint: lines are numbered from 1",
		"2:3-2:6 fs has no edt\nhint: did you mean \"edit\"?",
	}, shown(found))
	assert.Equal(t, severityError, found[0].Severity)
	assert.Equal(t, "compile_error/undefined", found[0].Code)

	c.tell("textDocument/didChange", `{"textDocument":{"uri":"`+plan+`","version":2},"contentChanges":[
		{"range":{"start":{"line":0,"character":10},"end":{"line":0,"character":14}},"text":"read"},
		{"range":{"start":{"line":1,"character":0},"end":{"line":3,"character":0}},"text":""}]}`)
	assert.Empty(t, c.published(plan))
	c.tell("textDocument/didClose", `{"textDocument":{"uri":"`+plan+`"}}`)
	assert.Empty(t, c.published(plan))
	assert.Equal(t, codeInvalidParams, c.asks("textDocument/hover", at(plan, 0, 0)).Error.Code)
}

func TestTheConfigurationIsWrong(t *testing.T) {
	e := runtime.NewError(runtime.CodeConfig, "", "it is wrong", "mend it")
	e.Position = &runtime.Position{File: "devstar.toml", Line: 3, Column: 1}
	for _, failure := range []error{e, errors.New("devstar.toml:3: it is wrong\nhint: mend it")} {
		c := dial(t, Options{Project: func(string) (Project, error) { return Project{}, failure }, Format: upper})
		c.call("initialize", "{}")
		found := c.opens(plan, "edti()\n")
		assert.Equal(t, []string{"0:0-0:0 devstar.toml:3: it is wrong\nhint: mend it", "0:0-0:4 undefined: edti\nhint: did you mean \"edit\"?"}, shown(found))
		assert.Equal(t, severityWarning, found[0].Severity)
	}
}

func TestAnswers(t *testing.T) {
	c := connect(t, "/dir")
	c.opens(plan, "def f(a, b = 1):\n    \"\"\"Sums.\"\"\"\n    return a\n\nx = '😀'; f(f(1), 2)\nfs.mk\n")
	assert.JSONEq(t, `{"contents":{"kind":"markdown","value":"`+"```python\\ndef f(a, b = 1)\\n```\\n\\nSums."+`"},"range":{"start":{"line":4,"character":10},"end":{"line":4,"character":11}}}`,
		c.call("textDocument/hover", at(plan, 4, 11)))
	assert.Equal(t, "null", c.call("textDocument/hover", at(plan, 3, 0)))
	assert.JSONEq(t, `{"uri":"file:///dir/plan.star","range":{"start":{"line":0,"character":4},"end":{"line":0,"character":5}}}`,
		c.call("textDocument/definition", at(plan, 4, 12)))
	assert.Equal(t, "null", c.call("textDocument/definition", at(plan, 5, 0)))
	assert.JSONEq(t, `{"signatures":[{"label":"f(a, b = 1)","documentation":{"kind":"markdown","value":"Sums."},"parameters":[{"label":"a"},{"label":"b = 1"}]}],"activeSignature":0,"activeParameter":1}`,
		c.call("textDocument/signatureHelp", at(plan, 4, 17)))
	assert.Equal(t, "null", c.call("textDocument/signatureHelp", at(plan, 5, 3)))
	var list completionList
	require.NoError(t, json.Unmarshal([]byte(c.call("textDocument/completion", at(plan, 5, 5))), &list))
	require.Len(t, list.Items, 6)
	assert.Equal(t, completionItem{Label: "mkdir", Kind: 2, Detail: list.Items[3].Detail, SortText: "1mkdir", Data: json.RawMessage(`"fs.mkdir"`),
		TextEdit: &textEdit{span{position{5, 3}, position{5, 5}}, "mkdir"}}, list.Items[3])
	assert.Contains(t, c.call("completionItem/resolve", `{"label":"mkdir","data":"fs.mkdir","own":1}`), "Makes a directory with its parents on disk at once.")
	assert.JSONEq(t, `{"label":"x","data":"nothing"}`, c.call("completionItem/resolve", `{"label":"x","data":"nothing"}`))
	assert.JSONEq(t, `[{"name":"f","detail":"f(a, b = 1)","kind":12,"range":{"start":{"line":0,"character":0},"end":{"line":2,"character":12}},"selectionRange":{"start":{"line":0,"character":4},"end":{"line":0,"character":5}}},
		{"name":"x","kind":13,"range":{"start":{"line":4,"character":0},"end":{"line":4,"character":8}},"selectionRange":{"start":{"line":4,"character":0},"end":{"line":4,"character":1}}}]`,
		c.call("textDocument/documentSymbol", `{"textDocument":{"uri":"`+plan+`"}}`))
}

// An editor that tells of no capabilities gets the plain forms.
func TestAPlainEditor(t *testing.T) {
	c := dial(t, Options{Project: project("/dir"), Format: upper})
	c.call("initialize", `{}`)
	c.opens(plan, "def f():\n    def g():\n        edti()\n")
	assert.JSONEq(t, `[{"name":"f","kind":12,"location":{"uri":"file:///dir/plan.star","range":{"start":{"line":0,"character":0},"end":{"line":2,"character":14}}}},
		{"name":"g","kind":12,"location":{"uri":"file:///dir/plan.star","range":{"start":{"line":1,"character":4},"end":{"line":2,"character":14}}}}]`,
		c.call("textDocument/documentSymbol", `{"textDocument":{"uri":"`+plan+`"}}`))
	assert.Contains(t, c.call("textDocument/hover", at(plan, 0, 4)), `"kind":"plaintext"`)
	assert.Equal(t, "[]", c.call("textDocument/codeAction", `{"textDocument":{"uri":"`+plan+`"},"range":{"start":{"line":2,"character":9},"end":{"line":2,"character":9}},"context":{}}`))
}

func TestQuickFixes(t *testing.T) {
	c := connect(t, "/dir")
	found := c.opens(plan, "x = '😀'; edti('a', [])\nfoo()\n")
	ask := func(from, to int, context string) string {
		return c.call("textDocument/codeAction", fmt.Sprintf(`{"textDocument":{"uri":%q},"range":{"start":{"line":0,"character":%d},"end":{"line":1,"character":%d}},"context":%s}`, plan, from, to, context))
	}
	first, err := json.Marshal(found[0])
	require.NoError(t, err)
	assert.JSONEq(t, `[{"title":"Change to \"edit\"","kind":"quickfix","isPreferred":true,"diagnostics":[`+string(first)+`],
		"edit":{"changes":{"file:///dir/plan.star":[{"range":{"start":{"line":0,"character":10},"end":{"line":0,"character":14}},"newText":"edit"}]}}}]`, ask(0, 3, `{"diagnostics":[]}`))
	assert.Equal(t, "[]", ask(15, 3, `{}`), "the range is behind it")
	assert.Equal(t, "[]", ask(0, 3, `{"only":["refactor"]}`))
	assert.NotEqual(t, "[]", ask(0, 3, `{"only":["quickfix"]}`))
	// In a text that has just changed the fixes are those of the new text, and its diagnostics still come.
	c.tell("textDocument/didChange", `{"textDocument":{"uri":"`+plan+`","version":2},"contentChanges":[{"text":"\nraed('x')\n"}]}`)
	assert.Contains(t, ask(0, 3, `{}`), `"newText":"read"`)
}

func TestFormatting(t *testing.T) {
	c := connect(t, "/dir")
	c.opens(plan, "a = 1\nx= 2\nb = 3\n")
	params := `{"textDocument":{"uri":"` + plan + `"},"options":{"tabSize":4}}`
	assert.JSONEq(t, `[{"range":{"start":{"line":1,"character":0},"end":{"line":2,"character":0}},"newText":"x = 2\n"}]`, c.call("textDocument/formatting", params))
	for text, want := range map[string]string{"a = 1\n": "[]", "": "[]", "x=": `[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":2}},"newText":"x ="}]`} {
		c.tell("textDocument/didChange", `{"textDocument":{"uri":"`+plan+`","version":2},"contentChanges":[{"text":`+quoted(text)+`}]}`)
		assert.JSONEq(t, want, c.call("textDocument/formatting", params))
	}
	c.tell("textDocument/didChange", `{"textDocument":{"uri":"`+plan+`","version":2},"contentChanges":[{"text":"x = = 1"}]}`)
	assert.Equal(t, &rpcError{codeFailed, "it does not parse"}, c.asks("textDocument/formatting", params).Error)
}

// tree writes files into a new directory and returns it.
func tree(t *testing.T, files map[string]string) string {
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	return dir
}

func uri(parts ...string) string { return (&server{}).uriOf(filepath.ToSlash(filepath.Join(parts...))) }

func TestLoads(t *testing.T) {
	dir := tree(t, map[string]string{"lib.star": "load('//sub/deep.star', 'deep')\ndef helper():\n    \"\"\"Helps.\"\"\"\n    return deep\n", "sub/deep.star": "deep = 1\n"})
	c := connect(t, dir)
	main, lib := uri(dir, "main.star"), uri(dir, "lib.star")
	assert.Empty(t, c.opens(main, "load('lib.star', 'helper')\nhelper()\n"), "the file itself is not on disk")
	assert.Contains(t, c.call("textDocument/hover", at(main, 1, 2)), "Helps.")
	assert.JSONEq(t, fmt.Sprintf(`{"uri":%q,"range":{"start":{"line":1,"character":4},"end":{"line":1,"character":10}}}`, lib), c.call("textDocument/definition", at(main, 1, 2)))
	assert.JSONEq(t, fmt.Sprintf(`{"uri":%q,"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}}`, lib), c.call("textDocument/definition", at(main, 0, 8)))
}

// A loaded file that is being changed counts as it is in the editor, and its mistakes show where it is loaded.
func TestBuffersOfLoadedFiles(t *testing.T) {
	dir := tree(t, map[string]string{"lib.star": "load('//sub/deep.star', 'deep')\ndef helper():\n    return deep\n", "sub/deep.star": "deep = 1\n"})
	c := connect(t, dir)
	main, deep := uri(dir, "main.star"), uri(dir, "sub/deep.star")
	c.opens(main, "load('lib.star', 'helper')\nhelper()\n")
	c.opens(deep, "deep = ['😀', undefind]\n")
	found := c.published(main)
	require.Equal(t, []string{"0:5-0:15 " + filepath.ToSlash(filepath.Join(dir, "sub/deep.star")) + ":1:14: undefined: undefind\nhint: define it first; devstar doc lists the builtins"}, shown(found))
	assert.Equal(t, location{deep, span{position{0, 14}, position{0, 14}}}, found[0].Related[0].Location)
	c.tell("textDocument/didClose", `{"textDocument":{"uri":"`+deep+`"}}`)
	assert.Empty(t, c.published(main), "the disk counts again")

	// A file that is only in the editor can be loaded, too; when it goes, that shows.
	c.tell("textDocument/didChange", `{"textDocument":{"uri":"`+main+`","version":2},"contentChanges":[{"text":"load('new.star', 'n')\nn\n"}]}`)
	assert.Contains(t, shown(c.published(main))[0], "new.star: no such file")
	c.opens(uri(dir, "new.star"), "n = 1\n")
	assert.Empty(t, c.published(main))
	c.tell("textDocument/didClose", `{"textDocument":{"uri":"`+uri(dir, "new.star")+`"}}`)
	assert.Contains(t, shown(c.published(main))[0], "new.star: no such file")

	// So does one that changes on disk behind the editor.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "new.star"), []byte("n = 1\n"), 0o600))
	c.tell("workspace/didChangeWatchedFiles", `{"changes":[]}`)
	assert.Empty(t, c.published(main))
}

// Loads never leave their roots, whatever is open.
func TestLoadsStayInTheirRoots(t *testing.T) {
	outside := tree(t, map[string]string{"secret.star": "secret = 1\n"})
	dir := tree(t, map[string]string{"plan.star": ""})
	require.NoError(t, os.Symlink(filepath.Join(outside, "secret.star"), filepath.Join(dir, "link.star")))
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, "away")))
	c := connect(t, dir)
	c.opens(uri(outside, "secret.star"), "secret = 1\n")
	main := uri(dir, "plan.star")
	c.opens(main, "")
	for i, module := range []string{"../" + filepath.Base(outside) + "/secret.star", filepath.ToSlash(outside) + "/secret.star", "link.star", "away/secret.star", "away/new.star", "//../x.star", "@x//y.star"} {
		c.tell("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"text":%s}]}`, main, i, quoted("load("+quoted(module)+", \"secret\")\nsecret\n")))
		assert.NotEmpty(t, c.published(main), module)
		assert.Equal(t, "null", c.call("textDocument/definition", at(main, 0, 7)), module)
		assert.Equal(t, `{"isIncomplete":false,"items":[]}`, c.call("textDocument/completion", at(main, 0, len(quoted(module))+9)), module)
	}
}

func TestWhatIsNoFile(t *testing.T) {
	c := connect(t, "/dir")
	assert.Equal(t, []string{"0:0-0:4 undefined: edti\nhint: did you mean \"edit\"?",
		"1:5-1:13 load(\"x.star\"): there is no directory to load from\nhint: run the script from a file, or name its root with --script-root"},
		shown(c.opens("untitled:Untitled-1", "edti()\nload('x.star', 'x')\ny = 1\ny\n")))
	assert.Contains(t, c.call("textDocument/definition", at("untitled:Untitled-1", 3, 0)), `"uri":"untitled:Untitled-1"`)
	assert.Empty(t, c.opens("%zz", "x = 1\n"))
	assert.Empty(t, c.opens("file://host/share/x.star", "x = 1\n"))
	assert.Empty(t, c.opens("file:///elsewhere/x.star", "x = 1\n"))
}

func TestFilesOfTests(t *testing.T) {
	c := connect(t, "/dir")
	text := "def test_a():\n    t = fixture({'a': ''})\n    assert.eq(t.files(), ['a'])\n    assert.equal(1, 1)\n"
	assert.Equal(t, []string{"3:11-3:16 assert has no equal\nhint: assert has contains, eq, fails, matches, ne, true"}, shown(c.opens("file:///dir/a_test.star", text)))
	assert.Len(t, c.opens(plan, text), 2, "only there")
}

func TestOddTexts(t *testing.T) {
	c := connect(t, "/dir")
	for text, want := range map[string][]string{
		"\ufeffedti()":            {"0:1-0:5 undefined: edti\nhint: did you mean \"edit\"?"},
		"x = 1\r\nedti()\rfs.x()": {"1:0-1:4 undefined: edti\nhint: did you mean \"edit\"?", "2:3-2:4 fs has no x\nhint: fs has apply_patch, copy, edit, mkdir, move, remove"},
		"x = '\x00'":              {"0:4-0:7 the text holds a NUL\nhint: remove it"},
		"":                        nil,
		"\ufeff":                  nil,
		"\n\n":                    nil,
		"x = (":                   {"0:5-0:5 syntax: got end of file, want primary expression\nhint: the script ends in the middle: close the bracket, or finish the statement"},
	} {
		assert.Equal(t, want, shown(c.opens(plan, text)), "%q", text)
		c.call("textDocument/completion", at(plan, 0, 1))
	}
}
