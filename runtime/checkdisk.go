package runtime

// This file runs engines that work on the tree on disk, and lets the workspace follow what they did there.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"devstar/fsbackend"
	"devstar/hunkengine"
	"devstar/runtime/diagnostic"
	"devstar/runtime/engine"
	"devstar/workspace"
)

// runOnDisk runs one tool on disk. Files whose text is not on disk are withheld. Whatever becomes of the tool, the disk is
// looked at afterwards: at once where it was to change files, else when the changes in memory are committed.
func (r *engineRun) runOnDisk(ctx context.Context, j *engineJob, change bool) error {
	r.withhold(j)
	if len(j.files) == 0 && !j.Generates && r.step != engine.Check || change && r.fix && !j.Fixable {
		return nil
	}
	f := &following{run: r, job: j, change: change}
	if change && j.Generates {
		f.before = r.namesOnDisk(ctx, j)
	}
	request := &engine.Request{Engine: j.Engine.ID, Step: r.step, Fix: change && r.fix, Files: r.files(j.files), Dir: r.s.treeDir()}
	answers, err := engine.Run(ctx, []engine.Job{{Tool: j.Tool, Request: request}})
	if err == nil && answers[0] != nil {
		f.claimed = answers[0]
		if !change || r.step == engine.Format {
			j.found = append(j.found, r.normalise(j, answers[0])...)
			j.ran = true
		}
	}
	look := func() error { return f.follow(context.WithoutCancel(ctx)) }
	if !change {
		r.after = append(r.after, look)
		return err
	}
	if followed := look(); err == nil {
		err = followed
	}
	return err
}

// withhold gives a tool only the files whose text is on disk.
func (r *engineRun) withhold(j *engineJob) {
	var kept []string
	j.files = nil
	for _, p := range r.present(j.Files) {
		if _, edited := r.edits[p]; edited || !r.s.ws.Clean(workspace.Path(p)) {
			kept = append(kept, p)
		} else {
			j.files = append(j.files, p)
		}
	}
	if len(kept) > 0 {
		j.warn("withheld", "", "%s not given to engine %s, which sees only the disk: write() comes first: %s", plural(len(kept), "file"), j.Engine.ID, brief(kept))
	}
}

func (j *engineJob) warn(rule, path, format string, args ...any) {
	j.found = append(j.found, Diagnostic{Severity: diagnostic.Warning, Rule: rule, Path: path, Engine: j.Engine.ID, Message: fmt.Sprintf(format, args...)})
}

// namesOnDisk lists the files on disk that an engine might add.
func (r *engineRun) namesOnDisk(ctx context.Context, j *engineJob) []string {
	w, err := fsbackend.Walk(ctx, r.s.fs, fsbackend.WalkOptions{Match: func(p string) bool {
		return r.mayAdd(j.Invocation, p) && !r.s.hidden[workspace.Path(p)] && !r.s.protected[workspace.Path(p)]
	}})
	if err != nil {
		return nil
	}
	return w.Files
}

// following is the look at the disk after a tool.
type following struct {
	run     *engineRun
	job     *engineJob
	change  bool // it was to change files
	before  []string
	claimed *engine.Response // what it says that it did
	changed []string
	added   []string
	deleted []string
}

// follow reads again what the workspace holds as it was on disk, within the scope of the engine, and what is new there.
func (f *following) follow(ctx context.Context) error {
	s, in := f.run.s, f.job.Invocation
	var paths []workspace.Path
	for _, p := range s.ws.Paths() {
		if held, _ := s.ws.Get(p); !held.Opaque && s.ws.Clean(p) && s.engines.registry.InScope(in.Capability, string(p)) {
			paths = append(paths, p)
		}
	}
	if err := f.reread(ctx, paths); err != nil {
		return err
	}
	if f.change && in.Generates {
		if err := f.takeNew(ctx); err != nil {
			return err
		}
	}
	f.tell()
	d := &f.run.disk
	d.Changed, d.Added, d.Deleted = append(d.Changed, f.changed...), append(d.Added, f.added...), append(d.Deleted, f.deleted...)
	d.Count += len(f.changed) + len(f.added) + len(f.deleted)
	return nil
}

