package main

// This file tests exit codes, hints about limits, and the form of a result that cannot be printed.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"devstar/runtime"
)

func TestExitCode(t *testing.T) {
	failed := func(c runtime.Code) *runtime.Result { return &runtime.Result{Error: runtime.NewError(c, "", "", "")} }
	early := failed(runtime.CodeBadArgument)
	early.Error.BeforeRun()
	for _, c := range []struct {
		name   string
		result *runtime.Result
		want   int
	}{
		{"ok", &runtime.Result{OK: true}, 0},
		{"not ok", &runtime.Result{}, 1},
		{"step", failed(runtime.CodeStepFailed), 1},
		{"limit", failed(runtime.CodeLimit), 1},
		{"internal", failed(runtime.CodeInternal), 1},
		{"argument while running", failed(runtime.CodeBadArgument), 1},
		{"argument before", early, 2},
		{"compile", failed(runtime.CodeCompile), 2},
		{"config", failed(runtime.CodeConfig), 2},
		{"declined", failed(runtime.CodeDeclined), 3},
		{"canceled", failed(runtime.CodeCanceled), 130},
	} {
		assert.Equal(t, c.want, exitCode(c.result), c.name)
	}
}

func TestRaiseNamesTheFlag(t *testing.T) {
	for reason, flag := range map[string]string{
		"files": "--max-files", "file_bytes": "--max-file-bytes", "total_bytes": "--max-total-bytes", "depth": "--max-depth",
		"max_steps": "--max-steps", "timeout": "--timeout",
	} {
		e := runtime.NewError(runtime.CodeBounds, "acquire", "too much", "elsewhere")
		e.Reason = reason
		raise(e)
		assert.Contains(t, e.Hint, "raise it with "+flag+",")
	}
	own := runtime.NewError(runtime.CodeLimit, "", "too much", "use --max-steps 20")
	own.Reason = "max_steps"
	raise(own)
	assert.Equal(t, "use --max-steps 20", own.Hint, "a hint that names the flag stays")
	other := runtime.NewError(runtime.CodeStepFailed, "edit", "no", "stays")
	other.Reason = "files"
	raise(other)
	assert.Equal(t, "stays", other.Hint)
	raise(nil)
}

func TestTimeoutIsALimit(t *testing.T) {
	ctx, stop := bounded(context.Background(), time.Nanosecond)
	defer stop()
	<-ctx.Done()
	var e *runtime.Error
	require.ErrorAs(t, context.Cause(ctx), &e)
	assert.Equal(t, runtime.CodeLimit, e.Code)
	assert.Contains(t, e.Message, "1ns")
}

func TestAValueThatCannotBePrinted(t *testing.T) {
	var b bytes.Buffer
	r := runtime.Failed(runtime.NewError(runtime.CodeInternal, "", "", ""))
	r.OK, r.Error, r.Value, r.Written = true, nil, math.NaN(), []string{"a.txt"}
	encode(&b, r)
	var out struct {
		OK    bool
		Error struct {
			Code    string
			Written []string
		}
	}
	require.NoError(t, json.Unmarshal(b.Bytes(), &out))
	assert.False(t, out.OK)
	assert.Equal(t, "internal", out.Error.Code)
	assert.Equal(t, []string{"a.txt"}, out.Error.Written)
	assert.Equal(t, exitFailed, exitCode(r))
}

func TestBuildOf(t *testing.T) {
	assert.Equal(t, build{Version: "unknown"}, buildOf(nil))
	info := &debug.BuildInfo{GoVersion: "go1.26.8", Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}, {Key: "GOOS", Value: "linux"}, {Key: "GOARCH", Value: "arm64"},
	}}
	info.Main.Version = "v1.2.3"
	assert.Equal(t, "devstar v1.2.3 abc (modified) go1.26.8 linux/arm64", buildOf(info).String())
}

// failing is a standard output with a full disk behind it.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestAReportThatCannotBePrintedFails(t *testing.T) {
	var stderr bytes.Buffer
	v := &invocation{console: console{out: failing{}, err: &stderr}, result: &runtime.Result{OK: true}}
	assert.Equal(t, exitFailed, v.show())
	assert.Contains(t, stderr.String(), "cannot print the result: no space left on device")
}
