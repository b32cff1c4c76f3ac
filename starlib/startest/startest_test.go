package startest_test

// This file tests the runner from outside: what passes, what is recorded, and what is rewritten.

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"devstar/starlib"
	"devstar/starlib/startest"
)

// scripts is a loader over texts: a module is the name of a text, beside or below //.
type scripts map[string]string

func (s scripts) Load(_, module string) (string, []byte, error) {
	name := path.Clean(strings.TrimPrefix(strings.TrimPrefix(module, "//"), ":"))
	text, ok := s[name]
	if !ok {
		return "", nil, errors.Join(errors.New(name), fs.ErrNotExist)
	}
	return name, []byte(text), nil
}

func run(t *testing.T, text string, others scripts, o startest.Options) startest.Report {
	t.Helper()
	o.Loader = func(string) starlib.Loader { return others }
	return startest.Run(context.Background(), []startest.Source{{Name: "x_test.star", Text: []byte(text)}}, o)[0]
}

const rename = `
def main(old, new):
    """Rename."""
    acquire("**", containing=old, missing_ok=True)
    for f in files():
        if old in read(f):
            replace(f, old, new, count="any")
    write()
    return len(files())
`

const grow = `
def main():
    acquire("**")
    for f in files():
        insert(f, "more", at="end")
    write()
`

const tree = `fixture("""
-- a.txt --
foo
-- b/c.txt --
other
-- want/a.txt --
bar
""")`

func TestWhatPasses(t *testing.T) {
	rows := map[string]string{
		"a run":               "t = " + tree + "\n    r = t.run('rename.star', old='foo', new='bar')\n    assert.true(r.ok)\n    assert.eq(r.value, 1)\n    t.want()\n    t.unchanged('b/c.txt')",
		"from the root":       "t = " + tree + "\n    t.run('//rename.star', old='foo', new='bar')\n    t.want()",
		"steps in the test":   "t = " + tree + "\n    acquire('a.txt')\n    edit('a.txt', [{'find': 'foo', 'replace': 'bar'}])\n    t.want()",
		"steps after a run":   "t = " + tree + "\n    t.run('rename.star', old='foo', new='x')\n    acquire('a.txt')\n    edit('a.txt', [{'find': 'x', 'replace': 'bar'}])\n    write()\n    t.want()",
		"held before a run":   "t = " + tree + "\n    acquire('a.txt')\n    t.run('rename.star', old='foo', new='x')\n    assert.true(not acquired('a.txt'))\n    acquire('a.txt')\n    assert.eq(read('a.txt'), 'x\\n')\n    set_text('a.txt', 'bar\\n')\n    write()\n    t.want()",
		"a deleted file":      "t = fixture({'a': 'x'})\n    acquire('a')\n    delete('a')\n    t.want()\n    assert.eq(t.files(), [])",
		"a renamed file":      "t = fixture({'a': 'x', 'want/b': 'x'})\n    acquire('a')\n    rename('a', 'b')\n    t.want()\n    assert.eq(t.files(), ['b'])",
		"no final newline":    "t = fixture({'a': 'x', 'want/a': 'y'})\n    acquire('a')\n    set_text('a', 'y')\n    t.want()\n    assert.eq(t.read('a'), 'y')",
		"a failed run":        "t = " + tree + "\n    r = t.run('rename.star', old='foo')\n    assert.true(not r.ok)\n    assert.matches(r.error.message, 'new')",
		"fails":               "fixture({'a': 'x'})\n    e = assert.fails(lambda: acquire('b'), 'b')\n    assert.eq(e.path, 'b')",
		"fails goes back":     "t = fixture({'a': 'x'})\n    acquire('a')\n    def f():\n        set_text('a', 'y')\n        fail('no')\n    assert.fails(f, 'no')\n    assert.eq(read('a'), 'x')",
		"diff":                "t = fixture({'a': 'x\\n'})\n    acquire('a')\n    set_text('a', 'y\\n')\n    assert.contains(t.diff(), '-x\\n+y\\n')",
		"two fixtures":        "fixture({'a': 'x'})\n    u = fixture({'b': 'x'})\n    acquire('b')\n    set_text('b', 'z')\n    assert.eq(u.read('b'), 'z')",
		"an engine":           "fixture({'a': 'x'}, engines={'check': lambda files: [{'path': 'a', 'line': 1, 'message': 'bad'}]})\n    acquire('a')\n    set_text('a', 'y')\n    d = check()\n    assert.eq([x.message for x in d], ['bad'])",
		"a formatter":         "t = fixture({'a': 'x'}, engines={'format': lambda path, text: text.upper()})\n    acquire('a')\n    format()\n    assert.eq(read('a'), 'X')",
		"a linter":            "t = fixture({'a': 'x'}, engines={'lint': lambda path, text: [{'message': text, 'severity': 'warning'}]})\n    acquire('a')\n    assert.eq([(x.path, x.message, x.severity) for x in lint()], [('a', 'x', 'warning')])",
		"an approval":         "t = fixture({'a': 'x'}, handler=lambda request: approval.approve())\n    fs.remove('a').or_fail()\n    assert.eq(t.files(), [])",
		"a refusal":           "t = fixture({'a': 'x'}, handler=lambda request: approval.reject('no'))\n    assert.true(fs.remove('a').rejected)\n    assert.eq(t.files(), ['a'])",
		"no approval":         "t = fixture({'a': 'x'})\n    assert.true(fs.remove('a').rejected)",
		"mode all":            "t = fixture({'a': 'x'}, approve='all')\n    assert.true(fs.remove('a').ok)",
		"contains":            "assert.contains('abc', 'b')\n    assert.contains([1], 1)\n    assert.contains({'k': 1}, 'k')\n    assert.ne(1, 2)",
		"a want of nothing":   "t = fixture('')\n    t.want()",
		"globals start again": "counter.append(1)\n    assert.eq(len(counter), 1)",
	}
	for name, body := range rows {
		t.Run(name, func(t *testing.T) {
			text := "counter = []\ndef test_first():\n    counter.append(1)\n\ndef test_x():\n    " + body + "\n"
			r := run(t, text, scripts{"rename.star": rename}, startest.Options{})
			require.Nil(t, r.Err, "%v", r.Err)
			require.Len(t, r.Tests, 2)
			require.True(t, r.OK(), "%+v", r.Tests)
		})
	}
}

