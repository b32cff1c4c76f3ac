package fsbackend

// This file shows what a batch refuses, with nothing written, and what it says.

import (
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// write changes a file behind the back of a batch.
func write(t testing.TB, fsys afero.Fs, name, text string) {
	t.Helper()
	require.NoError(t, afero.WriteFile(fsys, name, []byte(text), 0o666))
}

// opaque is a content known only by its hash.
func opaque(text string) *Known {
	return &Known{Opaque: true, Sum: sha256.Sum256([]byte(text)), Size: int64(len(text))}
}

func modify(name, before, after string) Operation {
	return Operation{Kind: OpModify, Name: name, Before: known(before), New: known(after)}
}

func create(name, text string) Operation {
	return Operation{Kind: OpCreate, Name: name, New: known(text)}
}

func rename(from, to, text string) Operation {
	return Operation{Kind: OpRename, From: from, Name: to, Before: known(text)}
}

func remove(name, text string) Operation {
	return Operation{Kind: OpRemove, Name: name, Before: known(text)}
}

var refusalTree = files{"a": "alpha\n", "b": "beta\n", "d/x": "in d\n", "d/y": "also\n"}

func TestRefusals(t *testing.T) {
	type refusal struct {
		name  string
		spoil func(t *testing.T, fsys afero.Fs)
		ops   []Operation
		word  string
		says  []string
	}
	spoil := func(name, text string) func(*testing.T, afero.Fs) {
		return func(t *testing.T, fsys afero.Fs) { write(t, fsys, name, text) }
	}
	gone := func(name string) func(*testing.T, afero.Fs) {
		return func(t *testing.T, fsys afero.Fs) { require.NoError(t, fsys.RemoveAll(name)) }
	}
	becomesDir := func(t *testing.T, fsys afero.Fs) {
		require.NoError(t, fsys.Remove("b"))
		require.NoError(t, fsys.Mkdir("b", 0o777))
	}
	becomesLink := func(t *testing.T, fsys afero.Fs) {
		require.NoError(t, fsys.Remove("b"))
		require.NoError(t, Symlink(fsys, "a", "b"))
	}
	first := modify("a", "alpha\n", "ALPHA\n")
	tests := []refusal{
		{name: "other bytes of the same size", spoil: spoil("b", "BETA\n"), ops: []Operation{first, modify("b", "beta\n", "new\n")},
			word: "changed_on_disk", says: []string{`modify "b": "b" changed on disk: its content differs (it had 5 bytes; now it is a file of 5 bytes, modified 20`}},
		{name: "longer", spoil: spoil("b", "beta and more\n"), ops: []Operation{first, modify("b", "beta\n", "new\n")},
			word: "changed_on_disk", says: []string{"it had 5 bytes; now it is a file of 14 bytes"}},
		{name: "gone", spoil: gone("b"), ops: []Operation{first, modify("b", "beta\n", "new\n")},
			word: "changed_on_disk", says: []string{`"b" changed on disk: it is gone (it had 5 bytes)`}},
		{name: "now a directory", spoil: becomesDir, ops: []Operation{first, modify("b", "beta\n", "new\n")},
			word: "changed_on_disk", says: []string{"it was a file, now it is a directory"}},
		{name: "now a link", spoil: becomesLink, ops: []Operation{first, modify("b", "beta\n", "new\n")},
			word: "changed_on_disk", says: []string{"it was a file, now it is a symlink"}},
		{name: "appeared where a file is to be created", spoil: spoil("n", "someone's"), ops: []Operation{first, create("n", "mine")},
			word: "changed_on_disk", says: []string{`create "n": "n" changed on disk: it appeared`, "a file of 9 bytes"}},
		{name: "appeared where a file is moved to", spoil: spoil("n", "someone's"), ops: []Operation{first, rename("b", "n", "beta\n")},
			word: "changed_on_disk", says: []string{`rename "b" to "n": "n" changed on disk: it appeared`}},
		{name: "source of a rename", spoil: spoil("b", "other"), ops: []Operation{first, rename("b", "n", "beta\n")},
			word: "changed_on_disk", says: []string{`rename "b" to "n": "b" changed on disk: its content differs`}},
		{name: "deleted file", spoil: spoil("b", "other"), ops: []Operation{first, remove("b", "beta\n")},
			word: "changed_on_disk", says: []string{`remove "b"`}},
		{name: "replaced file", spoil: spoil("d/x", "other"),
			ops:  []Operation{first, {Kind: OpRename, From: "b", Name: "d/x", Before: known("beta\n"), Replaces: known("in d\n")}},
			word: "changed_on_disk", says: []string{`rename "b" to "d/x": "d/x" changed on disk`}},
		{name: "opaque file", spoil: spoil("b", "BETA\n"), ops: []Operation{first, {Kind: OpRemove, Name: "b", Before: opaque("beta\n")}},
			word: "changed_on_disk", says: []string{`"b" changed on disk: its content differs`}},
		{name: "content of a copy", spoil: spoil("b", "BETA\n"), ops: []Operation{first, {Kind: OpCreate, Name: "n", From: "b", New: opaque("beta\n")}},
			word: "changed_on_disk", says: []string{`create "n": "b" changed on disk`}},
		{name: "directory that is not empty", ops: []Operation{first, remove("d/x", "in d\n"), {Kind: OpRemoveDir, Name: "d"}},
			word: "not_empty", says: []string{`remove directory "d"`, `holds "y"`}},
		{name: "directory that is gone", spoil: gone("d"), ops: []Operation{{Kind: OpRemoveDir, Name: "d"}},
			word: "changed_on_disk", says: []string{"it is gone"}},
		{name: "directory that is to be made and is there", ops: []Operation{{Kind: OpMakeDir, Name: "d"}},
			word: "changed_on_disk", says: []string{"it appeared", "a directory"}},
		{name: "parent is a file", ops: []Operation{first, create("b/n", "x")},
			word: "not_directory", says: []string{`create "b/n": "b" is a file, not a directory`}},
		{name: "parent is a file that the batch has put there", ops: []Operation{create("n", "x"), create("n/m", "y")},
			word: "not_directory", says: []string{`"n" is a file by then`}},
		{name: "parent is a link", spoil: func(t *testing.T, fsys afero.Fs) { require.NoError(t, Symlink(fsys, "d", "l")) },
			ops: []Operation{first, create("l/n", "x")}, word: "symlink", says: []string{`"l" is a symlink, not a directory`}},
		{name: "no write bit", spoil: func(t *testing.T, fsys afero.Fs) { require.NoError(t, fsys.Chmod("b", 0o444)) },
			ops: []Operation{first, modify("b", "beta\n", "new\n")}, word: "not_writable", says: []string{`modify "b": "b" has no write bit (mode 0444)`}},
		{name: "two creations of one name", ops: []Operation{create("n", "x"), create("n", "y")}, word: "invalid", says: []string{`create "n"`}},
		{name: "use of what is gone", ops: []Operation{remove("b", "beta\n"), modify("b", "beta\n", "new\n")}, word: "invalid", says: []string{"takes \"b\" away"}},
		{name: "outside", ops: []Operation{first, create("../n", "x")}, word: "invalid", says: []string{`"../n" is no name inside the root`}},
		{name: "absolute", ops: []Operation{create("/n", "x")}, word: "invalid"},
		{name: "the root", ops: []Operation{{Kind: OpRemoveDir, Name: "."}}, word: "invalid"},
		{name: "git", ops: []Operation{create("d/.GIT/config", "x")}, word: "invalid", says: []string{"git"}},
		{name: "the journal", ops: []Operation{create(JournalName, "x")}, word: "invalid", says: []string{"temporaries"}},
		{name: "a temporary of ours", ops: []Operation{create(".dev-tools-rename-1", "x")}, word: "invalid"},
		{name: "nothing known", ops: []Operation{{Kind: OpRemove, Name: "b"}}, word: "invalid", says: []string{"no content to expect"}},
		{name: "opaque from nowhere", ops: []Operation{{Kind: OpCreate, Name: "n", New: opaque("x")}}, word: "invalid"},
		{name: "onto itself", ops: []Operation{rename("b", "b", "beta\n")}, word: "invalid"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			batchDisks(t, func(t *testing.T, fsys afero.Fs) {
				plantFiles(t, fsys, refusalTree)
				if test.spoil != nil {
					test.spoil(t, fsys)
				}
				before := readFiles(t, fsys)
				fault := NewFault(fsys)
				e := refusedBy(t, fault, test.ops)
				assert.Equal(t, test.word, e.Reason(), e.Error())
				assert.Contains(t, e.Error(), "nothing was written")
				for _, part := range test.says {
					assert.Contains(t, e.Error(), part)
				}
				assert.Equal(t, before, readFiles(t, fsys))
				assert.Empty(t, fault.Log(), "nothing was touched")
			})
		})
	}
}

