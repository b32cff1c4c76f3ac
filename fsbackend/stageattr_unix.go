//go:build unix

package fsbackend

// This file looks for extended attributes on an open file of Root.

import (
	"github.com/spf13/afero"
	"golang.org/x/sys/unix"
)

// bare says that an open file has no extended attributes, access control lists included.
func (r *Root) bare(f afero.File) bool {
	own, ok := f.(*rootFile)
	if !ok {
		return false
	}
	found := true
	err := onHandle(own.openFile, func(fd int) error {
		names, err := listXattrs(fd)
		found = err != nil && err != unix.ENOTSUP || len(names) > 0
		return nil
	})
	return err == nil && !found
}
