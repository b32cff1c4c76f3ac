package main

// This file is devstar run: a script or a plan, from its text to its result.

import (
	"context"

	"github.com/spf13/cobra"

	"devstar/runtime"
	"devstar/starlib"
)

func newRun(v *invocation) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "run [flags] SCRIPT",
		Short: "Run a plan",
		Long: `Run a plan: a .star script, a .json plan, or - for either on standard input (JSON begins with {).

Flags stand before SCRIPT. What the plan printed and errors go to standard error, the report to standard output.

Exit codes: 0 ok; 1 failed or not ok; 2 nothing ran (usage, compilation, configuration); 3 refused by an approval;
130 interrupted.`,
		Example: "  devstar run refactor.star\n  devstar run --root ../app --json - < plan.json",
		Args:    oneScript,
		RunE:    func(cmd *cobra.Command, args []string) error { return v.run(cmd, args[0]) },
	}
	v.settings.runFlags(cmd.Flags())
	v.settings.scriptFlags(cmd.Flags())
	cmd.Flags().SetInterspersed(false)
	return cmd
}

func (v *invocation) run(cmd *cobra.Command, script string) (err error) {
	if err := v.settings.validate(cmd.Flags()); err != nil {
		return err
	}
	if v.source, err = readScript(cmd.Context(), v.in, script); err != nil {
		return err
	}
	return v.inSession(cmd.Context(), v.runSource)
}

// runSource compiles the source and runs it.
func (v *invocation) runSource(ctx context.Context, s *runtime.Session) error {
	src := v.source
	if !src.json {
		return starlib.Run(ctx, s, v.scriptSource())
	}
	plan, err := s.CompilePlan(src.name, src.text)
	if err != nil {
		return err
	}
	return s.RunPlan(ctx, plan)
}
