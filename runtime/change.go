package runtime

// This file holds the changes: each computes a delta on a draft of the workspace, asks, and commits.

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"devstar/hunkengine"
	"devstar/workspace"
)

// Delta is what one call changed; paths are sorted.
type Delta struct {
	Changed []string          `json:"changed"`
	Added   []string          `json:"added"`
	Deleted []string          `json:"deleted"`
	Renamed map[string]string `json:"renamed"` // from -> to
	Count   int               `json:"count"`   // places changed
}

// Empty reports whether nothing changed.
func (d *Delta) Empty() bool {
	return len(d.Changed)+len(d.Added)+len(d.Deleted)+len(d.Renamed) == 0
}

func deltaOf(d workspace.Delta) *Delta {
	out := &Delta{Changed: names(d.Changed), Added: names(d.Added), Deleted: names(d.Deleted),
		Renamed: make(map[string]string, len(d.Renamed)), Count: d.Count}
	for from, to := range d.Renamed {
		out.Renamed[string(from)] = string(to)
	}
	return out
}

// change runs do on a draft, asks about the outcome and commits it. A draft that changes nothing asks nobody.
func (s *Session) change(ctx context.Context, effect, step string, details func() map[string]any, do func(*workspace.Draft) error) (*Delta, error) {
	if err := live(ctx, step); err != nil {
		return nil, err
	}
	draft := s.ws.Begin(s.disk)
	if err := do(draft); err != nil {
		return nil, s.draftError(ctx, step, err)
	}
	delta := draft.Delta()
	for _, p := range delta.Touched {
		if s.isProtected(p) {
			return nil, protectedError(step, p)
		}
	}
	for _, f := range delta.Files {
		if f.After != nil && s.isProtected(f.After.Link) {
			return nil, protectedError(step, f.After.Link)
		}
	}
	if len(delta.Files) > 0 {
		e := deltaEffect(effect, step, delta)
		e.details = details
		if err := s.ask(ctx, e); err != nil {
			return nil, err
		}
		draft.Commit()
	}
	return deltaOf(delta), nil
}

// draftError completes an error of the workspace: what is not held is explained by what the disk has.
func (s *Session) draftError(ctx context.Context, step string, err error) error {
	var op *workspace.OpError
	if errors.As(err, &op) {
		if op.Word == ReasonNotFound || op.Word == ReasonNotAcquired {
			if _, held := s.ws.Get(op.Path); !held {
				return s.absent(ctx, step, op.Path)
			}
		}
		return wrap(ctx, step, string(op.Path), err)
	}
	return wrap(ctx, step, "", err)
}

// Edit replaces whole lines of a held file, exactly, in one place each, from the top down.
func (s *Session) Edit(ctx context.Context, path string, edits []hunkengine.Edit) (*Delta, error) {
	const step = "edit"
	p, f, err := s.get(ctx, step, path)
	if err != nil {
		return nil, err
	}
	hunks, err := hunkengine.EditHunks(edits)
	if err != nil {
		e := wrap(ctx, step, string(p), err).(*Error)
		e.Code = CodeBadArgument
		return nil, e
	}
	text, err := hunkengine.Apply(f.Text, hunks)
	if err != nil {
		return nil, wrap(ctx, step, string(p), located(err, p, "edit"))
	}
	return s.change(ctx, "edit", step, func() map[string]any { return map[string]any{"edits": editData(edits)} }, func(d *workspace.Draft) error {
		return d.SetText(p, text, len(hunks))
	})
}

func editData(edits []hunkengine.Edit) []any {
	out := make([]any, len(edits))
	for i, e := range edits {
		o := map[string]any{"find": e.Find, "replace": e.Replace}
		if e.Line > 0 {
			o["line"] = int64(e.Line)
		}
		out[i] = o
	}
	return out
}

