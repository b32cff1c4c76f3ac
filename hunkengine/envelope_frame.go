package hunkengine

// This file reads the frame of an envelope: wrapper, Begin and End, and what must not stand around them.

import (
	"regexp"
	"strings"
)

// heredoc matches the line that opens a here-document; the delimiter is in one of the groups.
var heredoc = regexp.MustCompile(`^(?:(?:cat|apply_patch)\s*)?<<-?\s*(?:'([^']+)'|"([^"]+)"|([^\s'"<>|&;]+))$`)

// ParseEnvelope parses the envelope. Errors are *PatchError with the line, the quoted text and what may
// stand there. What is forgiven is form alone: line ends of the patch text, blank lines, blanks around
// markers, one code fence or here-document around it, file header lines that repeat the path.
func ParseEnvelope(patch string) (Envelope, error) {
	p := parser{lines: splitPatch(patch)}
	if err := checkText(patch); err != nil {
		return Envelope{}, p.notText(err)
	}
	if err := p.frame(patch); err != nil {
		return Envelope{}, err
	}
	return p.sections()
}

// IsUnified reports whether text looks like a unified diff rather than an envelope.
func IsUnified(text string) bool {
	p := parser{lines: splitPatch(text)}
	for i, s := range p.lines {
		switch {
		case strings.TrimSpace(s) == markBegin:
			return false
		case strings.HasPrefix(s, "diff --git "):
			return true
		case strings.HasPrefix(s, "--- ") && i+1 < len(p.lines) && strings.HasPrefix(p.lines[i+1], "+++ "):
			return true
		}
	}
	return false
}

// splitPatch returns the lines of a patch text without their ends.
func splitPatch(patch string) []string {
	lines := strings.Split(patch, "\n")
	for i, s := range lines {
		lines[i] = strings.TrimSuffix(s, "\r")
	}
	return lines
}

// parser walks over the lines of a patch text.
type parser struct {
	lines []string
	at    int // line that is looked at
	end   int // line of the End marker
	ops   []Operation
	hunks int // hunk of the section that is being read, from 1

	scratch draft // memory for the hunk that is being read
}

// notText turns the refusal of bytes into one of the patch, with the path of the section they are in.
func (p *parser) notText(err error) error {
	e := &PatchError{Problem: err.Error(), Line: 1}
	if bad, ok := err.(*EncodingError); ok && bad.Line > 0 {
		e.Line, e.Next = bad.Line, "send the patch as UTF-8 text without NUL"
	}
	for i := e.Line - 1; i >= 0 && e.Path == ""; i-- {
		for _, mark := range []string{markAdd, markDelete, markUpdate} {
			if name, ok := strings.CutPrefix(p.lines[i], mark); ok {
				e.Path = strings.TrimSpace(name)
			}
		}
	}
	return e
}

// fail begins an error about line i.
func (p *parser) fail(i int, problem, expect string) *PatchError {
	e := &PatchError{Line: i + 1, Problem: problem, Expect: expect, Hunk: p.hunks}
	if i < len(p.lines) {
		e.Quote = p.lines[i]
	}
	if n := len(p.ops); n > 0 {
		e.Path = p.ops[n-1].Path
	}
	return e
}

// frame finds the lines between Begin and End and refuses everything around them.
func (p *parser) frame(patch string) error {
	first, last := p.nonBlank(0, len(p.lines)-1)
	if first > last {
		return &PatchError{Line: 1, Problem: "it is empty", Expect: quoted(markBegin)}
	}
	first, last, err := p.unwrap(first, last)
	if err != nil {
		return err
	}
	if strings.TrimSpace(p.lines[first]) != markBegin {
		return p.noBegin(first, patch)
	}
	if strings.TrimSpace(p.lines[last]) != markEnd {
		return p.noEnd(first, last)
	}
	p.at, p.end = first+1, last
	return nil
}

// nonBlank narrows a range of lines to its first and last lines that are not blank.
func (p *parser) nonBlank(first, last int) (int, int) {
	for first <= last && blank(p.lines[first]) {
		first++
	}
	for last >= first && blank(p.lines[last]) {
		last--
	}
	return first, last
}

// unwrap takes off one code fence or here-document.
func (p *parser) unwrap(first, last int) (int, int, *PatchError) {
	closer := closing(strings.TrimSpace(p.lines[first]))
	if closer == "" {
		return first, last, nil
	}
	if last == first || strings.TrimSpace(p.lines[last]) != closer {
		e := p.fail(last, "the wrapper that line "+itoa(first+1)+" opens is not closed", quoted(closer))
		return 0, 0, e
	}
	inner, innerLast := p.nonBlank(first+1, last-1)
	if inner > innerLast {
		return 0, 0, p.fail(last, "there is nothing in the wrapper", quoted(markBegin))
	}
	return inner, innerLast, nil
}

// closing returns the line that closes the wrapper which a line opens; "" for other lines.
func closing(line string) string {
	if strings.HasPrefix(line, "```") {
		info := strings.TrimLeft(line, "`")
		return line[:len(line)-len(info)]
	}
	for _, delimiter := range heredoc.FindStringSubmatch(line) {
		if delimiter != "" && delimiter != line {
			return delimiter
		}
	}
	return ""
}

// noBegin explains a text that does not start as an envelope.
func (p *parser) noBegin(first int, patch string) error {
	if IsUnified(patch) {
		e := p.fail(first, "it is a unified diff, and apply_patch takes an envelope (edit takes find and replace)", quoted(markBegin))
		e.Next = "use edit(path, [{\"find\": ..., \"replace\": ...}]), write the change as an envelope, or give the diff to fs.apply_patch"
		return e
	}
	e := p.fail(first, "text stands before the envelope", quoted(markBegin))
	e.Next = "send the envelope alone, with nothing before and after it"
	return e
}

// noEnd explains a text that does not end as an envelope.
func (p *parser) noEnd(first, last int) error {
	for i := first + 1; i < last; i++ {
		if isMark(p.lines[i], markEnd) {
			return p.afterEnd(i)
		}
	}
	e := p.fail(last, "it ends without "+quoted(markEnd)+", so part of it may be missing; its last line is", "")
	e.Next = "send the whole patch, with " + quoted(markEnd) + " as its last line"
	return e
}

// afterEnd explains text behind the End marker in line i.
func (p *parser) afterEnd(i int) error {
	next, _ := p.nonBlank(i+1, len(p.lines)-1)
	if strings.TrimSpace(p.lines[next]) == markBegin {
		e := p.fail(next, "a second envelope follows "+quoted(markEnd), "one "+quoted(markBegin)+" with all sections")
		e.Next = "put all sections into one envelope, or send two patches"
		return e
	}
	e := p.fail(next, "text follows "+quoted(markEnd), "nothing")
	e.Next = "send the envelope alone; a line of content needs a space, + or - in front of it"
	return e
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }

// isMark reports whether an unindented line is a marker; blanks behind it are form.
func isMark(line, mark string) bool {
	return strings.HasPrefix(line, mark) && blank(line[len(mark):])
}

func quoted(s string) string { return `"` + s + `"` }
