package main

// This file says which build the program is.

import (
	"cmp"
	"encoding/json"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// build is what the linker recorded; empty fields are unknown.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"` // of the source
	Time     string `json:"time,omitempty"`     // of the revision, RFC 3339
	Modified bool   `json:"modified"`           // the source differed from the revision
	Go       string `json:"go"`
	System   string `json:"system"` // operating system and architecture
}

func newVersion(v *invocation) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Say which build this is",
		Args:  noArguments,
		RunE:  func(*cobra.Command, []string) error { return v.version() },
	}
	cmd.Flags().BoolVar(&v.settings.json, "json", false, "print one object on standard output")
	return cmd
}

// version prints the build.
func (v *invocation) version() error {
	info, _ := debug.ReadBuildInfo()
	b := buildOf(info)
	if !v.settings.json {
		return v.say(b.String())
	}
	text, err := json.Marshal(b)
	if err != nil {
		return err
	}
	return v.say(string(text))
}

// buildOf picks what matters from the build information; nil is an unknown build.
func buildOf(info *debug.BuildInfo) build {
	b := build{Version: "unknown"}
	if info == nil {
		return b
	}
	b.Version, b.Go = cmp.Or(info.Main.Version, b.Version), info.GoVersion
	at := map[string]string{}
	for _, s := range info.Settings {
		at[s.Key] = s.Value
	}
	b.Revision, b.Time, b.Modified = at["vcs.revision"], at["vcs.time"], at["vcs.modified"] == "true"
	b.System = at["GOOS"] + "/" + at["GOARCH"]
	return b
}

// String is the build on one line.
func (b build) String() string {
	s := "devstar " + b.Version
	if b.Revision != "" {
		s += " " + b.Revision
	}
	if b.Modified {
		s += " (modified)"
	}
	return s + " " + b.Go + " " + b.System
}
