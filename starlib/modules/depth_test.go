package modules

// This file checks the bounds on nesting and size.

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"pgregory.net/rapid"
)

// nested wraps a value n times, each time in another kind of container.
func nested(n int) starlark.Value {
	var v starlark.Value = starlark.MakeInt(1)
	for i := range n {
		switch i % 4 {
		case 0:
			v = starlark.NewList([]starlark.Value{v})
		case 1:
			v = starlark.Tuple{v}
		case 2:
			d := starlark.NewDict(1)
			_ = d.SetKey(starlark.String("k"), v)
			v = d
		case 3:
			v = starlarkstruct.FromStringDict(starlarkstruct.Default, starlark.StringDict{"f": v})
		}
	}
	return v
}

func TestDepthIsExact(t *testing.T) {
	require.NoError(t, CheckDepth("f", nested(maxNesting)))
	require.EqualError(t, CheckDepth("f", nested(maxNesting+1)), "f: the value nests more than 10000 levels deep")
}

func TestSharedPartsCountEachTimeTheyAreSpeltOut(t *testing.T) {
	v := starlark.Value(starlark.NewList([]starlark.Value{starlark.None}))
	for range 40 {
		v = starlark.NewList([]starlark.Value{v, v})
	}
	require.ErrorContains(t, CheckDepth("f", v), "spells out to more than")
}

func TestAValueThatHoldsItselfPasses(t *testing.T) {
	l := starlark.NewList(nil)
	require.NoError(t, l.Append(l))
	require.NoError(t, l.Append(starlark.Tuple{l, l}))
	require.NoError(t, CheckDepth("f", l))
}

func TestASharedPartIsMeasuredWhereItIsDeepest(t *testing.T) {
	part := nested(maxNesting - 2)
	require.NoError(t, CheckDepth("f", starlark.Tuple{part, starlark.Tuple{part}}))
	require.Error(t, CheckDepth("f", starlark.Tuple{part, starlark.Tuple{starlark.Tuple{part}}}))
}

func TestShort(t *testing.T) {
	require.Equal(t, `"a"`, Short(starlark.String("a")))
	require.Equal(t, 63, len([]rune(Short(starlark.String(strings.Repeat("é", 100))))))
	require.Equal(t, "a deeply nested tuple", Short(starlark.Tuple{nested(maxNesting + 2)}))
}

// bracketDepth must never be below what the decoder descends to.
func TestBracketDepthBoundsTheDecoder(t *testing.T) {
	decode := All()["json"].(*starlarkstruct.Module).Members["decode"]
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 50).Draw(t, "n")
		inner := rapid.SampledFrom([]string{`1`, `"[[["`, `"\"[{"`, `"\\"`, `{"a[": "{"}`}).Draw(t, "inner")
		text := strings.Repeat(`[`, n) + inner + strings.Repeat(`]`, n)
		v, err := starlark.Call(&starlark.Thread{}, decode, starlark.Tuple{starlark.String(text)}, nil)
		require.NoError(t, err)
		depth := 0
		for l, ok := v.(*starlark.List); ok; l, ok = l.Index(0).(*starlark.List) {
			depth++
		}
		require.Equal(t, n, depth)
		if strings.HasPrefix(inner, "{") {
			depth++
		}
		require.Equal(t, depth, bracketDepth(text))
	})
}
