// Selector: a list of paths and patterns with exclusions, and what it selects.

package workspace

import "strings"

// globCharacters are those that make a string a pattern. "]", "}" and "," alone mean themselves.
const globCharacters = "*?[{"

// Selector is a parsed list of paths and patterns with exclusions; the zero value selects nothing. It does not
// change, and may be used by several goroutines at once.
type Selector struct {
	items   []item
	exclude []item
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
	var s Selector
	for _, text := range patterns {
		it, err := parseItem(text)
		if err != nil {
			return Selector{}, err
		}
		s.items = append(s.items, it)
	}
	for _, text := range exclude {
		it, err := parseExclusion(text)
		if err != nil {
			return Selector{}, err
		}
		s.exclude = append(s.exclude, it)
	}
	return s, nil
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
	return Selector{resolveItems(s.items, isFile), resolveItems(s.exclude, isFile)}
}

func resolveItems(items []item, isFile func(Path) bool) []item {
	out := make([]item, len(items))
	for i, it := range items {
		if it.pattern != nil {
			if p, err := ParsePath(it.pattern.written); err == nil && isFile(p) {
				it = item{path: p}
			}
		}
		out[i] = it
	}
	return out
}

// Literals returns the literal paths in the order written, without repeats and without what is excluded.
func (s Selector) Literals() []Path {
	var out []Path
	seen := make(map[Path]bool)
	for _, it := range s.items {
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
	for _, it := range s.items {
		if it.pattern != nil && !seen[it.pattern.written] {
			seen[it.pattern.written] = true
			out = append(out, it.pattern.written)
		}
	}
	return out
}

// Match reports whether p is selected by a literal or a pattern, and is not excluded. A name that no Path can have
// is never selected.
func (s Selector) Match(p Path) bool {
	for i := range s.items {
		if s.items[i].takes(string(p)) {
			return s.admits(string(p))
		}
	}
	return false
}

// MatchGlob reports whether the pattern, as Globs returned it, selects p, and p is not excluded.
func (s Selector) MatchGlob(glob string, p Path) bool {
	for _, it := range s.items {
		if it.pattern != nil && it.pattern.written == glob && it.pattern.matches(string(p)) {
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
	return p.written, Selector{[]item{{pattern: p}}, s.exclude}, true
}

// MayEnter reports whether a file below the directory can still match one of the patterns; literals do not count.
// "." is the root.
func (s Selector) MayEnter(dir string) bool {
	if dir == "." {
		return len(s.Globs()) > 0
	}
	for _, it := range s.items {
		if it.pattern != nil && it.pattern.mayHold(dir) && !s.prunes(dir, it.pattern.takesDots()) {
			return validPath(dir)
		}
	}
	return false
}

// takes reports whether the item selects the name. A literal selects exactly itself.
func (it *item) takes(name string) bool {
	if it.pattern == nil {
		return string(it.path) == name
	}
	return it.pattern.matches(name)
}

// admits is the second half of a match, only asked for names that were selected.
func (s Selector) admits(name string) bool { return validPath(name) && !s.excludes(name) }

// validPath reports whether name is a Path. Walks may offer names that are none, such as those with a backslash.
func validPath(name string) bool {
	clean, err := cleanPath(name)
	return err == nil && clean == name && name != "."
}

func (s Selector) excludes(name string) bool {
	for _, it := range s.exclude {
		if it.pattern == nil && isAtOrBelow(name, string(it.path)) || it.pattern != nil && it.pattern.matches(name) {
			return true
		}
	}
	return false
}

// prunes reports whether the exclusions leave nothing below the directory. A final "**" does not reach names that
// start with a dot, so it leaves something to a pattern that takes dots.
func (s Selector) prunes(dir string, dots bool) bool {
	for _, it := range s.exclude {
		switch {
		case it.pattern == nil && isAtOrBelow(dir, string(it.path)):
			return true
		case it.pattern != nil && !dots && it.pattern.coversBelow(dir):
			return true
		}
	}
	return false
}

func isAtOrBelow(name, dir string) bool {
	return strings.HasPrefix(name, dir) && (len(name) == len(dir) || name[len(dir)] == '/')
}
