package fsbackend

// This file shows what a batch does with modes, links, hard links, directories, names that differ in case, warnings, and
// when it is canceled.

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// modeOf gives the permission bits of a file.
func modeOf(t testing.TB, fsys afero.Fs, name string) fs.FileMode {
	t.Helper()
	info, err := Lstat(fsys, name)
	require.NoError(t, err)
	return info.Mode() & modeBits
}

// applied runs a batch that must succeed, and returns its warnings.
func applied(t testing.TB, fsys afero.Fs, ops ...Operation) (warnings []string) {
	t.Helper()
	opts := quick()
	opts.Warn = func(name, message string) { warnings = append(warnings, name+": "+message) }
	require.NoError(t, Apply(context.Background(), fsys, ops, opts))
	return warnings
}

func TestModes(t *testing.T) {
	batchDisks(t, func(t *testing.T, fsys afero.Fs) {
		write(t, fsys, "reference", "")
		umasked := modeOf(t, fsys, "reference")
		mode := func(text string, mode fs.FileMode) *Known { return &Known{Data: text, Mode: mode} }
		tests := []struct {
			name string
			disk fs.FileMode // of "f"; 0 for none
			op   Operation
			want fs.FileMode
		}{
			{"modified", 0o755, Operation{Kind: OpModify, New: mode("n", 0o644), Before: mode("o", 0o644)}, 0o755},
			{"modified, mode unknown", 0o600, Operation{Kind: OpModify, New: known("n"), Before: known("o")}, 0o600},
			{"made executable", 0o640, Operation{Kind: OpModify, New: mode("n", 0o755), Before: mode("o", 0o644)}, 0o751},
			{"made not executable", 0o755, Operation{Kind: OpModify, New: mode("n", 0o644), Before: mode("o", 0o755)}, 0o644},
			{"open to all", 0o666, Operation{Kind: OpModify, New: mode("n", 0o666), Before: mode("o", 0o666)}, 0o666},
			{"setgid", 0o755 | fs.ModeSetgid, Operation{Kind: OpModify, New: mode("n", 0o755), Before: mode("o", 0o755)}, 0o755 | fs.ModeSetgid},
			{"created", 0, Operation{Kind: OpCreate, New: known("n")}, umasked},
			{"created executable", 0, Operation{Kind: OpCreate, New: mode("n", 0o777)}, umasked | umasked>>2&0o111},
			{"created for the owner", 0, Operation{Kind: OpCreate, New: mode("n", 0o600)}, 0o600},
			{"created over a file", 0o600, Operation{Kind: OpCreate, New: mode("n", 0o644), Replaces: mode("o", 0o644)}, 0o600},
			{"copied", 0, Operation{Kind: OpCreate, From: "model", New: opaque("m")}, 0o775},
			{"content from elsewhere", 0o600, Operation{Kind: OpModify, From: "model", New: opaque("m"), Before: known("o")}, 0o600},
		}
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				write(t, fsys, "model", "m")
				require.NoError(t, fsys.Chmod("model", 0o775))
				_ = fsys.Remove("f")
				if test.disk != 0 {
					write(t, fsys, "f", "o")
					require.NoError(t, fsys.Chmod("f", test.disk))
				}
				test.op.Name = "f"
				assert.Empty(t, applied(t, fsys, test.op))
				assert.Equal(t, test.want, modeOf(t, fsys, "f"))
				data, err := afero.ReadFile(fsys, "f")
				require.NoError(t, err)
				assert.Contains(t, []string{"n", "m"}, string(data))
			})
		}
	})
}

