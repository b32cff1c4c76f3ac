package fsbackend

// This file cleans up after a batch that failed while its process is alive.

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// abandon takes back everything that was prepared and not published, and removes the journal last. An error says what
// could not be removed; the journal is left then.
func (p *publisher) abandon() error {
	p.log.mark(abandonByte)
	var errs []error
	for _, name := range p.probes {
		errs = append(errs, discard(p.eye, name))
	}
	for _, e := range p.entries[p.next:] {
		if e.Stage != "" && !p.foreign[e.Stage] {
			errs = append(errs, discard(p.eye, e.Stage))
		}
	}
	for _, dir := range slices.Backward(slices.SortedFunc(maps.Keys(p.made), outermostFirst)) {
		p.removeEmpty(dir)
	}
	if err := errors.Join(errs...); err != nil {
		p.log.close()
		return err
	}
	return p.log.remove()
}

// removeEmpty takes back a directory that was made and got nothing.
func (p *publisher) removeEmpty(dir string) {
	if names, err := listNames(p.eye.fs, dir); err == nil && len(names) == 0 {
		p.eye.fs.Remove(dir)
	}
}

// discard removes a temporary, if it is there.
func discard(y eye, name string) error {
	err := y.fs.Remove(name)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if info, look := y.info(name); look == nil && info == nil {
		return nil
	}
	return err
}

// outermostFirst orders directories so that each comes after the one it is in.
func outermostFirst(a, b string) int {
	return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(a, b))
}
