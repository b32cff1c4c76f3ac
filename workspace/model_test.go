package workspace

// A strict model of a disk, on which the operations of plans are carried out: parents must be directories, nothing is replaced
// unless the operation says so, and every guard is compared with what is there.

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// modelFile is a file of the model. A link has a target and no data.
type modelFile struct {
	name Path // as spelled
	data string
	exec bool
	link Path
}

// model is a disk. Its maps have keys as the disk tells names apart.
type model struct {
	files map[string]modelFile
	dirs  map[string]bool
	folds bool
}

func newModel(files map[Path]string) *model {
	m := &model{files: map[string]modelFile{}, dirs: map[string]bool{}}
	for p, data := range files {
		m.put(p, data)
	}
	return m
}

func (m *model) key(p Path) string {
	if m.folds {
		return FoldKey(p)
	}
	return string(p)
}

func (m *model) clone() *model {
	return &model{files: maps.Clone(m.files), dirs: maps.Clone(m.dirs), folds: m.folds}
}

// put makes a file with its directories.
func (m *model) put(p Path, data string) {
	m.files[m.key(p)] = modelFile{name: p, data: data}
	for dir := range above(m.key(p)) {
		m.dirs[dir] = true
	}
}

// Kind answers as a Disk.
func (m *model) Kind(p Path) (Kind, error) {
	if f, ok := m.files[m.key(p)]; ok {
		if f.link != "" {
			return Symlink, nil
		}
		return Regular, nil
	}
	if m.dirs[m.key(p)] {
		return Directory, nil
	}
	return Absent, nil
}

// Folds answers as a Disk.
func (m *model) Folds() bool { return m.folds }

// Below lists as a Tree.
func (m *model) Below(dir Path) (names, dirs []Path, err error) {
	prefix := m.key(dir) + "/"
	for key, f := range m.files {
		if strings.HasPrefix(key, prefix) {
			names = append(names, f.name)
		}
	}
	for key := range m.dirs {
		if strings.HasPrefix(key, prefix) {
			dirs = append(dirs, Path(key))
		}
	}
	slices.Sort(names)
	slices.Sort(dirs)
	return names, dirs, nil
}

// file returns what a workspace would acquire at p.
func (m *model) file(p Path, opaque bool) File {
	f := m.files[m.key(p)]
	data, exec := f.data, f.exec
	if f.link != "" {
		data, exec = m.files[m.key(f.link)].data, m.files[m.key(f.link)].exec
	}
	out := File{Mode: 0o644, Link: f.link, Size: int64(len(data))}
	if exec {
		out.Mode = 0o755
	}
	if opaque {
		out.Opaque, out.Sum = true, sha256.Sum256([]byte(data))
		return out
	}
	out.Text = text(data)
	return out
}

// holds says whether the disk has at p what want is.
func (m *model) holds(p Path, want *File) error {
	f, ok := m.files[m.key(p)]
	if !ok {
		return fmt.Errorf("%s is not there", p)
	}
	if f.link != want.Link {
		return fmt.Errorf("%s links to %q, not %q", p, f.link, want.Link)
	}
	got := m.file(p, want.Opaque)
	if !got.SameContent(want) {
		return fmt.Errorf("%s holds %q, not %q", p, f.data, want.text())
	}
	if exec := want.Mode&executableBits != 0; exec != (got.Mode&executableBits != 0) {
		return fmt.Errorf("%s: executable is not %v", p, exec)
	}
	return nil
}

// batch carries out a plan, operation by operation.
type batch struct {
	*model
	start *model
}

func (b *batch) do(op Op) error {
	switch op.Kind {
	case RenameOp:
		return b.rename(op)
	case DeleteOp:
		if err := b.holds(op.Path, op.Before); err != nil {
			return err
		}
		delete(b.files, b.key(op.Path))
		return nil
	case RemoveDirOp:
		names, dirs, _ := b.Below(op.Path)
		if kind, _ := b.Kind(op.Path); kind != Directory || len(names)+len(dirs) > 0 {
			return fmt.Errorf("%s is not an empty directory: %v %v", op.Path, names, dirs)
		}
		delete(b.dirs, b.key(op.Path))
		return nil
	case CreateOp:
		return b.create(op)
	}
	return b.modify(op)
}

// take checks that a destination may be taken, and makes its directories.
func (b *batch) take(op Op, self bool) error {
	kind, _ := b.Kind(op.Path)
	switch {
	case op.Replaces != nil:
		if err := b.holds(op.Path, op.Replaces); err != nil {
			return err
		}
		if b.files[b.key(op.Path)].name != op.Path {
			return fmt.Errorf("%s is spelled otherwise on disk", op.Path)
		}
	case kind != Absent && !self:
		return fmt.Errorf("%s is taken", op.Path)
	}
	first, _ := b.start.Kind(op.Path)
	if vacated := first != Absent && op.Replaces == nil; vacated != op.Vacated {
		return fmt.Errorf("%s: vacated is %v", op.Path, op.Vacated)
	}
	for dir := range above(op.Path) {
		if kind, _ := b.Kind(dir); kind != Directory && kind != Absent {
			return fmt.Errorf("%s: %s is a file", op.Path, dir)
		}
		b.dirs[b.key(dir)] = true
	}
	return nil
}

func (b *batch) rename(op Op) error {
	if err := b.holds(op.From, op.Before); err != nil {
		return err
	}
	if err := b.take(op, b.key(op.From) == b.key(op.Path)); err != nil {
		return err
	}
	f := b.files[b.key(op.From)]
	if f.name != op.From {
		return fmt.Errorf("%s is spelled %s on disk", op.From, f.name)
	}
	delete(b.files, b.key(op.From))
	f.name = op.Path
	b.files[b.key(op.Path)] = f
	return nil
}

func (b *batch) create(op Op) error {
	if err := b.take(op, false); err != nil {
		return err
	}
	data, err := b.data(op)
	if err != nil {
		return err
	}
	b.files[b.key(op.Path)] = modelFile{name: op.Path, data: data, exec: op.File.Mode&executableBits != 0}
	return nil
}

func (b *batch) modify(op Op) error {
	if err := b.holds(op.Path, op.Before); err != nil {
		return err
	}
	data, err := b.data(op)
	if err != nil {
		return err
	}
	p := op.Path
	if op.Before.Link != "" {
		p = op.Before.Link
	}
	f := b.files[b.key(p)]
	f.data, f.exec = data, op.File.Mode&executableBits != 0
	b.files[b.key(p)] = f
	return nil
}

// data returns the bytes to write.
func (b *batch) data(op Op) (string, error) {
	if !op.File.Opaque {
		return op.File.Text.String(), nil
	}
	f := b.start.files[b.key(op.From)]
	if sha256.Sum256([]byte(f.data)) != op.File.Sum {
		return "", fmt.Errorf("the content of %s does not lie at %s", op.Path, op.From)
	}
	return f.data, nil
}
