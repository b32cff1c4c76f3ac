package workspace

// Envelopes applied to drafts.

import (
	"testing"

	"devstar/hunkengine"

	"github.com/stretchr/testify/require"
)

// patch applies an envelope with the given body.
func patch(w *Workspace, disk Disk, body string) (*Draft, error) {
	e, err := hunkengine.ParseEnvelope("*** Begin Patch\n" + body + "\n*** End Patch\n")
	if err != nil {
		return nil, err
	}
	d := w.Begin(disk)
	return d, d.Patch(e)
}

func TestPatch(t *testing.T) {
	for _, c := range []struct{ name, body, held, plan string }{
		{"add", "*** Add File: ./n//m\n+1\n+2", "a=A\n b=B\nb\n n/m=1\n2\n", "create n/m"},
		{"add empty", "*** Add File: n", "a=A\n b=B\nb\n n=", "create n"},
		{"delete", "*** Delete File: a", "b=B\nb\n", "rm a"},
		{"update", "*** Update File: b\n@@\n-B\n+1\n b", "a=A\n b=1\nb\n", "modify b"},
		{"move", "*** Update File: a\n*** Move to: n", "b=B\nb\n n=A\n", "mv a n"},
		{"move and change", "*** Update File: a\n*** Move to: n\n@@\n-A\n+1", "b=B\nb\n n=1\n", "mv a n\nmodify n"},
		{"replace", "*** Delete File: a\n*** Add File: a\n+1", "a=1\n b=B\nb\n", "modify a"},
		{"sees earlier results", "*** Update File: a\n@@\n-A\n+1\n*** Update File: a\n@@\n-1\n+2", "a=2\n b=B\nb\n", "modify a"},
		{"swap", "*** Update File: a\n*** Move to: t\n*** Update File: b\n*** Move to: a\n*** Update File: t\n*** Move to: b",
			"a=B\nb\n b=A\n", "mv b T1\nmv a b\nmv T1 a"},
		{"onto a deleted one", "*** Delete File: b\n*** Update File: a\n*** Move to: b", "b=A\n", "mv a b replacing"},
		{"file becomes directory", "*** Delete File: a\n*** Add File: a/n\n+1", "a/n=1\n b=B\nb\n", "rm a\ncreate a/n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newModel(map[Path]string{"a": "A\n", "b": "B\nb\n"})
			w := acquired(t, m)
			d, err := patch(w, m, c.body)
			require.NoError(t, err)
			d.Commit()
			require.Equal(t, c.held, heldOf(w))
			require.Equal(t, c.plan, shown(mustPlan(t, w)))
		})
	}
}

func TestPatchRefused(t *testing.T) {
	for _, c := range []struct{ body, message string }{
		{"*** Add File: a\n+1", "a exists already (patch line 2)"},
		{"*** Add File: n\n+1\n*** Add File: ./n\n+2", "n exists already (patch line 4)"},
		{"*** Add File: stray\n+1", "stray exists on disk but is not acquired"},
		{"*** Delete File: d", "d is a directory"},
		{"*** Delete File: a\n*** Update File: a\n*** Move to: b", "this run deleted it (patch line 3)"},
		{"*** Update File: stray\n@@\n-S\n+1", "stray exists on disk but is not acquired: add it to acquire(...)"},
		{"*** Update File: a\n*** Move to: ./a", "a: source and destination are the same"},
		{"*** Update File: a\n*** Move to: b", "b exists already"},
		{"*** Update File: a\n*** Move to: ../n", "outside"},
		{"*** Add File: /n\n+1", "/n"},
		{"*** Update File: bin\n@@\n-S\n+1", "bin is not held as text"},
	} {
		m, w, err := sampleDisk()
		require.NoError(t, err)
		before := heldOf(w)
		d, err := patch(w, m, c.body)
		require.ErrorContains(t, err, c.message)
		if d != nil {
			require.Panics(t, d.Commit)
		}
		require.Equal(t, before, heldOf(w))
	}
}

func TestPatchMismatchNamesThePath(t *testing.T) {
	m := newModel(map[Path]string{"a": "A\n"})
	_, err := patch(acquired(t, m), m, "*** Update File: a\n*** Move to: n\n@@\n-nope\n+1")
	var mismatch *hunkengine.MismatchError
	require.ErrorAs(t, err, &mismatch)
	require.Equal(t, "a", mismatch.Path)
	require.Equal(t, "hunk", mismatch.Unit)
}

func TestPatchDelta(t *testing.T) {
	m := newModel(map[Path]string{"a": "1\n2\n3\n4\n", "b": "B\n"})
	d, err := patch(acquired(t, m), m, "*** Update File: a\n*** Move to: n\n@@\n-1\n+x\n@@\n-4\n+y\n*** Delete File: b")
	require.NoError(t, err)
	delta := d.Delta()
	require.Equal(t, []Path{"a", "b", "n"}, delta.Touched)
	require.Equal(t, map[Path]Path{"a": "n"}, delta.Renamed)
	require.Equal(t, []Path{"b"}, delta.Deleted)
	require.Equal(t, 4, delta.Count, "two hunks, a move and a deletion")
}
