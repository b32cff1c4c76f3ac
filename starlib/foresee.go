package starlib

// This file reports what certainly goes wrong while running: steps nobody configured, and labels used twice.

import (
	"fmt"

	"go.starlark.net/syntax"

	"devstar/runtime"
	"devstar/runtime/spec"
	"devstar/workspace"
)

// foresee looks at the code of the entry script that certainly runs. s may be nil: then no capability is missed.
func (c *checker) foresee(s *runtime.Session) {
	labels := map[string]syntax.Position{}
	walk := newCertain(c.index, func(call *syntax.CallExpr) {
		b, _ := builtinOf(call.Fn)
		if s != nil {
			c.capability(s, b, call)
		}
		if b.Name == "read_lines" {
			c.label(b, call, labels)
		}
	})
	if walk.stmts(c.file.Stmts) != goesOn {
		return
	}
	if def := c.mainToCall(); def != nil {
		walk.stmts(def.Body)
	}
}

func (c *checker) capability(s *runtime.Session, b *spec.Builtin, call *syntax.CallExpr) {
	if err := s.Lacks(b.Name); err != nil {
		at, _ := call.Fn.Span()
		c.report(problem{at: at, message: err.Message, missing: err})
	}
}

// label reports a read_lines under a label that an earlier read certainly took.
func (c *checker) label(b *spec.Builtin, call *syntax.CallExpr, taken map[string]syntax.Position) {
	args, err := b.Bind(foldArguments(b, call.Args))
	if err != nil {
		return
	}
	label, given := args["label"].(string)
	if !given {
		path, known := args["path"].(string)
		if args["label"] != nil || !known {
			return
		}
		p, err := workspace.ParsePath(path)
		if err != nil {
			return
		}
		label = string(p)
	}
	at, _ := call.Fn.Span()
	first, twice := taken[label]
	if !twice {
		taken[label] = at
		return
	}
	c.report(problem{at: at, code: runtime.CodeBadArgument, step: b.Name, reason: runtime.ReasonDuplicate,
		message: fmt.Sprintf("a read labelled %q is there already: line %d took it", label, first.Line),
		hint:    fmt.Sprintf("pass label=%q, or another free name", label+"#2")})
}
