package runtime

// This file copies and moves files and whole trees on disk at once.

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"devstar/fsbackend"
	"devstar/workspace"
)

// FSMoved is what a copy or a move did.
type FSMoved struct {
	Dest     string
	Replaced bool // something was there before
}

// transfer is a checked copy or move.
type transfer struct {
	src, dest workspace.Path
	list      []entry // the source
	there     *entry  // what the destination is now; nil for nothing
}

// at returns where an entry of the source is to lie.
func (t *transfer) at(e entry) workspace.Path { return t.dest + e.path[len(t.src):] }

// FSCopy copies a file or a directory with everything in it. It is checked whole before the first byte.
func (s *Session) FSCopy(ctx context.Context, src, dest string, scope FSScope) (*FSMoved, error) {
	c, err := s.fsCall("fs.copy", scope)
	if err != nil {
		return nil, err
	}
	t, err := c.transfer(ctx, src, dest)
	if err != nil {
		return nil, err
	}
	if err := c.run(ctx, c.moveEffect("copy", src, dest, t), t.copies()); err != nil {
		return nil, err
	}
	c.dirModes(t)
	for _, e := range t.list {
		if to := t.at(e); s.isHeld(to) {
			c.reload(ctx, to)
		}
	}
	return &FSMoved{Dest: string(t.dest), Replaced: t.there != nil}, nil
}

// FSMove moves a file or a directory: a rename, or across file systems a copy after which the source is removed.
func (s *Session) FSMove(ctx context.Context, src, dest string, scope FSScope) (*FSMoved, error) {
	c, err := s.fsCall("fs.move", scope)
	if err != nil {
		return nil, err
	}
	t, err := c.transfer(ctx, src, dest)
	if err != nil {
		return nil, err
	}
	ops, apart := t.renames(), !s.oneMount(t.src, t.dest)
	if apart {
		ops = append(t.copies(), removals(t.list)...)
	}
	if err := c.run(ctx, c.moveEffect("move", src, dest, t), ops); err != nil {
		return nil, err
	}
	if apart {
		c.dirModes(t)
	}
	if err := c.followMove(ctx, t); err != nil {
		return nil, wrap(ctx, c.step, dest, err)
	}
	return &FSMoved{Dest: string(t.dest), Replaced: t.there != nil}, nil
}

// transfer checks everything about a copy or a move that can be known beforehand.
func (c *fsCall) transfer(ctx context.Context, src, dest string) (*transfer, error) {
	t := &transfer{}
	var err error
	if t.src, err = c.treeTarget(src, false); err != nil {
		return nil, err
	}
	if t.dest, err = c.treeTarget(dest, false); err != nil {
		return nil, err
	}
	if err := c.ends(t); err != nil {
		return nil, err
	}
	if t.list, err = c.tree(ctx, t.src); err != nil {
		return nil, err
	}
	if err := c.plain(t); err != nil {
		return nil, err
	}
	for _, p := range []workspace.Path{t.src, t.dest} {
		if err := c.asNamed(p, t.list[0].isDir()); err != nil {
			return nil, err
		}
	}
	return t, c.destination(t)
}

// ends checks the source, and that neither end lies in the other.
func (c *fsCall) ends(t *transfer) error {
	kind, err := c.s.disk.Kind(t.src)
	switch {
	case err != nil:
		return c.fail(t.src, "unreadable", "", "%v", err)
	case kind == workspace.Absent:
		return c.fail(t.src, ReasonNotFound, "check the spelling", "not found: the source does not exist")
	case t.src == t.dest:
		return c.fail(t.dest, "same_path", "name another destination", "source and destination are the same")
	case strings.HasPrefix(string(t.dest), string(t.src)+"/"):
		return c.fail(t.dest, "inside_itself", "name a destination outside of it", "lies inside the source %s", t.src)
	case strings.HasPrefix(string(t.src), string(t.dest)+"/"):
		return c.fail(t.dest, "exists", "name another destination", "exists and holds the source %s", t.src)
	}
	return nil
}

// plain refuses a source with anything in it but files and directories.
func (c *fsCall) plain(t *transfer) error {
	for _, e := range t.list {
		switch e.kind() {
		case "symlink":
			return c.fail(t.src, ReasonSymlink, "remove the link, or copy the files one by one", "holds the symlink %s", e.path)
		case "special":
			return c.fail(t.src, "not_regular", "leave it out", "holds %s, which is neither file nor directory", e.path)
		}
	}
	if err := c.changeable(t.src, t.list); err != nil {
		return err
	}
	for _, e := range t.list {
		to := t.at(e)
		if err := workspace.CheckNew(to); err != nil {
			return c.refusedPath(c.name(to), err)
		}
	}
	return nil
}

