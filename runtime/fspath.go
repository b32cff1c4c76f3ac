package runtime

// This file decides what the immediate operations may touch: paths as scripts write them, and where they lie.

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"devstar/hunkengine"
	"devstar/workspace"
)

// FSScope limits where an immediate operation may act.
type FSScope struct {
	AllowedPaths []string // whole path segments relative to the root; empty means no limit
	UseAgentCwd  bool     // relative paths start at the agent's working directory, where one is set
}

// fsCall is one immediate operation: its name and its limits.
type fsCall struct {
	s       *Session
	step    string
	scope   FSScope
	allowed []string                  // allowed_paths, cleaned; "." is the root
	written map[workspace.Path]string // how the script wrote a path
}

// fsCall begins an operation. The error is about allowed_paths: a blank entry would mean anything.
func (s *Session) fsCall(step string, scope FSScope) (*fsCall, error) {
	c := &fsCall{s: s, step: step, scope: scope, written: map[workspace.Path]string{}}
	for _, a := range scope.AllowedPaths {
		if strings.TrimSpace(a) == "" {
			return nil, badArgumentError(step, "allowed_paths", "an entry of allowed_paths is blank", "name a directory or file, or pass [] for no limit")
		}
		dir, err := workspace.ParseDir(a)
		if err != nil {
			return nil, badArgumentError(step, "allowed_paths", "allowed_paths: "+err.Error(), "name paths relative to the root")
		}
		c.allowed = append(c.allowed, dir)
	}
	return c, nil
}

// fail makes the failure of the operation on p, which messages name as the script wrote it.
func (c *fsCall) fail(p workspace.Path, reason, hint, format string, args ...any) *Error {
	name := c.name(p)
	e := failed(c.step, name, reason, hint, "%s: %s", name, fmt.Sprintf(format, args...))
	if reason == ReasonSymlink || reason == ReasonProtected || reason == ReasonAllowed {
		e.Code, e.Retryable = CodePath, false
	}
	return e
}

func (c *fsCall) name(p workspace.Path) string {
	if w, ok := c.written[p]; ok {
		return w
	}
	return string(p)
}

// target checks the path of a file as the script wrote it, below dir, and returns where it lies. Nothing on the way may be
// a symlink, and neither may the target.
func (c *fsCall) target(dir, written string) (workspace.Path, error) {
	p, err := c.place(dir, written)
	if err != nil {
		return "", err
	}
	return p, c.check(p, written, false)
}

// treeTarget is target for what may be a directory, so that a slash may stand at the end; link allows a symlink.
func (c *fsCall) treeTarget(written string, link bool) (workspace.Path, error) {
	name := strings.TrimRight(written, "/")
	if name == "" {
		name = written
	}
	p, err := c.place("", name)
	if err != nil {
		return "", err
	}
	return p, c.check(p, written, link)
}

func (c *fsCall) check(p workspace.Path, written string, link bool) error {
	c.written[p] = written
	if err := c.free(p); err != nil {
		return err
	}
	return c.noLinks(p, link)
}

// asNamed refuses a file whose name the script wrote with a slash at the end.
func (c *fsCall) asNamed(p workspace.Path, isDir bool) error {
	if isDir || !strings.HasSuffix(c.name(p), "/") {
		return nil
	}
	return c.fail(p, "not_directory", "leave the slash out", "names a directory, but a file is meant")
}

// place resolves a written path against dir and the agent's directory; ".." is refused, never resolved.
func (c *fsCall) place(dir, written string) (workspace.Path, error) {
	base := "."
	if c.scope.UseAgentCwd && c.s.agentCwd != "" {
		base = c.s.agentCwd
	}
	if dir != "" {
		d, err := workspace.ParseDir(dir)
		if err != nil {
			return "", c.refusedPath(dir, err)
		}
		base = path.Join(base, d)
	}
	switch {
	case strings.HasPrefix(written, "~"):
		return "", c.refuse(written, "outside", "paths are relative to the root of the tree", "%q is outside the root: ~ is not expanded", written)
	case isDot(written) && base == ".":
		return "", c.refuse(written, "root", "name something inside it", "%q is the root itself, which cannot be a target", written)
	case isDot(written):
		return "", c.refuse(written, "root", "name something inside it", "%q is the directory at which paths start, which cannot be a target", written)
	}
	p, err := workspace.ParsePath(written)
	if err != nil {
		return "", c.refusedPath(written, err)
	}
	return workspace.Path(path.Join(base, string(p))), nil
}