func TestWhatFails(t *testing.T) {
	rows := map[string]struct {
		body string
		want []string // messages of the failures
		err  string
	}{
		"eq":              {"assert.eq(1, 2)\n    assert.eq(3, 4, 'again')", []string{"got 1, want 2", "again: got 3, want 4"}, ""},
		"ne":              {"assert.ne('a', 'a')", []string{`got "a", want another value`}, ""},
		"true":            {"assert.true([])", []string{"[] is not true"}, ""},
		"contains":        {"assert.contains('abc', 'd')", []string{`"d" is not in "abc"`}, ""},
		"matches":         {"assert.matches('abc', '^b')", []string{`"^b" is not found in "abc"`}, ""},
		"texts":           {"assert.eq('a\\nb\\n', 'a\\nc\\n')", []string{"the texts differ"}, ""},
		"fails":           {"assert.fails(lambda: 1)", []string{"lambda did not fail"}, ""},
		"fails otherwise": {"def f(): fail('x')\n    assert.fails(f, 'y')", []string{`f failed, but "y" is not found in its error: x`}, ""},
		"want":            {"t = " + tree + "\n    t.want()", []string{"the tree is not as wanted: a.txt"}, ""},
		"want, unnamed":   {"t = fixture({'a': 'x'})\n    acquire('a')\n    set_text('a', 'y')\n    t.want()", []string{"the tree is not as wanted: a"}, ""},
		"want, added":     {"t = fixture({'a': 'x'})\n    create('b', '')\n    t.want()", []string{"the tree is not as wanted: b"}, ""},
		"unchanged":       {"t = fixture({'a': 'x'})\n    acquire('a')\n    delete('a')\n    t.unchanged('a')", []string{"a was changed"}, ""},
		"fail":            {"fail('stop')\n    assert.eq(1, 2)", nil, "stop"},
		"a step":          {"fixture({'a': 'x'})\n    acquire('b')", nil, "b"},
		"no fixture":      {"acquire('a')", nil, "a"},
		"a bad tree":      {"fixture('a')", nil, "names no file"},
		"a bad path":      {"fixture({'../a': 'x'})", nil, "../a"},
		"a bad mode":      {"fixture({}, approve='scrpt')", nil, `did you mean "script"?`},
		"a bad step":      {"fixture({}, engines={'build': len})", nil, "no step"},
		"a bad finding":   {"fixture({'a': 'x'}, engines={'check': lambda f: [{'text': 'x'}]})\n    acquire('a')\n    set_text('a', 'y')\n    check()", nil, "keys of a finding"},
		"no script":       {"fixture({}).run('y.star')", nil, "y.star"},
		"pending":         {"t = fixture({'a': 'x'})\n    acquire('a')\n    set_text('a', 'y')\n    t.run('rename.star', old='a', new='b')", nil, "in memory only"},
		"unknown file":    {"fixture({'alpha': 'x'}).unchanged('alpa')", nil, `did you mean "alpha"?`},
		"endless":         {"for i in range(1000000000):\n        pass", nil, "steps"},
		"unseen":          {"fixture({'a': 'x'})\n    attempt(acquire, 'b')", nil, "nobody looked"},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			r := run(t, "def test_x():\n    "+row.body+"\n", scripts{"rename.star": rename}, startest.Options{MaxSteps: 100000})
			require.Nil(t, r.Err, "%v", r.Err)
			require.False(t, r.OK())
			var got []string
			for _, f := range r.Tests[0].Failures {
				got = append(got, f.Message)
				require.Equal(t, "x_test.star", f.At.File)
			}
			require.Equal(t, row.want, got)
			if row.err == "" {
				require.Nil(t, r.Tests[0].Err)
				return
			}
			require.NotNil(t, r.Tests[0].Err)
			require.Contains(t, r.Tests[0].Err.Error(), row.err)
		})
	}
}

