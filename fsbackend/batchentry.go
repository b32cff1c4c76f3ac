package fsbackend

// This file puts the operations of a batch into the form of the journal.

import "context"

// writeEntries puts the operations into the form of the journal, with the hashes of what goes and what comes.
func writeEntries(ctx context.Context, ops []Operation, routes []route, sights map[string]sight) ([]JournalEntry, error) {
	entries := make([]JournalEntry, len(ops))
	err := parallel(ctx, guardWorkers, len(ops), func(i int) error {
		entries[i] = newEntry(ops[i], routes[i])
		return nil
	})
	if err != nil {
		return nil, err
	}
	now := make(picture, len(sights))
	for name, n := range sights {
		now[name] = n.stamp
	}
	for i := range entries {
		e := &entries[i]
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
	return entries, nil
}

// newEntry puts one operation into the form of the journal.
func newEntry(op Operation, r route) JournalEntry {
	e := JournalEntry{Kind: kindWord(op.Kind), To: r.to, Dirs: r.dirs}
	if r.to != op.Name {
		e.Link = op.Name
	}
	switch op.Kind {
	case OpRename:
		e.From = op.From
	case OpCreate, OpModify:
		sum := op.New.Sum
		if !op.New.Opaque {
			sum = hashText(op.New.Data)
		}
		e.After = fileStamp(sum)
	}
	return e
}