func (f *following) reread(ctx context.Context, paths []workspace.Path) error {
	s := f.run.s
	real := make([]string, len(paths))
	for i, p := range paths {
		held, _ := s.ws.Get(p)
		real[i] = string(p)
		if held.Link != "" {
			real[i] = string(held.Link)
		}
	}
	reads, err := fsbackend.ReadAll(ctx, s.fs, real, s.limits.FileBytes, s.limits.TotalBytes)
	if err != nil {
		return err
	}
	for i, p := range paths {
		f.reload(p, reads[i])
	}
	return nil
}

// reload lets one held file follow the disk.
func (f *following) reload(p workspace.Path, read fsbackend.FileRead) {
	s := f.run.s
	held, _ := s.ws.Get(p)
	if errors.Is(read.Err, fs.ErrNotExist) {
		s.ws.Reload(p, nil)
		f.deleted = append(f.deleted, string(p))
		return
	}
	text, err := hunkengine.Parse(read.Data)
	if read.Err != nil {
		err = read.Err
	}
	if err != nil {
		s.unread = append(s.unread, Unreadable{Path: string(p), Reason: reasonOf(err)})
		f.job.warn("unreadable", string(p), "%s cannot be read after engine %s changed it: %v", p, f.job.Engine.ID, err)
		return
	}
	if text.Equal(held.Text) && read.Info.Mode().Perm() == held.Mode {
		return
	}
	s.ws.Reload(p, &workspace.File{Text: text, Mode: read.Info.Mode().Perm(), Link: held.Link})
	s.reidentify(p, read.ID)
	f.changed = append(f.changed, string(p))
}

// reidentify remembers the identity of a file that a tool may have replaced.
func (s *Session) reidentify(p workspace.Path, id fsbackend.Identity) {
	maps.DeleteFunc(s.held, func(_ fsbackend.Identity, held workspace.Path) bool { return held == p })
	if id.Links == 1 {
		s.held[id] = p
	}
}

// takeNew holds files that are new on disk. They count as added.
func (f *following) takeNew(ctx context.Context) error {
	s := f.run.s
	var fresh []string
	for _, p := range f.run.namesOnDisk(ctx, f.job) {
		if _, old := slices.BinarySearch(f.before, p); !old && !s.isHeld(workspace.Path(p)) {
			fresh = append(fresh, p)
		}
	}
	reads, err := fsbackend.ReadAll(ctx, s.fs, fresh, s.limits.FileBytes, s.limits.TotalBytes-s.ws.Bytes())
	if err != nil {
		return err
	}
	for i, p := range fresh {
		text, err := hunkengine.Parse(reads[i].Data)
		if reads[i].Err != nil || err != nil {
			s.unread = append(s.unread, Unreadable{Path: p, Reason: reasonOf(errors.Join(reads[i].Err, err))})
			continue
		}
		s.ws.Reload(workspace.Path(p), &workspace.File{Text: text, Mode: reads[i].Info.Mode().Perm()})
		f.added = append(f.added, p)
	}
	return nil
}

// tell warns where the tool did something else than it should, or says.
func (f *following) tell() {
	all := slices.Sorted(slices.Values(slices.Concat(f.changed, f.added, f.deleted)))
	id := f.job.Engine.ID
	if !f.change && len(all) > 0 {
		f.job.warn("not_asked", "", "engine %s changed %s on disk, although %s changes nothing: %s", id, plural(len(all), "file"), f.run.step, brief(all))
		return
	}
	var outside []string
	for _, p := range slices.Concat(f.changed, f.deleted) {
		if _, given := slices.BinarySearch(f.job.files, p); !given {
			outside = append(outside, p)
		}
	}
	if len(outside) > 0 {
		f.job.warn("not_selected", "", "engine %s changed %s on disk that it was not given: %s", id, plural(len(outside), "file"), brief(outside))
	}
	if f.claimed == nil {
		return
	}
	says := slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Keys(f.claimed.Changed)), slices.Collect(maps.Keys(f.claimed.Added)), f.claimed.Deleted)))
	if len(says) > 0 && !slices.Equal(says, all) {
		f.job.warn("mismatch", "", "engine %s says that it changed %s, but on disk changed: %s", id, brief(says), brief(all))
	}
}
