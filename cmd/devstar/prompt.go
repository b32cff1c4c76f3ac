package main

// This file asks a person: it shows the question and takes the answer. Whatever is not clearly a yes is a no.

import (
	"context"
	"fmt"
	"io"
	"strings"

	"devstar/runtime"
	"devstar/runtime/approval"
)

// prompt is the person at a terminal.
type prompt struct {
	*terminal
	asked int
}

func newPrompt(t *terminal) *prompt { return &prompt{terminal: t} }

// Ask shows an effect and reads the answer.
func (p *prompt) Ask(ctx context.Context, e *runtime.Effect) (approval.Reply, error) {
	p.asked++
	if err := p.show(ctx, question(e, p.asked, p.style)); err != nil {
		return approval.Reply{}, err
	}
	for {
		answer, ok, err := p.line(ctx, p.style.bold(fmt.Sprintf("Allow this %s? [y/n/a/A/q, ? for help] ", e.Name)))
		switch {
		case err != nil:
			return approval.Reply{}, err
		case !ok:
			return no("the input ended without an answer"), nil
		case answer == "?":
			io.WriteString(p.out, help(e))
		default:
			return p.reply(ctx, e, answer)
		}
	}
}

// no is a refusal.
func no(reason string) approval.Reply { return approval.Reply{By: "person", Reason: reason} }

// reply turns an answer into what it means.
func (p *prompt) reply(ctx context.Context, e *runtime.Effect, answer string) (approval.Reply, error) {
	yes := approval.Reply{Allow: true, By: "person"}
	answer = strings.TrimSpace(answer)
	reason, why := strings.CutPrefix(answer, "n ")
	switch {
	case answer == "y":
		return yes, nil
	case answer == "n":
		return no(""), nil
	case why:
		return no(strings.TrimSpace(reason)), nil
	case answer == "a":
		yes.Always = []approval.Rule{approval.Always(e)}
		return yes, nil
	case answer == "A":
		return p.below(ctx, e, yes)
	case answer == "q":
		r := no("no to this and to all that follow")
		r.Quit = true
		return r, nil
	case answer == "":
		return p.unclear("an empty answer")
	}
	return p.unclear(fmt.Sprintf("%q", answer))
}

// unclear is the no to an answer that is none, and says so.
func (p *prompt) unclear(answer string) (approval.Reply, error) {
	fmt.Fprintf(p.out, "%s is no yes: it counts as no. The answers are y, n, n REASON, a, A, q and ?\n", answer)
	return no("not answered with y"), nil
}

// below shows the directory that an answer is about before it takes it.
func (p *prompt) below(ctx context.Context, e *runtime.Effect, yes approval.Reply) (approval.Reply, error) {
	dir := approval.Around(e)
	answer, ok, err := p.line(ctx, p.style.bold(fmt.Sprintf("Always allow %s %s in this run? [y/n] ", e.Name, belowText(dir))))
	if err != nil {
		return approval.Reply{}, err
	}
	if !ok || strings.TrimSpace(answer) != "y" {
		return no("always was not confirmed"), nil
	}
	yes.Always = []approval.Rule{approval.AlwaysBelow(e.Name, dir)}
	return yes, nil
}

// belowText names a directory and everything in it.
func belowText(dir string) string {
	if dir == "." {
		return "anywhere in the tree"
	}
	return "in and below " + visible(dir) + "/"
}

// help lists the answers.
func help(e *runtime.Effect) string {
	return fmt.Sprintf(`  y         yes, this once
  n         no
  n REASON  no, and the reason, which the plan is told
  a         yes, and always in this run: %[1]s of exactly these paths
  A         yes, and always in this run: %[1]s %[2]s (asks once more)
  q         no to this and to all that follow
  ?         this list
Anything else, an empty line or the end of the input is no.
`, e.Name, belowText(approval.Around(e)))
}
