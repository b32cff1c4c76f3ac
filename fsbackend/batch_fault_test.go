package fsbackend

// This file fails every changing call of random batches in every way, and shows that nothing is lost, nothing is torn,
// what is said is true, and recovery ends in the old or the new state.

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
)

// TestRandomBatches runs random batches without a fault.
func TestRandomBatches(t *testing.T) {
	for seed := range uint64(150) {
		m := randomBatch(rand.New(rand.NewPCG(seed, 1)), 1)
		disks := []afero.Fs{NewMemory(), NewOverlay(NewMemory())}
		if seed < 30 {
			disks = append(disks, newTestRoot(t))
		}
		for _, fsys := range disks {
			plantFiles(t, fsys, m.start())
			var done []int
			opts := quick()
			opts.Done = func(i int) { done = append(done, i) }
			require.NoError(t, Apply(context.Background(), fsys, m.ops, opts), "seed %d", seed)
			require.Equal(t, m.end(), readFiles(t, fsys), "seed %d", seed)
			require.Len(t, done, len(m.ops))
		}
	}
}

// TestFaults fails every changing call, on memory. By default it takes one call in seven of many batches;
// DEVSTAR_FAULT_POINTS=10000 (or more) takes every call of each batch until there are so many.
func TestFaults(t *testing.T) {
	runFaults(t, 2500, func() afero.Fs { return NewMemory() })
}

// TestFaultsOnDisk does the same on a real directory.
func TestFaultsOnDisk(t *testing.T) {
	runFaults(t, 125, func() afero.Fs { return newTestRoot(t) })
}

func runFaults(t *testing.T, points int, disk func() afero.Fs) {
	stride := uint64(7)
	if n := envCount(t, "DEVSTAR_FAULT_POINTS", 0); n > 0 {
		points, stride = n*points/2500, 1
	}
	met := map[string]int{}
	defer func() { t.Logf("%v", met) }()
	for seed := uint64(0); ; seed++ {
		m := randomBatch(rand.New(rand.NewPCG(seed, 2)), 1)
		for k := 1 + int(seed%stride); ; k += int(stride) {
			fired := false
			for _, mode := range []FaultMode{FaultBefore, FaultAfter, FaultHalf, FaultCrash, FaultTorn} {
				p := faultPoint{TB: t, batch: m, base: disk(), k: k, mode: mode, seed: seed, met: met}
				if !p.run() {
					break
				}
				fired = true
				if points--; points == 0 {
					return
				}
			}
			if !fired {
				break
			}
		}
	}
}

// faultPoint is one call that fails in one way.
type faultPoint struct {
	testing.TB
	batch modelBatch
	base  afero.Fs
	k     int
	mode  FaultMode
	seed  uint64
	met   map[string]int
	done  int
}

// run says whether there was a call to fail.
func (p *faultPoint) run() bool {
	plantFiles(p, p.base, p.batch.start())
	fault := NewFault(p.base)
	fault.Arm(p.k, p.mode, nil)
	opts := quick()
	opts.NoSync = p.seed%2 == 0
	opts.Done = func(i int) {
		require.Equal(p, p.done, i)
		p.done++
	}
	err := Apply(context.Background(), fault, p.batch.ops, opts)
	if !fault.Fired() {
		return false
	}
	defer p.explain(fault, err)
	if p.mode == FaultCrash || p.mode == FaultTorn {
		p.crashed(err)
	} else {
		p.alive(err)
	}
	return true
}

// explain says where a failed test was.
func (p *faultPoint) explain(fault *Fault, err error) {
	if p.Failed() {
		p.Logf("seed %d, call %d, mode %d, done %d\n%s\n%v", p.seed, p.k, p.mode, p.done, strings.Join(fault.Log(), "\n"), err)
		for _, op := range p.batch.ops {
			p.Log(phrase(op))
		}
	}
}

