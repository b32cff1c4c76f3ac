package fsbackend

// This file kills a process in the middle of a batch and shows that no file is lost or torn, and that recovery ends in the
// old or the new state.

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// killBatch is the batch of a round.
func killBatch(seed uint64) modelBatch { return randomBatch(rand.New(rand.NewPCG(seed, 3)), 8) }

// killSyncs says whether a round makes its files durable.
func killSyncs(seed uint64) bool { return seed%4 == 0 }

// childBatch runs the batch of a round in a directory, after it has said that it begins.
func childBatch(args []string) (string, error) {
	seed, err := strconv.ParseUint(args[1], 10, 64)
	if err != nil {
		return "", err
	}
	root, err := NewRoot(args[0])
	if err != nil {
		return "", err
	}
	ops := killBatch(seed).ops
	fmt.Println("begins")
	begin := time.Now()
	err = Apply(context.Background(), root, ops, BatchOptions{NoSync: !killSyncs(seed)})
	return time.Since(begin).String(), err
}

// TestKill kills 30 batches that are under way; DEVSTAR_KILL_HITS sets another number (500 before a release).
func TestKill(t *testing.T) {
	hits, met, base := envCount(t, "DEVSTAR_KILL_HITS", 30), map[string]int{}, t.TempDir()
	takes := map[bool]*time.Duration{false: new(20 * time.Millisecond), true: new(40 * time.Millisecond)}
	for seed := uint64(0); hits > 0; seed++ {
		require.Less(t, seed, uint64(100*hits+1000), "the batches end before they can be killed: %v", met)
		k := kill{TB: t, batch: killBatch(seed), dir: filepath.Join(base, strconv.FormatUint(seed, 10)), met: met}
		if len(k.batch.ops) < 10 {
			continue
		}
		k.run(seed, takes[killSyncs(seed)])
		if k.hit {
			hits--
		}
		require.NoError(t, os.RemoveAll(k.dir))
	}
	t.Logf("%v", met)
}

// kill is one round.
type kill struct {
	testing.TB
	batch modelBatch
	dir   string
	met   map[string]int
	hit   bool
}

// run starts a batch, kills it at a random moment of the time one takes, and looks.
func (k *kill) run(seed uint64, takes *time.Duration) {
	require.NoError(k, os.Mkdir(k.dir, 0o777))
	root := openTestRoot(k, k.dir)
	plantFiles(k, root, k.batch.start())
	cmd := childCommand(k, "batch", k.dir, strconv.FormatUint(seed, 10))
	pipe, err := cmd.StdoutPipe()
	require.NoError(k, err)
	require.NoError(k, cmd.Start())
	out := bufio.NewReader(pipe)
	line, err := out.ReadString('\n')
	require.NoError(k, err)
	require.Equal(k, "begins\n", line)
	time.Sleep(*takes/4 + time.Duration(rand.New(rand.NewPCG(seed, 4)).Int64N(int64(*takes))))
	require.NoError(k, cmd.Process.Kill())
	rest, err := io.ReadAll(out)
	require.NoError(k, err)
	if cmd.Wait() == nil {
		took, err := time.ParseDuration(string(rest))
		require.NoError(k, err)
		*takes = (*takes*3 + took) / 4
	}
	k.look(root, seed)
	require.NoError(k, root.Close())
}

// look checks what the killed process has left, and recovers it.
func (k *kill) look(root *Root, seed uint64) {
	p := faultPoint{TB: k.TB, batch: k.batch, base: root, met: k.met}
	disk := readFiles(k, root)
	_, left := disk[JournalName]
	k.hit = left
	require.True(k, slices.ContainsFunc(k.batch.states, func(s files) bool { return maps.Equal(s, p.withoutStages(disk)) }),
		"seed %d: the tree is in no state of the batch", seed)
	mode := RecoverFinish
	if seed%2 == 0 {
		mode = RecoverBack
	}
	p.recover(mode)
	if k.Failed() {
		k.Logf("seed %d", seed)
	}
}
