package main

// This file is devstar policy init: a policy to begin with, from what a script can do.

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"devstar/runtime"
	"devstar/runtime/approval"
	"devstar/starlib"
)

func newPolicyInit(v *invocation) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "init [flags] SCRIPT",
		Short: "Print a policy to begin with, from what a script can do",
		Long: `Print a policy to begin with, from what a script can do: a rule for each effect that SCRIPT or a file it loads can raise,
with the places as reason, and a last one that refuses everything else. What stays in memory is allowed, what changes the
disk is asked about; narrow the rules down with "match".`,
		Example: "  devstar policy init refactor.star > policy.json",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError("policy init takes one SCRIPT", "devstar policy init refactor.star")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return v.initPolicy(cmd, args[0]) },
	}
	v.settings.treeFlags(cmd.Flags())
	v.settings.scriptFlags(cmd.Flags())
	return cmd
}

// begun is what policy init prints with --json.
type begun struct {
	Effects []runtime.EffectUse `json:"effects"`
	Policy  jsonText            `json:"policy"`
}

// jsonText is text that is JSON already.
type jsonText []byte

// MarshalJSON returns the text.
func (t jsonText) MarshalJSON() ([]byte, error) { return t, nil }

func (v *invocation) initPolicy(cmd *cobra.Command, script string) (err error) {
	if err := v.settings.validate(cmd.Flags()); err != nil {
		return err
	}
	if v.source, err = readScript(cmd.Context(), v.in, script); err != nil {
		return err
	}
	uses, err := v.effects()
	if err != nil {
		return err
	}
	policy := approval.FormatPolicy(startingRules(v.source.name, uses))
	if v.settings.json {
		return v.object(begun{uses, policy})
	}
	return v.say(strings.TrimSuffix(string(policy), "\n"))
}

// effects lists what the source can raise.
func (v *invocation) effects() ([]runtime.EffectUse, error) {
	root, err := openRoot(v.settings.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	s, err := runtime.New(runtime.Options{FS: root})
	if err != nil {
		return nil, err
	}
	if v.source.json {
		plan, err := s.CompilePlan(v.source.name, v.source.text)
		if err != nil {
			return nil, err
		}
		return plan.Effects(), nil
	}
	p, err := starlib.Compile(nil, v.scriptSource())
	if err != nil {
		return nil, err
	}
	return p.Effects(), nil
}

// startingRules is a policy to begin with.
func startingRules(script string, uses []runtime.EffectUse) []approval.Rule {
	var rules []approval.Rule
	for _, u := range uses {
		r := approval.Rule{Effects: []string{u.Effect}, Action: approval.Allow, Reason: "stays in memory; " + placesText(u.Places)}
		if runtime.Describe(u.Effect, nil, nil).Disk {
			r.Action, r.Reason = approval.Ask, "changes the disk; "+placesText(u.Places)
		}
		rules = append(rules, r)
	}
	return append(rules, approval.Rule{Effects: []string{"*"}, Action: approval.Deny, Reason: "not among what " + script + " could do when this policy was begun"})
}

// placesText names the first places.
func placesText(places []runtime.Position) string {
	const most = 5
	var names []string
	for _, at := range places[:min(len(places), most)] {
		if at.File == "" {
			return "the paths of the plan"
		}
		names = append(names, fmt.Sprintf("%s:%d", at.File, at.Line))
	}
	text := strings.Join(names, ", ")
	if more := len(places) - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
