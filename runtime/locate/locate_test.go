package locate_test

// This file shows, format by format, where values stand and what they are.

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"devstar/runtime/locate"
	"devstar/runtime/match"
)

func key(t testing.TB, s string) locate.Key {
	t.Helper()
	k, err := locate.ParseKey(s)
	require.NoError(t, err)
	return k
}

// shown writes what is found as document:key=text -> value.
func shown(text string, found []locate.Found) []string {
	var out []string
	for _, f := range found {
		name := "-"
		if f.Key.Start >= 0 {
			name = text[f.Key.Start:f.Key.End]
		}
		out = append(out, fmt.Sprintf("%d:%s=%s -> %v", f.Document, name, text[f.Span.Start:f.Span.End], plain(f.Value)))
	}
	return out
}

// plain shows strings in quotes and objects with their order.
func plain(v any) any {
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("%q", v)
	case match.Members:
		var parts []string
		for _, m := range v {
			parts = append(parts, fmt.Sprintf("%s:%v", m.Name, plain(m.Value)))
		}
		return "{" + strings.Join(parts, " ") + "}"
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, fmt.Sprint(plain(e)))
		}
		return "[" + strings.Join(parts, " ") + "]"
	}
	return v
}

type row struct {
	name, key, text string
	want            []string
}

func check(t *testing.T, file string, rows []row) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			found, err := locate.Find(file, r.text, key(t, r.key))
			require.NoError(t, err)
			require.Equal(t, r.want, shown(r.text, found))
		})
	}
}

func TestJSON(t *testing.T) {
	check(t, "package.json", []row{
		{"top", "version", `{"name": "a", "version": "1.0"}`, []string{`0:"version"="1.0" -> "1.0"`}},
		{"not the same name deeper", "version", `{"a": {"version": 1}, "version": 2}`, []string{`0:"version"=2 -> 2`}},
		{"missing", "version", `{"a": {"version": 1}}`, nil},
		{"deeper", "a.b[1].c", `{"a": {"b": [{"c": 1}, {"c": 2}]}}`, []string{`0:"c"=2 -> 2`}},
		{"element", "a[0]", `{"a": [ true , false]}`, []string{`0:-=true -> true`}},
		{"element past the end", "a[2]", `{"a": [1, 2]}`, nil},
		{"root array", "[1].x", `[{"x": 1}, {"x": null}]`, []string{`0:"x"=null -> <nil>`}},
		{"index into an object", "a[0]", `{"a": {"0": 1}}`, nil},
		{"digits are a name", "a.0", `{"a": {"0": 1}}`, []string{`0:"0"=1 -> 1`}},
		{"quoted name", `a."b.c"[0]`, `{"a": {"b.c": [7]}}`, []string{`0:-=7 -> 7`}},
		{"escapes in names and values", "aé", `{"a\u00e9": "x\n\"y\"\ud83d\ude00"}`, []string{`0:"a\u00e9"="x\n\"y\"\ud83d\ude00" -> "x\n\"y\"😀"`}},
		{"object", "a", `{"a": {"z": 1, "b": [1.5, "x"]}}`, []string{`0:"a"={"z": 1, "b": [1.5, "x"]} -> {z:1 b:[1.5 "x"]}`}},
		{"numbers", "a", `{"a": [-1, 1e3, 12345678901234567890, 0.5]}`, []string{`0:"a"=[-1, 1e3, 12345678901234567890, 0.5] -> [-1 1000 12345678901234567890 0.5]`}},
		{"comments and trailing commas", "a.b", "// {\n{ /* \"a\": 1 */ \"a\" /**/ : // x\n { \"b\" : 1 , }, }\n", []string{`0:"b"=1 -> 1`}},
		{"over lines", "a", "{\n  \"a\": [\n    1\n  ]\n}\n", []string{"0:\"a\"=[\n    1\n  ] -> [1]"}},
		{"brackets in strings", "b", `{"a": "}]\"", "b": 1}`, []string{`0:"b"=1 -> 1`}},
		{"scalar on the way", "a.b", `{"a": "b"}`, nil},
		{"twice elsewhere", "b", `{"a": 1, "a": 2, "b": 3}`, []string{`0:"b"=3 -> 3`}},
	})
}

