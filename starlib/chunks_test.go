package starlib_test

// This file runs testdata/*.star: chunks between lines of "---", each on a fresh tree. A line ending in ### "regexp"
// must fail, with a message or hint that the regexp matches; a chunk without one must succeed.

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"devstar/runtime"
	"devstar/starlib"
)

// texts is a loader over a map.
type texts map[string]string

func (m texts) Load(_, module string) (string, []byte, error) {
	text, ok := m[module]
	if !ok {
		return "", nil, &starlib.FileError{Path: module, Why: "no such file"}
	}
	return module, []byte(text), nil
}

const assertStar = `
def eq(got, want):
    if got != want:
        fail("got %r, want %r" % (got, want))
`

var expectation = regexp.MustCompile(`###\s+("(?:[^"\\]|\\.)*"|` + "`[^`]*`" + `)\s*$`)

func TestChunks(t *testing.T) {
	files, err := filepath.Glob("testdata/*.star")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		line := 0
		for _, chunk := range strings.SplitAfter(string(data), "\n---\n") {
			chunk = strings.TrimSuffix(chunk, "---\n")
			t.Run(fmt.Sprintf("%s:%d", filepath.Base(file), line+1), func(t *testing.T) { runChunk(t, chunk) })
			line += strings.Count(chunk, "\n") + 1
		}
	}
}

func runChunk(t *testing.T, chunk string) {
	loader := texts{"assert.star": assertStar, "lib.star": libStar, "pure.star": "name = strings.snake(re.sub(\"x\", \"\", \"fooxBar\"))\n"}
	r := execute(t, fixture(), chunk, starlib.Options{Loader: loader})
	want := expectations(t, chunk)
	for _, e := range all(r.Error) {
		require.NotNil(t, e.Position, "no position: %v", e)
		pattern, ok := want[e.Position.Line]
		explained := starlib.Explain(e, func(string) []byte { return []byte(chunk) })
		require.True(t, ok && e.Position.File == "plan.star", "unexpected:\n%s", explained)
		require.Regexp(t, pattern, e.Error()+"\nhint: "+e.Hint)
		delete(want, e.Position.Line)
	}
	require.Empty(t, want, "expected errors did not happen; log: %v", r.Log)
}

// all returns the errors that an error lists, or itself.
func all(e *runtime.Error) []*runtime.Error {
	switch {
	case e == nil:
		return nil
	case len(e.Errors) > 0:
		return e.Errors
	}
	return []*runtime.Error{e}
}

func expectations(t *testing.T, chunk string) map[int]string {
	want := map[int]string{}
	for i, line := range strings.Split(chunk, "\n") {
		if m := expectation.FindStringSubmatch(line); m != nil {
			pattern, err := strconv.Unquote(m[1])
			require.NoError(t, err)
			want[i+1] = pattern
		}
	}
	return want
}

const libStar = `
count = [0]
def double(x):
    return 2 * x
def boom():
    return [][1]
def look():
    return files()
`
