// Matching: whether a name, or a directory, goes with a compiled pattern, without allocating.

package workspace

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// matches reports whether the pattern selects the file name.
func (p *pattern) matches(name string) bool {
	for i := range p.alts {
		if p.alts[i].matches(name) {
			return true
		}
	}
	return false
}

// mayHold reports whether a file below the directory can match.
func (p *pattern) mayHold(dir string) bool {
	for i := range p.alts {
		if p.alts[i].mayHold(dir) {
			return true
		}
	}
	return false
}

func (a *alternative) matches(name string) bool {
	if !strings.HasPrefix(name, a.prefix) {
		// "lib/**" also takes a file lib: "**" stands for no segment, too.
		return len(a.rest) == 1 && a.rest[0].kind == anyDepth && len(a.prefix) == len(name)+1 && a.prefix[:len(name)] == name
	}
	name = name[len(a.prefix):]
	if len(a.rest) == 2 && a.rest[0].kind == anyDepth {
		return a.rest[1].matchesLast(name)
	}
	full, _ := a.run(name)
	return full
}

// matchesLast is "**/" and the segment: the last component matches and no directory before it starts with a dot.
func (s *segment) matchesLast(name string) bool {
	if s.kind == affixSegment && !strings.HasSuffix(name, s.tail) { // by far the most frequent no
		return false
	}
	base := strings.LastIndexByte(name, '/') + 1
	return s.matches(name[base:]) && !hasDotName(name[:base])
}

func (a *alternative) mayHold(dir string) bool {
	if strings.HasPrefix(a.prefix, dir) && len(a.prefix) > len(dir) && a.prefix[len(dir)] == '/' {
		return true
	}
	if !strings.HasPrefix(dir, a.prefix) {
		return false
	}
	_, more := a.run(dir[len(a.prefix):])
	return more
}

// run matches name against the segments. full: all of it matches. more: it matches as a directory in which
// something can still match. When segments fail, only the last "**" has to take one more component: an earlier one
// could give it nothing that it may not take itself, as every segment takes only dot names or only others.
func (a *alternative) run(name string) (full, more bool) {
	at, retryAt, retry := 0, -1, ""
	for rest := name; ; {
		for at < len(a.rest) && a.rest[at].kind == anyDepth {
			if at++; !hasDotName(rest) {
				if at == len(a.rest) {
					return true, true
				}
				more = true
			}
			retryAt, retry = at, rest
		}
		if rest == "" {
			return at == len(a.rest), more || at < len(a.rest)
		}
		if part, tail := cutName(rest); at < len(a.rest) && a.rest[at].matches(part) {
			at, rest = at+1, tail
			continue
		}
		if retryAt < 0 || retry[0] == '.' {
			return false, more
		}
		_, retry = cutName(retry)
		if retry == "" {
			return false, more
		}
		at, rest = retryAt, retry
	}
}

// cutName splits the first component off a path.
func cutName(path string) (name, rest string) {
	if i := strings.IndexByte(path, '/'); i >= 0 {
		return path[:i], path[i+1:]
	}
	return path, ""
}

// hasDotName reports whether a component of path starts with a dot.
func hasDotName(path string) bool {
	return strings.HasPrefix(path, ".") || strings.Contains(path, "/.")
}

// matches reports whether the segment takes the component. Only a literal dot takes a leading dot.
func (s *segment) matches(name string) bool {
	switch s.kind {
	case literalSegment:
		return s.head == name
	case affixSegment:
		return len(name) >= len(s.head)+len(s.tail) && strings.HasPrefix(name, s.head) && strings.HasSuffix(name, s.tail) &&
			(s.head != "" || name[0] != '.')
	}
	return (name[0] != '.' || s.head[0] == '.') && doublestar.MatchUnvalidated(s.head, name)
}

// coversBelow reports whether the pattern takes every file below dir that has no component with a leading dot.
func (p *pattern) coversBelow(dir string) bool {
	for i := range p.alts {
		a := &p.alts[i]
		if a.rest[len(a.rest)-1].kind == anyDepth && a.matches(dir) {
			return true
		}
	}
	return false
}

// takesDots reports whether the pattern can take a component with a leading dot.
func (p *pattern) takesDots() bool {
	for i := range p.alts {
		if p.alts[i].dots {
			return true
		}
	}
	return false
}
