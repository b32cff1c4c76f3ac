package runtime

// This file lets scripts call the immediate operations by name; their values are plain.

import (
	"context"

	"devstar/runtime/spec"
)

func scopeOf(a spec.Args) FSScope {
	return FSScope{AllowedPaths: a.Strings("allowed_paths"), UseAgentCwd: a.Bool("use_agent_cwd")}
}

func callFSEdit(ctx context.Context, s *Session, a spec.Args) (any, error) {
	list, _ := a["edits"].([]any)
	edits := make([]FSEdit, len(list))
	for i, v := range list {
		o := spec.Args(v.(map[string]any))
		edits[i] = FSEdit{OldText: o.String("old_text"), NewText: o.String("new_text"), ReplaceAll: o.Bool("replace_all")}
	}
	r, err := s.FSEdit(ctx, FSEditArgs{Filename: a.String("filename"), Dir: a.String("dir"), Edits: edits, FSScope: scopeOf(a)})
	if err != nil {
		return nil, err
	}
	return map[string]any{"path": r.Path, "replacements": int64(r.Replacements)}, nil
}

func callFSMkdir(ctx context.Context, s *Session, a spec.Args) (any, error) {
	created, err := s.FSMkdir(ctx, a.String("dir"), scopeOf(a))
	return map[string]any{"created": created}, err
}

func callFSRemove(ctx context.Context, s *Session, a spec.Args) (any, error) {
	removed, err := s.FSRemove(ctx, a.String("target"), scopeOf(a))
	return map[string]any{"removed": removed}, err
}

// callFSMoved makes the call of a copy or a move.
func callFSMoved(do func(*Session, context.Context, string, string, FSScope) (*FSMoved, error)) call {
	return func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		r, err := do(s, ctx, a.String("src"), a.String("dest"), scopeOf(a))
		if err != nil {
			return nil, err
		}
		return map[string]any{"dest": r.Dest, "replaced": r.Replaced}, nil
	}
}

func callFSPatch(ctx context.Context, s *Session, a spec.Args) (any, error) {
	r, err := s.FSApplyPatch(ctx, FSPatchArgs{Patch: a.String("patch"), FSScope: scopeOf(a)})
	if err != nil {
		return nil, err
	}
	renamed := make(map[string]any, len(r.Renamed))
	for from, to := range r.Renamed {
		renamed[from] = to
	}
	return map[string]any{"created": anyStrings(r.Created), "changed": anyStrings(r.Changed), "deleted": anyStrings(r.Deleted), "renamed": renamed}, nil
}
