package fsbackend

// This file is Memory: a strict file system in memory.

import (
	"io/fs"
	"time"
)

// Memory is a file system in memory that refuses what a disk refuses, with the errno a disk gives. It has symlinks, hard
// links, modes, locks and identities; it implements afero.Fs and every optional interface of the package. It acts as
// an ordinary user (1000, group 1000, umask 022) who owns the root, so permission bits hold. Time is a counter: every change is one
// microsecond later than the one before it, so two equal runs give equal times. Safe for concurrent use. A file may
// hold up to 1 GiB.
type Memory struct{ *tree }

// The owner of everything in Memory.
const memoryUser = 1000

// NewMemory returns an empty file system.
func NewMemory() *Memory {
	t := &tree{kind: "memory", actor: Owner{UID: memoryUser, GID: memoryUser}, checked: true, umask: 0o022}
	t.top = t.newNode(fs.ModeDir|0o755, nil)
	return &Memory{tree: t}
}

// epoch is when the first change happens.
func epoch() time.Time { return time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC) }