func TestTOML(t *testing.T) {
	const cargo = "# top\ntitle = \"x\"\n\n[package] # p\nname = 'demo'\nversion = \"1.4.2\" # keep\nauthors = [\n  \"a\", # one\n  \"b\",\n]\n\n[dependencies]\nserde = { version = \"1\", features = [\"derive\"] }\n\"left.pad\" = \"2\"\n\n[[bin]]\nname = \"one\"\n\n[[bin]]\nname = \"two\"\npath.main = \"m.rs\"\n\n[tool.x.y]\n"
	check(t, "Cargo.toml", []row{
		{"top", "title", cargo, []string{`0:title="x" -> "x"`}},
		{"in a table", "package.version", cargo, []string{`0:version="1.4.2" -> "1.4.2"`}},
		{"literal string", "package.name", cargo, []string{`0:name='demo' -> "demo"`}},
		{"array over lines", "package.authors", cargo, []string{"0:authors=[\n  \"a\", # one\n  \"b\",\n] -> [\"a\" \"b\"]"}},
		{"element", "package.authors[1]", cargo, []string{`0:-="b" -> "b"`}},
		{"inline table", "dependencies.serde.version", cargo, []string{`0:version="1" -> "1"`}},
		{"quoted key", `dependencies."left.pad"`, cargo, []string{`0:"left.pad"="2" -> "2"`}},
		{"array of tables", "bin[1].name", cargo, []string{`0:name="two" -> "two"`}},
		{"dotted key", "bin[1].path.main", cargo, []string{`0:main="m.rs" -> "m.rs"`}},
		{"element past the end", "bin[2].name", cargo, nil},
		{"missing", "package.edition", cargo, nil},
		{"table", "dependencies", cargo, []string{"0:dependencies=serde = { version = \"1\", features = [\"derive\"] }\n\"left.pad\" = \"2\" -> {serde:{version:\"1\" features:[\"derive\"]} left.pad:\"2\"}"}},
		{"empty table", "tool.x.y", cargo, []string{"0:y= -> {}"}},
		{"element table", "bin[0]", cargo, []string{"0:bin=name = \"one\" -> {name:\"one\"}"}},
		{"strings", "a", "a = [\"\\u00e9\\t\\\"\", '''\n'x'\\''', \"\"\"\na\\\n   b\"\"\"\", '''y''''']\n", []string{"0:a=[\"\\u00e9\\t\\\"\", '''\n'x'\\''', \"\"\"\na\\\n   b\"\"\"\", '''y'''''] -> [\"é\\t\\\"\" \"'x'\\\\\" \"ab\\\"\" \"y''\"]"}},
		{"numbers and dates", "a", "a = [1_000, 0xff, -2.5e3, +3, 1979-05-27, 1979-05-27 07:32:00, 07:32:00, true, 1e-3]\n", []string{`0:a=[1_000, 0xff, -2.5e3, +3, 1979-05-27, 1979-05-27 07:32:00, 07:32:00, true, 1e-3] -> [1000 255 -2500 3 "1979-05-27" "1979-05-27 07:32:00" "07:32:00" true 0.001]`}},
		{"value at the end of the file", "a", "a = 1", []string{`0:a=1 -> 1`}},
		{"comment signs in strings", "b", "a = \"# [x]\"\nb = 1 # c\n", []string{`0:b=1 -> 1`}},
		{"tables below", "a.b.c", "[a.b]\nc = 1\n[a]\nd = 2\n", []string{`0:c=1 -> 1`}},
		{"table after its parts", "a", "[a.b]\nc = 1\n[a]\nd = 2\n", []string{`0:a=d = 2 -> {b:{c:1} d:2}`}},
	})
}

