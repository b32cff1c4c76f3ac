package fsbackend

// This file runs many small tasks at a time and reports errors as if they had run in order.

import (
	"context"
	"sync"
	"sync/atomic"
)

// parallel calls task for 0 to n-1, a few at a time, and begins no more of them after an error or when ctx ends. A
// task whose number was drawn is run, and numbers are drawn in order: so the lowest number that fails is always among
// the errors, whatever the timing.
func parallel(ctx context.Context, workers, n int, task func(i int) error) error {
	var next atomic.Int64
	var stop atomic.Bool
	errs := make([]error, n)
	var wg sync.WaitGroup
	for range min(workers, n) {
		wg.Go(func() {
			for !stop.Load() && ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if errs[i] = task(i); errs[i] != nil {
					stop.Store(true)
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}