func TestAFileThatDoesNotCompile(t *testing.T) {
	r := run(t, "def test_x():\n    assert.eqq(1, 1)\n", nil, startest.Options{})
	require.NotNil(t, r.Err)
	require.Contains(t, r.Err.Error(), "eqq")
	require.False(t, r.OK())
}

func TestIdempotent(t *testing.T) {
	text := "def test_x():\n    t = fixture({'a': 'x\\n', 'want/a': 'x\\nmore\\n'})\n    t.run('grow.star')\n    t.want()\n"
	require.True(t, ok(run(t, text, scripts{"grow.star": grow}, startest.Options{})))
	r := run(t, text, scripts{"grow.star": grow}, startest.Options{Idempotent: true})
	require.Len(t, r.Tests[0].Failures, 1)
	require.Equal(t, "grow.star is not idempotent: run again, it changes a", r.Tests[0].Failures[0].Message)
	text = "def test_x():\n    fixture({'a': 'foo'}).run('rename.star', old='foo', new='bar')\n"
	require.True(t, ok(run(t, text, scripts{"rename.star": rename}, startest.Options{Idempotent: true})))
}

func ok(r startest.Report) bool { return r.OK() }

func TestMatchAndOrder(t *testing.T) {
	text := "def test_b(): pass\ndef helper(): fail('no')\ndef test_a(): print('one')\n"
	r := run(t, text, nil, startest.Options{})
	require.Equal(t, "test_b", r.Tests[0].Name)
	require.Equal(t, []string{"one"}, r.Tests[1].Log)
	r = run(t, text, nil, startest.Options{Match: regexp.MustCompile("_a$")})
	require.Len(t, r.Tests, 1)
}

func TestTimeout(t *testing.T) {
	r := run(t, "def test_x():\n    for i in range(1000000000):\n        pass\n", nil, startest.Options{Timeout: 20 * time.Millisecond})
	require.Contains(t, r.Tests[0].Err.Error(), "more than 20ms")
}

func TestUpdate(t *testing.T) {
	before := `
def test_x():
    # é before
    t = fixture("""
-- a.txt --
foo
-- want/gone.txt --
x
-- want/a.txt --
old
-- b.txt --
keep\tthis
""")
    t.run("rename.star", old="foo", new="b\\r")
    create("new.txt", 'q"""q\n')
    t.want()
`
	r := run(t, before, scripts{"rename.star": rename}, startest.Options{Update: true})
	require.True(t, r.OK(), "%+v", r.Tests)
	want := strings.Replace(before, "-- want/gone.txt --\nx\n-- want/a.txt --\nold\n", "-- want/a.txt --\nb\\\\r\n", 1)
	want = strings.Replace(want, "keep\\tthis\n", "keep\\tthis\n-- want/new.txt --\nq\\\"\\\"\\\"q\n", 1)
	require.Equal(t, want, string(r.Updated))
	again := run(t, string(r.Updated), scripts{"rename.star": rename}, startest.Options{})
	require.True(t, again.OK(), "%+v", again.Tests)
	require.Nil(t, again.Updated)
}

func TestUpdateRefuses(t *testing.T) {
	for body, why := range map[string]string{
		"t = fixture({'a': 'x'})":                            `write the tree as a """..."""`,
		"T = '''\n-- a --\nx\n'''\n    t = fixture(T)":       `write the tree as a """..."""`,
		"t = fixture('-- a --\\nx\\n')":                      `write the tree of the fixture as one """`,
		"t = fixture(\"\"\"-- a --\\nx\n\"\"\")":             `without \n`,
		"t = fixture(\"\"\"\n-- a --\nx\n\"\"\"); q = '\\r'": "carriage returns",
	} {
		text := "def test_x():\n    " + body + "\n    acquire('a')\n    set_text('a', 'y\\n')\n    create('b', 'r\\r\\n')\n    t.want()\n"
		r := run(t, text, nil, startest.Options{Update: true})
		require.Nil(t, r.Updated)
		require.Len(t, r.Tests[0].Failures, 1, body)
		require.Contains(t, r.Tests[0].Failures[0].Message, why)
	}
}

