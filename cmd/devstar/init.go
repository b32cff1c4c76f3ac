package main

// This file is devstar init: a first devstar.toml from what the tree contains.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"devstar/fsbackend"
	"devstar/runtime/config"
	"devstar/runtime/engine"
)

func newInit(v *invocation) *cobra.Command {
	stdout := false
	cmd := &cobra.Command{
		Use:   "init [flags]",
		Short: "Write a first " + config.Name,
		Long: `Write a first devstar.toml, with comments, from what the tree contains: go.mod, package.json, pyproject.toml, Cargo.toml,
the configurations of known tools, and kinds of files. One that is there already is never changed.`,
		Example: "  devstar init\n  devstar init --stdout",
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return v.initConfig(cmd.Context(), stdout) },
	}
	v.settings.rootFlag(cmd.Flags())
	v.settings.jsonFlag(cmd.Flags())
	cmd.Flags().BoolVar(&stdout, "stdout", false, "print it instead")
	return cmd
}

func (v *invocation) initConfig(ctx context.Context, stdout bool) error {
	root, err := openRoot(v.settings.root)
	if err != nil {
		return err
	}
	defer root.Close()
	extensions, err := extensionsIn(ctx, root)
	if err != nil {
		return err
	}
	dir := v.settings.root
	text := config.Starter(config.Tree{
		Has: func(name string) bool {
			info, err := os.Stat(filepath.Join(dir, name))
			return err == nil && info.Mode().IsRegular()
		},
		Text:       func(name string) string { text, _ := os.ReadFile(filepath.Join(dir, name)); return string(text) },
		Extensions: extensions,
	})
	if stdout {
		_, err := io.WriteString(v.out, text)
		return err
	}
	file := filepath.Join(dir, config.Name)
	if err := createFile(file, text); err != nil {
		return err
	}
	if v.settings.json {
		line, err := json.Marshal(map[string]string{"file": file})
		if err != nil {
			return err
		}
		return v.say(string(line))
	}
	return v.say(fmt.Sprintf("wrote %s: look at it, then devstar steps lists what it makes possible", visible(file)))
}

// extensionsIn lists the extensions of the files of a tree, without what git ignores.
func extensionsIn(ctx context.Context, root *fsbackend.Root) ([]string, error) {
	walked, err := fsbackend.Walk(ctx, root, fsbackend.WalkOptions{})
	if err != nil {
		return nil, err
	}
	var out []string
	for _, name := range walked.Files {
		if x := engine.Extension(name); !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out, nil
}

// createFile makes a file that must not be there yet.
func createFile(file, text string) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return configError("exists", file+" is there already", "devstar init --stdout prints what it would write; devstar config show prints what is in effect")
	}
	if err == nil {
		_, err = f.WriteString(text)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return configError("unwritable", fmt.Sprintf("cannot write %s: %v", file, err), "devstar init --stdout prints it")
	}
	return nil
}
