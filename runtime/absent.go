package runtime

// This file builds the errors for paths and patterns that select nothing: what is wrong, and what would have matched.

import (
	"context"
	"fmt"
	"path"
	"strings"

	"devstar/fsbackend"
	"devstar/workspace"
)

func goneError(step string, p, to workspace.Path) *Error {
	if to == "" {
		return failed(step, string(p), ReasonGone, "it is no longer there; use create to make it anew", "%s was deleted by this plan", p)
	}
	return failed(step, string(p), ReasonGone, fmt.Sprintf("use %s", to), "%s was renamed to %s by this plan", p, to)
}

func directoryError(step string, p workspace.Path) *Error {
	return failed(step, string(p), ReasonDirectory, "use "+workspace.Below(p), "%s is a directory, a file is wanted", p)
}

// missing is the error for a literal path that does not exist; it offers files of the same name elsewhere.
func (s *Session) missing(ctx context.Context, step string, p workspace.Path) *Error {
	hint := "check the spelling; missing_ok=True accepts paths that are not there"
	if step != "acquire" {
		hint = "check the spelling; files() lists the workspace"
	}
	if near := s.sameName(ctx, p); len(near) > 0 {
		hint = "did you mean " + brief(near) + "?"
	}
	return failed(step, string(p), ReasonNotFound, hint, "%s does not exist", oneLine(string(p)))
}

// sameName returns files with the same last component, in the workspace and on disk.
func (s *Session) sameName(ctx context.Context, p workspace.Path) []string {
	base := path.Base(string(p))
	if strings.ContainsAny(base, `*?[{\`) {
		return nil
	}
	sel, err := workspace.ParseSelector([]string{"**/" + base}, nil)
	if err != nil {
		return nil
	}
	return s.list(ctx, sel)
}

// list returns the regular files of the tree as write would leave it that sel selects, sorted; nil when the walk fails.
func (s *Session) list(ctx context.Context, sel workspace.Selector) []string {
	all, _ := s.glob(ctx, sel)
	return all
}

// nothing is the error for a pattern that selects nothing from the disk.
func (s *Session) nothing(ctx context.Context, sel workspace.Selector, glob string, w fsbackend.Walked) *Error {
	e := failed("acquire", glob, ReasonEmpty, "pass missing_ok=True if that is fine", "%s selects nothing", glob)
	count := func(list []string) (n int) {
		for _, name := range list {
			if sel.MatchGlob(glob, workspace.Path(name)) {
				n++
			}
		}
		return n
	}
	if n := count(w.Ignored); n > 0 {
		e.Message += fmt.Sprintf(": ignored by .gitignore are %s that would match", plural(n, "file"))
		e.Hint = "pass ignored=True to take them"
		return e
	}
	if n := count(w.Special); n > 0 {
		e.Message += fmt.Sprintf(": what matches are %s of links or other special files, which patterns never take", plural(n, "name"))
		e.Hint = "name a link by its path"
		return e
	}
	s.wouldMatch(ctx, e, sel, glob)
	return e
}

// wouldMatch adds to e which similar pattern selects something.
func (s *Session) wouldMatch(ctx context.Context, e *Error, sel workspace.Selector, glob string) {
	variant, deeper, ok := sel.Deeper(glob)
	if !ok {
		return
	}
	if n := len(s.list(ctx, deeper)); n > 0 {
		e.Hint = fmt.Sprintf("%s would match %d", variant, n)
	}
}

// absent is the error for a path that is not in the workspace.
func (s *Session) absent(ctx context.Context, step string, p workspace.Path) *Error {
	if to, gone := s.ws.Fate(p); gone {
		return goneError(step, p, to)
	}
	kind, err := s.disk.Kind(p)
	switch {
	case err != nil:
		return failed(step, string(p), "unreadable", "", "%v", err)
	case kind == workspace.Directory:
		return directoryError(step, p)
	case kind != workspace.Absent:
		return failed(step, string(p), ReasonNotAcquired, fmt.Sprintf("add it to acquire(...): acquire(%q)", string(p)),
			"%s exists on disk but is not in the workspace", p)
	}
	return s.missing(ctx, step, p)
}
