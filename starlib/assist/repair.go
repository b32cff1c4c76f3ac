package assist

// This file reads what can be read of a text that does not parse: statements with mistakes are cut out, at their lines, until
// the parser takes the rest.

import (
	"errors"
	"regexp"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"devstar/starlib"
)

// maxRepairs and maxReread bound how often the parser is asked again, and for how many bytes in all.
const (
	maxRepairs = 40
	maxReread  = 16 << 20
)

// parse returns the tree of a text and whether all of the text is in it. Lines keep their numbers.
func parse(name, s string) (f *syntax.File, whole bool) {
	f, err := read(name, s)
	if err == nil || s == "" {
		return f, true
	}
	r := newRepair(s)
	for range min(maxRepairs, 1+maxReread/len(s)) {
		if f, err = read(name, strings.Join(r.lines, "\n")+"\n"); err == nil {
			return f, false
		}
		var e syntax.Error
		if !errors.As(err, &e) || !r.cut(int(e.Pos.Line)-1) {
			break
		}
	}
	f, _ = read(name, "")
	return f, false
}

// read parses and binds; names that are not defined are no error here.
func read(name, s string) (*syntax.File, error) {
	f, err := starlib.Parse(name, []byte(s))
	var unbound resolve.ErrorList
	if errors.As(err, &unbound) {
		return f, nil
	}
	return f, err
}

// repair is a text in which statements are replaced.
type repair struct {
	lines []string
	list  []logical
	state []int // of each statement: how often it was cut
}

// newRepair cuts what is not closed, for there the parser would stop somewhere behind, and fills bodies that are not there yet.
func newRepair(s string) *repair {
	r := &repair{list: logicals(s, scan(s))}
	starts := LineStarts(s)
	for i, start := range starts {
		end := len(s)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		r.lines = append(r.lines, strings.TrimRight(s[start:end], "\r\n"))
	}
	r.state = make([]int, len(r.list))
	for i, l := range r.list {
		switch {
		case l.open:
			r.replace(i)
		case l.head(s) && !r.hasBody(i):
			end := l.tokens[len(l.tokens)-1].end
			r.lines[l.last] = s[starts[l.last]:end] + " pass"
		}
	}
	return r
}

// hasBody reports whether a statement is followed by one that is indented deeper.
func (r *repair) hasBody(i int) bool {
	return i+1 < len(r.list) && r.list[i+1].column > r.list[i].column
}

// cut cuts the statement at a line, or the last one before it; false when nothing is left to cut there.
func (r *repair) cut(line int) bool {
	at := -1
	for i, l := range r.list {
		if l.first <= line {
			at = i
		}
	}
	for at >= 0 && r.state[at] > 1 {
		at--
	}
	if at < 0 {
		return false
	}
	r.replace(at)
	return true
}

var (
	defHead  = regexp.MustCompile(`^\s*def\s+\w+`)
	compound = regexp.MustCompile(`^\s*(if|elif|else|for|while|with|try|except|class)\b`)
)

// replace puts something in place of a statement that parses: first what has the same form, the second time nothing.
func (r *repair) replace(i int) {
	l := r.list[i]
	head := r.lines[l.first]
	indent := head[:len(head)-len(strings.TrimLeft(head, " \t"))]
	for n := l.first; n <= l.last && n < len(r.lines); n++ {
		r.lines[n] = ""
	}
	r.state[i]++
	body := r.hasBody(i)
	switch {
	case r.state[i] > 1:
	case defHead.MatchString(head) && body:
		r.lines[l.first] = defHead.FindString(head) + "():"
	case defHead.MatchString(head):
		r.lines[l.first] = defHead.FindString(head) + "(): pass"
	case compound.MatchString(head) && body:
		r.lines[l.first] = indent + "if True:"
	default:
		r.lines[l.first] = indent + "pass"
	}
}
