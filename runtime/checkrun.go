package runtime

// This file runs the engines of one step: those that change files first, then those that report.

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"devstar/runtime/diagnostic"
	"devstar/runtime/engine"
	"devstar/runtime/engine/shadow"
	"devstar/workspace"
)

// engineRun is one call of format, lint or check.
type engineRun struct {
	s      *Session
	step   engine.Step
	fix    bool
	covers func(p string) bool // by the paths of the call
	jobs   []*engineJob        // in declaration order
	own    Diagnostics         // of devstar itself
	shared Diagnostics         // about several engines

	edits map[string]engine.Change // what the engines changed in memory, so far
	draft *workspace.Draft         // the same, to be committed when all have run
	after []func() error           // looks at the disk that have to wait until then

	memory workspace.Delta // what was committed
	disk   Delta           // what tools changed on disk
}

// engineJob is one engine of a run and what it found.
type engineJob struct {
	engine.Invocation
	files []string // what it was given
	found Diagnostics
	ran   bool
}

// writes reports whether engines are to change files.
func (r *engineRun) writes() bool { return r.step == engine.Format || r.fix }

// all returns what was found, in engine order.
func (r *engineRun) all() Diagnostics {
	out := slices.Clone(r.own)
	for _, j := range r.jobs {
		out = append(out, j.found...)
	}
	return append(out, r.shared...)
}

