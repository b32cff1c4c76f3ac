package command

// This file tests processes that behave and processes that do not: the named error, no process left, within bounds.

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"devstar/runtime/engine"
	"devstar/runtime/engine/output"
)

// shell makes a tool that runs a script of sh; $@ are the further arguments.
func shell(t *testing.T, script string, args ...string) *Tool {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh here")
	}
	return &Tool{Args: append([]string{"sh", "-c", script, "sh"}, args...), Env: Environment(os.LookupEnv, nil, nil)}
}

func lines(t *testing.T) output.Format {
	f, err := output.Patterns([]string{"%f:%l:%c: %m", "%f:%l: %m"})
	require.NoError(t, err)
	return f
}

func request(t *testing.T, step engine.Step, files ...string) *engine.Request {
	r := &engine.Request{Engine: "tool", Step: step, Dir: t.TempDir()}
	for _, f := range files {
		r.Files = append(r.Files, engine.File{Path: f, Text: f + "\n"})
	}
	return r
}

// failure runs a tool that must fail and returns its error.
func failure(t *testing.T, tool *Tool, r *engine.Request) *engine.Error {
	_, err := tool.Run(context.Background(), r)
	var e *engine.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "tool", e.Engine)
	assert.NotEmpty(t, e.Hint())
	return e
}

func TestTextsGoInAndOut(t *testing.T) {
	tool := shell(t, `tr a-z A-Z; echo "$1 $2" >&2`, "{path}", "--file={path}")
	tool.Stdin = true
	r, err := tool.Run(context.Background(), request(t, engine.Format, "a.txt", "B", "-x"))
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"a.txt": "A.TXT\n", "-x": "-X\n"}, r.Changed, "B is as it was")
}

func TestFindingsComeInTheOrderOfTheFiles(t *testing.T) {
	tool := shell(t, `n=$(printf %s "$1" | tr -dc 0-9); sleep 0.0$((9 - n)); echo "$1:$n: found" >&2; exit 1`, "{path}")
	tool.Output = lines(t)
	r, err := tool.Run(context.Background(), request(t, engine.Lint, "f1", "f2", "f3", "f4", "f5"))
	require.NoError(t, err)
	var got []string
	for _, d := range r.Diagnostics {
		got = append(got, d.Path)
	}
	assert.Equal(t, []string{"f1", "f2", "f3", "f4", "f5"}, got)

	tool = shell(t, `cat; echo "-:1: in standard input"; exit 1`)
	tool.Output, tool.Stdin = lines(t), true
	r, err = tool.Run(context.Background(), request(t, engine.Lint, "g"))
	require.NoError(t, err)
	assert.Equal(t, "g", r.Diagnostics[0].Path)
}

func TestManyFilesNeedSeveralCommands(t *testing.T) {
	var files []string
	for i := range 3000 {
		files = append(files, fmt.Sprintf("some/rather/long/directory/name/file%d.txt", i))
	}
	tool := shell(t, `printf '%s:1: x\n' "$@"`, "{paths}")
	tool.Output, tool.OK = lines(t), []int{0}
	r, err := tool.Run(context.Background(), request(t, engine.Lint, files...))
	require.NoError(t, err)
	require.Len(t, r.Diagnostics, len(files))
	for i, d := range r.Diagnostics {
		require.Equal(t, files[i], d.Path)
	}
	r, err = tool.Run(context.Background(), request(t, engine.Lint))
	require.NoError(t, err)
	assert.Empty(t, r.Diagnostics, "without files there is nothing to run")
}

func TestTheEnvironmentIsSmall(t *testing.T) {
	t.Setenv("SECRET_TOKEN", "x")
	tool := shell(t, `env | sort; pwd; echo "$0 $*"`, "a b", "$HOME", "`id`", "*")
	tool.Stdin, tool.Env = true, Environment(os.LookupEnv, []string{"NOT_SET"}, map[string]string{"OWN": "1"})
	r := request(t, engine.Format, "a")
	answer, err := tool.Run(context.Background(), r)
	require.NoError(t, err)
	text := answer.Changed["a"]
	assert.NotContains(t, text, "SECRET")
	assert.Contains(t, text, "OWN=1\n")
	assert.Contains(t, text, "LC_ALL=C.UTF-8\n")
	assert.Contains(t, text, "sh a b $HOME `id` *\n", "no shell comes between")
}

