package hunkengine

// This file prints an envelope in its canonical form.

import "strings"

// String prints the envelope in its canonical form; it parses to the same value. Context is what was context
// when the hunk was parsed; hunks made otherwise show all old lines as removed and all new ones as added. A
// Hunk.Line has no form in an envelope and is left out.
func (e Envelope) String() string {
	p := printer{}
	p.line(markBegin)
	for i := range e.Operations {
		p.operation(&e.Operations[i])
	}
	p.line(markEnd)
	return p.b.String()
}

type printer struct{ b strings.Builder }

// line prints one line. A CR at its end would be read as part of the line end, so such a line ends in CRLF.
func (p *printer) line(pieces ...string) {
	for _, s := range pieces {
		p.b.WriteString(s)
	}
	if last := pieces[len(pieces)-1]; strings.HasSuffix(last, "\r") {
		p.b.WriteByte('\r')
	}
	p.b.WriteByte('\n')
}

func (p *printer) operation(op *Operation) {
	p.line("*** ", op.Kind.String(), ": ", op.Path)
	switch op.Kind {
	case AddFile:
		p.added(op.Content)
	case UpdateFile:
		if op.MoveTo != "" {
			p.line(markMove, " ", op.MoveTo)
		}
		for i := range op.Hunks {
			p.hunk(&op.Hunks[i])
		}
	}
}

func (p *printer) added(content string) {
	for content != "" {
		line, rest, terminated := strings.Cut(content, "\n")
		p.line("+", line)
		if !terminated {
			p.line(noNewline)
		}
		content = rest
	}
}

// hunk prints a hunk: what is kept as context, of the rest the old lines before the new ones.
func (p *printer) hunk(h *Hunk) {
	if len(h.Anchors) == 0 {
		p.line("@@")
	}
	for _, anchor := range h.Anchors {
		p.line("@@ ", anchor)
	}
	old, fresh := 0, 0
	for _, r := range h.kept {
		p.change(h, old, r.old, fresh, r.new)
		for i := range r.n {
			p.side(" ", h.Old[r.old+i], h.OldOpen && r.old+i == len(h.Old)-1)
		}
		old, fresh = r.old+r.n, r.new+r.n
	}
	p.change(h, old, len(h.Old), fresh, len(h.New))
	if h.AtEnd {
		p.line(markEOF)
	}
}

func (p *printer) change(h *Hunk, old, oldTo, fresh, newTo int) {
	for ; old < oldTo; old++ {
		p.side("-", h.Old[old], h.OldOpen && old == len(h.Old)-1)
	}
	for ; fresh < newTo; fresh++ {
		p.side("+", h.New[fresh], h.NewOpen && fresh == len(h.New)-1)
	}
}

func (p *printer) side(prefix, text string, open bool) {
	p.line(prefix, text)
	if open {
		p.line(noNewline)
	}
}
