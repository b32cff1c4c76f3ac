package runtime

// This file unpacks the arguments of the builtins that find and replace places.

import (
	"context"

	"devstar/runtime/match"
	"devstar/runtime/spec"
)

// matched is a match as the embedding language holds it.
type matched interface{ Match() *match.Match }

func callSubstitute(ctx context.Context, s *Session, a spec.Args) (any, error) {
	in := SubstituteArgs{Pattern: a.String("pattern"), Replacement: a.String("replacement"), Count: countOf(a["count"]), Paths: a.Strings("paths")}
	switch f := a["replacement"].(type) {
	case string:
	case func(*Match) (string, bool, error):
		in.With = f
	default:
		return nil, NewError(CodeBadArgument, "substitute", "replacement: want a string, got "+spec.Describe(f), "a step of a plan has no functions: call substitute(...) in a script")
	}
	return s.Substitute(ctx, in)
}

// spliceEdits unpacks pairs of a place and a text that spec has checked.
func spliceEdits(v any) []SpliceEdit {
	list, _ := v.([]any)
	out := make([]SpliceEdit, len(list))
	for i, e := range list {
		pair := e.([]any)
		out[i].New, _ = pair[1].(string)
		switch at := pair[0].(type) {
		case matched:
			out[i].Match = at.Match()
		case []any:
			start, _ := at[0].(int64)
			end, _ := at[1].(int64)
			out[i].Start, out[i].End = int(start), int(end)
			out[i].Expected, _ = at[2].(string)
		}
	}
	return out
}

func reportOf(a spec.Args) ReportArgs {
	r := ReportArgs{Message: a.String("message"), Severity: a.String("severity"), Path: a.String("path"), Line: a.Int("line"), Rule: a.String("rule")}
	switch at := a["at"].(type) {
	case matched:
		r.At = PlaceOf(at.Match())
	case *Diagnostic:
		r.At = at
	}
	return r
}
