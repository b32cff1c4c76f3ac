package approval

// This file defines rules and matches them against effects.

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"devstar/runtime"
)

// Action is what a rule does.
type Action string

// The actions.
const (
	Allow Action = "allow"
	Deny  Action = "deny"
	Ask   Action = "ask"
)

// Rule decides about the effects it matches. For allow every path must match, for deny and ask any path does. Paths are
// matched by doublestar patterns, in which names that begin with a dot are nothing special: src/** is src and all below it.
type Rule struct {
	Effects []string // names, or with a star: "fs.*", "*"
	Match   Match
	Action  Action
	Reason  string
	Source  string // where it was written, for messages
}

// Match narrows a rule; the zero value matches everything.
type Match struct {
	Paths      []string // patterns
	Origin     string   // pattern for the script file of the call
	Replaces   *bool    // does the effect replace something
	MaxEntries *int     // matches effects that touch at most so many names
}

// Effects lists the names that rules may use.
func Effects() []string {
	return []string{"acquire", "read", "edit", "apply_patch", "write", "format", "lint", "check",
		"fs.edit", "fs.apply_patch", "fs.mkdir", "fs.copy", "fs.move", "fs.remove"}
}

// First returns the first rule that matches e.
func First(rules []Rule, e *runtime.Effect) (Rule, bool) {
	for _, r := range rules {
		if r.matches(e) {
			return r, true
		}
	}
	return Rule{}, false
}

func (r Rule) matches(e *runtime.Effect) bool {
	return r.effect(e.Name) && r.matchPaths(e) && r.matchRest(e)
}

// named matches the name of an effect: "fs.*" all that begin with "fs.", "*" all.
func named(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}

// matchPaths compares everything the effect reaches, names inside of directories too.
func (r Rule) matchPaths(e *runtime.Effect) bool {
	if len(r.Match.Paths) == 0 {
		return true
	}
	covered := func(p string) bool {
		return slices.ContainsFunc(r.Match.Paths, func(pattern string) bool { return doublestar.MatchUnvalidated(pattern, p) })
	}
	reach := e.Reach()
	if r.Action == Allow {
		return len(reach) > 0 && !slices.ContainsFunc(reach, func(p string) bool { return !covered(p) })
	}
	return slices.ContainsFunc(reach, covered)
}

func (r Rule) matchRest(e *runtime.Effect) bool {
	if r.Match.Origin != "" && !doublestar.MatchUnvalidated(r.Match.Origin, strings.TrimPrefix(e.Origin.File, "./")) {
		return false
	}
	if r.Match.Replaces != nil {
		replaces, _ := e.Data()["replaces"].(bool)
		if replaces != *r.Match.Replaces {
			return false
		}
	}
	return r.Match.MaxEntries == nil || len(e.Reach()) <= *r.Match.MaxEntries
}

// why is the reason of a refusal.
func (r Rule) why() string {
	if r.Reason != "" {
		return r.Reason
	}
	return r.Source
}

// by names who decided.
func (r Rule) by() string {
	if r.Source == sourcePerson {
		return "person"
	}
	return "policy"
}

const sourcePerson = "answered with always"

// Always makes the rule of an "always" answer: this effect, these paths, and where one is a directory with names in it
// everything below.
func Always(e *runtime.Effect) Rule {
	patterns := make([]string, len(e.Paths))
	for i, p := range e.Paths {
		patterns[i] = escape(p)
		if holds(e.Reach(), p) {
			patterns[i] += "/**"
		}
	}
	return Rule{Effects: []string{e.Name}, Match: Match{Paths: patterns}, Action: Allow, Source: sourcePerson}
}

// holds reports whether one of the paths lies below dir.
func holds(paths []string, dir string) bool {
	return slices.ContainsFunc(paths, func(p string) bool { return strings.HasPrefix(p, dir+"/") })
}

// Around returns the directory that an "always" answer for a whole directory is about: the nearest one with everything the
// effect touches, "." for the root.
func Around(e *runtime.Effect) string {
	var common []string
	for i, p := range e.Paths {
		dir := p
		if !holds(e.Reach(), p) {
			dir = path.Dir(p)
		}
		parts := strings.Split(dir, "/")
		if i == 0 {
			common = parts
		}
		n := 0
		for n < min(len(common), len(parts)) && common[n] == parts[n] {
			n++
		}
		common = common[:n]
	}
	return path.Join(".", path.Join(common...))
}

// AlwaysBelow makes the rule of an "always" answer for everything below a directory.
func AlwaysBelow(effect, dir string) Rule {
	pattern := "**"
	if dir != "." {
		pattern = escape(dir) + "/**"
	}
	return Rule{Effects: []string{effect}, Match: Match{Paths: []string{pattern}}, Action: Allow, Source: sourcePerson}
}

// escape makes a pattern that matches exactly p.
func escape(p string) string {
	var b strings.Builder
	for _, r := range p {
		if strings.ContainsRune(`*?[]{}\`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// ParseRule reads the EFFECT[:GLOB] of --allow and --deny.
func ParseRule(action Action, text string) (Rule, error) {
	effect, glob, narrowed := strings.Cut(text, ":")
	r := Rule{Effects: []string{effect}, Action: action, Source: fmt.Sprintf("--%s %s", action, text)}
	if narrowed {
		r.Match.Paths = []string{glob}
	}
	return r, r.check()
}

// checkPattern refuses patterns that can match no path.
func checkPattern(p string) error {
	segments := strings.Split(p, "/")
	switch {
	case strings.HasSuffix(p, "/"):
		return fmt.Errorf("%q matches nothing: a directory and what is in it is %q", p, p+"**")
	case !doublestar.ValidatePattern(p), slices.Contains(segments, ""), slices.Contains(segments, "."), slices.Contains(segments, ".."):
		return fmt.Errorf("%q is no pattern of paths relative to the root", p)
	}
	return nil
}

// Unreachable lists the rules that can never decide, each with the one before it that covers it; numbers are from 0.
func Unreachable(rules []Rule) map[int]int {
	out := map[int]int{}
	for i, r := range rules {
		for j, before := range rules[:i] {
			if before.covers(r) {
				out[i] = j
				break
			}
		}
	}
	return out
}

// covers reports whether r matches whatever other matches, as far as that shows without looking into patterns.
func (r Rule) covers(other Rule) bool {
	if r.Match.Origin != "" || r.Match.Replaces != nil || r.Match.MaxEntries != nil || len(r.Match.Paths) > 0 {
		return false
	}
	return !slices.ContainsFunc(Effects(), func(name string) bool { return other.effect(name) && !r.effect(name) })
}

// effect reports whether the rule is about effects of a name.
func (r Rule) effect(name string) bool {
	return slices.ContainsFunc(r.Effects, func(pattern string) bool { return named(pattern, name) })
}

// check refuses what a rule cannot mean.
func (r Rule) check() error {
	for _, name := range r.Effects {
		if !slices.ContainsFunc(Effects(), func(e string) bool { return named(name, e) }) {
			return &unknown{what: "effect", name: name, known: Effects()}
		}
	}
	for _, p := range r.Match.Paths {
		if err := checkPattern(p); err != nil {
			return err
		}
	}
	if r.Match.Origin != "" && !doublestar.ValidatePattern(r.Match.Origin) {
		return fmt.Errorf("%q is no pattern", r.Match.Origin)
	}
	return nil
}
