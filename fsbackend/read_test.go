package fsbackend

// Tests of the parallel read: contents and order, names that are no files, bounds, and files that change meanwhile.

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"math"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func readAll(fsys afero.Fs, names ...string) ([]FileRead, error) {
	return ReadAll(context.Background(), fsys, names, math.MaxInt64, math.MaxInt64)
}

func TestReadAllGivesContentsInOrder(t *testing.T) {
	sizes := []int{0, 1, 4096, scratchBytes - 1, scratchBytes, scratchBytes + 1, stepBytes - 1, stepBytes, 2*stepBytes + 3}
	for kind, fsys := range walkBackEnds(t) {
		t.Run(kind, func(t *testing.T) {
			var names []string
			want := map[string][]byte{}
			for i := range 200 {
				name := fmt.Sprintf("d%d/f%03d", i%3, 199-i)
				data := bytes.Repeat([]byte{byte(i), '\n'}, 100)
				if i < len(sizes) {
					data = bytes.Repeat([]byte{byte(i)}, sizes[i])
				}
				plant(t, fsys, map[string]string{name: string(data)})
				names, want[name] = append(names, name), data
			}
			reads, err := readAll(fsys, names...)
			require.NoError(t, err)
			require.Len(t, reads, len(names))
			for i, r := range reads {
				require.NoError(t, r.Err)
				require.Equal(t, names[i], r.Name)
				require.True(t, bytes.Equal(want[r.Name], r.Data), "%s: %d bytes", r.Name, len(r.Data))
				require.EqualValues(t, len(r.Data), r.Info.Size())
				require.LessOrEqual(t, cap(r.Data), len(r.Data)+len(r.Data)/4+16, "no memory is held for nothing")
				require.False(t, r.Changed)
				info, err := Lstat(fsys, r.Name)
				require.NoError(t, err)
				id, _ := Identify(fsys, info)
				require.Equal(t, id, r.ID)
			}
			none, err := readAll(fsys)
			require.NoError(t, err)
			require.Empty(t, none)
		})
	}
}

func TestReadAllSaysWhatIsNoFile(t *testing.T) {
	for kind, fsys := range walkBackEnds(t) {
		t.Run(kind, func(t *testing.T) {
			plant(t, fsys, map[string]string{"a": "A", "dir/b": "B"})
			require.NoError(t, Symlink(fsys, "a", "link"))
			reads, err := readAll(fsys, "missing", "a", "dir", "link", "a/x", "dir/b")
			require.NoError(t, err)
			for i, want := range []error{fs.ErrNotExist, nil, syscall.EISDIR, syscall.ELOOP, syscall.ENOTDIR, nil} {
				r := reads[i]
				if want == nil {
					require.NoError(t, r.Err)
					continue
				}
				require.ErrorIs(t, r.Err, want, r.Name)
				require.ErrorContains(t, r.Err, r.Name)
				require.Nil(t, r.Data)
			}
			require.Equal(t, "A", string(reads[1].Data))
			require.Equal(t, "B", string(reads[5].Data))
		})
	}
}

func TestReadAllKeepsBounds(t *testing.T) {
	fsys := NewMemory()
	plant(t, fsys, map[string]string{"a": "123", "b": "12345", "c": "1234567", "empty": ""})
	for _, c := range []struct {
		names          []string
		perFile, total int64
		limit, name    string
	}{
		{[]string{"a", "b", "c"}, 7, 15, "", ""},
		{[]string{"a", "b", "c"}, 6, 15, fileBytes, "c"},
		{[]string{"c", "b", "a"}, 4, 15, fileBytes, "c"},
		{[]string{"a", "b", "c"}, 7, 14, totalBytes, "c"},
		{[]string{"c", "b", "a"}, 7, 14, totalBytes, "a"},
		{[]string{"a", "b", "c"}, 6, 7, totalBytes, "b"},
		{[]string{"missing", "empty"}, 0, 0, "", ""},
		{[]string{"empty", "a"}, 7, -3, totalBytes, "a"},
	} {
		reads, err := ReadAll(context.Background(), fsys, c.names, c.perFile, c.total)
		if c.limit == "" {
			require.NoError(t, err)
			require.Len(t, reads, len(c.names))
			continue
		}
		var bound *BoundError
		require.ErrorAs(t, err, &bound)
		assert.Equal(t, c.limit, bound.Limit)
		assert.Equal(t, c.name, bound.Name)
		assert.ErrorContains(t, err, c.limit)
		assert.ErrorContains(t, err, `"`+c.name+`"`)
		assert.Contains(t, bound.Hint(), c.limit)
		assert.Nil(t, reads)
	}
}

// liar gives files sizes they do not have, and counts what is read: a file that grows or shrinks between a look and
// the read looks just so.
type liar struct {
	*Memory
	size int64
	read atomic.Int64
}

type liarInfo struct {
	fs.FileInfo
	size int64
}

func (i liarInfo) Size() int64 { return i.size }

