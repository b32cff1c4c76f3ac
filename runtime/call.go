package runtime

// This file runs a builtin by name with bound arguments: the one entry for scripts and JSON plans.

import (
	"context"

	"devstar/hunkengine"
	"devstar/runtime/spec"
)

// call unpacks arguments and calls one method of a session.
type call func(ctx context.Context, s *Session, a spec.Args) (any, error)

// calls maps the builtins to their methods, but for ops, which runs calls itself, and attempt, which runs a script's function.
var calls = map[string]call{
	"acquire": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.Acquire(ctx, AcquireArgs{Paths: a.Strings("paths"), Exclude: a.Strings("exclude"), MissingOK: a.Bool("missing_ok"),
			Containing: a.String("containing"), Ignored: a.Bool("ignored"), Binary: a.String("binary")})
	},
	"acquired": func(_ context.Context, s *Session, a spec.Args) (any, error) { return s.Acquired(a.String("path")) },
	"apply_patch": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.ApplyPatch(ctx, a.String("patch"), a.Bool("acquire"))
	},
	"calls": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.Calls(ctx, a.String("name"), a.Strings("paths"))
	},
	"changes": func(_ context.Context, s *Session, _ spec.Args) (any, error) { return s.Changes(), nil },
	"check":   func(ctx context.Context, s *Session, _ spec.Args) (any, error) { return s.Check(ctx) },
	"copy": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.Copy(ctx, a.String("source"), a.String("destination"))
	},
	"create": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.Create(ctx, a.String("path"), a.String("text"), a.Bool("executable"))
	},
	"delete": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.Delete(ctx, a.String("path"))
	},
	"diagnostics": func(_ context.Context, s *Session, _ spec.Args) (any, error) { return s.Diagnostics(), nil },
	"diff": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.Diff(ctx, a.Strings("paths"))
	},
	"edit": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.Edit(ctx, a.String("path"), editsOf(a["edits"]))
	},
	"exists": func(_ context.Context, s *Session, a spec.Args) (any, error) { return s.Exists(a.String("path")) },
	"files": func(_ context.Context, s *Session, a spec.Args) (any, error) {
		return s.Files(a.Strings("paths"), a.Strings("exclude"))
	},
	"format": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.Format(ctx, a.Strings("paths"))
	},
	"fs.apply_patch": callFSPatch,
	"fs.copy":        callFSMoved((*Session).FSCopy),
	"fs.edit":        callFSEdit,
	"fs.mkdir":       callFSMkdir,
	"fs.move":        callFSMoved((*Session).FSMove),
	"fs.remove":      callFSRemove,
	"glob": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.Glob(ctx, a.Strings("patterns"), a.Strings("exclude"))
	},
	"has":    func(_ context.Context, s *Session, a spec.Args) (any, error) { return s.Has(a.String("step")), nil },
	"insert": func(ctx context.Context, s *Session, a spec.Args) (any, error) { return s.Insert(ctx, insertOf(a)) },
	"lint": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.Lint(ctx, LintArgs{Paths: a.Strings("paths"), Fix: a.Bool("fix")})
	},
	"locate": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.Locate(ctx, a.String("path"), a.String("key"))
	},
	"read": func(ctx context.Context, s *Session, a spec.Args) (any, error) { return s.Read(ctx, a.String("path")) },
	"read_lines": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.ReadLines(ctx, ReadLinesArgs{Path: a.String("path"), Start: a.Int("start"), End: a.Int("end"), Label: a.String("label")})
	},
	"rename": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.Rename(ctx, a.String("source"), a.String("destination"))
	},
	"replace": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.Replace(ctx, ReplaceArgs{Paths: a.Strings("paths"), Old: a.String("old"), New: a.String("new"), Count: countOf(a["count"])})
	},
	"report": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return nil, s.Report(ctx, reportOf(a))
	},
	"search": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.Search(ctx, a.String("pattern"), a.Strings("paths"))
	},
	"set_text": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.SetText(ctx, a.String("path"), a.String("text"))
	},
	"splice": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.Splice(ctx, a.String("path"), spliceEdits(a["edits"]))
	},
	"substitute": callSubstitute,
	"write": func(ctx context.Context, s *Session, a spec.Args) (any, error) {
		return s.Write(ctx, WriteArgs{Paths: a.Strings("paths"), AllowErrors: a.Bool("allow_errors")})
	},
}

// Call runs the builtin name with arguments that spec.Bind returned. It gives nil, bool, string, []string, *Delta,
// []Change, Diagnostics, *Checked or *Result.
func (s *Session) Call(ctx context.Context, name string, args spec.Args) (any, error) {
	if name == "ops" {
		steps, _ := args["steps"].([]any)
		r, err := s.Ops(ctx, args.Strings("paths"), steps)
		return r, err
	}
	do, ok := calls[name]
	if !ok {
		return nil, s.unknownStep(name)
	}
	v, err := do(ctx, s, args)
	if err != nil {
		return nil, wrap(ctx, name, "", err)
	}
	return v, nil
}

func editsOf(v any) []hunkengine.Edit {
	list, _ := v.([]any)
	out := make([]hunkengine.Edit, len(list))
	for i, e := range list {
		a := spec.Args(e.(map[string]any))
		out[i] = hunkengine.Edit{Find: a.String("find"), Replace: a.String("replace"), Line: a.Int("line")}
	}
	return out
}

func insertOf(a spec.Args) InsertArgs {
	in := InsertArgs{Path: a.String("path"), Text: a.String("text"), At: a.String("at"), BeforeLine: a.Int("before"), AfterLine: a.Int("after")}
	if t, ok := a["before"].(string); ok {
		in.BeforeText = &t
	}
	if t, ok := a["after"].(string); ok {
		in.AfterText = &t
	}
	return in
}

func countOf(v any) Count {
	switch v := v.(type) {
	case string:
		return Count{All: v == "all", Any: v == "any"}
	case int64:
		return Count{N: int(v)}
	}
	return Count{N: 1}
}
