package engine

// This file bounds how much runs at once, over all engines of an invocation.

import (
	"context"
	"runtime"
	"sync"
)

// Slots bound how many pieces of work run at once. The zero value and nil are one slot for each processor, not shared.
type Slots struct{ free chan struct{} }

// NewSlots returns as many slots as there are processors.
func NewSlots() *Slots { return &Slots{free: make(chan struct{}, runtime.GOMAXPROCS(0))} }

// Each calls do for 0 to n-1, as many at once as there are slots, and returns the error of the lowest index that has one.
// After an error, or when ctx ends, no further ones are started.
func (s *Slots) Each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	if s == nil || s.free == nil {
		s = NewSlots()
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	errs := make([]error, n)
	var group sync.WaitGroup
	for i := range n {
		if !s.take(ctx) {
			errs[i] = ctx.Err()
			break
		}
		group.Go(func() {
			defer func() { <-s.free }()
			if errs[i] = do(ctx, i); errs[i] != nil {
				stop()
			}
		})
	}
	group.Wait()
	return first(errs)
}

func (s *Slots) take(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case s.free <- struct{}{}:
		return ctx.Err() == nil || s.giveBack()
	}
}

func (s *Slots) giveBack() bool {
	<-s.free
	return false
}

// first returns the first error that is not only the echo of another one's.
func first(errs []error) error {
	var echo error
	for _, err := range errs {
		switch {
		case err == nil:
		case err == context.Canceled:
			echo = err
		default:
			return err
		}
	}
	return echo
}
