package starlib

// This file shows for every row of the table of habits a script that trips, and that the row's hint is what it gets.

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
	"devstar/runtime"
)

// trips maps each row of the table to scripts that need its hint.
var trips = map[string][]string{
	"f-string":         {"x = 1\ny = f\"{x}\"\n", "x = (F'a')\n"},
	"u-string":         {"x = u'a'\n"},
	"print statement":  {"print \"x\"\n"},
	"implicit joining": {"print(\"a\"\n      \"b\")\n", "x = 'a' 'b'\n"},
	"escape":           {"x = \"\\d+\"\n"},
	"byte escape":      {"x = \"é\\xff\"\n"},
	"unclosed string":  {"x = 'a\n", "x = \"\"\"a\n"},
	"apostrophe":       {"print('don't')\n"},
	"printf width":     {"print(\"%5d\" % 3)\n", "x = \"%.2f\" % 3\n", "x = \"%-10s|\" % 'a'\n", "x = '%05d' % 3\n"},
	"printf arguments": {"x = '%s %s' % 'a'\n", "x = '%s' % ('a', 'b')\n", "x = '100%' % 1\n"},
	"format spec":      {"x = \"{:>5}\".format(3)\n"},
	"iterate string":   {"for c in \"abc\":\n    pass\n", "x = [c for c in 'abc']\n"},
	"string to list":   {"x = list('abc')\n", "x = sorted('abc')\n"},
	"bytes":            {"for c in b'abc':\n    pass\n", "x = b'x'.decode()\n"},
	"string and number": {
		"x = 'a' + 1\n", "x = 1 + 'a'\n"},
	"join":              {"x = ''.join([1])\n"},
	"string assignment": {"x = 'abc'\nx[0] = 'b'\n"},
	"pad":               {"x = 'a'.ljust(3)\n", "x = 'a'.zfill(3)\n"},
	"encode":            {"x = 'a'.encode()\n"},
	"contains":          {"x = 'abc'.contains('a')\n", "x = {}.has_key('a')\n"},
	"path method":       {"def f(path):\n    return path.ext(path)\nf('a.go')\n", "for path in glob('**'):\n    path.base(path)\n"},

	"search text":                {"acquire('a.go')\nsearch('p', read('a.go').strip())\n"},
	"text for a path":            {"acquire('a.go')\ntext = read('a.go')\nsearch('p', text)\n"},
	"groups call":                {"acquire('a.go')\nfor m in search(r'(a)'):\n    m.groups()\n"},
	"span call":                  {"re.search('a', 'a').span()\n"},
	"group":                      {"re.search('a', 'a').group(0)\n"},
	"start and end":              {"re.search('a', 'a').start()\n"},
	"groupdict":                  {"re.search('a', 'a').groupdict()\n"},
	"field of a list of matches": {"acquire('a.go')\nprint(search('a').text)\n"},
	"sort":                       {"[1].sort()\n"},
	"reverse":                    {"[1].reverse()\n"},
	"copy list":                  {"[1].copy()\n"},
	"copy dict":                  {"{}.copy()\n"},
	"count list":                 {"[1].count(1)\n"},
	"iteritems":                  {"{}.iteritems()\n"},
	"dict sum":                   {"x = {} + {}\n"},
	"missing key":                {"x = {}['a']\n"},
	"index":                      {"x = [1][5]\n", "x = ()[0]\n"},
	"changed while walked":       {"d = {'a': 1}\nfor k in d:\n    d.pop(k)\n", "l = [1]\nfor x in l:\n    l.append(x)\n"},
	"frozen":                     {"acquire('a.go')\nreplace('a.go', 'a', 'b', count='all').changed.append(1)\n"},
	"none attribute":             {"x = None\nx.ok\n"},
	"field call":                 {"d = changes()\nx = struct(kind='a')\nx.kind()\n"},
	"split keywords":             {"x = 'a,b'.split(',', maxsplit=1)\n"},
	"print keywords":             {"print('a', end='')\n"},
	"set item":                   {"x = []\nx.append(1, 2)\n"},

	"try":                     {"try:\n    x = 1\nexcept Exception as e:\n    pass\n"},
	"raise":                   {"raise ValueError('x')\n"},
	"class":                   {"class A:\n    pass\n"},
	"import os":               {"import os\n", "from pathlib import Path\n"},
	"import":                  {"import re\n", "from a import b\n"},
	"with":                    {"with open('x') as f:\n    pass\n"},
	"del":                     {"del x\n"},
	"global":                  {"def f():\n    global x\n"},
	"yield":                   {"def f():\n    yield 1\n"},
	"async":                   {"async def f():\n    pass\n"},
	"assert":                  {"assert x\n", "assert(1), 'x'\nassert 1 == 1, 'x'\n"},
	"match statement":         {"match x:\n    case 1: pass\n"},
	"else if":                 {"if 1: pass\nelseif 2: pass\n", "if 1:\n    pass\nelse if 2:\n    pass\n"},
	"loop else":               {"for i in [1]:\n    pass\nelse:\n    pass\n"},
	"is not":                  {"if 1 is not None:\n    pass\n"},
	"is":                      {"x = None\nprint(x is None)\n"},
	"walrus":                  {"if (n := 3) > 2:\n    pass\n"},
	"set literal":             {"x = {1, 2}\n", "x = {'a'}\n"},
	"set comprehension":       {"x = {y for y in [1]}\n"},
	"annotation":              {"def f(x: int):\n    pass\n", "x: int = 1\n", "def f(a, x: int = 1):\n    pass\n"},
	"return annotation":       {"def f(x) -> str:\n    pass\n"},
	"generator":               {"x = any(y for y in [1])\n", "x = sum(y for y in [1])\n", "x = all(len(y) for y in [1])\n"},
	"star in list":            {"x = [*[1], 2]\n", "x = (*[1], 2)\n"},
	"star target":             {"a, *b = [1, 2]\n"},
	"star in dict":            {"x = {**{}, 'a': 1}\n"},
	"power":                   {"x = 2 ** 3\n"},
	"chained comparison":      {"x = 1 < 2 < 3\n"},
	"number underscore":       {"x = 1_000\n"},
	"keyword as name":         {"for c in changes():\n    print(c.from)\n"},
	"positional only":         {"def f(a, /, b):\n    pass\n"},
	"and":                     {"x = 1 && 2\n"},
	"or":                      {"x = 1 || 2\n"},
	"not":                     {"x = !1\n"},
	"decorator":               {"@dec\ndef f():\n    pass\n"},
	"question mark":           {"x = 1 ? 2 : 3\n"},
	"increment":               {"x = 1\nx++\n"},
	"octal":                   {"x = 0777\n"},
	"assignment in condition": {"if x = 1:\n    pass\n"},
	"missing colon":           {"if 1\n    pass\n", "def f()\n    pass\n"},
	"indent":                  {"  x = 1\n", "def f():\npass\n", "def f():\n    x = 1\n  y = 2\n"},
	"conditional else":        {"x = 1 if True\n"},
	"comprehension else":      {"x = [y for y in [1] if y else 2]\n"},
	"while":                   {"def main():\n    while True:\n        break\n"},
	"return at top":           {"return 1\n"},
	"break":                   {"break\n", "for x in [1]:\n    def f():\n        continue\n"},
	"place of load":           {"if 1:\n    load('a', 'b')\n"},
	"load form":               {"load(1)\n", "load('a')\n", "load('a', b)\n"},
	"order of arguments":      {"print(sep='', 1)\n", "print(*[1], 2)\n"},
	"order of parameters":     {"def f(a=1, b):\n    pass\n", "def f(*):\n    pass\n"},
	"name twice":              {"print(sep='', sep='')\n", "def f(a, a):\n    pass\n", "print(*[1], *[2])\n"},
	"target":                  {"len('a') = 2\n", "a, b += 1\n"},
	"too many values":         {"print(" + strings.Repeat("1, ", 300) + ")\n"},
	"end of script":           {"x = 1 +", "print("},
	"closing bracket":         {"x = [1\ny = 2\n"},
	"call argument":           {"x = 1\nprint(x x)\n"},
	"two statements":          {"x = 1 y = 2\n"},

	"true":             {"x = true\n"},
	"null":             {"x = null\n", "x = none\n"},
	"main guard":       {"if __name__ == '__main__':\n    pass\n"},
	"dunder":           {"print(__file__)\n"},
	"json.dumps":       {"json.dumps({})\n", "json.stringify({})\n"},
	"json.loads":       {"json.loads('{}')\n"},
	"regex":            {"regex.sub('a', 'b', 'c')\n"},
	"re.compile":       {"p = re.compile('a')\n"},
	"re flag argument": {"re.search('a', 'b', re.I)\n", "re.split('a', 'b', re.M)\n"},
	"re flags":         {"x = re.I\n", "re.sub('a', 'b', 'c', flags=1)\n"},
	"re.subn":          {"re.subn('a', 'b', 'c')\n"},
	"os.path":          {"os.path.join('a', 'b')\n", "path.base('a')\n"},
	"text modules":     {"textwrap.dedent('a')\n", "difflib.unified_diff([], [])\n"},
	"warn":             {"warn('a')\n"},
	"os":               {"os.getcwd()\n", "Path('a')\n", "sys.exit(1)\n"},
	"open":             {"print(open('a.go').read())\n"},
	"isinstance":       {"isinstance(1, int)\n"},
	"sum":              {"print(sum([1, 2]))\n"},
	"round":            {"round(1.5)\n"},
	"map":              {"map(len, [])\n", "filter(len, [])\n"},
	"next":             {"next([1])\n"},
	"format function":  {"printf('a')\n", "console.log('a')\n"},
	"exception name":   {"fail(ValueError('a'))\n"},
	"exit":             {"exit(1)\n"},
	"clock":            {"time.now()\n"},
	"object":           {"d = defaultdict(list)\n"},
	"delete names":     {"unlink('a')\n", "mkdir('a')\n"},
	"type name":        {"x = boolean(1)\n"},

	"recursion":                {"def walk(d):\n    return [walk(v) for v in d]\nwalk([[]])\n"},
	"outer variable":           {"def f():\n    n = 0\n    def g():\n        n += 1\n    g()\nf()\n"},
	"local before assignment":  {"def f():\n    print(n)\n    n = 1\nf()\n"},
	"global before assignment": {"x += 1\n"},
	"call of text":             {"x = 5\nx()\n"},
	"missing argument":         {"def f(a):\n    pass\nf()\n"},
	"too many arguments":       {"def f(a):\n    pass\nf(1, 2)\n"},

	"substitute count": {"substitute('a', 'b')\n"},
	"substitute order": {"substitute('a.go', 'A', 'B')\n", "x = 'a.go'\nsubstitute(x, 'A', x)\n"},
	"replace order":    {"replace('A', 'B', 'C', 'a.go')\n"},
	"splice places":    {"splice('a.go', 0, 1, 'x')\n", "acquire('a.go')\nsplice(search('a')[0], 'x')\n", "splice('a.go', 'x')\n"},
	"edit old new":     {"edit('a.go', 'old', 'new')\n"},
	"edit text":        {"edit('a.go', {'find': 'a', 'replace': 'b'})\n"},
	"edit keys":        {"edit('a.go', [{'old_text': 'a', 'new_text': 'b'}])\n", "edit('a.go', [{'search': 'a', 'replace': 'b'}])\n"},
	"edit keywords":    {"edit('a.go', old='a', new='b')\n", "edit(path='a.go', old_string='a', new_string='b')\n"},
	"patch and path":   {"apply_patch('a.go', '*** Begin Patch\\n*** End Patch\\n')\n"},
	"write text":       {"write('a.go', 'text')\n", "write('a.go', content='text')\n"},
	"read arguments":   {"acquire('a.go')\nread('a.go', 1, 20)\n"},
}