// run asks and runs. Tools on disk come first where they change files, and last where they report: so nothing in memory is
// committed when one of them fails.
func (r *engineRun) run(ctx context.Context) error {
	if err := r.ask(ctx); err != nil {
		return err
	}
	if r.writes() {
		for _, j := range r.writers(true) {
			if err := r.runOnDisk(ctx, j, true); err != nil {
				return err
			}
		}
		if err := r.change(ctx); err != nil {
			return err
		}
	}
	if r.step == engine.Format {
		return nil
	}
	if err := r.report(ctx); err != nil {
		return err
	}
	for _, j := range r.jobs {
		if j.InPlace {
			if err := r.runOnDisk(ctx, j, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// ask raises the effect of the step.
func (r *engineRun) ask(ctx context.Context) error {
	e := &Effect{Name: string(r.step), Step: string(r.step)}
	paths, ids, list := map[string]bool{}, []string{}, []any{}
	for _, j := range r.jobs {
		for _, p := range j.Files {
			paths[p] = true
		}
		e.Disk = e.Disk || j.InPlace
		e.MayCreate = e.MayCreate || j.Generates && r.writes()
		ids = append(ids, j.Engine.ID)
		list = append(list, map[string]any{"id": j.Engine.ID, "extensions": anyStrings(j.Extensions), "in_place": j.InPlace, "scope": anyStrings(j.Scope)})
	}
	e.Paths = slices.Sorted(maps.Keys(paths))
	e.Message = fmt.Sprintf("%s %s with %s", r.step, brief(e.Paths), strings.Join(ids, ", "))
	if len(e.Paths) == 0 {
		e.Message = fmt.Sprintf("%s with %s", r.step, strings.Join(ids, ", "))
	}
	e.details = fixed(map[string]any{"engines": list})
	if e.Disk {
		if err := r.s.ready(ctx, e.Step); err != nil {
			return err
		}
	}
	return r.s.ask(ctx, e)
}

// writers are the jobs that change files: those on disk, or the others.
func (r *engineRun) writers(onDisk bool) []*engineJob {
	return slices.DeleteFunc(slices.Clone(r.jobs), func(j *engineJob) bool {
		return j.InPlace != onDisk || r.fix && !j.Fixable
	})
}

// change runs the tools that change files in memory or in the private directory. Formatters have a file each and those that
// need no directory run at once; fixers come one after the other, each on what the one before left.
func (r *engineRun) change(ctx context.Context) error {
	r.draft = r.s.ws.Begin(r.s.disk)
	var together []*engineJob
	var single []*engineJob
	for _, j := range r.writers(false) {
		if r.step == engine.Format && !j.Shadow {
			together = append(together, j)
		} else {
			single = append(single, j)
		}
	}
	if err := r.changeWith(ctx, together); err != nil {
		return err
	}
	for _, j := range single {
		if err := r.changeWith(ctx, []*engineJob{j}); err != nil {
			return err
		}
	}
	return nil
}

// changeWith runs tools at once and takes over what they changed.
func (r *engineRun) changeWith(ctx context.Context, jobs []*engineJob) error {
	answers, err := r.start(ctx, jobs, r.fix)
	if err != nil {
		return err
	}
	for i, j := range jobs {
		if j.Shadow {
			if err := r.collect(ctx, j, answers[i]); err != nil {
				return err
			}
		}
		changes, notes, err := engine.Take(j.Invocation, answers[i], engine.Bounds{Fix: r.fix, Text: r.text, Occupied: r.occupied,
			Covers: func(p string) bool { return r.mayAdd(j.Invocation, p) }})
		if err != nil {
			return err
		}
		if r.step == engine.Format {
			j.found = append(j.found, r.normalise(j, answers[i])...)
			j.ran = true
		}
		j.found = append(j.found, notes...)
		if err := r.apply(j, changes); err != nil {
			return err
		}
	}
	return nil
}

// mayAdd reports whether an engine may add a file: where the paths of the call or its scope cover it.
func (r *engineRun) mayAdd(in engine.Invocation, p string) bool {
	registry := r.s.engines.registry
	return r.covers(p) || registry.Scoped(in.Capability) && registry.InScope(in.Capability, p)
}

// report runs the tools that report, all at once.
func (r *engineRun) report(ctx context.Context) error {
	jobs := slices.DeleteFunc(slices.Clone(r.jobs), func(j *engineJob) bool { return j.InPlace })
	answers, err := r.start(ctx, jobs, false)
	if err != nil {
		return err
	}
	for i, j := range jobs {
		_, _, err := engine.Take(j.Invocation, answers[i], engine.Bounds{Text: r.text, Occupied: r.occupied, Covers: r.covers})
		if err != nil {
			return err
		}
		j.found = append(j.found, r.normalise(j, answers[i])...)
		j.ran = true
	}
	return r.settleReport(ctx, jobs)
}

// start prepares the private directory where a job needs one, and runs the jobs.
func (r *engineRun) start(ctx context.Context, jobs []*engineJob, fix bool) ([]*engine.Response, error) {
	dir := r.s.treeDir()
	needs := slices.ContainsFunc(jobs, func(j *engineJob) bool { return j.Shadow })
	private := ""
	if needs || dir == "" && slices.ContainsFunc(jobs, func(j *engineJob) bool { return j.NeedsDir }) {
		var err error
		if private, err = r.s.engines.tree(r.s).Sync(ctx, r.view()); err != nil {
			return nil, err
		}
	}
	list := make([]engine.Job, len(jobs))
	for i, j := range jobs {
		at := dir
		if j.Shadow || dir == "" {
			at = private
		}
		j.files = r.present(j.Files)
		list[i] = engine.Job{Tool: j.Tool, Request: &engine.Request{Engine: j.Engine.ID, Step: r.step, Fix: fix, Files: r.files(j.files), Dir: at}}
	}
	return engine.Run(ctx, list)
}

// normalise completes findings.
func (r *engineRun) normalise(j *engineJob, answer *engine.Response) Diagnostics {
	dirs := r.s.engines.dirs()
	if dir := r.s.treeDir(); dir != "" {
		dirs = append(dirs, spellings(dir)...)
	}
	return engine.Normalise(j.Engine.ID, answer, engine.Place{Dirs: dirs, Text: r.text, Selected: func(p string) bool {
		if r.step == engine.Check {
			_, held := r.text(p)
			return held
		}
		_, selected := slices.BinarySearch(j.Files, p)
		return selected
	}})
}

// collect adds to the answer of a tool what it did in the private directory. What lies outside of the selection is told, not taken.
func (r *engineRun) collect(ctx context.Context, j *engineJob, answer *engine.Response) error {
	selected := func(p string) bool { _, ok := slices.BinarySearch(j.Files, p); return ok }
	t, err := r.s.engines.tree(r.s).Settle(ctx, selected, r.s.limits.FileBytes)
	if errors.Is(err, shadow.ErrDeleted) {
		return deletedError(r.step, j.Engine.ID)
	}
	if err != nil {
		return err
	}
	if answer.Changed == nil {
		answer.Changed = map[string]string{}
	}
	if answer.Added == nil {
		answer.Added = map[string]string{}
	}
	left := t.Other
	for p, text := range t.Changed {
		if selected(p) {
			answer.Changed[p] = text
		} else {
			left = append(left, p)
		}
	}
	for p, text := range t.Added {
		if j.Generates && r.mayAdd(j.Invocation, p) {
			answer.Added[p] = text
		} else {
			left = append(left, p)
		}
	}
	for _, p := range t.Deleted {
		if selected(p) {
			answer.Deleted = append(answer.Deleted, p)
		} else {
			left = append(left, p)
		}
	}
	r.noteLeft(&j.found, j.Engine.ID, left)
	return nil
}

// noteLeft warns of what a tool touched and may not change.
func (r *engineRun) noteLeft(to *Diagnostics, id string, left []string) {
	if len(left) == 0 {
		return
	}
	slices.Sort(left)
	*to = append(*to, Diagnostic{Severity: diagnostic.Warning, Rule: "not_taken", Engine: id,
		Message: fmt.Sprintf("engine %s also touched %s outside of what it may change, which was not taken: %s", id, plural(len(left), "file"), brief(left))})
}

// settleReport looks at what reporting tools did in the private directory: nothing of it is taken.
func (r *engineRun) settleReport(ctx context.Context, jobs []*engineJob) error {
	var ids []string
	for _, j := range jobs {
		if j.Shadow {
			ids = append(ids, j.Engine.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	t, err := r.s.engines.tree(r.s).Settle(ctx, func(string) bool { return false }, r.s.limits.FileBytes)
	if errors.Is(err, shadow.ErrDeleted) {
		return deletedError(r.step, strings.Join(ids, " or "))
	}
	if err != nil {
		return err
	}
	left := slices.Concat(t.Other, t.Deleted, slices.Collect(maps.Keys(t.Changed)), slices.Collect(maps.Keys(t.Added)))
	if len(ids) == 1 {
		r.noteLeft(&r.shared, ids[0], left)
		return nil
	}
	r.noteLeft(&r.shared, strings.Join(ids, " or "), left)
	if n := len(r.shared); n > 0 {
		r.shared[n-1].Engine = ""
	}
	return nil
}

func deletedError(step engine.Step, ids string) error {
	return &engine.Error{Engine: ids, Step: step, Word: engine.ReasonShadow, Err: shadow.ErrDeleted,
		Message: shadow.ErrDeleted.Error() + "; nothing of it was taken", Next: "run its command by hand in a copy of the tree"}
}
