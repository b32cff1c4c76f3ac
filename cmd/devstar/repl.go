package main

// This file is devstar repl: a prompt at which a plan is typed piece by piece, over an overlay unless told otherwise.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"devstar/runtime"
	"devstar/starlib"
	"devstar/starlib/repl"
)

func newRepl(v *invocation) *cobra.Command {
	write := false
	cmd := &cobra.Command{
		Use:   "repl [flags]",
		Short: "Type a plan piece by piece and see what each piece gives",
		Long: `Type a plan piece by piece and see what each piece gives. Everything happens on an overlay over the tree, nothing
reaches the disk, unless --write is given.

Tab completes, the arrow keys bring back earlier lines, Ctrl-C ends the piece that is typed or run, Ctrl-D leaves;
help() lists the builtins, help(edit) shows one, _ is the last value. Where standard input is no terminal its pieces
are run one after the other, and a piece that fails makes the exit code 1.`,
		Example: "  devstar repl --root ../app\n  echo 'acquire(\"**/*.go\")' | devstar repl",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			v.settings.approvals.dryRun = !write
			return v.repl(cmd)
		},
	}
	f := cmd.Flags()
	v.settings.rootFlag(f)
	f.BoolVar(&write, "write", false, "let what is written reach the disk")
	f.StringVar(&v.settings.config, "config", "", "take engines, limits and approvals from `FILE` instead of devstar.toml of the root")
	v.settings.approvals.ruleFlags(f)
	v.settings.scriptFlags(f)
	f.Int64Var(&v.settings.maxSteps, "max-steps", 0, "end a piece after `N` steps of the interpreter (default 500000000)")
	return cmd
}

func (v *invocation) repl(cmd *cobra.Command) error {
	if err := v.settings.validate(cmd.Flags()); err != nil {
		return err
	}
	if v.settings.approvals.mode == modeRecord {
		return usageError("--approve=record records a run, not a conversation", "leave it out: without --write nothing reaches the disk")
	}
	root, err := openRoot(v.settings.root)
	if err != nil {
		return err
	}
	defer root.Close()
	if v.openPrompt == nil {
		v.source.name = stdinName // questions go to the terminal of the process
	}
	st, err := v.newStage(root)
	if err != nil {
		return err
	}
	s, err := runtime.New(st.options)
	if err != nil {
		return err
	}
	v.converse(cmd.Context(), st, s)
	return nil
}

// conversation is what is said at a prompt.
type conversation struct {
	*stage
	script *starlib.Interactive
	lines  repl.Reader
	turns  *turns
}

// converse reads pieces and runs them until the end, and then says what is left.
func (v *invocation) converse(ctx context.Context, st *stage, s *runtime.Session) {
	c := &conversation{stage: st, turns: newTurns(ctx, v.openPrompt != nil)}
	defer c.turns.stop()
	options := starlib.Options{MaxSteps: uint64(v.settings.maxSteps), Loader: v.filesFor("./typed.star")}
	c.script = starlib.NewInteractive(s, options, func(text string) { c.say(text) })
	if v.openPrompt != nil {
		c.lines = repl.Reader{Typed: true, Lines: v.openPrompt(func(text string) ([]string, string) { return repl.Complete(text, c.script, options.Loader) })}
		fmt.Fprintln(v.err, c.welcome())
	} else {
		c.lines = repl.Reader{Lines: newPlainLines(v.in, nil)}
	}
	for c.piece() {
	}
	io.WriteString(v.err, c.farewell(s.Finish(nil)))
}

func (c *conversation) welcome() string {
	where := "on an overlay: nothing reaches the disk (--write changes that)"
	if c.preview == nil {
		where = "write() changes the disk"
	}
	return fmt.Sprintf("devstar repl over %s, %s\nhelp() lists the builtins, Tab completes, Ctrl-D leaves", visible(c.settings.root), where)
}

// piece reads a piece and runs it; false is the end.
func (c *conversation) piece() bool {
	ctx, done := c.turns.next()
	defer done()
	text, err := c.lines.Piece(ctx)
	switch {
	case errors.Is(err, repl.ErrInterrupt):
		return c.goesOn()
	case errors.Is(err, io.EOF) || err == nil && repl.Leaves(text):
		return false
	case err != nil:
		fmt.Fprintf(c.err, "devstar: cannot read: %v\n", err)
		c.code = exitFailed
		return false
	case strings.TrimSpace(text) == "":
		return true
	}
	if value, err := c.eval(ctx, text); err != nil {
		c.failed(err)
	} else if value != "" && c.say(value) != nil {
		fmt.Fprintln(c.err, "devstar: cannot print the value: look where standard output leads")
		c.code = exitFailed
		return false
	}
	return c.goesOn()
}

// eval runs a piece and returns its value as it is to be shown.
func (c *conversation) eval(ctx context.Context, text string) (string, error) {
	piece, err := decoded("piece", []byte(text))
	if err != nil {
		return "", err
	}
	value, err := c.script.Eval(ctx, string(piece.text))
	if c.outTerminal {
		value = visibleText(value)
	}
	return value, err
}

// goesOn reports whether there is another piece; an interruption ends what is no conversation.
func (c *conversation) goesOn() bool {
	if c.turns.ended() {
		c.code = exitInterrupted
		return false
	}
	return true
}

// failed shows the error of a piece.
func (c *conversation) failed(err error) {
	if !c.lines.Typed {
		c.code = exitFailed
	}
	e := asError(err)
	raise(e)
	text := visibleText(starlib.Explain(e, c.script.Text))
	io.WriteString(c.err, strings.ReplaceAll(text, " error: ", " "+c.errStyle.red("error:")+" "))
}

// farewell says what does not outlive the conversation.
func (c *conversation) farewell(r *runtime.Result) string {
	text := ""
	if n := len(r.Unwritten); n > 0 {
		text = fmt.Sprintf("%s changed in memory only, and gone now: %s\n", count(n, "file"), joined(r.Unwritten))
	}
	if c.preview != nil && len(c.preview.Operations()) > 0 {
		text += fmt.Sprintf("%s on the overlay only: the disk is as it was; devstar repl --write changes it\n", count(len(c.preview.Operations()), "operation"))
	}
	return text
}
