package hunkengine

// This file reads the hunks of a section of a unified diff.

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

const (
	expectHunk = `"@@ -line,count +line,count @@"`
	expectMark = `a line that starts with a space, + or -, or "\ No newline at end of file"`
	leastMark  = len(`\ No newline`) // other languages write another text
)

// hunkRange matches the header of a hunk; what follows is the heading, which says nothing.
var hunkRange = regexp.MustCompile(`^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@`)

// hunks reads hunks as long as there are any.
func (r *diffReader) hunks() ([]DiffHunk, error) {
	var all []DiffHunk
	for strings.HasPrefix(r.peek(), "@@") {
		r.hunk = len(all) + 1
		h, err := r.readHunk()
		if err != nil {
			return nil, err
		}
		all = append(all, h)
	}
	r.hunk = 0
	return all, nil
}

// hunkBody is a hunk whose lines are being read.
type hunkBody struct {
	*diffReader
	header           diffReader // at the "@@" line
	oldLeft, newLeft int        // lines that the header promises
	old, fresh       strings.Builder
	oldOver, newOver bool // a side has had its last, unterminated line
	changes, context bool
}

// readHunk reads one hunk.
func (r *diffReader) readHunk() (DiffHunk, error) {
	m := hunkRange.FindStringSubmatch(r.peek())
	if m == nil {
		return DiffHunk{}, r.fail("the header of the hunk cannot be read", expectHunk)
	}
	b := hunkBody{diffReader: r, header: *r, oldLeft: countOf(m[2]), newLeft: countOf(m[4])}
	h := DiffHunk{OldStart: number9(m[1]), NewStart: number9(m[3]), Source: r.line + 1}
	if h.OldStart == 0 && b.oldLeft > 0 || h.NewStart == 0 && b.newLeft > 0 {
		return h, r.fail("lines are counted from 1", expectHunk)
	}
	transport := strings.HasSuffix(r.raw(), "\r")
	r.next()
	if err := b.read(); err != nil {
		return h, err
	}
	h.Old, h.New, h.Context = b.old.String(), b.fresh.String(), b.context
	switch {
	case !b.changes, h.Old == h.New:
		e := b.header.fail("the hunk changes nothing", "")
		e.Next = "leave the hunk out"
		return h, e
	case transport && h.Old == "" && strings.Contains(h.New, "\r\n"):
		e := b.header.fail(`the hunk's own header ends in "\r\n", so nothing tells whether the "\r" of its new lines belongs to the file`, "")
		e.Next = `send the diff with "\n" behind its own lines`
		return h, e
	}
	return h, nil
}

func number9(digits string) int { n, _ := strconv.Atoi(digits); return n }

// countOf reads a count, which is 1 when it is left out.
func countOf(digits string) int {
	if digits == "" {
		return 1
	}
	return number9(digits)
}

// read reads as many lines as the header promises, and a mark behind the last.
func (b *hunkBody) read() error {
	for b.oldLeft > 0 || b.newLeft > 0 {
		if b.over() {
			return b.header.miscount()
		}
		if err := b.readLine(); err != nil {
			return err
		}
	}
	if b.isMark() {
		return b.mark()
	}
	return nil
}

// isMark reports whether the line says that the one above has no newline.
func (r *diffReader) isMark() bool {
	line := r.peek()
	return strings.HasPrefix(line, `\ `) && len(line) >= leastMark
}

// readLine reads one line of the body.
func (b *hunkBody) readLine() error {
	line := b.raw()
	kind := byte(' ') // an empty line is an empty context line whose space was lost
	if line != "" {
		kind = line[0]
		line = line[1:]
	}
	old, fresh := kind == ' ' || kind == '-', kind == ' ' || kind == '+'
	switch {
	case b.isMark():
		return b.mark()
	case !old && !fresh && (kind == '@' || b.atHeader()), old && b.oldLeft == 0, fresh && b.newLeft == 0:
		return b.header.miscount()
	case !old && !fresh:
		e := b.fail("a line of the hunk has no mark in front", expectMark)
		e.Next = "put a space in front of lines that stay"
		return e
	case old && b.oldOver, fresh && b.newOver:
		return b.fail("a line follows the mark of a last line without newline", "the other side of the hunk, or its end")
	case b.unterminated() && kind == '+':
		e := b.fail("the diff ends in the middle of a line, so part of it may be missing", "")
		e.Next = `end the diff with a newline; "\ No newline at end of file" below the line says that the file has none`
		return e
	}
	if old {
		b.old.WriteString(line + "\n")
		b.oldLeft--
	}
	if fresh {
		b.fresh.WriteString(line + "\n")
		b.newLeft--
	}
	b.changes, b.context = b.changes || old != fresh, b.context || old && fresh
	b.next()
	b.marked(old, fresh)
	return nil
}

// unterminated reports whether the diff ends with the line that is looked at, without a newline.
func (r *diffReader) unterminated() bool { return strings.IndexByte(r.text[r.at:], '\n') < 0 }

// marked reads the mark below a line that was read.
func (b *hunkBody) marked(old, fresh bool) {
	if !b.isMark() {
		return
	}
	b.next()
	if old {
		cutEnd(&b.old)
		b.oldOver = true
	}
	if fresh {
		cutEnd(&b.fresh)
		b.newOver = true
	}
}

// cutEnd takes the newline off what was written last.
func cutEnd(b *strings.Builder) {
	text := strings.TrimSuffix(b.String(), "\n")
	b.Reset()
	b.WriteString(text)
}

// mark refuses a mark that is not directly below a line.
func (b *hunkBody) mark() error {
	return b.fail("the mark of a last line without newline is not directly below a line", expectMark)
}

// surplus refuses a line of a body behind the lines that the header of the last hunk promises.
func (r *diffReader) surplus() error {
	d := &r.files[len(r.files)-1]
	h := diffReader{text: r.text, path: d.Name(), hunk: len(d.Hunks)}
	for h.line+1 < d.Hunks[h.hunk-1].Source {
		h.next()
	}
	return h.miscount()
}

// miscount is the error of a hunk, at whose header the reader stands, that does not have the lines it says.
func (r *diffReader) miscount() error {
	m := hunkRange.FindStringSubmatch(r.peek())
	body := *r
	old, fresh := body.countBody()
	e := r.fail(fmt.Sprintf("the header of the hunk says %d old and %d new lines, but it has %d and %d",
		countOf(m[2]), countOf(m[4]), old, fresh), "")
	e.Next = fmt.Sprintf(`if the lines are right, write "@@ -%s,%d +%s,%d @@"; if some are missing, send the whole diff`, m[1], old, m[3], fresh)
	return e
}

// countBody counts the lines below a header that can only be lines of the hunk.
func (r *diffReader) countBody() (old, fresh int) {
	empty := 0 // empty lines count when lines of the hunk follow
	for r.next(); !r.over() && !r.atHeader() && !r.atSignature(); r.next() {
		line := r.raw()
		if line == "" {
			empty++
			continue
		}
		if strings.IndexByte(` +-\`, line[0]) < 0 {
			break
		}
		old, fresh, empty = old+empty, fresh+empty, 0
		switch line[0] {
		case ' ':
			old, fresh = old+1, fresh+1
		case '-':
			old++
		case '+':
			fresh++
		}
	}
	return old, fresh
}