// shown are the rows about values that are made elsewhere: message and line.
var shown = map[string][2]string{
	"if or loop in a library": {"if statement not within a function", "if True:"},
	"reassign in a library":   {"cannot reassign global x declared at a.star:1:1", "x = 2"},
	"private name":            {"load: names with leading underscores are not exported: _b", "load('a', '_b')"},
}

func TestEveryHabitHasItsHint(t *testing.T) {
	for _, h := range habits {
		t.Run(h.name, func(t *testing.T) {
			if m, ok := shown[h.name]; ok {
				row, _, found := habitOf(m[0], m[1])
				require.True(t, found)
				require.Equal(t, h.name, row.name)
				return
			}
			require.NotEmpty(t, trips[h.name], "no script trips over this row")
			for _, script := range trips[h.name] {
				e := trip(t, script)
				require.Regexp(t, hintPattern(h.hint), e.Hint, "%s\n%v", script, e)
			}
		})
	}
}

// hintPattern matches a hint whose groups are filled in.
func hintPattern(hint string) string {
	return "^" + strings.ReplaceAll(regexp.QuoteMeta(hint), `\$1`, `\S+`) + "$"
}

func TestHabitNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, h := range habits {
		require.False(t, seen[h.name], h.name)
		seen[h.name] = true
	}
	for name := range trips {
		require.True(t, seen[name], "no row called %s", name)
	}
}

// trip runs a script that must fail and returns its first error.
func trip(t *testing.T, script string) *runtime.Error {
	t.Helper()
	m := fsbackend.NewMemory()
	require.NoError(t, afero.WriteFile(m, "a.go", []byte("package a\n"), 0o644))
	s, err := runtime.New(runtime.Options{FS: m})
	require.NoError(t, err)
	err = Run(context.Background(), s, Source{Name: "plan.star", Text: []byte(script)})
	var e *runtime.Error
	require.True(t, errors.As(err, &e), "%s: %v", script, err)
	if len(e.Errors) > 0 {
		return e.Errors[0]
	}
	return e
}