func TestSymlinks(t *testing.T) {
	via := func(link, text string) *Known { return &Known{Data: text, Link: link} }
	tests := []struct {
		name  string
		links map[string]string
		ops   []Operation
		word  string // of the refusal; "" for none
		want  files  // what changes
		gone  []string
	}{
		{name: "modified through a link", links: map[string]string{"l": "d/x"},
			ops:  []Operation{{Kind: OpModify, Name: "l", Before: via("d/x", "in d\n"), New: known("new\n")}},
			want: files{"d/x": "new\n"}},
		{name: "modified through two links", links: map[string]string{"l": "d/m", "d/m": "../a"},
			ops:  []Operation{{Kind: OpModify, Name: "l", Before: via("a", "alpha\n"), New: known("new\n")}},
			want: files{"a": "new\n"}},
		{name: "the link is deleted, not the file", links: map[string]string{"l": "d/x"},
			ops: []Operation{{Kind: OpRemove, Name: "l", Before: via("d/x", "in d\n")}}, gone: []string{"l"}},
		{name: "the link is renamed beside itself", links: map[string]string{"l": "d/x"},
			ops:  []Operation{{Kind: OpRename, From: "l", Name: "m", Before: via("d/x", "in d\n")}},
			want: files{"m": "-> d/x"}, gone: []string{"l"}},
		{name: "renamed and modified", links: map[string]string{"l": "d/x"},
			ops: []Operation{{Kind: OpRename, From: "l", Name: "m", Before: via("d/x", "in d\n")},
				{Kind: OpModify, Name: "m", Before: via("d/x", "in d\n"), New: known("new\n")}},
			want: files{"m": "-> d/x", "d/x": "new\n"}, gone: []string{"l"}},
		{name: "a link to nowhere is deleted", links: map[string]string{"l": "/no/where"},
			ops: []Operation{{Kind: OpRemove, Name: "l", Before: &Known{Data: "/no/where", Mode: fs.ModeSymlink}}}, gone: []string{"l"}},
		{name: "a file goes over a link", links: map[string]string{"l": "d/x"},
			ops:  []Operation{{Kind: OpRename, From: "a", Name: "l", Before: known("alpha\n"), Replaces: via("d/x", "in d\n")}},
			want: files{"l": "alpha\n"}, gone: []string{"a"}},
		{name: "the link leads elsewhere now", links: map[string]string{"l": "d/y"}, word: "changed_on_disk",
			ops: []Operation{{Kind: OpModify, Name: "l", Before: via("d/x", "in d\n"), New: known("new\n")}}},
		{name: "the link leads out now", links: map[string]string{"l": "../x"}, word: "changed_on_disk",
			ops: []Operation{{Kind: OpModify, Name: "l", Before: via("d/x", "in d\n"), New: known("new\n")}}},
		{name: "a loop", links: map[string]string{"l": "m", "m": "l"}, word: "changed_on_disk",
			ops: []Operation{{Kind: OpModify, Name: "l", Before: via("d/x", "in d\n"), New: known("new\n")}}},
		{name: "the link is a file now", word: "changed_on_disk",
			ops: []Operation{{Kind: OpModify, Name: "a", Before: via("d/x", "in d\n"), New: known("new\n")}}},
		{name: "the file behind the link changed", links: map[string]string{"l": "d/x"}, word: "changed_on_disk",
			ops: []Operation{{Kind: OpModify, Name: "l", Before: via("d/x", "not that\n"), New: known("new\n")}}},
		{name: "moved to where its text names another", links: map[string]string{"l": "a"}, word: "symlink",
			ops: []Operation{{Kind: OpRename, From: "l", Name: "d/l", Before: via("a", "alpha\n")}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			batchDisks(t, func(t *testing.T, fsys afero.Fs) {
				plantFiles(t, fsys, refusalTree)
				for name, text := range test.links {
					require.NoError(t, Symlink(fsys, text, name))
				}
				want := readFiles(t, fsys)
				if test.word != "" {
					assert.Equal(t, test.word, refusedBy(t, fsys, test.ops).Reason())
				} else {
					applied(t, fsys, test.ops...)
				}
				for name, text := range test.want {
					want[name] = text
				}
				for _, name := range test.gone {
					delete(want, name)
				}
				assert.Equal(t, want, readFiles(t, fsys))
			})
		})
	}
}