// alive checks a fault that the process has survived.
func (p *faultPoint) alive(err error) {
	state, disk := p.batch.states[p.done], readFiles(p, p.base)
	if err == nil {
		p.met["survived"]++
		require.Equal(p, p.batch.end(), disk)
		return
	}
	e := p.truthful(err)
	if e.Journal {
		p.met["journal left"]++
		require.Equal(p, state, p.withoutStages(disk))
		p.recover(RecoverFinish)
		return
	}
	p.met["cleaned up"]++
	require.Equal(p, state, disk)
	var parked []string
	if e.Temp != "" {
		p.met["parked"]++
		parked = []string{e.Temp}
	}
	require.Equal(p, parked, disk.own())
	if p.done == 0 {
		require.Empty(p, emptyDirs(p, p.base, "."))
	}
}

// truthful checks what an error says.
func (p *faultPoint) truthful(err error) *BatchError {
	var e *BatchError
	require.ErrorAs(p, err, &e)
	require.Len(p, e.Completed, p.done)
	require.Equal(p, len(p.batch.ops), e.Total)
	require.NotEmpty(p, e.Hint())
	require.NotContains(p, e.Error(), e.Hint())
	if e.Unknown {
		return e
	}
	require.Equal(p, p.done > 0, e.Started)
	require.Equal(p, p.done == 0, strings.Contains(e.Error(), "nothing was written"), e.Error())
	if e.Started {
		require.Equal(p, p.done, e.Index)
	}
	return e
}

// crashed checks a fault that was the end of the process.
func (p *faultPoint) crashed(err error) {
	if err == nil { // the last thing it did was to close the journal
		require.Equal(p, p.batch.end(), readFiles(p, p.base))
		return
	}
	p.truthful(err)
	disk := p.withoutStages(readFiles(p, p.base))
	states := p.batch.states[p.done:min(p.done+2, len(p.batch.states))]
	require.True(p, slices.ContainsFunc(states, func(s files) bool { return maps.Equal(s, disk) }), "neither state %d nor the next", p.done)
	mode := RecoverFinish
	if p.k%2 == 0 {
		mode = RecoverBack
	}
	p.recover(mode)
}

// recover brings the disk into the old or the new state.
func (p *faultPoint) recover(mode RecoverMode) {
	before := readFiles(p, p.base)
	shown, err := Recover(context.Background(), p.base, RecoverShow)
	require.NoError(p, err)
	require.Equal(p, before, readFiles(p, p.base), "showing changes nothing")
	_, state, err := Pending(p.base)
	require.NoError(p, err)
	require.Equal(p, shown.State, state)
	if shown.State != JournalAbsent {
		refused := Apply(context.Background(), p.base, p.batch.ops, quick())
		var e *BatchError
		require.ErrorAs(p, refused, &e)
		require.Equal(p, "interrupted_write", e.Reason())
	}
	_, err = Recover(context.Background(), p.base, mode)
	var e *BatchError
	if errors.As(err, &e) && e.Word == "published" {
		require.Positive(p, shown.Done)
		mode = RecoverFinish
		_, err = Recover(context.Background(), p.base, mode)
	}
	require.NoError(p, err)
	p.recovered(shown, mode)
}

// recovered checks the end of a recovery.
func (p *faultPoint) recovered(shown Recovery, mode RecoverMode) {
	disk := readFiles(p, p.base)
	require.Empty(p, disk.own())
	switch shown.State {
	case JournalStaged:
		if mode == RecoverFinish {
			p.met["finished"]++
			require.Equal(p, p.batch.end(), disk)
			return
		}
		p.met["taken back"]++
		require.Equal(p, p.batch.start(), disk)
		require.Empty(p, emptyDirs(p, p.base, "."))
	case JournalUnstaged:
		p.met["unstaged"]++
		require.Equal(p, p.batch.start(), disk)
	default:
		p.met["no journal"]++
		require.Contains(p, []files{p.batch.start(), p.batch.end()}, disk)
	}
}

// withoutStages is the tree without journal and staged contents.
func (p *faultPoint) withoutStages(tree files) files {
	kept := files{}
	for name, text := range tree {
		if !strings.Contains(name, stagePrefix) && name != JournalName {
			kept[name] = text
		}
	}
	return kept
}
