package match_test

// This file checks expressions, matches and replacement texts.

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"devstar/hunkengine"
	"devstar/runtime/match"
)

func find(t *testing.T, expr, text string, mode match.Mode) []string {
	t.Helper()
	p, err := match.Compile(expr, mode)
	require.NoError(t, err)
	var out []string
	for _, loc := range p.Find(text, -1) {
		out = append(out, fmt.Sprintf("%d:%s", loc[0], text[loc[0]:loc[1]]))
	}
	return out
}

func TestFindAtLines(t *testing.T) {
	rows := []struct {
		name, expr, text string
		want             []string
	}{
		{"start of lines", `^a`, "a\nba\na", []string{"0:a", "5:a"}},
		{"no line behind the final newline", `^`, "a\nb\n", []string{"0:", "2:"}},
		{"a last line without its end", `^`, "a\nb", []string{"0:", "2:"}},
		{"an empty text has no line", `^`, "", nil},
		{"ends of lines", `$`, "a\nb\n", []string{"1:", "3:"}},
		{"end of the text", `\z`, "a\n", []string{"2:"}},
		{"start of the text", `\Aa`, "a\na", []string{"0:a"}},
		{"over lines", `a\nb`, "a\nb\na\nb", []string{"0:a\nb", "4:a\nb"}},
		{"a class that takes newlines", `a[^x]b`, "a\nb", []string{"0:a\nb"}},
		{"own flags", `(?s)a.b`, "a\nb", []string{"0:a\nb"}},
		{"several on a line", `foo\w`, "foo1 foo2\nbar\nfoo3", []string{"0:foo1", "5:foo2", "14:foo3"}},
		{"edges of words", `\bfoo\b`, "foo\nxfoo\nfoo.foo\n", []string{"0:foo", "9:foo", "13:foo"}},
		{"whole lines", `^foo$`, "foo\nfoo \nfoo", []string{"0:foo", "9:foo"}},
		{"letter case", `(?i)FOO`, "foo Foo", []string{"0:foo", "4:Foo"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) { require.Equal(t, row.want, find(t, row.expr, row.text, match.AtLines)) })
	}
}

func TestFindInOtherModes(t *testing.T) {
	require.Equal(t, []string{"0:a"}, find(t, `^a`, "a\na", match.Anywhere))
	require.Equal(t, []string{"0:", "1:", "2:"}, find(t, `x*`, "a\n", match.Anywhere))
	require.Equal(t, []string{"0:ab"}, find(t, `ab|b`, "abab", match.AtStart))
	require.Empty(t, find(t, `b`, "ab", match.AtStart))
	require.Equal(t, []string{"0:ab"}, find(t, `a|ab`, "ab", match.Whole))
	require.Empty(t, find(t, `a|ab`, "abc", match.Whole))
}

func TestFindStopsAtTheMost(t *testing.T) {
	p, err := match.Compile(`a(b)?`, match.AtLines)
	require.NoError(t, err)
	require.Len(t, p.Find("a a\na ab", 3), 3)
	require.Len(t, p.Find("a a\na ab", 9), 4)
}

// What a search spares must not change what it finds.
func TestFindAgreesWithAPlainSearch(t *testing.T) {
	exprs := []string{`foo`, `^foo`, `foo$`, `\bfoo\b`, `(f)oo(o)?`, `fo+`, `(?:foo|bar)`, `foo[^x]`, `foo\s`, `foo.`, `x*foo`, `\Bfoo`, `foo\z`, `\Afoo`, `(?:foo){2}`, `foo|`, `(?i)foo`, `(?:foo)*`, `foo(?:\n|x)`}
	rapid.Check(t, func(t *rapid.T) {
		expr := rapid.SampledFrom(exprs).Draw(t, "expr")
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"foo", "o", "x", "\n", " ", "é", "FOO", "_"}), 0, 20).Draw(t, "parts"), "")
		p, err := match.Compile(expr, match.AtLines)
		require.NoError(t, err)
		want := regexp.MustCompile("(?m)"+expr).FindAllStringSubmatchIndex(text, -1)
		if n := len(want); n > 0 && want[n-1][0] == len(text) && (text == "" || strings.HasSuffix(text, "\n")) && !strings.Contains(expr, `\z`) {
			want = want[:n-1]
		}
		got := p.Find(text, -1)
		require.Equal(t, len(want), len(got), "%q", text)
		for i := range want {
			require.Equal(t, want[i], got[i])
			require.Contains(t, text[got[i][0]:got[i][1]], p.Needs())
		}
	})
}

