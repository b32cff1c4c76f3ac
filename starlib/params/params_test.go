package params

// This file tests the command line of a main: types, flags, help and data.

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const docText = `Rename a package.

  More about it.

  Args:
    old_name: the name as it is,
      on two lines
    order (list of int): which first
    mode (one of: fast, safe): how
    *files: what to look at

  Returns:
    nothing`

func sample(t *testing.T) *Main {
	t.Helper()
	m, err := New([]Declared{
		{Name: "old_name", Need: true},
		{Name: "from_", Default: nil},
		{Name: "count", Default: int64(3)},
		{Name: "ratio", Default: 0.5},
		{Name: "dry", Default: false},
		{Name: "order", Default: []any{}},
		{Name: "mode", Default: "safe"},
		{Name: "computed", Default: Unknown{}},
		{Name: "files", Rest: true},
	}, docText)
	require.NoError(t, err)
	return m
}

func TestParse(t *testing.T) {
	v, err := sample(t).Parse([]string{"--old-name", "a", "--from=b", "--count", "-7", "--ratio=2", "--dry", "--order", "1", "--order=2",
		"--mode", "fast", "x.go", "--", "--y.go"})
	require.NoError(t, err)
	require.Equal(t, map[string]any{"old_name": "a", "from_": "b", "count": int64(-7), "ratio": 2.0, "dry": true,
		"order": []any{int64(1), int64(2)}, "mode": "fast"}, v.Named)
	require.Equal(t, []any{"x.go", "--y.go"}, v.Rest)
	v, err = sample(t).Parse([]string{"--old-name=", "--no-dry"})
	require.NoError(t, err)
	require.Equal(t, map[string]any{"old_name": "", "dry": false}, v.Named)
	_, err = sample(t).Parse([]string{"--help"})
	require.ErrorIs(t, err, ErrHelp)
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct {
		args []string
		says string
		hint string
	}{
		{nil, "the script needs --old-name", "--old-name STR"},
		{[]string{"--old-nam", "x"}, "unknown flag --old-nam", "did you mean --old-name?"},
		{[]string{"-o", "x"}, "unknown flag -o", ""},
		{[]string{"--old-name"}, "--old-name needs a value", ""},
		{[]string{"--old-name=a", "--old-name=b"}, "--old-name is given twice", ""},
		{[]string{"--count=1.5"}, `--count: want an integer, got "1.5"`, "type int"},
		{[]string{"--ratio=x"}, `want a number, got "x"`, ""},
		{[]string{"--dry=true"}, "--dry takes no value", "--no-dry"},
		{[]string{"--mode=slow"}, `want one of: fast, safe, got "slow"`, ""},
		{[]string{"--order=x"}, "want an integer", ""},
	} {
		_, err := sample(t).Parse(c.args)
		var u *UsageError
		require.ErrorAs(t, err, &u, "%v", c.args)
		require.Contains(t, u.Message, c.says)
		require.Contains(t, u.Next, c.hint)
		require.NotEmpty(t, u.Next)
	}
	none, err := New(nil, "")
	require.NoError(t, err)
	_, err = none.Parse([]string{"x"})
	require.ErrorContains(t, err, `unexpected argument "x"`)
}

func TestFromData(t *testing.T) {
	v, err := sample(t).FromData(map[string]any{"old_name": "a", "from_": nil, "ratio": int64(1), "order": []any{int64(1)}, "files": []any{"x"}})
	require.NoError(t, err)
	require.Equal(t, []any{"x"}, v.Rest)
	require.Equal(t, map[string]any{"old_name": "a", "from_": nil, "ratio": int64(1), "order": []any{int64(1)}}, v.Named)
	for name, data := range map[string]map[string]any{
		`main has no parameter "old"`:      {"old": "a"},
		"count: want int, got 1.5":         {"old_name": "a", "count": 1.5},
		`dry: want bool, got "yes"`:        {"old_name": "a", "dry": "yes"},
		"the script needs --old-name":      {},
		"order: want int, got \"x\"":       {"old_name": "a", "order": []any{"x"}},
		"mode: want one of: fast, safe":    {"old_name": "a", "mode": "slow"},
		"old_name: want str, got <nil>":    {"old_name": nil},
		"files: want list of str, got tru": {"old_name": "a", "files": true},
	} {
		_, err := sample(t).FromData(data)
		require.ErrorContains(t, err, name)
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		declared []Declared
		doc      string
		says     string
	}{
		{[]Declared{{Name: "a", Need: true}}, "X.\n\nArgs:\n  b: no such", "parameter b of main: the docstring describes it"},
		{[]Declared{{Name: "a", Need: true}}, "X.\n\nArgs:\n  a (integer): no", `unknown type "integer"`},
		{[]Declared{{Name: "a", Default: "x"}}, "X.\n\nArgs:\n  a (int): no", "its default does not fit its type"},
		{[]Declared{{Name: "a_", Need: true}, {Name: "a", Need: true}}, "", "its flag --a is that of a_"},
	} {
		_, err := New(c.declared, c.doc)
		require.ErrorContains(t, err, c.says)
	}
}

func TestHelp(t *testing.T) {
	require.Equal(t, `Rename a package.

Usage:
  devstar run [flags] r.star --old-name STR [--from STR] [--count INT] [--ratio FLOAT] [--dry] [--order INT ...] [--mode fast|safe] [--computed STR] [files ...]

Script flags:
  --old-name STR    the name as it is, on two lines (required)
  --from STR
  --count INT       (default 3)
  --ratio FLOAT     (default 0.5)
  --[no-]dry        (default false)
  --order INT ...   which first
  --mode fast|safe  how (default "safe")
  --computed STR
  files ...         what to look at
`, sample(t).Help("r.star"))
}

func FuzzParse(f *testing.F) {
	f.Add("Args:\n  a (list of int): x\n", "--a=1")
	f.Fuzz(func(t *testing.T, doc, arg string) {
		m, err := New([]Declared{{Name: "a", Default: nil}, {Name: "rest", Rest: true}}, doc)
		if err != nil {
			return
		}
		if v, err := m.Parse([]string{arg}); err == nil {
			require.LessOrEqual(t, len(v.Named)+len(v.Rest), 1)
		}
	})
}
