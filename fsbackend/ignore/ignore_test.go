// Tests of ignore files: a table of what matters to people, and agreement with git on random ones.

package ignore

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// tree is the ignore files of a tree by directory, and the excludes of its repository.
type tree struct {
	files    map[string]string
	excludes string
}

// ignores decides as a walk does: from the root down, and nothing below an ignored directory is asked.
func (t tree) ignores(name string, isDir bool) bool {
	d := Root(Parse([]byte(t.excludes)), Parse([]byte(t.files["."])))
	for i := 0; i < len(name); i++ {
		if name[i] != '/' {
			continue
		}
		if d.Ignores(name[:i], true) {
			return true
		}
		d = d.Below(name[:i], Parse([]byte(t.files[name[:i]])))
	}
	return d.Ignores(name, isDir)
}

func TestIgnores(t *testing.T) {
	for _, c := range []struct {
		file     string
		ignored  string
		included string
	}{
		{"*.log\n", "a.log x/y.log .log", "a.log.txt log alog"},
		{"build/\n", "build/x src/build/x", "buildx/y"},
		{"/build\n", "build", "src/build"},
		{"doc/*.txt\n", "doc/a.txt", "doc/x/a.txt x/doc/a.txt"},
		{"*.log\n!keep.log\n", "a.log", "keep.log x/keep.log"},
		{"!keep.log\n*.log\n", "keep.log", ""},
		{"out/\n!out/keep.txt\n", "out/keep.txt", ""},
		{"out/*\n!out/keep.txt\n", "out/a", "out/keep.txt"},
		{"**/tmp\n", "tmp x/tmp x/tmp/y", "tmpx"},
		{"a/**/b\n", "a/b a/x/b a/x/y/b", "x/a/b ab a/xb"},
		{"a/**\n", "a/x a/x/y", "a b/a/x"},
		{"a**z\n", "az axyz", "a/z"},
		{"a/b**z\n", "a/bz a/bxz", "a/bx/y"},
		{"# no\n\\#yes\n\\!bang\n", "#yes !bang", "no # !"},
		{"trail   \nkept\\ \n", "trail|kept ", "kept|trail "},
		{"crlf\r\nlast\r", "crlf last", ""},
		{"\ufeffbom\n", "bom", ""},
		{"[a-c]?\n[!x]yz\n[]]q\n[[:digit:]]k\n", "a1 c- ayz ]q 7k", "d1 xyz q k"},
		{"bad[\nnever\\\n", "", "bad[ bad never never\\"},
		{"{a,b}\n", "{a,b}", "a b"},
		{"foo/\n", "foo/", "foo"},
		{"\n  \n/\n!\n**\n", "x x/y", ""},
		{"*~\n.*.sw?\nThumbs.db\n", "a~ .a.swp Thumbs.db x/Thumbs.db", "~a a.swp thumbs.db"},
	} {
		split := func(s string) []string {
			if strings.Contains(s, "|") {
				return strings.Split(s, "|")
			}
			return strings.Fields(s)
		}
		rules := tree{files: map[string]string{".": c.file}}
		for _, name := range split(c.ignored) {
			dir := strings.HasSuffix(name, "/")
			assert.True(t, rules.ignores(strings.TrimSuffix(name, "/"), dir), "%q: %q", c.file, name)
		}
		for _, name := range split(c.included) {
			assert.False(t, rules.ignores(name, false), "%q: %q", c.file, name)
		}
	}
}

func TestNearerFilesWin(t *testing.T) {
	rules := tree{excludes: "*.a\n*.b\n", files: map[string]string{".": "!x.b\n*.log\nlib/skip\n", "lib": "!*.log\n/own\nsub/*.c\n", "lib/sub": "!y.c\n"}}
	for name, want := range map[string]bool{
		"x.a": true, "x.b": false, "y.b": true, "a.log": true, "lib/a.log": false, "lib/sub/a.log": false, "lib/skip": true,
		"lib/own": true, "own": false, "lib/sub/own": false, "lib/sub/x.c": true, "lib/sub/y.c": false, "sub/x.c": false,
	} {
		assert.Equal(t, want, rules.ignores(name, false), name)
	}
	assert.True(t, Root(nil, nil) == nil, "no rules, no chain")
	assert.False(t, (*Dir)(nil).Ignores("x", false))
}

var (
	names    = []string{"a", "b", "ab", "a.b", "ab.c", "a b", "a ", "#a", "!b", "[a]", "é", "build", "a-b", "]", "\\a", ".a"}
	fragment = rapid.SampledFrom([]string{
		"a", "b", "c", "ab", ".b", ".c", "*", "*", "**", "?", "/", "/", "/**/", "**/", "/**", "[ab]", "[!a]", "[a-b]", "[]]", "[^]a]", "[[:alpha:]]",
		"[a", "[[:nope:]]", "[[:a]", "[a\\-b]", "[--a]", "\\", "\\*", "\\ ", " ", "#", "!", "]", "é", "build", "-", "\t", "***", "\\a", "{a,b}",
	})
)

