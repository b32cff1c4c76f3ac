package main

// This file shows when the first collection is put off.

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTheFirstCollection(t *testing.T) {
	before := debug.SetGCPercent(50)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	collectLater(func(string) string { return "50" })
	assert.Equal(t, 50, debug.SetGCPercent(50), "what the user set stays")
	collectLater(func(string) string { return "" })
	assert.Equal(t, 800, debug.SetGCPercent(50))
}
