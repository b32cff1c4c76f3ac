// Tests of paths: what is accepted, what is refused with which words, and what folds together.

package workspace

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestParsePathAccepts(t *testing.T) {
	for in, want := range map[string]Path{
		"a.txt":                          "a.txt",
		"./a.txt":                        "a.txt",
		"././src//b/./c.go":              "src/b/c.go",
		"my docs/größe 1.txt":            "my docs/größe 1.txt",
		"app/[slug]/{x}/*?.txt":          "app/[slug]/{x}/*?.txt",
		"cafe\u0301":                     "cafe\u0301",
		"aux.c":                          "aux.c",
		"ab:c/d":                         "ab:c/d",
		"x/C:/y":                         "x/C:/y",
		"~user/x":                        "~user/x",
		"a/~":                            "a/~",
		"...":                            "...",
		"..a/b..":                        "..a/b..",
		".github/.gitignore":             ".github/.gitignore",
		".gitmodules":                    ".gitmodules",
		"git/git~/git~x/git1":            "git/git~/git~x/git1",
		".dev-tools":                     ".dev-tools",
		"bell\a\nand\u202ebidi":          "bell\a\nand\u202ebidi",
		strings.Repeat("é", 127):         Path(strings.Repeat("é", 127)),
		strings.Repeat("a/", 2047) + "b": Path(strings.Repeat("a/", 2047) + "b"),
	} {
		got, err := ParsePath(in)
		if assert.NoError(t, err, in) {
			assert.Equal(t, want, got)
			assert.True(t, fs.ValidPath(string(got)), in)
		}
	}
}

func TestParsePathRefuses(t *testing.T) {
	for _, c := range []struct{ in, word, says string }{
		{"", "not_a_file", `path "" is empty: a file is wanted`},
		{".", "not_a_file", `path "." is the root directory: a file is wanted`},
		{"./", "not_a_file", "a file is wanted"},
		{"src/", "not_a_file", `path "src/" names a directory: a file is wanted`},
		{"src/.", "not_a_file", "a file is wanted"},
		{"..", "outside", "outside the root"},
		{"../x", "outside", `path "../x" climbs with "..", which counts as outside the root`},
		{"sub/../../out.txt", "outside", `"sub/../../out.txt"`},
		{"a/../b", "outside", "outside the root"},
		{"a/..", "outside", "outside the root"},
		{"../", "outside", "outside the root"},
		{"/", "absolute", "outside the root"},
		{"/tmp/x", "absolute", `path "/tmp/x" is absolute, so outside the root`},
		{"//server/x", "absolute", "outside the root"},
		{"~", "absolute", "outside the root"},
		{"./~/x", "absolute", `path "./~/x" starts with a home directory, drive or device, outside the root`},
		{"C:/x", "absolute", `path "C:/x" starts with a home directory, drive or device, outside the root`},
		{"c:x", "absolute", "drive"},
		{"./c:x", "absolute", "drive"},
		{"nul:/x", "absolute", "device"},
		{`\\?\C:\x`, "characters", `path "\\?\C:\x" holds a backslash`},
		{`a\b`, "characters", `path "a\b" holds a backslash`},
		{"a\x00b", "characters", `path "a\x00b" holds a NUL byte`},
		{"a\xffb", "encoding", "not valid UTF-8"},
		{strings.Repeat("a", 256), "too_long", "255 bytes"},
		{strings.Repeat("a/", 2048) + "b", "too_long", "4096 bytes"},
		{".git", "git", ".git"},
		{".git/hooks/pre-commit", "git", `path ".git/hooks/pre-commit" has a component`},
		{"sub/.git/config", "git", ".git"},
		{".GiT/x", "git", ".GiT"},
		{".git./x", "git", ".git"},
		{".git . ./x", "git", ".git"},
		{".git::$INDEX_ALLOCATION/x", "git", ".git"},
		{".git:x", "git", ".git"},
		{"git~1/x", "git", ".git"},
		{"GIT~27", "git", ".git"},
		{"git~1 ./x", "git", ".git"},
		{".g\u200cit/x", "git", ".git"},
		{"\ufeff.git\u200f", "git", ".git"},
		{"\u206agit~1", "git", ".git"},
		{".dev-tools-write-1", "reserved", ".dev-tools-*"},
		{"a/.DEV-Tools-journal", "reserved", ".dev-tools-*"},
	} {
		_, err := ParsePath(c.in)
		var refused *PathError
		if assert.ErrorAs(t, err, &refused, c.in) {
			assert.Equal(t, c.word, refused.Reason(), c.in)
			assert.Contains(t, err.Error(), c.says)
			assert.Equal(t, c.in, refused.Input)
		}
	}
}

func TestDirectoryHintEscapesThePattern(t *testing.T) {
	_, err := ParsePath("app/[slug]/")
	var refused *PathError
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, `use "app/[[]slug]/**" for the files below it`, refused.Hint())
}

