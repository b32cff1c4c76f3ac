package runtime

// This file makes and removes directories and files on disk at once.

import (
	"context"
	"fmt"
	"path"
	"slices"

	"devstar/fsbackend"
	"devstar/workspace"
)

// FSMkdir makes a directory with its parents and reports whether it was created; one that is there is fine.
func (s *Session) FSMkdir(ctx context.Context, dir string, scope FSScope) (created bool, err error) {
	c, err := s.fsCall("fs.mkdir", scope)
	if err != nil {
		return false, err
	}
	p, err := c.treeTarget(dir, false)
	if err != nil {
		return false, err
	}
	kind, err := s.disk.Kind(p)
	switch {
	case err != nil:
		return false, c.fail(p, "unreadable", "", "%v", err)
	case kind == workspace.Directory:
		return false, nil
	case kind != workspace.Absent:
		return false, c.fail(p, "exists", "use another name, or move what is there away", "exists and is no directory")
	}
	if err := workspace.CheckNew(p); err != nil {
		return false, c.refusedPath(dir, err)
	}
	if err := c.fileInTheWay(p); err != nil {
		return false, err
	}
	e := c.effect("make the directory "+string(p), []workspace.Path{p}, map[string]any{"dir": dir, "creates": true})
	if err := c.run(ctx, e, []fsbackend.Operation{{Kind: fsbackend.OpMakeDir, Name: string(p)}}); err != nil {
		return false, err
	}
	return true, nil
}

// fileInTheWay refuses a path one of whose directories is a file.
func (c *fsCall) fileInTheWay(p workspace.Path) error {
	for q := path.Dir(string(p)); q != "."; q = path.Dir(q) {
		kind, err := c.s.disk.Kind(workspace.Path(q))
		if err != nil {
			return c.fail(p, "unreadable", "", "%v", err)
		}
		if kind == workspace.Directory {
			return nil
		}
		if kind != workspace.Absent {
			return c.fail(p, "not_directory", "use another place", "%s exists and is no directory", q)
		}
	}
	return nil
}

// FSRemove removes a file, a link, or a directory with everything in it; what is missing is removed already. Links are
// unlinked, never followed. It returns whether something was removed.
func (s *Session) FSRemove(ctx context.Context, target string, scope FSScope) (removed bool, err error) {
	c, err := s.fsCall("fs.remove", scope)
	if err != nil {
		return false, err
	}
	p, err := c.treeTarget(target, true)
	if err != nil {
		return false, err
	}
	switch kind, err := s.disk.Kind(p); {
	case err != nil:
		return false, c.fail(p, "unreadable", "", "%v", err)
	case kind == workspace.Absent:
		return false, nil
	}
	list, err := c.tree(ctx, p)
	if err != nil {
		return false, err
	}
	if err := c.asNamed(p, list[0].isDir()); err != nil {
		return false, err
	}
	if err := c.changeable(p, list); err != nil {
		return false, err
	}
	e := c.effect(removeMessage(p, list), []workspace.Path{p}, map[string]any{"target": target, "kind": list[0].kind(), "entries": entryData(list)})
	for _, inside := range list[1:] {
		e.below = append(e.below, string(inside.path))
	}
	if err := c.run(ctx, e, removals(list)); err != nil {
		return false, err
	}
	for _, e := range list {
		s.follow(e.path, nil)
	}
	return true, nil
}

func removeMessage(p workspace.Path, list []entry) string {
	if !list[0].isDir() {
		return fmt.Sprintf("remove the %s %s", list[0].kind(), p)
	}
	return fmt.Sprintf("remove the directory %s with %s in it", p, plural(len(list)-1, "name"))
}

// changeable refuses a tree that holds a repository, or the content of a symlink that is in the workspace.
func (c *fsCall) changeable(p workspace.Path, list []entry) error {
	for _, e := range list[1:] {
		if link := c.s.linkTo(e.path); link != "" && !e.isDir() {
			return c.fail(p, "alias", "change that file with the steps of the workspace", "holds %s, which is in the workspace as the symlink %s", e.path, link)
		}
		if _, err := workspace.ParsePath(string(e.path)); err != nil {
			return c.fail(p, ReasonProtected, "handle that directory by hand", "holds %s, which no plan may change", e.path)
		}
	}
	return nil
}

// removals removes a tree: what directories hold first, then the directories from the inside out.
func removals(list []entry) []fsbackend.Operation {
	var files, dirs []fsbackend.Operation
	for _, e := range list {
		known := e.known
		if e.isDir() {
			dirs = append(dirs, fsbackend.Operation{Kind: fsbackend.OpRemoveDir, Name: string(e.path)})
			continue
		}
		files = append(files, fsbackend.Operation{Kind: fsbackend.OpRemove, Name: string(e.path), Before: &known})
	}
	slices.Reverse(dirs)
	return append(files, dirs...)
}
