// Dir: the ignore files that apply in a directory, from the nearest to the farthest.

package ignore

// Dir is the chain of ignore files for one directory of a tree; nil has none. It does not change and may be used by
// several goroutines at once.
type Dir struct {
	above *Dir
	rules *Rules
	base  int // length of the directory's path with its slash
}

// Root returns the chain for the root: its own ignore file, and before that, with less weight, the excludes of the
// repository. Either may be nil.
func Root(excludes, rules *Rules) *Dir {
	var d *Dir
	return d.Below(".", excludes).Below(".", rules)
}

// Below returns the chain for a directory of which dir is an ancestor: the same one where rules has none.
func (d *Dir) Below(dir string, rules *Rules) *Dir {
	if rules.Empty() {
		return d
	}
	base := len(dir) + 1
	if dir == "." {
		base = 0
	}
	return &Dir{d, rules, base}
}

// Ignores reports whether a name (a slash path from the root) in the directory of the chain, or below it, is ignored,
// when no directory above it is: nothing in an ignored directory can be included again, so a walk does not enter one.
func (d *Dir) Ignores(name string, isDir bool) bool {
	for ; d != nil; d = d.above {
		if v := d.rules.Match(name[d.base:], isDir); v != Silent {
			return v == Ignored
		}
	}
	return false
}
