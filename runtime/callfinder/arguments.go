package callfinder

// This file finds the ends of calls and cuts out their arguments.

import (
	"slices"
	"strings"
)

// opened is a bracket that is not closed yet.
type opened struct {
	closer    byte
	candidate int // the call it belongs to, -1 for none
	lambda    bool
}

// closing walks the code once and gives every candidate its end and its commas.
type closing struct {
	*code
	found []candidate
	stack []opened
	open  [256]int // how many brackets wait for each closer
}

// close fills in the ends and the commas of the candidates, in one pass. What is never closed keeps the end 0.
func (c *code) close(found []candidate) {
	w := closing{code: c, found: found}
	byOpen := 0
	order := openOrder(found)
	next := 0
	for at := found[0].start; at < len(c.text); {
		for next < len(c.regions) && int(c.regions[next].end) <= at {
			next++
		}
		if next < len(c.regions) && int(c.regions[next].start) <= at {
			at = int(c.regions[next].end)
			continue
		}
		candidate := -1
		for byOpen < len(order) && found[order[byOpen]].open < at {
			byOpen++
		}
		if byOpen < len(order) && found[order[byOpen]].open == at {
			candidate = order[byOpen]
		}
		at = w.step(at, candidate)
	}
}

// openOrder returns the candidates in the order of their parentheses.
func openOrder(found []candidate) []int {
	order := make([]int, len(found))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return found[a].open - found[b].open })
	return order
}

// step takes one character and returns where the next one is.
func (w *closing) step(at, candidate int) int {
	switch b := w.text[at]; b {
	case '(':
		w.push(')', candidate)
	case '[':
		w.push(']', -1)
	case '{':
		w.push('}', -1)
	case ')', ']', '}':
		w.pop(b, at)
	case ',':
		w.comma(at)
	case ':':
		if n := len(w.stack); n > 0 {
			w.stack[n-1].lambda = false
		}
	case '<':
		if end, ok := w.typeArguments(at); ok && w.endsType(end) {
			return end
		}
	case '|':
		if end, ok := w.parameters(at); ok {
			return end
		}
	case 'l':
		if w.lambdas && strings.HasPrefix(w.text[at:], "lambda") && w.alone(at, 6) && len(w.stack) > 0 {
			w.stack[len(w.stack)-1].lambda = true
			return at + 6
		}
	}
	return at + 1
}

// alone reports whether the word of n bytes at a place is no part of a longer one.
func (w *closing) alone(at, n int) bool {
	return (at == 0 || !wordByte(w.text[at-1])) && (at+n >= len(w.text) || !wordByte(w.text[at+n]))
}

func (w *closing) push(closer byte, candidate int) {
	w.stack = append(w.stack, opened{closer: closer, candidate: candidate})
	w.open[closer]++
}

// pop closes the innermost bracket that waits for b; those inside of it are never closed.
func (w *closing) pop(b byte, at int) {
	if w.open[b] == 0 {
		return
	}
	for {
		top := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		w.open[top.closer]--
		if top.closer == b {
			if top.candidate >= 0 {
				w.found[top.candidate].end = at + 1
			}
			return
		}
	}
}

func (w *closing) comma(at int) {
	if len(w.stack) == 0 {
		return
	}
	if top := w.stack[len(w.stack)-1]; top.candidate >= 0 && !top.lambda {
		w.found[top.candidate].commas = append(w.found[top.candidate].commas, at)
	}
}

// endsType reports whether what follows type arguments shows that they are none of a comparison.
func (w *closing) endsType(end int) bool {
	next, _ := w.after(end)
	return next == len(w.text) || strings.IndexByte("(),>[].;:{?&|=", w.text[next]) >= 0
}

// parameters returns the end of the parameters of a closure, |a, b|, where one starts.
func (w *closing) parameters(at int) (int, bool) {
	if !w.pipes {
		return 0, false
	}
	before := w.text[:w.before(at)]
	if before == "" || strings.IndexByte("(,={[", before[len(before)-1]) < 0 && !strings.HasSuffix(before, "move") {
		return 0, false
	}
	line := w.text[at+1:]
	if n := strings.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
	}
	end := strings.IndexByte(line, '|')
	return at + end + 2, end >= 0
}

// maxTypeArguments bounds how far the end of type arguments is looked for.
const maxTypeArguments = 400

// typeArguments returns the end of <T, U> that starts at a place, or of [T, U] where a language writes them so.
func (c *code) typeArguments(at int) (int, bool) {
	switch {
	case at >= len(c.text):
		return 0, false
	case c.typed && c.text[at] == '<':
		return c.angles(at)
	case c.bracketTypes && c.text[at] == '[':
		return c.bracketed(at)
	}
	return 0, false
}

func (c *code) angles(at int) (int, bool) {
	depth := 0
	for i := at; i < len(c.text) && i < at+maxTypeArguments; i++ {
		switch b := c.text[i]; {
		case b == '<':
			depth++
		case b == '>' && i > 0 && (c.text[i-1] == '-' || c.text[i-1] == '='):
		case b == '>':
			if depth--; depth == 0 {
				return i + 1, i > at+1 || c.text[at-1] != ' '
			}
		case !wordByte(b) && !blank(b) && strings.IndexByte(".,:?&*[]|'\"(){}=;@-", b) < 0:
			return 0, false
		}
	}
	return 0, false
}

// bracketed reads [T] and tells type arguments from an index: a lone small word is a variable, unless it is the name of
// a basic type.
func (c *code) bracketed(at int) (int, bool) {
	end := at + 1
	for depth := 1; depth > 0; end++ {
		if end >= len(c.text) || end > at+maxTypeArguments {
			return 0, false
		}
		switch b := c.text[end]; {
		case b == '[':
			depth++
		case b == ']':
			depth--
		case !wordByte(b) && !blank(b) && strings.IndexByte(".,*{}()", b) < 0:
			return 0, false
		}
	}
	inner := strings.TrimSpace(c.text[at+1 : end-1])
	return end, isType(inner)
}

func isType(s string) bool {
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	if s[0] >= 'A' && s[0] <= 'Z' || strings.ContainsAny(s, ".,*[{") {
		return true
	}
	for _, basic := range strings.Fields("any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr") {
		if s == basic {
			return true
		}
	}
	return strings.HasPrefix(s, "func(") || strings.HasPrefix(s, "chan ")
}

// arguments cuts out what stands between the parentheses and commas.
func (c *code) arguments(f candidate) []Span {
	var out []Span
	from := f.open + 1
	for _, to := range append(f.commas, f.end-1) {
		start, _ := c.after(from)
		if end := c.before(to); start < end {
			out = append(out, Span{start, end})
		}
		from = to + 1
	}
	return out
}
