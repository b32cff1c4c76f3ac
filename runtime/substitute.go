package runtime

// This file replaces what a regular expression matches, counting the places first.

import (
	"context"
	"fmt"
	"strings"

	"devstar/hunkengine"
	"devstar/runtime/match"
	"devstar/workspace"
)

// SubstituteArgs say what to replace by what, and in how many places.
type SubstituteArgs struct {
	Pattern     string // RE2; ^ and $ stand at lines
	Replacement string // where \1, \g<name> and \\ mean something
	With        func(*Match) (text string, replace bool, err error)
	Count       Count
	Paths       []string // none mean all held files
}

// Substitute replaces every match in held files, all of them or none. With, where it is set, decides about each match,
// in order; what it leaves alone is not counted.
func (s *Session) Substitute(ctx context.Context, a SubstituteArgs) (*Delta, error) {
	const step = "substitute"
	p, err := s.pattern(ctx, step, a.Pattern)
	if err != nil {
		return nil, err
	}
	files, err := s.texts(ctx, step, a.Paths)
	if err != nil {
		return nil, err
	}
	s.worked(files)
	var list []substituted
	var remarks []string
	if a.With != nil {
		list, err = s.decideEach(ctx, p, files, a.With)
	} else {
		list, remarks, err = s.expandEach(ctx, p, files, a.Replacement)
	}
	if err != nil {
		return nil, err
	}
	if err := countMatches(a, files, list); err != nil {
		return nil, err
	}
	d, err := s.change(ctx, "edit", step, a.details, func(d *workspace.Draft) error { return applyEach(d, list) })
	if err == nil {
		s.remark(remarks)
	}
	return d, err
}

func (a SubstituteArgs) details() map[string]any {
	if a.With != nil {
		return map[string]any{"pattern": a.Pattern, "replacement": nil}
	}
	return map[string]any{"pattern": a.Pattern, "replacement": a.Replacement}
}

// substituted is what becomes of one file.
type substituted struct {
	textFile
	fresh   hunkengine.Text
	found   [][]int // the matches that are replaced
	passed  int     // matches that were left alone
	changed int     // places whose text differs
	err     error
}

// rewrite puts the new texts of the matches into the file.
func (r *substituted) rewrite(normal string, text func(i int) string) {
	var spans []hunkengine.Span
	for i, loc := range r.found {
		if fresh := text(i); fresh != normal[loc[0]:loc[1]] {
			spans = append(spans, hunkengine.Span{Start: loc[0], End: loc[1], New: fresh})
		}
	}
	r.changed, r.fresh = len(spans), r.text
	if len(spans) > 0 {
		r.fresh, r.err = hunkengine.Splice(r.text, spans)
	}
}

// expandEach replaces by a text, on all processors.
func (s *Session) expandEach(ctx context.Context, p *match.Pattern, files []textFile, replacement string) ([]substituted, []string, error) {
	const step = "substitute"
	template, err := match.ParseTemplate(replacement, p.Names())
	if err != nil {
		return nil, nil, misused(ctx, step, "", err)
	}
	all := make([]substituted, len(files))
	parallel(ctx, len(files), func(i int) {
		r := &all[i]
		r.textFile = files[i]
		if !strings.Contains(r.text.String(), p.Needs()) {
			return
		}
		normal := r.text.Normal()
		r.found = p.Find(normal, maxMatches+1)
		r.rewrite(normal, func(i int) string { return template.ExpandAt(normal, r.found[i]) })
	})
	if err := live(ctx, step); err != nil {
		return nil, nil, err
	}
	var list []substituted
	for _, r := range all {
		switch {
		case r.err != nil:
			return nil, nil, wrap(ctx, step, string(r.path), r.err)
		case len(r.found) > maxMatches:
			return nil, nil, tooManyMatches(step)
		case len(r.found) > 0:
			list = append(list, r)
		}
	}
	return list, template.Remarks(), nil
}

