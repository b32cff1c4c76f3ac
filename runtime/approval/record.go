package approval

// This file lets approvals be given later and elsewhere: questions are recorded, marked, and answered by their ids.

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"devstar/runtime"
	"devstar/runtime/spec"
	"devstar/runtime/strictjson"
)

// Question is one recorded question. Answer is "yes", "no" or empty while nobody has marked it.
type Question struct {
	ID      string         `json:"id"`
	Effect  string         `json:"effect"`
	Message string         `json:"message"`
	Origin  runtime.Origin `json:"origin"`
	Paths   []string       `json:"paths"`
	Below   []string       `json:"below,omitempty"` // names inside of the directories among the paths
	Diff    string         `json:"diff"`
	Answer  string         `json:"answer"`
}

// Recorder is the Asker of a recording: it writes every question down and says yes, so that the plan goes on. It belongs
// over a back end that does not touch the disk.
type Recorder struct {
	mu        sync.Mutex
	Questions []Question
}

// Ask records the question.
func (r *Recorder) Ask(_ context.Context, e *runtime.Effect) (Reply, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Questions = append(r.Questions, Question{ID: e.ID(), Effect: e.Name, Message: e.Message, Origin: e.Origin, Paths: e.Paths, Below: e.Reach()[len(e.Paths):], Diff: e.Diff()})
	return Reply{Allow: true, By: "recording"}, nil
}

// Pretend is the Asker of a dry run: nobody is asked, and the answer counts as yes.
type Pretend struct{}

// Ask says yes.
func (Pretend) Ask(context.Context, *runtime.Effect) (Reply, error) {
	return Reply{Allow: true, By: "dry run"}, nil
}

// Answers is the Asker that accepts exactly the ids that were marked yes.
type Answers struct {
	byID map[string]string
}

// Ask looks the question up.
func (a *Answers) Ask(_ context.Context, e *runtime.Effect) (Reply, error) {
	switch a.byID[e.ID()] {
	case "yes":
		return Reply{Allow: true, By: "answers"}, nil
	case "no":
		return Reply{By: "answers", Reason: "it is marked no"}, nil
	case "":
		return Reply{By: "answers", Reason: "it is not among them, or changed since it was recorded", Next: "record the plan again, and mark what may be done"}, nil
	}
	return Reply{By: "answers", Reason: "nobody has marked it", Next: `mark it with "answer": "yes" when it may be done`}, nil
}

const unmarked = "unmarked"

// FormatQuestions writes a record.
func FormatQuestions(list []Question) ([]byte, error) {
	if list == nil {
		list = []Question{}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(struct {
		Version   int        `json:"version"`
		Questions []Question `json:"questions"`
	}{1, list})
	return b.Bytes(), err
}

// ParseAnswers reads a marked record; file names it in errors, which are *PolicyError.
func ParseAnswers(file string, data []byte) (*Answers, error) {
	doc, err := strictjson.Decode(data)
	if err != nil {
		return nil, unparsed(file, err, "give the file that --record wrote, with the answers marked")
	}
	if err := spec.Validate(recordType(), doc.Value, "record"); err != nil {
		return nil, &PolicyError{File: file, Line: doc.Line(err.Param), Where: err.Param, Message: err.Message, Next: `mark each question with "answer": "yes" or "no"`}
	}
	a := &Answers{byID: map[string]string{}}
	list, _ := doc.Value.(map[string]any)["questions"].([]any)
	for i, v := range list {
		q := spec.Args(v.(map[string]any))
		answer := q.String("answer")
		if answer == "" {
			answer = unmarked
		}
		if _, twice := a.byID[q.String("id")]; twice {
			return nil, &PolicyError{File: file, Where: fmt.Sprintf("questions[%d].id", i), Message: "the id stands there twice", Next: "record again"}
		}
		a.byID[q.String("id")] = answer
	}
	return a, nil
}

// recordType is the form of a record.
func recordType() spec.Type {
	text, anything := spec.Type{Shape: spec.String}, spec.Type{Shape: spec.Any, Null: true}
	question := spec.Type{Shape: spec.Object, Fields: []spec.Param{
		{Name: "id", Type: spec.Type{Shape: spec.String, Format: spec.Literal}, Need: true},
		{Name: "effect", Type: text}, {Name: "message", Type: text}, {Name: "origin", Type: anything},
		{Name: "paths", Type: anything}, {Name: "below", Type: anything}, {Name: "diff", Type: text},
		{Name: "answer", Type: spec.Type{Shape: spec.String, Enum: []string{"", "yes", "no"}}},
	}}
	return spec.Type{Shape: spec.Object, Fields: []spec.Param{
		{Name: "version", Type: spec.Type{Shape: spec.Integer, Min: 1}, Need: true},
		{Name: "questions", Type: spec.Type{Shape: spec.List, Elem: &question}, Need: true},
	}}
}
