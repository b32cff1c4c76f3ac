// Tests of selectors: what patterns select, what is refused, and that pruning loses nothing and saves enough.

package workspace

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func mustSelect(t require.TestingT, patterns []string, exclude ...string) Selector {
	s, err := ParseSelector(patterns, exclude)
	require.NoError(t, err)
	return s
}

var sampleTree = []Path{
	".github/workflows/ci.yml", ".env", "README.md", "app/[slug]/page.tsx", "app/s/page.tsx", "go.mod", "lib",
	"main.go", "src/.dot.txt", "src/.hid/d.txt", "src/B.TXT", "src/a.txt", "src/b.txt", "src/deep/c.txt",
	"src/deep/er/x.go", "src/é.go", "top.txt", "w1.txt", "w[1].txt",
}

func TestPatternsSelect(t *testing.T) {
	for _, c := range []struct {
		pattern string
		want    string
	}{
		{"src/*.txt", "src/a.txt src/b.txt"},
		{"./src//*.txt", "src/a.txt src/b.txt"},
		{"src/**/*.txt", "src/a.txt src/b.txt src/deep/c.txt"},
		{"**/top.txt", "top.txt"},
		{"**/**/c.txt", "src/deep/c.txt"},
		{"src/.*.txt", "src/.dot.txt"},
		{"src/.hid/*", "src/.hid/d.txt"},
		{"src/?dot.txt", ""},
		{"src/[.]dot.txt", ""},
		{"src/{.dot,a}.txt", "src/.dot.txt src/a.txt"},
		{"**/.*", ".env src/.dot.txt"},
		{".*/**", ".github/workflows/ci.yml .env"},
		{"**/.hid/**", "src/.hid/d.txt"},
		{"**", "README.md app/[slug]/page.tsx app/s/page.tsx go.mod lib main.go src/B.TXT src/a.txt src/b.txt src/deep/c.txt src/deep/er/x.go src/é.go top.txt w1.txt w[1].txt"},
		{"*", "README.md go.mod lib main.go top.txt w1.txt w[1].txt"},
		{"lib/**", "lib"},
		{"src/deep/**", "src/deep/c.txt src/deep/er/x.go"},
		{"**/deep/**/*.go", "src/deep/er/x.go"},
		{"src/?.go", "src/é.go"},
		{"*.{go,mod}", "go.mod main.go"},
		{"{src/deep,app/**}/*.{txt,tsx}", "app/[slug]/page.tsx app/s/page.tsx src/deep/c.txt"},
		{"{**/,}c.txt", "src/deep/c.txt"},
		{"app/[slug]/page.tsx", "app/s/page.tsx"},
		{"app/[[]slug]/*", "app/[slug]/page.tsx"},
		{"w[!1].txt", ""},
		{"w[0-9].txt", "w1.txt"},
		{"*a*d*", ""},
		{"*A*D*", "README.md"},
		{"main.g*o", "main.go"},
		{"main.go*o", ""},
		{"src/deep/e?/*", "src/deep/er/x.go"},
		{"SRC/*", ""},
	} {
		s := mustSelect(t, []string{c.pattern})
		var got []string
		for _, p := range sampleTree {
			if s.Match(p) {
				got = append(got, string(p))
			}
		}
		assert.Equal(t, c.want, strings.Join(got, " "), c.pattern)
	}
}