func TestUpdateOfOthersFixtures(t *testing.T) {
	helper := "def make():\n    return fixture(\"\"\"\n-- a --\nx\n-- want/a --\nz\n\"\"\")\n"
	text := "load('h.star', 'make')\ndef test_x():\n    t = make()\n    acquire('a')\n    t.want()\n"
	r := run(t, text, scripts{"h.star": helper}, startest.Options{Update: true})
	require.Nil(t, r.Updated)
	require.Len(t, r.Tests[0].Failures, 1)
	require.Contains(t, r.Tests[0].Failures[0].Message, "is made in h.star")

	text = "def test_x():\n    t, u = fixture(\"\"\"-- a --\nx\n-- want/a --\nz\n\"\"\"), fixture(\"\"\"-- b --\nx\n\"\"\")\n    create('n', 'long enough to move what follows\\n')\n    u.want()\n    t.want()\n"
	r = run(t, text, nil, startest.Options{Update: true})
	require.True(t, r.OK(), "%+v", r.Tests)
	require.Nil(t, run(t, string(r.Updated), nil, startest.Options{}).Err)
	require.Contains(t, string(r.Updated), "t, u = fixture(\"\"\"-- a --\nx\n-- want/a --\nx\n\"\"\"), fixture(\"\"\"-- b --\nx\n-- want/n --\nlong enough to move what follows\n\"\"\")\n")
}

func TestUpdateRefusesEscapes(t *testing.T) {
	for _, body := range []string{
		"-- a --\nx\n-- want\\x2fa --\nz\n",
		"-- a --\nx\n-- want/a --\\nold \\\nmore\n",
	} {
		r := run(t, "def test_x():\n    t = fixture(\"\"\""+body+"\"\"\")\n    acquire('a')\n    set_text('a', 'y\\n')\n    t.want()\n", nil, startest.Options{Update: true})
		require.Nil(t, r.Updated)
		require.Len(t, r.Tests[0].Failures, 1)
		require.Contains(t, r.Tests[0].Failures[0].Message, "hold escapes")
	}
}

func TestCover(t *testing.T) {
	script := "def main(n=1):\n    \"\"\"Doc.\"\"\"\n    if n > 1:\n        x = [\n            n,\n        ]\n    return n\n\ndef unused():\n    return 2\n"
	r := run(t, "def test_x():\n    fixture('').run('s.star')\n", scripts{"s.star": script}, startest.Options{Cover: true})
	require.True(t, r.OK())
	var b strings.Builder
	require.NoError(t, r.Lines.WriteLCOV(&b))
	require.Equal(t, "TN:\nSF:s.star\nDA:1,1\nDA:3,1\nDA:4,0\nDA:7,1\nDA:9,1\nDA:10,0\nLF:6\nLH:4\nend_of_record\n", b.String())
}

func TestCoverStopsAtTheLimit(t *testing.T) {
	script := "def main():\n    for i in range(1000000000):\n        pass\n"
	r := run(t, "def test_x():\n    r = fixture('').run('s.star')\n    assert.eq(r.error.code, 'limit_exceeded')\n", scripts{"s.star": script}, startest.Options{Cover: true, MaxSteps: 10000})
	require.True(t, r.OK(), "%+v", r.Tests)
}

func TestJUnit(t *testing.T) {
	reports := []startest.Report{
		run(t, "def test_a():\n    print('\\x1b<')\n    assert.eq(1, 2)\ndef test_b(): fail('x')\ndef test_c(): pass\n", nil, startest.Options{}),
		run(t, "nope()\n", nil, startest.Options{}),
	}
	var b strings.Builder
	require.NoError(t, startest.WriteJUnit(&b, reports))
	require.Contains(t, b.String(), `<testsuites tests="4" failures="1" errors="2">`)
	require.Contains(t, b.String(), `<failure message="got 1, want 2">`)
	require.Contains(t, b.String(), "\ufffd&lt;")
}

func TestReportsKeepTheOrderOfTheFiles(t *testing.T) {
	var files []startest.Source
	for _, n := range []string{"c", "a", "b"} {
		files = append(files, startest.Source{Name: n + "_test.star", Text: []byte("def test_x():\n    t = fixture({'a': 'x'})\n    acquire('a')\n    set_text('a', 'y')\n    write()\n")})
	}
	o := startest.Options{Jobs: 3, Loader: func(string) starlib.Loader { return scripts{} }}
	for range 20 {
		got := startest.Run(context.Background(), files, o)
		require.Equal(t, []string{"c_test.star", "a_test.star", "b_test.star"}, []string{got[0].File, got[1].File, got[2].File})
		require.True(t, got[0].OK() && got[1].OK() && got[2].OK())
	}
}
