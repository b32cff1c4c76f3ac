package starlib_test

// This file shows what the loader takes for a file of the shipped library.

import (
	"io/fs"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"devstar/starlib"
)

func TestTheShippedLibrary(t *testing.T) {
	files := starlib.Files{Shipped: func(name string) ([]byte, error) {
		if name != "a.star" && name != "sub/b.star" {
			return nil, fs.ErrNotExist
		}
		return []byte(name), nil
	}}
	for _, row := range []struct{ from, module, want string }{
		{"plan.star", "@devstar//a.star", "a.star"},
		{"@devstar//a.star", "//sub/b.star", "sub/b.star"},
		{"@devstar//a.star", "sub/b.star", "sub/b.star"},
		{"@devstar//sub/b.star", ":b.star", "sub/b.star"},
		{"@devstar//sub/b.star", "//a.star", "a.star"},
	} {
		name, text, err := files.Load(row.from, row.module)
		require.NoError(t, err, row.module)
		assert.Equal(t, "@devstar//"+row.want, name)
		assert.Equal(t, row.want, string(text))
	}
	for module, why := range map[string]string{
		"@devstar//c.star":        "has no such file",
		"@devstar//../a.star":     "without ..",
		"@devstar//sub/../a.star": "without ..",
		"@devstar//a.txt":         "end in .star",
		"@devstar///etc/a.star":   "below the directory",
		"@devstar//sub\\b.star":   "below the directory",
		"@other//a.star":          "no library of that name",
	} {
		_, _, err := files.Load("plan.star", module)
		require.ErrorContains(t, err, why, module)
	}
	_, _, err := files.Load("@devstar//sub/b.star", "../../a.star")
	require.Error(t, err)
	_, _, err = starlib.Files{}.Load("plan.star", "@devstar//a.star")
	require.ErrorContains(t, err, "ships no library")
}