func TestSelectorsRefuse(t *testing.T) {
	for _, c := range []struct{ in, word, says, hint string }{
		{"src/**.txt", "glued", `pattern "src/**.txt" has "**" glued`, `"**/"`},
		{"a**/b", "glued", `"a**/b"`, ""},
		{"***", "glued", `"***"`, ""},
		{"{a,**}b", "glued", `"{a,**}b"`, ""},
		{"a[b.txt", "brackets", `"a[b.txt"`, `"a[[]b.txt"`},
		{"a[].txt", "brackets", `"a[].txt"`, `"a[[]].txt"`},
		{"{a,b.txt", "brackets", `"{a,b.txt"`, `"[{]a,b.txt"`},
		{"!sub/**", "negated", `"!sub/**"`, `use exclude=["sub/**"]`},
		{"!x", "negated", `"!x"`, `"./!x"`},
		{"../*.go", "outside", "outside the root", ""},
		{"src/*/../x*", "outside", "outside the root", ""},
		{"{a,..}/*", "outside", "outside the root", ""},
		{"/etc/*", "absolute", "outside the root", ""},
		{"{a,/etc}/*", "absolute", "outside the root", ""},
		{"C:/*", "absolute", "outside the root", ""},
		{"./~/*", "absolute", "outside the root", ""},
		{`src\*.go`, "characters", "backslash", "/"},
		{"a\x00*", "characters", "NUL", ""},
		{"*\xff", "encoding", "UTF-8", ""},
		{".git/**", "git", ".git", ""},
		{"**/.GIT/*", "git", ".git", ""},
		{".dev-tools-*", "reserved", ".dev-tools-", ""},
		{"src/*/", "not_a_file", `"src/*/"`, `"src/*/**"`},
		{"src/", "not_a_file", `"src/"`, `"src/**"`},
		{"", "not_a_file", "a file is wanted", ""},
		{"./{,.}", "not_a_file", "files are wanted", ""},
		{strings.Repeat("{a,b}", 11), "alternatives", "too many", "list"},
	} {
		_, err := ParseSelector([]string{"ok.txt", c.in}, nil)
		var reason interface{ Reason() string }
		var hint interface{ Hint() string }
		if assert.ErrorAs(t, err, &reason, c.in) {
			assert.Equal(t, c.word, reason.Reason(), c.in)
			assert.Contains(t, err.Error(), c.says)
			assert.Contains(t, err.Error(), Quote(c.in))
			require.ErrorAs(t, err, &hint)
			assert.Contains(t, hint.Hint(), c.hint, c.in)
		}
	}
	_, err := ParseSelector(nil, []string{"!x"})
	assert.ErrorContains(t, err, `"!x"`)
}

func TestStrayClosersAreLiteral(t *testing.T) {
	s := mustSelect(t, []string{"a]b}.txt", "x,y"})
	assert.Equal(t, []Path{"a]b}.txt", "x,y"}, s.Literals())
	assert.Empty(t, s.Globs())
}

func TestResolveTakesExistingNamesLiterally(t *testing.T) {
	exists := func(p Path) bool { return p == "w[1].txt" || p == "app/[slug]/page.tsx" }
	s := mustSelect(t, []string{"b.txt", "./w[1].txt", "*.md", "a.txt", "./b.txt"}, "app/[slug]/page.tsx")
	assert.Equal(t, []Path{"b.txt", "a.txt"}, s.Literals())
	assert.Equal(t, []string{"./w[1].txt", "*.md"}, s.Globs())
	r := s.Resolve(exists)
	assert.Equal(t, []Path{"b.txt", "w[1].txt", "a.txt"}, r.Literals())
	assert.Equal(t, []string{"*.md"}, r.Globs())
	assert.True(t, r.Match("w[1].txt"))
	assert.False(t, r.Match("w1.txt"))
	assert.True(t, s.Match("w1.txt"), "the selector itself does not change")

	all := mustSelect(t, []string{"app/**"}, "app/[slug]/page.tsx")
	assert.True(t, all.Match("app/[slug]/page.tsx"))
	assert.False(t, all.Resolve(exists).Match("app/[slug]/page.tsx"))
	assert.True(t, all.Resolve(exists).Match("app/s/page.tsx"))
}

func TestExclusions(t *testing.T) {
	s := mustSelect(t, []string{"**/*.go", "gen/keep.txt", "gen/x.txt"}, "gen/x.txt", "vendor", "sub/", "**/node_modules/**", "*_test.go")
	for p, want := range map[Path]bool{
		"a.go": true, "vendor/a.go": false, "vendored/a.go": true, "sub/deep/a.go": false, "x/node_modules/y/a.go": false,
		"a_test.go": false, "x/a_test.go": true, "gen/keep.txt": true, "gen/x.txt": false, "x/vendor/a.go": true,
	} {
		assert.Equal(t, want, s.Match(p), p)
	}
	assert.Equal(t, []Path{"gen/keep.txt"}, s.Literals())
	assert.False(t, s.MatchGlob("**/*.go", "vendor/a.go"))
	assert.False(t, s.MatchGlob("**/*.go", "gen/keep.txt"))
	assert.True(t, s.MatchGlob("**/*.go", "a.go"))
	assert.False(t, s.MatchGlob("*.go", "a.go"), "not one of its patterns")
	for dir, want := range map[string]bool{"vendor": false, "vendor/x": false, "sub": false, "x/node_modules": false, "x": true, "x/vendor": true} {
		assert.Equal(t, want, s.MayEnter(dir), dir)
	}
	dots := mustSelect(t, []string{"**/.cfg/*"}, "lib/**")
	assert.True(t, dots.Match("lib/.cfg/a"), "** does not exclude below dot directories")
	assert.True(t, dots.MayEnter("lib"))
	mixed := mustSelect(t, []string{".github/**", "**/*.ts"}, "**/node_modules/**")
	assert.False(t, mixed.MayEnter("node_modules"), "another pattern's dots do not keep a directory open")
}

