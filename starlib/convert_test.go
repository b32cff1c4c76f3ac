package starlib

// This file checks that plain data crosses into Starlark and back unchanged.

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.starlark.net/starlark"
	"pgregory.net/rapid"
)

// data generates neutral values up to a depth.
func data(depth int) *rapid.Generator[any] {
	plain := []*rapid.Generator[any]{
		rapid.Just[any](nil), rapid.Bool().AsAny(), rapid.Int64().AsAny(), rapid.Float64().AsAny(), rapid.String().AsAny(),
	}
	if depth > 0 {
		plain = append(plain, rapid.SliceOfN(data(depth-1), 0, 4).AsAny(), rapid.MapOfN(rapid.String(), data(depth-1), 0, 4).AsAny())
	}
	return rapid.OneOf(plain...)
}

func TestPlainDataCrossesUnchanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := data(3).Draw(t, "value")
		v, err := plainValue(want)
		require.NoError(t, err)
		got, err := neutral(v)
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
}

func TestHostValuesPassAsTheyAre(t *testing.T) {
	for _, v := range []starlark.Value{starlark.NewBuiltin("f", nil), starlark.NewSet(1), starlark.Bytes("a"), starlark.MakeUint64(1 << 63)} {
		got, err := neutral(starlark.Tuple{v})
		require.NoError(t, err)
		require.Equal(t, []any{v}, got)
	}
}

func TestKeysMustBeStrings(t *testing.T) {
	d := starlark.NewDict(1)
	require.NoError(t, d.SetKey(starlark.MakeInt(1), starlark.None))
	_, err := neutral(d)
	require.EqualError(t, err, "the key 1 is a int, want a string")
}
