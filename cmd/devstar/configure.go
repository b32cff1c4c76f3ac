package main

// This file finds the configuration of a run and puts it behind the flags: where a flag is given, the flag counts.

import (
	"errors"
	"os"
	"slices"

	"devstar/runtime"
	"devstar/runtime/config"
	"devstar/runtime/engine"
	"devstar/starlib/starfile"
)

// configOptions are what a configuration may refer to.
func configOptions() config.Options {
	return config.Options{Builtins: map[string]func(string) engine.Engine{starfile.Name: starfile.Engine}, Lookup: os.LookupEnv}
}

// configure reads the file of --config, else devstar.toml of the root, once.
func (v *invocation) configure() (*config.Config, error) {
	set := &v.settings
	if set.configured != nil {
		return set.configured, nil
	}
	c, err := config.Find(set.root, configOptions())
	if set.config != "" {
		c, err = config.Load(set.config, configOptions())
	}
	if err != nil {
		return nil, badConfig(err)
	}
	set.configured = c
	set.limits.Files = orElse(set.limits.Files, c.Limits.Files)
	set.limits.Depth = orElse(set.limits.Depth, c.Limits.Depth)
	set.limits.FileBytes = orElse(set.limits.FileBytes, c.Limits.FileBytes)
	set.limits.TotalBytes = orElse(set.limits.TotalBytes, c.Limits.TotalBytes)
	set.maxSteps = orElse(set.maxSteps, int64(c.MaxSteps))
	set.timeout = orElse(set.timeout, c.Timeout)
	switch c.Color {
	case "always":
		v.outStyle, v.errStyle = true, true
	case "never":
		v.outStyle, v.errStyle = false, false
	}
	return c, nil
}

func orElse[T comparable](value, other T) T {
	var zero T
	if value == zero {
		return other
	}
	return value
}

// badConfig is a configuration that means nothing; its place is the line.
func badConfig(err error) error {
	var c *config.Error
	if !errors.As(err, &c) {
		return err
	}
	e := configError(c.Reason(), c.Message, c.Hint())
	if c.Key != "" {
		e.Message = c.Key + ": " + c.Message
	}
	if c.Line > 0 {
		e.Position = &runtime.Position{File: c.File, Line: c.Line, Column: 1}
	} else {
		e.Message = c.File + ": " + e.Message
	}
	return e
}

// configureOptions puts engines into the options of a session, and protects the configuration itself.
func (v *invocation) configureOptions(o *runtime.Options) error {
	c, err := v.configure()
	if err != nil {
		return err
	}
	o.Engines, o.Limits = slices.Clone(c.Engines), v.settings.limits
	o.Protected = append(o.Protected, hiddenIn(v.settings.root, []string{c.File})...)
	return nil
}
