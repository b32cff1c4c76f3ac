package runtime

// This file spreads work over the processors.

import (
	"context"
	goruntime "runtime"
	"sync"
	"sync/atomic"
)

// parallel calls do for every number below n, on all processors, until ctx ends.
func parallel(ctx context.Context, n int, do func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(goruntime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wg.Wait()
}