// refusedBy runs a batch that must fail before its first operation.
func refusedBy(t testing.TB, fsys afero.Fs, ops []Operation) *BatchError {
	t.Helper()
	opts := quick()
	opts.Done = func(int) { t.Error("an operation was done") }
	err := Apply(context.Background(), fsys, ops, opts)
	var e *BatchError
	require.ErrorAs(t, err, &e)
	assert.False(t, e.Started)
	assert.Equal(t, -1, e.Index)
	assert.NotEmpty(t, e.Hint())
	assert.Empty(t, e.Temp)
	return e
}

func TestErrorsNameTheSystemsCause(t *testing.T) {
	fault := NewFault(NewMemory())
	plantFiles(t, fault, refusalTree)
	fault.Arm(3, FaultBefore, fs.ErrPermission)
	e := refusedBy(t, fault, []Operation{create("n", "x")})
	assert.Equal(t, "permission", e.Reason())
	assert.True(t, errors.Is(e, fs.ErrPermission))
	assert.Contains(t, e.Error(), `create "n": creating the temporary file: `)
}

func TestAnEmptyBatchTouchesNothing(t *testing.T) {
	fault := NewFault(NewMemory())
	require.NoError(t, Apply(context.Background(), fault, nil, BatchOptions{}))
	assert.Zero(t, fault.Calls())
}
