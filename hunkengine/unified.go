package hunkengine

// This file writes unified diffs as git does, and counts changed lines.

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

const contextLines = 3

// Unified returns the unified diff of two texts with git-style headers; "" when equal. "" as a name means
// /dev/null, other names get the prefixes a/ and b/. Texts are compared as they are, BOM and carriage
// returns included.
func Unified(oldName, newName, old, new string) string {
	if old == new {
		return ""
	}
	d := compareTexts(old, new)
	var b bytes.Buffer
	b.WriteString("--- " + headerName("a/", oldName) + "\n+++ " + headerName("b/", newName) + "\n")
	for from := 0; from < len(d.edits); {
		to := from + 1
		for to < len(d.edits) && d.edits[to].oldFrom-d.edits[to-1].oldTo <= 2*contextLines {
			to++
		}
		d.hunk(&b, d.edits[from:to])
		from = to
	}
	return b.String()
}

// textDiff is the part of two texts that differs, with a few equal lines around it.
type textDiff struct {
	old, new []string // lines with their ends
	skipped  int      // equal lines before them
	edits    []lineEdit
}

// compareTexts leaves out what is equal at both ends before it looks at lines at all.
func compareTexts(old, fresh string) textDiff {
	start := equalBytes(old, fresh)
	start = strings.LastIndexByte(old[:start], '\n') + 1
	end := equalTail(old[start:], fresh[start:])
	for range contextLines {
		start = strings.LastIndexByte(old[:max(start-1, 0)], '\n') + 1
	}
	d := textDiff{skipped: strings.Count(old[:start], "\n")}
	d.old = strings.SplitAfter(old[start:len(old)-end], "\n")
	d.new = strings.SplitAfter(fresh[start:len(fresh)-end], "\n")
	d.old, d.new = withoutLastEmpty(d.old), withoutLastEmpty(d.new)
	d.edits = diffLines(d.old, d.new)
	return d
}

func withoutLastEmpty(lines []string) []string {
	if n := len(lines) - 1; lines[n] == "" {
		return lines[:n]
	}
	return lines
}

// pieces are the lengths in which texts are compared, large ones first.
var pieces = [...]int{1 << 12, 1 << 8, 1 << 4}

// equalBytes returns the length of the common prefix.
func equalBytes(a, b string) int {
	n := 0
	for _, piece := range pieces {
		for n+piece <= min(len(a), len(b)) && a[n:n+piece] == b[n:n+piece] {
			n += piece
		}
	}
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// equalTail returns the length of the common tail that can be left out: whole lines, without those shown
// as context.
func equalTail(a, b string) int {
	n, most := 0, min(len(a), len(b))
	for _, piece := range pieces {
		for n+piece <= most && a[len(a)-n-piece:len(a)-n] == b[len(b)-n-piece:len(b)-n] {
			n += piece
		}
	}
	for n < most && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	tail := a[len(a)-n:]
	for range contextLines + 1 {
		line := strings.IndexByte(tail, '\n')
		if line < 0 {
			return 0
		}
		tail = tail[line+1:]
	}
	return len(tail)
}

// headerName returns a name as it stands in a header: quoted when it holds quotes or control characters,
// and closed by a tab when it holds blanks, so that every reader finds its end.
func headerName(prefix, name string) string {
	if name == "" {
		return "/dev/null"
	}
	name = prefix + name
	if strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f || r == '"' || r == '\\' }) {
		return cQuote(name)
	}
	if strings.Contains(name, " ") {
		return name + "\t"
	}
	return name
}

// cQuote quotes a name with the escapes of C.
func cQuote(name string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\n':
			b.WriteString(`\n`)
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// hunk writes edits that are close together, with context.
func (d *textDiff) hunk(b *bytes.Buffer, edits []lineEdit) {
	first, last := edits[0], edits[len(edits)-1]
	lead := min(contextLines, first.oldFrom)
	trail := min(contextLines, len(d.old)-last.oldTo)
	b.WriteString("@@ -")
	d.span(b, first.oldFrom-lead, last.oldTo+trail)
	b.WriteString(" +")
	d.span(b, first.newFrom-lead, last.newTo+trail)
	b.WriteString(" @@\n")
	at := first.oldFrom - lead
	for _, e := range edits {
		writeLines(b, ' ', d.old[at:e.oldFrom])
		writeLines(b, '-', d.old[e.oldFrom:e.oldTo])
		writeLines(b, '+', d.new[e.newFrom:e.newTo])
		at = e.oldTo
	}
	writeLines(b, ' ', d.old[at:last.oldTo+trail])
}

// span writes the first line and the number of lines of one side. A side without lines names the line
// before it.
func (d *textDiff) span(b *bytes.Buffer, from, to int) {
	line := d.skipped + from + 1
	if from == to {
		line--
	}
	b.WriteString(strconv.Itoa(line))
	if to-from != 1 {
		b.WriteString("," + strconv.Itoa(to-from))
	}
}

func writeLines(b *bytes.Buffer, mark byte, lines []string) {
	for _, s := range lines {
		b.WriteByte(mark)
		b.WriteString(s)
		if s[len(s)-1] != '\n' {
			b.WriteString("\n" + noNewline + "\n")
		}
	}
}
