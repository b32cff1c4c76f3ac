package workspace

// This file does the same work on many files on all processors.

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// each does n pieces of work, 0 to n-1, on as many goroutines as there are processors. worker is called once for each
// goroutine and returns what does one piece; the pieces must not depend on each other.
func each(n int, worker func() func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			do := worker()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wg.Wait()
}
