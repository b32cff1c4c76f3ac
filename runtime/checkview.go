package runtime

// This file shows engines the workspace with what the engines before them changed, and commits those changes.

import (
	"cmp"
	"path/filepath"
	"slices"

	"devstar/hunkengine"
	"devstar/runtime/engine"
	"devstar/runtime/engine/shadow"
	"devstar/workspace"
)

// engines is what a session knows of engines.
type engines struct {
	registry *engine.Registry
	base     string       // where private directories lie; "" for the default
	private  *shadow.Tree // made when it is first needed
}

func newEngines(list []engine.Engine, base string) (engines, error) {
	registry, err := engine.New(slices.Clone(list))
	if err != nil {
		return engines{}, err
	}
	e := engines{registry: registry, base: base}
	if e.usesShadow() {
		for _, b := range append(shadow.Bases(), base) {
			if b != "" {
				shadow.Sweep(b)
			}
		}
	}
	return e, nil
}

func (e *engines) usesShadow() bool {
	return slices.ContainsFunc(e.registry.Engines(), func(one *engine.Engine) bool {
		return slices.ContainsFunc(engine.Steps(), func(s engine.Step) bool { c := one.For(s); return c != nil && c.Shadow })
	})
}

// tree is the private directory of the session.
func (e *engines) tree(s *Session) *shadow.Tree {
	if e.private == nil {
		var links []string
		for _, one := range e.registry.Engines() {
			for _, step := range engine.Steps() {
				if c := one.For(step); c != nil && c.Shadow {
					links = append(links, c.Link...)
				}
			}
		}
		slices.Sort(links)
		e.private = shadow.New(shadow.Options{FS: s.fs, Dir: s.treeDir(), Link: slices.Compact(links), Base: e.base,
			Skip: func(p string) bool { return s.hidden[workspace.Path(p)] }})
	}
	return e.private
}

// dirs are the spellings of the private directory.
func (e *engines) dirs() []string {
	if e.private == nil || e.private.Dir() == "" {
		return nil
	}
	return spellings(e.private.Dir())
}

// spellings returns a directory as it is written, and without links, as tools may report it.
func spellings(dir string) []string {
	if real, err := filepath.EvalSymlinks(dir); err == nil && real != dir {
		return []string{dir, real}
	}
	return []string{dir}
}

// Close removes what a session keeps outside of the tree: the private directory of its engines. Finish does it, too.
func (s *Session) Close() error {
	if s.engines.private == nil {
		return nil
	}
	return s.engines.private.Close()
}

// text returns the text of a file as the engines left it.
func (r *engineRun) text(p string) (string, bool) {
	if c, ok := r.edits[p]; ok {
		if c.Text == nil {
			return "", false
		}
		return *c.Text, true
	}
	f, held := r.s.ws.Get(workspace.Path(p))
	if !held || f.Opaque {
		return "", false
	}
	return f.Text.String(), true
}

// occupied reports whether a file of that name is there.
func (r *engineRun) occupied(p string) bool {
	if c, ok := r.edits[p]; ok {
		return c.Text != nil
	}
	there, err := r.s.exists(workspace.Path(p))
	return there || err != nil
}

// present leaves out what an engine before deleted.
func (r *engineRun) present(paths []string) []string {
	return slices.DeleteFunc(slices.Clone(paths), func(p string) bool { _, ok := r.text(p); return !ok })
}

func (r *engineRun) files(paths []string) []engine.File {
	out := make([]engine.File, len(paths))
	for i, p := range paths {
		text, _ := r.text(p)
		out[i] = engine.File{Path: p, Text: text}
	}
	return out
}

// apply takes the changes of a tool over into the draft.
func (r *engineRun) apply(j *engineJob, changes []engine.Change) error {
	for _, c := range changes {
		p, err := workspace.ParsePath(c.Path)
		if err != nil {
			return err
		}
		if r.s.protected[p] {
			return protectedError(string(r.step), p)
		}
		if err := r.applyOne(j, p, c); err != nil {
			return err
		}
		c.New = c.New || r.edits[string(p)].New
		r.edits[string(p)] = c
	}
	return nil
}

