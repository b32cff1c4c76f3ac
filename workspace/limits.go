package workspace

// Limits: how much a workspace may hold.

import (
	"fmt"
	"strings"
)

// Limits bound a workspace. A zero field means the default: 100,000 files, 64 components of a path, 16 MiB a file, 1 GiB
// in all.
type Limits struct {
	Files, Depth          int
	FileBytes, TotalBytes int64
}

// WithDefaults returns the limits with the zero fields filled.
func (l Limits) WithDefaults() Limits {
	if l.Files == 0 {
		l.Files = 100_000
	}
	if l.Depth == 0 {
		l.Depth = 64
	}
	if l.FileBytes == 0 {
		l.FileBytes = 16 << 20
	}
	if l.TotalBytes == 0 {
		l.TotalBytes = 1 << 30
	}
	return l
}

// BoundError is a limit of the workspace that an operation would exceed.
type BoundError struct {
	Limit string // files, depth, file_bytes, total_bytes
	Value int64  // what is allowed
	Got   int64  // what it would be
	Path  Path   // the file with which the limit is exceeded
}

// Error returns the message.
func (e *BoundError) Error() string {
	what := map[string]string{
		"files":       "the workspace would hold %d files",
		"depth":       "the path has %d components",
		"file_bytes":  "the file would have %d bytes",
		"total_bytes": "the workspace would hold %d bytes",
	}[e.Limit]
	text := fmt.Sprintf(what+", the limit %s is %d", e.Got, e.Limit, e.Value)
	if e.Path == "" {
		return text
	}
	return string(e.Path) + ": " + text
}

// Reason returns the name of the limit.
func (e *BoundError) Reason() string { return e.Limit }

// Hint says how to raise the limit.
func (e *BoundError) Hint() string {
	return "take fewer or smaller files, or raise " + e.Limit + " under [limits] in devstar.toml"
}

// checkDepth refuses a path with too many components.
func (l Limits) checkDepth(p Path) error {
	if depth := strings.Count(string(p), "/") + 1; depth > l.Depth {
		return &BoundError{Limit: "depth", Value: int64(l.Depth), Got: int64(depth), Path: p}
	}
	return nil
}

// checkSize refuses a file with too many bytes.
func (l Limits) checkSize(p Path, size int64) error {
	if size > l.FileBytes {
		return &BoundError{Limit: "file_bytes", Value: l.FileBytes, Got: size, Path: p}
	}
	return nil
}

// checkSums refuses a workspace that holds too much now that p is in it.
func (l Limits) checkSums(p Path, s *state) error {
	if s.files.Len() > l.Files {
		return &BoundError{Limit: "files", Value: int64(l.Files), Got: int64(s.files.Len()), Path: p}
	}
	if s.bytes > l.TotalBytes {
		return &BoundError{Limit: "total_bytes", Value: l.TotalBytes, Got: s.bytes, Path: p}
	}
	return nil
}
