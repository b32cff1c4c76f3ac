// Path: what a name in the workspace may be, and how it is spelled.

package workspace

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	maxPathBytes      = 4096
	maxComponentBytes = 255
	quotedBytes       = 512 // a longer name is cut in messages
)

const writeRelative = "write it relative to the root, with /"

// Path is a workspace path: relative to the root, slash-separated, in the form that io/fs calls valid, never ".".
type Path string

// PathError is a path that was refused. Its text is: path "<as written>" <why>.
type PathError struct {
	Input string // as written
	Why   string // the predicate of the message
	Word  string // not_a_file, outside, absolute, git, reserved, too_long, characters, encoding
	Next  string // what to do instead; may be empty
}

// Error returns the message, which quotes the path as it was written.
func (e *PathError) Error() string { return "path " + Quote(e.Input) + " " + e.Why }

// Reason returns the stable word for why the path was refused.
func (e *PathError) Reason() string { return e.Word }

// Hint returns what to do instead, or "".
func (e *PathError) Hint() string { return e.Next }

// ParsePath returns the workspace path that s spells, cleaned of "./" and doubled slashes and of nothing else.
// The error is a *PathError.
func ParsePath(s string) (Path, error) {
	switch {
	case s == "":
		return "", &PathError{s, "is empty: a file is wanted", "not_a_file", "give the path of a file, relative to the root"}
	case strings.HasSuffix(s, "/") && s[0] != '/':
		return "", notAFile(s)
	}
	clean, err := cleanPath(s)
	if err != nil {
		return "", err
	}
	if clean == "." || strings.HasSuffix(s, "/.") {
		return "", notAFile(s)
	}
	return Path(clean), nil
}

// ParseDir returns the directory that s spells, under the rules of ParsePath; "." is the root, and a slash at the
// end is allowed. The error is a *PathError.
func ParseDir(s string) (string, error) {
	if s == "" {
		return "", &PathError{s, "is empty: a directory is wanted", "not_a_file", `use "." for the root`}
	}
	return cleanPath(s)
}

// notAFile refuses a spelling that only a directory can have; what else is wrong with it is said first.
func notAFile(s string) error {
	clean, err := cleanPath(s)
	switch {
	case err != nil:
		return err
	case clean == ".":
		return &PathError{s, "is the root directory: a file is wanted", "not_a_file", `use "**" for all files`}
	}
	return &PathError{s, "names a directory: a file is wanted", "not_a_file", "use " + Quote(Below(Path(clean))) + " for the files below it"}
}

// cleanPath checks s and drops empty and "." components; "." when none is left.
func cleanPath(s string) (string, error) {
	if err := checkForm(s); err != nil {
		return "", err
	}
	first, dirty := true, false
	for rest, more := s, true; more; {
		var name string
		name, rest, more = strings.Cut(rest, "/")
		if name == "" || name == "." {
			dirty = true
			continue
		}
		if first && isForeignStart(name) {
			return "", &PathError{s, "starts with a home directory, drive or device, outside the root", "absolute", writeRelative}
		}
		first = false
		if why, word, next := checkComponent(name); word != "" {
			return "", &PathError{s, why, word, next}
		}
	}
	if !dirty {
		return s, nil
	}
	return joinNonEmpty(s), nil
}

func joinNonEmpty(s string) string {
	var b strings.Builder
	for name := range strings.SplitSeq(s, "/") {
		if name == "" || name == "." {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('/')
		}
		b.WriteString(name)
	}
	if b.Len() == 0 {
		return "."
	}
	return b.String()
}

// checkForm refuses what is wrong with the whole of s, whatever its components are.
func checkForm(s string) error {
	refuse := func(why, word, next string) error { return &PathError{s, why, word, next} }
	switch {
	case len(s) > maxPathBytes:
		return refuse("is longer than "+strconv.Itoa(maxPathBytes)+" bytes", "too_long", "")
	case strings.HasPrefix(s, "/"):
		return refuse("is absolute, so outside the root", "absolute", writeRelative)
	case strings.IndexByte(s, 0) >= 0:
		return refuse("holds a NUL byte", "characters", "")
	case !utf8.ValidString(s):
		return refuse("is not valid UTF-8", "encoding", "")
	case strings.IndexByte(s, '\\') >= 0:
		return refuse("holds a backslash", "characters", "separate directories with /")
	}
	return nil
}

// isForeignStart reports whether a first component is "~", or starts with a drive letter or a device name and a colon.
func isForeignStart(first string) bool {
	name, _, found := strings.Cut(first, ":")
	if !found {
		return first == "~"
	}
	letter := len(name) == 1 && 'a' <= name[0]|0x20 && name[0]|0x20 <= 'z'
	return letter || isWindowsReserved(name)
}

// Quote returns name in double quotes for a message: as it is where all of it can be seen, with escapes where it
// holds control, bidirectional or otherwise invisible characters, its middle left out where it is very long.
func Quote(name string) string {
	if len(name) > quotedBytes {
		name = cutRunes(name[:quotedBytes/2], true) + "..." + cutRunes(name[len(name)-quotedBytes/4:], false)
	}
	for _, r := range name {
		if !strconv.IsPrint(r) || r == utf8.RuneError || r == '"' {
			return strconv.Quote(name)
		}
	}
	return `"` + name + `"`
}

// cutRunes drops the part of a code point that a cut left at the end or at the start of s.
func cutRunes(s string, atEnd bool) string {
	for i := 0; i < utf8.UTFMax-1 && s != "" && !utf8.ValidString(s); i++ {
		if atEnd {
			s = s[:len(s)-1]
		} else {
			s = s[1:]
		}
	}
	return s
}
