package startest

// This file is the module assert. An assertion that does not hold is recorded, and the test goes on.

import (
	"fmt"
	"regexp"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"devstar/hunkengine"
	"devstar/starlib"
)

type builtin = func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error)

// assertModule makes the module for one test.
func assertModule(t *testing) *starlarkstruct.Module {
	members := starlark.StringDict{}
	for name, do := range map[string]builtin{
		"eq": t.eq, "ne": t.ne, "true": t.isTrue, "contains": t.contains, "matches": t.matches, "fails": t.fails,
	} {
		members[name] = starlark.NewBuiltin("assert."+name, do)
	}
	return &starlarkstruct.Module{Name: "assert", Members: members}
}

// eq demands that two values are equal; strings of several lines are shown as a diff.
func (t *testing) eq(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var got, want starlark.Value
	message := ""
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "got", &got, "want", &want, "message?", &message); err != nil {
		return nil, err
	}
	same, err := starlark.Equal(got, want)
	if err != nil || same {
		return starlark.None, err
	}
	x, isText := starlark.AsString(got)
	y, alsoText := starlark.AsString(want)
	if isText && alsoText && strings.Contains(x+y, "\n") {
		t.fail(thread, titled(message, "the texts differ"), hunkengine.Unified("want", "got", y, x))
		return starlark.None, nil
	}
	t.fail(thread, titled(message, fmt.Sprintf("got %s, want %s", got, want)), "")
	return starlark.None, nil
}

// ne demands that two values differ.
func (t *testing) ne(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var got, other starlark.Value
	message := ""
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "got", &got, "unwanted", &other, "message?", &message); err != nil {
		return nil, err
	}
	same, err := starlark.Equal(got, other)
	if err == nil && same {
		t.fail(thread, titled(message, fmt.Sprintf("got %s, want another value", got)), "")
	}
	return starlark.None, err
}

// isTrue demands a value that is true.
func (t *testing) isTrue(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var got starlark.Value
	message := ""
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "condition", &got, "message?", &message); err != nil {
		return nil, err
	}
	if !got.Truth() {
		t.fail(thread, titled(message, fmt.Sprintf("%s is not true", got)), "")
	}
	return starlark.None, nil
}

// contains demands that a text, list, dict or set holds something.
func (t *testing) contains(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var whole, part starlark.Value
	message := ""
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "whole", &whole, "part", &part, "message?", &message); err != nil {
		return nil, err
	}
	in, err := starlark.Binary(inToken, part, whole)
	if err == nil && !in.Truth() {
		t.fail(thread, titled(message, fmt.Sprintf("%s is not in %s", part, whole)), "")
	}
	return starlark.None, err
}

// matches demands that a regular expression is found in a text.
func (t *testing) matches(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var text, pattern, message string
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "text", &text, "pattern", &pattern, "message?", &message); err != nil {
		return nil, err
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("assert.matches: pattern: %w; arguments are (text, pattern)", err)
	}
	if !re.MatchString(text) {
		t.fail(thread, titled(message, fmt.Sprintf("%q is not found in %q", pattern, text)), "")
	}
	return starlark.None, nil
}

// fails demands that a call of a function fails, with an error in which the pattern is found; it returns that error. The
// workspace is afterwards as before.
func (t *testing) fails(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var f starlark.Callable
	pattern := ""
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "function", &f, "pattern?", &pattern); err != nil {
		return nil, err
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("assert.fails: pattern: %w", err)
	}
	failed := starlib.SessionOf(thread).Attempt(func() error {
		_, err := starlark.Call(thread, f, nil, nil)
		return err
	})
	if failed == nil {
		t.fail(thread, f.Name()+" did not fail", "")
		return starlark.None, nil
	}
	e, fatal := starlib.FailureOf(thread, failed)
	if fatal {
		return nil, failed
	}
	if !re.MatchString(e.Error()) {
		t.fail(thread, fmt.Sprintf("%s failed, but %q is not found in its error: %s", f.Name(), pattern, e.Error()), "")
	}
	return starlib.ErrorValue(e), nil
}

// titled puts the message of a test before that of an assertion.
func titled(message, text string) string {
	if message == "" {
		return text
	}
	return message + ": " + text
}
