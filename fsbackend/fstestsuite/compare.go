package fstestsuite

// This file compares two back ends over random calls.

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"devstar/fsbackend"
)

// Compare draws random calls, makes them on both back ends, which must be equal before, and fails when an answer or
// what is there in the end differs. Permissions of the owner are never taken away, so it does not matter who runs it.
func Compare(t *rapid.T, want, got afero.Fs) {
	handles := [2]map[string]afero.File{{}, {}}
	defer func() {
		for _, open := range handles {
			for _, f := range open {
				_ = f.Close()
			}
		}
	}()
	for range rapid.IntRange(1, 40).Draw(t, "calls") {
		c := drawCall(t)
		require.Equal(t, c.on(want, handles[0]), c.on(got, handles[1]), "%s", c)
	}
	require.Equal(t, Tree(want), Tree(got), "what is there in the end")
}

// call is one random call.
type call struct {
	op, a, b, data string
	mode           fs.FileMode
}

// String says what is called.
func (c call) String() string { return fmt.Sprintf("%s %q %q %q %v", c.op, c.a, c.b, c.data, c.mode) }

// drawCall draws a call over few names, so that calls meet.
func drawCall(t *rapid.T) call {
	part := rapid.SampledFrom([]string{"a", "b", "c"})
	name := rapid.Custom(func(t *rapid.T) string {
		n := strings.Join(rapid.SliceOfN(part, 1, 3).Draw(t, "parts"), "/")
		return n + rapid.SampledFrom([]string{"", "", "", "", "", "", "", "/"}).Draw(t, "end")
	})
	return call{
		op: rapid.SampledFrom([]string{
			"write", "write", "append", "exclusive", "mkdir", "mkdir", "mkdirall", "remove", "removeall", "rename", "rename",
			"rename", "noreplace", "symlink", "link", "readlink", "chmod", "stat", "lstat", "list", "read",
			"hold", "put", "take", "truncate",
		}).Draw(t, "op"),
		a: name.Draw(t, "a"), b: name.Draw(t, "b"), data: rapid.StringN(0, 6, 6).Draw(t, "data"),
		mode: rapid.SampledFrom([]fs.FileMode{0o700, 0o755, 0o751}).Draw(t, "mode"),
	}
}

// on makes the call and gives its answer in words.
func (c call) on(fsys afero.Fs, open map[string]afero.File) string {
	switch c.op {
	case "write":
		return Reason(afero.WriteFile(fsys, c.a, []byte(c.data), 0o666))
	case "append":
		return Reason(writeWith(fsys, c.a, os.O_WRONLY|os.O_APPEND, c.data))
	case "exclusive":
		return Reason(writeWith(fsys, c.a, os.O_WRONLY|os.O_CREATE|os.O_EXCL, c.data))
	case "mkdir":
		return Reason(fsys.Mkdir(c.a, 0o777))
	case "mkdirall":
		return Reason(fsys.MkdirAll(c.a, 0o777))
	case "remove":
		return Reason(fsys.Remove(c.a))
	case "removeall":
		return Reason(fsys.RemoveAll(c.a))
	case "rename":
		return Reason(fsys.Rename(c.a, c.b))
	case "noreplace":
		return c.noReplace(fsys)
	case "symlink":
		return Reason(fsbackend.Symlink(fsys, c.b, c.a))
	case "link":
		return Reason(fsbackend.Link(fsys, c.a, c.b))
	case "chmod":
		return Reason(fsys.Chmod(c.a, c.mode))
	case "hold", "put", "take", "truncate":
		return c.onHandle(fsys, open)
	}
	return c.look(fsys)
}

// noReplace renames; which of two reasons is given when both names are wrong is left to the back end.
func (c call) noReplace(fsys afero.Fs) string {
	_, from := fsbackend.Lstat(fsys, c.a)
	_, err := fsbackend.RenameNoReplace(fsys, c.a, c.b)
	if from != nil && err != nil {
		return "fails"
	}
	return Reason(err)
}

// look makes the calls that change nothing.
func (c call) look(fsys afero.Fs) string {
	switch c.op {
	case "readlink":
		target, err := fsbackend.Readlink(fsys, c.a)
		return target + Reason(err)
	case "stat":
		return describe(fsys.Stat(c.a))
	case "lstat":
		return describe(fsbackend.Lstat(fsys, c.a))
	case "list":
		infos, err := afero.ReadDir(fsys, c.a)
		text := Reason(err)
		for _, info := range infos {
			text += " " + describe(info, nil)
		}
		return text
	}
	data, err := afero.ReadFile(fsys, c.a)
	return string(data) + Reason(err)
}

// onHandle uses a file that stays open over other calls.
func (c call) onHandle(fsys afero.Fs, open map[string]afero.File) string {
	if c.op == "hold" {
		f, err := fsys.OpenFile(c.a, os.O_RDWR, 0)
		if err != nil {
			return Reason(err)
		}
		if old := open["held"]; old != nil {
			_ = old.Close()
		}
		open["held"] = f
		return "ok"
	}
	f := open["held"]
	if f == nil {
		return "none"
	}
	switch c.op {
	case "put":
		n, err := f.Write([]byte(c.data))
		return fmt.Sprint(n, Reason(err))
	case "truncate":
		return Reason(f.Truncate(int64(len(c.data))))
	}
	buf := make([]byte, 4)
	n, err := f.ReadAt(buf, 0)
	return fmt.Sprintf("%q %s", buf[:n], Reason(err))
}

// writeWith opens, writes and closes.
func writeWith(fsys afero.Fs, name string, flag int, data string) error {
	f, err := fsys.OpenFile(name, flag, 0o666)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(data); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

// describe gives what two back ends must agree on.
func describe(info fs.FileInfo, err error) string {
	if err != nil {
		return Reason(err)
	}
	if info.IsDir() {
		return fmt.Sprintf("%s %v", info.Name(), info.Mode())
	}
	return fmt.Sprintf("%s %v %d", info.Name(), info.Mode(), info.Size())
}

// Tree is all that a file system holds, one line a name: kind, mode, content or target, number of names.
func Tree(fsys afero.Fs) string {
	var text strings.Builder
	tree(fsys, ".", &text)
	return text.String()
}

func tree(fsys afero.Fs, dir string, text *strings.Builder) {
	infos, err := afero.ReadDir(fsys, dir)
	if err != nil {
		fmt.Fprintf(text, "%s: %s\n", dir, Reason(err))
	}
	for _, info := range infos {
		name := path.Join(dir, info.Name())
		fmt.Fprintf(text, "%s %v", name, info.Mode())
		switch {
		case info.IsDir():
			text.WriteByte('\n')
			tree(fsys, name, text)
			continue
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := fsbackend.Readlink(fsys, name)
			fmt.Fprintf(text, " %q %s", target, Reason(err))
		case info.Mode().IsRegular():
			data, err := afero.ReadFile(fsys, name)
			fmt.Fprintf(text, " %q %s", data, Reason(err))
		}
		id, _ := fsbackend.Identify(fsys, info)
		fmt.Fprintf(text, " links=%d\n", id.Links)
	}
}
