package hunkengine

// This file runs the edit and apply_patch cases of the conformance folder on a map of files: whatever the
// text engine alone decides must come out as the cases say.

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

type conformanceCase struct {
	In       map[string]string `json:"in"`
	InBase64 map[string][]byte `json:"in_base64"`
	Symlinks map[string]string `json:"symlinks"`
	Plan     struct {
		Steps []struct {
			Step string `json:"step"`
			Args struct {
				Path  string `json:"path"`
				Patch string `json:"patch"`
				Edits []Edit `json:"edits"`
			} `json:"args"`
		} `json:"steps"`
	} `json:"plan"`
	Expect struct {
		OK            bool               `json:"ok"`
		ErrorContains []string           `json:"error_contains"`
		Out           map[string]*string `json:"out"`
	} `json:"expect"`
}

func TestConformanceCases(t *testing.T) {
	run := 0
	for _, group := range []string{"patch", "steps", "safety"} {
		names, err := filepath.Glob(filepath.Join("..", "testdata", "conformance", group, "*.json"))
		require.NoError(t, err)
		for _, name := range names {
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			var c conformanceCase
			if json.Unmarshal(data, &c) != nil || !c.textOnly() {
				continue
			}
			run++
			t.Run(group+"/"+filepath.Base(name), c.check)
		}
	}
	require.Greater(t, run, 60)
}

// textOnly reports whether the case is about texts alone.
func (c *conformanceCase) textOnly() bool {
	if len(c.Symlinks) > 0 || len(c.InBase64) > 0 || len(c.Plan.Steps) == 0 {
		return false
	}
	for _, s := range c.Plan.Steps {
		if s.Step != "edit" && s.Step != "apply_patch" && s.Step != "write" {
			return false
		}
	}
	return true
}

func (c *conformanceCase) check(t *testing.T) {
	files := make(map[string]string)
	for name, text := range c.In {
		files[name] = text
	}
	failed := c.apply(files)
	if c.Expect.OK {
		require.NoError(t, failed)
		for name, want := range c.Expect.Out {
			if got, there := files[name]; want == nil {
				require.False(t, there, name)
			} else {
				require.Equal(t, *want, got, name)
			}
		}
		return
	}
	if failed == nil { // paths, which are not decided here
		return
	}
	require.Implements(t, (*Failure)(nil), failed)
	for _, word := range c.Expect.ErrorContains {
		require.Contains(t, failed.Error(), word)
	}
}

func (c *conformanceCase) apply(files map[string]string) error {
	for _, s := range c.Plan.Steps {
		var err error
		switch s.Step {
		case "edit":
			var hunks []Hunk
			if hunks, err = EditHunks(s.Args.Edits); err != nil {
				err.(*EditError).Path = s.Args.Path
				return err
			}
			err = updateFile(files, path.Clean(s.Args.Path), "edit", hunks)
		case "apply_patch":
			err = patchFiles(files, s.Args.Patch)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func updateFile(files map[string]string, name, unit string, hunks []Hunk) error {
	text, err := ParseString(files[name])
	if err != nil {
		return err
	}
	changed, err := Apply(text, hunks)
	if e, ok := err.(*MismatchError); ok {
		e.Path, e.Unit = name, unit
	}
	if err == nil {
		files[name] = changed.String()
	}
	return err
}

func patchFiles(files map[string]string, patch string) error {
	e, err := ParseEnvelope(patch)
	if err != nil {
		return err
	}
	for _, op := range e.Operations {
		switch op.Kind {
		case AddFile:
			files[op.Path] = op.Content
		case DeleteFile:
			delete(files, op.Path)
		case UpdateFile:
			if err := updateFile(files, op.Path, "hunk", op.Hunks); err != nil {
				return err
			}
			if op.MoveTo != "" {
				files[op.MoveTo] = files[op.Path]
				delete(files, op.Path)
			}
		}
	}
	return nil
}
