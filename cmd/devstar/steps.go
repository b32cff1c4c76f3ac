package main

// This file is devstar steps: what a plan can do here, and which engines stand behind it.

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"devstar/runtime"
	"devstar/runtime/engine"
	"devstar/runtime/spec"
)

func newSteps(v *invocation) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "steps [flags]",
		Short: "List the steps of plans, and the engines behind them",
		Long: `List the steps that JSON plans and ops(...) can have here, one a line. format, lint and check are among them only where
devstar.toml, or the file of --config, declares an engine for them; the engines are listed below each.`,
		Example: "  devstar steps\n  devstar steps --json --root ../app",
		Args:    noArguments,
		RunE:    func(*cobra.Command, []string) error { return v.steps() },
	}
	v.settings.treeFlags(cmd.Flags())
	return cmd
}

// listedStep is one step as --json shows it.
type listedStep struct {
	Name    string         `json:"name"`
	Doc     string         `json:"doc"`
	Usage   string         `json:"usage"`
	Engines []listedEngine `json:"engines"` // empty for steps that need none
}

// listedEngine is one engine of a step.
type listedEngine struct {
	ID         string   `json:"id"`
	Extensions []string `json:"extensions"`
	Scope      []string `json:"scope"`
	InPlace    bool     `json:"in_place"`
	Shadow     bool     `json:"shadow"`
	Generates  bool     `json:"generates"`
	Fixable    bool     `json:"fixable"`
	Runs       string   `json:"runs"`
	Origin     string   `json:"origin"`
}

func (v *invocation) steps() error {
	root, err := openRoot(v.settings.root)
	if err != nil {
		return err
	}
	defer root.Close()
	o := runtime.Options{FS: root}
	if err := v.configureOptions(&o); err != nil {
		return err
	}
	s, err := runtime.New(o)
	if err != nil {
		return err
	}
	list := []listedStep{}
	for _, name := range s.Available() {
		b, _ := spec.Find(name)
		list = append(list, listedStep{Name: name, Doc: b.Doc, Usage: b.Usage, Engines: enginesOf(o.Engines, engine.Step(b.Capability))})
	}
	if v.settings.json {
		text, err := json.Marshal(map[string]any{"steps": list})
		if err != nil {
			return err
		}
		return v.say(string(text))
	}
	_, err = io.WriteString(v.out, stepsText(list))
	return err
}

func enginesOf(all []engine.Engine, step engine.Step) []listedEngine {
	out := []listedEngine{}
	for i := range all {
		if c := all[i].For(step); c != nil {
			out = append(out, listedEngine{ID: all[i].ID, Extensions: append([]string{}, c.Extensions...), Scope: append([]string{}, c.Scope...),
				InPlace: c.InPlace, Shadow: c.Shadow, Generates: c.Generates, Fixable: c.Fixable, Runs: c.Summary, Origin: all[i].Origin})
		}
	}
	return out
}

// stepsText lists the steps with the first sentence of what they do, and engines below them.
func stepsText(list []listedStep) string {
	var b strings.Builder
	for _, s := range list {
		summary, _, _ := strings.Cut(s.Doc, ". ")
		fmt.Fprintf(&b, "%-12s %s\n", s.Name, strings.TrimSuffix(summary, "."))
		for _, e := range s.Engines {
			fmt.Fprintf(&b, "%-12s   %s: %s\n", "", visible(e.ID), visible(e.String()))
		}
	}
	return b.String()
}

// String says what an engine is for and how it runs.
func (e listedEngine) String() string {
	kinds := make([]string, len(e.Extensions))
	for i, x := range e.Extensions {
		kinds[i] = map[string]string{"*": "all files", "": "files without an extension"}[x]
		if kinds[i] == "" {
			kinds[i] = "." + x
		}
	}
	text := strings.Join(kinds, ", ")
	if len(e.Scope) > 0 {
		text += " in " + strings.Join(e.Scope, ", ")
	}
	text += "; " + e.Runs
	for _, note := range []struct {
		on   bool
		text string
	}{{e.InPlace, "on the tree on disk"}, {e.Shadow, "in a private copy"}, {e.Fixable, "can fix"}, {e.Generates, "can add files"}} {
		if note.on {
			text += "; " + note.text
		}
	}
	return text + " (" + e.Origin + ")"
}