func TestBadPatterns(t *testing.T) {
	rows := []struct{ expr, message, hint string }{
		{"", "the pattern is empty", "start of a line"},
		{`a(?=b)`, "invalid or unsupported Perl syntax: (?=", "no lookaround"},
		{`(?<!b)a`, "", "no lookaround"},
		{`(?<=b)a`, "", "no lookaround"},
		{`(a)\1`, `invalid escape sequence: \1`, "no backreferences"},
		{`(?P<a>b)(?P=a)`, "", "no backreferences"},
		{`(?P<a>b)(?P<a>c)`, "", "a name of its own"},
		{`a\Z`, `invalid escape sequence: \Z`, `\z`},
		{`a(`, "missing closing )", `\(`},
		{`a)`, "unexpected )", `\)`},
		{`[a`, "missing closing ]", `\[`},
		{`**/*.go`, "missing argument to repetition operator", "paths="},
		{`*a`, "missing argument to repetition operator", "before it"},
		{`a++`, "invalid nested repetition operator", "possessive"},
		{`a{2000}`, "invalid repeat count", "1000"},
		{`(?x)a`, "", "no flag x"},
		{`(?>a)`, "", "never backtracks"},
		{"\bfoo", "backspace", `r"\b"`},
		{`(?z)a`, "", "flags are"},
	}
	for _, row := range rows {
		for mode := match.Anywhere; mode <= match.Whole; mode++ {
			_, err := match.Compile(row.expr, mode)
			var bad *match.PatternError
			require.True(t, errors.As(err, &bad), row.expr)
			require.Contains(t, bad.Error(), row.message)
			require.Contains(t, bad.Hint(), row.hint, row.expr)
		}
	}
	_, err := match.Compile(`a)(b`, match.Whole)
	require.Error(t, err, "a pattern is one expression in every mode")
}

func TestMatchInAFile(t *testing.T) {
	text, err := hunkengine.ParseString("\ufeffone\r\nt\u00e9 wo=3\r\n")
	require.NoError(t, err)
	p, err := match.Compile(`(?P<name>\w+)=(\d)(x)?$`, match.AtLines)
	require.NoError(t, err)
	found := p.Find(text.Normal(), -1)
	require.Len(t, found, 1)
	m := p.Match(match.InFile("a.txt", text), found[0])
	require.Equal(t, "a.txt", m.Path())
	require.Equal(t, "wo=3", m.Text())
	require.Equal(t, match.Span{Start: 8, End: 12}, m.Span())
	require.Equal(t, 3, m.NumGroups())
	require.Equal(t, []string{"", "name", "", ""}, m.Names())
	line, column := m.Position()
	require.Equal(t, []int{2, 4}, []int{line, column})
	line, column = m.End()
	require.Equal(t, []int{2, 8}, []int{line, column})
	require.Equal(t, "t\u00e9 wo=3", m.LineText())
	_, took := m.GroupText(3)
	require.False(t, took)
	require.Nil(t, m.Sub(3))
	require.Equal(t, "3", m.Sub(2).Text())
}

func TestMatchInAString(t *testing.T) {
	rows := []struct {
		text         string
		at           match.Span
		line, column int
		whole        string
	}{
		{"", match.Span{}, 1, 1, ""},
		{"abc", match.Span{Start: 1, End: 2}, 1, 2, "abc"},
		{"a\r\n\u00e9b\r\n", match.Span{Start: 5, End: 6}, 2, 2, "\u00e9b"},
		{"a\n", match.Span{Start: 2, End: 2}, 2, 1, ""},
		{"a\n\nb", match.Span{Start: 2, End: 2}, 2, 1, ""},
		{"a\rb\r", match.Span{Start: 2, End: 3}, 1, 3, "a\rb\r"},
	}
	for _, row := range rows {
		m := match.New(match.InString(row.text), row.at)
		line, column := m.Position()
		require.Equal(t, []any{row.line, row.column, row.whole}, []any{line, column, m.LineText()}, "%q", row.text)
		require.Empty(t, m.Path())
	}
}

var groups = []string{"", "", "name"}

