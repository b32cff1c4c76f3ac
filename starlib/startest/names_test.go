package startest

// This file tests that what only tests can name is described.

import (
	gotesting "testing"

	"github.com/stretchr/testify/require"
	"go.starlark.net/starlark"

	"devstar/starlib/doc"
)

func TestTheNamesOfTestsAreDescribed(t *gotesting.T) {
	names := Names()
	require.ElementsMatch(t, []string{"assert", "fixture"}, names.Keys())
	require.ElementsMatch(t, names["assert"].(starlark.HasAttrs).AttrNames(), doc.Members("assert"))
	require.ElementsMatch(t, (&fixture{}).AttrNames(), doc.Members("fixture"))
}
