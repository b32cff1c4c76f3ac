package callfinder_test

// This file shows, language by language, what is a call and what only looks like one.

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"devstar/runtime/callfinder"
)

// calls returns each call as its text, with the arguments behind: foo(a, b) [a|b].
func calls(t testing.TB, file, name, text string) []string {
	t.Helper()
	n, err := callfinder.ParseName(name)
	require.NoError(t, err)
	var out []string
	for _, c := range callfinder.Find(file, text, n, -1) {
		args := make([]string, len(c.Args))
		for i, a := range c.Args {
			args[i] = text[a.Start:a.End]
		}
		out = append(out, text[c.Start:c.End]+" ["+strings.Join(args, "|")+"]")
	}
	return out
}

func TestFind(t *testing.T) {
	rows := []struct {
		name, file, callee, text string
		want                     []string
	}{
		// Names.
		{"plain", "a.go", "foo", "x := foo(1, y)\n", []string{"foo(1, y) [1|y]"}},
		{"no arguments", "a.go", "foo", "foo()\nfoo( )\nfoo(/* none */)\n", []string{"foo() []", "foo( ) []", "foo(/* none */) []"}},
		{"longer names", "a.go", "foo", "xfoo(1); foox(2); foo2(3); foo_(4); éfoo(5)\n", nil},
		{"members are other functions", "a.go", "foo", "x.foo(1)\nx .\n\tfoo(2)\nfoo.bar(3)\n", nil},
		{"a member", "a.go", "x.foo", "x.foo(1)\ny.x.foo(2)\nxx.foo(3)\nx.\n\tfoo(4)\nx.foo.bar(5)\n", []string{"x.foo(1) [1]", "x.\n\tfoo(4) [4]"}},
		{"a member of anything", "a.go", ".Get", "a.Get(1)\nb().Get(2)\nGet(3)\nc[0].Get(4)\n", []string{".Get(1) [1]", ".Get(2) [2]", ".Get(4) [4]"}},
		{"scoped", "a.cc", "Foo::bar", "x = Foo::bar(1) + ns::Foo::bar(2) + bar(3);\n", []string{"Foo::bar(1) [1]"}},
		{"arrows", "a.c", "p->next", "x = p->next(1); y = q.p->next(2); next(3);\n", []string{"p->next(1) [1]"}},
		{"spread is no member", "a.js", "foo", "f(...foo(1))\nx = 0..foo(2)\n", []string{"foo(1) [1]", "foo(2) [2]"}},
		{"no call", "a.go", "foo", "foo = 1\nx := foo\nfoo[1](2)\nbar(foo)\n", nil},
		{"nested", "a.go", "foo", "foo(foo(1), bar(foo(2, 3)))\n", []string{"foo(foo(1), bar(foo(2, 3))) [foo(1)|bar(foo(2, 3))]", "foo(1) [1]", "foo(2, 3) [2|3]"}},
		{"brackets of all kinds", "a.go", "foo", "foo([]int{1, 2}, m[a, b], func(a, b int) { return }, (1, 2))\n", []string{"foo([]int{1, 2}, m[a, b], func(a, b int) { return }, (1, 2)) [[]int{1, 2}|m[a, b]|func(a, b int) { return }|(1, 2)]"}},
		{"over lines", "a.go", "foo", "foo(\n\ta, // one, (\n\tb /* two, */,\n)\n", []string{"foo(\n\ta, // one, (\n\tb /* two, */,\n) [a|b]"}},
		{"never closed", "a.go", "foo", "foo(1, (2\nfoo(3)\n", []string{"foo(3) [3]"}},
		{"wrong brackets", "a.go", "foo", "} ) foo(1, ]2) foo([3)\n", []string{"foo(1, ]2) [1|]2]", "foo([3) [[3]"}},

		// Strings and comments.
		{"strings", "a.go", "foo", "x := \"foo(1)\" + `\n\\foo(2)` + \"\\\"foo(3)\"\nfoo(4)\n", []string{"foo(4) [4]"}},
		{"comments", "a.go", "foo", "// foo(1)\n/* foo(2)\nfoo(3) */\nfoo(4) // foo(5)\n", []string{"foo(4) [4]"}},
		{"commas and brackets in strings", "a.go", "foo", "foo(\",)\", `,(`, ')', ',')\n", []string{"foo(\",)\", `,(`, ')', ',') [\",)\"|`,(`|')'|',']"}},
		{"unclosed string", "a.go", "foo", "x := \"abc\nfoo(1)\n", []string{"foo(1) [1]"}},
		{"unclosed comment", "a.go", "foo", "/* abc\nfoo(1)\n", nil},
		{"nested comments", "a.rs", "foo", "/* /* */ foo(1); */ foo(2);\n", []string{"foo(2) [2]"}},
		{"comments that do not nest", "a.go", "foo", "/* /* */ foo(1) /* */\n", []string{"foo(1) [1]"}},
		{"comment before the parenthesis", "a.js", "foo", "foo /* x */ (1)\n", []string{"foo /* x */ (1) [1]"}},

		// Go.
		{"go definitions", "a.go", "Get", "func Get(id string) T {\n\tGet(1)\n}\nfunc (s *Store) Get(id string) (T, error) {\n}\ntype I interface {\n\tGet(id string)\n\tOther()\n}\n", []string{"Get(1) [1]"}},
		{"go statements", "a.go", "ok", "if ok(1) {\n}\nfor ok(2) {\n}\ngo ok(3)\ndefer ok(4)\nswitch ok(5) {\ncase ok(6):\n}\nreturn ok(7)\n}\nfor range ok(8) {\n}\n",
			[]string{"ok(1) [1]", "ok(2) [2]", "ok(3) [3]", "ok(4) [4]", "ok(5) [5]", "ok(6) [6]", "ok(7) [7]", "ok(8) [8]"}},
		{"go types", "a.go", "foo", "foo[int](1)\nfoo[Key, []Value](2)\nfoo[i](3)\nfoo[pkg.T](4)\n", []string{"foo[int](1) [1]", "foo[Key, []Value](2) [2]", "foo[pkg.T](4) [4]"}},
		{"go lines end statements", "a.go", "foo", "x := foo\n(1)\n", nil},
		{"go empty interface", "a.go", "foo", "x := map[string]interface{}{\"a\": foo(1)}\n", []string{"foo(1) [1]"}},

		// JavaScript and TypeScript.
		{"template literals", "a.ts", "foo", "x = `foo(1) ${foo(2)} ${ `${foo({a: \"}\"})}` } foo(3)`; foo(4)\n", []string{"foo(2) [2]", "foo({a: \"}\"}) [{a: \"}\"}]", "foo(4) [4]"}},
		{"regular expressions", "a.js", "foo", "x = /foo(1)['\"]/.test(y) && /[/\"]/g; foo(2); z = a / b; foo(3) / 2 // \"\n", []string{"foo(2) [2]", "foo(3) [3]"}},
		{"regular expression as argument", "a.js", "foo", "foo(/\\(,/g, 1)\nreturn /'/; foo(2)\n", []string{"foo(/\\(,/g, 1) [/\\(,/g|1]", "foo(2) [2]"}},
		{"methods", "a.ts", "get", "class A {\n  get(id: string): T {\n    return get(1)\n  }\n  async get(x) {}\n  static get(y) { }\n}\nfunction get(a) {}\nconst o = { get(a) { } }\ninterface I {\n  get(): void\n}\nif (get(2)) {\n}\nget(3)\n{ }\n",
			[]string{"get(1) [1]", "get(2) [2]", "get(3) [3]"}},
		{"types", "a.ts", "foo", "foo<string>(1)\nfoo<Map<K, V>>(2)\nnew foo<T>(3)\na = foo < b > (c)\n", []string{"foo<string>(1) [1]", "foo<Map<K, V>>(2) [2]", "foo<T>(3) [3]"}},
		{"types in arguments", "a.ts", "foo", "foo(new Map<K, V>(), a < b, c > d, x as Y<A, B>)\n", []string{"foo(new Map<K, V>(), a < b, c > d, x as Y<A, B>) [new Map<K, V>()|a < b|c > d|x as Y<A, B>]"}},
		{"optional", "a.ts", "foo", "foo?.(1)\nfoo!(2)\na?.foo(3)\n", []string{"foo?.(1) [1]", "foo!(2) [2]"}},
		{"arrow functions", "a.ts", "foo", "foo((a, b) => a, async x => { return 1, 2 })\n", []string{"foo((a, b) => a, async x => { return 1, 2 }) [(a, b) => a|async x => { return 1, 2 }]"}},
		{"ternary", "a.ts", "foo", "x = a\n  ? foo(1)\n  : foo(2)\n", []string{"foo(1) [1]", "foo(2) [2]"}},
		{"decorators", "a.ts", "Foo", "@Foo(1)\nclass A {}\n", []string{"Foo(1) [1]"}},
		{"text of elements", "a.tsx", "foo", "<p>Don't {foo(1)}</p>\n<br/>\nfoo(2)\n", []string{"foo(1) [1]", "foo(2) [2]"}},
		{"private", "a.js", "this.#foo", "this.#foo(1); this.foo(2)\n", []string{"this.#foo(1) [1]"}},
		{"private is another name", "a.js", ".foo", "this.#foo(1); this.foo(2)\n", []string{".foo(2) [2]"}},

		// Python.
		{"python definitions", "a.py", "foo", "def foo(a):\n    foo(1)\nclass foo(B):\n    pass\nasync def foo(b): pass\n@foo(2)\ndef bar(): return foo(3) if foo(4) else 5\n", []string{"foo(1) [1]", "foo(2) [2]", "foo(3) [3]", "foo(4) [4]"}},
		{"python strings", "a.py", "foo", "'''foo(1)\n'''\n\"\"\"foo(2)\"\"\"\nr'\\'; foo(3)'\nb\"foo(4)\"\n# foo(5)\nfoo('#', 'a,b')\n", []string{"foo('#', 'a,b') ['#'|'a,b']"}},
		{"python keywords and stars", "a.py", "foo", "foo(a, b=2, *c, **d)\nfoo(x for x in y)\n", []string{"foo(a, b=2, *c, **d) [a|b=2|*c|**d]", "foo(x for x in y) [x for x in y]"}},
		{"python lambda", "a.py", "foo", "foo(lambda a, b: a, c, {1: 2, 3: 4})\nfoo(lambda_x, 1)\n", []string{"foo(lambda a, b: a, c, {1: 2, 3: 4}) [lambda a, b: a|c|{1: 2, 3: 4}]", "foo(lambda_x, 1) [lambda_x|1]"}},
		{"python format strings", "a.py", "foo", "f'foo(1) {foo(2)} {{foo(3)}} {x:#>{w}} {d[\"k\"]} {a[1:2]}'; foo(4)\n", []string{"foo(2) [2]", "foo(4) [4]"}},
		{"python lines", "a.py", "foo", "x = foo\n(1)\nfoo(2)\n", []string{"foo(2) [2]"}},
		{"starlark", "BUILD", "foo", "foo(name = \"a\", deps = [\":b\", \":c\"]) # foo(1)\n", []string{"foo(name = \"a\", deps = [\":b\", \":c\"]) [name = \"a\"|deps = [\":b\", \":c\"]]"}},

		// Others.
		{"java", "A.java", "foo", "int foo(int a) {\n  return foo(1);\n}\nvoid foo(int a) throws X { }\nfoo(2);\nA() {\n}\nx.foo(3);\nString s = \"\"\"\n foo(4) \"\n\"\"\"; foo(5);\n", []string{"foo(1) [1]", "foo(2) [2]", "foo(5) [5]"}},
		{"java constructors", "A.java", "A", "class A {\n  A(int x) {\n    this.a = new A(1);\n  }\n  public A(int y) { }\n}\n", []string{"A(1) [1]"}},
		{"java new", "A.java", "Foo", "x = new Foo<Bar, Baz>(1);\n", []string{"Foo<Bar, Baz>(1) [1]"}},
		{"c", "a.c", "foo", "int foo(int);\nchar *foo(int a);\nstatic int\nfoo(int a)\n{\n  x = a * foo(1);\n  return *foo(2);\n  foo(3);\n  if (x) foo(4);\n}\n", []string{"foo(1) [1]", "foo(2) [2]", "foo(3) [3]", "foo(4) [4]"}},
		{"c digits", "a.cpp", "foo", "x = 1'000; foo('\\''); y = 1'0;\n", []string{"foo('\\'') ['\\'']"}},
		{"raw strings of c++", "a.cpp", "foo", "x = R\"x(foo(1)\")x\" + foo(2);\n", []string{"foo(2) [2]"}},
		{"c#", "a.cs", "Foo", "var s = @\"Foo(1) \"\" \\\"; Foo(2); var t = $\"Foo(3) {Foo(4)}\"; public int Foo(int x) => Foo(5);\n", []string{"Foo(2) [2]", "Foo(4) [4]", "Foo(5) [5]"}},
		{"rust", "a.rs", "foo", "fn foo<'a>(x: &'a str) -> T { foo('x', '\\'', r#\"foo(1)\"\"#) }\nfoo::<Vec<u8>>(2);\nlet y = |a, b| foo(a, b);\n", []string{"foo('x', '\\'', r#\"foo(1)\"\"#) ['x'|'\\''|r#\"foo(1)\"\"#]", "foo::<Vec<u8>>(2) [2]", "foo(a, b) [a|b]"}},
		{"rust closures", "a.rs", "foo", "foo(|a, b| a + b, move |c, d| c, x | y)\n", []string{"foo(|a, b| a + b, move |c, d| c, x | y) [|a, b| a + b|move |c, d| c|x | y]"}},
		{"rust macros", "a.rs", "println!", "println!(\"{}\", a); println(1)\n", []string{"println!(\"{}\", a) [\"{}\"|a]"}},
		{"kotlin", "a.kt", "foo", "fun foo(a: Int) { }\nval x = \"${foo(1)} foo(2)\" to foo(3)\nfoo(4) { it }\n", []string{"foo(1) [1]", "foo(3) [3]", "foo(4) [4]"}},
		{"swift", "a.swift", "foo", "func foo(a: Int) {}\nlet x = \"\\(foo(1)) foo(2)\"\nfoo(3) { }\n", []string{"foo(1) [1]", "foo(3) [3]"}},
		{"php", "a.php", "foo", "function foo($a) { }\n# foo(1)\necho foo($b, 'x,y');\n$this->foo(2);\n", []string{"foo($b, 'x,y') [$b|'x,y']"}},
		{"ruby", "a.rb", "foo", "def foo(a)\nend\nputs foo(1), \"#{foo(2)}\" # foo(3)\n", []string{"foo(1) [1]", "foo(2) [2]"}},
		{"lua", "a.lua", "foo", "-- foo(1)\n--[[ foo(2)\n]] local function foo(a) end\nx = [[foo(3)]] foo(4)\n", []string{"foo(4) [4]"}},
		{"unknown", "a.xyz", "foo", "// foo(1)\nfoo(\"a,b\", 2)\n", []string{"foo(\"a,b\", 2) [\"a,b\"|2]"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			require.Equal(t, row.want, calls(t, row.file, row.callee, row.text))
		})
	}
}

