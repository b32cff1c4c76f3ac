//go:build unix

package fsbackend

// This file copies owner and extended attributes on Unix.

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// accessACL is the extended attribute in which Linux keeps the access control list of a file.
const accessACL = "system.posix_acl_access"

// CopyAttributes copies what is allowed. On macOS the access control list is not an extended attribute and stays as
// the directory gave it.
func (r *Root) CopyAttributes(from, to string) (lost []string, err error) {
	source, err := r.Open(from)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	target, err := r.Open(to)
	if err != nil {
		return nil, err
	}
	lost, err = copyOpen(source.(*rootFile).openFile, target.(*rootFile).openFile)
	if closed := target.Close(); err == nil {
		err = closed
	}
	slices.Sort(lost)
	return slices.Compact(lost), linkError("copy attributes", from, to, err)
}

// copyOpen copies between open files: owner, extended attributes, and then the mode again, which both may change.
func copyOpen(source, target openFile) (lost []string, err error) {
	err = onHandle(source, func(from int) error {
		return onHandle(target, func(to int) error {
			var was, is unix.Stat_t
			if err := unix.Fstat(from, &was); err != nil {
				return err
			}
			if err := unix.Fstat(to, &is); err != nil {
				return err
			}
			if t := uint32(was.Mode|is.Mode) & unix.S_IFMT; t != unix.S_IFREG {
				return ErrSpecial
			}
			lost = append(copyOwner(to, &was, &is), copyXattrs(from, to)...)
			return unix.Fchmod(to, uint32(is.Mode)&0o7777)
		})
	})
	return lost, err
}

// copyOwner gives the file its owner, or at least its group, and says what it could not.
func copyOwner(to int, was, is *unix.Stat_t) (lost []string) {
	if was.Uid == is.Uid && was.Gid == is.Gid {
		return nil
	}
	if unix.Fchown(to, int(was.Uid), int(was.Gid)) == nil {
		return nil
	}
	if was.Uid != is.Uid {
		lost = append(lost, "owner")
	}
	if was.Gid != is.Gid && unix.Fchown(to, -1, int(was.Gid)) != nil {
		lost = append(lost, "group")
	}
	return lost
}

// copyXattrs copies each extended attribute and drops an access control list that only the directory gave.
func copyXattrs(from, to int) (lost []string) {
	names, err := listXattrs(from)
	if err == unix.ENOTSUP || err == unix.ENOSYS {
		return nil
	}
	if err != nil {
		return []string{"extended attributes"}
	}
	for _, name := range names {
		if !copyXattr(from, to, name) {
			lost = append(lost, name)
		}
	}
	if !slices.Contains(names, accessACL) {
		// An error says that there is none, or no support for any.
		_ = unix.Fremovexattr(to, accessACL)
	}
	return lost
}

// copyXattr says whether the target has the attribute as the source has it, afterwards.
func copyXattr(from, to int, name string) bool {
	value, err := readXattr(from, name)
	if err != nil {
		return err == unix.ENODATA
	}
	if unix.Fsetxattr(to, name, value, 0) == nil {
		return true
	}
	has, err := readXattr(to, name)
	return err == nil && bytes.Equal(has, value)
}

// listXattrs gives the names of a file's extended attributes.
func listXattrs(fd int) ([]string, error) {
	list, err := grow(func(buf []byte) (int, error) { return unix.Flistxattr(fd, buf) })
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return strings.Split(strings.TrimRight(string(list), "\x00"), "\x00"), nil
}

func readXattr(fd int, name string) ([]byte, error) {
	return grow(func(buf []byte) (int, error) { return unix.Fgetxattr(fd, name, buf) })
}

// grow calls read with a larger buffer until the answer fits.
func grow(read func(buf []byte) (int, error)) ([]byte, error) {
	for size := 256; ; size *= 4 {
		buf := make([]byte, size)
		n, err := read(buf)
		if err == unix.ERANGE && size < 1<<20 {
			continue
		}
		return buf[:max(n, 0)], err
	}
}
