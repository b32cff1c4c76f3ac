package runtime

// This file tests the question before an immediate operation, the guard between the answer and the deed, and what is left
// when the deed fails half-way.

import (
	"context"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"devstar/fsbackend"
)

// deeds are the six operations on the tree study.
func deeds() map[string]func(ctx context.Context, s *Session) error {
	type deed = func(ctx context.Context, s *Session) error
	return map[string]deed{
		"fs.edit": func(ctx context.Context, s *Session) error {
			_, err := s.FSEdit(ctx, FSEditArgs{Filename: "x", Edits: []FSEdit{{OldText: "x", NewText: "1"}}})
			return err
		},
		"fs.apply_patch": func(ctx context.Context, s *Session) error {
			_, err := s.FSApplyPatch(ctx, FSPatchArgs{Patch: inGit("x", lineDiff("x", "x", "1")) + inGit("n/n", newDiff("n/n", "n")) +
				inGit("y", deleteDiff("y", "y")) + renameDiff("lib/a", "lib/z")})
			return err
		},
		"fs.mkdir": func(ctx context.Context, s *Session) error { _, err := s.FSMkdir(ctx, "n/m", FSScope{}); return err },
		"fs.copy": func(ctx context.Context, s *Session) error {
			_, err := s.FSCopy(ctx, "lib", "lib2", FSScope{})
			return err
		},
		"fs.move":   func(ctx context.Context, s *Session) error { _, err := s.FSMove(ctx, "x", "y", FSScope{}); return err },
		"fs.remove": func(ctx context.Context, s *Session) error { _, err := s.FSRemove(ctx, "lib", FSScope{}); return err },
	}
}

func TestRefusedOperationsChangeNothing(t *testing.T) {
	for name, do := range deeds() {
		t.Run(name, func(t *testing.T) {
			onBoth(t, study(), func(t *testing.T, fsys afero.Fs) {
				s, k := desk(t, fsys)
				acquire(t, s, "**")
				k.asked, k.refuse = nil, true
				e := fails(t, do(bg, s))
				require.Equal(t, []string{string(CodeDeclined), "denied"}, []string{string(e.Code), e.Reason})
				require.Contains(t, e.Message, "denied")
				require.Len(t, k.asked, 1)
				require.Equal(t, name, k.asked[0].Name)
				require.Equal(t, study(), whole(t, fsys))
				require.Empty(t, s.Changes())
				require.Equal(t, "rejected", s.Finish(nil).Effects[0].Answer)
			})
		})
	}
}

func TestHandlersRejectFirst(t *testing.T) {
	for name, do := range deeds() {
		t.Run(name, func(t *testing.T) {
			m := fsbackend.NewMemory()
			lay(t, m, study())
			s, k := desk(t, m)
			ctx := WithHandlers(bg, func(context.Context, *Effect) (Answer, error) {
				return Answer{Verdict: Rejected, Reason: "keep it"}, nil
			})
			e := fails(t, do(ctx, s))
			require.Equal(t, CodeDeclined, e.Code)
			require.Contains(t, e.Message, "keep it")
			require.Empty(t, k.asked, "the host is not asked about what the script rejects")
			require.Equal(t, study(), whole(t, m))
		})
	}
}

// TestChangedSinceItWasApproved changes what the question showed before the answer is given.
func TestChangedSinceItWasApproved(t *testing.T) {
	write := func(name string) func(t *testing.T, fsys afero.Fs) {
		return func(t *testing.T, fsys afero.Fs) {
			require.NoError(t, fsys.MkdirAll("lib2", 0o777))
			require.NoError(t, afero.WriteFile(fsys, name, []byte("another\n"), 0o666))
		}
	}
	for _, c := range []struct {
		effect, name string
		reason       string
		change       func(t *testing.T, fsys afero.Fs)
	}{
		{"fs.edit", "file", "changed_on_disk", write("x")},
		{"fs.edit", "gone", "changed_on_disk", func(t *testing.T, fsys afero.Fs) { require.NoError(t, fsys.Remove("x")) }},
		{"fs.edit", "became a link", "changed_on_disk", func(t *testing.T, fsys afero.Fs) {
			require.NoError(t, fsys.Remove("x"))
			require.NoError(t, fsbackend.Symlink(fsys, "free", "x"))
		}},
		{"fs.apply_patch", "changed file", "changed_on_disk", write("x")},
		{"fs.apply_patch", "deleted file", "changed_on_disk", write("y")},
		{"fs.apply_patch", "renamed file", "changed_on_disk", write("lib/a")},
		{"fs.apply_patch", "new name", "changed_on_disk", write("lib/z")},
		{"fs.mkdir", "new name", "changed_on_disk", func(t *testing.T, fsys afero.Fs) {
			require.NoError(t, fsys.Mkdir("n", 0o777))
			write("n/m")(t, fsys)
		}},
		{"fs.copy", "source", "changed_on_disk", write("lib/a")},
		{"fs.copy", "destination", "changed_on_disk", write("lib2/a")},
		{"fs.move", "source", "changed_on_disk", write("x")},
		{"fs.move", "destination", "changed_on_disk", write("y")},
		{"fs.remove", "file in it", "changed_on_disk", write("lib/a")},
		{"fs.remove", "one more file in it", "not_empty", write("lib/new")},
	} {
		t.Run(c.effect+"/"+c.name, func(t *testing.T) {
			onBoth(t, study(), func(t *testing.T, fsys afero.Fs) {
				s, k := desk(t, fsys)
				acquire(t, s, "**")
				var after files
				k.before = func() {
					c.change(t, fsys)
					after = whole(t, fsys)
				}
				e := fails(t, deeds()[c.effect](bg, s))
				require.Equal(t, c.reason, e.Reason, e.Message)
				require.Contains(t, e.Message, "nothing was written")
				if c.reason == "changed_on_disk" {
					require.Contains(t, e.Message, "changed since it was approved")
				}
				require.Equal(t, after, whole(t, fsys))
			})
		})
	}
}