func TestMayEnter(t *testing.T) {
	for _, c := range []struct{ pattern, enter, not string }{
		{"src/*.go", "src", "lib src/a srcx"},
		{"src/**/*.go", "src src/a src/a/b", "lib src/.a src/a/.b"},
		{"**/*.go", "a a/b", ".a a/.b"},
		{"**/.cfg/*.yml", "a a/.cfg .cfg", ".x a/.x .cfg/a a/.cfg/b"},
		{"{a,b/{c,d}}/*.go", "a b b/c b/d", "c b/e a/c"},
		{"a/{b/**,c}/x", "a a/b a/c a/b/q", "b a/d a/c/e"},
		{"*/x/y", "a a/x", "a/y a/x/y .a"},
		{"a?/b*/c", "ab ab/b1", "a abc ab/c ab/b1/c"},
		{"*.go", "", "a src"},
		{"a/b/c/*.go", "a a/b a/b/c", "a/c b a/b/c/d a/b/cc"},
		{"src/**", "src src/a", "sr srcs"},
		{"**/**", "a a/b", ".a"},
	} {
		s := mustSelect(t, []string{c.pattern})
		assert.True(t, s.MayEnter("."))
		for _, dir := range strings.Fields(c.enter) {
			assert.True(t, s.MayEnter(dir), "%s: %s", c.pattern, dir)
		}
		for _, dir := range strings.Fields(c.not) {
			assert.False(t, s.MayEnter(dir), "%s: %s", c.pattern, dir)
		}
	}
	assert.False(t, mustSelect(t, []string{"a/b.txt"}).MayEnter("a"), "literals are not walked to")
	assert.False(t, mustSelect(t, []string{"a/b.txt"}).MayEnter("."))
}

func TestNamesThatAreNoPathsAreNeverSelected(t *testing.T) {
	s := mustSelect(t, []string{"**", "*/*", ".*", ".*/*"})
	for _, name := range []Path{`a\b`, ".git/x", "git~1/x", ".g\u200cit/x", ".dev-tools-write-1", "\xff", "."} {
		assert.False(t, s.Match(name), string(name))
	}
	assert.False(t, s.MayEnter(".git"))
	assert.False(t, s.MayEnter("git~1"))
	assert.True(t, s.Match("new\nline"))
	assert.False(t, Selector{}.Match("a"))
}

func TestDeeperAndBelow(t *testing.T) {
	s := mustSelect(t, []string{"*.py", "src/*.py"}, "old/**")
	variant, deeper, ok := s.Deeper("*.py")
	require.True(t, ok)
	assert.Equal(t, "**/*.py", variant)
	assert.Equal(t, []string{"**/*.py"}, deeper.Globs())
	assert.True(t, deeper.Match("a/b.py"))
	assert.False(t, deeper.Match("old/b.py"))
	for _, no := range []string{"src/*.py", "**", "**/*.py"} {
		_, _, ok = s.Deeper(no)
		assert.False(t, ok, no)
	}
	below := mustSelect(t, []string{Below("app/[slug]")})
	assert.True(t, below.Match("app/[slug]/page.tsx"))
	assert.False(t, below.Match("app/s/page.tsx"))
	bang := mustSelect(t, []string{Escape("!a*")})
	assert.True(t, bang.Match("!a*"))
}

// plainMatch is the definition: "**" takes any number of segments without a leading dot; the rest goes one by one.
func plainMatch(pattern, name []string) bool {
	switch {
	case len(pattern) == 0:
		return len(name) == 0
	case pattern[0] == "**":
		return plainMatch(pattern[1:], name) || len(name) > 0 && name[0][0] != '.' && plainMatch(pattern, name[1:])
	case len(name) == 0 || name[0][0] == '.' && pattern[0][0] != '.':
		return false
	}
	return doublestar.MatchUnvalidated(pattern[0], name[0]) && plainMatch(pattern[1:], name[1:])
}

