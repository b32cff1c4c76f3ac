package starlib_test

// This file checks what is found before anything runs: one row a script, with every mistake as "line:column message".

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"devstar/runtime"
	"devstar/starlib"
)

func check(t *testing.T, script string) []*runtime.Error {
	t.Helper()
	return starlib.Check(session(t, fixture()), starlib.Source{Name: "plan.star", Text: []byte(script)})
}

func TestCompileFinds(t *testing.T) {
	rows := []struct {
		name, script string
		want         []string // "line:column text of the message", in order
		hint         string   // text of the first hint
	}{
		{"nothing", "acquire('a')\nx = [y for y in files()]\ndef f(a, *b, **c):\n    return a\n", nil, ""},
		{"everything at once", "edti('a')\nacquire([])\nread('a', 'b')\nfoo = jsn\n",
			[]string{"1:1 undefined: edti", "2:9 acquire: paths: the list is empty", "3:1 read: takes at most 1 argument", "4:7 undefined: jsn"}, `"edit"`},

		{"builtin misspelt", "acqiure('a')\n", []string{"1:1 undefined: acqiure"}, `"acquire"`},
		{"own name misspelt", "total = 1\nprint(totl)\n", []string{"2:7 undefined: totl"}, `"total"`},
		{"parameter misspelt", "def f(source_path):\n    return source_pth\n", []string{"2:12 undefined: source_pth"}, `"source_path"`},
		{"parameter of another function", "def f(zebra):\n    pass\ndef g():\n    return zebr\n", []string{"4:12 undefined: zebr"}, "define it first"},
		{"member without its module", "decode('1')\n", []string{"1:1 undefined: decode"}, "json.decode"},
		{"module member", "json.encoed(1)\n", []string{"1:6 json has no encoed"}, `"encode"`},
		{"module member far off", "math.zzz(1)\n", []string{"1:6 math has no zzz"}, "math has acos"},
		{"set is there", "x = set([1])\n", nil, ""},

		{"type of a value", "x = type(1) == str\ny = type(1) != list\n", []string{"1:16 type(...) == str compares a string with a function", "2:16 type(...) != list"}, `"string"`},
		{"type by name", "x = type(1) == \"int\"\nstr = \"string\"\ny = type(1) == str\n", nil, ""},
		{"argument unknown", "acquire('a', exlude=['b'])\n", []string{`1:14 acquire: unexpected argument "exlude"`}, `"exclude"`},
		{"argument missing", "edit('a.txt')\n", []string{`1:1 edit: missing argument "edits"`}, "edit("},
		{"argument twice", "read('a', path='b')\n", []string{`1:1 read: argument "path" is given twice`}, ""},
		{"arguments too many", "exists('a', 'b')\n", []string{"1:1 exists: takes at most"}, ""},
		{"spread hides what is missing", "a = ['a', []]\nedit(*a)\nedit(**{})\n", nil, ""},
		{"spread hides no unknown name", "a = []\nedit(editz=1, *a)\n", []string{"2:6 edit: unexpected argument"}, `"edits"`},
		{"in a lambda or function too", "def f():\n    return lambda: read()\n", []string{`2:20 read: missing argument "path"`}, ""},
		{"through attempt", "r = attempt(edit, 'a.txt', [])\nr.ok\n", []string{"1:28 edit: edits: the list is empty"}, ""},
		{"through attempt by name", "r = attempt(edit, 'a.txt', edts=[])\nr.ok\n", []string{`1:28 edit: unexpected argument "edts"`}, `"edits"`},

		{"start zero", "read_lines('a', start=0)\n", []string{"1:23 read_lines: start: want an integer of at least 1, got 0"}, "from 1"},
		{"start negative", "read_lines('a', -1)\n", []string{"1:17 read_lines: start: want an integer of at least 1, got -1"}, ""},
		{"start fraction", "read_lines('a', 1.5)\n", []string{"1:17 read_lines: start: want an integer, got the number 1.5"}, ""},
		{"start boolean", "read_lines('a', True)\n", []string{"1:17 read_lines: start: want an integer, got the boolean true"}, ""},
		{"start string", "read_lines('a', '1')\n", []string{"1:17 read_lines: start: want an integer, got the string"}, ""},
		{"start too big", "read_lines('a', 99999999999999999999)\n", []string{"1:17 read_lines: start: want an integer, got a int"}, ""},
		{"end before start", "read_lines('a', 5, end=2)\n", []string{"1:24 read_lines: end: the range 5 to 2 is empty"}, "swap"},
		{"empty label", "read_lines('a', 1, label='')\n", []string{"1:26 read_lines: label: the label is empty"}, ""},
		{"None for a path", "read(None)\n", []string{"1:6 read: path: want a string, got None"}, ""},
		{"function for a path", "read(lambda: 1)\n", []string{"1:6 read: path: want a string, got a function"}, ""},
		{"path outside", "read('../a')\n", []string{"1:6 read: path"}, ""},
		{"bad pattern", "acquire('a**b')\n", []string{"1:9 acquire: paths"}, ""},
		{"bad pattern in a list", "acquire(['a', 'b**c'])\n", []string{"1:15 acquire: paths[1]"}, ""},
		{"sum of strings", "acquire('a' + '*' + '*b')\n", []string{"1:9 acquire: paths"}, ""},
		{"sum of lists", "acquire([] + [])\n", []string{"1:9 acquire: paths: the list is empty"}, ""},
		{"unknown parts are left alone", "x = 'a'\nacquire(x + '**b')\nacquire([x, 1 if x else 2])\nread_lines(x, len(x), 1)\n", nil, ""},
		{"known beside unknown", "x = 'a'\nacquire([x, 1])\n", []string{"2:13 acquire: paths[1]: want a string, got the integer 1"}, ""},

		{"empty find", "edit('a', [{'find': '', 'replace': 'x'}])\n", []string{"1:21 edit: edits[0].find: find text is empty"}, "insert"},
		{"find equals replace", "x = 1\nedit('a', [{'find': x, 'replace': 'a'}, {'find': 'a', 'replace': 'a'}])\n", []string{"2:41 edit: edits[1]: replace equals find"}, ""},
		{"find unknown", "x = ''\nedit('a', [{'find': x, 'replace': ''}])\nedit('a', [x])\n", nil, ""},
		{"keys of another function", "edit('a', [{'old_text': 'a', 'new_text': 'b'}])\n", []string{"1:12 edit: edits[0]: unknown key \"new_text\", a key of fs.edit"}, "find and replace"},
		{"key misspelt", "edit('a', [{'find': 'a', 'replaec': 'b'}])\n", []string{"1:12 edit: edits[0]: unknown key \"replaec\""}, `"replace"`},
		{"key missing", "edit('a', [{'find': 'a'}])\n", []string{"1:12 edit: edits[0]: lacks \"replace\""}, ""},
		{"edit is no list", "edit('a', 'x')\n", []string{"1:11 edit: edits: want a list of objects"}, "whole old lines"},
		{"replace by itself", "replace('a', 'x', 'x')\n", []string{"1:19 replace: new: new equals old"}, ""},
		{"splice without edits", "splice('a', [])\n", []string{"1:13 splice: edits: the list is empty"}, "splice("},
		{"splice place without a text", "splice('a', [((1, 2), 'x')])\n", []string{"1:15 splice: edits[0][0]: a place by offsets"}, "start, end"},
		{"splice that is known in part", "m = 1\nsplice('a', [(m, 'x'), ((m, 2, m), m), ((1, 2, 'a'), 3)])\n", []string{"2:54 splice: edits[2][1]: want the new text"}, ""},
		{"bad expression", "search('a(')\n", []string{`1:8 search: pattern: "a(" is no regular expression: missing closing )`}, `\(`},
		{"bad expression in parts", "search('a' + r'(?!b)')\n", []string{"1:8 search: pattern"}, "lookaround"},
		{"bad expression of re", "re.findall(r'\\1', 'a')\n", []string{"1:12 re.findall: pattern"}, "backreferences"},
		{"empty expression", "substitute('', 'a', 'all')\n", []string{"1:12 substitute: pattern: the pattern is empty"}, ""},
		{"group of a replacement", "substitute('(a)', r'\\2', 'all')\n", []string{"1:19 substitute: replacement: "}, "one group"},
		{"group of an unknown pattern", "x = 'a'\nsubstitute(x, r'\\2', 'all')\nsubstitute('a', x, 'all')\nre.sub(x, r'\\2', 'a')\n", nil, ""},
		{"count of substitute", "substitute('a', 'b', count=0)\n", []string{"1:28 substitute: count: count is 0"}, `"any"`},
		{"expression of a plan", "ops('a', [{'step': 'substitute', 'args': {'pattern': '(', 'replacement': '', 'count': 1}}])\n", []string{"1:54 steps[0]: substitute: pattern"}, ""},
		{"splice in a plan", "ops('a', [{'step': 'splice', 'args': {}}])\n", []string{`1:20 steps[0]: unknown step "splice"`}, ""},
		{"name of a call", "calls('a(b)')\n", []string{"1:7 calls: name"}, "alone"},
		{"key", "locate('a.json', 'a.')\n", []string{"1:18 locate: key"}, "project.version"},
		{"severity", "report('a', 'bad')\n", []string{`1:13 report: severity: "bad" is not one of`}, ""},
		{"place of a report", "report('a', at='x.go')\n", []string{"1:16 report: at: want a match or a diagnostic"}, "path="},
		{"count zero", "replace('a', 'x', 'y', 0)\n", []string{"1:24 replace: count: count is 0"}, `"all"`},
		{"two places", "insert('a', 'x', at='end', after=1)\n", []string{"1:1 insert: want exactly one of at, before and after"}, ""},
		{"unknown place", "x = None\ninsert('a', 'x', at=x, after=1)\n", nil, ""},
		{"unified diff", "apply_patch('--- a/x\\n+++ b/x\\n@@ -1 +1 @@\\n-a\\n+b\\n')\n", []string{"1:13 apply_patch: patch"}, ""},
		{"broken envelope", "apply_patch('*** Begin Patch\\n*** Update File: a\\n')\n", []string{"1:13 apply_patch: patch"}, ""},
		{"has of what", "has('linter')\n", []string{`1:5 has: step: "linter" is not one of`}, `"lint"`},

		{"steps of ops", "ops('a', [{'step': 'edti'}, {'step': 'edit', 'args': {'path': 'a', 'edits': []}}, {'step': 'write', 'args': {'x': 1}}])\n",
			[]string{`1:20 steps[0]: unknown step "edti"`, "1:77 steps[1]: edit: edits: the list is empty", `1:109 steps[2]: write: unexpected argument "x"`}, `"edit"`},
		{"unknown steps of ops", "x = 'a'\nops('a', [x, {'step': x}, {'step': 'edit', 'args': x}, {'step': 'delete', 'args': {'path': x}}])\n", nil, ""},
		{"step that is no step", "ops('a', [{'step': 'acquire', 'args': {}}])\n", []string{`1:20 steps[0]: unknown step "acquire"`}, ""},

		{"hidden at top level", "files = acquire('a')\nprint(files('b'))\n", []string{"2:7 files(...) is used here, but line 1 makes files a variable"}, "my_files"},
		{"hidden for a function", "files = acquire('a')\ndef f():\n    return files()\n", []string{"3:12 files(...) is used here"}, ""},
		{"not hidden before", "diff = diff()\nprint(diff)\n", nil, ""},
		{"hidden after", "diff = diff()\nprint(diff())\n", []string{"2:7 diff(...) is used here"}, ""},
		{"hidden local", "def f():\n    diff = diff()\n    return diff\n", []string{"2:12 diff(...) is used here, but line 2 makes diff a variable of the function"}, "my_diff"},
		{"hidden loop variable", "for check in ['a', 'b']:\n    check()\n", []string{"2:5 check(...) is used here, but line 1 makes check a loop variable"}, ""},
		{"hidden in a comprehension", "x = [files() for files in glob('*')]\n", []string{"1:6 files(...) is used here"}, ""},
		{"hidden by unpacking", "files, n = [1], 2\nfiles()\n", []string{"2:1 files(...) is used here"}, ""},
		{"hidden parameter", "def f(files):\n    return files('a')\nf(['a'])\n", []string{"2:12 files(...) is used here, but line 1 makes files a parameter"}, ""},
		{"hidden parameter of main", "def main(files=''):\n    return files()\n", []string{"2:12 files(...) is used here"}, ""},
		{"hidden builtin of the language", "list = [1]\nx = list((1, 2))\n", []string{"2:5 list(...) is used here"}, "my_list"},
		{"hidden module", "json = read('a')\nx = json.decode(json)\n", []string{"2:5 json.decode is used here"}, "my_json"},
		{"own function", "def files():\n    return 1\nfiles()\nread = lambda p: p\nread(1, 2)\n", nil, ""},
		{"function among them", "def f():\n    pass\nfor check in [f, print]:\n    check()\n", nil, ""},
		{"function from a dict", "d = {'a': print}\ncheck = d['a']\ncheck(1)\nfor check in d.values():\n    check(1)\n", nil, ""},
		{"callback", "def each(check):\n    check(1)\neach(print)\ndef other(lint=print):\n    lint(1)\nother()\n", nil, ""},
		{"callback of an unknown caller", "def each(check):\n    check(1)\nx = [each]\n", nil, ""},
		{"method of a string", "json = 'a'\nx = json.split('a')\n", nil, ""},

		{"capability", "acquire('README.md')\nlint()\n", []string{"2:1 no engine for lint is configured: do not retry"}, "has("},
		{"capability in a called function", "def f():\n    return check()\nx = f()\n", []string{"2:12 no engine for check"}, ""},
		{"capability in main", "def main():\n    format()\n", []string{"2:5 no engine for format"}, ""},
		{"capability in a condition", "if lint().ok:\n    pass\n", []string{"1:4 no engine for lint"}, ""},
		{"capability in a branch", "if has('lint'):\n    lint()\nx = has('check') and check()\ny = check() if x else 1\nfor z in []:\n    format()\n", nil, ""},
		{"capability in an uncalled function", "def f():\n    lint()\ng = lambda: lint()\n", nil, ""},
		{"capability after a guard", "if not has('lint'):\n    fail('no lint')\nlint()\n", nil, ""},
		{"capability after a guard in a function", "def need():\n    fail('no lint')\nif not has('lint'):\n    need()\nlint()\n", nil, ""},
		{"capability after a return", "def main():\n    if not has('lint'):\n        return\n    lint()\n", nil, ""},
		{"capability after a harmless branch", "for x in [1]:\n    print(x)\nlint()\n", []string{"3:1 no engine for lint"}, ""},
		{"capability after the call of a function that returns", "def f(x):\n    if x:\n        return 1\n    return 2\nf(1)\nlint()\n", []string{"6:1 no engine for lint"}, ""},
		{"capability after the end", "fail('x')\nlint()\n", nil, ""},
		{"capability after or_fail", "attempt(print).or_fail()\nlint()\n", nil, ""},
		{"capability in an attempt", "r = attempt(lint)\nr.ok\n", nil, ""},

		{"label twice", "read_lines('a', 1, label='x')\nread_lines('b', 1, label='x')\n", []string{`2:1 a read labelled "x" is there already: line 1 took it`}, `"x#2"`},
		{"path twice", "read_lines('a', 1)\nread_lines('./a', 2)\n", []string{`2:1 a read labelled "a" is there already`}, ""},
		{"path and label", "read_lines('a', 1)\nread_lines('b', 2, label='a')\n", []string{"2:1 a read labelled"}, ""},
		{"label in branches", "if exists('a'):\n    read_lines('a', 1)\nelse:\n    read_lines('a', 2)\n", nil, ""},
		{"unknown labels", "x = 'a'\nread_lines(x, 1)\nread_lines(x, 2)\nread_lines('a', 1, label=x)\n", nil, ""},
		{"label in a function called twice", "def f():\n    read_lines('a', 1)\nf()\nf()\n", []string{"2:5 a read labelled"}, ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			found := check(t, row.script)
			got := make([]string, len(found))
			for i, e := range found {
				require.NotNil(t, e.Position)
				require.True(t, e.Compiling())
				got[i] = fmt.Sprintf("%d:%d %s", e.Position.Line, e.Position.Column, e.Message)
			}
			require.Len(t, got, len(row.want), "%s", strings.Join(got, "\n"))
			for i, want := range row.want {
				require.True(t, strings.HasPrefix(got[i], want), "got  %s\nwant %s", got[i], want)
			}
			if row.hint != "" {
				require.Contains(t, found[0].Hint, row.hint)
			}
		})
	}
}

