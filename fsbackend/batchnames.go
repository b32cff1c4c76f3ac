package fsbackend

// This file decides which operations have a shape and names that a batch takes at all.

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

const (
	ownPrefix    = ".dev-tools-"
	stagePrefix  = ".dev-tools-write-"
	parkedPrefix = ".dev-tools-rename-"
)

// JournalName is the name of the journal, at the root of the back end.
const JournalName = ".dev-tools-journal"

// checkOperation refuses what no batch can mean.
func checkOperation(op Operation) error {
	if missing := missingPart(op); missing != "" {
		return refuse("invalid", "the operation has no "+missing, nil)
	}
	if op.Kind == OpRename && op.From == op.Name {
		return refuse("invalid", "the two names are one", nil)
	}
	if err := checkName(op.Name, op.Temp); err != nil {
		return err
	}
	if op.From != "" {
		if err := checkName(op.From, op.Kind == OpRename); err != nil {
			return err
		}
	}
	if op.Before != nil && op.Before.Link != "" {
		return checkName(op.Before.Link, false)
	}
	return nil
}

// missingPart names a part that an operation of its kind must have.
func missingPart(op Operation) string {
	switch op.Kind {
	case OpRename, OpRemove:
		if op.Before == nil {
			return "content to expect"
		}
	case OpModify, OpCreate:
		if op.Kind == OpModify && op.Before == nil {
			return "content to expect"
		}
		if op.New == nil {
			return "new content"
		}
		if op.New.Opaque && op.From == "" {
			return "source for its opaque content"
		}
	case OpRemoveDir, OpMakeDir:
	default:
		return "known kind"
	}
	return ""
}

// checkName refuses names outside the root and those that belong to git or to the batch itself.
func checkName(name string, parked bool) error {
	if !fs.ValidPath(name) || name == "." || strings.ContainsAny(name, "\x00\\") {
		return refuse("invalid", fmt.Sprintf("%s is no name inside the root", strconv.Quote(name)), nil)
	}
	base := path.Base(name)
	if parked && strings.HasPrefix(base, parkedPrefix) {
		if name = path.Dir(name); name == "." {
			return nil
		}
	}
	for part := range strings.SplitSeq(name, "/") {
		switch {
		case strings.EqualFold(part, ".git"):
			return refuse("invalid", "git's own directory is not changed", nil)
		case len(part) >= len(ownPrefix) && strings.EqualFold(part[:len(ownPrefix)], ownPrefix):
			return refuse("invalid", fmt.Sprintf("the name %s is kept for temporaries", strconv.Quote(part)), nil)
		}
	}
	return nil
}

// namesOf lists every name that the operations speak of.
func namesOf(ops []Operation) []string {
	names := make([]string, 0, len(ops)+len(ops)/2)
	for _, op := range ops {
		names = append(names, op.Name)
		if op.From != "" {
			names = append(names, op.From)
		}
	}
	return names
}
