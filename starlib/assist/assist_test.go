package assist

// This file tests the answers at places in scripts, most of which are being written and do not parse.

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.starlark.net/resolve"
)

// shelf is a loader over texts by module.
type shelf map[string]string

func (s shelf) Load(_, module string) (string, []byte, error) {
	text, ok := s[module]
	if !ok {
		return "", nil, fs.ErrNotExist
	}
	return "/lib/" + module, []byte(text), nil
}

var library = shelf{"lib.star": `"""Helpers."""
LIMIT = 3
_private = 1

def helper(path, *, deep = False):
    """Does a thing.

    Args:
      path: where it happens
    """
    return path
`}

// at reads a script in which | marks the offset.
func at(marked string) (*Script, int) {
	offset := strings.Index(marked, "|")
	return Read("/dir/plan.star", strings.Replace(marked, "|", "", 1), library), offset
}

func labels(list []Completion) []string {
	var out []string
	for _, c := range list {
		out = append(out, c.Label)
	}
	return out
}

func TestComplete(t *testing.T) {
	const head = "load(\"lib.star\", \"helper\")\nTOP = 1\n"
	for name, c := range map[string]struct {
		marked   string
		has, not []string
	}{
		"the start of a statement":         {head + "|", []string{"edit", "fs", "len", "TOP", "helper", "def", "for"}, []string{"find", "_private"}},
		"a name":                           {head + "x = ac|", []string{"acquire", "acquired", "TOP"}, nil},
		"a builtin that is hidden":         {"files = []\nf|", []string{"files"}, nil},
		"members of a module":              {"fs.|", []string{"edit", "mkdir"}, []string{"print", "def", "read_lines"}},
		"members with a prefix":            {"x = json.en|\ny = 1\n", []string{"encode", "decode"}, []string{"split"}},
		"a module that is hidden":          {"re = 'x'\nre.|", []string{"split", "upper"}, []string{"findall"}},
		"parameters":                       {"acquire(|", []string{"paths=", "missing_ok=", "TOP="}[:2], []string{"def"}},
		"parameters that are left":         {"acquire('a', binary='skip', |)", []string{"missing_ok=", "exclude="}, []string{"paths=", "binary="}},
		"parameters of a function":         {head + "helper('a', |", []string{"deep=", "TOP"}, []string{"path="}},
		"parameters behind a star":         {"acquire(*x, |)", []string{"paths=", "exclude="}, nil},
		"the value of a keyword":           {"acquire('a', binary=|)", []string{"len"}, []string{"missing_ok="}},
		"inside a list of an argument":     {"edit('a', [|", []string{"read"}, []string{"edits="}},
		"parameters of the innermost call": {"edit(read(|), [])", []string{"path="}, []string{"edits="}},
		"texts that a parameter takes":     {"acquire('a', binary='|')", []string{"skip", "error", "opaque"}, []string{"len"}},
		"plain text":                       {"x = 'ac|'", nil, []string{"acquire"}},
		"a comment":                        {"x = 1 # ac|", nil, []string{"acquire"}},
		"a comment in brackets":            {"edit(\n  # ac|\n)", nil, []string{"acquire"}},
		"a number":                         {"x = 12|", nil, []string{"acquire"}},
		"names of a loaded file":           {"load('lib.star', '|')", []string{"helper", "LIMIT"}, []string{"_private", "edit"}},
		"locals of a function":             {"def f(one):\n    two = 1\n    |\n\nthree = 3\n", []string{"one", "two", "three", "f"}, nil},
		"behind a function":                {"def f(one):\n    two = 1\n\n|\n", []string{"f"}, []string{"one", "two"}},
		"in an unfinished function":        {"def f(one):\n    if on|", []string{"one"}, nil},
		"an inner function":                {"def f(one):\n    def g(two):\n        |\n    pass\n", []string{"one", "two", "g"}, nil},
		"behind an inner function":         {"def f(one):\n    def g(two):\n        pass\n    |\n", []string{"one", "g"}, []string{"two"}},
		"a comprehension":                  {"x = [i| for i in range(3)]", []string{"i"}, nil},
		"behind a comprehension":           {"x = [i for i in range(3)]\n|", []string{"x"}, []string{"i"}},
		"a lambda":                         {"x = lambda a, b = 1: a|", []string{"a", "b"}, nil},
		"methods of a string":              {"'a b'.|", []string{"split", "upper"}, []string{"append", "fs"}},
		"methods of a variable":            {"names = files()\nnames.|", []string{"append"}, []string{"split"}},
		"fields of a match":                {"for m in search('x'):\n    m.|\n", []string{"span", "line_text"}, []string{"append"}},
		"fields of an element":             {"list = search('x')\nlist[0].|", []string{"groups"}, []string{"upper"}},
		"fields of a call":                 {"attempt(edit).|", []string{"ok", "or_fail"}, []string{"upper"}},
		"a method of a method":             {"x = 'a'.strip().|", []string{"split"}, []string{"append"}},
		"fields of what is not known":      {"def f(x):\n    x.|", []string{"append", "split", "span", "or_fail"}, nil},
		"of a variable with two values":    {"x = 'a'\nx = []\nx.|", []string{"append", "split"}, nil},
		"inside a broken call":             {"def f(one):\n    edit(one.|\n    print(1)\n", []string{"split", "append"}, nil},
		"a later line of a broken call":    {"TWO = 2\nedit('a', [\n    {'find': T|\n\ndef g():\n    pass\n", []string{"TWO", "g"}, nil},
		"after a broken statement":         {"one = 1\nx = = 2\ntwo = 2\n|", []string{"one", "two"}, nil},
		"behind a broken head":             {"def f(a:\n    b = 1\n    |\n", []string{"b", "f"}, nil},
		"astral characters before":         {"s = '😀'; fs.|", []string{"edit"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s, offset := at(c.marked)
			list, start := s.Complete(offset)
			got := labels(list)
			for _, want := range c.has {
				assert.Contains(t, got, want)
			}
			for _, no := range c.not {
				assert.NotContains(t, got, no)
			}
			unique := slices.Clone(got)
			slices.Sort(unique)
			assert.Len(t, slices.Compact(unique), len(got), "nothing comes twice: %v", got)
			assert.LessOrEqual(t, start, offset)
		})
	}
}

