package starlib

// This file checks the steps that a call of ops spells out, before the run.

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"go.starlark.net/syntax"

	"devstar/runtime"
	"devstar/runtime/spec"
)

// opsSteps reports unknown steps and wrong arguments in the steps of ops.
func (c *checker) opsSteps(b *spec.Builtin, args []syntax.Expr) {
	for i, node := range elements(argument(b, args, "steps")) {
		step, _ := fold(node).(map[string]any)
		name, known := step["step"].(string)
		if !known {
			continue
		}
		at, _ := entry(node, "step").Span()
		row, ok := spec.Find(name)
		if !ok || !row.Plan {
			c.report(problem{at: at, code: runtime.CodeUnknownStep, step: name, message: fmt.Sprintf("steps[%d]: unknown step %q", i, name),
				hint: cmp.Or(spec.Suggest(name, spec.Steps()), "the steps are listed by devstar doc")})
			continue
		}
		c.stepArguments(row, i, node, step)
	}
}

func (c *checker) stepArguments(b *spec.Builtin, i int, node syntax.Expr, step map[string]any) {
	args, spelt := step["args"].(map[string]any)
	if _, given := step["args"]; given && !spelt {
		return
	}
	var named []spec.Named
	for _, k := range slices.Sorted(maps.Keys(args)) {
		named = append(named, spec.Named{Name: k, Value: args[k]})
	}
	if label, given := step["label"]; given && b.Name == "read_lines" {
		named = append(named, spec.Named{Name: "label", Value: label})
	}
	bound, err := b.Bind(nil, named)
	if err == nil {
		err = c.wellFormed(b, bound)
	}
	if err == nil {
		return
	}
	at, _ := stepNode(node, err.Param).Span()
	message := fmt.Sprintf("steps[%d]: %s", i, err.Error())
	c.report(problem{at: at, code: runtime.CodeBadArgument, reason: err.Word, step: b.Name, message: message, hint: err.Next, cause: err})
}

// stepNode returns the part of a spelt-out step that an ArgError is about, as near as the script spells it out.
func stepNode(node syntax.Expr, param string) syntax.Expr {
	if n := entry(node, "args"); n != nil {
		node = n
	}
	if param == "" {
		return node
	}
	n, rest := element(node, "."+param)
	for n != nil {
		node = n
		if rest == "" {
			break
		}
		n, rest = element(n, rest)
	}
	return node
}
