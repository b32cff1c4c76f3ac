// Selector: a list of paths and patterns with exclusions, and what it selects.

package workspace

import (
	"slices"
	"strings"
)

// globCharacters are those that make a string a pattern. "]", "}" and "," alone mean themselves.
const globCharacters = "*?[{"

// Selector is a parsed list of paths and patterns with exclusions; the zero value selects nothing. It does not
// change, and may be used by several goroutines at once.
type Selector struct {
	take, leave group
}

// group is a list of items, with what a match looks up: the literals by name, and the patterns.
type group struct {
	items    []item
	names    map[string]bool
	patterns []*pattern
}

func newGroup(items []item) group {
	g := group{items: items, names: make(map[string]bool)}
	for _, it := range items {
		if it.pattern == nil {
			g.names[string(it.path)] = true
		} else {
			g.patterns = append(g.patterns, it.pattern)
		}
	}
	return g
}

// matches reports whether a pattern of the group matches the name.
func (g group) matches(name string) bool {
	return slices.ContainsFunc(g.patterns, func(p *pattern) bool { return p.matches(name) })
}

// covers reports whether the name is one of the literals, or lies below one.
func (g group) covers(name string) bool {
	if len(g.names) == 0 {
		return false
	}
	for dir := range above(name) {
		if g.names[dir] {
			return true
		}
	}
	return g.names[name]
}

// item is a literal path (pattern nil) or a pattern.
type item struct {
	path    Path
	pattern *pattern
}

// IsGlob reports whether s holds characters that make it a pattern.
func IsGlob(s string) bool { return strings.ContainsAny(s, globCharacters) }