// destination checks what is there now: a file gives way to a file, only an empty directory to a directory.
func (c *fsCall) destination(t *transfer) error {
	if dir := workspace.Path(path.Dir(string(t.dest))); dir != "." {
		kind, err := c.s.disk.Kind(dir)
		if err != nil || kind != workspace.Directory {
			return c.fail(t.dest, ReasonNotFound, fmt.Sprintf("make it first: fs.mkdir(%q)", string(dir)), "the directory %s is not found", dir)
		}
	}
	switch kind, err := c.s.disk.Kind(t.dest); {
	case c.step == "fs.move" && c.s.disk.alike(t.src, t.dest):
		return nil
	case err != nil:
		return c.fail(t.dest, "unreadable", "", "%v", err)
	case kind == workspace.Absent:
		return nil
	}
	there, err := c.entry(t.dest)
	if err != nil {
		return err
	}
	t.there = &there
	switch {
	case there.kind() == "special":
		return c.fail(t.dest, "exists", "name another destination", "exists and is neither file nor directory")
	case there.isDir() != t.list[0].isDir():
		return c.fail(t.dest, "exists", "name another destination", "exists and is a %s, the source is a %s", there.kind(), t.list[0].kind())
	case there.isDir():
		return c.emptyDir(t.dest)
	}
	return nil
}

func (c *fsCall) emptyDir(p workspace.Path) error {
	files, dirs, err := c.s.disk.Below(p)
	if err != nil {
		return c.fail(p, "unreadable", "", "%v", err)
	}
	if n := len(files) + len(dirs); n > 0 {
		return c.fail(p, "exists", "name another destination; directories are not merged", "exists and is not empty (%s)", plural(n, "name"))
	}
	return nil
}

// copies makes the tree anew at the destination.
func (t *transfer) copies() []fsbackend.Operation {
	var ops []fsbackend.Operation
	for i, e := range t.list {
		op := fsbackend.Operation{Kind: fsbackend.OpMakeDir, Name: string(t.at(e))}
		if e.isDir() {
			if i > 0 || t.there == nil {
				ops = append(ops, op)
			}
			continue
		}
		known := e.known
		op.Kind, op.From, op.New = fsbackend.OpCreate, string(e.path), &known
		if t.there != nil && i == 0 {
			op.Replaces = &t.there.known
		} else {
			known.Mode = 0 // exactly that of the source, whatever the umask
		}
		ops = append(ops, op)
	}
	return ops
}

// renames moves the source in one rename; an empty directory at the destination goes first.
func (t *transfer) renames() []fsbackend.Operation {
	before := t.list[0].known
	op := fsbackend.Operation{Kind: fsbackend.OpRename, From: string(t.src), Name: string(t.dest), Before: &before}
	if t.there == nil {
		return []fsbackend.Operation{op}
	}
	if t.there.isDir() {
		op.Vacated = true
		return []fsbackend.Operation{{Kind: fsbackend.OpRemoveDir, Name: string(t.dest)}, op}
	}
	op.Replaces = &t.there.known
	return []fsbackend.Operation{op}
}

// dirModes gives copied directories the modes of their sources, from the inside out; files were made with theirs.
func (c *fsCall) dirModes(t *transfer) {
	for _, e := range slices.Backward(t.list) {
		if !e.isDir() {
			continue
		}
		to := string(t.at(e))
		info, err := c.s.disk.lstat(to)
		if err == nil && info.IsDir() && info.Mode().Perm() != e.known.Mode.Perm() {
			err = c.s.fs.Chmod(to, e.known.Mode.Perm())
		}
		if err != nil {
			c.s.notes.warn(c.step, to, "the mode of the directory could not be kept: %v", err)
		}
	}
}

func (c *fsCall) moveEffect(verb, src, dest string, t *transfer) *Effect {
	message := fmt.Sprintf("%s %s to %s", verb, t.src, t.dest)
	if t.list[0].isDir() {
		message += fmt.Sprintf(" with %s in it", plural(len(t.list)-1, "name"))
	}
	if t.there != nil {
		message += ", replacing what is there"
	}
	e := c.effect(message, []workspace.Path{t.dest, t.src},
		map[string]any{"src": src, "dest": dest, "replaces": t.there != nil, "entries": entryData(t.list)})
	slices.Sort(e.Paths)
	if t.there != nil {
		e.details()["replaced"] = entryData([]entry{*t.there})
	}
	for _, inside := range t.list[1:] {
		e.below = append(e.below, string(inside.path), string(t.at(inside)))
	}
	return e
}

// oneMount reports whether both names lie on one file system; where that cannot be told, they do.
func (s *Session) oneMount(a, b workspace.Path) bool {
	one, err1 := fsbackend.MountOf(s.fs, path.Dir(string(a)))
	two, err2 := fsbackend.MountOf(s.fs, path.Dir(string(b)))
	return err1 != nil || err2 != nil || one == two
}

// followMove lets the workspace follow a move: files that it holds go along, and one that was replaced is the new one.
func (c *fsCall) followMove(ctx context.Context, t *transfer) error {
	s, moves := c.s, map[workspace.Path]workspace.Path{}
	for _, p := range append(s.ws.Below(t.src), t.src) {
		if s.isHeld(p) {
			moves[p] = t.dest + p[len(t.src):]
		}
	}
	if s.isHeld(t.dest) && !s.isHeld(t.src) {
		c.reload(ctx, t.dest)
	}
	for _, p := range sortedPaths(moves) {
		s.follow(moves[p], nil)
	}
	return s.followMoves(moves)
}

func sortedPaths(m map[workspace.Path]workspace.Path) []workspace.Path {
	return slices.Sorted(maps.Keys(m))
}
