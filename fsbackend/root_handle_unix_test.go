//go:build unix

package fsbackend

// This file shows that an open file writes everything, also where the system takes it in parts.

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func TestHandlesWriteInParts(t *testing.T) {
	var got []byte
	var places []int
	n, err := (&handle{}).put([]byte("12345678"), func(_ int, part []byte, done int) (int, error) {
		if len(places) == 1 && len(got) == 3 {
			places = append(places, -1)
			return -1, unix.EINTR
		}
		places = append(places, done)
		part = part[:min(3, len(part))]
		got = append(got, part...)
		return len(part), nil
	})
	require.NoError(t, err)
	assert.Equal(t, 8, n)
	assert.Equal(t, "12345678", string(got))
	assert.Equal(t, []int{0, -1, 3, 6}, places)
}

func TestHandlesSayHowMuchWasWritten(t *testing.T) {
	n, err := (&handle{name: "f"}).put([]byte("12345678"), func(_ int, _ []byte, done int) (int, error) {
		if done == 0 {
			return 5, nil
		}
		return -1, unix.ENOSPC
	})
	require.ErrorIs(t, err, unix.ENOSPC)
	assert.Equal(t, 5, n)
}
