package runtime

// This file locates values of JSON, YAML and TOML in a held file.

import (
	"context"
	"errors"
	"fmt"

	"devstar/runtime/locate"
	"devstar/runtime/match"
)

// Locate returns the value at a key of a held file of JSON, YAML or TOML: a match for each document that has it.
func (s *Session) Locate(ctx context.Context, path, key string) ([]*Match, error) {
	const step = "locate"
	k, err := locate.ParseKey(key)
	if err != nil {
		return nil, misused(ctx, step, "", err)
	}
	p, f, err := s.get(ctx, step, path)
	if err != nil {
		return nil, err
	}
	if err := s.askToSearch(ctx, step, []textFile{{p, f.Text}}, map[string]any{"key": key}); err != nil {
		return nil, err
	}
	found, err := locate.Find(string(p), f.Text.Normal(), k)
	var bad *locate.Error
	if errors.As(err, &bad) {
		place := string(p)
		if bad.Line > 0 {
			place = fmt.Sprintf("%s:%d", p, bad.Line)
		}
		return nil, failed(step, string(p), bad.Word, bad.Next, "%s: %s", place, bad.Why)
	}
	source := match.InFile(string(p), f.Text)
	out := make([]*Match, len(found))
	for i, at := range found {
		out[i] = match.New(source, at.Span)
		out[i].Entry = &at.Entry
	}
	return out, nil
}
