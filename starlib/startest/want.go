package startest

// This file compares the tree of a test: t.want, t.diff, t.unchanged, t.read, t.files.

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"devstar/hunkengine"
	"devstar/runtime/spec"
)

// want compares the whole tree with the want sections: what they name must be so, everything else absent or unchanged.
func (f *fixture) want(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := starlark.UnpackArgs(b.Name(), args, kwargs); err != nil {
		return nil, err
	}
	now, err := f.now()
	if err != nil {
		return nil, err
	}
	bad := differing(now, f.before, f.wanted)
	if len(bad) == 0 {
		return starlark.None, nil
	}
	if f.test.file.options.Update {
		f.test.file.updates = append(f.test.file.updates, update{at: f.at, files: f.changed(now), test: f.test})
		return starlark.None, nil
	}
	var diff strings.Builder
	for _, name := range bad {
		was, ok := f.wanted[name]
		if !ok {
			was, ok = f.before[name]
		}
		diff.WriteString(hunkengine.Unified(title("want/", name, ok), title("got/", name, has(now, name)), was, now[name]))
	}
	f.test.fail(thread, "the tree is not as wanted: "+brief(bad), diff.String())
	return starlark.None, nil
}

func has(t tree, name string) bool { _, ok := t[name]; return ok }

// title is the name of a file in a diff, "" for one that is not there.
func title(prefix, name string, there bool) string {
	if !there {
		return ""
	}
	return prefix + name
}

// side is a file in a diff as git writes it.
func side(name, text string, there bool) *hunkengine.GitSide {
	if !there {
		return nil
	}
	return &hunkengine.GitSide{Name: name, Mode: 0o100644, Text: text}
}

// differing lists, sorted, the files that are not as wanted.
func differing(now, before, wanted tree) []string {
	bad := map[string]bool{}
	for name, text := range wanted {
		if got, ok := now[name]; !ok || got != text {
			bad[name] = true
		}
	}
	for name, text := range now {
		if was, ok := before[name]; !has(wanted, name) && (!ok || was != text) {
			bad[name] = true
		}
	}
	return slices.Sorted(maps.Keys(bad))
}

// changed is what the want sections would have to say of a tree.
func (f *fixture) changed(now tree) tree {
	out := tree{}
	for name, text := range now {
		if was, ok := f.before[name]; !ok || was != text || has(f.wanted, name) {
			out[name] = text
		}
	}
	return out
}

// brief names a few.
func brief(names []string) string {
	const most = 5
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// diff gives what differs from the tree as it was made, as git writes it.
func (f *fixture) diff(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := starlark.UnpackArgs(b.Name(), args, kwargs); err != nil {
		return nil, err
	}
	now, err := f.now()
	if err != nil {
		return nil, err
	}
	all := maps.Clone(f.before)
	maps.Copy(all, now)
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if was, is := has(f.before, name), has(now, name); was != is || f.before[name] != now[name] {
			out.WriteString(hunkengine.GitDiff(side(name, f.before[name], was), side(name, now[name], is)))
		}
	}
	return starlark.String(out.String()), nil
}

// unchanged demands that a file is as it was made; it says whether it is.
func (f *fixture) unchanged(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	name, now, err := f.named(b, args, kwargs)
	if err != nil {
		return nil, err
	}
	if !has(f.before, name) {
		return nil, fmt.Errorf("fixture.unchanged: the fixture has no file %q%s", name, near(name, f.before))
	}
	if has(now, name) && now[name] == f.before[name] {
		return starlark.True, nil
	}
	f.test.fail(thread, name+" was changed", hunkengine.GitDiff(side(name, f.before[name], true), side(name, now[name], has(now, name))))
	return starlark.False, nil
}

// read gives the text of a file as it is now.
func (f *fixture) read(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	name, now, err := f.named(b, args, kwargs)
	if err != nil {
		return nil, err
	}
	if !has(now, name) {
		return nil, fmt.Errorf("fixture.read: there is no file %q now%s", name, near(name, now))
	}
	return starlark.String(now[name]), nil
}

// files lists the files that are there now, sorted.
func (f *fixture) files(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := starlark.UnpackArgs(b.Name(), args, kwargs); err != nil {
		return nil, err
	}
	now, err := f.now()
	if err != nil {
		return nil, err
	}
	var out []starlark.Value
	for _, name := range slices.Sorted(maps.Keys(now)) {
		out = append(out, starlark.String(name))
	}
	return starlark.NewList(out), nil
}

// named unpacks a path, and takes the tree as it is now.
func (f *fixture) named(b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (name string, now tree, err error) {
	if err = starlark.UnpackArgs(b.Name(), args, kwargs, "path", &name); err == nil {
		now, err = f.now()
	}
	return name, now, err
}

// near offers a name that was probably meant.
func near(name string, in tree) string {
	if guess := spec.Nearest(name, slices.Sorted(maps.Keys(in))); guess != "" {
		return fmt.Sprintf("; did you mean %q?", guess)
	}
	return ""
}
