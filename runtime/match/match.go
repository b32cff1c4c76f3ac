// Package match holds what every finding in a text shares: the match itself, the regular expressions that give matches,
// and the replacement texts that are made from them. It knows neither files nor sessions; what a text is called is told
// to it.
package match

// This file defines a match: spans of a text, and what can be read off them.

// Span is a byte range of a text.
type Span struct{ Start, End int }

// unmatched is the span of a group that took no part in a match.
var unmatched = Span{-1, -1}

// Match is one place that was found. Matches share the text they were found in and are not changed.
type Match struct {
	Call  bool     // it is the call of a function
	Args  []*Match // of a call: its arguments
	Entry *Entry   // of a value at a key: what is known beside its place

	source *Source
	spans  []int    // two offsets a span, the whole first; -1 for a group that took no part
	names  []string // of the groups, by number; may be shorter
}

// Entry describes a value that was found under a key.
type Entry struct {
	Key      Span // of the key that names it; Start is -1 where none does
	Value    any  // decoded: nil, bool, int64, *big.Int, float64, string, []any, Members
	Document int  // which document of the file, from 0
}

// Members are the entries of a decoded object, in the order of the text.
type Members []Member

// Member is one entry of a decoded object.
type Member struct {
	Name  string
	Value any
}

// New makes a match without groups.
func New(s *Source, at Span) *Match {
	return &Match{source: s, spans: []int{at.Start, at.End}}
}

// Path returns the file that was searched, "" for a text that is none.
func (m *Match) Path() string { return m.source.path }

// Span returns the place of the match: byte offsets into the text.
func (m *Match) Span() Span { return m.Group(0) }

// NumGroups returns the number of groups, without the whole match.
func (m *Match) NumGroups() int { return len(m.spans)/2 - 1 }

// Group returns the span of group i, 0 for the whole match; Start is -1 when the group took no part.
func (m *Match) Group(i int) Span { return Span{m.spans[2*i], m.spans[2*i+1]} }

// Names returns the names of the groups by number, "" for those without one; it may be shorter than the groups.
func (m *Match) Names() []string { return m.names }

// Text returns the matched text.
func (m *Match) Text() string { text, _ := m.GroupText(0); return text }

// GroupText returns the text of group i, and whether the group took part in the match.
func (m *Match) GroupText(i int) (string, bool) {
	at := m.Group(i)
	if at == unmatched {
		return "", false
	}
	return m.source.lines.Slice(at.Start, at.End), true
}

// Sub returns a match of group i alone, nil when the group took no part.
func (m *Match) Sub(i int) *Match {
	at := m.Group(i)
	if at == unmatched {
		return nil
	}
	return New(m.source, at)
}

// Position returns the 1-based line and column (code points) of the start.
func (m *Match) Position() (line, column int) { return m.source.lines.Position(m.spans[0]) }

// End returns the 1-based line and column (code points) behind the last character.
func (m *Match) End() (line, column int) { return m.source.lines.Position(m.spans[1]) }

// LineText returns the whole line in which the match starts, without its end.
func (m *Match) LineText() string {
	line, _ := m.Position()
	if line > m.source.lines.NumLines() {
		return ""
	}
	return m.source.lines.Line(line)
}

// In returns the source of the match.
func (m *Match) In() *Source { return m.source }
