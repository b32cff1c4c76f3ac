package main_test

// This file compares what a run came to with what its case expects.

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// outcome is what one run of a case came to.
type outcome struct {
	result        []byte // the result object
	exit          int    // exit code; -1 where there is no process
	before, after map[string]entry
}

// observed are the fields of a result that cases look at.
type observed struct {
	OK          bool              `json:"ok"`
	Error       json.RawMessage   `json:"error"`
	Diagnostics json.RawMessage   `json:"diagnostics"`
	Reads       map[string]string `json:"reads"`
	Written     []string          `json:"written"`
}

// problems lists everything that differs from the expectation.
func (o outcome) problems(t *testing.T, e *expectation) []string {
	var r observed
	if err := json.Unmarshal(o.result, &r); err != nil {
		return []string{fmt.Sprintf("the result is no JSON (exit %d): %v: %.300s", o.exit, err, o.result)}
	}
	p := slices.Concat(r.verdict(e), r.words(e), r.lists(e), o.tree(t, e), o.modes(t, e))
	if o.exit >= 0 && e.OK != (o.exit == 0) {
		p = append(p, fmt.Sprintf("exit code %d", o.exit))
	}
	return p
}

func (r *observed) verdict(e *expectation) []string {
	if r.OK == e.OK {
		return nil
	}
	return []string{fmt.Sprintf("ok is %v: error %s, diagnostics %s", r.OK, r.Error, r.Diagnostics)}
}

// words looks for the texts that the error must hold: in the JSON, or in a value of the error.
func (r *observed) words(e *expectation) (missing []string) {
	text := plainJSON(r.Error) + plainJSON(r.Diagnostics)
	for _, w := range e.ErrorContains {
		if !strings.Contains(text, w) && !holds(r.Error, w) {
			missing = append(missing, fmt.Sprintf("error lacks %q: %s", w, text))
		}
	}
	return missing
}

// plainJSON writes JSON without the escapes that only HTML needs.
func plainJSON(raw json.RawMessage) string {
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(raw))
}

func holds(object json.RawMessage, word string) bool {
	var fields map[string]any
	if json.Unmarshal(object, &fields) != nil {
		return false
	}
	for _, v := range fields {
		if s, ok := v.(string); ok && strings.Contains(s, word) {
			return true
		}
	}
	return false
}

func (r *observed) lists(e *expectation) (p []string) {
	if e.Reads != nil && !maps.Equal(e.Reads, r.Reads) {
		p = append(p, fmt.Sprintf("reads are %q, want %q", r.Reads, e.Reads))
	}
	if e.Written != nil && !slices.Equal(e.Written, r.Written) {
		p = append(p, fmt.Sprintf("written is %q, want %q", r.Written, e.Written))
	}
	return p
}

// tree compares the names, kinds and contents afterwards; a name nobody spoke of is a problem.
func (o outcome) tree(t *testing.T, e *expectation) (p []string) {
	want := o.before
	if !e.OutUnchanged {
		want = e.after(t, o.before)
	}
	all := maps.Clone(want)
	maps.Copy(all, o.after)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		w, wanted := want[name]
		got, there := o.after[name]
		if wanted != there || w.link != got.link || w.text != got.text {
			p = append(p, fmt.Sprintf("%s: want %s, is %s", name, show(w, wanted), show(got, there)))
		}
	}
	return p
}

func show(e entry, there bool) string {
	switch {
	case !there:
		return "absent"
	case e.link:
		return fmt.Sprintf("a link to %q", e.text)
	}
	return fmt.Sprintf("%.200q", e.text)
}

// modes wants the modes that the case names, and the mode before of every file that was there and still is.
func (o outcome) modes(t *testing.T, e *expectation) (p []string) {
	for name, got := range o.after {
		want, known := o.before[name]
		mode := want.mode
		if named, ok := e.OutModes[name]; ok {
			mode, known = octal(t, named), true
		}
		if known && !got.link && !want.link && got.mode != mode {
			p = append(p, fmt.Sprintf("%s: mode %o, want %o", name, got.mode, mode))
		}
	}
	return p
}

// TestTheComparisonCanFail feeds the comparison outcomes that are wrong in one way each.
func TestTheComparisonCanFail(t *testing.T) {
	before := map[string]entry{"a": {text: "1", mode: 0o644}, "l": {link: true, text: "a"}}
	two := "2"
	expect := expectation{OK: true, Out: map[string]*string{"a": &two}, Written: []string{"a"}, ErrorContains: []string{"word"}}
	good := func() (string, int, map[string]entry) {
		return `{"ok": true, "written": ["a"], "diagnostics": [{"message": "a word"}]}`, 0,
			map[string]entry{"a": {text: "2", mode: 0o644}, "l": {link: true, text: "a"}}
	}
	for name, spoil := range map[string]func(result *string, exit *int, after map[string]entry){
		"":                         func(*string, *int, map[string]entry) {},
		"the result is no JSON":    func(r *string, _ *int, _ map[string]entry) { *r = "" },
		"ok is false":              func(r *string, _ *int, _ map[string]entry) { *r = strings.Replace(*r, "true", "false", 1) },
		"exit code 1":              func(_ *string, exit *int, _ map[string]entry) { *exit = 1 },
		`error lacks "word"`:       func(r *string, _ *int, _ map[string]entry) { *r = strings.Replace(*r, "word", "w", 1) },
		`written is ["b"]`:         func(r *string, _ *int, _ map[string]entry) { *r = strings.Replace(*r, `["a"]`, `["b"]`, 1) },
		`a: want "2", is "1"`:      func(_ *string, _ *int, after map[string]entry) { after["a"] = entry{text: "1", mode: 0o644} },
		"a: want \"2\", is absent": func(_ *string, _ *int, after map[string]entry) { delete(after, "a") },
		"x: want absent":           func(_ *string, _ *int, after map[string]entry) { after["x"] = entry{} },
		`l: want a link to "a"`:    func(_ *string, _ *int, after map[string]entry) { after["l"] = entry{text: "a"} },
		"a: mode 755, want 644":    func(_ *string, _ *int, after map[string]entry) { after["a"] = entry{text: "2", mode: 0o755} },
	} {
		result, exit, after := good()
		spoil(&result, &exit, after)
		found := strings.Join(outcome{[]byte(result), exit, before, after}.problems(t, &expect), "\n")
		if name == "" {
			require.Empty(t, found)
			continue
		}
		require.Contains(t, found, name)
	}
}