// What only tests have is there in files of tests.
func TestFilesOfTests(t *testing.T) {
	for name, there := range map[string]bool{"a_test.star": true, "a.star": false} {
		ask := func(text string) []string {
			list, _ := Read(name, text, nil).Complete(len(text))
			return labels(list)
		}
		assert.Equal(t, there, slices.Contains(ask(""), "fixture"))
		assert.Equal(t, there, slices.Contains(ask("assert."), "matches"))
		assert.Equal(t, there, slices.Contains(ask("t = fixture({})\nt."), "want") && !slices.Contains(ask("t = fixture({})\nt."), "upper"))
		s := Read(name, "assert.eq(1, 2)\n", nil)
		text, _, ok := s.Hover(8)
		assert.Equal(t, there, ok, text)
		_, ok = s.Signature(10)
		assert.Equal(t, there, ok)
	}
}

func TestCompletionsAreDescribed(t *testing.T) {
	s, offset := at("load('lib.star', 'helper')\n|")
	list, _ := s.Complete(offset)
	find := func(label string) Completion {
		return list[slices.IndexFunc(list, func(c Completion) bool { return c.Label == label })]
	}
	assert.Equal(t, Completion{Label: "helper", Kind: Function, Detail: "helper(path, *, deep = False)", Doc: find("helper").Doc}, find("helper"))
	assert.Contains(t, find("helper").Doc, "Does a thing.\n\nArgs:\n  path: where it happens")
	assert.Equal(t, Completion{Label: "edit", Kind: Function, Detail: "edit(path, edits)", Name: "edit"}, find("edit"))
	assert.Equal(t, Completion{Label: "fs", Kind: Module, Name: "fs"}, find("fs"))
	assert.Equal(t, Constant, find("None").Kind)
	for _, c := range list {
		if c.Name != "" {
			assert.NotEmpty(t, Describe(c.Name), c.Name)
		}
	}
}

