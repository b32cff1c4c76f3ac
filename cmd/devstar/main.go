// Command devstar runs plans that edit source trees.
//
//	devstar run [flags] SCRIPT      run a plan: a .star or .json file, or - for standard input
//	devstar check [flags] SCRIPT    compile a plan and run nothing
//	devstar repl [flags]            type a plan piece by piece
//	devstar apply [flags] [FILE|-]  apply a *** Begin Patch envelope and write it
//	devstar recover                 show, finish or take back a write that was interrupted
//	devstar policy check|explain|init
//	                                look at rules for approvals, and begin a policy
//	devstar lsp                     serve an editor: a language server
//	devstar test [flags] [PATH...]  run the tests of scripts
//	devstar fmt [flags] [PATH...]   lay out scripts
//	devstar steps                   list the steps of plans and the engines behind them
//	devstar config show             print the configuration that is in effect
//	devstar init                    write a first devstar.toml
//	devstar version                 say which build this is
//
// It holds flags, the terminal and rendering. What a plan can do lives in package runtime, how a script says it in
// package starlib; nothing here decides about a plan.
package main

// This file starts the program and holds the root command.

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"devstar/runtime"
)

func main() {
	collectLater(os.Getenv)
	survivePipes()
	ctx, stop := interruptible(context.Background())
	code := execute(ctx, os.Args[1:], systemConsole())
	stop()
	os.Exit(code)
}

// invocation is one call of the program: where it talks to, what it was asked, and what came of it.
type invocation struct {
	console
	settings settings
	source   source          // the script, for the lines that errors show
	library  library         // what it loaded
	result   *runtime.Result // nil: the command has printed what it had to say, and code is its exit code
	code     int
	recorded int // questions written to the file of --record
}

// execute runs the command that args name and returns the exit code.
func execute(ctx context.Context, args []string, c console) int {
	v := &invocation{console: c}
	root := newRoot(v)
	root.SetArgs(args)
	if err := root.ExecuteContext(ctx); err != nil {
		v.settings.json = v.settings.json || wantsJSON(args)
		v.result = runtime.Failed(asError(err))
	}
	if v.result == nil {
		return v.code
	}
	return v.show()
}

// asError turns what a command returned into the error of a result; cobra's own errors are mistakes of usage.
func asError(err error) *runtime.Error {
	var own *runtime.Error
	if errors.As(err, &own) {
		return own
	}
	return usageError(err.Error(), "devstar --help lists the commands")
}

func newRoot(v *invocation) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:               "devstar",
		Short:             "Run plans that edit source trees",
		Args:              cobra.ArbitraryArgs,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		RunE: func(cmd *cobra.Command, args []string) error {
			if version && len(args) == 0 {
				return v.version()
			}
			return unknownCommand(cmd, args)
		},
	}
	root.Flags().BoolVar(&version, "version", false, "say which build this is")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp())
	root.SetIn(v.in)
	root.SetOut(v.out)
	root.SetErr(v.err)
	root.AddCommand(
		newRun(v), newCheck(v), newRepl(v), newApply(v), newRecover(v), newPolicy(v),
		newTest(v), newFmt(v), newDoc(v), newStubs(v), newLSP(v),
		newSteps(v), newConfig(v), newInit(v), newVersion(v),
	)
	return root
}

func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show what a command does and its flags",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			topic, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(cmd.Root(), args)
			}
			topic.InitDefaultHelpFlag()
			return topic.Help()
		},
	}
}
