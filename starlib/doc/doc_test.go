package doc

// This file tests that the reference says everything the table does, and that the page in docs is not stale.

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"devstar/runtime/spec"
)

var update = flag.Bool("update", false, "rewrite docs/reference.md")

func TestReferenceIsFresh(t *testing.T) {
	file := filepath.Join("..", "..", "docs", "reference.md")
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(Markdown()), 0o666))
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, Markdown(), string(text), "run go test ./starlib/doc -update")
}

func TestEveryBuiltinIsThere(t *testing.T) {
	reference, overview, stubs := Markdown(), Overview(), Stubs()
	for i := range spec.Table {
		b := &spec.Table[i]
		require.NotEmpty(t, b.Doc, b.Name)
		require.NotEmpty(t, b.Usage, b.Name)
		require.NotEmpty(t, b.Example, b.Name)
		for _, p := range b.Params {
			require.NotEmpty(t, p.Doc, "%s %s", b.Name, p.Name)
		}
		require.Contains(t, reference, "### `"+Signature(b)+"`")
		require.Contains(t, overview, "  "+b.Name+" ")
		page, ok := Page(b.Name)
		require.True(t, ok)
		require.Contains(t, page, Signature(b))
	}
	require.Contains(t, stubs, "def edit(path: str, edits: list) -> Any:")
	require.Contains(t, stubs, "class fs:\n    @staticmethod\n    def apply_patch(patch: str")
	_, ok := Page("nothing")
	require.False(t, ok)
}

func TestPagesOfTheLanguage(t *testing.T) {
	page, ok := Page("len")
	require.True(t, ok)
	require.Equal(t, "len(x, /)\n\nThe number of elements; of a string the number of its bytes.\n", page)
	page, _ = Page("set")
	require.Contains(t, page, "set(iterable=[], /)\n")
	require.Contains(t, page, "\n  union                The elements of this one and of all others.\n")
	page, _ = Page("delta")
	require.Contains(t, page, "  renamed              Dict from old path to new path.\n")
	page, _ = Page("fs")
	require.Contains(t, page, "  fs.edit ")
}

func TestStubsAreTruePython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not here to read the stubs")
	}
	file := filepath.Join(t.TempDir(), "builtins.pyi")
	require.NoError(t, os.WriteFile(file, []byte(Stubs()), 0o666))
	out, err := exec.Command(python, "-c", "import ast, sys; ast.parse(open(sys.argv[1]).read())", file).CombinedOutput()
	require.NoError(t, err, "%s", out)
}
