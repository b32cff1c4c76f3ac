package main

// This file defines the flags that commands share, and checks their values.

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"devstar/runtime"
	"devstar/runtime/config"
	"devstar/workspace"
)

// settings are the values of the flags.
type settings struct {
	root        string
	config      string
	configured  *config.Config // what --config or the root gave, once it is read
	scriptRoot  string
	argsFile    string
	json        bool
	approvals   approvals
	agentCwd    string
	noFsync     bool
	lockTimeout time.Duration
	maxSteps    int64
	timeout     time.Duration
	limits      workspace.Limits
}

// treeFlags are the flags of every command that looks at a plan.
func (s *settings) treeFlags(f *pflag.FlagSet) {
	s.rootFlag(f)
	f.StringVar(&s.config, "config", "", "take engines, limits and approvals from `FILE` instead of devstar.toml of the root")
	s.jsonFlag(f)
}

// rootFlag names the tree.
func (s *settings) rootFlag(f *pflag.FlagSet) {
	f.SortFlags = false
	f.StringVar(&s.root, "root", ".", "edit the tree in `DIR`")
}

// jsonFlag is the flag of every command.
func (s *settings) jsonFlag(f *pflag.FlagSet) {
	f.SortFlags = false
	f.BoolVar(&s.json, "json", false, "print one object on standard output")
}

// runFlags are the flags of every command that runs something.
func (s *settings) runFlags(f *pflag.FlagSet) {
	s.treeFlags(f)
	s.approvals.ruleFlags(f)
	s.approvals.runFlags(f)
	f.StringVar(&s.agentCwd, "agent-cwd", "", "the agent's working directory, a `DIR` inside the root, for fs calls with\nuse_agent_cwd=True; a relative one is taken from the root")
	f.DurationVar(&s.lockTimeout, "lock-timeout", 10*time.Second, "wait `DURATION` for another devstar that writes in the tree; 0 for not at all")
	f.BoolVar(&s.noFsync, "no-fsync", false, "do not wait until the disk has what was written")
	f.Int64Var(&s.maxSteps, "max-steps", 0, "stop after `N` steps of the interpreter (default 500000000)")
	f.DurationVar(&s.timeout, "timeout", 0, "stop after `DURATION`, such as 30s (default none)")
	f.IntVar(&s.limits.Files, "max-files", 0, "hold at most `N` files (default 100000)")
	f.Int64Var(&s.limits.FileBytes, "max-file-bytes", 0, "hold no file above `N` bytes (default 16777216)")
	f.Int64Var(&s.limits.TotalBytes, "max-total-bytes", 0, "hold at most `N` bytes in all (default 1073741824)")
	f.IntVar(&s.limits.Depth, "max-depth", 0, "hold no path of more than `N` components (default 64)")
}

// scriptFlags are the flags of every command that compiles a script.
func (s *settings) scriptFlags(f *pflag.FlagSet) {
	f.StringVar(&s.scriptRoot, "script-root", "", "load \"//x.star\" from `DIR` (default: the nearest directory above SCRIPT with\ndevstar.toml or .git)")
}

// validate refuses values of flags that mean nothing.
func (s *settings) validate(f *pflag.FlagSet) error {
	if err := s.approvals.validate(f); err != nil {
		return err
	}
	if s.lockTimeout < 0 {
		return usageError(fmt.Sprintf("--lock-timeout=%s is no time to wait", s.lockTimeout), "give a duration such as 30s, or 0 for not at all")
	}
	if given := f.Lookup("script-root"); given != nil && given.Changed {
		if info, err := os.Stat(s.scriptRoot); err != nil || !info.IsDir() {
			return configError("script_root", fmt.Sprintf("--script-root %s is not a directory", s.scriptRoot), "name the directory that holds the scripts to load")
		}
	}
	for _, limit := range []struct {
		flag  string
		value int64
	}{
		{"max-steps", s.maxSteps}, {"timeout", int64(s.timeout)}, {"max-files", int64(s.limits.Files)},
		{"max-file-bytes", s.limits.FileBytes}, {"max-total-bytes", s.limits.TotalBytes}, {"max-depth", int64(s.limits.Depth)},
	} {
		if given := f.Lookup(limit.flag); given != nil && given.Changed && limit.value <= 0 {
			return usageError(fmt.Sprintf("--%s=%s is no limit", limit.flag, given.Value), "give a number above 0, or leave the flag out for the default")
		}
	}
	return nil
}

// limitFlag returns the flag that raises a limit, "" for none; reason is the one of the error.
func limitFlag(reason string) string {
	switch reason {
	case "files", "file_bytes", "total_bytes", "depth":
		return "--max-" + strings.ReplaceAll(reason, "_", "-")
	case "max_steps":
		return "--max-steps"
	case runtime.ReasonTimeout:
		return "--timeout"
	}
	return ""
}

// raise puts the flag into the hint of a limit that was reached: below this package nobody knows of flags.
func raise(e *runtime.Error) {
	if e == nil || (e.Code != runtime.CodeBounds && e.Code != runtime.CodeLimit) {
		return
	}
	if flag := limitFlag(e.Reason); flag != "" && !strings.Contains(e.Hint, flag) {
		e.Hint = "raise it with " + flag + ", or let the plan do less"
	}
}