// Escape returns the pattern that matches exactly the path s.
func Escape(s string) string {
	var b strings.Builder
	if strings.HasPrefix(s, "!") {
		b.WriteString("./")
	}
	for i := range len(s) {
		if strings.IndexByte(globCharacters, s[i]) >= 0 {
			b.WriteString("[" + s[i:i+1] + "]")
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// Below returns the pattern for the files below a directory: "src/**" for "src".
func Below(dir Path) string { return Escape(string(dir)) + "/**" }

// ParseSelector parses paths, patterns and exclusions. "*" is any run inside a segment, "**" any number of whole
// segments, "?" one character, "[...]" a class, "{a,b}" alternatives; a leading dot is only matched by a literal
// dot, and case counts. An excluded literal path stands for the file, or for everything below the directory, of that
// name. The errors, *PatternError and *PathError, name the pattern as written.
func ParseSelector(patterns, exclude []string) (Selector, error) {
	take, err := parseGroup(patterns, parseItem)
	if err != nil {
		return Selector{}, err
	}
	leave, err := parseGroup(exclude, parseExclusion)
	if err != nil {
		return Selector{}, err
	}
	return Selector{take, leave}, nil
}

func parseGroup(texts []string, parse func(string) (item, error)) (group, error) {
	items := make([]item, len(texts))
	for i, text := range texts {
		it, err := parse(text)
		if err != nil {
			return group{}, err
		}
		items[i] = it
	}
	return newGroup(items), nil
}

func parseItem(text string) (item, error) {
	if rest, negated := strings.CutPrefix(text, "!"); negated {
		return item{}, &PatternError{text, `starts with "!", which does not exclude anything here`, "negated",
			"use exclude=[" + Quote(rest) + "]; a file of that name is " + Quote("./"+text)}
	}
	if !IsGlob(text) {
		p, err := ParsePath(text)
		return item{path: p}, err
	}
	p, err := compilePattern(text)
	return item{pattern: p}, err
}

// parseExclusion also takes a directory, with or without a slash at its end.
func parseExclusion(text string) (item, error) {
	if strings.HasPrefix(text, "!") {
		return item{}, &PatternError{text, `starts with "!"; exclude takes the patterns to leave out as they are`, "negated", "write it without the !"}
	}
	if trimmed := strings.TrimRight(text, "/"); trimmed != "" {
		text = trimmed
	}
	return parseItem(text)
}

// Resolve returns the selector in which a pattern counts as a literal path where isFile says that there is a file of
// exactly that name.
func (s Selector) Resolve(isFile func(Path) bool) Selector {
	return Selector{s.take.resolve(isFile), s.leave.resolve(isFile)}
}

func (g group) resolve(isFile func(Path) bool) group {
	if len(g.patterns) == 0 {
		return g
	}
	out := make([]item, len(g.items))
	for i, it := range g.items {
		if it.pattern != nil {
			if p, err := ParsePath(it.pattern.written); err == nil && isFile(p) {
				it = item{path: p}
			}
		}
		out[i] = it
	}
	return newGroup(out)
}

// Literals returns the literal paths in the order written, without repeats and without what is excluded.
func (s Selector) Literals() []Path {
	var out []Path
	seen := make(map[Path]bool)
	for _, it := range s.take.items {
		if it.pattern == nil && !seen[it.path] && !s.excludes(string(it.path)) {
			seen[it.path] = true
			out = append(out, it.path)
		}
	}
	return out
}

// Globs returns the patterns as written, in that order, without repeats.
func (s Selector) Globs() []string {
	var out []string
	seen := make(map[string]bool)
	for _, p := range s.take.patterns {
		if !seen[p.written] {
			seen[p.written] = true
			out = append(out, p.written)
		}
	}
	return out
}

// Match reports whether p is selected by a literal or a pattern, and is not excluded. A name that no Path can have
// is never selected.
func (s Selector) Match(p Path) bool {
	name := string(p)
	return (s.take.names[name] || s.take.matches(name)) && s.admits(name)
}

// MatchGlob reports whether the pattern, as Globs returned it, selects p, and p is not excluded.
func (s Selector) MatchGlob(glob string, p Path) bool {
	for _, it := range s.take.patterns {
		if it.written == glob && it.matches(string(p)) {
			return s.admits(string(p))
		}
	}
	return false
}

// Deeper returns, for a pattern without a slash, "**/" and the pattern, and a selector of that alone with the same
// exclusions: what the user of a pattern that selects nothing may have meant. ok is false for other patterns.
func (s Selector) Deeper(glob string) (variant string, deeper Selector, ok bool) {
	base := strings.TrimPrefix(glob, "./")
	if strings.Contains(base, "/") || base == "**" {
		return "", Selector{}, false
	}
	p, err := compilePattern("**/" + base)
	if err != nil {
		return "", Selector{}, false
	}
	return p.written, Selector{newGroup([]item{{pattern: p}}), s.leave}, true
}

// MayEnter reports whether a file below the directory can still match one of the patterns; literals do not count.
// "." is the root.
func (s Selector) MayEnter(dir string) bool {
	if dir == "." {
		return len(s.take.patterns) > 0
	}
	for _, p := range s.take.patterns {
		if p.mayHold(dir) && !s.prunes(dir, p.takesDots()) {
			return validPath(dir)
		}
	}
	return false
}

// admits is the second half of a match, only asked for names that were selected.
func (s Selector) admits(name string) bool { return validPath(name) && !s.excludes(name) }

// validPath reports whether name is a Path. Walks may offer names that are none, such as those with a backslash.
func validPath(name string) bool {
	clean, err := cleanPath(name)
	return err == nil && clean == name && name != "."
}

func (s Selector) excludes(name string) bool { return s.leave.covers(name) || s.leave.matches(name) }

// prunes reports whether the exclusions leave nothing below the directory. A final "**" does not reach names that
// start with a dot, so it leaves something to a pattern that takes dots.
func (s Selector) prunes(dir string, dots bool) bool {
	return s.leave.covers(dir) ||
		!dots && slices.ContainsFunc(s.leave.patterns, func(p *pattern) bool { return p.coversBelow(dir) })
}
