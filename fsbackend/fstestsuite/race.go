package fstestsuite

// This file asks what happens when many do the same at once.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"

	"github.com/spf13/afero"

	"devstar/fsbackend"
)

// racers is how many try at once.
const racers = 16

func raceProbes() map[string]func(*probe) {
	return map[string]func(*probe){
		"race/exclusive":  raceExclusive,
		"race/rename":     raceRename,
		"race/no-replace": raceNoReplace,
		"race/append":     raceAppend,
		"race/mixed":      raceMixed,
	}
}

// race runs try in many goroutines at once and counts those that returned nil.
func race(try func(i int) error) int {
	var won atomic.Int64
	var wait sync.WaitGroup
	start := make(chan struct{})
	for i := range racers {
		wait.Go(func() {
			<-start
			if try(i) == nil {
				won.Add(1)
			}
		})
	}
	close(start)
	wait.Wait()
	return int(won.Load())
}

func raceExclusive(p *probe) {
	for round := range 20 {
		name := fmt.Sprint("f", round)
		won := race(func(int) error {
			f, err := p.FS.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
			if err == nil {
				err = f.Close()
			}
			return err
		})
		p.same(1, won, "winners of %s", name)
	}
}

func raceRename(p *probe) {
	for round := range 20 {
		from := fmt.Sprint("f", round)
		p.write(from, "x")
		won := race(func(i int) error { return p.FS.Rename(from, fmt.Sprintf("t%d-%d", round, i)) })
		p.same(1, won, "winners of %s", from)
	}
	infos, err := afero.ReadDir(p.FS, ".")
	p.fails(nil, err, "list")
	p.same(20, len(infos), "files that are left")
}

func raceNoReplace(p *probe) {
	for round := range 20 {
		for i := range racers {
			p.write(fmt.Sprintf("s%d-%d", round, i), fmt.Sprint(i))
		}
		to := fmt.Sprint("t", round)
		won := race(func(i int) error {
			safe, err := fsbackend.RenameNoReplace(p.FS, fmt.Sprintf("s%d-%d", round, i), to)
			if err == nil && !safe {
				err = errors.New("not in one step")
			}
			return err
		})
		p.same(1, won, "winners of %s", to)
	}
	infos, err := afero.ReadDir(p.FS, ".")
	p.fails(nil, err, "list")
	p.same(20*racers, len(infos), "files, none of them lost")
}

func raceAppend(p *probe) {
	p.write("f", "")
	won := race(func(int) error {
		f, err := p.FS.OpenFile("f", os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return err
		}
		for range 50 {
			if _, err := f.Write([]byte("line\n")); err != nil {
				return err
			}
		}
		return f.Close()
	})
	p.same(racers, won, "writers")
	p.same(int64(racers*50*5), p.lstat("f").Size(), "size of all lines")
}

// raceMixed only wants no panic, no data race and no error but those of names that come and go.
func raceMixed(p *probe) {
	p.mkdir("d")
	p.symlink("d", "l")
	won := race(func(i int) error {
		for n := range 30 {
			name, other := fmt.Sprint("d/", (i+n)%4), fmt.Sprint("d/", (i*n)%4)
			for _, err := range []error{
				afero.WriteFile(p.FS, name, []byte("x"), 0o666), p.FS.Rename(name, other), second(p.FS.Stat(other)),
				second(afero.ReadDir(p.FS, "d")), p.FS.Remove(name), second(afero.ReadFile(p.FS, other)),
			} {
				if err != nil && !errors.Is(err, fs.ErrNotExist) {
					return fmt.Errorf("round %d: %w", n, err)
				}
			}
		}
		return nil
	})
	p.same(racers, won, "those without a strange error")
}
