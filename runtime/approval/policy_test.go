package approval

// This file tests reading and writing policies and records.

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"devstar/runtime"
)

const policy = `{"version": 1, "rules": [
  {"effect": "fs.remove", "action": "deny", "reason": "nothing is deleted in this job"},
  {"effect": ["fs.edit", "write"], "match": {"paths": "src/**", "max_entries": 3, "replaces": false}, "action": "allow"},
  {"effect": "fs.*", "action": "ask"}]}`

func TestPolicyRoundTrip(t *testing.T) {
	rules, err := ParsePolicy("p.json", []byte(policy))
	require.NoError(t, err)
	require.Len(t, rules, 3)
	require.Equal(t, "nothing is deleted in this job", rules[0].Reason)
	require.Equal(t, []string{"src/**"}, rules[1].Match.Paths)
	again, err := ParsePolicy("p.json", FormatPolicy(rules))
	require.NoError(t, err)
	require.Equal(t, rules, again)
}

func TestPolicyRefusesWhatItDoesNotKnow(t *testing.T) {
	for text, want := range map[string]string{
		`{`:                           "p.json:1: the text ends in the middle",
		`{"version": 2, "rules": []}`: "p.json:1: version: version 2 is not known",
		`{"rules": []}`:               `lacks "version"`,
		`{"version": 1, "rule": []}`:  `unknown key "rule"`,
		`{"version": 1, "rules": [` + "\n\n" + `{"effect": "fs.delete", "action": "deny"}]}`:           `p.json:3: rules[0]: unknown effect "fs.delete"`,
		`{"version": 1, "rules": [{"effect": "fs.edit", "action": "permit"}]}`:                         `rules[0].action: "permit" is not one of`,
		`{"version": 1, "rules": [{"effect": "fs.edit", "action": "deny", "match": {"path": "a"}}]}`:   `unknown key "path"`,
		`{"version": 1, "rules": [{"effect": "fs.edit", "action": "deny", "match": {"paths": "[a"}}]}`: `"[a" is no pattern`,
		`{"version": 1, "rules": [{"effect": [], "action": "deny"}]}`:                                  "effect: the list is empty",
	} {
		_, err := ParsePolicy("p.json", []byte(text))
		require.ErrorContains(t, err, want, text)
		require.NotEmpty(t, err.(*PolicyError).Hint())
	}
}

func TestAnswersAcceptExactlyTheMarkedIDs(t *testing.T) {
	effect := func(path string) *runtime.Effect {
		return &runtime.Effect{Name: "fs.remove", Disk: true, Paths: []string{path}}
	}
	rec := &Recorder{}
	for _, p := range []string{"yes", "no", "unmarked"} {
		r, err := rec.Ask(context.Background(), effect(p))
		require.NoError(t, err)
		require.True(t, r.Allow)
	}
	rec.Questions[0].Answer, rec.Questions[1].Answer = "yes", "no"
	text, err := FormatQuestions(rec.Questions)
	require.NoError(t, err)
	answers, err := ParseAnswers("r.json", text)
	require.NoError(t, err)
	h := &Host{Mode: ModeHost, Asker: answers}
	for p, want := range map[string]bool{"yes": true, "no": false, "unmarked": false, "new": false} {
		d, err := h.Ask(context.Background(), effect(p))
		require.NoError(t, err)
		require.Equal(t, want, d.Allow, p)
	}
	_, err = ParseAnswers("r.json", []byte(strings.Replace(string(text), `"answer": "yes"`, `"answer": "maybe"`, 1)))
	require.ErrorContains(t, err, "maybe")
}

func FuzzParsePolicy(f *testing.F) {
	f.Add([]byte(policy))
	f.Fuzz(func(t *testing.T, data []byte) {
		rules, err := ParsePolicy("p.json", data)
		if err != nil {
			return
		}
		again, err := ParsePolicy("p.json", FormatPolicy(rules))
		require.NoError(t, err)
		require.Equal(t, rules, again)
	})
}
