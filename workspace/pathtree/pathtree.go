// Package pathtree is an ordered map from paths to values whose clones cost nothing.
//
// It is a B+ tree, copied on write: a clone shares every node with its original, and a change copies only the nodes on
// the way to it, once. Keys are kept in byte order, so that listings come sorted and "everything below a directory" is
// one range. It is not safe for concurrent writers, and it knows nothing of what its keys mean beyond the "/".
package pathtree

// The map itself: look-up, change and clone. Walking is in walk.go.

import "slices"

// width is the largest number of entries of a node. Wider nodes make look-ups cheaper and copies dearer.
const width = 32

// Map is an ordered map. The zero Map is empty and ready to use. Copy a Map only with Clone.
type Map[K ~string, V any] struct {
	root  *node[K, V]
	size  int
	owner *token
}

// token marks the nodes that only one Map can reach, and may therefore change in place.
type token struct{ _ byte }

// node is a leaf (values) or a branch (kids). The keys of a branch are lower bounds of its kids; the first stands for
// "everything before the second".
type node[K ~string, V any] struct {
	owner  *token
	keys   []K
	values []V
	kids   []*node[K, V]
}

// Len returns the number of entries.
func (m *Map[K, V]) Len() int { return m.size }

// Clone returns a map with the same entries. Neither sees later changes of the other.
func (m *Map[K, V]) Clone() Map[K, V] {
	m.owner = nil
	return *m
}

// Get returns the value of a key, and whether there is one.
func (m *Map[K, V]) Get(key K) (V, bool) {
	for n := m.root; n != nil; {
		if n.kids == nil {
			if i, ok := n.place(key); ok {
				return n.values[i], true
			}
			break
		}
		n = n.kids[n.child(key)]
	}
	var none V
	return none, false
}

// Has reports whether the key has an entry.
func (m *Map[K, V]) Has(key K) bool {
	_, ok := m.Get(key)
	return ok
}

// Set gives the key a value.
func (m *Map[K, V]) Set(key K, value V) {
	if m.owner == nil {
		m.owner = new(token)
	}
	if m.root == nil {
		m.root = &node[K, V]{owner: m.owner}
	}
	m.root = m.own(m.root)
	right := m.insert(m.root, key, value)
	if right == nil {
		return
	}
	m.root = &node[K, V]{
		owner: m.owner,
		keys:  []K{"", right.keys[0]},
		kids:  []*node[K, V]{m.root, right},
	}
}

// Delete removes the entry of a key, and reports whether there was one.
func (m *Map[K, V]) Delete(key K) bool {
	if !m.Has(key) {
		return false
	}
	if m.owner == nil {
		m.owner = new(token)
	}
	m.size--
	m.root = m.remove(m.root, key)
	for m.root != nil && len(m.root.kids) == 1 {
		m.root = m.root.kids[0]
	}
	return true
}

// insert puts an entry below an owned node. A node that becomes too wide gives its upper half to a new one.
func (m *Map[K, V]) insert(n *node[K, V], key K, value V) (right *node[K, V]) {
	if n.kids == nil {
		i, found := n.place(key)
		if found {
			n.values[i] = value
			return nil
		}
		m.size++
		n.keys = slices.Insert(n.keys, i, key)
		n.values = slices.Insert(n.values, i, value)
		return m.split(n)
	}
	i := n.child(key)
	n.kids[i] = m.own(n.kids[i])
	if kid := m.insert(n.kids[i], key, value); kid != nil {
		n.keys = slices.Insert(n.keys, i+1, kid.keys[0])
		n.kids = slices.Insert(n.kids, i+1, kid)
	}
	return m.split(n)
}

// split halves a node that is too wide, and returns the upper half.
func (m *Map[K, V]) split(n *node[K, V]) *node[K, V] {
	if len(n.keys) <= width {
		return nil
	}
	half := len(n.keys) / 2
	right := &node[K, V]{owner: m.owner, keys: roomy(n.keys[half:])}
	n.keys = cut(n.keys, half)
	if n.kids == nil {
		right.values = roomy(n.values[half:])
		n.values = cut(n.values, half)
	} else {
		right.kids = roomy(n.kids[half:])
		n.kids = cut(n.kids, half)
	}
	return right
}

// remove takes an entry that is there out of the tree below n; nil when nothing is left. Nodes are given up when they
// are empty and never merged: the trees here are filled again far more often than they shrink.
func (m *Map[K, V]) remove(n *node[K, V], key K) *node[K, V] {
	n = m.own(n)
	if n.kids == nil {
		i, _ := n.place(key)
		n.keys = slices.Delete(n.keys, i, i+1)
		n.values = slices.Delete(n.values, i, i+1)
	} else {
		i := n.child(key)
		n.kids[i] = m.remove(n.kids[i], key)
		if n.kids[i] == nil {
			n.keys = slices.Delete(n.keys, i, i+1)
			n.kids = slices.Delete(n.kids, i, i+1)
		}
	}
	if len(n.keys) == 0 {
		return nil
	}
	return n
}

// own returns n if only this map reaches it, else a copy of it.
func (m *Map[K, V]) own(n *node[K, V]) *node[K, V] {
	if n.owner == m.owner {
		return n
	}
	c := &node[K, V]{owner: m.owner, keys: roomy(n.keys)}
	if n.kids == nil {
		c.values = roomy(n.values)
	} else {
		c.kids = roomy(n.kids)
	}
	return c
}

// child returns the index of the kid whose range holds the key.
func (n *node[K, V]) child(key K) int {
	low, high := 1, len(n.keys)
	for low < high {
		if mid := (low + high) / 2; n.keys[mid] <= key {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low - 1
}

// place returns where in a leaf the key is, or would be.
func (n *node[K, V]) place(key K) (i int, found bool) {
	low, high := 0, len(n.keys)
	for low < high {
		if mid := (low + high) / 2; n.keys[mid] < key {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low, low < len(n.keys) && n.keys[low] == key
}

// roomy copies a slice with room for one more entry: most copies are made to insert one.
func roomy[T any](s []T) []T {
	return append(make([]T, 0, len(s)+1), s...)
}

// cut shortens a slice and lets go of what was behind it.
func cut[T any](s []T, n int) []T {
	clear(s[n:])
	return s[:n]
}
