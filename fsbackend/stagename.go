package fsbackend

// This file names the temporaries of a batch before any of them exists.

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"path"
	"strings"
)

// nameTries is how often a name for temporaries is drawn before giving up.
const nameTries = 8

// name draws the names of all temporaries, and of one probe for each directory in which names change but no temporary
// is written: that its permissions allow it must be known beforehand.
func (s *stager) name() (probes []string, err error) {
	b, next := s.batch, 0
	tried := map[string]bool{}
	base, err := s.draw()
	if err != nil {
		return nil, err
	}
	number := func(dir string) string {
		next++
		return path.Join(dir, fmt.Sprintf("%s%s-%d", stagePrefix, base, next))
	}
	for i := range b.entries {
		if e := &b.entries[i]; e.After != nothing {
			dir := b.pre.routes[i].stage
			tried[dir] = true
			e.Stage = number(dir)
		}
	}
	for _, dir := range s.changedDirs() {
		if !tried[dir] {
			tried[dir] = true
			probes = append(probes, number(dir))
		}
	}
	return probes, nil
}

// changedDirs lists the directories on disk in which names are taken away or put.
func (s *stager) changedDirs() []string {
	var dirs []string
	for _, e := range s.batch.entries {
		for _, name := range []string{e.From, e.To} {
			if name == "" {
				continue
			}
			if dir := path.Dir(name); s.batch.isDirNow(dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// isDirNow says whether a directory was there before the batch.
func (b *batch) isDirNow(dir string) bool {
	d := b.pre.dirs.look(dir)
	return d.err == nil && d.there
}

// draw draws a suffix that no temporary at hand has.
func (s *stager) draw() (string, error) {
	for range nameTries {
		base := randomName()
		if s.batch.opts.Name != nil {
			base = s.batch.opts.Name()
		}
		used, err := s.used(base)
		if err != nil {
			return "", failed("looking for a free name", err)
		}
		if !used {
			return base, nil
		}
	}
	return "", refuse("exists", "no free name for temporaries was found", nil)
}

// used says whether one of the directories holds a temporary with the suffix.
func (s *stager) used(base string) (bool, error) {
	asked := map[string]bool{}
	for i, e := range s.batch.entries {
		dir := s.batch.pre.routes[i].stage
		if e.After == nothing || asked[dir] {
			continue
		}
		asked[dir] = true
		names, err := listNames(s.batch.fs, dir)
		if err != nil {
			return false, err
		}
		for _, name := range names {
			if strings.HasPrefix(name, stagePrefix+base+"-") {
				return true, nil
			}
		}
	}
	return false, nil
}

// randomName is a suffix where the caller gives none.
func randomName() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}
