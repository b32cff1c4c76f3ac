//go:build unix

package main

// This file tests that a dry run and a recording leave no trace on the disk: no byte, no time, no inode differs.

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const everything = `
acquire("**")
rename("a.txt", "t.txt")
rename("b.txt", "a.txt")
rename("t.txt", "b.txt")
replace("d/c.txt", "c", "C")
delete("d/gone.txt")
create("new/x.sh", "x\n", executable=True)
write()
fs.remove("old").or_fail()
fs.move("d", "e").or_fail()
fs.copy("e", "f").or_fail()
fs.mkdir("g/h").or_fail()
fs.edit("a.txt", [{"old_text": "b", "new_text": "bb"}]).or_fail()
%s
`

// traces maps every name below a directory, the directory too, to all that the disk knows of it.
func traces(t *testing.T, dir string) map[string]string {
	out := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		require.NoError(t, err)
		info, err := e.Info()
		require.NoError(t, err)
		st := info.Sys().(*syscall.Stat_t)
		text := ""
		if info.Mode().IsRegular() {
			b, err := os.ReadFile(name)
			require.NoError(t, err)
			text = string(b)
		}
		out[name] = fmt.Sprintf("%v %d %d %v %d %q", info.Mode(), st.Ino, st.Nlink, info.ModTime().UnixNano(), info.Size(), text)
		return nil
	}))
	return out
}

func TestADryRunLeavesNoTrace(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.txt": "a\n", "b.txt": "b\n", "d/c.txt": "c\n", "d/gone.txt": "g\n", "old/x/y": "y\n"} {
		full := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(full), 0o755))
		require.NoError(t, os.WriteFile(full, []byte(text), 0o600))
		require.NoError(t, os.Chtimes(full, time.Unix(1e9, 5), time.Unix(1e9, 7)))
	}
	before := traces(t, dir)
	record := filepath.Join(t.TempDir(), "record.json")
	for _, args := range [][]string{{"--dry-run"}, {"--dry-run", "--json"}, {"--approve=record", "--record", record}} {
		for end, want := range map[string]int{"": exitOK, `fail("late")`: exitFailed} {
			args := append(append([]string{"run"}, args...), "--root", dir, "-")
			code, out, errs := devstar(t, fmt.Sprintf(everything, end), args...)
			require.Equal(t, want, code, out+errs)
			require.Contains(t, out, "new/x.sh")
			require.Equal(t, before, traces(t, dir), args)
		}
	}
	code, out, errs := devstar(t, fmt.Sprintf(everything, ""), "run", "--approve=all", "--root", dir, "-")
	require.Zero(t, code, out+errs)
	require.NotEqual(t, before, traces(t, dir))
}
