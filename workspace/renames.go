package workspace

// The order of renames: of those that are ready the one with the lexically first destination; where none is ready, a cycle is
// broken through a temporary name.

import "container/heap"

// rename emits the renames.
func (pl *planner) rename() error {
	pl.link()
	r := renames{planner: pl, at: map[int]int{}}
	for i := range pl.moves {
		if pl.moves[i].waiting == 0 {
			r.ready = append(r.ready, i)
		}
	}
	for range pl.moves {
		for len(r.ready) == 0 {
			if err := r.park(r.cycle()); err != nil {
				return err
			}
		}
		r.arrive(heap.Pop(&r.ready).(int))
	}
	return nil
}

// link notes which moves wait for which: a destination has to be free, and so have the names above and below it.
func (pl *planner) link() {
	for i := range pl.moves {
		from, to := pl.key(pl.moves[i].from), pl.key(pl.moves[i].to)
		if j, ok := pl.arriving[from]; ok && j != i {
			pl.block(j, i)
		}
		for dir := range above(from) {
			if j, ok := pl.arriving[dir]; ok {
				pl.block(j, i)
			}
		}
		for dir := range above(to) {
			if j, ok := pl.leaving[dir]; ok {
				pl.block(i, j)
			}
		}
	}
}

// block makes one move wait until the source of another has left.
func (pl *planner) block(waits, blocker int) {
	m := &pl.moves[waits]
	m.blockers = append(m.blockers, blocker)
	m.waiting++
	pl.moves[blocker].blocks = append(pl.moves[blocker].blocks, waits)
}

// renames is the state of the ordering. Moves are numbered by destination.
type renames struct {
	*planner
	ready queue
	first int         // no move before it is left to do
	chain []int       // each waits for the next; kept from cycle to cycle, so that no way is walked twice
	at    map[int]int // move -> its place in the chain
}

// arrive emits the rename that brings a move to its destination.
func (r *renames) arrive(i int) {
	m := &r.moves[i]
	vacated := r.clearWay(m.to)
	op := Op{Kind: RenameOp, From: m.from, Path: m.to, Before: m.before, Replaces: m.replaces, Vacated: vacated}
	if m.parked != "" {
		op.From = m.parked
	}
	r.ops = append(r.ops, op)
	m.arrived = true
	r.leave(i)
}

// park emits the rename that takes the source of a move out of the way, into the directory of its destination.
func (r *renames) park(i int) error {
	m := &r.moves[i]
	name, err := r.temp(string(r.lowestFree(parent(m.to))))
	if err != nil {
		return err
	}
	m.parked = name
	r.ops = append(r.ops, Op{Kind: RenameOp, From: m.from, Path: name, Before: m.before, Temp: true})
	r.leave(i)
	return nil
}

// leave notes that the source of a move is free, and wakes those that waited for it.
func (r *renames) leave(i int) {
	if r.moves[i].left {
		return
	}
	r.moves[i].left = true
	for _, j := range r.moves[i].blocks {
		if r.moves[j].waiting--; r.moves[j].waiting == 0 {
			heap.Push(&r.ready, j)
		}
	}
}

// cycle returns the move to park when none is ready: on the cycle that holds up the lexically first destination, the one
// with the first destination.
func (r *renames) cycle() int {
	for {
		r.shorten()
		if len(r.chain) == 0 {
			for r.moves[r.first].arrived {
				r.first++
			}
			r.extend(r.first)
		}
		blocker := r.blocker(r.chain[len(r.chain)-1])
		start, closed := r.at[blocker]
		if closed {
			return r.cut(start)
		}
		r.extend(blocker)
	}
}

// cut returns the first move of the cycle that begins at a place of the chain, and ends the chain before it: once it is
// parked, nothing waits for it.
func (r *renames) cut(start int) int {
	first := start
	for i := range r.chain[start:] {
		if r.chain[start+i] < r.chain[first] {
			first = start + i
		}
	}
	move := r.chain[first]
	for _, i := range r.chain[first:] {
		delete(r.at, i)
	}
	r.chain = r.chain[:first]
	return move
}

// shorten takes from the end of the chain what has arrived.
func (r *renames) shorten() {
	for n := len(r.chain); n > 0 && r.moves[r.chain[n-1]].arrived; n-- {
		delete(r.at, r.chain[n-1])
		r.chain = r.chain[:n-1]
	}
}

func (r *renames) extend(i int) {
	r.at[i] = len(r.chain)
	r.chain = append(r.chain, i)
}

// blocker returns a move whose source is in the way of a move that is not ready.
func (r *renames) blocker(i int) int {
	m := &r.moves[i]
	for r.moves[m.blockers[m.next]].left {
		m.next++
	}
	return m.blockers[m.next]
}

// queue is a heap of moves, the lexically first destination on top.
type queue []int

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i] < q[j] }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }

// Push appends a move.
func (q *queue) Push(x any) { *q = append(*q, x.(int)) }

// Pop takes the last move away.
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
