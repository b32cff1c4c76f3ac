package main_test

// This file holds the project to its architecture: which package may import which, what every package must say about
// itself, and how large files and functions may become.

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "devstar/"

// rooms are the top-level packages, each with those it may import. A package below a room belongs to the room.
var rooms = map[string][]string{
	"hunkengine":  {},
	"workspace":   {"hunkengine"},
	"fsbackend":   {"hunkengine"},
	"scripts":     {},
	"runtime":     {"workspace", "fsbackend", "hunkengine"},
	"starlib":     {"runtime", "workspace", "fsbackend", "hunkengine", "scripts"},
	"cmd/devstar": {"starlib", "runtime", "workspace", "fsbackend", "hunkengine", "scripts"},
}

// pure lists what text and state must not touch: file systems, processes, the network, clocks and chance.
var pure = []string{
	"os", "os/*", "syscall", "path/filepath", "io/ioutil", "net", "net/*", "time", "math/rand", "math/rand/*", "crypto/rand",
	"golang.org/x/sys/*", "github.com/spf13/*", "go.starlark.net/*",
}

// forbidden are the imports that a room must not have. An entry that ends in /* covers everything below it.
var forbidden = map[string][]string{
	"hunkengine": pure,
	"workspace":  pure,
	"fsbackend":  {"go.starlark.net/*", "os/exec", "net", "net/*", "math/rand", "math/rand/*"},
	"runtime":    {"go.starlark.net/*", "github.com/spf13/cobra", "net", "net/*", "math/rand", "math/rand/*"},
	"starlib":    {"github.com/spf13/cobra", "os/exec", "net", "net/*", "math/rand", "math/rand/*"},
}

// listed is a package as go list shows it.
type listed struct {
	ImportPath, Name, Doc, Dir                         string
	GoFiles, IgnoredGoFiles, TestGoFiles, XTestGoFiles []string
}

// source is one parsed file; name is relative to the root of the repository.
type source struct {
	pkg  *listed
	room string
	name string
	test bool
	file *ast.File
	fset *token.FileSet
}

// repository returns the root of the repository.
func repository(t testing.TB) string {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	return root
}

// packages lists the packages of the project.
func packages(t *testing.T) []*listed {
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Name,Doc,Dir,GoFiles,IgnoredGoFiles,TestGoFiles,XTestGoFiles", "./...")
	cmd.Dir = repository(t)
	out, err := cmd.Output()
	require.NoError(t, err)
	var all []*listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		p := new(listed)
		err := d.Decode(p)
		if errors.Is(err, io.EOF) {
			require.Greater(t, len(all), len(rooms)/2, "go list found too little")
			return all
		}
		require.NoError(t, err)
		all = append(all, p)
	}
}

// sources parses every file of the project, also those of other systems.
func sources(t *testing.T) []source {
	var all []source
	for _, p := range packages(t) {
		for _, name := range slices.Concat(p.GoFiles, p.IgnoredGoFiles, p.TestGoFiles, p.XTestGoFiles) {
			all = append(all, parse(t, p, name))
		}
	}
	return all
}

func parse(t *testing.T, p *listed, name string) source {
	s := source{pkg: p, room: roomOf(p.ImportPath), test: strings.HasSuffix(name, "_test.go"), fset: token.NewFileSet()}
	s.name = strings.TrimPrefix(p.ImportPath, module) + "/" + name
	file, err := parser.ParseFile(s.fset, filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
	require.NoError(t, err)
	s.file = file
	return s
}

// roomOf returns the room an import path of the project belongs to, "" for none.
func roomOf(path string) string {
	rel, own := strings.CutPrefix(path, module)
	for room := range rooms {
		if own && (rel == room || strings.HasPrefix(rel, room+"/")) {
			return room
		}
	}
	return ""
}

func (s source) at(n ast.Node) string {
	return fmt.Sprintf("%s:%d", s.name, s.fset.Position(n.Pos()).Line)
}

func TestEveryPackageHasARoomAndSaysWhatItIs(t *testing.T) {
	for _, p := range packages(t) {
		assert.NotEmpty(t, roomOf(p.ImportPath), "%s lies in no room", p.ImportPath)
		if len(p.GoFiles) > 0 {
			assert.NotEmpty(t, p.Doc, "%s has no package comment", p.ImportPath)
		}
	}
}

func TestImportsOnlyPointDown(t *testing.T) {
	for _, s := range sources(t) {
		if s.test {
			continue // a test may look from outside
		}
		for _, spec := range s.file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			assert.True(t, allowed(s.room, path), "%s: %s must not import %s", s.at(spec), s.room, path)
		}
	}
}

// allowed reports whether a file of a room may import a path.
func allowed(room, path string) bool {
	if strings.HasPrefix(path, module) {
		to := roomOf(path)
		return to == room || slices.Contains(rooms[room], to)
	}
	return !slices.ContainsFunc(forbidden[room], func(f string) bool { return covers(f, path) })
}

func covers(pattern, path string) bool {
	if below, ok := strings.CutSuffix(pattern, "/*"); ok {
		return strings.HasPrefix(path, below+"/")
	}
	return pattern == path
}

func TestTheRuleOfImportsCanFail(t *testing.T) {
	for _, c := range []struct {
		room, path string
		want       bool
	}{
		{"workspace", "devstar/hunkengine", true},
		{"workspace", "devstar/workspace/pathtree", true},
		{"workspace", "devstar/fsbackend", false},
		{"hunkengine", "devstar/workspace", false},
		{"fsbackend", "devstar/workspace", false},
		{"runtime", "devstar/starlib", false},
		{"runtime", "go.starlark.net/starlark", false},
		{"starlib", "go.starlark.net/starlark", true},
		{"hunkengine", "github.com/spf13/afero", false},
		{"workspace", "os", false},
		{"workspace", "io/fs", true},
		{"cmd/devstar", "devstar/nowhere", false},
	} {
		assert.Equal(t, c.want, allowed(c.room, c.path), "%s imports %s", c.room, c.path)
	}
}

func TestTheTopLevelHoldsOnlyTheRooms(t *testing.T) {
	cmd := exec.Command("git", "ls-files")
	cmd.Dir = repository(t)
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("not a git checkout, the list of files is not known: %v", err)
	}
	known := []string{"cmd", "starlib", "runtime", "workspace", "hunkengine", "fsbackend", "scripts", "testdata", "docs", ".ci"}
	for name := range strings.FieldsSeq(string(out)) {
		if top, _, below := strings.Cut(name, "/"); below {
			assert.Contains(t, known, top, name)
		}
	}
}
