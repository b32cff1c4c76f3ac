package runtime_test

// This file runs commands as engines of a session, those that misbehave above all: the named error, the workspace and the tree
// as they were, nothing left.

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
	"devstar/runtime"
	"devstar/runtime/engine"
	"devstar/runtime/engine/command"
	"devstar/runtime/engine/output"
)

// shell is an engine that runs a script of sh in the private directory, or over standard input.
func shell(t *testing.T, script string, stdin bool) engine.Engine {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh here")
	}
	lines, err := output.Patterns([]string{"%f:%l: %m"})
	require.NoError(t, err)
	args := []string{"sh", "-c", script}
	c := engine.Capability{Extensions: []string{"*"}, Shadow: !stdin, NeedsDir: true, Fixable: true, Tool: &command.Tool{Args: args, Fix: args, Stdin: stdin,
		Output: lines, Timeout: 500 * time.Millisecond, Env: command.Environment(os.LookupEnv, nil, nil)}}
	return engine.Engine{ID: "sh", Formats: &c, Lints: &c, Checks: &c}
}

func TestMisbehavingCommands(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		stdin  bool
		reason string
	}{
		"missing":                 {"exec /no/such/program", false, engine.ReasonExit},
		"crash":                   {"echo half >a.txt; kill -ABRT $$", false, engine.ReasonExit},
		"exit code":               {"echo half >a.txt; exit 9", false, engine.ReasonExit},
		"hang":                    {"echo half >a.txt; sleep 300", false, engine.ReasonTimeout},
		"deletes the directory":   {`rm -rf "$PWD"`, false, engine.ReasonShadow},
		"deletes everything":      {`rm -rf ./*`, false, engine.ReasonShadow},
		"half a code point":       {`printf 'x\303' >a.txt`, false, engine.ReasonOutput},
		"prints half of one":      {`cat; printf '\303'`, true, engine.ReasonOutput},
		"prints nothing":          {`true`, true, engine.ReasonOutput},
		"another's file is taken": {`printf x >b.md; printf y >a.txt; rm d/c.txt; exit 3`, false, engine.ReasonExit},
	} {
		t.Run(name, func(t *testing.T) {
			e := shell(t, c.script, c.stdin)
			dir, s := diskHeld(t, map[string]string{"a.txt": "a\n", "b.md": "b\n", "d/c.txt": "c\n"}, e)
			edit(t, s, "b.md", "b", "B")
			_, err := s.Format(context.Background(), nil)
			assert.Equal(t, "step_failed "+c.reason, reason(t, err))
			assert.ErrorContains(t, err, "engine sh: ")
			assert.Equal(t, "a\n", read(t, s, "a.txt"))
			assert.Equal(t, "B\n", read(t, s, "b.md"))
			assert.Len(t, s.Changes(), 1)
			text, err := os.ReadFile(filepath.Join(dir, "a.txt"))
			require.NoError(t, err)
			assert.Equal(t, "a\n", string(text))

			_, err = s.Check(context.Background())
			if c.reason == engine.ReasonShadow {
				assert.Equal(t, "step_failed "+c.reason, reason(t, err), "again, in a fresh directory")
			}
			assert.Len(t, s.Changes(), 1)
		})
	}
}

func TestPathsOutsideTheRootHaveNoPath(t *testing.T) {
	e := shell(t, `echo "/etc/passwd:3: outside"; echo "$PWD/a.txt:1: inside"; echo "../x:1: above"; exit 1`, false)
	_, s := diskHeld(t, map[string]string{"a.txt": "a\n"}, e)
	got, err := s.Check(context.Background())
	require.NoError(t, err)
	assert.Equal(t, []string{"error  /etc/passwd: outside", "error a.txt inside", "error  ../x: above",
		"warning  engine sh reported 2 findings about files outside the root: they have no path here"}, messages(got))
}

func TestCommandsOverMemory(t *testing.T) {
	upper := shell(t, `tr a-z A-Z`, true)
	s := held(t, map[string]string{"a.txt": "a\n"}, upper)
	_, err := s.Format(context.Background(), nil)
	require.NoError(t, err)
	assert.Equal(t, "A\n", read(t, s, "a.txt"))

	lists := shell(t, `for f in *; do echo "$f:1: $(cat $f)"; done; exit 1`, false)
	s = held(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n"}, lists)
	got, err := s.Check(context.Background())
	require.NoError(t, err)
	assert.Equal(t, []string{"error a.txt a", "error b.txt b"}, messages(got))

	fixes := shell(t, `sed -i s/a/b/ a.txt`, false)
	s = held(t, map[string]string{"a.txt": "a\n"}, fixes)
	lint, err := s.Lint(context.Background(), runtime.LintArgs{Fix: true})
	require.NoError(t, err)
	assert.Equal(t, []string{"a.txt"}, lint.Delta.Changed)
}

func TestNothingIsLeftBehind(t *testing.T) {
	base := t.TempDir()
	s, err := runtime.New(runtime.Options{FS: fsbackend.NewMemory(), Engines: []engine.Engine{shell(t, "true", false)}, ShadowDir: base})
	require.NoError(t, err)
	_, err = s.Check(context.Background())
	require.NoError(t, err)
	entries, err := os.ReadDir(base)
	require.NoError(t, err)
	assert.Len(t, entries, 2, "the directory and its lock")
	s.Finish(nil)
	entries, err = os.ReadDir(base)
	require.NoError(t, err)
	assert.Empty(t, entries)
}

func TestInterruptionEndsCommands(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	e := shell(t, "sleep 300", false)
	e.Checks.Tool.(*command.Tool).Timeout = 0
	s := held(t, map[string]string{"a.txt": "a\n"}, e)
	start := time.Now()
	_, err := s.Check(ctx)
	assert.Equal(t, "canceled ", reason(t, err))
	assert.Less(t, time.Since(start), 10*time.Second)
}
