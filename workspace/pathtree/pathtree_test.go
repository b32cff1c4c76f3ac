package pathtree

// The map against a plain Go map and sorting, with clones that must not see each other.

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// twin is a tree and what it must hold.
type twin struct {
	tree Map[string, int]
	want map[string]int
}

func (w *twin) check(t require.TestingT) {
	require.Equal(t, len(w.want), w.tree.Len())
	keys := slices.Sorted(maps.Keys(w.want))
	var got []string
	for key, value := range w.tree.All() {
		got = append(got, key)
		require.Equal(t, w.want[key], value)
	}
	require.Equal(t, keys, got)
}

func TestMapAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.Custom(func(t *rapid.T) string {
			parts := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "a-", "c0", "z"}), 1, 5).Draw(t, "parts")
			return strings.Join(parts, "/")
		})
		twins := []*twin{{want: map[string]int{}}}
		for i := range rapid.IntRange(1, 600).Draw(t, "steps") {
			w := twins[rapid.IntRange(0, len(twins)-1).Draw(t, "which")]
			k := key.Draw(t, "key")
			switch rapid.IntRange(0, 11).Draw(t, "what") {
			case 0:
				if len(twins) < 4 {
					twins = append(twins, &twin{tree: w.tree.Clone(), want: maps.Clone(w.want)})
				}
			case 1, 2, 3, 4:
				_, had := w.want[k]
				require.Equal(t, had, w.tree.Delete(k))
				delete(w.want, k)
			default:
				w.tree.Set(k, i)
				w.want[k] = i
			}
			value, ok := w.tree.Get(k)
			want, had := w.want[k]
			require.Equal(t, had, ok)
			require.Equal(t, want, value)
		}
		for _, w := range twins {
			w.check(t)
			checkRanges(t, w, key.Draw(t, "dir"))
		}
	})
}

func checkRanges(t require.TestingT, w *twin, dir string) {
	var below, from []string
	for _, key := range slices.Sorted(maps.Keys(w.want)) {
		if strings.HasPrefix(key, dir+"/") {
			below = append(below, key)
		}
		if key >= dir {
			from = append(from, key)
		}
	}
	require.Equal(t, below, keysOf(w.tree.Below(dir)))
	require.Equal(t, from, keysOf(w.tree.From(dir)))
}

func keysOf(seq func(func(string, int) bool)) (keys []string) {
	for key := range seq {
		keys = append(keys, key)
	}
	return keys
}

func TestMapLarge(t *testing.T) {
	w := twin{want: map[string]int{}}
	for i := range 20000 {
		key := fmt.Sprintf("d%d/f%d", i*7919%100, i*104729%20000)
		w.tree.Set(key, i)
		w.want[key] = i
	}
	before := twin{tree: w.tree.Clone(), want: maps.Clone(w.want)}
	for key := range before.want {
		if strings.HasSuffix(key, "1") || strings.HasPrefix(key, "d3") {
			require.True(t, w.tree.Delete(key))
			delete(w.want, key)
		}
	}
	w.check(t)
	before.check(t)
	for key := range before.want {
		w.tree.Delete(key)
	}
	require.Zero(t, w.tree.Len())
	require.Nil(t, w.tree.root)
	before.check(t)
}

func BenchmarkSetOneInClone(b *testing.B) {
	var base Map[string, int]
	for i := range 100000 {
		base.Set(fmt.Sprintf("dir%d/file%d", i%300, i), i)
	}
	b.ReportAllocs()
	for b.Loop() {
		c := base.Clone()
		c.Set("dir7/file7", 1)
	}
}
