package main

// This file puts a new text into a file of the user that a command has read, as write() would: a file that was changed since,
// or that is read-only, is left alone; owner, mode and attributes stay.

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"devstar/fsbackend"
)

// rewriteFile gives a file a new text. before is what was read of it, without a byte order mark, which stays.
func (v *invocation) rewriteFile(ctx context.Context, name string, before, after []byte) error {
	dir, base := filepath.Split(realName(name))
	old, err := os.ReadFile(name)
	if err != nil {
		return unwritable(name, err)
	}
	root, err := fsbackend.NewRoot(dir)
	if err != nil {
		return unwritable(name, err)
	}
	defer root.Close()
	mark := ""
	if bytes.HasPrefix(old, []byte(byteOrderMark)) {
		mark = byteOrderMark
	}
	op := fsbackend.Operation{Kind: fsbackend.OpModify, Name: base,
		Before: &fsbackend.Known{Data: mark + string(before)}, New: &fsbackend.Known{Data: mark + string(after)}}
	err = fsbackend.Apply(ctx, root, []fsbackend.Operation{op}, fsbackend.BatchOptions{
		Warn: func(_, message string) { fmt.Fprintf(v.err, "warning: %s: %s\n", visible(name), message) },
	})
	if err != nil {
		return unwritable(name, err)
	}
	return nil
}

func unwritable(name string, err error) error {
	why := strings.TrimPrefix(err.Error(), "modify "+filepath.Base(name)+": ")
	return configError("unwritable", fmt.Sprintf("cannot rewrite %s: %s", name, why), "the file is as it was; run the command again when it can be written")
}
