package fsbackend

// This file is the text of the journal: what it says, how it is written, and how it is read back.
//
// The journal is JSON lines: a header, one line an operation, then the line "staged" when every new content lies in its
// temporary, then one byte "." a completed operation, and "!" when the write was given up by a process that was alive.
// It holds names and hashes, no contents.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"strings"
)

// journalVersion is the version of the format.
const journalVersion = 1

const (
	stagedLine  = "staged\n"
	doneByte    = '.'
	abandonByte = '!'
)

// Journal is what a write noted down before it changed anything.
type Journal struct {
	Version    int            `json:"devstar_journal"`
	PID        int            `json:"pid"`
	Host       string         `json:"host,omitempty"`
	Count      int            `json:"operations"`
	Probes     []string       `json:"probes,omitempty"` // temporaries without a content, by which a directory is tried
	Operations []JournalEntry `json:"-"`                // only whole lines
	Staged     bool           `json:"-"`                // every new content was in its temporary
	Done       int            `json:"-"`                // completed operations, as far as it was noted
	Abandoned  bool           `json:"-"`                // the write was given up; its temporaries may be gone
}

// JournalEntry is one operation in the journal. Before, After and Replaces say what is at From (or To), what is to be at
// To, and what a rename or creation puts out of the way: "" nothing, "dir", "file <sha256>", "link <sha256 of its text>".
type JournalEntry struct {
	Kind     string   `json:"op"` // rename remove rmdir create modify mkdir
	From     string   `json:"from,omitempty"`
	To       string   `json:"to"`
	Link     string   `json:"link,omitempty"`      // the link through which To is modified
	Stage    string   `json:"temporary,omitempty"` // where the new content lies until it is published
	Dirs     []string `json:"dirs,omitempty"`      // directories made for it
	Before   stamp    `json:"before,omitempty"`
	Replaces stamp    `json:"replaces,omitempty"`
	After    stamp    `json:"after,omitempty"`
}

// journalKinds are the words for the kinds of operations.
func journalKinds() map[string]OpKind {
	return map[string]OpKind{
		"rename": OpRename, "remove": OpRemove, "rmdir": OpRemoveDir, "create": OpCreate, "modify": OpModify, "mkdir": OpMakeDir,
	}
}

// kindWord is the word for a kind.
func kindWord(kind OpKind) string {
	for word, k := range journalKinds() {
		if k == kind {
			return word
		}
	}
	return ""
}

// source is the name whose content goes to To, if any.
func (e JournalEntry) source() string {
	if e.Kind == "rename" {
		return e.From
	}
	return e.Stage
}

// operation is the entry as an operation, for messages.
func (e JournalEntry) operation() Operation {
	op := Operation{Kind: journalKinds()[e.Kind], From: e.From, Name: e.To, Temp: isParked(e.To)}
	if e.Link != "" {
		op.Name, op.Before = e.Link, &Known{Link: e.To}
	}
	return op
}

// String names the operation with its paths.
func (e JournalEntry) String() string { return phrase(e.operation()) }

// isParked says whether a name is a rename temporary.
func isParked(name string) bool { return strings.HasPrefix(path.Base(name), parkedPrefix) }

// encode gives the text of header and operations.
func (j Journal) encode() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	j.Count = len(j.Operations)
	if err := enc.Encode(j); err != nil {
		return nil, err
	}
	for _, e := range j.Operations {
		if err := enc.Encode(e); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// parseJournal reads a journal as far as it goes. A torn one is no error, it was not staged; one of another version, or
// with names that no batch uses, is.
func parseJournal(text []byte) (Journal, error) {
	var j Journal
	line, rest, ok := bytes.Cut(text, []byte("\n"))
	if !ok {
		return j, nil
	}
	if err := json.Unmarshal(line, &j); err != nil {
		return j, fmt.Errorf("the first line of the journal: %w", err)
	}
	if j.Version != journalVersion {
		return j, fmt.Errorf("the journal has version %d, this devstar knows version %d", j.Version, journalVersion)
	}
	for len(j.Operations) < j.Count {
		line, rest, ok = bytes.Cut(rest, []byte("\n"))
		if !ok {
			return j, j.check()
		}
		var e JournalEntry
		if err := json.Unmarshal(line, &e); err != nil {
			return j, fmt.Errorf("line %d of the journal: %w", len(j.Operations)+2, err)
		}
		j.Operations = append(j.Operations, e)
	}
	j.tail(rest)
	return j, j.check()
}

// tail reads what follows the operations.
func (j *Journal) tail(text []byte) {
	marks, staged := bytes.CutPrefix(text, []byte(stagedLine))
	if !staged {
		return
	}
	j.Staged = true
	j.Done = min(bytes.Count(marks, []byte{doneByte}), len(j.Operations))
	j.Abandoned = bytes.IndexByte(marks, abandonByte) >= 0
}

// check refuses a journal that no batch has written: it may have come with a tree from elsewhere.
func (j Journal) check() error {
	for _, name := range j.Probes {
		if err := checkStage(name); err != nil {
			return err
		}
	}
	for i, e := range j.Operations {
		if err := e.check(); err != nil {
			return fmt.Errorf("operation %d of the journal: %w", i+1, err)
		}
	}
	return nil
}

// check refuses an entry with names that no batch uses.
func (e JournalEntry) check() error {
	kind, ok := journalKinds()[e.Kind]
	if !ok {
		return fmt.Errorf("unknown kind %q", e.Kind)
	}
	staged := kind == OpCreate || kind == OpModify
	if staged != (e.Stage != "") || (kind == OpRename) != (e.From != "") {
		return fmt.Errorf("a %s with the wrong names", e.Kind)
	}
	if staged {
		if err := checkStage(e.Stage); err != nil {
			return err
		}
	}
	for _, name := range append([]string{e.To, e.From, e.Link}, e.Dirs...) {
		if name == "" {
			continue
		}
		if err := checkName(name, kind == OpRename); err != nil {
			return err
		}
	}
	return nil
}

// checkStage refuses what is no name of a staged content.
func checkStage(name string) error {
	dir, base := path.Split(name)
	if !strings.HasPrefix(base, stagePrefix) {
		return fmt.Errorf("%q is no temporary of a write", name)
	}
	return checkName(dir+"x", false)
}