// located puts the path and the unit into a mismatch, which quotes them.
func located(err error, p workspace.Path, unit string) error {
	var m *hunkengine.MismatchError
	if errors.As(err, &m) {
		m.Path, m.Unit = string(p), unit
	}
	return err
}

// ApplyPatch applies a *** Begin Patch envelope to the workspace. With acquire, what it updates, deletes and moves is
// acquired first.
func (s *Session) ApplyPatch(ctx context.Context, patch string, acquire bool) (*Delta, error) {
	const step = "apply_patch"
	envelope, err := hunkengine.ParseEnvelope(patch)
	if err != nil {
		e := wrap(ctx, step, "", err).(*Error)
		e.Code = CodeBadArgument
		return nil, e
	}
	return s.ApplyEnvelope(ctx, envelope, acquire)
}

// ApplyEnvelope is ApplyPatch for an envelope that was parsed already.
func (s *Session) ApplyEnvelope(ctx context.Context, envelope hunkengine.Envelope, acquire bool) (*Delta, error) {
	const step = "apply_patch"
	if acquire {
		if err := s.acquireSources(ctx, envelope); err != nil {
			return nil, err
		}
	}
	return s.change(ctx, step, step, nil, func(d *workspace.Draft) error { return d.Patch(envelope) })
}

// acquireSources acquires the files that an envelope expects to be there already.
func (s *Session) acquireSources(ctx context.Context, e hunkengine.Envelope) error {
	made := map[workspace.Path]bool{}
	var want []string
	for _, op := range e.Operations {
		p, err := workspace.ParsePath(op.Path)
		if err != nil {
			return wrap(ctx, "apply_patch", op.Path, err)
		}
		_, gone := s.ws.Fate(p)
		if op.Kind != hunkengine.AddFile && !made[p] && !gone && !s.isHeld(p) {
			want = append(want, string(p))
		}
		made[p] = true
		if to, err := workspace.ParsePath(op.MoveTo); op.MoveTo != "" && err == nil {
			made[to] = true
		}
	}
	if len(want) == 0 {
		return nil
	}
	_, err := s.Acquire(ctx, AcquireArgs{Paths: want})
	return err
}

// SetText sets the whole text of a held file, lines ending in "\n". BOM, mode and the ends of unchanged lines stay.
func (s *Session) SetText(ctx context.Context, path, text string) (*Delta, error) {
	const step = "set_text"
	p, f, err := s.get(ctx, step, path)
	if err != nil {
		return nil, err
	}
	t, err := f.Text.WithNormal(text)
	if err != nil {
		return nil, wrap(ctx, step, string(p), err)
	}
	return s.change(ctx, "edit", step, nil, func(d *workspace.Draft) error { return d.SetText(p, t, 1) })
}

// Create makes a file that holds exactly text.
func (s *Session) Create(ctx context.Context, path, text string, executable bool) (*Delta, error) {
	const step = "create"
	p, err := workspace.ParsePath(path)
	if err != nil {
		return nil, wrap(ctx, step, path, err)
	}
	t, err := hunkengine.ParseString(text)
	if err != nil {
		return nil, wrap(ctx, step, path, err)
	}
	return s.change(ctx, "apply_patch", step, nil, func(d *workspace.Draft) error { return d.Create(p, t, executable) })
}

// Copy copies a held file, or a directory of held files.
func (s *Session) Copy(ctx context.Context, source, destination string) (*Delta, error) {
	return s.move(ctx, "copy", source, destination, (*workspace.Draft).Copy, (*workspace.Draft).CopyTree)
}

// Rename renames a held file, or a directory of held files.
func (s *Session) Rename(ctx context.Context, source, destination string) (*Delta, error) {
	return s.move(ctx, "rename", source, destination, (*workspace.Draft).Rename, (*workspace.Draft).RenameTree)
}

// mover moves or copies within a draft.
type mover func(d *workspace.Draft, from, to workspace.Path) error

