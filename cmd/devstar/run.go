package main

// This file is devstar run: a script or a plan, from its text to its result.

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"devstar/runtime"
	"devstar/runtime/strictjson"
	"devstar/starlib"
)

func newRun(v *invocation) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "run [flags] SCRIPT [script flags]",
		Short: "Run a plan",
		Long: `Run a plan: a .star script, a .json plan, or - for either on standard input (JSON begins with {).

Flags stand before SCRIPT; what follows it are the flags of the script, the parameters of its main: devstar run SCRIPT
--help lists them. What the plan printed and errors go to standard error, the report to standard output.

Exit codes: 0 ok; 1 failed or not ok; 2 nothing ran (usage, compilation, configuration); 3 refused by an approval;
4 something would change (only with --dry-run --exit-code); 130 interrupted.`,
		Example: "  devstar run refactor.star\n  devstar run rename.star --old Price --new Amount\n  devstar run --root ../app --json - < plan.json",
		Args:    aScript,
		RunE:    func(cmd *cobra.Command, args []string) error { return v.run(cmd, args[0], args[1:]) },
	}
	v.settings.runFlags(cmd.Flags())
	v.settings.scriptFlags(cmd.Flags())
	cmd.Flags().StringVar(&v.settings.argsFile, "args-file", "", "take the script's arguments from `FILE`, a JSON object by parameter name")
	cmd.Flags().SetInterspersed(false)
	return cmd
}

func (v *invocation) run(cmd *cobra.Command, script string, args []string) (err error) {
	if err := v.settings.validate(cmd.Flags()); err != nil {
		return err
	}
	if v.source, err = readScript(cmd.Context(), v.in, script); err != nil {
		return err
	}
	if v.source.json {
		return v.runPlan(cmd, args)
	}
	values, err := readArguments(v.settings.argsFile)
	if err != nil {
		return err
	}
	help := ""
	err = v.inSession(cmd.Context(), func(ctx context.Context, s *runtime.Session) (err error) {
		help, err = v.runScript(ctx, s, args, values)
		return v.misplaced(cmd, args, err)
	})
	if help != "" {
		v.result = nil
		_, err = io.WriteString(v.out, help)
	}
	return err
}

// runScript compiles the script and runs it, or returns its help.
func (v *invocation) runScript(ctx context.Context, s *runtime.Session, args []string, values map[string]any) (help string, err error) {
	src := v.scriptSource()
	src.Args, src.Values = args, values
	p, err := starlib.Compile(s, src)
	if err != nil {
		return "", err
	}
	if asksHelp(args) {
		return p.Help(), nil
	}
	return "", p.Run(ctx, s)
}

// asksHelp reports whether --help is among the script flags.
func asksHelp(args []string) bool {
	for _, a := range args {
		switch a {
		case "--":
			return false
		case "--help", "-h":
			return true
		}
	}
	return false
}

// misplaced explains a flag of devstar that stands behind the script.
func (v *invocation) misplaced(cmd *cobra.Command, args []string, err error) error {
	e, ok := err.(*runtime.Error)
	if !ok || e.Reason != "usage" {
		return err
	}
	for _, a := range args {
		if name, _, _ := strings.Cut(a, "="); slices.Contains(flagNames(cmd), name) {
			e.Hint = name + " is a flag of devstar: put it before the script"
			v.settings.json = v.settings.json || name == "--json"
		}
	}
	return e
}

// runPlan compiles a JSON plan and runs it.
func (v *invocation) runPlan(cmd *cobra.Command, args []string) error {
	if len(args) > 0 || v.settings.argsFile != "" {
		return usageError("a JSON plan takes no arguments", "write the values into the plan, or use a script with def main(...)")
	}
	return v.inSession(cmd.Context(), func(ctx context.Context, s *runtime.Session) error {
		plan, err := s.CompilePlan(v.source.name, v.source.text)
		if err != nil {
			return err
		}
		return s.RunPlan(ctx, plan)
	})
}

// readArguments reads the file of --args-file; nil without one.
func readArguments(file string) (map[string]any, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, configError("args_file", fmt.Sprintf("cannot read --args-file: %v", err), "name a JSON file")
	}
	doc, err := strictjson.Decode(text)
	if err != nil {
		e := configError("args_file", fmt.Sprintf("%s: %v", file, err), `write {"parameter": value, ...}`)
		if at, ok := err.(*strictjson.Error); ok {
			e.Message, e.Position = at.Message, &runtime.Position{File: file, Line: at.Line, Column: at.Column}
		}
		return nil, e
	}
	values, ok := doc.Value.(map[string]any)
	if !ok {
		return nil, configError("args_file", file+": want a JSON object", `write {"parameter": value, ...}`)
	}
	return values, nil
}
