package startest

// This file is fixture: the tree of a test in memory, and the value that runs scripts over it.

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/spf13/afero"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"devstar/fsbackend"
	"devstar/runtime"
	"devstar/runtime/approval"
	"devstar/runtime/engine"
	"devstar/runtime/spec"
	"devstar/starlib"
	"devstar/workspace"
)

const inToken = syntax.IN

// wantPrefix begins the names of the sections with which t.want compares.
const wantPrefix = "want/"

// tree is texts by path.
type tree map[string]string

// fixture is the value of fixture(...).
type fixture struct {
	test     *testing
	at       runtime.Position // of the call, for --update
	fs       *fsbackend.Memory
	before   tree
	wanted   tree
	ambient  *runtime.Session // on which steps called in the test act
	engines  []engine.Engine
	gate     runtime.Gate
	handlers []runtime.Handler
	random   int
}

// fixture makes a tree and lets the steps that follow act on it.
func (t *testing) fixture(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var text, engines, handler starlark.Value
	approve := string(approval.ModeScript)
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "tree", &text, "engines?", &engines, "approve?", &approve, "handler?", &handler); err != nil {
		return nil, err
	}
	f := &fixture{test: t, at: starlib.CallSite(thread), fs: fsbackend.NewMemory()}
	var err error
	if f.before, f.wanted, err = parseTree(text); err != nil {
		return nil, err
	}
	if !slices.Contains(approval.Modes(), approve) {
		return nil, fmt.Errorf("fixture: approve: there is no mode %q; %s", approve, modeHint(approve))
	}
	f.gate = &approval.Host{Mode: approval.Mode(approve)}
	if f.engines, err = t.engines(thread, engines); err != nil {
		return nil, err
	}
	if handler != nil && handler != starlark.None {
		h, err := starlib.HandlerOf(thread, "fixture", "handler", handler)
		if err != nil {
			return nil, err
		}
		f.handlers = []runtime.Handler{h}
	}
	if err := f.fill(); err != nil {
		return nil, err
	}
	return f, f.enter(thread)
}

func modeHint(mode string) string {
	if near := spec.Nearest(mode, approval.Modes()); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "the modes are " + strings.Join(approval.Modes(), ", ")
}

// fill writes the tree.
func (f *fixture) fill() error {
	for _, name := range slices.Sorted(maps.Keys(f.before)) {
		if err := f.fs.MkdirAll(path.Dir(name), 0o755); err != nil {
			return fmt.Errorf("fixture: %w", err)
		}
		if err := afero.WriteFile(f.fs, name, []byte(f.before[name]), 0o644); err != nil {
			return fmt.Errorf("fixture: %w", err)
		}
	}
	return nil
}

// session opens a session over a file system.
func (f *fixture) session(fsys afero.Fs) (*runtime.Session, error) {
	return runtime.New(runtime.Options{FS: fsys, Gate: f.gate, NoSync: true, Output: f.test, Engines: f.engines,
		Random: func() string { f.random++; return strconv.Itoa(f.random) }})
}

// enter lets steps act on this tree.
func (f *fixture) enter(thread *starlark.Thread) (err error) {
	if f.ambient, err = f.session(f.fs); err != nil {
		return err
	}
	starlib.Enter(thread, f.ambient, f.handlers...)
	return nil
}

// parseTree reads the argument of fixture: the files of the tree, and those that are wanted.
func parseTree(v starlark.Value) (files, wanted tree, err error) {
	files, wanted = tree{}, tree{}
	var all []txtar.File
	switch v := v.(type) {
	case starlark.String:
		all = txtar.Parse([]byte(v)).Files
		if len(all) == 0 && strings.TrimSpace(string(v)) != "" {
			return nil, nil, errors.New(`fixture: tree: the text names no file: each begins with a line "-- path --" that is not indented; strings.dedent("""...""") takes indentation off`)
		}
	case *starlark.Dict:
		if all, err = filesOf(v); err != nil {
			return nil, nil, err
		}
	default:
		return nil, nil, fmt.Errorf(`fixture: tree: want a txtar text or a dict {path: text}, got %s`, spec.Describe(v))
	}
	for _, file := range all {
		into, name := files, file.Name
		if rest, ok := strings.CutPrefix(name, wantPrefix); ok {
			into, name = wanted, rest
		}
		if err := checkName(name, into); err != nil {
			return nil, nil, fmt.Errorf("fixture: tree: %s: %w", strconv.Quote(file.Name), err)
		}
		into[name] = string(file.Data)
	}
	return files, wanted, nil
}

// filesOf reads a dict.
func filesOf(d *starlark.Dict) ([]txtar.File, error) {
	var out []txtar.File
	for _, item := range d.Items() {
		name, ok := starlark.AsString(item[0])
		text, alsoOK := starlark.AsString(item[1])
		if !ok || !alsoOK {
			return nil, fmt.Errorf("fixture: tree: want {path: text}, got {%s: %s}", item[0], spec.Describe(item[1]))
		}
		out = append(out, txtar.File{Name: name, Data: []byte(text)})
	}
	return out, nil
}

// checkName refuses what is no path of a tree, and a second file of one name.
func checkName(name string, into tree) error {
	if p, err := workspace.ParsePath(name); err != nil {
		return err
	} else if string(p) != name {
		return fmt.Errorf("write it as %q", p)
	}
	if _, twice := into[name]; twice {
		return errors.New("the file is there twice")
	}
	return nil
}

// disk reads the whole tree.
func (f *fixture) disk() (tree, error) {
	out := tree{}
	err := afero.Walk(f.fs, ".", func(name string, info fs.FileInfo, err error) error {
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		data, err := afero.ReadFile(f.fs, name)
		out[path.Clean(name)] = string(data)
		return err
	})
	return out, err
}

// now is the tree as it is, with what the steps of the test have changed in memory.
func (f *fixture) now() (tree, error) {
	disk, err := f.disk()
	if err != nil {
		return nil, err
	}
	out := maps.Clone(disk)
	for _, p := range f.ambient.Pending() {
		if p.Gone {
			delete(out, p.Path)
		}
		if p.Source != "" && p.Source != p.Path {
			delete(out, p.Source)
		}
	}
	for _, p := range f.ambient.Pending() {
		switch {
		case p.Gone:
		case p.Opaque && p.Source != "":
			out[p.Path] = disk[p.Source]
		case !p.Opaque:
			out[p.Path] = p.Text
		}
	}
	return out, nil
}

var _ starlark.HasAttrs = (*fixture)(nil)

// String names the value in messages.
func (f *fixture) String() string { return fmt.Sprintf("fixture(%d files)", len(f.before)) }

// Type returns "fixture".
func (f *fixture) Type() string { return "fixture" }

// Freeze does nothing: a fixture lives for one test.
func (f *fixture) Freeze() {}

// Truth is true.
func (f *fixture) Truth() starlark.Bool { return true }

// Hash is an error.
func (f *fixture) Hash() (uint32, error) { return 0, errors.New("unhashable type: fixture") }

// Attr returns a method.
func (f *fixture) Attr(name string) (starlark.Value, error) {
	do, ok := f.methods()[name]
	if !ok {
		return nil, nil
	}
	return starlark.NewBuiltin("fixture."+name, do), nil
}

// AttrNames returns the methods, sorted.
func (f *fixture) AttrNames() []string { return slices.Sorted(maps.Keys(f.methods())) }

func (f *fixture) methods() map[string]builtin {
	return map[string]builtin{"run": f.run, "want": f.want, "diff": f.diff, "unchanged": f.unchanged, "read": f.read, "files": f.files}
}
