package runtime

// This file edits one file on disk at once: exact substrings, in order, all or nothing.

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"devstar/fsbackend"
	"devstar/hunkengine"
	"devstar/workspace"
)

// FSEdit is one substring to replace; with ReplaceAll every occurrence, leftmost first, never rescanning.
type FSEdit struct {
	OldText, NewText string
	ReplaceAll       bool
}

// FSEditArgs name a file, the directory it is resolved against ("" for the root) and the edits.
type FSEditArgs struct {
	Filename, Dir string
	Edits         []FSEdit
	FSScope
}

// FSEdited is what an edit did.
type FSEdited struct {
	Path         string
	Replacements int
}

// FSEdit edits a file on disk: each edit on the text left by the earlier ones, all or none.
func (s *Session) FSEdit(ctx context.Context, a FSEditArgs) (*FSEdited, error) {
	c, err := s.fsCall("fs.edit", a.FSScope)
	if err != nil {
		return nil, err
	}
	p, err := c.target(a.Dir, a.Filename)
	if err != nil {
		return nil, err
	}
	before, err := c.text(ctx, p)
	if err != nil {
		return nil, err
	}
	text, n, err := c.edited(p, before.Text.String(), a.Edits)
	if err != nil {
		return nil, err
	}
	after := before
	if after.Text, err = hunkengine.ParseString(text); err != nil {
		return nil, c.notText(ctx, p, err)
	}
	if text == before.Text.String() {
		return nil, c.fail(p, "no_change", "leave the call out", "the edits together change nothing")
	}
	e := c.effect(fmt.Sprintf("edit %s: %s", p, plural(n, "replacement")), []workspace.Path{p},
		map[string]any{"filename": a.Filename, "dir": a.Dir, "edits": fsEditData(a.Edits), "before": before.Text.String(), "after": text})
	e.files = func() []FileEffect {
		return []FileEffect{{Path: string(p), Kind: "modified", Before: textOf(&before), After: textOf(&after)}}
	}
	op := fsbackend.Operation{Kind: fsbackend.OpModify, Name: string(p), New: knownOf(&after), Before: knownOf(&before)}
	if err := c.run(ctx, e, []fsbackend.Operation{op}); err != nil {
		return nil, err
	}
	s.follow(p, &after)
	return &FSEdited{Path: string(p), Replacements: n}, nil
}

func fsEditData(edits []FSEdit) []any {
	out := make([]any, len(edits))
	for i, e := range edits {
		out[i] = map[string]any{"old_text": e.OldText, "new_text": e.NewText, "replace_all": e.ReplaceAll}
	}
	return out
}

// edited applies the edits to text and counts the replacements.
func (c *fsCall) edited(p workspace.Path, text string, edits []FSEdit) (string, int, error) {
	if len(edits) == 0 {
		return "", 0, c.fail(p, "empty", "give at least one edit", "the list of edits is empty")
	}
	total := 0
	for i, e := range edits {
		most := manyPlaces
		if e.ReplaceAll {
			most = 1
		}
		found := occurrences(text, e.OldText, most)
		switch {
		case e.OldText == "":
			return "", 0, c.fail(p, "empty", "say which text is looked for", "edits[%d].old_text is empty", i)
		case e.OldText == e.NewText:
			return "", 0, c.fail(p, "no_change", "leave the edit out, or give the new text", "edits[%d]: new_text equals old_text", i)
		case len(found) == 0:
			return "", 0, c.fail(p, ReasonNotFound, c.missingHint(text, e.OldText), "edits[%d].old_text is not found: %s", i, excerpt(e.OldText))
		case !e.ReplaceAll && len(found) > 1:
			return "", 0, c.fail(p, "not_unique", "give more of the text around it, or replace_all=True",
				"edits[%d].old_text is not unique: %s is at lines %s", i, excerpt(e.OldText), allLines(linesAt(text, found)))
		}
		if e.ReplaceAll {
			total += strings.Count(text, e.OldText)
		} else {
			total++
		}
		text = strings.ReplaceAll(text, e.OldText, e.NewText)
	}
	return text, total, nil
}

// missingHint guesses why a text is not there from what is.
func (c *fsCall) missingHint(text, old string) string {
	switch {
	case strings.Contains(old, "\n") && strings.Contains(strings.ReplaceAll(text, "\r\n", "\n"), old):
		return `the file's lines end in \r\n: LF does not match CRLF here; the step edit(...) keeps line ends by itself`
	case strings.Contains(strings.ToLower(text), strings.ToLower(old)):
		return "the letter case differs"
	case strings.Contains(text, strings.TrimSpace(old)):
		return "the white space around it differs"
	}
	return "read the file and copy the text exactly"
}

// manyPlaces is how many places are counted before the rest is left alone.
const manyPlaces = 100

// occurrences returns the offsets of the first occurrences, overlapping ones too, of a text that is not empty.
func occurrences(text, old string, most int) []int {
	var out []int
	for at := 0; old != "" && len(out) < most; {
		i := strings.Index(text[at:], old)
		if i < 0 {
			break
		}
		out = append(out, at+i)
		at += i + 1
	}
	return out
}

// allLines lists line numbers, as far as they were counted.
func allLines(lines []int) string {
	parts := make([]string, len(lines))
	for i, n := range lines {
		parts[i] = strconv.Itoa(n)
	}
	text := strings.Join(parts, ", ")
	if len(lines) == manyPlaces {
		text += " and perhaps more"
	}
	return text
}

func linesAt(text string, offsets []int) []int {
	lines := make([]int, len(offsets))
	line, last := 1, 0
	for i, at := range offsets {
		line += strings.Count(text[last:at], "\n")
		lines[i], last = line, at
	}
	return lines
}

func excerpt(s string) string {
	if r := []rune(s); len(r) > 80 {
		return fmt.Sprintf("%q...", string(r[:80]))
	}
	return fmt.Sprintf("%q", s)
}
