package main

// This file is devstar config show: the effective configuration, with where each value comes from.

import (
	"encoding/json"
	"io"

	"github.com/spf13/cobra"

	"devstar/runtime/config"
)

func newConfig(v *invocation) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Look at the configuration",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return usageError("config takes show", "devstar config show prints what is in effect")
		},
	}
	cmd.AddCommand(newConfigShow(v))
	return cmd
}

func newConfigShow(v *invocation) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show [flags]",
		Short:   "Print what is in effect, and where each value comes from",
		Long:    "Print every value that is in effect, one a line, with where it comes from: file and line, or default.",
		Example: "  devstar config show --root ../app",
		Args:    noArguments,
		RunE:    func(*cobra.Command, []string) error { return v.showConfig() },
	}
	v.settings.treeFlags(cmd.Flags())
	return cmd
}

func (v *invocation) showConfig() error {
	root, err := openRoot(v.settings.root)
	if err != nil {
		return err
	}
	root.Close()
	c, err := v.configure()
	if err != nil {
		return err
	}
	if v.settings.json {
		text, err := json.Marshal(map[string]any{"file": c.File, "values": c.Entries()})
		if err != nil {
			return err
		}
		return v.say(string(text))
	}
	_, err = io.WriteString(v.out, config.String(c.Entries()))
	return err
}
