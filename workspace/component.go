// Components: which single names are refused, which cannot be created, and which fold to one.

package workspace

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// temporaryPrefix begins the names of the temporaries and journals that a write makes.
const temporaryPrefix = ".dev-tools-"

// checkComponent says what is wrong with one component of any path; word is "" when nothing is.
func checkComponent(name string) (why, word, next string) {
	switch {
	case name == "..":
		return `climbs with "..", which counts as outside the root`, "outside", "write the path from the root, without .."
	case len(name) > maxComponentBytes:
		return "has a component of more than " + strconv.Itoa(maxComponentBytes) + " bytes", "too_long", ""
	case isGitDir(name):
		return "has a component that is or stands for .git", "git", "the files of a repository's database are never read or changed"
	case len(name) >= len(temporaryPrefix) && strings.EqualFold(name[:len(temporaryPrefix)], temporaryPrefix):
		return "is reserved for the temporaries of a write (" + temporaryPrefix + "*)", "reserved", ""
	}
	return "", "", ""
}

// isGitDir reports whether some file system takes name for ".git": HFS drops ignorable code points, NTFS trailing
// dots and blanks and what follows a colon, and has the short name git~N; both ignore case.
func isGitDir(name string) bool {
	if !mayBeGitDir(name) {
		return false
	}
	name, _, _ = strings.Cut(strings.Map(dropIgnorable, name), ":")
	name = strings.TrimRight(name, " .")
	if strings.EqualFold(name, ".git") {
		return true
	}
	if len(name) < 5 || !strings.EqualFold(name[:4], "git~") {
		return false
	}
	return strings.Trim(name[4:], "0123456789") == ""
}

// mayBeGitDir is the quick no for nearly every name.
func mayBeGitDir(name string) bool {
	return len(name) >= 4 && (name[0] == '.' || name[0]|0x20 == 'g' || name[0] >= 0x80)
}

// dropIgnorable removes the code points that HFS+ ignores when it compares names.
func dropIgnorable(r rune) rune {
	switch {
	case 0x200c <= r && r <= 0x200f, 0x202a <= r && r <= 0x202e, 0x206a <= r && r <= 0x206f, r == 0xfeff:
		return -1
	}
	return r
}

// CheckNew returns a *PathError when no file may be created under p or renamed to it, because some system cannot
// hold the name or a reader cannot see it for what it is.
func CheckNew(p Path) error {
	for name := range strings.SplitSeq(string(p), "/") {
		if why, word := checkNewComponent(name); word != "" {
			return &PathError{string(p), why, word, "choose another name; files that have such names already can be read and edited"}
		}
	}
	return nil
}

func checkNewComponent(name string) (why, word string) {
	for _, r := range name {
		switch {
		case unicode.IsControl(r):
			return "holds a control character, which a new name must not", "characters"
		case unicode.Is(unicode.Bidi_Control, r):
			return "holds a bidirectional control character, which a new name must not", "characters"
		case strings.ContainsRune(`<>:"|?*`, r):
			return "holds " + string(r) + ", which Windows cannot have in a name", "characters"
		}
	}
	stem, _, _ := strings.Cut(name, ".")
	switch {
	case isWindowsReserved(stem):
		return "has the component " + Quote(name) + ", a device name on Windows", "reserved"
	case strings.HasSuffix(name, ".") || strings.HasSuffix(name, " "):
		return "has a component that ends in a dot or a space, which Windows cannot hold", "reserved"
	}
	return "", ""
}

// isWindowsReserved reports whether a name without its extension is a device on Windows.
func isWindowsReserved(stem string) bool {
	stem = strings.ToUpper(strings.TrimRight(stem, " "))
	switch stem {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	if !strings.HasPrefix(stem, "COM") && !strings.HasPrefix(stem, "LPT") {
		return false
	}
	number := stem[3:]
	return len(number) == 1 && '1' <= number[0] && number[0] <= '9' || number == "¹" || number == "²" || number == "³"
}

// FoldKey returns the key under which two names collide on a disk that ignores case or normal form.
func FoldKey(p Path) string {
	for i := range len(p) {
		if p[i] >= 0x80 {
			return norm.NFC.String(cases.Fold().String(norm.NFD.String(string(p))))
		}
	}
	return strings.ToLower(string(p))
}
