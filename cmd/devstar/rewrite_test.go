package main_test

// This file checks what devstar fmt and devstar test --update do to files that are not quite as usual: they keep every byte
// that is not theirs to change, or say why they do not rewrite the file.

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const mark = "\ufeff"

// rewritten runs a command that rewrites a file and returns the file's text afterwards, what was said, and the exit code.
func rewritten(t *testing.T, name, text string, mode os.FileMode, args ...string) (after, said string, code int) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	require.NoError(t, os.Chmod(filepath.Join(dir, name), mode))
	cmd := exec.Command(build(t), append(args, name)...)
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput() // the code says it
	bytes, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	return string(bytes), string(out), cmd.ProcessState.ExitCode()
}

func TestFmtKeepsMarkAndLineEnds(t *testing.T) {
	after, said, code := rewritten(t, "a.star", mark+"x=1\r\ny = 2\r\n", 0o644, "fmt")
	require.Equal(t, 0, code, said)
	assert.Equal(t, mark+"x = 1\r\ny = 2\r\n", after)
}

func TestFmtLeavesReadOnlyFiles(t *testing.T) {
	after, said, code := rewritten(t, "a.star", "x=1\n", 0o444, "fmt")
	assert.Equal(t, 2, code)
	assert.Contains(t, said, "no write bit")
	assert.Equal(t, "x=1\n", after)
}

const stale = "def test_x():\n    t = fixture(\"\"\"\n-- a --\nx\n-- want/a --\nz\n\"\"\")\n    acquire(\"a\")\n    set_text(\"a\", \"y\\n\")\n    t.want()\n"

func TestUpdateKeepsMarkAndLineEnds(t *testing.T) {
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	after, said, code := rewritten(t, "a_test.star", mark+crlf(stale), 0o644, "test", "--update")
	require.Equal(t, 0, code, said)
	assert.Equal(t, mark+crlf(strings.Replace(stale, "\nz\n", "\ny\n", 1)), after)
}

func TestUpdateLeavesReadOnlyFiles(t *testing.T) {
	after, said, code := rewritten(t, "a_test.star", stale, 0o444, "test", "--update")
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "no write bit")
	assert.Equal(t, stale, after)
}
