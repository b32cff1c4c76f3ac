package hunkengine

// This file reads the frame of a unified diff: prose before the first section, sections, and what may stand between and
// behind them.

import (
	"regexp"
	"strings"
)

const (
	markGit     = "diff --git "
	markOld     = "--- "
	markNew     = "+++ "
	devNull     = "/dev/null"
	expectFile  = `"diff --git a/path b/path", or "--- path" and "+++ path"`
	sendAlone   = "send the diff alone, as git diff or diff -u wrote it"
	ruler       = "==================================================================="
	signature   = "-- "
	combinedWhy = "it is a combined diff of a merge, which has more than two sides"
)

var (
	hunkStart  = regexp.MustCompile(`^@@ -\d`)
	binaryLine = regexp.MustCompile(`^(?:Binary files|Files) (.*) differ$`)
	onlyLine   = regexp.MustCompile(`^Only in \S+: \S+$`)
	gitVersion = regexp.MustCompile(`^\d+\.\d+`)
)

// ParseUnified reads a unified diff, as diff -u, git diff and git format-patch write it. Errors are *PatchError.
//
// Counts must fit. Text before the first section is prose; behind it nothing may stand but sections, blank lines, the
// lines with which tools introduce a section ("Index:", "diff -u ...") and the signature of a mail. A section that
// cannot be carried out as it says is refused: binary patches, symlinks and submodules, combined diffs, two different
// names without a rename header.
//
// The prefixes a/ and b/ are taken off when both headers have them, or one has and the other is /dev/null. A line ends
// at "\n"; a "\r" before it is content. Where even the "@@" line ends in "\r\n", a hunk without old lines is refused:
// nothing tells whether the "\r" belongs to the new lines.
func ParseUnified(diff string) ([]FileDiff, error) {
	r := diffReader{text: diff}
	if err := checkText(diff); err != nil {
		return nil, r.notText(err)
	}
	if err := r.prose(); err != nil {
		return nil, err
	}
	for !r.over() {
		if err := r.section(); err != nil {
			return nil, err
		}
		if err := r.between(); err != nil {
			return nil, err
		}
	}
	if len(r.files) == 0 {
		return nil, &PatchError{Line: 1, Quote: r.first(), Problem: "no section of a unified diff is in it", Expect: expectFile,
			Next: sendAlone}
	}
	return r.files, nil
}

// diffReader walks over the lines of a diff.
type diffReader struct {
	text  string
	at    int // offset of the line that is looked at
	line  int // its number, from 0
	files []FileDiff
	path  string // of the section that is being read
	hunk  int    // the hunk of it that is being read, from 1
}

func (r *diffReader) over() bool { return r.at == len(r.text) }

// raw returns the line that is looked at, with a "\r" but without the "\n"; "" at the end.
func (r *diffReader) raw() string {
	line, _, _ := strings.Cut(r.text[r.at:], "\n")
	return line
}

// peek returns the line that is looked at without its end: for headers, whose ends say nothing.
func (r *diffReader) peek() string { return strings.TrimSuffix(r.raw(), "\r") }

// below returns the line below the one that is looked at.
func (r *diffReader) below() string {
	_, rest, _ := strings.Cut(r.text[r.at:], "\n")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSuffix(line, "\r")
}

func (r *diffReader) next() {
	n := strings.IndexByte(r.text[r.at:], '\n')
	if n < 0 {
		r.at = len(r.text)
		return
	}
	r.at += n + 1
	r.line++
}

func (r *diffReader) first() string {
	line, _, _ := strings.Cut(strings.TrimSpace(r.text), "\n")
	return line
}

// fail begins an error about the line that is looked at.
func (r *diffReader) fail(problem, expect string) *PatchError {
	return &PatchError{Path: r.path, Hunk: r.hunk, Line: r.line + 1, Quote: r.peek(), Problem: problem, Expect: expect}
}

// notText turns the refusal of bytes into one of the patch.
func (r *diffReader) notText(err error) error {
	e := &PatchError{Line: 1, Problem: err.Error(), Next: "send the diff as UTF-8 text without NUL"}
	if bad, ok := err.(*EncodingError); ok && bad.Line > 0 {
		e.Line = bad.Line
	}
	return e
}

// atHeader reports whether a section begins here.
func (r *diffReader) atHeader() bool {
	line := r.peek()
	return strings.HasPrefix(line, markGit) ||
		strings.HasPrefix(line, markOld) && strings.HasPrefix(r.below(), markNew)
}

