package main_test

// This file defines a conformance case: a tree, a plan, and what must be true afterwards.

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// conformanceCase is one file below testdata/conformance; the README there describes the fields.
type conformanceCase struct {
	ID       string            `json:"id"`
	Why      string            `json:"why"`
	Source   string            `json:"source"`
	In       map[string]string `json:"in"`
	InBase64 map[string][]byte `json:"in_base64"`
	Symlinks map[string]string `json:"symlinks"`
	Modes    map[string]string `json:"modes"`
	Dirs     []string          `json:"dirs"`
	Plan     json.RawMessage   `json:"plan"`
	Star     string            `json:"star"`
	Approve  string            `json:"approve"`
	Expect   expectation       `json:"expect"`
	group    string
}

// expectation is what the run must come to. Out and its like list only what differs from the tree before.
type expectation struct {
	OK            bool               `json:"ok"`
	ErrorContains []string           `json:"error_contains"`
	Out           map[string]*string `json:"out"`
	OutBase64     map[string]string  `json:"out_base64"`
	OutSymlinks   map[string]string  `json:"out_symlinks"`
	OutModes      map[string]string  `json:"out_modes"`
	OutUnchanged  bool               `json:"out_unchanged"`
	Reads         map[string]string  `json:"reads"`
	Written       []string           `json:"written"`
}

// loadCases reads all cases in the order of their paths. A field that is not known is a mistake in the case.
func loadCases(t *testing.T) []*conformanceCase {
	var all []*conformanceCase
	dir := filepath.Join(repository(t), "testdata", "conformance")
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".json" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		c := &conformanceCase{group: filepath.Base(filepath.Dir(name)), Approve: "all"}
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.DisallowUnknownFields()
		require.NoError(t, decoder.Decode(c), name)
		require.Equal(t, strings.TrimSuffix(filepath.Base(name), ".json"), c.ID, "the id is the name of the file")
		all = append(all, c)
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, len(all), 150, "cases are missing below %s", dir)
	return all
}

// script returns the plan as a file: its name and its text.
func (c *conformanceCase) script() (name string, text []byte) {
	if c.Plan != nil {
		return "plan.json", c.Plan
	}
	return "plan.star", []byte(c.Star)
}

// entry is one name of a tree: a regular file, or a symlink. Empty directories do not count.
type entry struct {
	link bool
	text string // content of a file, target of a link
	mode fs.FileMode
}

// maker makes a tree on some back end.
type maker interface {
	MkdirAll(name string, mode fs.FileMode) error
	WriteFile(name string, data []byte) error
	Symlink(target, name string) error
	Chmod(name string, mode fs.FileMode) error
}

// lay makes the tree that the case starts from.
func (c *conformanceCase) lay(t *testing.T, tree maker) {
	for _, dir := range c.Dirs {
		require.NoError(t, tree.MkdirAll(dir, 0o777))
	}
	parent := func(name string) string {
		require.NoError(t, tree.MkdirAll(filepath.ToSlash(filepath.Dir(name)), 0o777))
		return name
	}
	for _, name := range slices.Sorted(maps.Keys(c.In)) {
		require.NoError(t, tree.WriteFile(parent(name), []byte(c.In[name])))
	}
	for _, name := range slices.Sorted(maps.Keys(c.InBase64)) {
		require.NoError(t, tree.WriteFile(parent(name), c.InBase64[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(c.Symlinks)) {
		require.NoError(t, tree.Symlink(c.Symlinks[name], parent(name)))
	}
	for _, name := range slices.Sorted(maps.Keys(c.Modes)) {
		require.NoError(t, tree.Chmod(name, octal(t, c.Modes[name])))
	}
}

func octal(t *testing.T, mode string) fs.FileMode {
	n, err := strconv.ParseUint(mode, 8, 32)
	require.NoError(t, err)
	return fs.FileMode(n)
}

// after returns the tree that the case expects, given the one before.
func (e *expectation) after(t *testing.T, before map[string]entry) map[string]entry {
	want := maps.Clone(before)
	for name, text := range e.Out {
		if text == nil {
			delete(want, name)
			continue
		}
		want[name] = entry{text: *text, mode: before[name].mode}
	}
	for name, code := range e.OutBase64 {
		data, err := base64.StdEncoding.DecodeString(code)
		require.NoError(t, err)
		want[name] = entry{text: string(data), mode: before[name].mode}
	}
	for name, target := range e.OutSymlinks {
		want[name] = entry{link: true, text: target}
	}
	return want
}
