package main

// This file is devstar policy explain: which rule or mode would decide about an effect, and how.

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"devstar/runtime"
	"devstar/runtime/approval"
	"devstar/workspace"
)

func newPolicyExplain(v *invocation) *cobra.Command {
	var about explained
	cmd := &cobra.Command{
		Use:   "explain [flags] EFFECT PATH...",
		Short: "Say which rule or mode would decide about an effect, and how",
		Long: `Say which rule or mode would decide about an effect, and how. PATH are all names that the effect would touch, relative to
the root; of a directory that is removed, copied or moved also what is in it.`,
		Example: "  devstar policy explain --policy policy.json fs.edit src/a.go\n  devstar policy explain --approve=host --deny 'write:docs/**' write docs/a.md src/a.go",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usageError("policy explain takes an EFFECT and at least one PATH", "such as devstar policy explain fs.edit src/a.go")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return v.explainPolicy(about, args[0], args[1:]) },
	}
	v.settings.treeFlags(cmd.Flags())
	v.settings.approvals.ruleFlags(cmd.Flags())
	cmd.Flags().StringVar(&about.origin, "origin", "", "the effect comes from the script `FILE`")
	cmd.Flags().BoolVar(&about.replaces, "replaces", false, "the effect replaces something")
	return cmd
}

// explained is what policy explain says. Its JSON form is this struct.
type explained struct {
	Effect  string   `json:"effect"`
	Paths   []string `json:"paths"`
	Outcome string   `json:"outcome"` // allow, deny, or ask: a person is asked, and without one it is refused
	By      string   `json:"by"`      // policy or mode
	Rule    string   `json:"rule,omitempty"`
	Reason  string   `json:"reason,omitempty"`
	Mode    string   `json:"mode"`
	Script  string   `json:"script,omitempty"` // what becomes of it when a handler of the script approves, where that is something else

	origin   string
	replaces bool
}

func (v *invocation) explainPolicy(x explained, effect string, paths []string) error {
	if v.settings.approvals.mode == modeRecord {
		return usageError("--approve=record decides nothing", "explain the mode of the real run; with --answers that is host")
	}
	if err := effectName(effect); err != nil {
		return err
	}
	rules, err := v.rules()
	if err != nil {
		return err
	}
	x.Effect, x.Mode = effect, cmp.Or(v.settings.approvals.mode, "ask")
	for _, p := range paths {
		clean, err := workspace.ParsePath(p)
		if err != nil {
			return usageError(err.Error(), "name paths relative to the root")
		}
		x.Paths = append(x.Paths, string(clean))
	}
	x.decide(&approval.Host{Rules: rules, Mode: approval.Mode(x.Mode)})
	if v.settings.json {
		return v.object(x)
	}
	return v.say(x.text())
}

// decide fills in what the host would say.
func (x *explained) decide(h *approval.Host) {
	e := runtime.Describe(x.Effect, x.Paths, map[string]any{"replaces": x.replaces})
	e.Origin.File = x.origin
	o := h.Explain(e)
	x.Outcome, x.By, x.Reason = string(o.Action), o.By, o.Reason
	if o.Rule != nil {
		x.Rule = o.Rule.Source
		x.Reason = o.Rule.Reason
		return
	}
	e.Script = runtime.Approved
	if with := h.Explain(e).Action; with != o.Action {
		x.Script = string(with)
	}
}

// text says it in words.
func (x *explained) text() string {
	words := map[string]string{"allow": "allowed", "deny": "refused", "ask": "a person is asked; where nobody can be, it is refused"}
	line := fmt.Sprintf("%s %s: %s", x.Effect, joined(x.Paths), words[x.Outcome])
	if x.Rule != "" {
		line += "\n  by " + visible(x.Rule)
		if x.Reason != "" {
			line += ": " + visible(x.Reason)
		}
	} else {
		line += "\n  by --approve=" + x.Mode + ": no rule matches"
	}
	if x.Outcome == "allow" && !strings.HasPrefix(x.Effect, "fs.") && x.By == "mode" && x.Effect != "write" {
		line += "; it stays in memory"
	}
	if x.Script != "" {
		line += "\n  " + words[x.Script] + " when a handler of the script approves it"
	}
	return line
}
