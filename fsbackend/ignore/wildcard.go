// Wildcards: the globs of ignore files, which differ from those of plans. They go by bytes, have POSIX classes and
// backslashes but no braces, and a "**" that is glued to text is a "*".

package ignore

import "strings"

// wildcard is a compiled glob. One that is malformed holds a token that takes nothing.
type wildcard []token

type tokenKind uint8

const (
	oneByte tokenKind = iota // exactly char
	oneOf                    // one byte of set
	run                      // any bytes but slashes
	deepRun                  // any bytes
	anyDirs                  // nothing, or any bytes up to and with a slash
)

type token struct {
	kind tokenKind
	char byte
	set  *byteSet
}

type byteSet [4]uint64

func (s *byteSet) add(b byte)      { s[b>>6] |= 1 << (b & 63) }
func (s *byteSet) has(b byte) bool { return s[b>>6]&(1<<(b&63)) != 0 }

// compileWildcard compiles a glob. In a path, only "**" takes a slash.
func compileWildcard(glob string, path bool) wildcard {
	var out wildcard
	for i := 0; i < len(glob); {
		var t token
		switch glob[i] {
		case '*':
			t, i = compileStars(glob, i, path)
		case '?':
			t, i = token{kind: oneOf, set: anyByte(path)}, i+1
		case '[':
			var set *byteSet
			set, i = compileClass(glob, i+1)
			if path {
				set[0] &^= 1 << '/'
			}
			t = token{kind: oneOf, set: set}
		case '\\':
			if i+1 == len(glob) {
				return append(out, token{kind: oneOf, set: new(byteSet)})
			}
			t, i = token{kind: oneByte, char: glob[i+1]}, i+2
		default:
			t, i = token{kind: oneByte, char: glob[i]}, i+1
		}
		out = append(out, t)
	}
	return out
}

// compileStars compiles the stars at i. Two or more take slashes where they are a whole segment. The start of the glob
// counts as the start of a segment even after a literal prefix, as it does in git: "a**/b" takes "ab" and "ax/b".
func compileStars(glob string, i int, path bool) (token, int) {
	end := i
	for end < len(glob) && glob[end] == '*' {
		end++
	}
	switch {
	case !path:
		return token{kind: deepRun}, end
	case end-i < 2 || i > 0 && glob[i-1] != '/':
		return token{kind: run}, end
	case end == len(glob) || strings.HasPrefix(glob[end:], `\/`):
		return token{kind: deepRun}, end
	case glob[end] == '/':
		return token{kind: anyDirs}, end + 1
	}
	return token{kind: run}, end
}

func anyByte(path bool) *byteSet {
	s := &byteSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	if path {
		s[0] &^= 1 << '/'
	}
	return s
}

// compileClass compiles the class whose content starts at i, and returns where the glob goes on. A malformed class takes
// nothing, and neither does what follows it.
func compileClass(glob string, i int) (*byteSet, int) {
	set := new(byteSet)
	negated := i < len(glob) && (glob[i] == '!' || glob[i] == '^')
	if negated {
		i++
	}
	low, ranged := byte(0), false // ranged: low may start a range
	for first := true; ; first = false {
		switch {
		case i >= len(glob):
			return new(byteSet), len(glob)
		case glob[i] == ']' && !first:
			if negated {
				for w := range set {
					set[w] = ^set[w]
				}
			}
			return set, i + 1
		case strings.HasPrefix(glob[i:], "[:"):
			next, ok := addNamed(set, glob, i)
			if !ok {
				return new(byteSet), len(glob)
			}
			ranged = next == i+1 // no name after all: a plain "["
			low, i = '[', next
			continue
		}
		isRange := ranged && glob[i] == '-' && i+1 < len(glob) && glob[i+1] != ']'
		if isRange {
			i++
		}
		if glob[i] == '\\' {
			if i++; i == len(glob) {
				return new(byteSet), len(glob)
			}
		}
		if !isRange {
			low = glob[i]
		}
		for b := int(low); b <= int(glob[i]); b++ {
			set.add(byte(b))
		}
		ranged = !isRange
		i++
	}
}

// addNamed adds the class "[:name:]" at i and returns where the content goes on. Without ":]" before the next "]" it is a plain "[".
func addNamed(set *byteSet, glob string, i int) (next int, ok bool) {
	length := strings.IndexByte(glob[i+2:], ']')
	if length < 0 {
		return 0, false
	}
	name, closed := strings.CutSuffix(glob[i+2:i+2+length], ":")
	if !closed {
		set.add('[')
		return i + 1, true
	}
	is := namedClass(name)
	if is == nil {
		return 0, false
	}
	for b := byte(0); b < 0x80; b++ {
		if is(b) {
			set.add(b)
		}
	}
	return i + 2 + length + 1, true
}

// namedClass returns the test of a POSIX class, over ASCII; nil for an unknown name.
func namedClass(name string) func(byte) bool {
	lower := func(b byte) bool { return 'a' <= b && b <= 'z' }
	upper := func(b byte) bool { return 'A' <= b && b <= 'Z' }
	digit := func(b byte) bool { return '0' <= b && b <= '9' }
	alpha := func(b byte) bool { return lower(b) || upper(b) }
	graph := func(b byte) bool { return '!' <= b && b <= '~' }
	return map[string]func(byte) bool{
		"lower": lower, "upper": upper, "digit": digit, "alpha": alpha, "graph": graph,
		"alnum":  func(b byte) bool { return alpha(b) || digit(b) },
		"blank":  func(b byte) bool { return b == ' ' || b == '\t' },
		"cntrl":  func(b byte) bool { return b < ' ' || b == 0x7f },
		"print":  func(b byte) bool { return b == ' ' || graph(b) },
		"punct":  func(b byte) bool { return graph(b) && !alpha(b) && !digit(b) },
		"space":  func(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' },
		"xdigit": func(b byte) bool { return digit(b) || 'a' <= b|0x20 && b|0x20 <= 'f' },
	}[name]
}

// matches reports whether the glob takes all of s. Where it fails, the last run takes one byte more, up to a slash, and
// then the last deep one; an earlier one could give it nothing new.
func (w wildcard) matches(s string) bool {
	at, i := 0, 0
	near, far := retry{token: -1}, retry{token: -1}
	for {
		switch {
		case at < len(w) && w[at].kind == run:
			at++
			near = retry{at, i}
			continue
		case at < len(w) && w[at].kind >= deepRun:
			at++
			near, far = retry{token: -1}, retry{at, i}
			continue
		case at == len(w) && i == len(s):
			return true
		case at < len(w) && i < len(s) && w[at].takes(s[i]):
			at, i = at+1, i+1
			continue
		}
		switch {
		case near.token >= 0 && near.from < len(s) && s[near.from] != '/':
			near.from++
			at, i = near.token, near.from
		case far.token >= 0 && far.advance(s, w[far.token-1].kind):
			near.token = -1
			at, i = far.token, far.from
		default:
			return false
		}
	}
}

// retry is a place to go on from: the token after a run, and where in the name the run ends.
type retry struct{ token, from int }

// advance lets a deep run end at the next place where it can; false when there is none.
func (r *retry) advance(s string, kind tokenKind) bool {
	switch {
	case r.from >= len(s):
		return false
	case kind == deepRun:
		r.from++
		return true
	}
	slash := strings.IndexByte(s[r.from:], '/')
	r.from += slash + 1
	return slash >= 0
}

func (t *token) takes(b byte) bool {
	if t.kind == oneByte {
		return t.char == b
	}
	return t.set.has(b)
}