func TestExitCodes(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		step   engine.Step
		fix    bool
		ok     []int
		reason string
	}{
		"zero":                     {"exit 0", engine.Lint, false, nil, ""},
		"one with findings":        {"echo a:1: x; exit 1", engine.Lint, false, nil, ""},
		"one without":              {"echo broken >&2; exit 1", engine.Lint, false, nil, engine.ReasonExit},
		"two with findings":        {"echo a:1: x; exit 2", engine.Check, false, nil, engine.ReasonExit},
		"two, listed":              {"echo a:1: x; exit 2", engine.Check, false, []int{0, 2}, ""},
		"one, not listed":          {"echo a:1: x; exit 1", engine.Check, false, []int{0, 2}, engine.ReasonExit},
		"one, listed, no findings": {"exit 1", engine.Check, false, []int{0, 1}, ""},
		"formatter one":            {"exit 1", engine.Format, false, nil, engine.ReasonExit},
		"fixer one":                {"exit 1", engine.Lint, true, nil, ""},
		"fixer two":                {"exit 2", engine.Lint, true, nil, engine.ReasonExit},
		"signal":                   {"echo a:1: x; kill -SEGV $$", engine.Lint, false, []int{0, 1}, engine.ReasonExit},
	} {
		t.Run(name, func(t *testing.T) {
			tool := shell(t, c.script)
			tool.Fix, tool.Output, tool.OK = tool.Args, lines(t), c.ok
			r := request(t, c.step, "a")
			r.Fix = c.fix
			if c.reason != "" {
				assert.Equal(t, c.reason, failure(t, tool, r).Word)
				return
			}
			_, err := tool.Run(context.Background(), r)
			require.NoError(t, err)
		})
	}
}

func TestFailuresNameEngineCommandCodeAndStderr(t *testing.T) {
	r := request(t, engine.Check, "a")
	tool := shell(t, `for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do echo "line $i" >&2; done; echo "in $PWD/x.go" >&2; exit 7`)
	tool.Output = lines(t)
	e := failure(t, tool, r)
	assert.Equal(t, 7, e.Exit)
	assert.Contains(t, e.Error(), "engine tool: it ended with exit code 7; command: sh -c ")
	assert.Contains(t, e.Error(), "\nline 5\n")
	assert.Contains(t, e.Error(), "in x.go", "the directory is left out")
	assert.NotContains(t, e.Error(), "line 4\n")
	assert.NotContains(t, e.Error(), r.Dir)
}

func TestMissingPrograms(t *testing.T) {
	for _, program := range []string{"no-such-program-anywhere", "./no/such/program"} {
		e := failure(t, &Tool{Args: []string{program, "x"}}, request(t, engine.Check))
		assert.Equal(t, engine.ReasonMissing, e.Word)
		assert.Contains(t, e.Error(), program)
	}
	r := request(t, engine.Check)
	r.Dir = filepath.Join(r.Dir, "gone")
	assert.Equal(t, engine.ReasonShadow, failure(t, shell(t, "true"), r).Word)
}

func TestRubbish(t *testing.T) {
	sarif, err := output.Named("sarif")
	require.NoError(t, err)
	for name, script := range map[string]string{"words": "echo Segmentation fault", "nothing": "true", "half a code point": `printf '{"runs":[]}\303'`} {
		tool := shell(t, script)
		tool.Output = sarif
		assert.Equal(t, engine.ReasonOutput, failure(t, tool, request(t, engine.Lint, "a")).Word, name)
	}
	for name, script := range map[string]string{"half a code point": `printf 'a\303'`, "nothing": "true", "NUL": `printf 'a\000b'`} {
		tool := shell(t, script)
		tool.Stdin = true
		e := failure(t, tool, request(t, engine.Format, "a.txt"))
		assert.Equal(t, engine.ReasonOutput, e.Word, name)
		assert.Contains(t, e.Error(), "a.txt", name)
	}
}

