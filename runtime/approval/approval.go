// Package approval is the host's side of approvals: policy rules, the mode for what no rule covers, and whoever is asked.
// A Host is a runtime.Gate. The script's handlers have spoken before it is asked; it never lets them lift its no.
//
// It draws no prompt: an Asker does.
package approval

// This file decides: rules first, then the mode.

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"devstar/runtime"
)

// Mode says what happens to an effect that no rule covers.
type Mode string

// The modes.
const (
	ModeAsk    Mode = "ask"    // a script handler's yes is enough; otherwise a person is asked
	ModeScript Mode = "script" // a script handler's yes is enough; otherwise it is refused
	ModeHost   Mode = "host"   // only a person or a rule can allow what changes the disk
	ModeAll    Mode = "all"    // allowed
	ModeNone   Mode = "none"   // what changes the disk is refused
)

// Modes lists the modes.
func Modes() []string {
	return []string{string(ModeAsk), string(ModeScript), string(ModeHost), string(ModeAll), string(ModeNone)}
}

// Reply is what a person, or what stands for one, answers to one question.
type Reply struct {
	Allow  bool
	Reason string // of a refusal
	Next   string // how it could be allowed
	By     string // person, answers, dry run
	Always []Rule // rules to keep for the rest of the run
	Quit   bool   // no to this and to all that follow
}

// Asker asks a person.
type Asker interface {
	Ask(ctx context.Context, e *runtime.Effect) (Reply, error)
}

// Host decides by rules, mode and a person. The zero value is mode ask with nobody to ask.
type Host struct {
	Rules []Rule // top down, the first match decides
	Mode  Mode   // "" means ask
	Asker Asker  // nil when nobody can be asked

	quit  bool
	given []Rule // from "always" answers, newest last
}

// Given returns the rules that came from "always" answers, in the order in which they were given.
func (h *Host) Given() []Rule { return h.given }

// Outcome is what rules and mode come to, before anybody is asked.
type Outcome struct {
	Action Action // allow, deny, or ask: a person decides
	Rule   *Rule  // that decided; nil when the mode did
	By     string // policy, mode, script, person (an "always" answer)
	Reason string // of a denial
	Next   string // how it could be allowed
}

// Ask decides about an effect.
func (h *Host) Ask(ctx context.Context, e *runtime.Effect) (runtime.Decision, error) {
	o := h.Explain(e)
	if o.Action == Ask {
		return h.person(ctx, e)
	}
	note := o.Action == Allow && e.Disk && (o.Rule != nil || o.By == "mode" && e.Name != "write")
	return runtime.Decision{Allow: o.Action == Allow, By: o.By, Reason: o.Reason, Next: o.Next, Note: note}, nil
}

// Explain says what rules and mode come to. It asks nobody and remembers nothing.
func (h *Host) Explain(e *runtime.Effect) Outcome {
	rule, found := h.match(e)
	if !found {
		return h.byMode(e)
	}
	o := Outcome{Action: rule.Action, Rule: &rule, By: rule.by()}
	switch {
	case rule.Action == Deny:
		o.Reason = rule.why()
	case rule.Action == Allow && e.Script == runtime.Asked && o.By == "policy":
		o.Action = Ask // the script wants a person, and no person has spoken yet
	}
	return o
}

// match finds the first rule for e; "always" answers come after the policy's own denials and before the rest.
func (h *Host) match(e *runtime.Effect) (Rule, bool) {
	rule, found := First(h.Rules, e)
	if found && rule.Action == Deny {
		return rule, true
	}
	if given, ok := First(h.given, e); ok {
		return given, true
	}
	return rule, found
}

// byMode decides about what no rule covers.
func (h *Host) byMode(e *runtime.Effect) Outcome {
	mode := cmp.Or(h.Mode, ModeAsk)
	switch {
	case e.Script != runtime.Asked && !needsApproval(e, mode), mode == ModeAll:
		return Outcome{Action: Allow, By: "mode"}
	case mode == ModeNone:
		return Outcome{Action: Deny, By: "mode", Reason: "--approve=none", Next: allowHint(e)}
	case e.Script == runtime.Approved && mode != ModeHost:
		return Outcome{Action: Allow, By: "script"}
	case mode == ModeScript:
		return Outcome{Action: Deny, By: "mode", Reason: "no handler of the script approved it", Next: allowHint(e)}
	}
	return Outcome{Action: Ask, By: "mode", Next: allowHint(e)}
}

// needsApproval reports whether the mode wants someone's yes for e. What stays in memory needs none, and a write in a script
// is its own consent but for the strict modes.
func needsApproval(e *runtime.Effect, mode Mode) bool {
	strict := mode == ModeHost || mode == ModeNone
	return e.Disk && (strict || strings.HasPrefix(e.Name, "fs."))
}

// person asks, and keeps what was answered for good.
func (h *Host) person(ctx context.Context, e *runtime.Effect) (runtime.Decision, error) {
	if h.quit {
		return runtime.Decision{By: "person", Reason: "no to all that follow"}, nil
	}
	if h.Asker == nil {
		return runtime.Decision{By: "mode", Reason: "nobody can be asked", Next: allowHint(e)}, nil
	}
	if err := e.Verify(ctx); err != nil {
		return runtime.Decision{}, err
	}
	r, err := h.Asker.Ask(ctx, e)
	if err != nil {
		return runtime.Decision{}, err
	}
	h.quit = h.quit || r.Quit
	h.given = append(h.given, r.Always...)
	return runtime.Decision{Allow: r.Allow, By: r.By, Reason: r.Reason, Next: r.Next, Note: true}, nil
}

// allowHint says how the effect could be allowed.
func allowHint(e *runtime.Effect) string {
	target := ""
	if len(e.Paths) == 1 {
		target = ":" + escape(e.Paths[0])
	}
	return fmt.Sprintf("whoever runs the plan can pass --allow %s%s or --approve=all; a script cannot", e.Name, target)
}
