package runtime

// This file lists the effects that a plan can raise, for those who write a policy for it.

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"devstar/runtime/spec"
)

// EffectUse is an effect that a plan or a script can raise, and the places that can raise it, sorted.
type EffectUse struct {
	Effect string     `json:"effect"`
	Places []Position `json:"places"`
}

// EffectUses collects uses by effect.
type EffectUses map[string][]Position

// Add notes that the builtin b is used at a place.
func (u EffectUses) Add(b *spec.Builtin, at Position) {
	if b.Effect != "" {
		u[b.Effect] = append(u[b.Effect], at)
	}
}

// Sorted returns the uses in the order of effects, the immediate operations last.
func (u EffectUses) Sorted() []EffectUse {
	out := []EffectUse{}
	for _, name := range slices.SortedFunc(maps.Keys(u), byEffect) {
		places := slices.Clone(u[name])
		slices.SortFunc(places, func(a, b Position) int {
			return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
		out = append(out, EffectUse{name, slices.Compact(places)})
	}
	return out
}

func byEffect(a, b string) int {
	immediate := func(name string) int { return strings.Count(name, ".") }
	return cmp.Or(immediate(a)-immediate(b), cmp.Compare(a, b))
}

// Effects lists the effects that running the plan can raise.
func (p *Plan) Effects() []EffectUse {
	uses := EffectUses{}
	acquire, _ := spec.Find("acquire")
	if len(p.paths) > 0 {
		uses.Add(acquire, Position{})
	}
	for _, st := range p.steps {
		var at Position
		if st.at != nil {
			at = *st.at
		}
		if b, ok := spec.Find(st.name); ok {
			uses.Add(b, at)
		}
		if st.args.Bool("acquire") {
			uses.Add(acquire, at)
		}
	}
	return uses.Sorted()
}
