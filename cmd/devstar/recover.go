package main

// This file is devstar recover: it shows, finishes or takes back a write that was interrupted.

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"devstar/fsbackend"
	"devstar/runtime"
)

func newRecover(v *invocation) *cobra.Command {
	var finish, back bool
	cmd := &cobra.Command{
		Use:   "recover [--finish | --back]",
		Short: "Show, finish or take back a write that was interrupted",
		Long: `Show, finish or take back a write that was interrupted. Until that is done, other commands refuse to work on the tree.

Without a flag nothing is changed: the operations of the write are listed with how far it came, and what can be done.
--finish does the rest of them, after everything they need was found to be as the write left it; --back takes the write
back where nothing of it was done yet. A file that waits under a temporary name for its place (.dev-tools-rename-*) may
be the only copy: it is moved to where it belongs, and never deleted.

Exit codes: 0 nothing is left to do; 1 something is, or it could not be done; 2 usage.`,
		Example: "  devstar recover\n  devstar recover --root ../app --finish",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case finish && back:
				return usageError("--finish and --back contradict each other", "devstar recover shows which of them can be done")
			case finish:
				return v.recover(cmd.Context(), fsbackend.RecoverFinish)
			case back:
				return v.recover(cmd.Context(), fsbackend.RecoverBack)
			}
			return v.recover(cmd.Context(), fsbackend.RecoverShow)
		},
	}
	v.settings.treeFlags(cmd.Flags())
	cmd.Flags().BoolVar(&finish, "finish", false, "do the rest of the write")
	cmd.Flags().BoolVar(&back, "back", false, "take the write back, where nothing of it was done")
	return cmd
}

// recovery is what recover has found and done. Its JSON form is this struct.
type recovery struct {
	OK         bool                 `json:"ok"`         // nothing is left to do
	State      string               `json:"state"`      // none, held, unstaged, staged, abandoned: as it was found
	Action     string               `json:"action"`     // show, finish, back
	Operations []recoveredOperation `json:"operations"` // of the write, in order
	Done       int                  `json:"done"`       // operations that are done, counted from the first
	CanFinish  bool                 `json:"can_finish"`
	CanBack    bool                 `json:"can_back"`
	Changed    []string             `json:"changed"` // changed by others since, so that neither can be done
	Removed    []string             `json:"removed"` // temporaries
	Left       []string             `json:"left"`    // temporaries that hold an only copy and have no free place
	PID        int                  `json:"pid,omitempty"`
	Host       string               `json:"host,omitempty"`
	Error      *runtime.Error       `json:"error"`
}

// recoveredOperation is one operation of the interrupted write.
type recoveredOperation struct {
	runtime.Operation
	Temporary string `json:"temporary,omitempty"` // where its new content lies until it is done
	Done      bool   `json:"done"`
}

func (v *invocation) recover(ctx context.Context, mode fsbackend.RecoverMode) error {
	root, err := openRoot(v.settings.root)
	if err != nil {
		return err
	}
	defer root.Close()
	found, err := fsbackend.Recover(ctx, root, mode)
	r := recovered(found, mode, err)
	if !r.OK {
		v.code = exitFailed
	}
	if v.settings.json {
		return v.object(r)
	}
	return v.say(r.text(v.outStyle))
}

// recovered sums a recovery up.
func recovered(found fsbackend.Recovery, mode fsbackend.RecoverMode, err error) *recovery {
	show := mode == fsbackend.RecoverShow
	r := &recovery{
		State: stateWord(found.State), Action: [...]string{"show", "back", "finish"}[mode], Done: found.Done,
		Operations: []recoveredOperation{}, Changed: full(found.Changed), Removed: full(found.Removed), Left: full(found.Left),
		PID: found.Journal.PID, Host: found.Journal.Host,
	}
	for i, e := range found.Journal.Operations {
		r.Operations = append(r.Operations, recoveredOperation{Temporary: e.Stage, Done: i < found.Done,
			Operation: runtime.Operation{Operation: operationWord(e.Kind), Path: e.To, From: e.From}})
	}
	pending := found.State != fsbackend.JournalAbsent && len(found.Changed) == 0
	r.CanFinish = pending
	r.CanBack = pending && (found.State != fsbackend.JournalStaged || found.Done == 0 && found.Half == "")
	r.OK = err == nil && (!show || found.State == fsbackend.JournalAbsent) && len(found.Left) == 0
	if err != nil {
		r.fail(err)
	}
	return r
}

// full is a list that JSON shows as one.
func full(list []string) []string { return slices.Concat([]string{}, list) }

func stateWord(s fsbackend.JournalState) string {
	return [...]string{"none", "held", "unstaged", "staged", "abandoned"}[s]
}

// operationWord is how results name an operation of a journal.
func operationWord(kind string) string {
	words := map[string]string{"remove": "delete", "rmdir": "remove directory", "mkdir": "make directory"}
	if word, ok := words[kind]; ok {
		return word
	}
	return kind
}

// fail keeps an error, with the next step as it is from here.
func (r *recovery) fail(err error) {
	r.Error = runtime.NewError(runtime.CodeStepFailed, "recover", err.Error(), "")
	r.Error.Written, r.Error.Trace = []string{}, []runtime.Frame{}
	var batch *fsbackend.BatchError
	if !errors.As(err, &batch) {
		return
	}
	r.Error.Message, r.Error.Reason, r.Error.Hint = batch.Detail, batch.Reason(), batch.Hint()
	if batch.Err != nil {
		r.Error.Message += ": " + batch.Err.Error()
	}
	if batch.Op.Name != "" {
		r.Error.Path = batch.Op.Name
	}
	hints := map[string]string{
		"locked":          "wait until it has finished; nothing was interrupted then",
		"published":       "devstar recover --finish does the rest",
		"changed_on_disk": handHint,
		"journal":         "if the file is not devstar's, move it away; otherwise look at it with the devstar that wrote it",
	}
	if hint, ok := hints[batch.Reason()]; ok {
		r.Error.Hint = hint
	} else if batch.Journal {
		r.Error.Hint = "remove the cause, then run devstar recover again"
	}
	if r.State == "none" && batch.Reason() == "locked" {
		r.State = "held"
	}
}

// handHint is the way out where the tree fits no state of the write any more.
const handHint = "put the changed files back as they were and recover again; or, when every file is as you want it, remove .dev-tools-journal and the temporaries named here by hand, after looking into them"