func TestEveryMistakeHasAHint(t *testing.T) {
	for _, script := range []string{"zzzzz()\n", "json.q()\n", "acquire()\n", "x = (\n", "files = 1\nfiles()\n", "read_lines('a', 1.5)\n"} {
		for _, e := range check(t, script) {
			require.NotEmpty(t, e.Hint, e.Message)
		}
	}
}

func TestCompileErrorListsAllAndNothingRuns(t *testing.T) {
	s := session(t, fixture())
	err := starlib.Run(context.Background(), s, starlib.Source{Name: "plan.star",
		Text: []byte("create('x.txt', 'x')\nwrite()\nedti()\nacquire([])\n")})
	r := s.Finish(err)
	require.Empty(t, r.Changes)
	require.Equal(t, runtime.CodeCompile, r.Error.Code)
	require.True(t, r.Error.Compiling())
	require.Equal(t, "undefined: edti (and 1 more, see errors)", r.Error.Message)
	require.Len(t, r.Error.Errors, 2)
	require.Equal(t, runtime.CodeBadArgument, r.Error.Errors[1].Code)
	require.Equal(t, "empty", r.Error.Errors[1].Reason)
	require.Equal(t, &runtime.Position{File: "plan.star", Line: 3, Column: 1}, r.Error.Position)
}