func TestSignature(t *testing.T) {
	for marked, want := range map[string]string{
		"edit(|":                                 "edit(path, edits) 0",
		"edit('a', |)":                           "edit(path, edits) 1",
		"edit('a', [{'find': 'a, b', |":          "edit(path, edits) 1",
		"edit(edits = |":                         "edit(path, edits) 1",
		"edit('a', [], 3, |":                     "edit(path, edits) -1",
		"fs.mkdir('a'|)":                         "fs.mkdir(dir, allowed_paths=[], use_agent_cwd=False, handler=None) 0",
		"attempt(edit, 'a', [], |":               "attempt(function, *args) 1",
		"len(|)":                                 "len(x, /) 0",
		"load('lib.star', 'helper')\nhelper(|":   "helper(path, *, deep = False) 0",
		"def f(a, b = (1, 2)):\n    pass\nf(1,|": "f(a, b = (1, 2)) 1",
		"s = 'x'\ns.split(|)":                    "split(sep=None, maxsplit=-1, /) 0",
		"x = 1\nedit(\n\n  |":                    "edit(path, edits) 0",
		"edit('a'|b')":                           "edit(path, edits) 0",
		"print(edit('a', []), |)":                "print(*args, sep=\" \") 0",
		"nothing(|)":                             "",
		"edit('a', [])\n|":                       "",
		"edit = 1\nedit(|)":                      "",
		"def edit(|":                             "",
		"edit( # |":                              "",
	} {
		s, offset := at(marked)
		got := ""
		if call, ok := s.Signature(offset); ok {
			got = fmt.Sprint(call.Label, " ", call.Active)
		}
		assert.Equal(t, want, got, marked)
	}
	s, offset := at("load('lib.star', 'helper')\nhelper(|")
	call, _ := s.Signature(offset)
	assert.Equal(t, "where it happens", call.Params[0].Doc)
}

func TestHover(t *testing.T) {
	for marked, want := range map[string]string{
		"ed|it('a', [])":         "```python\nedit(path, edits)\n```\n\nReplaces whole lines",
		"fs.mk|dir('a')":         "```python\nfs.mkdir(dir,",
		"f|s.mkdir('a')":         "It has apply_patch, copy, edit,",
		"json.enc|ode(1)":        "json.encode(x, /)",
		"x = N|one":              "```python\nNone\n```",
		"edit('a', ed|its = [])": "edits",
		"def f(old):\n    \"\"\"Sums.\n\n    Args:\n      old: what was\n    \"\"\"\n    return ol|d\n": "A parameter of f: what was.",
		"def f(old):\n    \"\"\"Sums.\n\n    More.\n    \"\"\"\nf|(1)\n":                                "```python\ndef f(old)\n```\n\nSums.\n\nMore.",
		"load('lib.star', 'hel|per')":               "Does a thing.",
		"load('lib.star', h = 'helper')\nh|('a')":   "From /lib/lib.star.",
		"load('li|b.star', 'helper')":               "```python\n/lib/lib.star\n```\n\nHelpers.",
		"load('lib.star', 'LIMIT')\nprint(LIM|IT)":  "```python\nLIMIT = 3\n```",
		"size = 1 + 2\nprint(size|)":                "```python\nsize = 1 + 2\n```",
		"'a'.spl|it()":                              "split(sep=None",
		"for m in search('x'):\n    print(m.sp|an)": "match.span",
		"x = 1 +|":                   "",
		"load('no.star', 'hel|per')": "",
		"load('n|o.star', 'helper')": "",
		"unkno|wn()":                 "",
		"x = 'ed|it'":                "",
		"x.unkno|wn":                 "",
	} {
		s, offset := at(marked)
		text, place, ok := s.Hover(offset)
		assert.Equal(t, want != "", ok, marked)
		assert.Contains(t, text, want, marked)
		assert.True(t, !ok || place.Start <= offset && offset <= place.End, marked)
	}
}

func TestDefinition(t *testing.T) {
	for marked, want := range map[string]string{
		"size = 1\nprint(si|ze)":                        "/dir/plan.star:0 size",
		"def f(a):\n    return a|\n":                    "/dir/plan.star:6 a",
		"def f():\n    pass\nf|()":                      "/dir/plan.star:4 f",
		"def f(a):\n    pass\nf(a| = 1)":                "/dir/plan.star:6 a",
		"load('lib.star', 'helper')\nhel|per('a')":      "/lib/lib.star:43 helper",
		"load('lib.star', h = 'helper')\nh|('a')":       "/lib/lib.star:43 helper",
		"load('lib.star', 'helper')\nhelper(de|ep = 1)": "/lib/lib.star:59 deep",
		"load('li|b.star', 'helper')":                   "/lib/lib.star:0 ",
		"load('lib.star', 'LI|MIT')":                    "/lib/lib.star:15 LIMIT",
		"load('no.star', 'x')\nx|":                      "/dir/plan.star:17 x",
		"x = [i for i in 'a' if i|]":                    "/dir/plan.star:11 i",
		"edi|t('a', [])":                                "",
		"fs.ed|it('a', [])":                             "",
		"edit(pa|th = 'a')":                             "",
		"unk|nown":                                      "",
	} {
		s, offset := at(marked)
		got := ""
		if d, origin, ok := s.Definition(offset); ok {
			got = fmt.Sprintf("%s:%d %s", d.File, d.Start, s.TextOf(d)[d.Start:d.End])
			assert.True(t, origin.Start <= offset && offset <= origin.End, marked)
		}
		assert.Equal(t, want, got, marked)
	}
}