func TestHardLinks(t *testing.T) {
	batchDisks(t, func(t *testing.T, fsys afero.Fs) {
		plantFiles(t, fsys, refusalTree)
		require.NoError(t, Link(fsys, "a", "second"))
		require.NoError(t, Link(fsys, "b", "twin"))
		warnings := applied(t, fsys,
			// A rename of one name onto the other is no change for the system: both would stay.
			Operation{Kind: OpRename, From: "b", Name: "twin", Before: known("beta\n"), Replaces: known("beta\n")},
			modify("a", "alpha\n", "new\n"),
			modify("second", "alpha\n", "other\n"),
		)
		assert.Equal(t, files{"a": "new\n", "second": "other\n", "twin": "beta\n", "d/x": "in d\n", "d/y": "also\n"}, readFiles(t, fsys))
		assert.Equal(t, []string{"a: the file had 2 names (hard links); the others keep the old content"}, warnings)
	})
}

func TestDirectories(t *testing.T) {
	batchDisks(t, func(t *testing.T, fsys afero.Fs) {
		plantFiles(t, fsys, files{"a": "a\n", "d/e/x": "x\n", "m/in/y": "y\n"})
		applied(t, fsys,
			Operation{Kind: OpRename, From: "m", Name: "to/moved", Before: &Known{Mode: fs.ModeDir}},
			remove("d/e/x", "x\n"),
			Operation{Kind: OpRemoveDir, Name: "d/e"},
			Operation{Kind: OpRemoveDir, Name: "d"},
			Operation{Kind: OpMakeDir, Name: "new/deep"},
			create("d", "a file now\n"),
			create("new/deep/f", "f\n"),
		)
		assert.Equal(t, files{"a": "a\n", "to/moved/in/y": "y\n", "d": "a file now\n", "new/deep/f": "f\n"}, readFiles(t, fsys))

		e := refusedBy(t, fsys, []Operation{
			{Kind: OpRename, From: "to", Name: "on", Before: &Known{Mode: fs.ModeDir}},
			modify("to/moved/in/y", "y\n", "z\n"),
		})
		assert.Equal(t, "invalid", e.Reason())
	})
}

// TestEmptyDirectoriesOfAFailure shows that directories made for what was not done are taken back, and no others.
func TestEmptyDirectoriesOfAFailure(t *testing.T) {
	batchDisks(t, func(t *testing.T, fsys afero.Fs) {
		plantFiles(t, fsys, refusalTree)
		require.NoError(t, fsys.Mkdir("empty", 0o777))
		ctx, cancel := context.WithCancel(context.Background())
		opts := quick()
		opts.Done = func(int) { cancel() }
		err := Apply(ctx, fsys, []Operation{create("one/f", "f\n"), create("two/deep/g", "g\n"), create("empty/h", "h\n")}, opts)
		var e *BatchError
		require.ErrorAs(t, err, &e)
		assert.Equal(t, "canceled", e.Reason())
		assert.True(t, errors.Is(e, context.Canceled))
		assert.Equal(t, 1, e.Index)
		assert.Contains(t, e.Error(), `1 of 3 operations were done: create "one/f"`)
		want := files{"one/f": "f\n"}
		for name, text := range refusalTree {
			want[name] = text
		}
		assert.Equal(t, want, readFiles(t, fsys))
		assert.Equal(t, []string{"empty"}, emptyDirs(t, fsys, "."))
	})
}

func TestCanceledBeforeItBegan(t *testing.T) {
	fault := NewFault(NewMemory())
	plantFiles(t, fault, refusalTree)
	before := fault.Calls()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := Apply(ctx, fault, []Operation{create("n", "x")}, quick())
	var e *BatchError
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "canceled", e.Reason())
	assert.Contains(t, e.Error(), "nothing was written")
	assert.Equal(t, before, fault.Calls())
}

