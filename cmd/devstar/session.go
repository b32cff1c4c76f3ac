package main

// This file opens the tree and a session over it.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"devstar/fsbackend"
	"devstar/runtime"
)

// configError is a configuration with which nothing can run.
func configError(reason, message, hint string) *runtime.Error {
	e := runtime.NewError(runtime.CodeConfig, "", message, hint)
	e.Reason = reason
	return e
}

// openRoot opens the tree that --root names.
func openRoot(dir string) (*fsbackend.Root, error) {
	if dir == "" {
		return nil, configError("root", "--root is empty", "name the directory that holds the files to edit")
	}
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		return nil, configError("not_a_directory", fmt.Sprintf("--root %s is not a directory", dir), "name the directory that holds the files to edit")
	}
	var root *fsbackend.Root
	if err == nil {
		root, err = fsbackend.NewRoot(dir)
	}
	if err != nil {
		var path *os.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return nil, configError("root", fmt.Sprintf("cannot open --root %s: %v", dir, err), "name an existing directory; it is taken from the current directory")
	}
	return root, nil
}

// inSession opens a session over the tree with the settings of the command line, runs do in it, and keeps the result.
func (v *invocation) inSession(ctx context.Context, do func(context.Context, *runtime.Session) error) error {
	root, err := openRoot(v.settings.root)
	if err != nil {
		return err
	}
	defer root.Close()
	st, err := v.newStage(root)
	if err != nil {
		return err
	}
	s, err := runtime.New(st.options)
	if err != nil {
		return err
	}
	ctx, stop := bounded(ctx, v.settings.timeout)
	defer stop()
	v.result = s.Finish(do(ctx, s))
	st.end(v.result)
	return nil
}

// scriptOutput is where print goes.
func (c console) scriptOutput() io.Writer {
	if c.raw {
		return c.err
	}
	return printed{c.err}
}
