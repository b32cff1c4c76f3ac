package runtime

// This file decides what the immediate operations may touch: paths as scripts write them, and where they lie.

import (
	"fmt"
	"slices"
	"strings"

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
	written map[workspace.Path]string // how the script wrote a path
}

func (s *Session) fsCall(step string, scope FSScope) *fsCall {
	return &fsCall{s: s, step: step, scope: scope, written: map[workspace.Path]string{}}
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

// target checks a path as the script wrote it, below dir, and returns where it lies. Nothing on the way may be a symlink,
// and neither may the target, unless link is set.
func (c *fsCall) target(dir, written string, link bool) (workspace.Path, error) {
	p, err := c.place(dir, written)
	if err != nil {
		return "", err
	}
	c.written[p] = written
	if err := c.free(p); err != nil {
		return "", err
	}
	return p, c.noLinks(p, link)
}

// place resolves a written path against dir and the agent's directory; ".." is refused, never resolved.
func (c *fsCall) place(dir, written string) (workspace.Path, error) {
	if strings.HasPrefix(written, "~") {
		e := failed(c.step, written, "outside", "paths are relative to the root of the tree", "%q is outside the root: ~ is not expanded", written)
		e.Code, e.Retryable = CodePath, false
		return "", e
	}
	if isRoot(written) && isRoot(dir) {
		e := failed(c.step, written, "root", "name something inside it", "%q is the root itself, which cannot be a target", written)
		e.Code, e.Retryable = CodePath, false
		return "", e
	}
	base := ""
	if c.scope.UseAgentCwd {
		base = c.s.agentCwd
	}
	for _, part := range []string{dir, written} {
		if isRoot(part) {
			continue
		}
		p, err := workspace.ParsePath(part)
		if err != nil {
			return "", c.refusedPath(part, err)
		}
		base = strings.TrimPrefix(base+"/"+string(p), "/")
	}
	return workspace.Path(base), nil
}

func (c *fsCall) refusedPath(written string, err error) error {
	e := NewError(CodePath, c.step, err.Error(), "")
	e.Path, e.Cause = written, err
	if f, ok := err.(failure); ok {
		e.Reason, e.Hint = f.Reason(), f.Hint()
	}
	return e
}

func isRoot(written string) bool {
	trimmed := strings.Trim(written, "/")
	return written == "" || trimmed == "." || strings.ReplaceAll(trimmed, "./", "") == "."
}

// free refuses protected paths, paths outside allowed_paths, and paths with changes that are not on disk yet.
func (c *fsCall) free(p workspace.Path) error {
	for q := range c.s.protected {
		if q == p || strings.HasPrefix(string(q), string(p)+"/") {
			return c.fail(p, ReasonProtected, "change it by hand", "is protected: no plan may change %s", q)
		}
	}
	if !c.allowed(p) {
		return c.fail(p, ReasonAllowed, "widen allowed_paths if that is meant", "is not covered by allowed_paths (%s)", strings.Join(c.scope.AllowedPaths, ", "))
	}
	if c.s.ws.Dirty(p) {
		return c.fail(p, "unwritten", "call write() first", "has changes in the workspace that are not on disk: write it first")
	}
	return nil
}

// allowed compares whole path segments.
func (c *fsCall) allowed(p workspace.Path) bool {
	if len(c.scope.AllowedPaths) == 0 {
		return true
	}
	return slices.ContainsFunc(c.scope.AllowedPaths, func(a string) bool {
		a = strings.TrimSuffix(strings.TrimPrefix(a, "./"), "/")
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

// checkAllowed refuses blank entries of allowed_paths, which would mean anything, and entries that are no paths.
func (c *fsCall) checkAllowed() error {
	for _, a := range c.scope.AllowedPaths {
		if strings.TrimSpace(a) == "" {
			return badArgumentError(c.step, "allowed_paths", "an entry of allowed_paths is blank", "name a directory or file, or pass [] for no limit")
		}
		if isRoot(a) {
			continue
		}
		if _, err := workspace.ParsePath(a); err != nil {
			return badArgumentError(c.step, "allowed_paths", "allowed_paths: "+err.Error(), "name paths relative to the root")
		}
	}
	return nil
}

func badArgumentError(step, param, message, hint string) *Error {
	e := NewError(CodeBadArgument, step, message, hint)
	e.Reason = param
	return e
}
