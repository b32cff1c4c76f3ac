package engine

// This file tests URIs of files.

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFilePath(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///a/b%20c.go": "/a/b c.go", "file:/a": "/a", "file://host/a": "/a", "file:///C:/x": "C:/x", "file:///%zz%4": "/%zz%4", "file:///%C3%A9": "/é",
	} {
		got, ok := FilePath(uri)
		assert.True(t, ok)
		assert.Equal(t, want, got)
	}
	for _, other := range []string{"", "/a", "a.go", "https://x/a", "file://x"} {
		_, ok := FilePath(other)
		assert.False(t, ok, other)
	}
}
