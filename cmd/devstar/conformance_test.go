package main_test

// This file runs every conformance case twice: in memory through the packages, and on a real directory through the
// built binary. The tree is a closed world: what neither stood in it before nor is expected is a failure.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
	session "devstar/runtime"
	"devstar/runtime/approval"
	"devstar/starlib"
)

// caseTimeout ends a run that gives no answer.
const caseTimeout = time.Minute

func TestConformanceInMemory(t *testing.T) {
	each(t, inMemory)
}

func TestConformanceOfTheBinary(t *testing.T) {
	binary := build(t)
	each(t, func(t *testing.T, c *conformanceCase) outcome { return onDisk(t, binary, c) })
}

// each runs all cases in parallel.
func each(t *testing.T, run func(*testing.T, *conformanceCase) outcome) {
	for _, c := range loadCases(t) {
		t.Run(c.group+"/"+c.ID, func(t *testing.T) {
			t.Parallel()
			for _, p := range run(t, c).problems(t, &c.Expect) {
				t.Error(p)
			}
		})
	}
}

// inMemory runs a case without a process.
func inMemory(t *testing.T, c *conformanceCase) outcome {
	tree := memoryTree{fsbackend.NewMemory()}
	c.lay(t, tree)
	o := outcome{exit: -1, before: tree.snapshot(t)}
	s, err := session.New(session.Options{FS: tree.Memory, Gate: &approval.Host{Mode: approval.Mode(c.Approve)}})
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), caseTimeout)
	defer cancel()
	o.result, err = json.Marshal(s.Finish(execute(ctx, s, c)))
	require.NoError(t, err)
	o.after = tree.snapshot(t)
	return o
}

func execute(ctx context.Context, s *session.Session, c *conformanceCase) error {
	name, text := c.script()
	if c.Plan == nil {
		return starlib.Run(ctx, s, starlib.Source{Name: name, Text: text})
	}
	plan, err := s.CompilePlan(name, text)
	if err != nil {
		return err
	}
	return s.RunPlan(ctx, plan)
}

// onDisk runs a case through the binary; the plan lies outside the tree.
func onDisk(t *testing.T, binary string, c *conformanceCase) outcome {
	work := t.TempDir()
	tree := diskTree(filepath.Join(work, "root"))
	require.NoError(t, os.Mkdir(string(tree), 0o777))
	c.lay(t, tree)
	o := outcome{before: tree.snapshot(t)}
	name, text := c.script()
	plan := filepath.Join(work, name)
	require.NoError(t, os.WriteFile(plan, text, 0o666))

	ctx, cancel := context.WithTimeout(t.Context(), caseTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, "run", "--root", string(tree), "--json", "--approve="+c.Approve, plan)
	cmd.Dir = work
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	var err error
	o.result, err = cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	o.exit = cmd.ProcessState.ExitCode()
	if len(o.result) == 0 {
		t.Logf("standard error: %s", stderr.String())
	}
	o.after = tree.snapshot(t)
	return o
}

// build makes the binary and returns its path.
func build(t testing.TB) string {
	name := filepath.Join(t.TempDir(), "devstar")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	cmd := exec.Command("go", "build", "-o", name, "./cmd/devstar")
	cmd.Dir = repository(t)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, strings.TrimSpace(string(out)))
	return name
}
