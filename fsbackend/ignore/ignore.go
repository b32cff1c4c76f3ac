// Package ignore decides what .gitignore files ignore, as git does.
//
// Rules is one ignore file, Dir the chain of those that apply in a directory. The package reads no files and knows no
// global or system-wide excludes: whoever walks a tree gives it the contents.
package ignore

// This file is Rules: reading one ignore file, and its verdict on a name.

import (
	"bytes"
	"strings"
)

// Verdict is what one ignore file says of a name.
type Verdict int8

const (
	Silent   Verdict = iota // no rule is about the name
	Ignored                 // the last rule about it ignores it
	Included                // the last rule about it begins with "!"
)

// Rules is one ignore file, compiled. It does not change and may be used by several goroutines at once.
type Rules struct {
	rules []rule
	// Rules about a bare name or a bare extension are found by it, those with wildcards are tried one by one.
	// All are indices into rules, ascending.
	names, extensions map[string][]int
	tried             []int
}

// rule is one line.
type rule struct {
	negated bool
	dirOnly bool
	base    bool // about the last component, at any depth
	prefix  string
	wild    wildcard // what follows the prefix; nil: nothing may
}

// Parse reads an ignore file. Nothing in it is an error: a line that is malformed is about no name, as in git.
func Parse(data []byte) *Rules {
	r := &Rules{names: map[string][]int{}, extensions: map[string][]int{}}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		line, _, _ = strings.Cut(line, "\x00")
		if line != "" && line[0] != '#' {
			r.add(trimBlanks(line))
		}
	}
	return r
}

// Empty reports whether there are no rules.
func (r *Rules) Empty() bool { return r == nil || len(r.rules) == 0 }

// trimBlanks removes the spaces at the end that no backslash protects.
func trimBlanks(line string) string {
	kept := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			i++
		}
		kept = i + 1
	}
	return line[:min(kept, len(line))]
}

// add compiles one line, without its end and its comment.
func (r *Rules) add(line string) {
	var u rule
	line, u.negated = strings.CutPrefix(line, "!")
	line, u.dirOnly = strings.CutSuffix(line, "/")
	u.base = !strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if deep, ok := strings.CutPrefix(line, "**/"); ok && !strings.Contains(deep, "/") {
		line, u.base = deep, true // any depth is what a bare name means anyway
	}
	if line == "" {
		return
	}
	plain := strings.IndexAny(line, `*?[\`)
	if plain < 0 {
		plain = len(line)
	} else {
		u.wild = compileWildcard(line[plain:], !u.base)
	}
	u.prefix = line[:plain]
	r.index(u, line)
	r.rules = append(r.rules, u)
}

// index files the rule that comes next.
func (r *Rules) index(u rule, line string) {
	at := len(r.rules)
	extension, isExtension := strings.CutPrefix(line, "*.")
	switch {
	case u.base && u.wild == nil:
		r.names[line] = append(r.names[line], at)
	case u.base && isExtension && !strings.ContainsAny(extension, `*?[\.`):
		r.extensions[extension] = append(r.extensions[extension], at)
	default:
		r.tried = append(r.tried, at)
	}
}

// Match gives the verdict on a name, a slash path relative to the directory of the ignore file. That a directory above
// the name is ignored is not looked at.
func (r *Rules) Match(name string, isDir bool) Verdict {
	base := name[strings.LastIndexByte(name, '/')+1:]
	best := r.last(r.names[base], -1, isDir)
	if dot := strings.LastIndexByte(base, '.'); dot >= 0 {
		best = r.last(r.extensions[base[dot+1:]], best, isDir)
	}
	for i := len(r.tried) - 1; i >= 0 && r.tried[i] > best; i-- {
		if u := &r.rules[r.tried[i]]; (isDir || !u.dirOnly) && u.matches(name, base) {
			best = r.tried[i]
		}
	}
	switch {
	case best < 0:
		return Silent
	case r.rules[best].negated:
		return Included
	}
	return Ignored
}

// last returns the last of the rules that is for such an entry, if it comes after best, else best.
func (r *Rules) last(found []int, best int, isDir bool) int {
	for i := len(found) - 1; i >= 0 && found[i] > best; i-- {
		if isDir || !r.rules[found[i]].dirOnly {
			return found[i]
		}
	}
	return best
}

func (u *rule) matches(name, base string) bool {
	if u.base {
		name = base
	}
	rest, ok := strings.CutPrefix(name, u.prefix)
	if !ok || u.wild == nil {
		return ok && rest == ""
	}
	return u.wild.matches(rest)
}