func TestOneMistakeIsTheErrorItself(t *testing.T) {
	e := failing(t, "lint()\n")
	require.Equal(t, runtime.CodeCapability, e.Code)
	require.True(t, e.Compiling())
	require.False(t, e.Retryable)
	require.Contains(t, e.Available, "edit")
	require.NotContains(t, e.Available, "lint")
	require.Empty(t, e.Errors)
}

func TestDeepScriptsAreRefused(t *testing.T) {
	for _, script := range []string{
		"x = " + strings.Repeat("1 + ", 200000) + "1\n",
		"x = a" + strings.Repeat("()", 200000) + "\n",
		"x = a" + strings.Repeat(".b", 200000) + "\n",
		"x = a" + strings.Repeat("[0]", 200000) + "\n",
		"x = " + strings.Repeat("(", 200000) + "\n",
		"if x:\n  pass\n" + strings.Repeat("elif x:\n  pass\n", 100000),
	} {
		found := check(t, script)
		require.Len(t, found, 1)
		require.Regexp(t, "nests more than|excessive nesting", found[0].Message)
	}
}

func TestLongSumsOfStringsAreFine(t *testing.T) {
	require.Empty(t, check(t, "acquire("+strings.Repeat("'a/' + ", 1000)+"'b')\n"))
}