// TestParked shows that a cycle that fails leaves the temporary, which holds the only copy, and names it.
func TestParked(t *testing.T) {
	batchDisks(t, func(t *testing.T, fsys afero.Fs) {
		plantFiles(t, fsys, refusalTree)
		ctx, cancel := context.WithCancel(context.Background())
		opts := quick()
		opts.Done = func(i int) {
			if i == 1 {
				cancel()
			}
		}
		temp := "d/.dev-tools-rename-7"
		err := Apply(ctx, fsys, []Operation{
			create("n", "x"),
			{Kind: OpRename, From: "a", Name: temp, Before: known("alpha\n"), Temp: true},
			{Kind: OpRename, From: "b", Name: "a", Before: known("beta\n"), Vacated: true},
			{Kind: OpRename, From: temp, Name: "b", Before: known("alpha\n"), Vacated: true},
		}, opts)
		var e *BatchError
		require.ErrorAs(t, err, &e)
		assert.Equal(t, temp, e.Temp)
		assert.Contains(t, e.Error(), `"d/.dev-tools-rename-7" is left on disk and holds what was "a"`)
		assert.Equal(t, []string{temp}, readFiles(t, fsys).own())
	})
}

// TestLostAttributes shows that what cannot be kept is warned of.
func TestLostAttributes(t *testing.T) {
	base := NewMemory()
	plantFiles(t, base, refusalTree)
	warnings := applied(t, losing{NewFault(base)}, modify("a", "alpha\n", "new\n"), create("n", "x"))
	assert.Equal(t, []string{"a: could not be kept: owner, user.colour"}, warnings)
}

// losing is a back end that may not copy owners.
type losing struct{ *Fault }

func (losing) CopyAttributes(from, to string) ([]string, error) {
	return []string{"owner", "user.colour"}, nil
}

// TestNoSafeRename shows the last resort, and that it is told.
func TestNoSafeRename(t *testing.T) {
	base := NewMemory()
	plantFiles(t, base, refusalTree)
	fsys := struct {
		afero.Fs
		Identifier
		Lstater
	}{base, base, base}
	warnings := applied(t, fsys, create("n", "x"), rename("a", "m", "alpha\n"))
	require.Len(t, warnings, 1)
	assert.Contains(t, warnings[0], "without replacing")
	assert.Equal(t, "alpha\n", readFiles(t, fsys)["m"])
}

// TestNamesOfTemporaries shows that a name that is taken is drawn again.
func TestNamesOfTemporaries(t *testing.T) {
	batchDisks(t, func(t *testing.T, fsys afero.Fs) {
		plantFiles(t, fsys, refusalTree)
		write(t, fsys, "d/.dev-tools-write-r1-5", "left by someone")
		draws := []string{"r1", "r1", "r2"}
		opts := quick()
		opts.Name = func() string {
			name := draws[0]
			draws = draws[1:]
			return name
		}
		require.NoError(t, Apply(context.Background(), fsys, []Operation{modify("d/x", "in d\n", "new\n")}, opts))
		assert.Empty(t, draws)
		tree := readFiles(t, fsys)
		assert.Equal(t, "left by someone", tree["d/.dev-tools-write-r1-5"])

		opts.Name = func() string { return "r1" }
		err := Apply(context.Background(), fsys, []Operation{modify("d/x", "new\n", "newer\n")}, opts)
		require.ErrorContains(t, err, "no free name")
		assert.Equal(t, tree, readFiles(t, fsys))
	})
}

// TestWhereContentsAreStaged shows that temporaries lie beside their targets or in the nearest directory that stays.
func TestWhereContentsAreStaged(t *testing.T) {
	base := NewMemory()
	plantFiles(t, base, files{"d/e/x": "x\n", "gone/y": "y\n"})
	fault := NewFault(base)
	opts := quick()
	opts.Name = func() string { return "r" }
	require.NoError(t, Apply(context.Background(), fault, []Operation{
		remove("gone/y", "y\n"),
		{Kind: OpRemoveDir, Name: "gone"},
		create("gone/again/z", "z\n"),
		modify("d/e/x", "x\n", "new\n"),
		create("d/new/f", "f\n"),
		create("top", "t\n"),
	}, opts))
	var opened []string
	for _, call := range fault.Log() {
		if name, ok := strings.CutPrefix(call, "open "); ok && name != JournalName {
			opened = append(opened, name)
		}
	}
	slices.Sort(opened)
	assert.Equal(t, []string{
		".dev-tools-write-r-1", ".dev-tools-write-r-4", "d/.dev-tools-write-r-3", "d/e/.dev-tools-write-r-2", "gone/.dev-tools-write-r-5",
	}, opened)
}
