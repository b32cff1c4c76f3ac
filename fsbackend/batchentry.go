package fsbackend

// This file puts the operations of a batch into the form of the journal.

// writeEntries puts the operations into the form of the journal, with the stamps of what goes and what comes.
func writeEntries(ops []Operation, routes []route, sights map[string]sight, after []stamp) []JournalEntry {
	now := make(picture, len(sights))
	for name, n := range sights {
		now[name] = n.stamp
	}
	entries := make([]JournalEntry, len(ops))
	for i := range entries {
		e := &entries[i]
		*e = newEntry(ops[i], routes[i], after[i])
		switch e.Kind {
		case "rename":
			e.Before, e.Replaces = now[e.From], now[e.To]
		case "create":
			e.Replaces = now[e.To]
		default:
			e.Before = now[e.To]
		}
		now.apply(*e)
	}
	return entries
}

// newEntry puts one operation into the form of the journal.
func newEntry(op Operation, r route, after stamp) JournalEntry {
	e := JournalEntry{Kind: kindWord(op.Kind), To: r.to, Dirs: r.dirs, After: after}
	if r.to != op.Name {
		e.Link = op.Name
	}
	if op.Kind == OpRename {
		e.From = op.From
	}
	return e
}

// stampAfter is the stamp of the content that an operation writes, if it writes one.
func stampAfter(op Operation) stamp {
	switch {
	case op.Kind != OpCreate && op.Kind != OpModify:
		return nothing
	case op.New.Opaque:
		return fileStamp(op.New.Sum)
	}
	return fileStamp(hashText(op.New.Data))
}
