package spec

// This file checks one value against one type. Nothing is coerced.

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"devstar/hunkengine"
	"devstar/runtime/callfinder"
	"devstar/runtime/locate"
	"devstar/runtime/match"
	"devstar/workspace"
)

// ArgError is an argument that a builtin cannot take: which one, what is wrong with it, what to write instead.
type ArgError struct {
	Builtin string // "edit"
	Param   string // "edits[0].find"; "" when the call as a whole is wrong
	Path    string // the file the call is about, "" when it names none
	Message string // what is wrong, without the names
	Next    string // the next step
	Word    string // the reason; "" for none
	Cause   error  // why a path, pattern or patch is refused; nil for the rest
}

// Error returns the builtin, the parameter and what is wrong with it.
func (e *ArgError) Error() string {
	switch {
	case e.Param == "":
		return e.Builtin + ": " + e.Message
	case e.Builtin == "":
		return e.Param + ": " + e.Message
	}
	return e.Builtin + ": " + e.Param + ": " + e.Message
}

// Unwrap returns the cause.
func (e *ArgError) Unwrap() error { return e.Cause }

// Reason returns a stable word for the kind of mistake, "" where the code says enough.
func (e *ArgError) Reason() string { return e.Word }

// Hint returns the next step.
func (e *ArgError) Hint() string { return e.Next }

// Validate checks v against t; at names the value in messages ("edits[0].find").
func Validate(t Type, v any, at string) *ArgError {
	if unknown(v) {
		return nil
	}
	if v == nil {
		if t.Null {
			return nil
		}
		return wrong(at, t, v)
	}
	switch t.Shape {
	case String:
		return validateString(t, v, at)
	case Integer:
		return validateInteger(t, v, at)
	case Boolean:
		if _, ok := v.(bool); !ok {
			return wrong(at, t, v)
		}
	case OneOrAll:
		return validateCount(t, v, at)
	case Selector:
		return validateSelector(t, v, at)
	case List:
		return validateList(t, v, at)
	case Object:
		return validateObject(t, v, at)
	case Callable:
		if !IsHost(v) {
			return wrong(at, t, v)
		}
	case TextOrCall:
		if _, text := v.(string); !text && !IsHost(v) {
			return wrong(at, t, v)
		}
	}
	return nil
}

// IsHost reports whether v is a value of the embedding language (a function, a match) rather than plain data.
func IsHost(v any) bool {
	switch v.(type) {
	case nil, bool, int64, float64, string, []any, map[string]any:
		return false
	}
	return true
}

func wrong(at string, t Type, v any) *ArgError {
	return &ArgError{Param: at, Message: fmt.Sprintf("want %s, got %s", t.Noun(), Describe(v))}
}

// Describe names a value in messages: its kind and, where short, the value.
func Describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		return fmt.Sprintf("the boolean %v", v)
	case int64:
		return fmt.Sprintf("the integer %d", v)
	case float64:
		return fmt.Sprintf("the number %v", v)
	case string:
		return "the string " + Quote(v)
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	if t, ok := v.(interface{ Type() string }); ok {
		return "a " + t.Type()
	}
	return fmt.Sprintf("a %T", v)
}

// Quote quotes a string for a message, cut at 60 characters.
func Quote(s string) string {
	if r := []rune(s); len(r) > 60 {
		return fmt.Sprintf("%q...", string(r[:60]))
	}
	return fmt.Sprintf("%q", s)
}

func validateString(t Type, v any, at string) *ArgError {
	if unknown(v) {
		return nil
	}
	s, ok := v.(string)
	if !ok {
		return wrong(at, t, v)
	}
	if len(t.Enum) > 0 && !slices.Contains(t.Enum, s) {
		return &ArgError{Param: at, Message: fmt.Sprintf("%s is not one of %s", Quote(s), quoteAll(t.Enum)),
			Next: Suggest(s, t.Enum)}
	}
	return validateFormat(t.Format, s, at)
}

func quoteAll(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = fmt.Sprintf("%q", n)
	}
	return strings.Join(out, ", ")
}

func validateFormat(f Format, s, at string) *ArgError {
	if f == Path || f == Pattern {
		if err := notAPath(s, at); err != nil {
			return err
		}
	}
	switch f {
	case Path:
		if _, err := workspace.ParsePath(s); err != nil {
			return fromFailure(at, err)
		}
	case Pattern:
		if _, err := workspace.ParseSelector([]string{s}, nil); err != nil {
			return fromFailure(at, err)
		}
	case Regexp:
		if _, err := match.Names(s, match.AtLines); err != nil {
			return fromFailure(at, err)
		}
	case PlainRegexp:
		if _, err := match.Names(s, match.Anywhere); err != nil {
			return fromFailure(at, err)
		}
	case CallName:
		if _, err := callfinder.ParseName(s); err != nil {
			return fromFailure(at, err)
		}
	case KeyPath:
		if _, err := locate.ParseKey(s); err != nil {
			return fromFailure(at, err)
		}
	case Patch:
		if hunkengine.IsUnified(s) {
			_, err := hunkengine.ParseEnvelope(s)
			return fromFailure(at, err)
		}
	case Label:
		if s == "" {
			return &ArgError{Param: at, Message: "the label is empty", Next: "give it a name, or leave label out to use the path"}
		}
	case OldLines, Literal:
		if s == "" {
			return &ArgError{Param: at, Message: string(f) + " text is empty", Word: "empty",
				Next: "say which text is looked for; to add lines use insert(path, text, before=... or after=...)"}
		}
	}
	return nil
}

