package callfinder

// This file reads the name of what is called.

import (
	"fmt"
	"strings"
)

// Name is what is called, as it is written: foo, store.Get, Foo::bar, p->next, println!. A name that starts with a
// separator, as in .Get, is a member of anything.
type Name struct {
	parts []string // words and separators in turn
}

func (n Name) last() string { return n.parts[len(n.parts)-1] }

// Word returns the last word, which every call holds.
func (n Name) Word() string { return n.last() }

// NameError is a name that nothing can be called.
type NameError struct {
	Name string
	Why  string
	Next string
}

// Error quotes the name and says what is wrong with it.
func (e *NameError) Error() string {
	return fmt.Sprintf("%q is no name of a function: %s", e.Name, e.Why)
}

// Reason is "bad_name".
func (e *NameError) Reason() string { return "bad_name" }

// Hint is the next step.
func (e *NameError) Hint() string { return e.Next }

// separators stand between the words of a name, the longer ones first.
var separators = []string{"?.", "::", "->", "."}

// ParseName reads a name. It fails with *NameError.
func ParseName(s string) (Name, error) {
	bad := func(why, next string) (Name, error) { return Name{}, &NameError{s, why, next} }
	var n Name
	for rest := s; rest != ""; {
		sep := separatorOf(rest)
		word := wordOf(rest)
		switch {
		case sep != "" && (len(n.parts) == 0 || separatorOf(n.last()) == ""):
			n.parts, rest = append(n.parts, sep), rest[len(sep):]
		case word != "" && (len(n.parts) == 0 || separatorOf(n.last()) != ""):
			n.parts, rest = append(n.parts, word), rest[len(word):]
		case strings.ContainsAny(rest, "()"):
			return bad("it holds parentheses", "give the name alone, as in calls(\"store.Get\"); m.args are the arguments")
		case strings.ContainsAny(rest, "*\\[]^$+|"):
			return bad("it is no pattern", "one name a call; search(...) takes regular expressions")
		default:
			return bad(fmt.Sprintf("%q cannot stand there", rest[:1]), "write it as the code does: foo, store.Get, Foo::bar; .Get is a method of anything")
		}
	}
	if len(n.parts) == 0 || separatorOf(n.last()) != "" {
		return bad("a word is missing", "write it as the code does: foo, store.Get, Foo::bar; .Get is a method of anything")
	}
	return n, nil
}

func separatorOf(s string) string {
	for _, sep := range separators {
		if strings.HasPrefix(s, sep) {
			return sep
		}
	}
	return ""
}

// wordOf returns the word that s starts with: a name with a sign of privacy before it, or ! or ? behind it where nothing
// follows.
func wordOf(s string) string {
	at := 0
	if strings.HasPrefix(s, "#") || strings.HasPrefix(s, "@") {
		at = 1
	}
	start := at
	for at < len(s) && wordByte(s[at]) {
		at++
	}
	if at == start || s[start] >= '0' && s[start] <= '9' {
		return ""
	}
	if at == len(s)-1 && (s[at] == '!' || s[at] == '?') {
		at++
	}
	return s[:at]
}