func TestTemplates(t *testing.T) {
	text := "[a-b]"
	loc := []int{0, 5, 1, 2, 3, 4}
	rows := []struct{ template, want string }{
		{"", ""},
		{"plain", "plain"},
		{`<\1>`, "<a>"},
		{`\2\1`, "ba"},
		{`\g<name>\g<1>\g<0>`, "ba[a-b]"},
		{`\g<1>0`, "a0"},
		{`\\1`, `\1`},
		{`\\\1`, `\a`},
		{`a\`, `a\`},
		{`\n\d\g`, `\n\d\g`},
		{`$1 ${name} $`, `$1 ${name} $`},
		{"\n\t", "\n\t"},
	}
	for _, row := range rows {
		parsed, err := match.ParseTemplate(row.template, groups)
		require.NoError(t, err, row.template)
		require.Equal(t, row.want, parsed.ExpandAt(text, loc), row.template)
	}
	parsed, err := match.ParseTemplate(`<\1>`, groups)
	require.NoError(t, err)
	require.Equal(t, "<>", parsed.ExpandAt(text, []int{0, 5, -1, -1, -1, -1}))
}

func TestBadTemplates(t *testing.T) {
	rows := []struct {
		template string
		names    []string
		message  string
		hint     string
	}{
		{`\3`, groups, `group \3`, `by name \g<name>`},
		{`\10`, groups, `group \10`, `\g<1>0`},
		{`\1`, []string{""}, `group \1`, "no groups"},
		{`\2`, []string{"", ""}, `group \2`, `one group, \1`},
		{`\4`, []string{"", "", "", ""}, `group \4`, `\1 to \3`},
		{`\0`, groups, `\0`, `\g<0>`},
		{`\g<nam>`, groups, `\g<nam>`, `\g<name>`},
		{`\g<>`, groups, `\g<>`, ""},
		{`\g<7>`, groups, `\g<7>`, ""},
		{`\g<name`, groups, "without >", `\\`},
		{"a\x01", groups, `\x01`, `r"\1"`},
	}
	for _, row := range rows {
		_, err := match.ParseTemplate(row.template, row.names)
		var bad *match.TemplateError
		require.True(t, errors.As(err, &bad), "%q", row.template)
		require.Contains(t, bad.Error(), row.message)
		require.Contains(t, bad.Hint(), row.hint)
	}
}

func TestRemarks(t *testing.T) {
	rows := []struct {
		template string
		names    []string
		want     []string
	}{
		{`x$1 $1_old`, groups, []string{`$1 is plain text in a replacement: write \1 for the group`}},
		{`${1}${name}$name`, groups, []string{`${1} is plain`, `${name} is plain text in a replacement: write \g<name>`, `$name is plain`}},
		{`$& $0`, groups, []string{`$& is plain text in a replacement: write \g<0>`, `$0 is plain`}},
		{`$9 ${HOME} $x $ ${`, groups, nil},
		{`$1 $2`, []string{""}, nil},
		{`a\nb\\n`, groups, []string{`\n is plain text in a replacement: for the character itself write "\n"`}},
	}
	for _, row := range rows {
		parsed, err := match.ParseTemplate(row.template, row.names)
		require.NoError(t, err)
		got := parsed.Remarks()
		require.Len(t, got, len(row.want), "%s: %v", row.template, got)
		for i, want := range row.want {
			require.Contains(t, got[i], want)
		}
	}
}

func FuzzTemplate(f *testing.F) {
	for _, seed := range []string{"", `\1`, `\g<name>`, `\g<`, `\\`, `\`, `$1`, `${`, `${}`, `$`, "\x01", `\99`, `é\2`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, template string) {
		parsed, err := match.ParseTemplate(template, groups)
		if err != nil {
			require.NotEmpty(t, err.(*match.TemplateError).Hint())
			return
		}
		got := parsed.ExpandAt("ab", []int{0, 2, 0, 1, 1, 2})
		if !strings.Contains(template, `\`) {
			require.Equal(t, template, got)
		}
		parsed.Remarks()
	})
}

func FuzzCompile(f *testing.F) {
	for _, seed := range []string{`a`, `(?i)a|b`, `[^x]*`, `^a$`, `\Aa\z`, `(a)(?P<n>b)?`, `a{2,3}`, `(?s).`} {
		f.Add(seed, "ab\naab\n")
	}
	f.Fuzz(func(t *testing.T, expr, text string) {
		p, err := match.Compile(expr, match.AtLines)
		if err != nil {
			require.NotEmpty(t, err.(*match.PatternError).Hint())
			return
		}
		for _, loc := range p.Find(text, 100) {
			require.Contains(t, text[loc[0]:loc[1]], p.Needs())
		}
	})
}
