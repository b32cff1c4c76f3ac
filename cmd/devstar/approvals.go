package main

// This file turns the flags about approvals into the gate of a run: rules, mode, and whoever is asked.

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"devstar/runtime"
	"devstar/runtime/approval"
	"devstar/runtime/spec"
)

// approvals are the values of the flags about approvals.
type approvals struct {
	mode        string
	policy      string
	allow, deny []string
	save        string
	record      string
	answers     string
	dryRun      bool
	exitCode    bool
}

// modeRecord is the mode that is no verdict: every question is written down.
const modeRecord = "record"

// approveModes are the values of --approve.
func approveModes() []string { return append(approval.Modes(), modeRecord) }

// ruleFlags are the flags that say what may happen, without a run.
func (a *approvals) ruleFlags(f *pflag.FlagSet) {
	f.StringVar(&a.mode, "approve", "ask", "who may allow what changes the disk and no rule covers; `MODE` is one of\n"+strings.Join(approveModes(), ", "))
	f.StringVar(&a.policy, "policy", "", "take rules from `FILE` (JSON; devstar policy check)")
	f.StringArrayVar(&a.allow, "allow", nil, "allow `EFFECT[:GLOB]`, before the rules of a policy; may be repeated")
	f.StringArrayVar(&a.deny, "deny", nil, "refuse `EFFECT[:GLOB]`, before everything else; may be repeated")
}

// runFlags are the other flags of a run.
func (a *approvals) runFlags(f *pflag.FlagSet) {
	f.StringVar(&a.save, "save-policy", "", "keep \"always\" answers in the policy `FILE`")
	f.StringVar(&a.record, "record", "", "with --approve=record: write every question to `FILE`, change nothing")
	f.StringVar(&a.answers, "answers", "", "accept exactly the questions that are marked yes in `FILE`")
	f.BoolVar(&a.dryRun, "dry-run", false, "change nothing: show the diff and the operations")
	f.BoolVar(&a.exitCode, "exit-code", false, "with --dry-run: end with 4 when something would change")
}

// dry reports whether the disk is left alone.
func (a *approvals) dry() bool { return a.dryRun || a.mode == modeRecord }

// validate refuses combinations that mean nothing.
func (a *approvals) validate(f *pflag.FlagSet) error {
	given := func(name string) bool { return f.Lookup(name) != nil && f.Lookup(name).Changed }
	switch {
	case f.Lookup("approve") != nil && !slices.Contains(approveModes(), a.mode):
		return usageError(fmt.Sprintf("--approve=%s is no mode of approval", a.mode),
			cmp.Or(spec.Suggest(a.mode, approveModes()), "the modes are "+strings.Join(approveModes(), ", ")))
	case f.Lookup("record") == nil:
		return nil
	case a.mode == modeRecord && a.record == "":
		return usageError("--approve=record has no file to record to", "add --record FILE")
	case a.record != "" && a.mode != modeRecord:
		return usageError("--record needs --approve=record", "add --approve=record, or leave --record out")
	case given("answers") && given("approve") && a.mode != string(approval.ModeHost):
		return usageError("--answers and --approve="+a.mode+" contradict each other", "leave --approve out: with --answers only what is marked yes is done")
	case a.exitCode && !a.dryRun:
		return usageError("--exit-code needs --dry-run", "add --dry-run, or leave --exit-code out")
	}
	for _, file := range []string{a.record, a.save} {
		if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
			return usageError(fmt.Sprintf("%s cannot be written: %s is no directory", file, filepath.Dir(file)), "make the directory first, or name another")
		}
	}
	return nil
}

// host builds the gate from flags, policy and configuration.
func (v *invocation) host() (*approval.Host, error) {
	a := &v.settings.approvals
	rules, err := v.rules()
	if err != nil {
		return nil, err
	}
	h := &approval.Host{Rules: rules, Mode: approval.Mode(a.mode)}
	switch {
	case a.mode == modeRecord:
		h.Mode, h.Asker = approval.ModeHost, &approval.Recorder{}
	case a.answers != "":
		text, err := readPolicy(a.answers)
		if err != nil {
			return nil, err
		}
		answers, err := approval.ParseAnswers(a.answers, text)
		if err != nil {
			return nil, policyError(err)
		}
		h.Mode, h.Asker = approval.ModeHost, answers
	case a.dryRun:
		h.Asker = approval.Pretend{}
	case !v.settings.json && v.openTerminal != nil:
		if t := v.openTerminal(v.source.name == stdinName); t != nil {
			h.Asker = newPrompt(t)
		}
	}
	return h, nil
}

// rules gathers all rules in the order in which they are tried.
func (v *invocation) rules() ([]approval.Rule, error) {
	a := &v.settings.approvals
	deny, err := flagRules(approval.Deny, a.deny)
	if err != nil {
		return nil, err
	}
	allow, err := flagRules(approval.Allow, a.allow)
	if err != nil {
		return nil, err
	}
	policy, err := policyRules(a.policy)
	if err != nil {
		return nil, err
	}
	configured, err := v.configuredRules()
	if err != nil {
		return nil, err
	}
	if _, err := keptRules(a.save); err != nil {
		return nil, err
	}
	return approval.Order(deny, allow, append(policy, configured...)), nil
}

// configuredRules are the rules of the table approvals in devstar.toml.
func (v *invocation) configuredRules() ([]approval.Rule, error) {
	c, err := v.configure()
	if err != nil {
		return nil, err
	}
	return c.Approvals, nil
}

func flagRules(action approval.Action, texts []string) ([]approval.Rule, error) {
	var rules []approval.Rule
	for _, text := range texts {
		r, err := approval.ParseRule(action, text)
		if err != nil {
			hint := "write --" + string(action) + " EFFECT or --" + string(action) + " EFFECT:GLOB, such as fs.edit:src/**"
			if near, ok := err.(interface{ Hint() string }); ok {
				hint = cmp.Or(near.Hint(), hint)
			}
			return nil, usageError(fmt.Sprintf("--%s %s: %v", action, text, err), hint)
		}
		rules = append(rules, r)
	}
	return rules, nil
}

// policyRules reads a policy file; "" is none.
func policyRules(file string) ([]approval.Rule, error) {
	if file == "" {
		return nil, nil
	}
	text, err := readPolicy(file)
	if err != nil {
		return nil, err
	}
	rules, err := approval.ParsePolicy(file, text)
	if err != nil {
		return nil, policyError(err)
	}
	return rules, nil
}

// keptRules reads the policy that "always" answers go to; one that is not there yet is empty.
func keptRules(file string) ([]approval.Rule, error) {
	if _, err := os.Lstat(file); errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return policyRules(file)
}

func readPolicy(file string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err == nil {
		return text, nil
	}
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return nil, configError("unreadable", fmt.Sprintf("cannot read %s: %v", file, err), "name a file that can be read")
}

// policyError is a policy or a record that means nothing; its place is the line.
func policyError(err error) error {
	var p *approval.PolicyError
	if !errors.As(err, &p) {
		return err
	}
	e := configError(p.Reason(), p.Message, p.Hint())
	if p.Where != "" {
		e.Message = p.Where + ": " + p.Message
	}
	if p.Line > 0 {
		e.Position = &runtime.Position{File: p.File, Line: p.Line, Column: max(p.Column, 1)}
	} else {
		e.Message = p.File + ": " + e.Message
	}
	return e
}
