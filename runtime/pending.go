package runtime

// This file gives what a session has changed in memory only, as texts.

// Pending is a file that differs from what is on disk.
type Pending struct {
	Path   string
	Text   string // every byte; "" for a file that is no text, which has a Source or lies on disk as it is
	Opaque bool
	Source string // the name on disk of a file that was renamed; "" for others
	Gone   bool   // it is deleted
}

// Pending lists the files that differ from what is on disk as known, sorted by path.
func (s *Session) Pending() []Pending {
	var out []Pending
	for _, c := range s.ws.Unwritten() {
		p := Pending{Path: string(c.Path), Source: string(c.Source), Gone: c.After == nil}
		if c.After != nil {
			p.Text, p.Opaque = c.After.Text.String(), c.After.Opaque
		}
		out = append(out, p)
	}
	return out
}