// plainMayHold is the definition of pruning: some path below dir matches.
func plainMayHold(pattern, dir []string) bool {
	switch {
	case len(pattern) == 0:
		return false
	case len(dir) == 0:
		return true
	case pattern[0] == "**":
		return plainMayHold(pattern[1:], dir) || dir[0][0] != '.' && plainMayHold(pattern, dir[1:])
	case dir[0][0] == '.' && pattern[0][0] != '.':
		return false
	}
	return doublestar.MatchUnvalidated(pattern[0], dir[0]) && plainMayHold(pattern[1:], dir[1:])
}

func TestPatternProperties(t *testing.T) {
	segment := rapid.SampledFrom([]string{"**", "**", "a", "b", "ab", ".a", ".b", "*", "a*", "*b", "?", "[ab]", ".*", "a*b*", "?*"})
	name := rapid.SampledFrom([]string{"a", "b", "ab", "abb", ".a", ".b", ".ab"})
	rapid.Check(t, func(t *rapid.T) {
		segments := rapid.SliceOfN(segment, 1, 7).Draw(t, "pattern")
		names := rapid.SliceOfN(name, 1, 8).Draw(t, "name")
		if !IsGlob(strings.Join(segments, "/")) {
			return
		}
		s := mustSelect(t, []string{strings.Join(segments, "/")})
		p := strings.Join(names, "/")
		require.Equal(t, plainMatch(segments, names), s.Match(Path(p)), "match")
		require.Equal(t, plainMayHold(segments, names), s.MayEnter(p), "enter")
		if s.Match(Path(p)) {
			for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
				require.True(t, s.MayEnter(dir), dir)
			}
		}
		require.True(t, mustSelect(t, []string{Escape(p) + "*"}).Match(Path(p)))
	})
}

// Braces are what doublestar makes of them.
func TestBraceProperties(t *testing.T) {
	piece := rapid.SampledFrom([]string{"{", "}", ",", "a", "b", "/", "*", "{a,b}", "{a/b,c}", "[{]", "x"})
	rapid.Check(t, func(t *rapid.T) {
		pattern := strings.Join(rapid.SliceOfN(piece, 1, 8).Draw(t, "pattern"), "")
		if !doublestar.ValidatePattern(pattern) || !IsGlob(pattern) || path.Clean(pattern) != pattern {
			return
		}
		s, err := ParseSelector([]string{pattern}, nil)
		if err != nil {
			return
		}
		name := rapid.StringMatching(`[abcx{,}]{1,3}(/[abcx{,}]{1,3})?`).Draw(t, "name")
		if doublestar.MatchUnvalidated(pattern, name) != s.Match(Path(name)) {
			expanded, _ := expandBraces(pattern)
			for _, e := range expanded { // doublestar keeps "//" and leading slashes that an empty alternative leaves
				if path.Clean(e) != e {
					return
				}
			}
			t.Fatalf("pattern %q, name %q: %v", pattern, name, s.Match(Path(name)))
		}
	})
}

func FuzzParseSelector(f *testing.F) {
	for _, s := range []string{"**/*.go", "{a,b/{c,d}}/[x-y]*", "a[", "{", "!x", "**x", "./a//b*", "[{]", "*/.."} {
		f.Add(s, "a/b.go")
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		s, err := ParseSelector([]string{pattern}, []string{"z/**"})
		p, pathErr := ParsePath(name)
		if err != nil || pathErr != nil {
			return
		}
		if s.Match(p) && len(s.Globs()) > 0 {
			for dir := path.Dir(string(p)); dir != "."; dir = path.Dir(dir) {
				if !s.MayEnter(dir) {
					t.Fatalf("%q selects %q but does not enter %q", pattern, p, dir)
				}
			}
		}
	})
}

func manyPaths(n int) []Path {
	out := make([]Path, n)
	for i := range out {
		ext := []string{"ts", "go", "txt", "json"}[i%4]
		out[i] = Path(fmt.Sprintf("pkg%03d/mod%d/src/unit%05d.%s", i/100, i/10%10, i, ext))
	}
	return out
}

// One operation is 100,000 paths.
func BenchmarkMatch(b *testing.B) {
	paths := manyPaths(100_000)
	for _, pattern := range []string{"**/*.ts", "pkg000/**/*.ts", "**/*.{ts,go}", "pkg*/mod?/src/*.ts", "**/src/**/*1*.ts", "**"} {
		b.Run(strings.ReplaceAll(pattern, "/", "|"), func(b *testing.B) {
			s := mustSelect(b, []string{pattern})
			for b.Loop() {
				for _, p := range paths {
					s.Match(p)
				}
			}
		})
	}
}
