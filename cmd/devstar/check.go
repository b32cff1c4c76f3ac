package main

// This file is devstar check: everything that can be said about a script before it runs.

import (
	"context"

	"github.com/spf13/cobra"

	"devstar/runtime"
	"devstar/starlib"
	"devstar/starlib/startest"
)

func newCheck(v *invocation) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "check [flags] SCRIPT",
		Short:   "Compile a plan and run nothing",
		Long:    "Compile a plan and run nothing: the same errors as run, all at once. SCRIPT is a .star or .json file, or - for\nstandard input.",
		Example: "  devstar check refactor.star",
		Args:    oneScript,
		RunE:    func(cmd *cobra.Command, args []string) error { return v.check(cmd, args[0]) },
	}
	v.settings.treeFlags(cmd.Flags())
	v.settings.scriptFlags(cmd.Flags())
	return cmd
}

func (v *invocation) check(cmd *cobra.Command, script string) (err error) {
	if err := v.settings.validate(cmd.Flags()); err != nil {
		return err
	}
	if v.source, err = readScript(cmd.Context(), v.in, script); err != nil {
		return err
	}
	if err := v.inSession(cmd.Context(), v.checkSource); err != nil || v.settings.json || !v.result.OK {
		return err
	}
	v.result = nil
	return v.say(visible(v.source.name) + ": ok")
}

// checkSource compiles the source.
func (v *invocation) checkSource(_ context.Context, s *runtime.Session) error {
	if v.source.json {
		_, err := s.CompilePlan(v.source.name, v.source.text)
		return err
	}
	src := v.scriptSource()
	if startest.IsTest(src.Name) {
		src.Names = startest.Names()
	}
	_, err := starlib.Compile(s, src)
	return err
}
