package workspace

// This file does the same work on many files on all processors.

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// each calls do for 0 to n-1, on as many goroutines as there are processors; the calls must not depend on each other.
func each(n int, do func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wg.Wait()
}
