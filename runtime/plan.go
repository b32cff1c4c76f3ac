package runtime

// This file compiles plans given as data (JSON, or ops in a script) whole, and then runs them.

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"devstar/hunkengine"
	"devstar/runtime/spec"
	"devstar/runtime/strictjson"
	"devstar/workspace"
)

// Plan is a compiled list of steps.
type Plan struct {
	paths []string
	at    *Position // of the paths in the file of the plan; nil for ops
	steps []planStep
}

type planStep struct {
	name  string
	args  spec.Args
	place string    // "steps[2]"
	at    *Position // in the file of the plan; nil for ops
}

// CompilePlan checks a JSON plan whole: {"paths": [...], "steps": [{"step", "args", "label"?}]}. Nothing is read or
// changed. file names the plan in positions. The error carries every mistake, in the order of the text.
func (s *Session) CompilePlan(file string, data []byte) (*Plan, error) {
	doc, err := strictjson.Decode(data)
	if err != nil {
		e := NewError(CodeCompile, "", err.Error(), `a plan is {"paths": ["a.txt"], "steps": [{"step": "write", "args": {}}]}`)
		if at, ok := err.(*strictjson.Error); ok {
			e.Message, e.Position = at.Message, &Position{File: file, Line: at.Line, Column: at.Column}
		}
		e.compile = true
		return nil, e
	}
	if err := spec.Validate(planObject, doc.Value, "plan"); err != nil {
		e := badArgument("", err)
		e.Position = &Position{File: file, Line: doc.Line(strings.TrimPrefix(err.Param, "plan.")), Column: 1}
		return nil, compileErrors([]*Error{e})
	}
	top := spec.Args(doc.Value.(map[string]any))
	steps, _ := top["steps"].([]any)
	plan, errs := s.compileSteps(top.Strings("paths"), steps)
	for _, e := range errs {
		e.err.Position = &Position{File: file, Line: doc.Line(fmt.Sprintf("steps[%d]", e.index)), Column: 1}
	}
	if len(errs) > 0 {
		return nil, compileErrors(plain(errs))
	}
	plan.at = &Position{File: file, Line: doc.Line("paths"), Column: 1}
	for i := range plan.steps {
		plan.steps[i].at = &Position{File: file, Line: doc.Line(plan.steps[i].place), Column: 1}
	}
	return plan, nil
}

// Ops compiles and runs steps given as values and returns the result so far.
func (s *Session) Ops(ctx context.Context, paths []string, steps []any) (*Result, error) {
	plan, errs := s.compileSteps(paths, steps)
	if len(errs) > 0 {
		first := errs[0].err
		if len(errs) > 1 {
			first.Errors = plain(errs)
		}
		return nil, first
	}
	if err := s.RunPlan(ctx, plan); err != nil {
		return nil, err
	}
	return s.soFar(), nil
}

// RunPlan runs a compiled plan: the paths are acquired, then the steps are run until one fails.
func (s *Session) RunPlan(ctx context.Context, p *Plan) error {
	if len(p.paths) > 0 {
		acquire := planStep{name: "acquire", place: "paths", at: p.at}
		if _, err := s.Acquire(acquire.within(ctx), AcquireArgs{Paths: p.paths}); err != nil {
			return acquire.located(err)
		}
	}
	for _, st := range p.steps {
		if _, err := s.Call(st.within(ctx), st.name, st.args); err != nil {
			return st.located(err)
		}
	}
	return nil
}

// within adds the place of the step to the effects it raises.
func (st planStep) within(ctx context.Context) context.Context {
	if st.at == nil {
		return ctx
	}
	return WithOrigin(ctx, Origin(*st.at))
}

// located says which step failed.
func (st planStep) located(err error) error {
	var own *Error
	if !errors.As(err, &own) {
		return err
	}
	e := prefixed(st.place, own)
	if st.at != nil {
		e.Position = st.at
	}
	return e
}

var planPaths = spec.Type{Shape: spec.Selector, Format: spec.Pattern, NonEmpty: true}

var planObject = spec.Type{Shape: spec.Object, Fields: []spec.Param{
	{Name: "paths", Type: planPaths},
	{Name: "steps", Type: spec.Type{Shape: spec.List, NonEmpty: true, Elem: &spec.StepObject}, Need: true},
}}

// stepError is a mistake in one step of a plan.
type stepError struct {
	index int // of the step, from 0
	err   *Error
}