// longestPath is longer than any path that a system takes.
const longestPath = 4096

// notAPath refuses the text of a file where its name is wanted, without quoting all of it.
func notAPath(s, at string) *ArgError {
	if len(s) <= longestPath {
		return nil
	}
	return &ArgError{Param: at, Message: fmt.Sprintf("want a path, got a text of %d bytes, %s", len(s), Quote(s)),
		Next: `name the file: paths="a.go"; in a text use re.finditer(pattern, text) or re.sub(pattern, replacement, text)`}
}

// failure is what errors of the packages below carry.
type failure interface {
	error
	Reason() string
	Hint() string
}

func fromFailure(at string, err error) *ArgError {
	e := &ArgError{Param: at, Message: err.Error(), Cause: err}
	if f, ok := err.(failure); ok {
		e.Word, e.Next = f.Reason(), f.Hint()
	}
	return e
}

func validateInteger(t Type, v any, at string) *ArgError {
	n, ok := v.(int64)
	if !ok {
		return wrong(at, t, v)
	}
	if n < t.Min {
		return &ArgError{Param: at, Message: fmt.Sprintf("want an integer of at least %d, got %d", t.Min, n),
			Next: lineHint(t.Min)}
	}
	return nil
}

func lineHint(least int64) string {
	if least == 1 {
		return "lines are numbered from 1"
	}
	return ""
}

func validateCount(t Type, v any, at string) *ArgError {
	switch v := v.(type) {
	case string:
		if v == "all" || v == "any" {
			return nil
		}
	case int64:
		if v > 0 {
			return nil
		}
		return &ArgError{Param: at, Message: fmt.Sprintf("count is %d, which changes nothing", v),
			Next: `give the exact number of places, "all" (at least one) or "any" (also none)`}
	}
	return wrong(at, t, v)
}

func validateSelector(t Type, v any, at string) *ArgError {
	if s, ok := v.(string); ok {
		return validateFormat(t.Format, s, at)
	}
	l, ok := v.([]any)
	if !ok {
		return wrong(at, t, v)
	}
	if len(l) == 0 && t.NonEmpty {
		return &ArgError{Param: at, Message: "the list is empty", Word: "empty", Next: `name at least one path or pattern, such as "src/**"`}
	}
	for i, e := range l {
		if err := validateString(Type{Shape: String, Format: t.Format}, e, fmt.Sprintf("%s[%d]", at, i)); err != nil {
			return err
		}
	}
	return nil
}

func validateList(t Type, v any, at string) *ArgError {
	l, ok := v.([]any)
	if !ok {
		return wrong(at, t, v)
	}
	if len(l) == 0 && t.NonEmpty {
		return &ArgError{Param: at, Message: "the list is empty", Word: "empty", Next: "give at least one"}
	}
	for i, e := range l {
		if err := Validate(*t.Elem, e, fmt.Sprintf("%s[%d]", at, i)); err != nil {
			return err
		}
	}
	return nil
}

func validateObject(t Type, v any, at string) *ArgError {
	o, ok := v.(map[string]any)
	if !ok {
		return wrong(at, t, v)
	}
	if err := unknownKeys(t, o, at); err != nil {
		return err
	}
	for _, f := range t.Fields {
		e, ok := o[f.Name]
		if !ok {
			if f.Need {
				return &ArgError{Param: at, Message: fmt.Sprintf("lacks %q", f.Name), Next: objectForm(t)}
			}
			continue
		}
		if err := Validate(f.Type, e, at+"."+f.Name); err != nil {
			return err
		}
	}
	return nil
}

func unknownKeys(t Type, o map[string]any, at string) *ArgError {
	names := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		names[i] = f.Name
	}
	keys := make([]string, 0, len(o))
	for k := range o {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		if slices.Contains(names, k) {
			continue
		}
		e := &ArgError{Param: at, Message: fmt.Sprintf("unknown key %q", k), Next: objectForm(t)}
		for _, a := range t.Foreign {
			if slices.Contains(a.Keys, k) {
				e.Message += ", a key of " + a.Of
				return e
			}
		}
		if s := Suggest(k, names); s != "" {
			e.Next = s
		}
		return e
	}
	return nil
}

func objectForm(t Type) string {
	parts := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		parts[i] = fmt.Sprintf("%q: %s", f.Name, f.Type.Shape)
		if !f.Need {
			parts[i] += " (optional)"
		}
	}
	return "write {" + strings.Join(parts, ", ") + "}"
}
