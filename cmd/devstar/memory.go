package main

// This file sets when memory is collected for the first time.

import (
	"runtime"
	"runtime/debug"
)

// The first collection comes at firstHeap, from then on at Go's usual doubling: most plans end before it, and would
// otherwise collect half a dozen times on the way, when nearly nothing is garbage.
const (
	firstHeap   = 32 << 20
	smallest    = 4 << 20 // heap at which Go collects first, at the usual percentage
	usualGrowth = 100     // percent
)

// collectLater puts off the first collection. A percentage that the user set in GOGC stays.
func collectLater(getenv func(string) string) {
	if getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(usualGrowth * firstHeap / smallest)
	first := new([16]byte) // not so small that Go would place it with others, which keep it alive
	runtime.AddCleanup(first, func(percent int) { debug.SetGCPercent(percent) }, usualGrowth)
}
