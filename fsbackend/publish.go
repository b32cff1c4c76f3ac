package fsbackend

// This file publishes a batch: one operation after the other, each guarded once more, each either done or not done.

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// publisher runs the operations of a journal on disk.
type publisher struct {
	eye     eye
	ops     []Operation // the same, for messages
	entries []JournalEntry
	next    int              // operations before this one are done
	sights  map[string]sight // what lies under a name now
	log     *journalLog
	freer   *freer          // nil where contents are freed as they are replaced
	foreign map[string]bool // temporaries that are not ours
	probes  []string        // temporaries without a content
	lost    [][]string      // per operation: attributes that could not be kept
	touched map[string]bool // directories in which names were changed
	made    map[string]bool // directories made by this batch
	names   uint64          // number of names that the file had which the last operation replaced
	noted   bool            // that renames may replace was said
	done    func(i int)
	warn    func(name, message string)
}

// run does the operations that are not done yet.
func (p *publisher) run(ctx context.Context) error {
	if err := p.makeEarly(ctx); err != nil {
		return err
	}
	p.freer = newFreer(p.eye.fs)
	defer p.freer.close()
	for p.next < len(p.entries) {
		if err := ctx.Err(); err != nil {
			return err
		}
		i := p.next
		if err := p.step(p.entries[i]); err != nil {
			return ofOperation(p.ops[i], err)
		}
		p.next++
		p.log.mark(doneByte)
		if p.done != nil {
			p.done(i)
		}
		p.warnAbout(i)
	}
	return nil
}

// step does one operation.
func (p *publisher) step(e JournalEntry) error {
	if e.From != "" {
		if err := p.check(e.From); err != nil {
			return err
		}
	}
	if err := p.check(e.To); err != nil {
		return err
	}
	p.names = p.sights[e.To].links
	if err := p.makeDirs(e.Dirs); err != nil {
		return err
	}
	switch e.Kind {
	case "remove", "rmdir":
		return p.remove(e.To)
	case "mkdir":
		return p.makeDir(e.To)
	}
	return p.move(e.source(), e.To)
}

// check refuses a name that is not as the batch knows it.
func (p *publisher) check(name string) error {
	n, diff, err := p.still(name)
	if err != nil {
		return failed("looking at "+strconv.Quote(name), err)
	}
	if diff != "" {
		return refuse("changed_on_disk", strconv.Quote(name)+" "+diff, nil)
	}
	p.sights[name] = n
	return nil
}

// still looks whether a name is as the batch knows it: by identity, and by content only when that differs.
func (p *publisher) still(name string) (sight, string, error) {
	was := p.sights[name]
	if p.eye.unmoved(name, was) {
		return was, "", nil
	}
	info, err := p.eye.info(name)
	if err != nil {
		return was, "", err
	}
	if info == nil {
		if was.stamp == nothing {
			return was, "", nil
		}
		return was, "changed on disk: it is gone", nil
	}
	if was.stamp != nothing && was.mode == info.Mode() &&
		(was.stamp == directory || was.seen.same(p.eye.seenOf(info))) {
		return was, "", nil
	}
	now, err := p.eye.sight(name)
	if errors.Is(err, errReplaced) {
		return was, "changed on disk: " + err.Error(), nil
	}
	if err == nil && now.stamp == was.stamp && now.mode == was.mode {
		return now, "", nil
	}
	return was, difference(was, now), err
}

// difference says how a name differs from what it was when the batch looked first.
func difference(was, now sight) string {
	here := portrait(now.mode, now.seen.size, now.seen.mtime)
	switch {
	case was.stamp == nothing:
		return "changed on disk: it appeared, where nothing was known to be: " + here
	case was.mode.Type() != now.mode.Type():
		return fmt.Sprintf("changed on disk: it was %s, now it is %s", nounOf(was.mode), here)
	case was.stamp == now.stamp:
		return fmt.Sprintf("changed on disk: its mode was %04o, now it is %04o", was.mode.Perm(), now.mode.Perm())
	}
	return fmt.Sprintf("changed on disk: its content differs (it was %s; now it is %s)",
		portrait(was.mode, was.seen.size, was.seen.mtime), here)
}

// recheck looks once more at everything the batch has seen, after the temporaries are written and before the first
// operation.
func (p *publisher) recheck(ctx context.Context) error {
	var names []string
	for name := range p.sights {
		if !strings.HasPrefix(path.Base(name), stagePrefix) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	sights := make([]sight, len(names))
	err := parallel(ctx, guardWorkers, len(names), func(i int) error {
		n, diff, err := p.still(names[i])
		sights[i] = n
		if err == nil && diff != "" {
			err = refuse("changed_on_disk", strconv.Quote(names[i])+" "+diff, nil)
		}
		if err != nil {
			return ofOperation(p.about(names[i]), err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, name := range names {
		p.sights[name] = sights[i]
	}
	return nil
}

// about finds the first operation that speaks of a name.
func (p *publisher) about(name string) Operation {
	i := slices.IndexFunc(p.entries, func(e JournalEntry) bool { return name == e.To || name == e.From || name == e.Link })
	if i < 0 {
		return Operation{}
	}
	return p.ops[i]
}

// warnAbout tells what an operation could not keep.
func (p *publisher) warnAbout(i int) {
	if p.entries[i].Stage == "" {
		return
	}
	if p.names > 1 {
		p.warn(p.ops[i].Name, fmt.Sprintf("the file had %d names (hard links); the others keep the old content", p.names))
	}
	if i < len(p.lost) && len(p.lost[i]) > 0 {
		p.warn(p.ops[i].Name, "could not be kept: "+strings.Join(p.lost[i], ", "))
	}
}

// touch notes that names were changed in the directories of these names.
func (p *publisher) touch(names ...string) {
	for _, name := range names {
		p.touched[path.Dir(name)] = true
	}
}

// touchedDirs lists the directories that must be made durable and are still there.
func (p *publisher) touchedDirs() []string {
	dirs := maps.Clone(p.touched)
	for dir := range p.made {
		dirs[dir] = true
	}
	for dir := range dirs {
		if info, err := p.eye.info(dir); err == nil && (info == nil || !info.IsDir()) {
			delete(dirs, dir)
		}
	}
	return slices.Sorted(maps.Keys(dirs))
}

// parked names the rename temporary that holds a file's only copy now, if there is one.
func (p *publisher) parked() string {
	held := ""
	for i, e := range p.entries[:min(p.next+1, len(p.entries))] {
		if e.Kind != "rename" {
			continue
		}
		switch {
		case e.From == held && i < p.next:
			held = ""
		case isParked(e.To) && (i < p.next || p.standsAt(e.To)):
			held = e.To
		}
	}
	if held == "" {
		return ""
	}
	if info, err := p.eye.info(held); err == nil && info == nil {
		return ""
	}
	return held
}

// standsAt says whether something is there, as far as it can be seen.
func (p *publisher) standsAt(name string) bool {
	info, err := p.eye.info(name)
	return err == nil && info != nil
}
