package runtime

// This file knows the paths that no plan may change or read: the configuration and the active policy.

import (
	"maps"

	"devstar/workspace"
)

// isProtected reports whether no plan may change p.
func (s *Session) isProtected(p workspace.Path) bool { return s.among(s.protected, p) }

// isHidden reports whether no plan may read p, or see that it is there.
func (s *Session) isHidden(p workspace.Path) bool { return s.among(s.hidden, p) }

// among looks for a name as the disk does: where it ignores letter case, so does this.
func (s *Session) among(set map[workspace.Path]bool, p workspace.Path) bool {
	if p == "" || len(set) == 0 || set[p] || !s.disk.Folds() {
		return p != "" && set[p]
	}
	for q := range maps.Keys(set) {
		if s.disk.alike(p, q) {
			return true
		}
	}
	return false
}

func protectedError(step string, p workspace.Path) *Error {
	e := failed(step, string(p), ReasonProtected, "change it by hand", "%s is protected: no plan may change it", p)
	e.Code, e.Retryable = CodePath, false
	return e
}

func hiddenError(step string, p workspace.Path) *Error {
	e := failed(step, string(p), ReasonProtected, "leave it out", "%s is protected: no plan may read it", p)
	e.Code, e.Retryable = CodePath, false
	return e
}