func plain(errs []stepError) []*Error {
	out := make([]*Error, len(errs))
	for i, e := range errs {
		out[i] = e.err
	}
	return out
}

// compileSteps binds every step and collects all mistakes.
func (s *Session) compileSteps(paths []string, steps []any) (*Plan, []stepError) {
	plan := &Plan{paths: paths}
	var errs []stepError
	labels := map[string]int{}
	for name := range s.reads {
		labels[name] = -1
	}
	for i, v := range steps {
		st, err := s.compileStep(i, v)
		if err == nil {
			err = takeLabel(labels, i, st)
		}
		if err != nil {
			errs = append(errs, stepError{i, err})
			continue
		}
		plan.steps = append(plan.steps, st)
	}
	return plan, errs
}

func (s *Session) compileStep(i int, v any) (planStep, *Error) {
	at := fmt.Sprintf("steps[%d]", i)
	if err := spec.Validate(spec.StepObject, v, at); err != nil {
		return planStep{}, badArgument("", err)
	}
	o := spec.Args(v.(map[string]any))
	name := o.String("step")
	b, ok := spec.Find(name)
	if !ok || !b.Plan {
		return planStep{}, prefixed(at, s.unknownStep(name))
	}
	if err := s.Lacks(name); err != nil {
		return planStep{}, prefixed(at, err)
	}
	args, err := b.Bind(nil, arguments(o))
	if err != nil {
		return planStep{}, prefixed(at, badArgument(name, err))
	}
	return planStep{name: name, args: args, place: at}, wellFormed(at, name, args)
}

// arguments returns the arguments of a step as keywords, in a fixed order, the label of a read among them.
func arguments(o spec.Args) []spec.Named {
	args, _ := o["args"].(map[string]any)
	var out []spec.Named
	for _, k := range slices.Sorted(maps.Keys(args)) {
		out = append(out, spec.Named{Name: k, Value: args[k]})
	}
	if o.Has("label") && o.String("step") == "read_lines" {
		out = append(out, spec.Named{Name: "label", Value: o["label"]})
	}
	return out
}

// wellFormed parses an envelope, so that a broken one is known before anything runs.
func wellFormed(at, step string, args spec.Args) *Error {
	if step != "apply_patch" {
		return nil
	}
	_, err := hunkengine.ParseEnvelope(args.String("patch"))
	if err == nil {
		return nil
	}
	e := NewError(CodeBadArgument, step, "patch: "+err.Error(), "")
	if f, ok := err.(failure); ok {
		e.Reason, e.Hint = f.Reason(), f.Hint()
	}
	return prefixed(at, e)
}

// takeLabel refuses a second read under one label; without a label the path counts.
func takeLabel(labels map[string]int, i int, st planStep) *Error {
	if st.name != "read_lines" {
		return nil
	}
	label := st.args.String("label")
	if label == "" {
		if p, err := workspace.ParsePath(st.args.String("path")); err == nil {
			label = string(p)
		}
	}
	first, taken := labels[label]
	if !taken {
		labels[label] = i
		return nil
	}
	e := NewError(CodeBadArgument, st.name, "", fmt.Sprintf("give this read a label of its own, such as %q", fmt.Sprintf("%s#%d", label, i+1)))
	e.Reason, e.Path = ReasonDuplicate, st.args.String("path")
	e.Message = fmt.Sprintf("a read labelled %q is there already", label)
	if first >= 0 {
		e.Message = fmt.Sprintf("a read labelled %q is there already (steps[%d])", label, first)
	}
	return prefixed(st.place, e)
}

func badArgument(step string, err *spec.ArgError) *Error {
	e := NewError(codeOf(err), step, err.Error(), err.Next)
	e.Reason, e.Path, e.Cause = err.Word, err.Path, err
	return e
}

// prefixed says in which step of a plan an error lies: behind the sentences that messages must begin with, before the rest.
func prefixed(at string, e *Error) *Error {
	out := *e
	out.Message = e.Message + " (" + at + ")"
	return &out
}

// compileErrors joins the mistakes of a compilation: the first one speaks, all are listed.
func compileErrors(errs []*Error) *Error {
	e := *errs[0]
	e.compile = true
	if len(errs) > 1 {
		e.Errors = errs
		e.Message = fmt.Sprintf("%s (and %d more, see errors)", e.Message, len(errs)-1)
	}
	return &e
}