// prose skips what stands before the first section.
func (r *diffReader) prose() error {
	for ; !r.over() && !r.atHeader(); r.next() {
		switch line := r.peek(); {
		case strings.TrimSpace(line) == markBegin:
			e := r.fail("it is an envelope, and fs.apply_patch takes a unified diff", expectFile)
			e.Next = "give an envelope to apply_patch"
			return e
		case hunkStart.MatchString(line):
			e := r.fail("a hunk stands before the header of its file", expectFile)
			e.Next = "put the header of the file above it"
			return e
		default:
			if err := r.unusable(line); err != nil {
				return err
			}
		}
	}
	return nil
}

// unusable refuses lines that tell of a difference which the diff does not hold.
func (r *diffReader) unusable(line string) error {
	switch {
	case binaryLine.MatchString(line):
		return r.binary(binaryLine.FindStringSubmatch(line)[1])
	case strings.HasPrefix(line, "diff --cc "), strings.HasPrefix(line, "diff --combined "):
		e := r.fail(combinedWhy, expectFile)
		e.Next = "compare with one of the parents"
		return e
	case onlyLine.MatchString(line):
		e := r.fail("a file is on one side only, and the diff does not hold it", expectFile)
		e.Next = "make the diff with diff -N, or take the line out if the file does not matter"
		return e
	}
	return nil
}

// binary refuses a difference between binary files.
func (r *diffReader) binary(names string) error {
	if r.path == "" {
		r.path = names
	}
	e := r.fail("the files are binary, and only text can be patched", "")
	e.Next = "take the section out, and copy the file with fs.copy"
	return e
}

// between checks what stands behind a section, up to the next one or the end.
func (r *diffReader) between() error {
	start := *r
	for !r.over() && blank(r.peek()) {
		r.next()
	}
	if r.over() {
		return nil
	}
	if strings.HasPrefix(r.peek(), "@@") && r.line > start.line {
		start.hunk = len(r.files[len(r.files)-1].Hunks)
		e := start.fail("a blank line stands between two hunks", `"@@"`)
		e.Next = "take it out; if it is a line of the file, put a space in front and count it in the header of the hunk"
		return e
	}
	if r.atSignature() {
		return r.afterSignature()
	}
	r.path, r.hunk = "", 0
	for !r.over() && !r.atHeader() {
		line := r.peek()
		if err := r.unusable(line); err != nil {
			return err
		}
		if !blank(line) && !introduces(line) {
			return r.stray()
		}
		r.next()
	}
	if r.over() {
		return r.fail("the diff ends before the section that was announced", expectFile)
	}
	return nil
}

// introduces reports whether a tool writes such a line above the header of a section.
func introduces(line string) bool {
	return strings.HasPrefix(line, "Index: ") || line == ruler || strings.HasPrefix(line, "diff -") && !strings.HasPrefix(line, "diff --")
}

// stray refuses a line behind a section that begins no other.
func (r *diffReader) stray() error {
	e := r.fail("the line belongs to no section", expectFile)
	e.Next = sendAlone
	switch n := len(r.files); {
	case n > 0 && len(r.files[n-1].Hunks) > 0 && strings.ContainsRune(" +-", rune(e.Quote[0])) && !strings.HasPrefix(e.Quote, markOld):
		return r.surplus()
	case hunkStart.MatchString(e.Quote):
		e.Problem = "a hunk stands where no header of a file is above it"
	case strings.HasPrefix(e.Quote, markOld):
		e.Problem, e.Expect = `there is no "+++" line below it`, `"+++ path"`
	case strings.HasPrefix(e.Quote, markNew):
		e.Problem, e.Expect = `there is no "---" line above it`, `"--- path" and "+++ path"`
	}
	return e
}

// atSignature reports whether the signature of a mail begins here: git's version behind a line of two dashes.
func (r *diffReader) atSignature() bool {
	return r.peek() == signature && gitVersion.MatchString(r.below())
}

// afterSignature lets nothing follow the signature.
func (r *diffReader) afterSignature() error {
	r.next()
	r.next()
	for !r.over() && blank(r.peek()) {
		r.next()
	}
	if r.over() {
		return nil
	}
	r.path, r.hunk = "", 0
	e := r.fail("text follows the signature of the mail", "nothing")
	if strings.HasPrefix(e.Quote, "From ") {
		e.Problem = "a second mail follows"
		e.Next = "give each mail of a series to a call of its own, in order"
	}
	return e
}