func drawRules(t *rapid.T) string {
	var b strings.Builder
	for range rapid.IntRange(1, 5).Draw(t, "lines") {
		if rapid.IntRange(0, 3).Draw(t, "negate") == 0 {
			b.WriteByte('!')
		}
		for _, f := range rapid.SliceOfN(fragment, 1, 5).Draw(t, "fragments") {
			b.WriteString(f)
		}
		b.WriteString(rapid.SampledFrom([]string{"\n", "\n", "\n", "/\n", " \n", "\r\n"}).Draw(t, "end"))
	}
	return b.String()
}

// drawTree makes a directory with some dozen entries, three levels deep, and returns those of them that are directories.
func drawTree(t *rapid.T, root string) map[string]bool {
	entries := map[string]bool{}
	level := []string{"."}
	for depth := range 3 {
		var next []string
		for _, dir := range level {
			for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, 6, rapid.ID).Draw(t, "names") {
				name = path.Join(dir, name)
				isDir := depth < 2 && rapid.IntRange(0, 2).Draw(t, "dir") > 0
				entries[name] = isDir
				if isDir {
					next = append(next, name)
					require.NoError(t, os.Mkdir(filepath.Join(root, name), 0o755))
				} else {
					require.NoError(t, os.WriteFile(filepath.Join(root, name), nil, 0o644))
				}
			}
		}
		level = next[:min(len(next), 3)]
	}
	return entries
}

func git(t *rapid.T, dir string, stdin []byte, args ...string) []byte {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "HOME="+dir, "XDG_CONFIG_HOME="+dir)
	cmd.Stdin = bytes.NewReader(stdin)
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil {
		require.ErrorAs(t, err, &exit)
		require.Equal(t, 1, exit.ExitCode(), "git %v: %s", args, exit.Stderr) // 1: nothing is ignored
	}
	return out
}

func TestAgreesWithGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git was not found: agreement with it is not tested here")
	}
	base := t.TempDir()
	count := 0
	rapid.Check(t, func(t *rapid.T) {
		count++
		root := filepath.Join(base, fmt.Sprint(count))
		require.NoError(t, os.MkdirAll(filepath.Join(root, ".git", "info"), 0o755))
		require.NoError(t, os.MkdirAll(filepath.Join(root, ".git", "objects"), 0o755))
		require.NoError(t, os.MkdirAll(filepath.Join(root, ".git", "refs"), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o644))
		entries := drawTree(t, root)
		rules := tree{files: map[string]string{".": drawRules(t)}, excludes: drawRules(t)}
		for _, name := range sortedKeys(entries) {
			if entries[name] && rapid.Bool().Draw(t, "nested") {
				rules.files[name] = drawRules(t)
			}
		}
		for dir, text := range rules.files {
			require.NoError(t, os.WriteFile(filepath.Join(root, dir, ".gitignore"), []byte(text), 0o644))
		}
		require.NoError(t, os.WriteFile(filepath.Join(root, ".git", "info", "exclude"), []byte(rules.excludes), 0o644))
		compare(t, root, rules, entries)
	})
}

func compare(t *rapid.T, root string, rules tree, entries map[string]bool) {
	asked := sortedKeys(entries)
	out := git(t, root, []byte(strings.Join(asked, "\x00")+"\x00"), "check-ignore", "--no-index", "--stdin", "-z")
	ignored := map[string]bool{}
	for name := range strings.SplitSeq(string(out), "\x00") {
		ignored[name] = true
	}
	for _, name := range asked {
		require.Equal(t, ignored[name], rules.ignores(name, entries[name]), "%q (directory: %v) in %q", name, entries[name], rules)
	}
}

func sortedKeys(m map[string]bool) []string {
	return slices.Sorted(maps.Keys(m))
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"*.log\n", "a/**/b\n", "[a-", "[[:alpha:]]x", "\\", "!a/\n", "**", "a**/b"} {
		f.Add([]byte(s), "a/b.log")
	}
	f.Fuzz(func(_ *testing.T, data []byte, name string) {
		r := Parse(data)
		r.Match(name, true)
		r.Match(name, false)
	})
}

// One operation is 100,000 names against 120 lines, as templates have them.
func BenchmarkMatch(b *testing.B) {
	var file strings.Builder
	for i := range 40 {
		fmt.Fprintf(&file, "*.ext%d\nname%d/\n", i, i)
	}
	for i := range 20 {
		fmt.Fprintf(&file, "/root%d/*.x\n**/deep%d\n", i, i)
	}
	d := Root(nil, Parse([]byte(file.String())))
	paths := make([]string, 100_000)
	for i := range paths {
		paths[i] = fmt.Sprintf("pkg%03d/mod%d/unit%05d.ts", i/100, i/10%10, i)
	}
	for b.Loop() {
		for _, p := range paths {
			d.Ignores(p, false)
		}
	}
}
