package starlib_test

// This file tests which effects a script is said to raise.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"devstar/runtime"
	"devstar/starlib"
)

// said renders uses as "effect line:column ...".
func said(uses []runtime.EffectUse) []string {
	out := []string{}
	for _, u := range uses {
		line := u.Effect
		for _, at := range u.Places {
			line += fmt.Sprintf(" %d:%d", at.Line, at.Column)
		}
		out = append(out, line)
	}
	return out
}

func TestEffectsOfAScript(t *testing.T) {
	const fsAll = "fs.apply_patch 1:9; fs.copy 1:9; fs.edit 1:9; fs.mkdir 1:9; fs.move 1:9; fs.remove 1:9"
	for script, want := range map[string]string{
		"print(1)": "",
		"acquire('a')\nedit('a', [{'find': 'x', 'replace': 'y'}])\nwrite()\nwrite()": "acquire 1:1; edit 2:1; write 3:1 4:1",
		"def f():\n    fs.remove('build').or_fail()":                                 "fs.remove 2:8",
		"g = write\ng()":       "write 1:5",
		"attempt(delete, 'a')": "apply_patch 1:9",
		"getattr(fs, 're' + 'move')('build').or_fail()":                                       fsAll,
		"def write():\n    pass\nwrite()":                                                     "",
		"apply_patch('''*** Begin Patch\n*** Delete File: a\n*** End Patch''')":               "apply_patch 1:1",
		"apply_patch('''*** Begin Patch\n*** Delete File: a\n*** End Patch''', acquire=True)": "acquire 1:1; apply_patch 1:1",
		"apply_patch('''*** Begin Patch\n*** Delete File: a\n*** End Patch''', **{})":         "acquire 1:1; apply_patch 1:1",
		"ops(['a'], [{'step': 'write', 'args': {}}])":                                         "acquire 1:1; write 1:13",
		"ops([files()[0]], [{'step': 'write', 'args': {'paths': read('a')}}])":                "acquire 1:1; read 1:56; write 1:20",
	} {
		p, err := starlib.Compile(nil, starlib.Source{Name: "plan.star", Text: []byte(script)})
		require.NoError(t, err, script)
		require.Equal(t, want, strings.Join(said(p.Effects()), "; "), script)
	}
	p, err := starlib.Compile(nil, starlib.Source{Name: "plan.star", Text: []byte("def f(steps):\n    ops(['a'], steps)\n")})
	require.NoError(t, err)
	for _, effect := range []string{"acquire", "apply_patch", "check", "edit", "format", "lint", "read", "write"} {
		require.Contains(t, said(p.Effects()), effect+" 2:5", "steps that are not spelt out may be any")
	}
}

// shelf is a loader of texts by name.
type shelf map[string]string

func (s shelf) Load(_, module string) (string, []byte, error) { return module, []byte(s[module]), nil }

func TestEffectsOfWhatAScriptLoads(t *testing.T) {
	files := shelf{"lib.star": "def clean():\n    fs.remove('build').or_fail()\n"}
	p, err := starlib.Compile(nil, starlib.Source{Name: "plan.star", Text: []byte("load('lib.star', 'clean')\nclean()\n"), Options: starlib.Options{Loader: files}})
	require.NoError(t, err)
	require.Equal(t, []runtime.EffectUse{{Effect: "fs.remove", Places: []runtime.Position{{File: "lib.star", Line: 2, Column: 8}}}}, p.Effects())
}

func TestEffectsOfAPlan(t *testing.T) {
	s := session(t, nil)
	plan, err := s.CompilePlan("plan.json", []byte(`{"paths": ["a"], "steps": [
		{"step": "edit", "args": {"path": "a", "edits": [{"find": "x", "replace": "y"}]}},
		{"step": "write", "args": {}}]}`))
	require.NoError(t, err)
	require.Equal(t, []string{"acquire 0:0", "edit 2:1", "write 3:1"}, said(plan.Effects()))
}
