package hunkengine

// This file compares every message of the package with golden files; "go test -update" rewrites them.

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden collects the failures of one test.
type golden struct{ b strings.Builder }

func (g *golden) add(t *testing.T, name string, err error) {
	t.Helper()
	require.Error(t, err, name)
	failure, ok := err.(Failure)
	require.True(t, ok, "%s: %T is no Failure", name, err)
	fields, jsonErr := json.Marshal(failure)
	require.NoError(t, jsonErr)
	if hint := failure.Hint(); hint != "" {
		require.NotContains(t, failure.Error(), hint, name)
	}
	fmt.Fprintf(&g.b, "== %s (%s)\n%s\nhint: %s\n%s\n\n", name, failure.Reason(), failure.Error(), failure.Hint(), fields)
}

func (g *golden) compare(t *testing.T, name string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(g.b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), g.b.String(), "run go test -update and read the difference")
}

const sample = "package a\n\nfunc one() {\n\tx(1)\n\treturn\n}\n\nfunc two() {\n\tx(2)\n\treturn\n}\n"

// numberedLines returns "line 1" to "line n", with some of them replaced.
func numberedLines(n int, replaced map[int]string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		if s, ok := replaced[i]; ok {
			b.WriteString(s + "\n")
		} else {
			fmt.Fprintf(&b, "line %d\n", i)
		}
	}
	return b.String()
}

func TestEditMessages(t *testing.T) {
	many := map[int]string{}
	for i := 10; i < 20; i++ {
		many[2*i] = "dup()"
	}
	long := strings.Repeat("abcdefghij", 60)
	cases := []struct {
		name, text string
		edits      []Edit
	}{
		{"two places", numberedLines(41, map[int]string{17: "dup()", 41: "dup()"}), []Edit{{Find: "dup()", Replace: "x"}}},
		{"ten places", numberedLines(60, many), []Edit{{Find: "dup()", Replace: "x"}}},
		{"overlapping places", "z\nz\nz\n", []Edit{{Find: "z\nz", Replace: "y"}}},
		{"neighbours further away", "a\nb\nx\nc\nd\nb\nx\nc\ne\n", []Edit{{Find: "x", Replace: "y"}}},
		{"indentation", sample, []Edit{{Find: "    x(1)", Replace: "y"}}},
		{"indentation in a block", sample, []Edit{{Find: "func one() {\n  x(1)\n  return", Replace: "y"}}},
		{"trailing blanks", "one  \ntwo\n", []Edit{{Find: "one", Replace: "1"}}},
		{"blanks inside", "a  = b\n", []Edit{{Find: "a = b", Replace: "1"}}},
		{"no-break space", "if go\u00a0on\nend\n", []Edit{{Find: "if go on", Replace: "x"}}},
		{"typographic quotes", "say “hi” — now\n", []Edit{{Find: `say "hi" - now`, Replace: "x"}}},
		{"cyrillic letter", "pаss\n", []Edit{{Find: "pass", Replace: "x"}}},
		{"zero width space", "foo\u200bbar()\n", []Edit{{Find: "foobar()", Replace: "x"}}},
		{"composed letters", "café\n", []Edit{{Find: "cafe\u0301", Replace: "x"}}},
		{"letter case", "Hello World\n", []Edit{{Find: "hello world", Replace: "x"}}},
		{"line number", sample, []Edit{{Find: "4|\tx(1)\n5|\treturn", Replace: "x"}}},
		{"line number with colon", sample, []Edit{{Find: "9: x(2)", Replace: "x"}}},
		{"literal tab", sample, []Edit{{Find: `\tx(1)`, Replace: "x"}}},
		{"literal newline", sample, []Edit{{Find: `func one() {\n\tx(1)`, Replace: "x"}}},
		{"part of a line", "const port = 3000 // default\n", []Edit{{Find: "port = 3000", Replace: "port = 8080"}}},
		{"part of a block", "a(1)\nif x {\n\tcall(alpha, beta)\n}\n", []Edit{{Find: "if x {\n\tcall(alpha", Replace: "y"}}},
		{"trailing newline", "one\ntwo\n", []Edit{{Find: "two\n", Replace: "2\n"}}},
		{"leading newline", "one\ntwo\n", []Edit{{Find: "\none", Replace: "1"}}},
		{"carriage return", "one\r\ntwo\r\n", []Edit{{Find: "one\r", Replace: "1"}}},
		{"stale block", sample, []Edit{{Find: "func one() {\n\tx(1)\n\tlog()\n}", Replace: "y"}}},
		{"similar line", "alpha\nresult = compute(first, second, third)\n", []Edit{{Find: "result = compute(first, other)", Replace: "y"}}},
		{"nothing like it", "alpha\nbeta\n", []Edit{{Find: "zzz", Replace: "y"}}},
		{"past the end", "a(1)\nb(2)\n", []Edit{{Find: "b(2)\nc(3)", Replace: "y"}}},
		{"long lines", long + "X" + long + "\n", []Edit{{Find: long + "Y" + long, Replace: "y"}}},
		{"empty text", "", []Edit{{Find: "a", Replace: "y"}}},
		{"above the cursor", "top\nmiddle\nbottom\n", []Edit{{Find: "bottom", Replace: "B"}, {Find: "top", Replace: "T"}}},
		{"overlap", "a\nb\nc\nd\n", []Edit{{Find: "a\nb\nc", Replace: "x"}, {Find: "c\nd", Replace: "y"}}},
		{"already applied", "one\ntwo()\nthree\n", []Edit{{Find: "two", Replace: "two()"}}},
		{"already deleted", "first()\nsecond()\n", []Edit{{Find: "first()\ngone()\nsecond()", Replace: "first()\nsecond()"}}},
		{"wrong line", "dup()\nx\ndup()\ndup()\n", []Edit{{Find: "dup()", Replace: "y", Line: 2}}},
		{"wrong line and text", "dup()\nx\n", []Edit{{Find: "dap()", Replace: "y", Line: 1}}},
		{"line past the end", "dup()\nx\n", []Edit{{Find: "nope()", Replace: "y", Line: 9}}},
		{"line above the cursor", "a\nb\nc\n", []Edit{{Find: "c", Replace: "C"}, {Find: "a", Replace: "y", Line: 1}}},
		{"after an edit", "a\nb\ndup\nc\ndup\n", []Edit{{Find: "b", Replace: "B"}, {Find: "dup", Replace: "y"}}},
		{"no edits", "a\n", nil},
		{"empty find", "a\n", []Edit{{Find: "a", Replace: "b"}, {Find: "", Replace: "x"}}},
		{"same text", "a\n", []Edit{{Find: "a\r\nb", Replace: "a\nb"}}},
		{"negative line", "a\n", []Edit{{Find: "a", Replace: "b", Line: -1}}},
	}
	var g golden
	for _, c := range cases {
		text, err := ParseString(c.text)
		require.NoError(t, err)
		hunks, err := EditHunks(c.edits)
		if err == nil {
			_, err = Apply(text, hunks)
		}
		if e, ok := err.(*MismatchError); ok {
			e.Path, e.Unit = "a.go", "edit"
		}
		g.add(t, c.name, err)
	}
	g.compare(t, "edit_messages.golden")
}