// alive reports whether a process whose id a script wrote to a file is there still.
func alive(t *testing.T, file string) bool {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	require.NoError(t, err)
	state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !strings.Contains(string(state), ") Z ")
}

func gone(t *testing.T, file string) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("there is no /proc here: whether processes are gone is not known")
	}
	assert.Eventually(t, func() bool { return !alive(t, file) }, 2*time.Second, 10*time.Millisecond, "a process is left")
}

const family = `sleep 300 & echo $! >"$1"; trap '' TERM INT; `

func TestAHangingProgramIsKilledWithItsChildren(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	tool := shell(t, family+"wait; sleep 300", pid)
	tool.Timeout = 300 * time.Millisecond
	start := time.Now()
	e := failure(t, tool, request(t, engine.Check))
	assert.Equal(t, engine.ReasonTimeout, e.Word)
	assert.Contains(t, e.Error(), "300ms")
	assert.Less(t, time.Since(start), 10*time.Second)
	gone(t, pid)
}

func TestCancellationKillsEverything(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for {
			if text, _ := os.ReadFile(pid); len(text) > 0 {
				cancel()
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	_, err := shell(t, family+"sleep 300", pid).Run(ctx, request(t, engine.Check))
	require.ErrorIs(t, err, context.Canceled)
	gone(t, pid)
}

func TestWhatAProgramLeavesRunningIsKilled(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	tool := shell(t, `sleep 300 & echo $! >"$1"; echo a:1: x`, pid)
	tool.Output = lines(t)
	start := time.Now()
	r, err := tool.Run(context.Background(), request(t, engine.Check))
	require.NoError(t, err)
	assert.Len(t, r.Diagnostics, 1)
	assert.Less(t, time.Since(start), 10*time.Second, "the open output is not waited for")
	gone(t, pid)
}

func TestGigabytesAreCutOff(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	tool := shell(t, `echo $$ >"$1"; exec yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`, pid)
	tool.Output = lines(t)
	assert.Equal(t, engine.ReasonTooMuch, failure(t, tool, request(t, engine.Check)).Word)
	gone(t, pid)

	tool = shell(t, `yes on standard error | head -c 100000000 >&2; echo last >&2; exit 3`)
	e := failure(t, tool, request(t, engine.Check))
	assert.Equal(t, engine.ReasonExit, e.Word)
	assert.True(t, strings.HasSuffix(e.Stderr, "last"))
}

func TestOnlySoManyRunAtOnce(t *testing.T) {
	var now, most atomic.Int64
	slots := engine.NewSlots()
	err := slots.Each(context.Background(), 50, func(context.Context, int) error {
		n := now.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		time.Sleep(time.Millisecond)
		now.Add(-1)
		return nil
	})
	require.NoError(t, err)
	assert.LessOrEqual(t, most.Load(), int64(64))
	err = slots.Each(context.Background(), 50, func(_ context.Context, i int) error {
		if i == 3 {
			return fmt.Errorf("the third")
		}
		return nil
	})
	assert.EqualError(t, err, "the third")
}

func TestCommandLines(t *testing.T) {
	files := []engine.File{{Path: "a b"}, {Path: "-c"}, {Path: "@d"}}
	for _, c := range []struct {
		args []string
		want [][]string
	}{
		{[]string{"x", "./..."}, [][]string{{"x", "./..."}}},
		{[]string{"x", "{paths}", "y"}, [][]string{{"x", "a b", "./-c", "./@d", "y"}}},
		{[]string{"x", "--f={path}"}, [][]string{{"x", "--f=a b"}, {"x", "--f=-c"}, {"x", "--f=@d"}}},
		{[]string{"x", "{path}"}, [][]string{{"x", "a b"}, {"x", "./-c"}, {"x", "./@d"}}},
	} {
		assert.Equal(t, c.want, commandLines(c.args, files))
	}
	for _, bad := range [][]string{nil, {""}, {"{path}"}, {"x", "a{paths}"}, {"x", "{path}", "{paths}"}, {"x", "\x00"}} {
		assert.Error(t, CheckArgs(bad, false), "%q", bad)
	}
	assert.NoError(t, CheckArgs([]string{"x", "{paths}"}, false))
	assert.Error(t, CheckArgs([]string{"x", "{paths}"}, true))
}
