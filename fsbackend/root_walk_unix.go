//go:build unix

package fsbackend

// This file opens names component by component, for systems without a call that does it safely.

import (
	"strings"

	"golang.org/x/sys/unix"
)

// walkOpen opens a clean name below a directory, following no link.
func walkOpen(top int, path string, flag int, mode uint32) (int, error) {
	fd := top
	for {
		part, rest, more := strings.Cut(path, "/")
		flags, perm := flag|unix.O_NOFOLLOW, mode
		if more {
			flags, perm = dirFlags|unix.O_NOFOLLOW, 0
		}
		next, err := retry(func() (int, error) { return unix.Openat(fd, part, flags, perm) })
		if fd != top {
			unix.Close(fd)
		}
		if err != nil || !more {
			return next, err
		}
		fd, path = next, rest
	}
}
