package runtime

// This file holds the steps format, lint and check.

import (
	"cmp"
	"context"
	"slices"

	"devstar/runtime/diagnostic"
	"devstar/runtime/engine"
	"devstar/workspace"
)

// LintArgs say what to lint; the zero value lints everything that is held.
type LintArgs struct {
	Paths []string // paths or patterns over held files; nil for all
	Fix   bool     // apply the fixes that linters offer
}

// Checked is what a lint found, and what its fixes changed.
type Checked struct {
	Diagnostics Diagnostics
	Delta       *Delta // never nil
}

// Format formats held files with the configured engines; no patterns means all. The error is of code capability_required where
// none is configured.
func (s *Session) Format(ctx context.Context, patterns []string) (*Delta, error) {
	r, err := s.runEngines(ctx, engine.Format, patterns, false)
	if err != nil {
		return nil, err
	}
	return r.delta(), nil
}

// Lint runs the configured linters. With Fix, what can be fixed is fixed first, and the findings are about what is left.
func (s *Session) Lint(ctx context.Context, a LintArgs) (*Checked, error) {
	r, err := s.runEngines(ctx, engine.Lint, a.Paths, a.Fix)
	if err != nil {
		return nil, err
	}
	return &Checked{Diagnostics: r.all(), Delta: r.delta()}, nil
}

// Check runs every configured checker once over the workspace.
func (s *Session) Check(ctx context.Context) (Diagnostics, error) {
	r, err := s.runEngines(ctx, engine.Check, nil, false)
	if err != nil {
		return nil, err
	}
	return r.all(), nil
}

// runEngines selects, asks, runs, and commits what the engines changed and found, all or nothing of it; only what tools did on
// disk cannot be taken back, and is followed.
func (s *Session) runEngines(ctx context.Context, step engine.Step, patterns []string, fix bool) (*engineRun, error) {
	name := string(step)
	if err := live(ctx, name); err != nil {
		return nil, err
	}
	if err := s.capability(name); err != nil {
		return nil, err
	}
	r, err := s.selectEngines(ctx, step, patterns, fix)
	if err != nil {
		return nil, err
	}
	if len(r.jobs) == 0 {
		s.notes.take(r)
		return r, nil
	}
	err = r.run(ctx)
	if err == nil {
		r.commit()
	}
	for _, look := range r.after {
		err = cmp.Or(err, look())
	}
	if err != nil {
		return nil, s.draftError(ctx, name, err)
	}
	s.notes.take(r)
	return r, nil
}

// selectEngines divides the selected files among the engines.
func (s *Session) selectEngines(ctx context.Context, step engine.Step, patterns []string, fix bool) (*engineRun, error) {
	r := &engineRun{s: s, step: step, fix: fix, edits: map[string]engine.Change{}, covers: func(string) bool { return false }}
	paths := s.ws.Paths()
	if patterns != nil {
		var err error
		if paths, err = s.selectHeld(ctx, string(step), patterns); err != nil {
			return nil, err
		}
		sel, err := workspace.ParseSelector(patterns, nil)
		if err != nil {
			return nil, wrap(ctx, string(step), "", err)
		}
		r.covers = func(p string) bool { return sel.Match(workspace.Path(p)) }
		if err := r.refuseProtected(sel); err != nil {
			return nil, err
		}
	}
	paths = slices.DeleteFunc(paths, func(p workspace.Path) bool {
		f, _ := s.ws.Get(p)
		return f.Opaque || r.writes() && s.protected[p]
	})
	run, unserved := s.engines.registry.Select(step, names(paths))
	for _, u := range unserved {
		r.noteUnserved(u)
	}
	for _, in := range run {
		if in.InPlace && s.treeDir() == "" {
			r.own = append(r.own, Diagnostic{Severity: diagnostic.Warning, Rule: "skipped", Message: "engine " + in.Engine.ID +
				" was skipped: it works on the tree on disk, which must not be touched here"})
			continue
		}
		r.jobs = append(r.jobs, &engineJob{Invocation: in})
	}
	if fix && len(r.jobs) > 0 && !slices.ContainsFunc(r.jobs, func(j *engineJob) bool { return j.Fixable }) {
		r.own = append(r.own, Diagnostic{Severity: diagnostic.Info, Rule: "no_fix", Message: "none of the linters for these files can fix"})
	}
	return r, nil
}

// refuseProtected refuses protected files that are named one by one; patterns pass over them.
func (r *engineRun) refuseProtected(sel workspace.Selector) error {
	for _, p := range sel.Literals() {
		if r.writes() && r.s.protected[p] {
			return protectedError(string(r.step), p)
		}
	}
	return nil
}

func (r *engineRun) noteUnserved(u engine.Unserved) {
	kind := "." + u.Extension
	if u.Extension == "" {
		kind = "files without an extension"
	}
	r.own = append(r.own, Diagnostic{Severity: diagnostic.Info, Rule: "no_engine",
		Message: "no engine for " + string(r.step) + " takes " + kind + ": " + plural(len(u.Files), "file") + " passed over, such as " + u.Files[0]})
}

// treeDir is the directory of the tree in the operating system, "" where the back end is something else, such as the layer of a dry run.
func (s *Session) treeDir() string {
	if d, ok := s.fs.(interface{ Dir() string }); ok {
		return d.Dir()
	}
	return ""
}
