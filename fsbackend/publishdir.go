package fsbackend

// This file makes the directories a batch needs.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
)

// makeEarly makes the directories that nothing of the batch is in the way of, before the first operation: what makes
// that fail is met while nothing has changed.
func (p *publisher) makeEarly(ctx context.Context) error {
	taken := map[string]bool{}
	for _, e := range p.entries {
		taken[e.To], taken[e.From] = true, true
	}
	for i, e := range p.entries[p.next:] {
		for _, dir := range e.Dirs {
			if err := ctx.Err(); err != nil {
				return err
			}
			if taken[dir] || !p.parentStands(dir) {
				break
			}
			if err := p.makeDirs([]string{dir}); err != nil {
				return ofOperation(p.ops[p.next+i], err)
			}
		}
	}
	return nil
}

// parentStands says whether the directory around a directory is there.
func (p *publisher) parentStands(dir string) bool {
	info, err := p.eye.info(path.Dir(dir))
	return err == nil && info != nil && info.IsDir()
}

// makeDirs makes directories, outermost first, as far as they are not there.
func (p *publisher) makeDirs(dirs []string) error {
	for _, dir := range dirs {
		if p.made[dir] {
			continue
		}
		err := p.eye.fs.Mkdir(dir, 0o777)
		if err == nil {
			p.made[dir] = true
			p.touch(dir)
			continue
		}
		if err := p.settleDir(dir, err); err != nil {
			return err
		}
	}
	return nil
}

// settleDir finds out whether a directory is there after making it has failed. Unless another had made it, it is ours.
func (p *publisher) settleDir(dir string, cause error) error {
	info, err := p.eye.info(dir)
	switch {
	case err != nil:
		return unknown(cause)
	case info == nil:
		return failed("making the directory "+strconv.Quote(dir), cause)
	case !info.IsDir():
		text := fmt.Sprintf("%s changed on disk: it is %s, where a directory is needed", strconv.Quote(dir), nounOf(info.Mode()))
		return refuse("changed_on_disk", text, nil)
	}
	if !errors.Is(cause, fs.ErrExist) {
		p.made[dir] = true
		p.touch(dir)
	}
	return nil
}

// makeDir does the operation that makes a directory.
func (p *publisher) makeDir(dir string) error {
	if err := p.makeDirs([]string{dir}); err != nil {
		return err
	}
	delete(p.made, dir)
	n, err := p.eye.sight(dir)
	if err != nil {
		return unknown(err)
	}
	p.sights[dir] = n
	return nil
}