// TestHalfDoneOperationsAreKnown fails every change to the disk, before and after it is made, and compares what is held with what is there.
func TestHalfDoneOperationsAreKnown(t *testing.T) {
	for name, do := range deeds() {
		t.Run(name, func(t *testing.T) {
			stopped := 0
			for at := 2; ; at++ {
				mode := []fsbackend.FaultMode{fsbackend.FaultBefore, fsbackend.FaultAfter}[at%2]
				m := fsbackend.NewMemory()
				lay(t, m, study())
				fault := fsbackend.NewFault(m)
				s, k := desk(t, fault)
				acquire(t, s, "x", "y", "lib/**")
				k.before = func() { fault.Arm(at/2, mode, nil) }
				err := do(bg, s)
				if !fault.Fired() {
					require.NoError(t, err)
					break
				}
				if err != nil {
					stopped++
					require.Equal(t, CodeStepFailed, fails(t, err).Code)
				}
				disk := whole(t, m)
				list, err := s.Files(nil, nil)
				require.NoError(t, err)
				for _, p := range list {
					text, err := s.Read(bg, p)
					require.NoError(t, err)
					require.Equal(t, disk[p], text, "%s after call %d (%v)", p, at/2, fault.Log())
				}
				require.Empty(t, s.Finish(nil).Unwritten)
			}
			require.Positive(t, stopped)
		})
	}
}

func TestCanceledOperations(t *testing.T) {
	ctx, cancel := context.WithCancel(bg)
	cancel()
	for name, do := range deeds() {
		m := fsbackend.NewMemory()
		lay(t, m, study())
		s, k := desk(t, m)
		require.Equal(t, CodeCanceled, fails(t, do(ctx, s)).Code, name)
		require.Empty(t, k.asked)
		require.Equal(t, study(), whole(t, m))
	}
}

// TestHandlersMayNotActThemselves sees that a handler which calls an operation is an error, and nothing happens.
func TestHandlersMayNotActThemselves(t *testing.T) {
	m := fsbackend.NewMemory()
	lay(t, m, study())
	s, _ := desk(t, m)
	ctx := WithHandlers(bg, func(ctx context.Context, e *Effect) (Answer, error) {
		_, err := s.FSRemove(ctx, "y", FSScope{})
		return Answer{Verdict: Approved}, err
	})
	e := fails(t, deeds()["fs.edit"](ctx, s))
	require.Equal(t, CodeScript, e.Code)
	require.Equal(t, study(), whole(t, m))
}

// TestIDsAreThoseOfTheQuestion sees that the same question has the same name in every run, and another content another.
func TestIDsAreThoseOfTheQuestion(t *testing.T) {
	id := func(tree files, name string) string {
		m := fsbackend.NewMemory()
		lay(t, m, tree)
		s, k := desk(t, m)
		require.NoError(t, deeds()[name](bg, s))
		return k.last(t).ID()
	}
	for name := range deeds() {
		require.Equal(t, id(study(), name), id(study(), name), name)
	}
	require.NotEqual(t, id(study(), "fs.copy"), id(study().with(files{"lib/deep/b": "other\n"}), "fs.copy"))
	require.NotEqual(t, id(study(), "fs.remove"), id(study().with(files{"lib/deep/b": "other\n"}), "fs.remove"))
	require.NotEqual(t, id(study(), "fs.edit"), id(study().with(files{"x": "x x2\n"}).with(files{"x": "0x\n"}), "fs.edit"))
}
