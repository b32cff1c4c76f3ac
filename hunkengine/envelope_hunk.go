package hunkengine

// This file reads the hunks of an Update section.

import (
	"regexp"
	"slices"
	"strings"
)

// numbers matches the header of a unified-diff hunk, whose numbers and heading mean nothing here.
var numbers = regexp.MustCompile(`^@@ -\d+(,\d+)? \+\d+(,\d+)? @@( .*)?\s*$`)

// draft is a hunk that is being read.
type draft struct {
	Hunk
	gap     int  // empty lines that are context only if a line follows
	last    byte // prefix of the line before, 0 at the start
	changed bool // it has a + or - line
	mark    int  // patch line of a "no newline" mark, from 1
	oldMark int  // number of old lines at that mark, 0 for none
	newMark int  // number of new lines at a mark behind a + line
}

// again makes an empty draft of d, which keeps its memory.
func (d *draft) again(source int) {
	*d = draft{Hunk: Hunk{Source: source, Old: d.Old[:0], New: d.New[:0], kept: d.kept[:0]}}
}

// hunk is what was read, in memory of its own and of just the right size.
func (d *draft) hunk() Hunk {
	h := d.Hunk
	h.Old, h.New = append([]string(nil), h.Old...), append([]string(nil), h.New...)
	h.kept = append([]run(nil), h.kept...)
	return h
}

// hunkReader reads the hunks of one section.
type hunkReader struct {
	*parser
	op *Operation
	d  *draft // the hunk that is open
}

// readHunks reads hunks up to the next section header.
func (p *parser) readHunks(op *Operation) error {
	r := hunkReader{parser: p, op: op}
	for ; p.at < p.end; p.at++ {
		if done, err := r.line(p.lines[p.at]); err != nil {
			return err
		} else if done {
			break
		}
	}
	return r.close()
}

// line reads one line; done means that it belongs to the next section.
func (r *hunkReader) line(line string) (done bool, err error) {
	switch {
	case strings.HasPrefix(line, "@@"):
		return false, r.open(line)
	case isMark(line, markEOF):
		return false, r.endOfFile()
	case strings.HasPrefix(line, markMove):
		return false, r.fail(r.at, `"*** Move to:" must come directly after "*** Update File:"`, expectBody)
	case strings.HasPrefix(line, "***"):
		return known(line), r.stray(line)
	case r.d == nil && blank(line):
		return false, nil
	case r.d == nil && len(r.op.Hunks) > 0:
		return known(strings.TrimSpace(line)), r.behindEnd(line)
	}
	if r.d == nil {
		r.begin()
	}
	return false, r.bodyLine(r.d, line)
}

func (r *hunkReader) begin() {
	r.hunks = len(r.op.Hunks) + 1
	r.d = &r.scratch
	r.d.again(r.at + 1)
}

// open reads an "@@" line. It begins a hunk, unless it follows another such line.
func (r *hunkReader) open(line string) error {
	if r.d == nil || r.d.last != 0 {
		if err := r.close(); err != nil {
			return err
		}
		r.begin()
	}
	return r.anchorLine(r.d, line)
}

// close takes the open hunk into the operation.
func (r *hunkReader) close() error {
	if r.d == nil {
		return nil
	}
	h, err := r.finished(r.d, r.op)
	r.op.Hunks, r.d = append(r.op.Hunks, h), nil
	return err
}

func (r *hunkReader) endOfFile() error {
	if r.d == nil || r.d.last == 0 {
		return r.fail(r.at, "the mark stands where no hunk ends", expectBody)
	}
	r.d.AtEnd = true
	return r.close()
}

// stray refuses an unindented *** line that is no header.
func (r *hunkReader) stray(line string) error {
	if known(line) {
		return nil
	}
	e := r.fail(r.at, "the header is unknown", expectBody)
	e.Next = "if the line is content, put a space, + or - in front of it"
	return e
}