func TestHunkMessages(t *testing.T) {
	cases := []struct{ name, text, body string }{
		{"two places", sample, "@@\n-\treturn\n+\tpanic(1)\n"},
		{"numbers break no tie", "x\nmid\nx\n", "@@ -3,1 +3,1 @@\n-x\n+y\n"},
		{"below an anchor", "f() {\nx\ny\nx\n}\n", "@@ f() {\n-x\n+z\n"},
		{"indentation", "func f() {\n\treturn\n}\n", "@@\n func f() {\n-    return\n+    panic(1)\n"},
		{"only additions", "one\ntwo\n", "@@\n+three\n"},
		{"only additions below an anchor", "import os\n\nprint()\n", "@@ import os\n+import sys\n"},
		{"anchor absent", "class A:\n    def run(self, n):\n        go(n)\n", "@@ def run\n-        go(n)\n+        stop(n)\n"},
		{"anchor nowhere", "class A:\n", "@@ def third():\n-class A:\n+class B:\n"},
		{"anchor twice", "f()\na\nf()\na\n", "@@ f()\n-a\n+b\n"},
		{"anchor above the cursor", "f()\na\nb\n", "@@\n-b\n+B\n@@ f()\n-a\n+A\n"},
		{"lines above the anchor", "aaa\nf()\nbbb\n", "@@ f()\n-aaa\n+ccc\n"},
		{"out of order", "one\ntwo\nthree\n", "@@\n-three\n+THREE\n@@\n-one\n+ONE\n"},
		{"not the end of the file", "end\nmid\n", "@@\n-end\n+END\n*** End of File\n"},
		{"other end of the file", "mid\nfinish\n", "@@\n-finnish\n+END\n*** End of File\n"},
		{"terminated after all", "one\ntwo\n", "@@\n-two\n\\ No newline at end of file\n+TWO\n"},
		{"no newline in the middle", "one\ntwo\n", "@@\n-one\n+ONE\n\\ No newline at end of file\n"},
		{"empty file", "", "@@\n-one\n+ONE\n"},
		{"empty context line too much", "one\ntwo\n", "@@\n one\n \n-two\n+TWO\n"},
		{"lines differ", sample, "@@\n func two() {\n-\tx(3)\n+\tx(4)\n \treturn\n"},
	}
	var g golden
	for _, c := range cases {
		e, err := ParseEnvelope("*** Begin Patch\n*** Update File: a.go\n" + c.body + "*** End Patch\n")
		require.NoError(t, err, c.name)
		text, err := ParseString(c.text)
		require.NoError(t, err)
		_, err = Apply(text, e.Operations[0].Hunks)
		if mismatch, ok := err.(*MismatchError); ok {
			mismatch.Path, mismatch.Unit = "a.go", "hunk"
		}
		g.add(t, c.name, err)
	}
	g.compare(t, "hunk_messages.golden")
}