func TestYAML(t *testing.T) {
	const compose = "# top\nversion: '3' # v\nx: &base\n  image: app:1.0\n  env: {A: 1, \"B\": [x, 'y'], C: }\nservices:\n  web:\n    <<: *base\n    ports:\n    - 80:80\n    - \"443:443\" # tls\n  db: *base\n  none:\n  last: ~\n"
	check(t, "a.yaml", []row{
		{"quoted", "version", compose, []string{`0:version='3' -> "3"`}},
		{"plain with a colon", "x.image", compose, []string{`0:image=app:1.0 -> "app:1.0"`}},
		{"flow", "x.env.B[1]", compose, []string{`0:-='y' -> "y"`}},
		{"flow whole", "x.env", compose, []string{`0:env={A: 1, "B": [x, 'y'], C: } -> {A:1 B:["x" "y"] C:<nil>}`}},
		{"absent in flow", "x.env.C", compose, []string{`0:C= -> <nil>`}},
		{"key in quotes", "x.env.B", compose, []string{`0:"B"=[x, 'y'] -> ["x" "y"]`}},
		{"sequence", "services.web.ports", compose, []string{"0:ports=- 80:80\n    - \"443:443\" -> [\"80:80\" \"443:443\"]"}},
		{"element", "services.web.ports[1]", compose, []string{`0:-="443:443" -> "443:443"`}},
		{"merged", "services.web.image", compose, []string{`0:image=app:1.0 -> "app:1.0"`}},
		{"alias", "services.db", compose, []string{`0:db=*base -> {image:"app:1.0" env:{A:1 B:["x" "y"] C:<nil>}}`}},
		{"through an alias", "services.db.image", compose, []string{`0:image=app:1.0 -> "app:1.0"`}},
		{"absent", "services.none", compose, []string{`0:none= -> <nil>`}},
		{"null", "services.last", compose, []string{`0:last=~ -> <nil>`}},
		{"anchored mapping", "x", compose, []string{"0:x=image: app:1.0\n  env: {A: 1, \"B\": [x, 'y'], C: } -> {image:\"app:1.0\" env:{A:1 B:[\"x\" \"y\"] C:<nil>}}"}},
		{"missing", "services.web.nothing", compose, nil},
		{"several documents", "a", "a: 1\n---\nb: 2\n---\n---\na: [3]\n...\n", []string{"0:a=1 -> 1", "3:a=[3] -> [3]"}},
		{"literal", "a", "a: |\n  one\n\n    two\n\n# c\nb: 1\n", []string{"0:a=|\n  one\n\n    two -> \"one\\n\\n  two\\n\""}},
		{"literal with an indent", "a.b", "a:\n  b: |2-\n     one\n    two\n  c: 1\n", []string{"0:b=|2-\n     one\n    two -> \" one\\ntwo\""}},
		{"folded", "a", "a: >- # c\n  one\n  two\nb: 1\n", []string{"0:a=>- # c\n  one\n  two -> \"one two\""}},
		{"empty literal", "a", "a: |\nb: 1\n", []string{"0:a=| -> \"\""}},
		{"literal at the end", "a", "a: |\n  one", []string{"0:a=|\n  one -> \"one\""}},
		{"plain over lines", "a", "a: one\n  two  three\n\n  four # c\nb: 1\n", []string{"0:a=one\n  two  three\n\n  four -> \"one two  three\\nfour\""}},
		{"quoted over lines", "a", "a: \"one\n  two\\\n  \\\" three\"\nb: 'it''s\n  four'\n", []string{"0:a=\"one\n  two\\\n  \\\" three\" -> \"one two\\\" three\""}},
		{"quote in quotes", "b", "a: x\nb: 'it''s'\n", []string{`0:b='it''s' -> "it's"`}},
		{"tag and anchor", "a", "a: !!str &x 12\nb: &y\nc: !t\n  d: 1\n", []string{`0:a=12 -> "12"`}},
		{"anchor of nothing", "b", "a: !!str &x 12\nb: &y\nc: !t\n  d: 1\n", []string{`0:b= -> <nil>`}},
		{"tagged mapping", "c", "a: !!str &x 12\nb: &y\nc: !t # x\n  d: 1\n", []string{`0:c=d: 1 -> {d:1}`}},
		{"unicode", "ключ", "é: \"日本\" \nключ: значение\n", []string{`0:ключ=значение -> "значение"`}},
		{"unicode before it", "b", "{\"日\": é, b: x}\n", []string{`0:b=x -> "x"`}},
		{"flow over lines", "a", "a: [ 1, # ]\n  2,\n ]\nb: 1\n", []string{"0:a=[ 1, # ]\n  2,\n ] -> [1 2]"}},
		{"empty flow", "a.c", "a: { b: [ ], c: { } }\n", []string{`0:c={ } -> {}`}},
		{"pair in a flow sequence", "a[0].b", "a: [b: 1, c]\n", []string{`0:b=1 -> 1`}},
		{"flow key without a value", "a", "a: {b, c}\n", []string{`0:a={b, c} -> {b:<nil> c:<nil>}`}},
		{"nested sequences", "a[1][0]", "a:\n  - - 1\n    - 2\n  - - 3\n", []string{`0:-=3 -> 3`}},
		{"mapping in a sequence", "a[0]", "a:\n- b: 1\n  c: 2\n- d\n", []string{"0:-=b: 1\n  c: 2 -> {b:1 c:2}"}},
		{"empty element", "a[0]", "a:\n-\n- 1\n", []string{`0:-= -> <nil>`}},
		{"scalars", "a", "a: [1, 0x1F, 1.5, true, yes, 2001-01-01, 12345678901234567890, .inf]\n", []string{`0:a=[1, 0x1F, 1.5, true, yes, 2001-01-01, 12345678901234567890, .inf] -> [1 31 1.5 true "yes" "2001-01-01" 12345678901234567890 +Inf]`}},
		{"root sequence", "[1]", "- a\n- b\n", []string{`0:-=b -> "b"`}},
		{"json is yaml", "a.b", "{\"a\": {\"b\": \"c\"}}\n", []string{`0:"b"="c" -> "c"`}},
		{"directives", "a", "%YAML 1.2\n---\na: 1\n", []string{`0:a=1 -> 1`}},
		{"other line ends of yaml", "b", "a: \"x\u2028y\"\nb: 1\n", []string{`0:b=1 -> 1`}},
		{"explicit key", "a", "? a\n: 1\n", []string{`0:a=1 -> 1`}},
		{"document is a scalar", "a", "just text\n", nil},
		{"empty", "a", "", nil},
		{"only a comment", "a", "# x\n", nil},
		{"no blank behind the colon of a quoted key", "a", "{\"a\":1}\n", []string{`0:"a"=1 -> 1`}},
	})
}

