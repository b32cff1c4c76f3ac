package approval

// This file tests what rules match.

import (
	"testing"

	"github.com/stretchr/testify/require"

	"devstar/runtime"
)

func TestRuleMatches(t *testing.T) {
	effect := func(paths ...string) *runtime.Effect {
		return &runtime.Effect{Name: "fs.edit", Paths: paths, Origin: runtime.Origin{File: "./tools/x.star"}}
	}
	two := 2
	for name, c := range map[string]struct {
		rule Rule
		e    *runtime.Effect
		want bool
	}{
		"by name":                 {Rule{Effects: []string{"fs.edit"}}, effect("a"), true},
		"by star":                 {Rule{Effects: []string{"write", "fs.*"}}, effect("a"), true},
		"by all":                  {Rule{Effects: []string{"*"}}, effect("a"), true},
		"other effect":            {Rule{Effects: []string{"edit"}}, effect("a"), false},
		"allow: every path":       {Rule{Effects: []string{"*"}, Action: Allow, Match: Match{Paths: []string{"src/**"}}}, effect("src/a", "src/.b/c"), true},
		"allow: one is outside":   {Rule{Effects: []string{"*"}, Action: Allow, Match: Match{Paths: []string{"src/**"}}}, effect("src/a", "srcx/b"), false},
		"allow: several patterns": {Rule{Effects: []string{"*"}, Action: Allow, Match: Match{Paths: []string{"src/**", "docs/*"}}}, effect("src/a", "docs/b"), true},
		"deny: any path":          {Rule{Effects: []string{"*"}, Action: Deny, Match: Match{Paths: []string{"src/**"}}}, effect("a", "src/b"), true},
		"ask: any path":           {Rule{Effects: []string{"*"}, Action: Ask, Match: Match{Paths: []string{"src/**"}}}, effect("a", "src/b"), true},
		"the directory itself":    {Rule{Effects: []string{"*"}, Action: Deny, Match: Match{Paths: []string{"src/**"}}}, effect("src"), true},
		"origin":                  {Rule{Effects: []string{"*"}, Match: Match{Origin: "tools/*.star"}}, effect("a"), true},
		"other origin":            {Rule{Effects: []string{"*"}, Match: Match{Origin: "bin/*"}}, effect("a"), false},
		"few entries":             {Rule{Effects: []string{"*"}, Match: Match{MaxEntries: &two}}, effect("a", "b"), true},
		"many entries":            {Rule{Effects: []string{"*"}, Match: Match{MaxEntries: &two}}, effect("a", "b", "c"), false},
	} {
		require.Equal(t, c.want, c.rule.matches(c.e), name)
	}
}

func TestAlwaysMatchesOnlyThosePaths(t *testing.T) {
	odd := "a[1]{x,y}*?.txt"
	rule := Always(&runtime.Effect{Name: "fs.edit", Paths: []string{odd}})
	require.True(t, rule.matches(&runtime.Effect{Name: "fs.edit", Paths: []string{odd}}))
	require.False(t, rule.matches(&runtime.Effect{Name: "fs.edit", Paths: []string{"a1xzz.txt"}}))
}

func TestParseRule(t *testing.T) {
	r, err := ParseRule(Deny, "fs.*:src/**")
	require.NoError(t, err)
	require.Equal(t, Rule{Effects: []string{"fs.*"}, Match: Match{Paths: []string{"src/**"}}, Action: Deny, Source: "--deny fs.*:src/**"}, r)
	for _, bad := range []string{"fs.delete", "", "fs.edit:", "fs.edit:[", "fs.edit:/etc/**", "write:../x", "write:src/", "write:./src/**", "write:a//b", "write:a/../b"} {
		_, err := ParseRule(Allow, bad)
		require.Error(t, err, bad)
	}
}

func TestAlwaysForADirectory(t *testing.T) {
	e := runtime.Describe("fs.remove", []string{"build"}, nil)
	require.False(t, Always(e).matches(runtime.Describe("fs.remove", []string{"build/a"}, nil)), "a single name is only that name")
	e.Paths = []string{"build", "build/x/y"}
	rule := Always(e)
	require.True(t, rule.matches(runtime.Describe("fs.remove", []string{"build", "build/z"}, nil)))
	require.False(t, rule.matches(runtime.Describe("fs.remove", []string{"build2"}, nil)))
	require.False(t, rule.matches(runtime.Describe("fs.edit", []string{"build/z"}, nil)))
}

func TestAround(t *testing.T) {
	for want, paths := range map[string][]string{
		".":     {"a.txt"},
		"src":   {"src/a.txt"},
		"src/x": {"src/x/a", "src/x/y/b"},
		"s":     {"s/xa/1", "s/xb/2"},
		"build": {"build", "build/a"},
	} {
		require.Equal(t, want, Around(runtime.Describe("fs.edit", paths, nil)), paths)
	}
}

func TestUnreachable(t *testing.T) {
	rule := func(action Action, effects ...string) Rule { return Rule{Effects: effects, Action: action} }
	narrow := rule(Deny, "*")
	narrow.Match.Paths = []string{"src/**"}
	require.Equal(t, map[int]int{3: 1, 4: 1}, Unreachable([]Rule{narrow, rule(Ask, "fs.*"), rule(Allow, "write"), rule(Deny, "fs.edit", "fs.remove"), rule(Ask, "fs.*"), rule(Deny, "*")}))
}

// Kept answers lift no denial, and count before a rule that asks.
func TestKeep(t *testing.T) {
	deny := Rule{Effects: []string{"fs.remove"}, Action: Deny}
	ask := Rule{Effects: []string{"fs.*"}, Action: Ask}
	given := AlwaysBelow("fs.edit", "src")
	kept := Keep([]Rule{deny, ask}, []Rule{given, given})
	require.Len(t, kept, 3)
	require.Equal(t, []Action{Deny, Allow, Ask}, []Action{kept[0].Action, kept[1].Action, kept[2].Action})
	require.Equal(t, kept, Keep(kept, []Rule{given}), "once is enough")
	kept = Keep([]Rule{ask, deny}, []Rule{given})
	require.Equal(t, []Action{Ask, Deny, Allow}, []Action{kept[0].Action, kept[1].Action, kept[2].Action})
}
