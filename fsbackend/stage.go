package fsbackend

// This file stages a batch: every new content is written to a temporary beside its target, with its final mode, owner
// and attributes, and made durable, before the first name changes.

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"sync"

	"github.com/spf13/afero"
)

// stageWorkers is how many contents are written at a time.
const stageWorkers = 4

// stage names all temporaries in the journal, writes them, makes them durable, and notes that. When a file was changed
// meanwhile, that is the error, whatever came of it.
func (b *batch) stage(ctx context.Context, p *publisher) error {
	failure := b.prepare(ctx, p)
	changed := p.recheck(ctx)
	if changed != nil && (failure == nil || asBatchError(changed).Word == "changed_on_disk") {
		return changed
	}
	if failure != nil {
		return failure
	}
	return b.log.stage(!b.opts.NoSync)
}

// prepare writes the journal and the temporaries.
func (b *batch) prepare(ctx context.Context, p *publisher) error {
	s := &stager{batch: b, foreign: map[string]bool{}, lost: make([][]string, len(b.entries))}
	probes, err := s.name()
	if err != nil {
		return err
	}
	p.foreign, p.lost, p.probes = s.foreign, s.lost, probes
	if err := b.log.write(b.entries, probes); err != nil {
		return err
	}
	if err := s.probe(probes); err != nil {
		return err
	}
	staged, err := s.all(ctx)
	maps.Copy(b.sights, staged)
	if err != nil || b.opts.NoSync {
		return err
	}
	return s.sync(staged)
}

// stager writes the temporaries.
type stager struct {
	batch   *batch
	foreign map[string]bool // names at which something was that is not ours
	lost    [][]string      // per operation: attributes that could not be kept
}

// probe makes and removes an empty file in each directory that gets no temporary.
func (s *stager) probe(probes []string) error {
	for _, name := range probes {
		f, err := s.batch.fs.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			f.Close()
		}
		gone := s.batch.fs.Remove(name)
		if err == nil && gone != nil {
			err = gone
		}
		if err != nil {
			return failed(fmt.Sprintf("changing names in the directory %s is not possible", strconv.Quote(path.Dir(name))), err)
		}
	}
	return nil
}

// all writes every temporary and returns what lies there.
func (s *stager) all(ctx context.Context) (map[string]sight, error) {
	var mu sync.Mutex
	staged := map[string]sight{}
	err := parallel(ctx, stageWorkers, len(s.batch.entries), func(i int) error {
		e := s.batch.entries[i]
		if e.Stage == "" {
			return nil
		}
		n, err := s.write(i)
		mu.Lock()
		defer mu.Unlock()
		if errors.Is(err, fs.ErrExist) {
			s.foreign[e.Stage] = true
		}
		if err != nil {
			return ofOperation(s.batch.ops[i], err)
		}
		staged[e.Stage] = n
		return nil
	})
	return staged, err
}

// write writes one temporary.
func (s *stager) write(i int) (sight, error) {
	mode, exact := s.mode(i)
	f, err := s.batch.fs.OpenFile(s.batch.entries[i].Stage, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode.Perm())
	if err != nil {
		return sight{}, failed("creating the temporary file", err)
	}
	n, err := s.fill(f, i)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if inner := (*BatchError)(nil); errors.As(err, &inner) {
		return sight{}, err
	}
	if err != nil {
		return sight{}, failed("writing the temporary file", err)
	}
	if !exact {
		mode = n.mode & modeBits
	}
	return n, s.dress(i, &n, mode)
}

// fill writes the content and looks at the open file.
func (s *stager) fill(f afero.File, i int) (sight, error) {
	op, e := s.batch.ops[i], s.batch.entries[i]
	write := writeText
	if op.From != "" {
		write = s.copy
	}
	if err := write(f, op, e); err != nil {
		return sight{}, err
	}
	info, err := f.Stat()
	if err != nil {
		return sight{}, err
	}
	n := s.batch.eye.glance(info)
	n.stamp, n.bare = e.After, isBare(s.batch.fs, f)
	return n, nil
}

// writeText writes a content that is held.
func writeText(f io.Writer, op Operation, _ JournalEntry) error {
	for text := op.New.Data; len(text) > 0; {
		part := text[:min(len(text), 1<<20)]
		if _, err := io.WriteString(f, part); err != nil {
			return err
		}
		text = text[len(part):]
	}
	return nil
}

// copy writes the content of a file on disk, which must be the one that the guard has seen.
func (s *stager) copy(f io.Writer, op Operation, e JournalEntry) error {
	eye := s.batch.eye
	info, err := eye.info(op.From)
	if err != nil {
		return err
	}
	if info == nil || !info.Mode().IsRegular() {
		return refuse("changed_on_disk", strconv.Quote(op.From)+" is no file any more", nil)
	}
	h := sha256.New()
	var failure error
	err = eye.read(op.From, info, nil, func(chunk []byte) bool {
		h.Write(chunk)
		_, failure = f.Write(chunk)
		return failure == nil
	})
	if err = errors.Join(err, failure); err != nil {
		return err
	}
	if fileStamp([32]byte(h.Sum(nil))) != e.After {
		return refuse("changed_on_disk", strconv.Quote(op.From)+" changed on disk: its content differs", nil)
	}
	return nil
}

// sync makes everything that is staged durable, and the journal that names it, in one batch.
func (s *stager) sync(staged map[string]sight) error {
	files, dirs := []string{JournalName}, map[string]bool{".": true}
	for name := range staged {
		files = append(files, name)
		dirs[path.Dir(name)] = true
	}
	slices.Sort(files)
	if err := SyncAll(s.batch.fs, files, slices.Sorted(maps.Keys(dirs))); err != nil {
		return failed("making the temporary files durable", err)
	}
	return nil
}
