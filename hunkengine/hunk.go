package hunkengine

// This file says what a hunk is and which of its lines are really replaced.

// Hunk replaces the lines Old by the lines New. Lines are contents without line ends. The zero Line, no
// Anchors and false marks leave the place to Old alone, which then must occur exactly once.
type Hunk struct {
	Old, New []string
	Line     int      // 1-based line of the text at which Old must stand; 0: anywhere
	Anchors  []string // "@@ text" lines, each exactly one line below the one before
	AtEnd    bool     // *** End of File: Old must be the last lines
	OldOpen  bool     // "\ No newline at end of file" after the old side
	NewOpen  bool     // ... after the new side
	Source   int      // 1-based line in the patch text; 0 when there is none

	kept []run // context lines of a patch: they keep the bytes of the file
}

// run is a stretch of lines that Old and New share: Old[old:old+n] and New[new:new+n].
type run struct{ old, new, n int }

// block replaces the lines from..to of a text (0-based, to exclusive) by new lines.
type block struct {
	from, to int
	lines    []string
}

// marked reports whether the hunk says something about the end of the file, which fixes its place there.
func (h *Hunk) marked() bool { return h.AtEnd || h.OldOpen || h.NewOpen }

// ends reports whether the hunk says how the file's last line ends. That line is then always written anew.
func (h *Hunk) ends() bool { return h.OldOpen || h.NewOpen }

// blocks appends the parts of the hunk that are really replaced when Old stands at line at (0-based). Lines
// that both sides share keep the bytes of the file.
func (h *Hunk) blocks(to []block, at int) []block {
	old, fresh := 0, 0
	for _, r := range h.kept {
		to = h.gap(to, at, run{old, fresh, 0}, r.old, r.new)
		old, fresh = r.old+r.n, r.new+r.n
		if h.ends() && fresh == len(h.New) {
			old, fresh = old-1, fresh-1
		}
	}
	return h.gap(to, at, run{old, fresh, 0}, len(h.Old), len(h.New))
}

// gap appends the block that starts where first says and ends before the lines oldTo and newTo, without
// the first and last lines that are equal on both sides.
func (h *Hunk) gap(to []block, at int, first run, oldTo, newTo int) []block {
	old, fresh, free := first.old, first.new, newTo
	if h.ends() && newTo == len(h.New) {
		free--
	}
	for old < oldTo && fresh < free && h.Old[old] == h.New[fresh] {
		old, fresh = old+1, fresh+1
	}
	for free == newTo && old < oldTo && fresh < newTo && h.Old[oldTo-1] == h.New[newTo-1] {
		oldTo, newTo, free = oldTo-1, newTo-1, free-1
	}
	if old == oldTo && fresh == newTo {
		return to
	}
	return append(to, block{from: at + old, to: at + oldTo, lines: h.New[fresh:newTo]})
}
