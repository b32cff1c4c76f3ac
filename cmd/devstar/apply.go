package main

// This file is devstar apply: one envelope, applied and written.

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"devstar/hunkengine"
	"devstar/runtime"
)

func newApply(v *invocation) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "apply [flags] [FILE|-]",
		Short: "Apply a *** Begin Patch envelope and write it",
		Long: `Apply a *** Begin Patch envelope and write the changed files, all or none of them.

The envelope comes from FILE, or from standard input (- or nothing); it may also be the argument itself, so that
devstar apply takes the place of commands called apply_patch.`,
		Example: "  devstar apply change.patch\n  devstar apply < change.patch",
		Args:    oneEnvelope,
		RunE:    func(cmd *cobra.Command, args []string) error { return v.apply(cmd, args) },
	}
	v.settings.runFlags(cmd.Flags())
	return cmd
}

func oneEnvelope(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usageError("apply takes one envelope", "name one FILE, or quote the patch so that it is one argument")
	}
	return nil
}

func (v *invocation) apply(cmd *cobra.Command, args []string) error {
	if err := v.settings.validate(cmd.Flags()); err != nil {
		return err
	}
	patch, err := v.envelope(cmd.Context(), args)
	if err != nil {
		return err
	}
	v.source = patch
	envelope, err := wellFormed(patch)
	if err != nil {
		return err
	}
	return v.inSession(cmd.Context(), func(ctx context.Context, s *runtime.Session) error {
		if _, err := s.ApplyEnvelope(ctx, envelope, true); err != nil {
			return err
		}
		_, err := s.Write(ctx, runtime.WriteArgs{})
		return err
	})
}

// envelope reads the patch: the argument itself, a file, or standard input.
func (v *invocation) envelope(ctx context.Context, args []string) (source, error) {
	if len(args) == 0 {
		args = []string{"-"}
	}
	if strings.HasPrefix(strings.TrimLeft(args[0], " \t\r\n"), "*** Begin Patch") {
		return source{name: "<argument>", text: []byte(args[0])}, nil
	}
	return readSource(ctx, v.in, args[0])
}

// wellFormed reads the envelope, and refuses one that cannot be read, with the place in its text; nothing ran.
func wellFormed(patch source) (hunkengine.Envelope, error) {
	envelope, err := hunkengine.ParseEnvelope(string(patch.text))
	if err == nil {
		return envelope, nil
	}
	e := runtime.NewError(runtime.CodeCompile, "apply", err.Error(), "")
	e.Cause = err
	var why hunkengine.Failure
	if errors.As(err, &why) {
		e.Reason, e.Hint = why.Reason(), why.Hint()
	}
	var at *hunkengine.PatchError
	if errors.As(err, &at) {
		e.Path, e.Position = at.Path, &runtime.Position{File: patch.name, Line: at.Line, Column: 1}
		e.Message = badPatch(at)
	}
	return envelope, e
}

// badPatch is the message of a patch that cannot be read, without its line: the position shows that.
func badPatch(e *hunkengine.PatchError) string {
	text := "the patch cannot be read: "
	if e.Path != "" {
		text += e.Path + ": "
	}
	text += e.Problem
	if e.Expect != "" {
		text += "; expected " + e.Expect
	}
	return text + "; nothing was changed"
}
