package assist

// This file finds what a spelling hint is about, so that it can be put right at once.

import (
	"regexp"
	"strings"

	"devstar/runtime/spec"
)

// Fix is a replacement that a hint proposes.
type Fix struct {
	Place
	Text string
}

var proposal = regexp.MustCompile(`^did you mean "([^"]+)"\?`)

// Fix returns the replacement that a hint about an offset proposes: of the first name, or text that is a key, of the statement
// from there on that is a misspelling of what the hint names.
func (s *Script) Fix(hint string, offset int) (Fix, bool) {
	m := proposal.FindStringSubmatch(hint)
	if m == nil {
		return Fix{}, false
	}
	for _, l := range s.list {
		for _, t := range l.tokens {
			if l.first > s.line(offset) {
				return Fix{}, false
			}
			if t.end <= offset || t.kind != word && t.kind != text || t.open {
				continue
			}
			inner := s.Text[t.start:t.end]
			bare := strings.Trim(inner, `"'`)
			if bare != m[1] && spec.Nearest(bare, []string{m[1]}) != "" {
				start := t.start + strings.Index(inner, bare)
				return Fix{Place{s.Name, start, start + len(bare)}, m[1]}, true
			}
		}
	}
	return Fix{}, false
}