// behindEnd refuses a line behind "*** End of File", where an indented header may stand.
func (r *hunkReader) behindEnd(line string) error {
	if known(strings.TrimSpace(line)) {
		return nil
	}
	return r.fail(r.at, `a line follows "*** End of File"`, `"@@", a section header or "*** End Patch"`)
}

// known reports whether an unindented *** line ends a section.
func known(line string) bool {
	for _, mark := range []string{markAdd, markDelete, markUpdate} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return isMark(line, markEnd) || isMark(line, markBegin)
}

// anchorLine reads an "@@" line.
func (p *parser) anchorLine(d *draft, line string) error {
	d.gap = 0
	text := line[len("@@"):]
	switch {
	case numbers.MatchString(line) || blank(text):
		return nil
	case text[0] != ' ':
		return p.fail(p.at, `there is no space behind "@@"`, `"@@" or "@@ text"`)
	}
	d.Anchors = append(d.Anchors, text[1:])
	return nil
}

// bodyLine reads a line of a hunk.
func (p *parser) bodyLine(d *draft, line string) error {
	if line == "" {
		d.gap++
		return nil
	}
	if isMark(line, noNewline) {
		return p.noNewlineMark(d)
	}
	prefix := line[0]
	if prefix != ' ' && prefix != '+' && prefix != '-' {
		e := p.fail(p.at, "a line of a hunk has no prefix", expectBody)
		e.Next = "if it is context, write " + quote(" "+line)
		return e
	}
	for ; d.gap > 0; d.gap-- {
		d.add(' ', "")
	}
	d.add(prefix, line[1:])
	return nil
}

func (d *draft) add(prefix byte, text string) {
	if prefix == ' ' {
		if d.last != ' ' {
			d.kept = append(d.kept, run{old: len(d.Old), new: len(d.New)})
		}
		d.kept[len(d.kept)-1].n++
	} else {
		d.changed = true
	}
	if prefix != '+' {
		d.Old = append(d.Old, text)
	}
	if prefix != '-' {
		d.New = append(d.New, text)
	}
	d.last = prefix
}

// noNewlineMark reads "\ No newline at end of file", which speaks of the line before it.
func (p *parser) noNewlineMark(d *draft) error {
	empty := d.last == 0 || d.gap > 0 || len(p.lines[p.at-1]) < 2
	if empty || isMark(p.lines[p.at-1], noNewline) {
		return p.fail(p.at, "the mark must directly follow the last line of the file, which must not be empty", expectBody)
	}
	d.mark = p.at + 1
	if d.last != '+' {
		d.oldMark = len(d.Old)
	}
	switch d.last {
	case '+':
		d.newMark = len(d.New)
	case ' ':
		d.NewOpen = true // unless + lines follow
	}
	return nil
}

// finished checks a hunk that is complete.
func (p *parser) finished(d *draft, op *Operation) (Hunk, error) {
	h := d.hunk()
	last := len(h.New)
	h.OldOpen = d.oldMark > 0
	h.NewOpen = d.newMark > 0 || h.NewOpen && d.last == ' '
	switch {
	case d.last == 0:
		return h, p.fail(h.Source-1, "the hunk has no lines", "lines that start with a space, + or - below it")
	case !d.changed:
		return h, p.fail(h.Source-1, "the hunk has no + or - line, so it changes nothing", "lines that start with + or - among its context")
	case h.OldOpen && d.oldMark != len(h.Old) || d.newMark > 0 && d.newMark != last:
		return h, p.fail(d.mark-1, "the mark does not follow the last line of the hunk's old or new side", expectBody)
	case op.MoveTo == "" && h.OldOpen == h.NewOpen && slices.Equal(h.Old, h.New):
		e := p.fail(h.Source-1, "the old and new lines of the hunk are equal, so it changes nothing", "lines that differ")
		e.Next = "drop the hunk, or write what the lines shall become"
		return h, e
	}
	return h, nil
}
