package runtime

// This file answers for steps that are not there: unknown ones, and those that need an engine nobody configured.

import (
	"fmt"
	"slices"
	"strings"

	"devstar/runtime/spec"
)

// Available lists the steps of JSON plans that can be used in this session, in the order of the table.
func (s *Session) Available() []string {
	return slices.DeleteFunc(spec.Steps(), func(name string) bool {
		b, _ := spec.Find(name)
		return b.Capability != "" && !s.Has(b.Capability)
	})
}

// capability returns the error for a step whose capability is not configured, nil when it is.
func (s *Session) capability(step string) error {
	if err := s.Lacks(step); err != nil {
		return err
	}
	return nil
}

// Lacks returns the error for calling step without its capability, nil when it can be called.
func (s *Session) Lacks(step string) *Error {
	b, ok := spec.Find(step)
	if !ok || b.Capability == "" || s.Has(b.Capability) {
		return nil
	}
	e := NewError(CodeCapability, step, "", fmt.Sprintf("leave it out, or ask with has(%q) first", step))
	e.Available = s.Available()
	e.Message = fmt.Sprintf("no engine for %s is configured: do not retry; available are %s", step, strings.Join(e.Available, ", "))
	return e
}

func (s *Session) unknownStep(name string) *Error {
	e := NewError(CodeUnknownStep, name, "", "")
	e.Available = s.Available()
	e.Message = fmt.Sprintf("unknown step %q; available are %s", name, strings.Join(e.Available, ", "))
	e.Hint = spec.Suggest(name, e.Available)
	if e.Hint == "" {
		e.Hint = "use one of the steps listed in available"
	}
	return e
}