// decideEach asks a function about every match, in order, before anything is changed.
func (s *Session) decideEach(ctx context.Context, p *match.Pattern, files []textFile, decide func(*Match) (string, bool, error)) ([]substituted, error) {
	const step = "substitute"
	var list []substituted
	for _, f := range files {
		if err := live(ctx, step); err != nil {
			return nil, err
		}
		if !strings.Contains(f.text.String(), p.Needs()) {
			continue
		}
		r := substituted{textFile: f}
		if err := r.decide(p, decide); err != nil {
			return nil, err
		}
		if r.err != nil {
			return nil, wrap(ctx, step, string(f.path), r.err)
		}
		list = append(list, r)
	}
	for _, r := range list {
		if now, held := s.ws.Get(r.path); !held || now.Opaque || !now.Text.Equal(r.text) {
			return nil, failed(step, string(r.path), ReasonStale, "let the function only compute the new text, and change files before or after the call",
				"%s was changed while the replacement function ran", r.path)
		}
	}
	return list, nil
}

func (r *substituted) decide(p *match.Pattern, decide func(*Match) (string, bool, error)) error {
	source, normal := match.InFile(string(r.path), r.text), r.text.Normal()
	locs := p.Find(normal, maxMatches+1)
	if len(locs) > maxMatches {
		return tooManyMatches("substitute")
	}
	var texts []string
	for _, loc := range locs {
		text, replace, err := decide(p.Match(source, loc))
		switch {
		case err != nil:
			return err
		case !replace:
			r.passed++
			continue
		}
		r.found, texts = append(r.found, loc), append(texts, text)
	}
	r.rewrite(normal, func(i int) string { return texts[i] })
	return nil
}

// applyEach sets the new texts.
func applyEach(d *workspace.Draft, list []substituted) error {
	for _, r := range list {
		if r.changed == 0 {
			continue
		}
		if err := d.SetText(r.path, r.fresh, r.changed); err != nil {
			return err
		}
	}
	return nil
}

// countMatches refuses another number of matches than was said.
func countMatches(a SubstituteArgs, files []textFile, list []substituted) error {
	total, passed := 0, 0
	for _, r := range list {
		total += len(r.found)
		passed += r.passed
	}
	c, paths := a.Count, pathsOf(files)
	switch {
	case c.Any, c.All && total > 0, !c.All && total == c.N:
		return nil
	case total == 0 && passed > 0:
		return failed("substitute", onlyPath(paths), ReasonCount, `let the function return a text for some of them; count="any" accepts none`,
			"the function left all %s of %q alone", pluralOf(passed, "match", "matches"), a.Pattern)
	case len(files) == 0:
		return failed("substitute", "", ReasonNotFound, "acquire(...) the files first", "%q matches nothing: the workspace holds no text files", a.Pattern)
	case total == 0:
		return failed("substitute", onlyPath(paths), ReasonNotFound, `check the pattern against read(path); count="any" accepts none`,
			"%q matches nothing in %s", a.Pattern, brief(names(paths)))
	}
	want := "at least one"
	if !c.All {
		want = fmt.Sprint(c.N)
	}
	return failed("substitute", onlyPath(paths), ReasonCount, fmt.Sprintf(`pass count=%d or count="all", or a pattern that matches less`, total),
		"%q matches in %s, want %s:%s", a.Pattern, plural(total, "place"), want, listMatches(list))
}

func pluralOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// maxListed is how many matches a message lists.
const maxListed = 10

// listMatches lists matches, one a line, as path:line: text of the line.
func listMatches(list []substituted) string {
	var b strings.Builder
	n := 0
	for _, r := range list {
		for _, loc := range r.found {
			if n++; n > maxListed {
				continue
			}
			line, _ := r.text.Position(loc[0])
			fmt.Fprintf(&b, "\n  %s:%d: %s", r.path, line, shortened(r.text.Line(line)))
		}
	}
	if n > maxListed {
		fmt.Fprintf(&b, "\n  and %d more", n-maxListed)
	}
	return b.String()
}

// shortened cuts a line for a message.
func shortened(line string) string {
	line = strings.TrimSpace(line)
	if r := []rune(line); len(r) > 100 {
		return string(r[:100]) + "..."
	}
	return line
}

// remark warns about parts of a replacement that mean nothing here, once each in a run.
func (s *Session) remark(remarks []string) {
	for _, text := range remarks {
		d := Diagnostic{Severity: "warning", Rule: "replacement", Message: text}
		if !s.notes.has(d) {
			s.notes.add(d)
		}
	}
}