func TestFindStopsAtTheMost(t *testing.T) {
	n, err := callfinder.ParseName("f")
	require.NoError(t, err)
	require.Len(t, callfinder.Find("a.go", "f(1)\nf(2)\nf(3)\n", n, 2), 2)
}

func TestNames(t *testing.T) {
	for _, name := range []string{"foo", "a.b.c", "A::b", "p->x", "?.foo", ".foo", "::foo", "println!", "empty?", "this.#x", "$", "_", "größe"} {
		n, err := callfinder.ParseName(name)
		require.NoError(t, err, name)
		require.NotEmpty(t, n.Word())
	}
	for name, hint := range map[string]string{"": "write it", "foo(": "the name alone", "foo()": "the name alone", "foo.*": "search", "a b": "write it", "a..b": "write it", "a.": "write it", "1a": "write it", "foo!x": "write it"} {
		_, err := callfinder.ParseName(name)
		var bad *callfinder.NameError
		require.True(t, errors.As(err, &bad), name)
		require.Contains(t, bad.Hint(), hint, name)
		require.Contains(t, bad.Error(), "no name of a function")
	}
}

func TestFindIsLinear(t *testing.T) {
	for name, text := range map[string]string{
		"nested":      strings.Repeat("f(", 1<<18),
		"nested ends": strings.Repeat("f(", 1<<17) + strings.Repeat(")", 1<<17),
		"brackets":    strings.Repeat("f(])[}{", 1<<17),
		"interfaces":  strings.Repeat("f(1)\ninterface {\n", 1<<16),
		"quotes":      strings.Repeat("f('\"`", 1<<16),
		"types":       strings.Repeat("f<a<", 1<<16),
		"comments":    strings.Repeat("/**/", 1<<17) + "f(1)" + strings.Repeat("/**/", 1<<17),
		"blanks":      "f" + strings.Repeat(" ", 1<<20) + "(1)",
	} {
		n, err := callfinder.ParseName("f")
		require.NoError(t, err)
		for _, file := range []string{"a.go", "a.ts", "a.py", "a.rs"} {
			start := time.Now()
			callfinder.Find(file, text, n, -1)
			require.Less(t, time.Since(start), 2*time.Second, "%s of %s", name, file)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, seed := range []string{"f(1, 2)", "`${f(1)}`", "f'{f(1):#}'", "r#\"f(\"#", "/f(/", "f<a>(b)", "/* f( */", "'''f(", "interface { f() }", "|a, b| f(", "R\"x(f()x\"", "@\"f(\"\"\"", "f[int](1)", "#{f(1)}", "\\(f(1))"} {
		for file := range 6 {
			f.Add(seed, uint8(file))
		}
	}
	files := []string{"a.go", "a.ts", "a.py", "a.rs", "a.cpp", "a.cs", "a.swift", "a.rb", "a.lua", "a"}
	n, err := callfinder.ParseName("f")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text string, file uint8) {
		last := -1
		for _, c := range callfinder.Find(files[int(file)%len(files)], text, n, -1) {
			require.Greater(t, c.Start, last)
			require.LessOrEqual(t, c.End, len(text))
			last = c.Start
			require.True(t, strings.HasPrefix(text[c.Start:], "f"))
			require.Equal(t, byte(')'), text[c.End-1])
			at := c.Start
			for _, a := range c.Args {
				require.GreaterOrEqual(t, a.Start, at)
				require.Less(t, a.Start, a.End)
				require.Less(t, a.End, c.End)
				at = a.End
			}
		}
	})
}