func TestParseDir(t *testing.T) {
	for in, want := range map[string]string{".": ".", "./": ".", "src/": "src", "./a//b/": "a/b", "a": "a"} {
		got, err := ParseDir(in)
		require.NoError(t, err, in)
		assert.Equal(t, want, got)
	}
	for _, in := range []string{"", "..", "/", "/a", "a/../b", ".git", "~", `a\b`} {
		_, err := ParseDir(in)
		assert.Error(t, err, in)
	}
}

func TestCheckNew(t *testing.T) {
	for _, ok := range []Path{"a.txt", "my docs/größe 1.txt", "console.log", "com", "com10", "com0", "auxx", ".env", "日本語", "a b/c"} {
		assert.NoError(t, CheckNew(ok), ok)
	}
	for p, word := range map[Path]string{
		"a\nb": "characters", "a\x7f": "characters", "a\u0085": "characters",
		"a\u202eb": "characters", "a\u2066b": "characters", "a\u200eb": "characters", "\u061c": "characters",
		"a<b": "characters", "a>b": "characters", "a:b": "characters", `a"b`: "characters", "a|b": "characters", "a?": "characters", "*": "characters",
		"CON": "reserved", "x/nul.txt": "reserved", "Aux.tar.gz": "reserved", "com1": "reserved", "LPT9.x": "reserved", "com¹": "reserved",
		"COM².txt": "reserved", "lpt³": "reserved", "conin$": "reserved", "CONOUT$.log": "reserved", "con .txt": "reserved", "prn/x": "reserved",
		"a.": "reserved", "a ": "reserved", "dir./x": "reserved", "dir /x": "reserved", "...": "reserved",
	} {
		err := CheckNew(p)
		var refused *PathError
		if assert.ErrorAs(t, err, &refused, string(p)) {
			assert.Equal(t, word, refused.Reason(), string(p))
			assert.Contains(t, err.Error(), Quote(string(p)))
		}
	}
}

func TestFoldKey(t *testing.T) {
	for _, pair := range [][2]Path{
		{"README.md", "readme.MD"},
		{"caf\u00e9", "cafe\u0301"},
		{"CAF\u00c9", "cafe\u0301"},
		{"stra\u00dfe", "STRASSE"},
		{"\ufb01le", "FILE"},
		{"\u212a", "k"},
		{"\u03a3\u03c2", "\u03c3\u03c3"},
		{"A/\u00c5", "a/A\u030a"},
	} {
		assert.Equal(t, FoldKey(pair[0]), FoldKey(pair[1]), pair)
	}
	assert.NotEqual(t, FoldKey("a/b"), FoldKey("a-b"))
	assert.NotEqual(t, FoldKey("cafe"), FoldKey("caf\u00e9"))
}

func TestQuote(t *testing.T) {
	assert.Equal(t, `"größe 1"`, Quote("größe 1"))
	assert.Equal(t, `"a\b"`, Quote(`a\b`))
	assert.Equal(t, `"a\nb"`, Quote("a\nb"))
	assert.Equal(t, `"a\u202eb"`, Quote("a\u202eb"))
	assert.Equal(t, `"a\"b"`, Quote(`a"b`))
	long := Quote(strings.Repeat("é", 1000))
	assert.Less(t, len(long), 500)
	assert.NotContains(t, long, `\x`)
}

// Whatever is accepted is valid, stays itself when parsed again, and folds to one key for good.
func TestParsePathProperties(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "B", "/", "//", ".", "..", "./", " ", "\\", ":", "~", "é", "e\u0301", "ß", ".git", "git~1", "\u200c", "\x00", "\xff", "C:", "*", "["})
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOfN(piece, 0, 8).Draw(t, "pieces"), "")
		p, err := ParsePath(in)
		if err != nil {
			var refused *PathError
			require.ErrorAs(t, err, &refused)
			require.NotEmpty(t, refused.Reason())
			require.Contains(t, err.Error(), Quote(in))
			return
		}
		require.True(t, fs.ValidPath(string(p)), p)
		require.NotEqual(t, Path("."), p)
		again, err := ParsePath(string(p))
		require.NoError(t, err)
		require.Equal(t, p, again)
		require.Equal(t, FoldKey(p), FoldKey(Path(FoldKey(p))))
		require.Equal(t, strings.Count(string(p), "/"), strings.Count(FoldKey(p), "/"))
	})
}

func FuzzParsePath(f *testing.F) {
	for _, s := range []string{"a", "./a//b", "../x", "/x", "C:/x", ".g\u200cit", "git~1", "a\x00", "\xff", "sub/../../x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParsePath(s)
		if err == nil && (!fs.ValidPath(string(p)) || p == "." || strings.ContainsAny(string(p), "\\\x00")) {
			t.Fatalf("accepted %q as %q", s, p)
		}
	})
}

func BenchmarkParsePath(b *testing.B) {
	for b.Loop() {
		_, _ = ParsePath("packages/server/src/handlers/user_profile.ts")
	}
}
