package startest

// This file is t.run: a script, run over the tree as devstar run would.

import (
	"errors"
	"fmt"

	"github.com/spf13/afero"
	"go.starlark.net/starlark"

	"devstar/fsbackend"
	"devstar/runtime"
	"devstar/starlib"
)

// run runs a script with arguments for its main and gives its result. Steps of the test that follow see what it wrote.
func (f *fixture) run(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var module string
	if err := starlark.UnpackPositionalArgs(b.Name(), args, nil, 1, &module); err != nil {
		return nil, fmt.Errorf("%w; write t.run(\"x.star\", parameter=value)", err)
	}
	if len(f.ambient.Pending()) > 0 {
		return nil, errors.New("fixture.run: the test itself has changed files in memory only, which the script would not see: call write() before it")
	}
	src, err := f.script(module, kwargs)
	if err != nil {
		return nil, err
	}
	res, err := f.once(src, f.fs)
	if err != nil {
		return nil, err
	}
	if e := res.Error; e != nil {
		f.test.Runs = append(f.test.Runs, fmt.Sprintf("t.run(%q) in line %d failed: %s", module, starlib.CallSite(thread).Line, placed(e)))
	}
	if f.test.file.options.Idempotent && res.OK {
		if err := f.again(thread, module, src); err != nil {
			return nil, err
		}
	}
	if err := f.enter(thread); err != nil {
		return nil, err
	}
	return starlib.ResultValue(res)
}

// placed is an error with its place.
func placed(e *runtime.Error) string {
	if e.Position == nil {
		return e.Error()
	}
	return fmt.Sprintf("%s:%d: %s", e.Position.File, e.Position.Line, e.Error())
}

// script finds a script and its arguments.
func (f *fixture) script(module string, kwargs []starlark.Tuple) (starlib.Source, error) {
	file := f.test.file
	name, text, err := file.loader(file.Name).Load(file.Name, module)
	if err != nil {
		hint := ""
		if h, ok := err.(interface{ Hint() string }); ok && h.Hint() != "" {
			hint = "; " + h.Hint()
		}
		return starlib.Source{}, fmt.Errorf("fixture.run(%q): %w%s", module, err, hint)
	}
	values := map[string]any{}
	for _, kv := range kwargs {
		key := string(kv[0].(starlark.String))
		if values[key], err = starlib.Data(kv[1]); err != nil {
			return starlib.Source{}, fmt.Errorf("fixture.run: %s: %w", key, err)
		}
	}
	if len(values) == 0 {
		values = nil
	}
	o := starlib.Options{Loader: file.loader(name), Values: values, MaxSteps: file.options.MaxSteps, Line: file.line()}
	return starlib.Source{Name: name, Text: text, Options: o}, nil
}

// once runs a script in a session of its own.
func (f *fixture) once(src starlib.Source, fsys afero.Fs) (*runtime.Result, error) {
	s, err := f.session(fsys)
	if err != nil {
		return nil, err
	}
	ctx := runtime.WithHandlers(f.test.ctx, f.handlers...)
	res := s.Finish(starlib.Run(ctx, s, src))
	return res, f.test.ctx.Err()
}

// again runs a script a second time, over what it made: it must succeed and change nothing. The tree stays as it is.
func (f *fixture) again(thread *starlark.Thread, module string, src starlib.Source) error {
	res, err := f.once(src, fsbackend.NewOverlay(f.fs))
	if err != nil {
		return err
	}
	switch {
	case !res.OK && res.Error != nil:
		f.test.fail(thread, fmt.Sprintf("%s is not idempotent: run again, it fails: %s", module, res.Error.Error()), "")
	case !res.OK:
		f.test.fail(thread, module+" is not idempotent: run again, it is not ok", "")
	case len(res.Changes) > 0:
		names := make([]string, len(res.Changes))
		for i, c := range res.Changes {
			names[i] = c.Path
		}
		f.test.fail(thread, fmt.Sprintf("%s is not idempotent: run again, it changes %s", module, brief(names)), "")
	}
	return nil
}