func TestFormats(t *testing.T) {
	for name, text := range map[string]string{
		"tsconfig.json": `{"a": 1}`, "x/.babelrc": `{"a": 1}`, "a.ipynb": `{"a": 1}`, "A.JSON": `{"a": 1}`, "composer.lock": `{"a": 1}`,
		"a.yml": "a: 1\n", "CITATION.cff": "a: 1\n", ".clang-format": "a: 1\n", "Cargo.lock": "a = 1\n", "Pipfile": "a = 1\n",
	} {
		found, err := locate.Find(name, text, key(t, "a"))
		require.NoError(t, err, name)
		require.Len(t, found, 1, name)
		require.EqualValues(t, 1, found[0].Value)
	}
}

func TestErrors(t *testing.T) {
	rows := []struct{ name, file, text, key, word, message string }{
		{"format", "a.txt", "a", "a", "format", "no file of JSON, YAML or TOML"},
		{"json twice", "a.json", "{\"a\": 1,\n\"a\": 2}", "a", "ambiguous", "line 2: a stands there a second time, first in line 1"},
		{"yaml twice", "a.yaml", "b:\n  a: 1\n  a: 2\n", "b.a", "ambiguous", "line 3: b.a stands there a second time, first in line 2"},
		{"toml twice", "a.toml", "a = 1\na = 2\n", "a", "syntax", "line 2"},
		{"toml table in parts", "a.toml", "[a.b]\nc = 1\n", "a", "scattered", "a is written in several places"},
		{"toml tables", "a.toml", "[[a]]\nc = 1\n", "a", "scattered", "several places"},
		{"json end", "a.json", "{\"a\": ", "a", "syntax", "line 1: a value is wanted, not the end of the file"},
		{"json rest", "a.json", "{}\n{}", "a", "syntax", "line 2: '{' stands behind the end"},
		{"json comma", "a.json", "{\"a\": 1 \"b\": 2}", "a", "syntax", "a comma or '}' is wanted"},
		{"json word", "a.json", "{\"a\": nope}", "b", "syntax", "a value is wanted, not 'n'"},
		{"json string", "a.json", "{\"a\": \"x\ny\"}", "b", "syntax", "not closed"},
		{"json escape", "a.json", `{"a": "\x"}`, "b", "syntax", "no string of JSON"},
		{"json empty", "a.json", "", "a", "syntax", "a value is wanted"},
		{"json deep", "a.json", strings.Repeat("[", 5000), "a", "syntax", "nest more than 1000"},
		{"toml", "a.toml", "a = \n", "a", "syntax", "line 1: a value is wanted"},
		{"toml date", "a.toml", "a = 1\nb = 1999-99-99\n", "a", "syntax", "line 2"},
		{"toml deep", "a.toml", "a = " + strings.Repeat("[", 5000), "a", "syntax", "nest more than 1000"},
		{"yaml", "a.yaml", "a: 1\nb: [1\n", "a", "syntax", "did not find expected"},
		{"yaml holds itself", "a.yaml", "a: &x\n  b: *x\n", "a", "syntax", ""},
		{"yaml deep", "a.yaml", strings.Repeat("[", 20000), "a", "syntax", ""},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			_, err := locate.Find(r.file, r.text, key(t, r.key))
			var bad *locate.Error
			require.True(t, errors.As(err, &bad), "%v", err)
			require.Equal(t, r.word, bad.Reason())
			require.Contains(t, bad.Error(), r.message)
			require.NotEmpty(t, bad.Hint())
		})
	}
}

func TestKeys(t *testing.T) {
	for text, want := range map[string]string{
		"a": "a", "a.b": "a.b", "a[0]": "a[0]", "[0][12].x": "[0][12].x", `a."b.c"[0]`: `a."b.c"[0]`, `a["b.c"].d`: `a."b.c".d`,
		`"a\"b\\"`: `"a\"b\\"`, `""`: `""`, "left-pad": "left-pad", "@types/node": "@types/node", "a b": "a b", `a."b"`: "a.b", "ü": "ü",
	} {
		require.Equal(t, want, key(t, text).String())
	}
	for text, why := range map[string]string{
		"": "is empty", ".a": "lacks a name", "a.": "", "a..b": "lacks a name", "a[": "not closed", "a[-1]": "no index", "a[x]": "no index",
		`a"b"`: "lacks a dot", `"a`: "not closed", `a["b"`: "not closed", "a]": "", "a[0]b": "lacks a dot",
	} {
		_, err := locate.ParseKey(text)
		var bad *locate.KeyError
		require.True(t, errors.As(err, &bad), text)
		require.Contains(t, bad.Error(), why, text)
		require.Contains(t, bad.Hint(), "project.version")
	}
}
