package hunkengine

// This file reads the sections of an envelope.

import (
	"path"
	"strconv"
	"strings"
)

const (
	expectSection = `"*** Add File: path", "*** Delete File: path", "*** Update File: path" or "*** End Patch"`
	expectAdded   = `a line that starts with +, or a section header, or "*** End Patch"`
	expectBody    = `a line that starts with a space, + or -, or "@@", "*** End of File", a section header, "*** End Patch"`
)

func itoa(n int) string { return strconv.Itoa(n) }

// sections reads all lines between Begin and End.
func (p *parser) sections() (Envelope, error) {
	for p.skipBlank(); p.at < p.end; p.skipBlank() {
		if err := p.section(); err != nil {
			return Envelope{}, err
		}
	}
	if len(p.ops) == 0 {
		e := p.fail(p.end, "it holds no operation", expectSection)
		return Envelope{}, e
	}
	return Envelope{Operations: p.ops}, nil
}

func (p *parser) skipBlank() {
	for p.at < p.end && blank(p.lines[p.at]) {
		p.at++
	}
}

// section reads one section; its header may be indented, since no line of a body can stand there.
func (p *parser) section() error {
	p.hunks = 0
	line := strings.TrimSpace(p.lines[p.at])
	for kind, mark := range []string{AddFile: markAdd, DeleteFile: markDelete, UpdateFile: markUpdate} {
		name, ok := strings.CutPrefix(line, mark)
		if !ok {
			continue
		}
		op := Operation{Kind: OpKind(kind), Path: strings.TrimSpace(name), Source: p.at + 1}
		if op.Path == "" {
			return p.unrelated("the header names no path", quoted(mark+" path"))
		}
		p.ops = append(p.ops, op)
		p.at++
		return p.body(&p.ops[len(p.ops)-1])
	}
	return p.noSection(line)
}

// unrelated is an error about a line that belongs to no section yet.
func (p *parser) unrelated(problem, expect string) *PatchError {
	e := p.fail(p.at, problem, expect)
	e.Path = ""
	return e
}

// noSection explains a line that stands where a section header must.
func (p *parser) noSection(line string) error {
	switch {
	case line == markEnd:
		return p.afterEnd(p.at)
	case line == markBegin:
		return p.unrelated("a second envelope begins inside the first", expectSection)
	case line == markEOF:
		return p.fail(p.at, "the mark stands where no hunk ends", expectSection)
	case strings.HasPrefix(line, markMove):
		return p.fail(p.at, `"*** Move to:" must come directly after "*** Update File:"`, expectSection)
	case strings.HasPrefix(line, "***"):
		e := p.unrelated("the header is unknown", expectSection)
		e.Next = `to rename a file write "*** Update File: old" and "*** Move to: new"; a line of content needs a space, + or - in front of it`
		return e
	case len(p.ops) == 0:
		e := p.unrelated("a line stands before the first section", expectSection)
		e.Next = `begin with a section header such as "*** Update File: path"`
		return e
	case p.ops[len(p.ops)-1].Kind == DeleteFile:
		return p.fail(p.at, `"*** Delete File:" takes no lines`, expectSection)
	}
	return p.fail(p.at, "the line belongs to no section", expectSection)
}

func (p *parser) body(op *Operation) error {
	switch op.Kind {
	case AddFile:
		return p.added(op)
	case UpdateFile:
		return p.update(op)
	}
	return nil
}

// added reads the lines of a new file.
func (p *parser) added(op *Operation) error {
	var b strings.Builder
	first, gap, open := p.at, -1, false
	for ; p.at < p.end; p.at++ {
		line := p.lines[p.at]
		switch {
		case strings.HasPrefix(line, "+"):
			if open {
				return p.fail(p.at, "a line follows the mark of a last line without newline", "a section header or "+quoted(markEnd))
			}
			if gap >= 0 {
				e := p.fail(gap, "an empty line stands between the lines of a new file", expectAdded)
				e.Next = `write "+" alone for an empty line`
				return e
			}
			b.WriteString(line[1:])
			b.WriteByte('\n')
		case isMark(line, noNewline):
			if p.at == first || gap >= 0 || open || p.lines[p.at-1] == "+" {
				return p.fail(p.at, "the mark must directly follow the last line of the file, which must not be empty", expectAdded)
			}
			open = true
		case blank(line):
			gap = p.at
		case strings.HasPrefix(line, "***"):
			return op.setContent(b.String(), open)
		default:
			e := p.fail(p.at, "a line of a new file has no + in front", expectAdded)
			e.Next = "write " + quote("+"+line)
			return e
		}
	}
	return op.setContent(b.String(), open)
}

func (op *Operation) setContent(content string, open bool) error {
	if open {
		content = strings.TrimSuffix(content, "\n")
	}
	op.Content = content
	return nil
}

// update reads the lines that change a file.
func (p *parser) update(op *Operation) error {
	p.skipBlank()
	if p.at < p.end && strings.HasPrefix(p.lines[p.at], markMove) {
		op.MoveTo = strings.TrimSpace(p.lines[p.at][len(markMove):])
		if op.MoveTo == "" {
			return p.fail(p.at, "the header names no path", quoted(markMove+" path"))
		}
		p.at++
	}
	if err := p.fileHeaders(op); err != nil {
		return err
	}
	if err := p.readHunks(op); err != nil {
		return err
	}
	if len(op.Hunks) == 0 && op.MoveTo == "" {
		p.hunks = 0
		e := p.fail(op.Source-1, "the section has no hunk, so it changes nothing", `hunks or "*** Move to: path" below it`)
		return e
	}
	return nil
}

// fileHeaders reads "--- path" and "+++ path", which must repeat the path of the section.
func (p *parser) fileHeaders(op *Operation) error {
	p.skipBlank()
	if p.at+1 >= p.end || !strings.HasPrefix(p.lines[p.at], "--- ") || !strings.HasPrefix(p.lines[p.at+1], "+++ ") {
		return nil
	}
	for i, prefix := range []string{"a/", "b/"} {
		name, _, _ := strings.Cut(p.lines[p.at+i][len("--- "):], "\t")
		name = strings.TrimSpace(name)
		if namesPath(name, op.Path, prefix) || i == 1 && op.MoveTo != "" && namesPath(name, op.MoveTo, prefix) {
			continue
		}
		e := p.fail(p.at+i, "the file header names another path than the section", quote(op.Path))
		e.Next = `leave the "---" and "+++" lines out; if they are content, put "@@" in front of them`
		return e
	}
	p.at += 2
	return nil
}

// namesPath reports whether a file header names a path, with or without the prefix of diffs.
func namesPath(name, want, prefix string) bool {
	want = path.Clean(want)
	return path.Clean(name) == want || path.Clean(strings.TrimPrefix(name, prefix)) == want
}
