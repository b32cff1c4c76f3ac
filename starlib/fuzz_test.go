package starlib_test

// This file feeds the compiler arbitrary text: it must never panic, and every mistake has a place in the script.

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"devstar/runtime"
	"devstar/starlib"
)

func FuzzCheck(f *testing.F) {
	for _, seed := range []string{
		"", "x = ", "files = acquire('a')\nfiles('b')\n", "def f(*a, b=1, **k):\n    return [x for x in a if x]\nf(*[1], **{})\n",
		"edit('a', [{'find': 'a' + 'b', 'replace': -1}])\n", "load('x', 'y', z='w')\n", "attempt(edit, 'a', *b)\n",
		"ops('a', [{'step': 'edit', 'args': {'path': 'x', 'edits': [{}]}}])\n", "json.a\n", "x = 'a' 'b'\n", "é = é.é\n", "if type(x) == str: pass\n",
		"(a, [b, c]), d = 1\nfor a, (b, c) in d: pass\n", "a[0].b += 1\n", "lambda x=(lambda: y): x\n", "def main(**help): main()\n", "x = \"\"\"a\nb\"\"\" 'c'\n",
		"read_lines('a', 1, label='x')\nread_lines('b', 2, label='x')\nlint()\n", "{**a}\n", "def main(*, a): return not a\n", "print(a is b)\n", "\tx\n", "x\\\n", "r'\\' 'a'\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, script string) {
		start := time.Now()
		lines := strings.Count(script, "\n") + strings.Count(script, "\r") + 1
		for _, e := range starlib.Check(nil, starlib.Source{Name: "fuzz.star", Text: []byte(script)}) {
			require.NotEqual(t, runtime.CodeInternal, e.Code, e.Message)
			require.NotNil(t, e.Position, e.Message)
			require.LessOrEqual(t, e.Position.Line, lines+1)
			require.NotEmpty(t, e.Hint, e.Message)
			require.True(t, strings.HasSuffix(starlib.Explain(e, func(string) []byte { return []byte(script) }), "\n"))
		}
		require.Less(t, time.Since(start), 5*time.Second)
	})
}
