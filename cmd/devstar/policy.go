package main

// This file is devstar policy check: a look at a policy without a run.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"devstar/runtime/approval"
)

func newPolicy(v *invocation) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "Look at rules for approvals, and begin a policy",
		Long: `Look at rules for approvals, and begin a policy.

A policy is a JSON file with rules that are tried from the top down; the first that matches decides about an effect:
{"version": 1, "rules": [{"effect": "fs.edit", "match": {"paths": "src/**"}, "action": "allow"}]}`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return unknownCommand(cmd, args) },
	}
	cmd.AddCommand(newPolicyCheck(v), newPolicyExplain(v), newPolicyInit(v))
	return cmd
}

func newPolicyCheck(v *invocation) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "check FILE",
		Short:   "Say whether a policy can be read, and which rules never decide",
		Example: "  devstar policy check policy.json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError("policy check takes one FILE", "devstar policy check policy.json")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return v.checkPolicy(args[0]) },
	}
	v.settings.jsonFlag(cmd.Flags())
	return cmd
}

// checkedPolicy is what policy check says. Its JSON form is this struct.
type checkedPolicy struct {
	OK       bool     `json:"ok"`
	File     string   `json:"file"`
	Rules    int      `json:"rules"`
	Warnings []string `json:"warnings"`
}

func (v *invocation) checkPolicy(file string) error {
	rules, err := policyRules(file)
	if err != nil {
		return err
	}
	c := checkedPolicy{OK: true, File: file, Rules: len(rules), Warnings: []string{}}
	idle := approval.Unreachable(rules)
	for i := range rules {
		if before, ok := idle[i]; ok {
			c.Warnings = append(c.Warnings, fmt.Sprintf("rule %d never decides: rule %d matches all that it does", i+1, before+1))
		}
	}
	if v.settings.json {
		return v.object(c)
	}
	lines := []string{fmt.Sprintf("%s: ok, %s", visible(file), count(c.Rules, "rule"))}
	for _, w := range c.Warnings {
		lines = append(lines, v.outStyle.yellow("warning")+": "+w)
	}
	return v.say(strings.Join(lines, "\n"))
}

// effectName refuses what is no effect.
func effectName(name string) error {
	if slices.Contains(approval.Effects(), name) {
		return nil
	}
	_, err := flagRules(approval.Allow, []string{name})
	if err == nil { // a pattern, or a name with paths behind it
		return usageError(fmt.Sprintf("%q is no name of an effect", name), "the effects are "+strings.Join(approval.Effects(), ", "))
	}
	e := asError(err)
	_, e.Message, _ = strings.Cut(e.Message, ": ")
	return e
}
