package fsbackend

// This file holds the errors that no errno says well, and the two shapes every error of a back end has.

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"syscall"
)

// ErrOutside is the error of a name that is absolute or has a ".." component.
var ErrOutside = errors.New("the name leads outside the root")

// ErrSpecial is the error of opening what is neither a regular file nor a directory (FIFO, socket, device).
var ErrSpecial = errors.New("neither a regular file nor a directory")

// SymlinkError is the error of a name that has a symlink where none is followed.
type SymlinkError struct {
	At string // slash path of the link; "" where the operating system did not say which component it is
}

// Error says where the link is.
func (e *SymlinkError) Error() string {
	if e.At == "" {
		return "a symlink is not followed"
	}
	return "the symlink " + strconv.Quote(e.At) + " is not followed"
}

// Is makes a SymlinkError the same as the errno ELOOP.
func (e *SymlinkError) Is(target error) bool { return target == syscall.ELOOP }

// pathError returns nil for a nil err, else err with the operation and the name.
func pathError(op, name string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: op, Path: name, Err: bare(err)}
}

// linkError returns nil for a nil err, else err with the operation and both names.
func linkError(op, from, to string, err error) error {
	if err == nil {
		return nil
	}
	return &os.LinkError{Op: op, Old: from, New: to, Err: bare(err)}
}

// bare takes off the name that a lower layer gave an error, so that no error names two paths for one thing.
func bare(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
