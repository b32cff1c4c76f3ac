package main

// This file explains mistakes in the arguments of the program: what was wrong and what was probably meant.

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"devstar/runtime"
	"devstar/runtime/spec"
)

// usageError is a mistake in the arguments; nothing ran.
func usageError(message, hint string) *runtime.Error {
	e := runtime.NewError(runtime.CodeConfig, "", message, hint)
	e.Reason = "usage"
	return e
}

// flagError explains what the flag parser refused.
func flagError(cmd *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		invalid *pflag.InvalidValueError
		missing *pflag.ValueRequiredError
	)
	switch {
	case !cmd.HasParent() && cmd.Flags().NArg() > 0:
		return unknownCommand(cmd, cmd.Flags().Args())
	case errors.As(err, &unknown):
		given := "-" + unknown.GetSpecifiedShortnames()
		if given == "-" {
			given = "--" + unknown.GetSpecifiedName()
		}
		return usageError(fmt.Sprintf("unknown flag %s for %s", given, cmd.CommandPath()), flagHint(cmd, given))
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		return usageError(fmt.Sprintf("--%s=%s is no %s", f.Name, invalid.GetValue(), kindOf(f)), valueHint(f))
	case errors.As(err, &missing):
		f := missing.GetFlag()
		return usageError(fmt.Sprintf("--%s has no value", f.Name), valueHint(f))
	}
	return usageError(err.Error(), listsFlags(cmd))
}

// flagHint offers the flag that was probably meant.
func flagHint(cmd *cobra.Command, given string) string {
	if !cmd.HasParent() {
		return "flags come after the command, such as devstar run --json SCRIPT"
	}
	return cmp.Or(spec.Suggest(given, flagNames(cmd)), listsFlags(cmd))
}

// kindOf says what the value of a flag is.
func kindOf(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int", "int64":
		return "whole number"
	case "bool":
		return "true or false"
	}
	return f.Value.Type()
}

// valueHint shows a value that a flag takes.
func valueHint(f *pflag.Flag) string {
	example := map[string]string{"whole number": "1000", "duration": "30s", "true or false": "true"}[kindOf(f)]
	if example == "" {
		example, _ = pflag.UnquoteUsage(f)
	}
	return fmt.Sprintf("write --%s=%s", f.Name, example)
}

func listsFlags(cmd *cobra.Command) string { return cmd.CommandPath() + " --help lists the flags" }

// flagNames returns the flags of a command with their dashes, in order.
func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return names
}

// unknownCommand is the error for words that start no command.
func unknownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usageError("no command is given", "start with devstar run SCRIPT; devstar --help lists the commands")
	}
	var names []string
	for _, sub := range root.Commands() {
		names = append(names, sub.Name())
	}
	hint := spec.Suggest(args[0], names)
	if ext := filepath.Ext(args[0]); ext == ".star" || ext == ".json" {
		hint = "to run a plan: devstar run " + args[0]
	}
	return usageError(fmt.Sprintf("unknown command %q", args[0]), cmp.Or(hint, "devstar --help lists the commands"))
}

// aScript demands a script. What follows it is the script's own.
func aScript(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || args[0] == "" {
		return usageError("no script is given", fmt.Sprintf("%s SCRIPT, where SCRIPT is a .star or .json file, or - for standard input", cmd.CommandPath()))
	}
	return nil
}

// oneScript demands a script and nothing else.
func oneScript(cmd *cobra.Command, args []string) error {
	if err := aScript(cmd, args); err != nil || len(args) == 1 {
		return err
	}
	name, _, _ := strings.Cut(args[1], "=")
	if slices.Contains(flagNames(cmd), name) {
		return usageError(fmt.Sprintf("%s stands after the script", name), fmt.Sprintf("put it before the script: %s %s %s", cmd.CommandPath(), args[1], args[0]))
	}
	return usageError(fmt.Sprintf("unexpected argument %q after the script", args[1]), "a script takes no arguments here: write the value into the script")
}

// noArguments refuses any argument.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usageError(fmt.Sprintf("unexpected argument %q", args[0]), cmd.CommandPath()+" takes flags only")
}

// wantsJSON reports whether --json is among arguments that could not be parsed, so that their error is an object too.
func wantsJSON(args []string) bool {
	for _, a := range args {
		switch a {
		case "--":
			return false
		case "--json", "--json=true":
			return true
		}
	}
	return false
}
