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
	rule := Always("fs.edit", []string{odd})
	require.True(t, rule.matches(&runtime.Effect{Name: "fs.edit", Paths: []string{odd}}))
	require.False(t, rule.matches(&runtime.Effect{Name: "fs.edit", Paths: []string{"a1xzz.txt"}}))
}

func TestParseRule(t *testing.T) {
	r, err := ParseRule(Deny, "fs.*:src/**")
	require.NoError(t, err)
	require.Equal(t, Rule{Effects: []string{"fs.*"}, Match: Match{Paths: []string{"src/**"}}, Action: Deny, Source: "--deny fs.*:src/**"}, r)
	for _, bad := range []string{"fs.delete", "", "fs.edit:", "fs.edit:[", "fs.edit:/etc/**", "write:../x"} {
		_, err := ParseRule(Allow, bad)
		require.Error(t, err, bad)
	}
}
