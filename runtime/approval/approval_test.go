package approval

// This file tests the verdict order as a truth table over every combination.

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"devstar/runtime"
)

// fixed is a person who always answers the same, and counts.
type fixed struct {
	reply Reply
	asked int
}

func (f *fixed) Ask(context.Context, *runtime.Effect) (Reply, error) {
	f.asked++
	return f.reply, nil
}

type situation struct {
	effect string // edit (memory), write, fs.remove
	script runtime.Verdict
	rule   Action // "" for none
	mode   Mode
	person string // yes, no, absent
}

func (s situation) String() string {
	return fmt.Sprintf("%s script=%d rule=%q mode=%s person=%s", s.effect, s.script, s.rule, s.mode, s.person)
}

// outcome says by the words of the specification, one sentence after the other, what must happen: "done", "refused" or
// "person".
func (s situation) outcome() string {
	switch s.rule {
	case Deny:
		return "refused"
	case Ask:
		return "person"
	case Allow:
		if s.script != runtime.Asked {
			return "done"
		}
		return "person"
	}
	onDisk := s.effect == "fs.remove" || s.effect == "write" && (s.mode == ModeHost || s.mode == ModeNone)
	if !onDisk && s.script != runtime.Asked {
		return "done" // running the script is the consent
	}
	answers := map[Mode][2]string{ // a script handler approved; nobody answered, or a handler asked
		ModeAsk:    {"done", "person"},
		ModeScript: {"done", "refused"},
		ModeHost:   {"person", "person"},
		ModeAll:    {"done", "done"},
		ModeNone:   {"refused", "refused"},
	}
	if s.script == runtime.Approved {
		return answers[s.mode][0]
	}
	return answers[s.mode][1]
}

func TestEveryCombination(t *testing.T) {
	n := 0
	for _, effect := range []string{"edit", "write", "fs.remove"} {
		for _, script := range []runtime.Verdict{runtime.NoOpinion, runtime.Approved, runtime.Asked} {
			for _, rule := range []Action{"", Allow, Deny, Ask} {
				for _, mode := range Modes() {
					for _, person := range []string{"yes", "no", "absent"} {
						check(t, situation{effect, script, rule, Mode(mode), person})
						n++
					}
				}
			}
		}
	}
	require.Equal(t, 3*3*4*5*3, n)
}

func check(t *testing.T, s situation) {
	t.Helper()
	someone := &fixed{reply: Reply{Allow: s.person == "yes", By: "person"}}
	h := &Host{Mode: s.mode}
	if s.rule != "" {
		h.Rules = []Rule{{Effects: []string{s.effect}, Action: s.rule}}
	}
	if s.person != "absent" {
		h.Asker = someone
	}
	d, err := h.Ask(context.Background(), &runtime.Effect{Name: s.effect, Script: s.script, Disk: s.effect != "edit", Paths: []string{"a"}})
	require.NoError(t, err)
	want := s.outcome()
	allowed := want == "done" || want == "person" && s.person == "yes"
	require.Equal(t, allowed, d.Allow, s)
	require.Equal(t, want == "person" && s.person != "absent", someone.asked == 1, s)
	if !allowed && want == "refused" {
		require.NotEmpty(t, d.By, s)
	}
}

// A script's word never lifts a no of the host: whatever is refused when no handler speaks and nobody is there to be asked
// stays refused when one approves, but where the mode itself grants the script that right.
func TestScriptNeverLiftsTheHostsNo(t *testing.T) {
	for _, rule := range []Action{Deny, Ask, ""} {
		for _, mode := range []Mode{ModeHost, ModeNone} {
			h := &Host{Mode: mode}
			if rule != "" {
				h.Rules = []Rule{{Effects: []string{"*"}, Action: rule}}
			}
			d, err := h.Ask(context.Background(), &runtime.Effect{Name: "fs.edit", Disk: true, Script: runtime.Approved, Paths: []string{"a"}})
			require.NoError(t, err)
			require.False(t, d.Allow, "%s %s", rule, mode)
		}
	}
}

func TestAlwaysAndQuit(t *testing.T) {
	ctx, ask := context.Background(), func(p string) *runtime.Effect {
		return &runtime.Effect{Name: "fs.edit", Disk: true, Paths: []string{p}}
	}
	someone := &fixed{reply: Reply{Allow: true, By: "person", Always: []Rule{AlwaysBelow("fs.edit", "src")}}}
	h := &Host{Asker: someone}
	for _, p := range []string{"src/a", "src/b", "src/.c/d"} {
		d, err := h.Ask(ctx, ask(p))
		require.NoError(t, err)
		require.True(t, d.Allow)
	}
	require.Equal(t, 1, someone.asked, "always means that nobody is asked again")
	_, err := h.Ask(ctx, ask("srcx/a"))
	require.NoError(t, err)
	require.Equal(t, 2, someone.asked, "but only for what was said")

	h.Rules = []Rule{{Effects: []string{"fs.*"}, Match: Match{Paths: []string{"src/secret"}}, Action: Deny}}
	d, err := h.Ask(ctx, ask("src/secret"))
	require.NoError(t, err)
	require.False(t, d.Allow, "no answer lifts a denial of the policy")

	h = &Host{Asker: &fixed{reply: Reply{By: "person", Quit: true}}}
	for range 2 {
		d, err = h.Ask(ctx, ask("a"))
		require.NoError(t, err)
		require.False(t, d.Allow)
	}
	require.Equal(t, 1, h.Asker.(*fixed).asked)
}

// A handler that wants a person is content with one who has said always.
func TestAlwaysAnswersAHandlerThatAsks(t *testing.T) {
	someone := &fixed{reply: Reply{Allow: true, By: "person", Always: []Rule{AlwaysBelow("fs.edit", ".")}}}
	h := &Host{Asker: someone}
	for range 2 {
		d, err := h.Ask(context.Background(), &runtime.Effect{Name: "fs.edit", Disk: true, Script: runtime.Asked, Paths: []string{"a"}})
		require.NoError(t, err)
		require.Equal(t, runtime.Decision{Allow: true, By: "person", Note: true}, d)
	}
	require.Equal(t, 1, someone.asked)
}