func (s *Session) move(ctx context.Context, step, source, destination string, file, dir mover) (*Delta, error) {
	from, err := workspace.ParsePath(source)
	if err != nil {
		return nil, wrap(ctx, step, source, err)
	}
	to, err := workspace.ParsePath(destination)
	if err != nil {
		return nil, wrap(ctx, step, destination, err)
	}
	return s.change(ctx, "apply_patch", step, nil, func(d *workspace.Draft) error {
		if s.isHeld(from) || len(d.Below(from)) == 0 {
			return file(d, from, to)
		}
		return dir(d, from, to)
	})
}

// Delete deletes a held file, or a directory of held files, from the workspace.
func (s *Session) Delete(ctx context.Context, path string) (*Delta, error) {
	p, err := workspace.ParsePath(path)
	if err != nil {
		return nil, wrap(ctx, "delete", path, err)
	}
	return s.change(ctx, "apply_patch", "delete", nil, func(d *workspace.Draft) error {
		if s.isHeld(p) || len(d.Below(p)) == 0 {
			return d.Delete(p)
		}
		return d.DeleteTree(p)
	})
}

// InsertArgs name one place: At is "start" or "end"; else a line number or a whole line that occurs once.
type InsertArgs struct {
	Path, Text            string
	At                    string
	BeforeLine, AfterLine int
	BeforeText, AfterText *string
}

// Insert puts whole lines at one place of a held file.
func (s *Session) Insert(ctx context.Context, a InsertArgs) (*Delta, error) {
	const step = "insert"
	p, f, err := s.get(ctx, step, a.Path)
	if err != nil {
		return nil, err
	}
	after, err := place(f.Text, p, a)
	if err != nil {
		return nil, err
	}
	t, err := hunkengine.InsertLines(f.Text, after, a.Text)
	if err != nil {
		return nil, wrap(ctx, step, string(p), err)
	}
	return s.change(ctx, "edit", step, fixed(map[string]any{"after_line": int64(after), "text": a.Text}), func(d *workspace.Draft) error { return d.SetText(p, t, 1) })
}

// place returns the line after which to insert, 0 for the start.
func place(t hunkengine.Text, p workspace.Path, a InsertArgs) (int, error) {
	switch {
	case a.At == "end":
		return t.NumLines(), nil
	case a.BeforeText != nil:
		n, err := onlyLine(t, p, "before", *a.BeforeText)
		return n - 1, err
	case a.AfterText != nil:
		return onlyLine(t, p, "after", *a.AfterText)
	case a.BeforeLine > 0:
		return a.BeforeLine - 1, within(t, p, "before", a.BeforeLine)
	case a.AfterLine > 0:
		return a.AfterLine, within(t, p, "after", a.AfterLine)
	}
	return 0, nil
}

func within(t hunkengine.Text, p workspace.Path, name string, line int) error {
	if line <= t.NumLines() {
		return nil
	}
	return failed("insert", string(p), ReasonRange, `use at="end" to append`, "%s: %s is line %d, but the file has %s", p, name, line, plural(t.NumLines(), "line"))
}

func onlyLine(t hunkengine.Text, p workspace.Path, name, line string) (int, error) {
	found := hunkengine.FindLine(t, line)
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return 0, failed("insert", string(p), ReasonNotFound, "give the whole line exactly, or its number; a part of a line never matches",
			"%s: no line is exactly %q (%s)", p, line, name)
	}
	return 0, failed("insert", string(p), "ambiguous", fmt.Sprintf("give the line number: %s=%d", name, found[0]),
		"%s: %q (%s) stands at lines %s", p, line, name, lineList(found))
}

// lineList lists up to five line numbers and counts the rest.
func lineList(lines []int) string {
	parts := make([]string, 0, 5)
	for _, n := range lines[:min(5, len(lines))] {
		parts = append(parts, fmt.Sprint(n))
	}
	s := strings.Join(parts, ", ")
	if len(lines) > 5 {
		s += fmt.Sprintf(" and %d more", len(lines)-5)
	}
	return s
}