// refuse makes the error of a path that no operation takes.
func (c *fsCall) refuse(written, reason, hint, format string, args ...any) *Error {
	e := failed(c.step, written, reason, hint, format, args...)
	e.Code, e.Retryable = CodePath, false
	return e
}

func (c *fsCall) refusedPath(written string, err error) error {
	e := NewError(CodePath, c.step, err.Error(), "")
	e.Path, e.Cause = written, err
	if f, ok := err.(failure); ok {
		e.Reason, e.Hint = f.Reason(), f.Hint()
	}
	return e
}

// isDot reports whether a path spells the directory it is resolved against.
func isDot(written string) bool {
	dir, err := workspace.ParseDir(written)
	return written == "" || err == nil && dir == "."
}

// free refuses protected paths, paths outside allowed_paths, and paths with changes that are not on disk yet.
func (c *fsCall) free(p workspace.Path) error {
	if q := c.protects(p); q != "" {
		return c.fail(p, ReasonProtected, "change it by hand", "is protected: no plan may change %s", q)
	}
	if !c.isAllowed(p) {
		return c.fail(p, ReasonAllowed, "widen allowed_paths if that is meant", "is not covered by allowed_paths (%s)", strings.Join(c.scope.AllowedPaths, ", "))
	}
	if c.unwritten(p) {
		return c.fail(p, "unwritten", "call write() first", "has changes in the workspace that are not on disk: write it first")
	}
	if link := c.s.linkTo(p); link != "" {
		return c.fail(p, "alias", "change it with the steps of the workspace", "is in the workspace as %s, a symlink to it", link)
	}
	return nil
}

// protects returns the protected path at or below p, "" for none.
func (c *fsCall) protects(p workspace.Path) workspace.Path {
	key := func(p workspace.Path) string { return string(p) }
	if c.s.disk.Folds() {
		key = workspace.FoldKey
	}
	for _, q := range slices.Sorted(maps.Keys(c.s.protected)) {
		if key(q) == key(p) || strings.HasPrefix(key(q), key(p)+"/") {
			return q
		}
	}
	return ""
}

// alike reports whether the disk takes two names for one.
func (d *disk) alike(a, b workspace.Path) bool {
	return a != b && d.Folds() && workspace.FoldKey(a) == workspace.FoldKey(b)
}

// unwritten reports whether anything at or below p differs from the disk, or a file that is not written yet stands where p
// needs a directory.
func (c *fsCall) unwritten(p workspace.Path) bool {
	for dir := path.Dir(string(p)); dir != "."; dir = path.Dir(dir) {
		if d := workspace.Path(dir); c.s.isHeld(d) && !c.s.ws.Clean(d) {
			return true
		}
	}
	return c.s.ws.Dirty(p)
}

// linkTo returns the held symlink whose content lies at p, "" for none.
func (s *Session) linkTo(p workspace.Path) workspace.Path {
	var op *workspace.OpError
	err := s.ws.Begin(nowhere{}).Create(p, hunkengine.Text{}, false)
	if errors.As(err, &op) && op.Word == "alias" {
		return op.Other
	}
	return ""
}

// isAllowed compares whole path segments.
func (c *fsCall) isAllowed(p workspace.Path) bool {
	if len(c.allowed) == 0 {
		return true
	}
	return slices.ContainsFunc(c.allowed, func(a string) bool {
		return a == "." || string(p) == a || strings.HasPrefix(string(p), a+"/")
	})
}

// noLinks refuses symlinks among the directories of p, and at p itself unless last is set.
func (c *fsCall) noLinks(p workspace.Path, last bool) error {
	link, err := c.s.disk.linkAbove(p)
	if err != nil {
		return c.fail(p, "unreadable", "", "%v", err)
	}
	if link == "" && !last {
		kind, err := c.s.disk.Kind(p)
		if err != nil {
			return c.fail(p, "unreadable", "", "%v", err)
		}
		if kind == workspace.Symlink {
			link = p
		}
	}
	if link == "" {
		return nil
	}
	hint := "name the real path"
	if to, _ := c.s.disk.Target(link); to != "" {
		hint = fmt.Sprintf("name the real path: %s%s", to, p[len(link):])
	}
	return c.fail(p, ReasonSymlink, hint, "%s is a symlink; immediate operations do not go through links", link)
}

func badArgumentError(step, param, message, hint string) *Error {
	e := NewError(CodeBadArgument, step, message, hint)
	e.Reason = param
	return e
}
