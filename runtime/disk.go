package runtime

// This file answers what stands under a name on disk, for the workspace's checks and for literal paths.

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/afero"

	"devstar/fsbackend"
	"devstar/workspace"
)

// disk looks at names; it never opens a file and never follows a link by itself.
type disk struct {
	fs     afero.Fs
	probed bool
	folds  bool
}

func newDisk(fsys afero.Fs) *disk { return &disk{fs: fsys} }

func (d *disk) lstat(name string) (fs.FileInfo, error) {
	if l, ok := d.fs.(fsbackend.Lstater); ok {
		return l.Lstat(name)
	}
	return d.fs.Stat(name)
}

// Kind says what p is on disk. A name below a file does not exist.
func (d *disk) Kind(p workspace.Path) (workspace.Kind, error) {
	info, err := d.lstat(string(p))
	switch {
	case err == nil:
		return kindOf(info.Mode()), nil
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return workspace.Absent, nil
	}
	return workspace.Absent, fmt.Errorf("cannot look at %s: %w", p, err)
}

func kindOf(m fs.FileMode) workspace.Kind {
	switch {
	case m.IsRegular():
		return workspace.Regular
	case m.IsDir():
		return workspace.Directory
	case m&fs.ModeSymlink != 0:
		return workspace.Symlink
	}
	return workspace.Other
}

// Folds reports whether the disk takes two spellings of a name that differ in letter case for one. It tries with a name
// that is there; without one it says no.
func (d *disk) Folds() bool {
	if !d.probed {
		d.probed, d.folds = true, d.probe()
	}
	return d.folds
}

func (d *disk) probe() bool {
	dir, err := d.fs.Open(".")
	if err != nil {
		return false
	}
	defer dir.Close()
	list, _ := dir.Readdirnames(64)
	there := map[string]bool{}
	for _, n := range list {
		there[n] = true
	}
	for _, n := range list {
		if other := swapCase(n); other != n && !there[other] {
			_, err := d.lstat(other)
			return err == nil
		}
	}
	return false
}

func swapCase(s string) string {
	if up := strings.ToUpper(s); up != s {
		return up
	}
	return strings.ToLower(s)
}

// linkAbove returns the first directory of p that is a symlink, "" for none.
func (d *disk) linkAbove(p workspace.Path) (workspace.Path, error) {
	for i, c := range string(p) {
		if c != '/' {
			continue
		}
		kind, err := d.Kind(p[:i])
		if err != nil {
			return "", err
		}
		switch kind {
		case workspace.Symlink:
			return p[:i], nil
		case workspace.Absent:
			return "", nil
		}
	}
	return "", nil
}

// LinkError is a symlink that a literal path may not lead through.
type LinkError struct {
	Link, Target string
	Why, Next    string
}

// Error names the link, where it points, and why it is refused.
func (e *LinkError) Error() string {
	return fmt.Sprintf("%s is a symlink to %s, %s", e.Link, e.Target, e.Why)
}

// Reason returns "symlink".
func (e *LinkError) Reason() string { return ReasonSymlink }

// Hint returns the next step.
func (e *LinkError) Hint() string { return e.Next }

const maxLinks = 8 // links in a row, as a guard against cycles

// resolve follows p, a symlink, to the regular file inside the root whose content it gives.
func (d *disk) resolve(p workspace.Path) (workspace.Path, error) {
	at := p
	for range maxLinks {
		target, err := d.target(at)
		if err != nil {
			return "", err
		}
		kind, err := d.Kind(target)
		if err != nil {
			return "", err
		}
		switch kind {
		case workspace.Regular:
			return target, nil
		case workspace.Symlink:
			at = target
		case workspace.Absent:
			return "", &LinkError{Link: string(p), Target: string(target), Why: "which does not exist", Next: "name a file, not a dangling link"}
		default:
			return "", &LinkError{Link: string(p), Target: string(target), Why: "which is no regular file",
				Next: fmt.Sprintf("name the files themselves: %s/**", target)}
		}
	}
	return "", &LinkError{Link: string(p), Target: string(at), Why: "which leads in a circle", Next: "name the file itself"}
}

// target returns the path a link points to; absolute and escaping targets are refused, and links on the way.
func (d *disk) target(link workspace.Path) (workspace.Path, error) {
	l, ok := d.fs.(fsbackend.Linker)
	if !ok {
		return "", &LinkError{Link: string(link), Target: "?", Why: "which this back end cannot read"}
	}
	to, err := l.Readlink(string(link))
	if err != nil {
		return "", fmt.Errorf("cannot read the link %s: %w", link, err)
	}
	outside := &LinkError{Link: string(link), Target: to, Why: "which is outside the root", Next: "only relative links inside the root are followed"}
	if path.IsAbs(to) {
		return "", outside
	}
	p, err := workspace.ParsePath(path.Join(path.Dir(string(link)), to))
	if err != nil {
		return "", outside
	}
	above, err := d.linkAbove(p)
	if err == nil && above != "" {
		return "", &LinkError{Link: string(above), Target: "a directory", Why: "and paths do not lead through links", Next: "name the real path"}
	}
	return p, err
}

// Target returns the path inside the root that the symlink p stands for, "" if there is none.
func (d *disk) Target(p workspace.Path) (workspace.Path, error) {
	if to, err := d.target(p); err == nil {
		return to, nil
	}
	return "", nil
}

// Below returns everything below the directory dir, sorted by bytes: names that are no directories, and directories.
func (d *disk) Below(dir workspace.Path) (files, dirs []workspace.Path, err error) {
	if err = d.below(dir, &files, &dirs); err != nil {
		return nil, nil, fmt.Errorf("cannot list %s: %w", dir, err)
	}
	slices.Sort(files)
	slices.Sort(dirs)
	return files, dirs, nil
}

func (d *disk) below(dir workspace.Path, files, dirs *[]workspace.Path) error {
	list, err := afero.ReadDir(d.fs, string(dir))
	if err != nil {
		return err
	}
	for _, info := range list {
		p := dir + "/" + workspace.Path(info.Name())
		if !info.IsDir() {
			*files = append(*files, p)
			continue
		}
		*dirs = append(*dirs, p)
		if err := d.below(p, files, dirs); err != nil {
			return err
		}
	}
	return nil
}
