package runtime

// This file tests plans given as JSON.

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPlanRuns(t *testing.T) {
	s, m := open(t, map[string]string{"a.txt": "one\ntwo\n"})
	plan, err := s.CompilePlan("p.json", []byte(`{"paths": ["a.txt"], "steps": [
		{"step": "read_lines", "args": {"path": "a.txt", "start": 1, "end": 1}, "label": "head"},
		{"step": "edit", "args": {"path": "a.txt", "edits": [{"find": "two", "replace": "2", "line": 2}]}},
		{"step": "write", "args": {}}]}`))
	require.NoError(t, err)
	require.NoError(t, s.RunPlan(bg, plan))
	require.Equal(t, "one\n2\n", onDisk(t, m, "a.txt"))
	require.Equal(t, map[string]string{"head": "one"}, s.Finish(nil).Reads)
}

func TestPlanIsCompiledWhole(t *testing.T) {
	for name, c := range map[string]struct {
		plan string
		code Code
		says string
		line int
	}{
		"no JSON":            {`{"steps": [}`, CodeCompile, "invalid character", 1},
		"cut off":            {`{"steps": [`, CodeCompile, "ends in the middle of a value", 1},
		"twice a key":        {`{"steps": [], "steps": []}`, CodeCompile, `"steps" is given twice`, 1},
		"text after":         {`{"steps": [{"step": "write"}]} x`, CodeCompile, "", 1},
		"half a surrogate":   {`{"steps": [{"step": "\ud800"}]}`, CodeCompile, "surrogate", 1},
		"unknown field":      {`{"steps": [{"step": "write"}], "path": []}`, CodeBadArgument, `unknown key "path"`, 0},
		"no steps":           {`{"steps": []}`, CodeBadArgument, "steps: the list is empty", 0},
		"empty paths":        {`{"paths": [], "steps": [{"step": "write"}]}`, CodeBadArgument, "paths: the list is empty", 0},
		"unknown step":       {"{\"steps\": [\n{\"step\": \"wirte\"}]}", CodeUnknownStep, `unknown step "wirte"`, 2},
		"no engine":          {`{"steps": [{"step": "check"}]}`, CodeCapability, "do not retry", 1},
		"unknown argument":   {`{"steps": [{"step": "write", "args": {"path": "a"}}]}`, CodeBadArgument, `unexpected argument "path"`, 1},
		"fraction":           {`{"steps": [{"step": "read_lines", "args": {"path": "a", "start": 1.5}}]}`, CodeBadArgument, "start: want an integer, got the number 1.5", 1},
		"integer with point": {`{"steps": [{"step": "read_lines", "args": {"path": "a", "start": 1.0}}]}`, CodeBadArgument, "start: want an integer", 1},
		"boolean":            {`{"steps": [{"step": "read_lines", "args": {"path": "a", "start": true}}]}`, CodeBadArgument, "start: want an integer, got the boolean true", 1},
		"empty find":         {`{"steps": [{"step": "edit", "args": {"path": "a", "edits": [{"find": "", "replace": "x"}]}}]}`, CodeBadArgument, "edits[0].find", 1},
		"foreign key":        {`{"steps": [{"step": "edit", "args": {"path": "a", "edits": [{"old_text": "x", "new_text": "y"}]}}]}`, CodeBadArgument, "a key of fs.edit", 1},
		"same label":         {`{"steps": [{"step": "read_lines", "args": {"path": "a", "start": 1}}, {"step": "read_lines", "args": {"path": "./a", "start": 2}}]}`, CodeBadArgument, `"a" is there already (steps[0])`, 1},
		"broken patch":       {`{"steps": [{"step": "apply_patch", "args": {"patch": "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n"}}]}`, CodeBadArgument, "End Patch", 1},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := open(t, map[string]string{"a": "a\n"})
			_, err := s.CompilePlan("p.json", []byte(c.plan))
			e := fails(t, err)
			require.True(t, e.Compiling())
			require.Equal(t, c.code, e.Code)
			require.Contains(t, e.Message, c.says)
			require.NotEmpty(t, e.Hint)
			if c.line > 0 {
				require.NotNil(t, e.Position)
				require.Equal(t, c.line, e.Position.Line)
			}
		})
	}
}

func TestPlanSaysWhichStepFailed(t *testing.T) {
	s, _ := open(t, map[string]string{"a": "a\n"})
	plan, err := s.CompilePlan("p.json", []byte("{\"paths\": \"a\", \"steps\": [\n{\"step\": \"write\"},\n{\"step\": \"edit\", \"args\": {\"path\": \"a\", \"edits\": [{\"find\": \"zz\", \"replace\": \"y\"}]}}]}"))
	require.NoError(t, err)
	e := fails(t, s.RunPlan(bg, plan))
	require.Contains(t, e.Message, "(steps[1])")
	require.Equal(t, &Position{File: "p.json", Line: 3, Column: 1}, e.Position)
	r := s.Finish(e)
	require.NotNil(t, r.Error.Trace)
}

func TestPlanListsEveryMistake(t *testing.T) {
	s, _ := open(t, nil)
	_, err := s.CompilePlan("p.json", []byte(`{"steps": [{"step": "wirte"}, {"step": "write"}, {"step": "check"}]}`))
	e := fails(t, err)
	require.Len(t, e.Errors, 2)
	require.Equal(t, []Code{CodeUnknownStep, CodeCapability}, []Code{e.Errors[0].Code, e.Errors[1].Code})
}