func TestSymbols(t *testing.T) {
	s, _ := at(`load("lib.star", "helper", h = "LIMIT")
MAX, low = 1, 2
low = 3
for p in files():
    inner = p
def f(a, *, b = 1):
    local = 1
    def g():
        pass
x = = 1
def broken(:
    pass
def last(): pass
`)
	var lines []string
	var list func(indent string, symbols []Symbol)
	list = func(indent string, symbols []Symbol) {
		for _, y := range symbols {
			lines = append(lines, strings.TrimRight(fmt.Sprintf("%s%s %s %s", indent, y.Kind, s.Text[y.At.Start:y.At.End], y.Detail), " "))
			assert.LessOrEqual(t, y.Whole.Start, y.At.Start)
			assert.GreaterOrEqual(t, y.Whole.End, y.At.End)
			list(indent+"  ", y.Inner)
		}
	}
	list("", s.Symbols())
	assert.Equal(t, `module "lib.star" helper, h
constant MAX
variable low
variable inner
function f f(a, *, b = 1)
  function g g()
function broken broken()
function last last()`, strings.Join(lines, "\n"))
	assert.False(t, s.Whole())
}

func TestFix(t *testing.T) {
	for _, c := range []struct{ marked, hint, want string }{
		{"|edti('a', [])", `did you mean "edit"?`, "edit('a', [])"},
		{"fs.|edti('a', [])", `did you mean "edit"?`, "fs.edit('a', [])"},
		{"acquire('a', |missingok = True)", `did you mean "missing_ok"? (acquire("x"))`, "acquire('a', missing_ok = True)"},
		{"edit('a', |[{'fnd': 'x'}])", `did you mean "find"?`, "edit('a', [{'find': 'x'}])"},
		{"load('lib.star', '|helpr')", `did you mean "helper"?`, "load('lib.star', 'helper')"},
		{"edit(\n  |'a',\n  [{'fnd': 1}])", `did you mean "find"?`, "edit(\n  'a',\n  [{'find': 1}])"},
		{"x = |1\nedti()", `did you mean "edit"?`, ""},
		{"|foo()", `did you mean "edit"?`, ""},
		{"|edti()", `define it first`, ""},
	} {
		s, offset := at(c.marked)
		got := ""
		if f, ok := s.Fix(c.hint, offset); ok {
			got = s.Text[:f.Start] + f.Text + s.Text[f.End:]
		}
		assert.Equal(t, c.want, got, c.marked)
	}
}

// FuzzAnswers asks everything at every offset: nothing may panic, and all places lie in the text.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{"def f(a:\n  b = '😀'.\n", "load('lib.star', 'helper')\r\nhelper(deep=", "x = [i for i in (1,\ny = {\n\"\"\"", "\\\r#\x00(", "rb'''", "a.b.c(d.e(", "if x\n  y\nelse\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 200 {
			return
		}
		s := Read("/dir/plan.star", text, library)
		inside := func(p Place) { require.True(t, 0 <= p.Start && p.Start <= p.End && p.End <= len(s.TextOf(p)), "%v", p) }
		for offset := range len(text) + 1 {
			_, start := s.Complete(offset)
			require.True(t, 0 <= start && start <= offset)
			s.Signature(offset)
			if _, p, ok := s.Hover(offset); ok {
				inside(p)
			}
			if d, o, ok := s.Definition(offset); ok {
				inside(d)
				inside(o)
			}
			inside(s.TokenAt(offset))
			if fix, ok := s.Fix(`did you mean "edit"?`, offset); ok {
				inside(fix.Place)
			}
		}
		var all func([]Symbol)
		all = func(list []Symbol) {
			for _, y := range list {
				inside(y.Whole)
				inside(y.At)
				all(y.Inner)
			}
		}
		all(s.Symbols())
		require.NotNil(t, s.file.Module.(*resolve.Module))
	})
}
