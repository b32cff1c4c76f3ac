package main

// This file is devstar lsp: the language server, and how a script finds its configuration there.

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"devstar/fsbackend"
	"devstar/runtime"
	"devstar/runtime/config"
	"devstar/starlib/lsp"
	"devstar/starlib/starfile"
)

func newLSP(v *invocation) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lsp [flags]",
		Short: "Serve an editor: a language server on standard input and output",
		Long: `Serve an editor: a language server on standard input and output. It runs no script and writes nothing.

Each script is compiled with the devstar.toml of its script root, unless --config names another.`,
		Example: "  devstar lsp",
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return v.serveEditor(cmd) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&v.settings.config, "config", "", "take engines and load directories from `FILE` instead of devstar.toml of the script root")
	v.settings.scriptFlags(f)
	return cmd
}

func (v *invocation) serveEditor(cmd *cobra.Command) error {
	if err := v.settings.validate(cmd.Flags()); err != nil {
		return err
	}
	if in, ok := v.in.(*os.File); ok && term.IsTerminal(int(in.Fd())) {
		fmt.Fprintln(v.err, "devstar lsp waits for an editor on standard input: name it there as the language server of *.star; Ctrl-C ends it")
	}
	err := lsp.Serve(cmd.Context(), v.in, v.out, lsp.Options{Version: buildVersion(), Project: v.project, Format: layOut})
	switch {
	case err == nil:
	case cmd.Context().Err() != nil:
		v.code = exitInterrupted
	default:
		v.code = exitFailed
		if !errors.Is(err, lsp.ErrNoShutdown) {
			return runtime.NewError(runtime.CodeInternal, "", "cannot serve the editor: "+err.Error(), "look where standard output leads")
		}
	}
	return nil
}

// project tells what a script belongs to.
func (v *invocation) project(file string) (lsp.Project, error) {
	files := v.filesFor(cmp.Or(file, stdinName))
	c, err := v.projectConfig(files.Root)
	if err != nil {
		return lsp.Project{Loader: files}, badConfig(err)
	}
	files.Named = c.Load
	s, err := runtime.New(runtime.Options{FS: fsbackend.NewMemory(), Engines: c.Engines})
	return lsp.Project{Loader: files, Session: s}, err
}

// projectConfig reads the configuration of a script root, or the one that --config names.
func (v *invocation) projectConfig(root string) (*config.Config, error) {
	switch {
	case v.settings.config != "":
		return config.Load(v.settings.config, configOptions())
	case root != "":
		return config.Find(root, configOptions())
	}
	return &config.Config{}, nil
}

// layOut lays a script out as devstar fmt does; what stays as it is, is an error that says why.
func layOut(name, text string) (string, error) {
	out, why, err := starfile.Format(name, text)
	if err == nil && why != "" {
		err = errors.New("left as it is: " + why)
	}
	return out, err
}

// buildVersion is the version of this build.
func buildVersion() string {
	info, _ := debug.ReadBuildInfo()
	return buildOf(info).Version
}
