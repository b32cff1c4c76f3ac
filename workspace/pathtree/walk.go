package pathtree

// Walking in key order.

import "iter"

// All returns the entries in byte order of their keys. The map must not change meanwhile.
func (m *Map[K, V]) All() iter.Seq2[K, V] { return m.From("") }

// From returns the entries whose keys are not before start, in byte order. The map must not change meanwhile.
func (m *Map[K, V]) From(start K) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		if m.root != nil {
			m.root.walk(start, yield)
		}
	}
}

// Below returns the entries whose keys lie below the directory dir, in byte order; dir itself is not one of them. The
// map must not change meanwhile.
func (m *Map[K, V]) Below(dir K) iter.Seq2[K, V] {
	return m.Prefix(dir + "/")
}

// FirstBelow returns the first key below the directory dir.
func (m *Map[K, V]) FirstBelow(dir K) (first K, ok bool) {
	m.Below(dir)(func(key K, _ V) bool {
		first, ok = key, true
		return false
	})
	return first, ok
}

// Prefix returns the entries whose keys begin with prefix, in byte order. The map must not change meanwhile.
func (m *Map[K, V]) Prefix(prefix K) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for key, value := range m.From(prefix) {
			if len(key) < len(prefix) || key[:len(prefix)] != prefix || !yield(key, value) {
				return
			}
		}
	}
}

// walk yields the entries from start on, and reports whether to go on.
func (n *node[K, V]) walk(start K, yield func(K, V) bool) bool {
	if n.kids == nil {
		i, _ := n.place(start)
		for ; i < len(n.keys); i++ {
			if !yield(n.keys[i], n.values[i]) {
				return false
			}
		}
		return true
	}
	for i := n.child(start); i < len(n.kids); i++ {
		if !n.kids[i].walk(start, yield) {
			return false
		}
	}
	return true
}
