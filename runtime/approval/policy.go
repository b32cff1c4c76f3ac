package approval

// This file reads and writes policies. What is not known is refused, never ignored.

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"devstar/runtime/spec"
	"devstar/runtime/strictjson"
)

// PolicyError is a mistake in a policy or a record; Line and Column are 1-based, 0 when unknown.
type PolicyError struct {
	File    string
	Line    int
	Column  int
	Where   string // "rules[0].action"
	Message string
	Next    string
}

// Error returns the file, the line, the place and what is wrong.
func (e *PolicyError) Error() string {
	text := e.File
	if e.Line > 0 {
		text = fmt.Sprintf("%s:%d", e.File, e.Line)
	}
	if e.Where != "" {
		text += ": " + e.Where
	}
	return text + ": " + e.Message
}

// Reason returns "policy".
func (e *PolicyError) Reason() string { return "policy" }

// Hint returns the next step.
func (e *PolicyError) Hint() string {
	if e.Next != "" {
		return e.Next
	}
	return `a policy is {"version": 1, "rules": [{"effect": "write", "match": {"paths": "src/**"}, "action": "allow"}]}`
}

// unknown is a name that is not known.
type unknown struct {
	what, name string
	known      []string
}

// Error names it and what is known.
func (e *unknown) Error() string {
	return fmt.Sprintf("unknown %s %q; known are %s", e.what, e.name, strings.Join(e.known, ", "))
}

// Hint offers the name that was probably meant, "" for none.
func (e *unknown) Hint() string { return spec.Suggest(e.name, e.known) }

// ParsePolicy reads a policy file (JSON); file names it in errors, which are *PolicyError.
func ParsePolicy(file string, data []byte) ([]Rule, error) {
	doc, err := strictjson.Decode(data)
	if err != nil {
		return nil, unparsed(file, err, "")
	}
	return FromValue(file, doc.Value, doc.Line)
}

// unparsed is the error of a file that is no JSON.
func unparsed(file string, err error, next string) *PolicyError {
	e := &PolicyError{File: file, Message: err.Error(), Next: next}
	var at *strictjson.Error
	if errors.As(err, &at) {
		e.Line, e.Column, e.Message = at.Line, at.Column, at.Message
	}
	return e
}

// FromValue reads a policy from decoded values: {"version": 1, "rules": [...]}. line gives the line of a place, and may be nil.
func FromValue(file string, value any, line func(where string) int) ([]Rule, error) {
	refuse := func(where, message, next string) error {
		e := &PolicyError{File: file, Where: where, Message: message, Next: next}
		if line != nil {
			e.Line = line(where)
		}
		return e
	}
	if err := spec.Validate(policyType(), value, "policy"); err != nil {
		return nil, refuse(strings.TrimPrefix(strings.TrimPrefix(err.Param, "policy"), "."), err.Message, err.Next)
	}
	top := value.(map[string]any)
	if v := top["version"].(int64); v != 1 {
		return nil, refuse("version", fmt.Sprintf("version %d is not known", v), "write 1")
	}
	list, _ := top["rules"].([]any)
	rules := make([]Rule, len(list))
	for i, v := range list {
		where := fmt.Sprintf("rules[%d]", i)
		rules[i] = ruleOf(v.(map[string]any))
		rules[i].Source = fmt.Sprintf("rule %d of %s", i+1, file)
		if err := rules[i].check(); err != nil {
			return nil, refuse(where, err.Error(), suggestion(err))
		}
	}
	return rules, nil
}

func suggestion(err error) string {
	if u, ok := err.(*unknown); ok {
		return u.Hint()
	}
	return ""
}

func ruleOf(o map[string]any) Rule {
	a := spec.Args(o)
	r := Rule{Effects: a.Strings("effect"), Action: Action(a.String("action")), Reason: a.String("reason")}
	if m, ok := o["match"].(map[string]any); ok {
		match := spec.Args(m)
		r.Match.Paths, r.Match.Origin = match.Strings("paths"), match.String("origin")
		if v, ok := m["replaces"].(bool); ok {
			r.Match.Replaces = &v
		}
		if v, ok := m["max_entries"].(int64); ok {
			n := int(v)
			r.Match.MaxEntries = &n
		}
	}
	return r
}