func (l *liar) Lstat(name string) (fs.FileInfo, error) {
	info, err := l.Memory.Lstat(name)
	return liarInfo{info, l.size}, err
}

func (l *liar) Open(name string) (afero.File, error) {
	f, err := l.Memory.Open(name)
	return &liarFile{f, l}, err
}

type liarFile struct {
	afero.File
	liar *liar
}

func (f *liarFile) Stat() (fs.FileInfo, error) {
	info, err := f.File.Stat()
	return liarInfo{info, f.liar.size}, err
}

func (f *liarFile) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	f.liar.read.Add(int64(n))
	return n, err
}

func TestReadAllOfFilesThatChangeMeanwhile(t *testing.T) {
	for _, big := range []int{10, scratchBytes + 10, 3 * stepBytes} {
		for _, size := range []int64{0, 5, int64(big) - 1, int64(big) + 1, int64(big) * 3} {
			fsys := &liar{Memory: NewMemory(), size: size}
			data := bytes.Repeat([]byte("x"), big)
			plant(t, fsys.Memory, map[string]string{"f": string(data)})
			reads, err := readAll(fsys, "f")
			require.NoError(t, err)
			require.NoError(t, reads[0].Err)
			require.True(t, reads[0].Changed)
			switch { // what was there, all of it; of a growing file at least what it had
			case size > int64(big):
				require.Len(t, reads[0].Data, big)
			default:
				require.GreaterOrEqual(t, len(reads[0].Data), int(size))
				require.True(t, bytes.HasPrefix(data, reads[0].Data))
			}
		}
	}
}

func TestReadAllKeepsBoundsOnFilesThatGrow(t *testing.T) {
	for _, bound := range []int64{0, 5, 99, scratchBytes + 3} {
		fsys := &liar{Memory: NewMemory(), size: 0}
		plant(t, fsys.Memory, map[string]string{"f": string(make([]byte, 4*scratchBytes))})
		_, err := ReadAll(context.Background(), fsys, []string{"f"}, bound, math.MaxInt64)
		var over *BoundError
		require.ErrorAs(t, err, &over, "%d", bound)
		require.Equal(t, BoundError{fileBytes, bound, "f"}, *over)
		require.Equal(t, bound+1, fsys.read.Load())

		_, err = ReadAll(context.Background(), fsys, []string{"f"}, math.MaxInt64, bound)
		require.ErrorAs(t, err, &over, "%d", bound)
		require.Equal(t, BoundError{totalBytes, bound, "f"}, *over)
	}
}

// cancelling ends the context when the k-th file is opened.
type cancelling struct {
	*Memory
	mu     sync.Mutex
	left   int
	cancel func()
}

func (c *cancelling) Open(name string) (afero.File, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left--; c.left == 0 {
		c.cancel()
	}
	return c.Memory.Open(name)
}

func TestReadAllHeedsTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	fsys := &cancelling{Memory: NewMemory(), left: 3, cancel: cancel}
	var names []string
	for i := range 500 {
		names = append(names, fmt.Sprint(i))
		plant(t, fsys.Memory, map[string]string{names[i]: "x"})
	}
	reads, err := ReadAll(ctx, fsys, names, math.MaxInt64, math.MaxInt64)
	require.ErrorIs(t, err, context.Canceled)
	require.Nil(t, reads)
	require.Greater(t, fsys.left, -100, "the rest is not read any more")
	_, err = ReadAll(ctx, fsys, nil, 1, 1)
	require.ErrorIs(t, err, context.Canceled)
}

// One operation is 10,000 files of 4 KiB.
func BenchmarkReadAll(b *testing.B) {
	dir := b.TempDir()
	root, err := NewRoot(dir)
	require.NoError(b, err)
	defer root.Close()
	names := make([]string, 10_000)
	data := bytes.Repeat([]byte("0123456789abcde\n"), 256)
	for i := range names {
		names[i] = fmt.Sprintf("pkg%02d/mod%d/unit%05d.ts", i/1000, i/100%10, i)
		if i%100 == 0 {
			require.NoError(b, os.MkdirAll(dir+"/"+names[i][:10], 0o755))
		}
		require.NoError(b, os.WriteFile(dir+"/"+names[i], data, 0o644))
	}
	b.Run("ReadAll", func(b *testing.B) {
		for b.Loop() {
			reads, err := ReadAll(context.Background(), root, names, 1<<24, 1<<30)
			require.NoError(b, err)
			require.Len(b, reads, len(names))
		}
	})
	b.Run("os-2", func(b *testing.B) {
		for b.Loop() {
			var next, failed atomic.Int64
			var group sync.WaitGroup
			for range 2 {
				group.Go(func() {
					for i := next.Add(1) - 1; i < int64(len(names)); i = next.Add(1) - 1 {
						if _, err := os.ReadFile(dir + "/" + names[i]); err != nil {
							failed.Add(1)
						}
					}
				})
			}
			group.Wait()
			require.Zero(b, failed.Load())
		}
	})
}
