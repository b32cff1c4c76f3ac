package starlib_test

// This file opens sessions over trees in memory and runs scripts in them.

import (
	"context"
	"errors"
	"path"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
	"devstar/runtime"
	"devstar/starlib"
)

// fixture is the tree that the examples of the table speak of.
func fixture() map[string]string {
	return map[string]string{
		"src/config.ts": "export default {\n  port: 3000,\n  host: \"localhost\",\n}\n",
		"src/server.ts": "const port = 3000\n",
		"src/main.go":   "package main\n",
		"README.md":     "# Demo\n\nText.\n",
	}
}

func tree(t *testing.T, files map[string]string) *fsbackend.Memory {
	t.Helper()
	m := fsbackend.NewMemory()
	for name, text := range files {
		require.NoError(t, m.MkdirAll(path.Dir(name), 0o755))
		require.NoError(t, afero.WriteFile(m, name, []byte(text), 0o644))
	}
	return m
}

func session(t *testing.T, files map[string]string) *runtime.Session {
	t.Helper()
	s, err := runtime.New(runtime.Options{FS: tree(t, files)})
	require.NoError(t, err)
	return s
}

// execute runs a script over a tree and returns the result; an error that is no *runtime.Error fails the test.
func execute(t *testing.T, files map[string]string, script string, o starlib.Options) *runtime.Result {
	t.Helper()
	s := session(t, files)
	err := starlib.Run(context.Background(), s, starlib.Source{Name: "plan.star", Text: []byte(script), Options: o})
	var own *runtime.Error
	require.True(t, err == nil || errors.As(err, &own), "%T: %v", err, err)
	return s.Finish(err)
}

// failing runs a script that must fail and returns the error.
func failing(t *testing.T, script string) *runtime.Error {
	t.Helper()
	r := execute(t, fixture(), script, starlib.Options{})
	require.NotNil(t, r.Error, "the script succeeded:\n%s", script)
	return r.Error
}