// policyType is the form of a policy.
func policyType() spec.Type {
	text := spec.Type{Shape: spec.String}
	list := spec.Type{Shape: spec.Selector, NonEmpty: true}
	match := spec.Type{Shape: spec.Object, Fields: []spec.Param{
		{Name: "paths", Type: list},
		{Name: "origin", Type: spec.Type{Shape: spec.String, Format: spec.Literal}},
		{Name: "replaces", Type: spec.Type{Shape: spec.Boolean}},
		{Name: "max_entries", Type: spec.Type{Shape: spec.Integer}},
	}}
	rule := spec.Type{Shape: spec.Object, Fields: []spec.Param{
		{Name: "effect", Type: list, Need: true},
		{Name: "match", Type: match},
		{Name: "action", Type: spec.Type{Shape: spec.String, Enum: []string{string(Allow), string(Deny), string(Ask)}}, Need: true},
		{Name: "reason", Type: text},
	}}
	return spec.Type{Shape: spec.Object, Fields: []spec.Param{
		{Name: "version", Type: spec.Type{Shape: spec.Integer}, Need: true},
		{Name: "rules", Type: spec.Type{Shape: spec.List, Elem: &rule}, Need: true},
	}}
}

// FormatPolicy writes rules as a policy file.
func FormatPolicy(rules []Rule) []byte {
	type match struct {
		Paths      []string `json:"paths,omitempty"`
		Origin     string   `json:"origin,omitempty"`
		Replaces   *bool    `json:"replaces,omitempty"`
		MaxEntries *int     `json:"max_entries,omitempty"`
	}
	type rule struct {
		Effect any    `json:"effect"`
		Match  *match `json:"match,omitempty"`
		Action Action `json:"action"`
		Reason string `json:"reason,omitempty"`
	}
	out := struct {
		Version int    `json:"version"`
		Rules   []rule `json:"rules"`
	}{Version: 1, Rules: []rule{}}
	for _, r := range rules {
		row := rule{Effect: r.Effects, Action: r.Action, Reason: r.Reason}
		if len(r.Effects) == 1 {
			row.Effect = r.Effects[0]
		}
		if m := (match{r.Match.Paths, r.Match.Origin, r.Match.Replaces, r.Match.MaxEntries}); len(m.Paths) > 0 || m.Origin != "" || m.Replaces != nil || m.MaxEntries != nil {
			row.Match = &m
		}
		out.Rules = append(out.Rules, row)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	e.Encode(out) // strings and numbers always encode
	return b.Bytes()
}

// Keep puts "always" answers into a policy: behind its denials, so that none is lifted, and where it can before what else it
// has. Rules that stand there already are left out.
func Keep(policy, always []Rule) []Rule {
	at := 0
	for i, r := range policy {
		if r.Action == Deny {
			at = i + 1
		}
	}
	var fresh []Rule
	for _, r := range always {
		same := func(o Rule) bool {
			return o.Action == r.Action && slices.Equal(o.Effects, r.Effects) && slices.Equal(o.Match.Paths, r.Match.Paths) &&
				o.Match.Origin == "" && o.Match.Replaces == nil && o.Match.MaxEntries == nil
		}
		if !slices.ContainsFunc(policy, same) && !slices.ContainsFunc(fresh, same) {
			r.Reason = cmp.Or(r.Reason, sourcePerson)
			fresh = append(fresh, r)
		}
	}
	return slices.Concat(policy[:at], fresh, policy[at:])
}

// Order puts the rules of the command line before those of the policy, and denials first.
func Order(deny, allow, policy []Rule) []Rule {
	return slices.Concat(deny, allow, policy)
}
