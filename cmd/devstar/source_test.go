package main

// This file tests how scripts are read: their kind, their encoding, and what is offered for a missing one.

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"devstar/runtime"
)

func TestKindOfStandardInput(t *testing.T) {
	for text, json := range map[string]bool{
		"{}": true, " \r\n\t{": true, "\ufeff{}": true, "": false, "x = {}": false, "[1]": false, "\n\n": false,
	} {
		s, err := readScript(context.Background(), strings.NewReader(text), "-")
		require.NoError(t, err)
		assert.Equal(t, json, s.json, "%q", text)
		assert.Equal(t, stdinName, s.name)
		assert.NotContains(t, string(s.text), "\ufeff")
	}
}

func TestTextThatIsNone(t *testing.T) {
	for _, c := range []struct {
		text         string
		line, column int
	}{
		{"print(1)\nx = \"ä\xff\"\n", 2, 7},
		{"print(1)\x00\n", 1, 9},
		{"\xff\x00", 1, 1},
	} {
		_, err := readScript(context.Background(), strings.NewReader(c.text), "-")
		var e *runtime.Error
		require.ErrorAs(t, err, &e, "%q", c.text)
		assert.Equal(t, runtime.CodeCompile, e.Code)
		assert.Equal(t, &runtime.Position{File: stdinName, Line: c.line, Column: c.column}, e.Position)
	}
}

// endless is an input that never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestAnInputWithoutEndIsRefused(t *testing.T) {
	_, err := readSource(context.Background(), endless{}, "-")
	assert.ErrorContains(t, err, "more than")
}

// silent is an input that never comes.
type silent struct{}

func (silent) Read([]byte) (int, error) { select {} }

func TestWaitingForInputCanBeInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := readSource(ctx, silent{}, "-")
	var e *runtime.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, runtime.CodeCanceled, e.Code)
}

func TestNeighbour(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"refactor.star", "plan.json", "notes.txt"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	assert.Equal(t, "did you mean "+filepath.Join(dir, "refactor.star")+"?", neighbour(filepath.Join(dir, "refctor.star")))
	for _, far := range []string{"refctor.json", "other.star", "note"} {
		assert.Contains(t, neighbour(filepath.Join(dir, far)), "not from --root", far)
	}
}

func TestRootAbove(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b")
	require.NoError(t, os.MkdirAll(deep, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "devstar.toml"), nil, 0o600))
	assert.Equal(t, dir, rootAbove(deep))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "a", ".git"), 0o700))
	assert.Equal(t, filepath.Join(dir, "a"), rootAbove(deep))
}