func (r *engineRun) applyOne(j *engineJob, p workspace.Path, c engine.Change) error {
	if c.Text == nil {
		return r.draft.Delete(p)
	}
	t, err := hunkengine.ParseString(*c.Text)
	if err != nil {
		return &engine.Error{Engine: j.Engine.ID, Step: r.step, Word: engine.ReasonOutput, Err: err,
			Message: "what it made of " + c.Path + " is no text: " + err.Error() + "; nothing of it was taken"}
	}
	if c.New {
		return r.draft.Create(p, t, false)
	}
	return r.draft.SetText(p, t, 1)
}

// view is the workspace for the private directory.
func (r *engineRun) view() shadow.View {
	v := shadow.View{Gone: func(p string) bool {
		if c, ok := r.edits[p]; ok && c.Text == nil {
			return true
		}
		_, gone := r.s.ws.Fate(workspace.Path(p))
		return gone
	}}
	moved := r.s.opaqueSources()
	for _, p := range r.s.ws.Paths() {
		f, _ := r.s.ws.Get(p)
		h := shadow.Held{Path: string(p), At: cmp.Or(string(f.Link), string(p)), Mode: f.Mode, Clean: r.s.ws.Clean(p)}
		if f.Opaque {
			if h.From = moved[p]; h.From == "" && h.Clean {
				h.From = h.At
			}
			if h.From != "" {
				v.Held = append(v.Held, h)
			}
			continue
		}
		text, there := r.text(string(p))
		if !there {
			continue
		}
		h.Text = text
		_, edited := r.edits[string(p)]
		h.Clean = h.Clean && !edited
		v.Held = append(v.Held, h)
	}
	for p, c := range r.edits {
		if c.Text != nil && !r.s.isHeld(workspace.Path(p)) {
			v.Held = append(v.Held, shadow.Held{Path: p, At: p, Text: *c.Text, Mode: 0o666})
		}
	}
	return v
}

// opaqueSources maps held files that are no text and not where the disk has them to where it has them.
func (s *Session) opaqueSources() map[workspace.Path]string {
	out := map[workspace.Path]string{}
	if !slices.ContainsFunc(s.ws.Paths(), func(p workspace.Path) bool {
		f, _ := s.ws.Get(p)
		return f.Opaque && !s.ws.Clean(p)
	}) {
		return out
	}
	bySum := map[[32]byte]string{}
	for _, p := range s.ws.Paths() {
		if f, _ := s.ws.Get(p); f.Opaque && s.ws.Clean(p) {
			bySum[f.Sum] = string(p)
		}
	}
	changes := s.ws.Unwritten()
	for _, c := range changes {
		if c.Before != nil && c.Before.Opaque {
			bySum[c.Before.Sum] = string(cmp.Or(c.Source, c.Path))
		}
	}
	for _, c := range changes {
		if c.After != nil && c.After.Opaque {
			out[c.Path] = bySum[c.After.Sum]
		}
	}
	return out
}

// commit makes the changes visible; the run then knows what all of it came to.
func (r *engineRun) commit() {
	if r.draft == nil {
		return
	}
	r.memory = r.draft.Delta()
	if len(r.edits) > 0 {
		r.draft.Commit()
	}
	r.draft = nil
}

// delta is everything that was changed.
func (r *engineRun) delta() *Delta {
	out := deltaOf(r.memory)
	out.Changed = union(out.Changed, r.disk.Changed)
	out.Added = union(out.Added, r.disk.Added)
	out.Deleted = union(out.Deleted, r.disk.Deleted)
	out.Count += r.disk.Count
	return out
}

func union(a, b []string) []string {
	all := append(a, b...)
	slices.Sort(all)
	return slices.Compact(all)
}
