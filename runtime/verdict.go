package runtime

// This file decides whether an effect happens: the script's handlers first, the host always and last. A script can turn
// the host's yes into no, never its no into yes.

import (
	"context"
	"fmt"
	"strings"
)

// Verdict is what the handlers of a script said about an effect, taken together.
type Verdict int

// The verdicts of handlers. A rejection is none of them: it ends the question.
const (
	NoOpinion Verdict = iota
	Approved          // a handler approved, none asked
	Asked             // a handler wants a person to be asked
	Rejected          // only in answers of handlers
)

// Answer is what one handler says.
type Answer struct {
	Verdict Verdict
	Reason  string // of a rejection
}

// Handler is a script's answer to effects. An error means that nothing happens.
type Handler func(ctx context.Context, e *Effect) (Answer, error)

type handlersKey struct{}

// WithHandlers returns a context whose effects are put to the handlers, in the given order, and then to those that the
// context has already.
func WithHandlers(ctx context.Context, handlers ...Handler) context.Context {
	before, _ := ctx.Value(handlersKey{}).([]Handler)
	return context.WithValue(ctx, handlersKey{}, append(append([]Handler(nil), handlers...), before...))
}

// Decision is what the host says.
type Decision struct {
	Allow  bool
	By     string // who decided: policy, person, mode, answers, host
	Reason string // of a refusal
	Next   string // how it could be allowed
	Note   bool   // worth a line in the effects of the result, although allowed
}

// Gate is the host: it is asked about every effect, after the script's handlers. An error means that nobody could decide.
type Gate interface {
	Ask(ctx context.Context, e *Effect) (Decision, error)
}

// GateFunc is a function that is a Gate.
type GateFunc func(ctx context.Context, e *Effect) (Decision, error)

// Ask calls the function.
func (f GateFunc) Ask(ctx context.Context, e *Effect) (Decision, error) { return f(ctx, e) }

// Approve is the gate that lets everything happen.
var Approve Gate = GateFunc(func(context.Context, *Effect) (Decision, error) { return Decision{Allow: true, By: "host"}, nil })

// EffectRecord is one operation on disk that was done at once, or one approval and who answered it.
type EffectRecord struct {
	Effect string   `json:"effect"`
	ID     string   `json:"id"`
	Paths  []string `json:"paths"`
	Answer string   `json:"answer"` // allowed or rejected
	By     string   `json:"by"`     // script, policy, person, mode, answers, host, dry run, recording
	Reason string   `json:"reason,omitempty"`
	Origin Origin   `json:"origin"`
}

// ask puts an effect to the handlers and then to the host; nil lets it happen.
func (s *Session) ask(ctx context.Context, e *Effect) error {
	if err := live(ctx, e.Step); err != nil {
		return err
	}
	if s.asking {
		return NewError(CodeScript, e.Step, "an approval handler must not raise effects: it was called while one is decided", "decide from the request alone")
	}
	e.Origin, e.serial = OriginOf(ctx), s.number
	if err := s.askHandlers(ctx, e); err != nil {
		return err
	}
	d, err := s.gate.Ask(ctx, e)
	if err != nil {
		return wrap(ctx, e.Step, "", err)
	}
	if !d.Allow {
		return s.declined(e, d)
	}
	if d.Note || e.Script != NoOpinion || strings.HasPrefix(e.Name, "fs.") {
		s.record(e, "allowed", d.By, "")
	}
	return nil
}

// askHandlers asks the script's handlers from the inside out; the first rejection ends it.
func (s *Session) askHandlers(ctx context.Context, e *Effect) error {
	handlers, _ := ctx.Value(handlersKey{}).([]Handler)
	if len(handlers) == 0 {
		return nil
	}
	s.asking = true
	defer func() { s.asking = false }()
	for _, h := range handlers {
		a, err := h(ctx, e)
		switch {
		case err != nil:
			return err
		case a.Verdict == Rejected:
			return s.declined(e, Decision{By: "script", Reason: a.Reason})
		case a.Verdict > e.Script:
			e.Script = a.Verdict
		}
	}
	return nil
}

// number counts effects with equal digests.
func (s *Session) number(digest string) int {
	s.serials[digest]++
	return s.serials[digest]
}

func (s *Session) record(e *Effect, answer, by, reason string) {
	s.effects = append(s.effects, EffectRecord{Effect: e.Name, ID: e.ID(), Paths: e.Paths, Answer: answer, By: by, Reason: reason, Origin: e.Origin})
}

// declined records a refusal and makes its error.
func (s *Session) declined(e *Effect, d Decision) *Error {
	s.record(e, "rejected", d.By, d.Reason)
	who := map[string]string{"script": "denied by the script's approval handler", "policy": "denied by the policy", "person": "denied by a person",
		"answers": "denied by the recorded answers"}[d.By]
	if who == "" {
		who = "denied, for it needs an approval that was not given"
	}
	err := NewError(CodeDeclined, e.Step, who+": "+e.Message, d.Next)
	if d.Reason != "" {
		err.Message = fmt.Sprintf("%s: %s (%s)", who, d.Reason, e.Message)
	}
	err.Reason = "denied"
	if len(e.Paths) == 1 {
		err.Path = e.Paths[0]
	}
	return err
}
