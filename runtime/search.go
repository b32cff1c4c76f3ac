package runtime

// This file looks for regular expressions in held files.

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"devstar/hunkengine"
	"devstar/runtime/match"
	"devstar/workspace"
)

// Match is one place that was found.
type Match = match.Match

// maxMatches bounds the matches of one call.
const maxMatches = match.Most

// maxPatterns bounds the compiled expressions that are kept for calls in a loop.
const maxPatterns = 256

// textFile is a held file of text.
type textFile struct {
	path workspace.Path
	text hunkengine.Text
}

// texts returns the held files of text that patterns select, in order; without patterns all of them. Opaque files are
// left out unless they are named.
func (s *Session) texts(ctx context.Context, step string, patterns []string) ([]textFile, error) {
	paths, err := s.selected(ctx, step, patterns)
	if err != nil {
		return nil, err
	}
	out := make([]textFile, 0, len(paths))
	for _, p := range paths {
		f, _ := s.ws.Get(p)
		switch {
		case !f.Opaque:
			out = append(out, textFile{p, f.Text})
		case slices.Contains(patterns, string(p)):
			return nil, opaqueError(step, p)
		}
	}
	return out, nil
}

func (s *Session) selected(ctx context.Context, step string, patterns []string) ([]workspace.Path, error) {
	if len(patterns) == 0 {
		return s.ws.Paths(), nil
	}
	return s.selectHeld(ctx, step, patterns)
}

func pathsOf(files []textFile) []workspace.Path {
	out := make([]workspace.Path, len(files))
	for i, f := range files {
		out[i] = f.path
	}
	return out
}

// pattern compiles an expression whose ^ and $ stand at lines, once for calls in a loop.
func (s *Session) pattern(ctx context.Context, step, expr string) (*match.Pattern, error) {
	if p, ok := s.patterns[expr]; ok {
		return p, nil
	}
	p, err := match.Compile(expr, match.AtLines)
	if err != nil {
		return nil, misused(ctx, step, "", err)
	}
	if len(s.patterns) >= maxPatterns {
		s.patterns = nil
	}
	if s.patterns == nil {
		s.patterns = map[string]*match.Pattern{}
	}
	s.patterns[expr] = p
	return p, nil
}

// misused is the error for an argument that a package below refuses.
func misused(ctx context.Context, step, path string, err error) error {
	e := wrap(ctx, step, path, err).(*Error)
	e.Code = CodeBadArgument
	return e
}

// Search returns every match of a regular expression in held files, by path and place; no paths mean all.
func (s *Session) Search(ctx context.Context, expr string, paths []string) ([]*Match, error) {
	const step = "search"
	p, err := s.pattern(ctx, step, expr)
	if err != nil {
		return nil, err
	}
	return s.look(ctx, step, paths, map[string]any{"pattern": expr}, func(f textFile, most int) []*Match {
		if !strings.Contains(f.text.String(), p.Needs()) {
			return nil
		}
		source := match.InFile(string(f.path), f.text)
		locs := p.Find(f.text.Normal(), most)
		out := make([]*Match, len(locs))
		for i, loc := range locs {
			out[i] = p.Match(source, loc)
		}
		return out
	})
}

// look asks to read the selected files and then finds in each, on all processors.
func (s *Session) look(ctx context.Context, step string, paths []string, details map[string]any, find func(f textFile, most int) []*Match) ([]*Match, error) {
	files, err := s.texts(ctx, step, paths)
	if err != nil || len(files) == 0 {
		return nil, err
	}
	if err := s.askToSearch(ctx, step, files, details); err != nil {
		return nil, err
	}
	found := make([][]*Match, len(files))
	var n atomic.Int64
	parallel(ctx, len(files), func(i int) {
		if n.Load() <= maxMatches {
			found[i] = find(files[i], maxMatches+1)
			n.Add(int64(len(found[i])))
		}
	})
	if n.Load() > maxMatches {
		return nil, tooManyMatches(step)
	}
	return slices.Concat(found...), live(ctx, step)
}

// askToSearch asks to read files, and counts the work of going through them.
func (s *Session) askToSearch(ctx context.Context, step string, files []textFile, details map[string]any) error {
	list := names(pathsOf(files))
	details["step"] = step
	err := s.ask(ctx, &Effect{Name: "read", Step: step, Paths: list, Message: step + " in " + brief(list), details: fixed(details)})
	s.worked(files)
	return err
}

func tooManyMatches(step string) *Error {
	e := NewError(CodeLimit, step, fmt.Sprintf("more than %d matches, which is the most a call may find", maxMatches),
		"look for more at once: ^.+$ for a line rather than . for a character; or name fewer files")
	e.Reason = "matches"
	return e
}

// worked counts bytes that a call goes through.
func (s *Session) worked(files []textFile) {
	for _, f := range files {
		s.work += uint64(len(f.text.String()))
	}
}

// Work returns how many bytes of text the calls since the last Work went through, for those who charge for it.
func (s *Session) Work() uint64 {
	n := s.work
	s.work = 0
	return n
}
