package engine

// This file runs tools, and turns what they break into errors.

import (
	"context"
	"errors"
	"fmt"
)

// Job is one tool with what it is asked.
type Job struct {
	Tool    Tool
	Request *Request
}

// Run runs jobs at the same time and returns their answers in the same order. The error is that of the first job that failed:
// an *Error, or the one of ctx.
func Run(ctx context.Context, jobs []Job) ([]*Response, error) {
	out, errs := make([]*Response, len(jobs)), make([]error, len(jobs))
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	slots, done := NewSlots(), make(chan struct{})
	for i := range jobs {
		jobs[i].Request.Slots = slots
		go func() {
			defer func() { done <- struct{}{} }()
			if out[i], errs[i] = runOne(ctx, jobs[i]); errs[i] != nil {
				stop()
			}
		}()
	}
	for range jobs {
		<-done
	}
	return out, first(errs)
}

// runOne runs one job; a tool that panics has failed.
func runOne(ctx context.Context, j Job) (r *Response, err error) {
	defer func() {
		if p := recover(); p != nil {
			r, err = nil, &Error{Engine: j.Request.Engine, Step: j.Request.Step, Word: ReasonFailed, Message: fmt.Sprintf("it broke: %v", p)}
		}
	}()
	r, err = j.Tool.Run(ctx, j.Request)
	var own *Error
	switch {
	case err == nil && r == nil:
		return &Response{}, nil
	case err == nil, errors.As(err, &own), ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return r, err
	}
	return nil, failed(j.Request.Engine, j.Request.Step, err)
}
