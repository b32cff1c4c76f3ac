package runtime

// This file looks for calls of a function in held files.

import (
	"context"
	"strings"

	"devstar/runtime/callfinder"
	"devstar/runtime/match"
)

// Calls returns every call of a function in held files, by path and place; no paths mean all. The language is told by the
// extension.
func (s *Session) Calls(ctx context.Context, name string, paths []string) ([]*Match, error) {
	const step = "calls"
	n, err := callfinder.ParseName(name)
	if err != nil {
		return nil, misused(ctx, step, "", err)
	}
	return s.look(ctx, step, paths, map[string]any{"name": name}, func(f textFile, most int) []*Match {
		if !strings.Contains(f.text.String(), n.Word()) {
			return nil
		}
		source := match.InFile(string(f.path), f.text)
		found := callfinder.Find(string(f.path), f.text.Normal(), n, most)
		out := make([]*Match, len(found))
		for i, c := range found {
			out[i] = callMatch(source, c)
		}
		return out
	})
}

func callMatch(source *match.Source, c callfinder.Call) *Match {
	m := match.New(source, match.Span(c.Span))
	m.Call, m.Args = true, make([]*Match, len(c.Args))
	for i, a := range c.Args {
		m.Args[i] = match.New(source, match.Span(a))
	}
	return m
}
